/** What changes beside the text in one step with it, so that undo takes back both. */
import { invertedEffects } from "@codemirror/commands";
import { StateEffect } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import type { Beside } from "../state/state.js";

/** Before and after a step. */
export interface Turn {
  readonly before: Beside;
  readonly after: Beside;
}

/** Goes with the edits of a step. */
export const turned = StateEffect.define<Turn>();

/** Remembers turns with the edits, and tells of each that undo or redo makes. */
export function beside(tell: (now: Beside) => void) {
  return [
    invertedEffects.of((transaction) =>
      transaction.effects
        .filter((effect) => effect.is(turned))
        .map(({ value }) => turned.of({ before: value.after, after: value.before })),
    ),
    EditorView.updateListener.of((update) => {
      for (const transaction of update.transactions) {
        if (!transaction.isUserEvent("undo") && !transaction.isUserEvent("redo")) continue;
        for (const effect of transaction.effects) if (effect.is(turned)) tell(effect.value.after);
      }
    }),
  ];
}
