/** What fixes cost: the read that loses most by them, in a sentence. */
import type { ReadCost } from "../../../pkg/hotsplit.js";
import { verdict } from "../ui/reads.js";
import { count } from "../ui/words.js";

/** The sentence, with names in backticks; none where no read loses. */
export function costWords(reads: readonly ReadCost[]): string | undefined {
  const worse = reads.filter((one) => verdict(one) === "worse");
  const [first] = worse;
  if (!first) return undefined;
  const more =
    worse.length > 1
      ? `; ${count(worse.length - 1, "other read")} cost${worse.length > 2 ? "" : "s"} more too`
      : "";
  const { label, object, before, after } = first;
  return `What it costs: reading ${label} of \`${object}\` goes from ${before.words} to ${after.words}${more}.`;
}
