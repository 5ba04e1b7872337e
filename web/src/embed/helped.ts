/** Which finding a fix is chosen for that the author of a page names. */
import type { Chosen, Finding } from "../../../pkg/hotsplit.js";

/** The fix, by its id or short form, for the worst finding it may help that has none yet. */
export function helpedBy(
  name: string,
  findings: readonly Pick<Finding, "key" | "fixes">[],
  taken: ReadonlySet<string>,
): Pick<Chosen, "finding" | "fix"> | undefined {
  for (const { key, fixes } of findings) {
    const fix = fixes.find(({ id, short }) => id === name || short === name);
    if (fix && !taken.has(key)) return { finding: key, fix: fix.id };
  }
  return undefined;
}
