/** The fewest edits that make one text of another: what is the same on both sides stays untouched. */
import { presentableDiff } from "@codemirror/merge";
import type { TextEdit } from "../../../pkg/hotsplit.js";

/** Changed letters after which the comparison grows coarse: as many as the one that is shown. */
const SCAN = 500;

/** Edits in the order of the text, all of them ranges of `text`. */
export function fewest(text: string, next: string): TextEdit[] {
  return presentableDiff(text, next, { scanLimit: SCAN }).map((one) => ({
    from: one.fromA,
    to: one.toA,
    insert: next.slice(one.fromB, one.toB),
  }));
}
