/** From problem to problem in the text, worst first where several begin at one place. */
import { EditorView } from "@codemirror/view";
import type { Found } from "./diagnostics.js";
import { type Stand, touching } from "./found.js";

/** All problems in the order of the text. */
export function stands(view: EditorView): Stand[] {
  return touching(view, 0, view.state.doc.length).sort(
    (a, b) => a.from - b.from || a.found.rank - b.found.rank || a.to - b.to,
  );
}

/** Problems of the line that a place is in, worst first. */
export function standsOfLine(view: EditorView, at: number): Stand[] {
  const { from, to } = view.state.doc.lineAt(at);
  return touching(view, from, to).sort((a, b) => a.found.rank - b.found.rank || a.from - b.from);
}

/** The problem at a place: the shortest that covers it, and the worst of these. */
export function standAt(view: EditorView, at: number): Stand | undefined {
  return touching(view, at, at).sort(
    (a, b) => a.to - a.from - (b.to - b.from) || a.found.rank - b.found.rank,
  )[0];
}

/** Where a walk is: several problems may cover the same letters. */
export interface Walk {
  /** The problem that was gone to last. */
  last: Found | undefined;
}

/** Selects the next or previous problem, over the ends; says which, if there is any. */
export function step(view: EditorView, walk: Walk, by: 1 | -1): string | undefined {
  const all = stands(view);
  if (all.length === 0) return undefined;
  const { from, to } = view.state.selection.main;
  const last = all.findIndex(
    (one) => one.found === walk.last && one.from === from && one.to === to,
  );
  const next = last >= 0 ? last + by : numberFrom(all, from, by);
  const at = (next + all.length) % all.length;
  const one = all[at];
  if (!one) return undefined;
  walk.last = one.found;
  view.dispatch({
    selection: { anchor: one.from, head: one.to },
    effects: EditorView.scrollIntoView(one.from, { y: "nearest", yMargin: 40 }),
    userEvent: "select.problem",
  });
  view.focus();
  return `Problem ${at + 1} of ${all.length}: ${one.found.message}`;
}

/** The number of the first problem behind a place, or of the last before it. */
function numberFrom(all: readonly Stand[], place: number, by: 1 | -1): number {
  if (by === -1) return all.findLastIndex((one) => one.from < place);
  const next = all.findIndex((one) => one.from > place);
  return next < 0 ? all.length : next;
}
