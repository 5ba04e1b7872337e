/**
 * What was found in the text, where it stands now. Of it, only what is in view is handed to
 * CodeMirror, which makes a decoration and a mark beside the line of each.
 */
import { setDiagnostics } from "@codemirror/lint";
import { RangeSet, RangeValue, StateEffect, StateField } from "@codemirror/state";
import { type EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import type { Found } from "./diagnostics.js";

/** A problem where it stands now: the text may have changed since it was found. */
export interface Stand {
  readonly found: Found;
  readonly from: number;
  readonly to: number;
}

/** Keeps to its letters: what is written beside them is not part of it, and it goes with the last. */
class Held extends RangeValue {
  constructor(readonly found: Found) {
    super();
    this.startSide = 1;
    this.endSide = -1;
  }
}

/** Takes the place of what was found before. */
export const setFound = StateEffect.define<readonly Found[]>();

const all = StateField.define<RangeSet<Held>>({
  create: () => RangeSet.empty,
  update(held, { effects, changes, docChanged }) {
    const next = effects.findLast((effect) => effect.is(setFound));
    if (!next) return docChanged ? held.map(changes) : held;
    const found: readonly Found[] = next.value;
    return RangeSet.of(
      found.map((one) => new Held(one).range(one.from, one.to)),
      true,
    );
  },
});

/** Problems that touch a range of the text, in its order. */
export function touching(view: EditorView, least: number, most: number): Stand[] {
  const stands: Stand[] = [];
  view.state.field(all).between(least, most, (from, to, { found }) => {
    stands.push({ found, from, to });
  });
  return stands;
}

/** Hands over what is in view, and once more when that is no longer all of it. */
class Shown {
  /** What was handed over, from where to where. */
  #range: { readonly from: number; readonly to: number } | undefined;
  #soon = false;
  #gone = false;

  constructor(readonly view: EditorView) {}

  update({ view, transactions, docChanged, changes, viewportChanged }: ViewUpdate): void {
    if (transactions.some(({ effects }) => effects.some((one) => one.is(setFound)))) {
      this.#range = undefined;
    } else if (view.state.field(all).size === 0) return;
    else if (docChanged && this.#range) {
      const { from, to } = this.#range;
      this.#range = { from: changes.mapPos(from, -1), to: changes.mapPos(to, 1) };
    } else if (!viewportChanged) return;
    const { from, to } = seen(view);
    if (this.#range && this.#range.from <= from && to <= this.#range.to) return;
    if (this.#soon) return;
    this.#soon = true;
    // What is shown cannot change while the view is being updated.
    queueMicrotask(() => {
      this.#soon = false;
      if (!this.#gone) this.#show();
    });
  }

  #show(): void {
    const { view } = this;
    const { from, to } = seen(view);
    const around = to - from;
    const { length } = view.state.doc;
    this.#range = { from: Math.max(0, from - around), to: Math.min(length, to + around) };
    const stands = touching(view, this.#range.from, this.#range.to);
    const diagnostics = stands.map(({ found, from, to }) => ({ ...found, from, to }));
    view.dispatch(setDiagnostics(view.state, diagnostics));
  }

  destroy(): void {
    this.#gone = true;
  }
}

/** What is drawn: of a long line a part. */
function seen({ visibleRanges, viewport }: EditorView): { from: number; to: number } {
  return {
    from: visibleRanges[0]?.from ?? viewport.from,
    to: visibleRanges.at(-1)?.to ?? viewport.to,
  };
}

/** Keeps what was found, and shows it. */
export const found = [all, ViewPlugin.fromClass(Shown)];
