/** The changes of a rewritten text, each with the fix that made it. */
import type { Hunk, Rewrite } from "../../../pkg/hotsplit.js";

/** Neighbouring lines that one fix changed for one finding. */
export interface Change {
  readonly fix: Hunk["fix"];
  /** Key of the finding it cures. */
  readonly finding: string;
  /** First unit in the new text. */
  readonly from: number;
  /** One past the last. */
  readonly to: number;
  /** Line of the first, from 1. */
  readonly line: number;
}

/** Hunks in the order of the text; what one fix did on lines that touch is one change. */
export function changes({ text, hunks }: Pick<Rewrite, "text" | "hunks">): Change[] {
  const all: (Change & { readonly last: number })[] = [];
  for (const { fix, finding, range } of [...hunks].sort((a, b) => a.range.from - b.range.from)) {
    const { from, to, line } = range;
    const last = line + (text.slice(from, Math.max(from, to - 1)).match(/\n/g)?.length ?? 0);
    const before = all.at(-1);
    const same = before?.fix.id === fix.id && before.finding === finding;
    if (before && same && line - before.last <= 1) {
      all[all.length - 1] = { ...before, to: Math.max(before.to, to), last };
    } else all.push({ fix, finding, from, to, line, last });
  }
  return all.map(({ last, ...change }) => change);
}

/** The number of the change to go to from a place, over the ends; -1 where there is none. */
export function nextOf(all: readonly Change[], place: number, by: 1 | -1): number {
  const next =
    by === 1
      ? all.findIndex((one) => one.from > place)
      : all.findLastIndex((one) => one.from < place);
  return next < 0 ? (by === 1 ? (all.length > 0 ? 0 : -1) : all.length - 1) : next;
}
