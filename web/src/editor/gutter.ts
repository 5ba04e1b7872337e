/** Marks beside the lines by how bad the worst problem is; a click opens it. */
import { lintGutter, setDiagnosticsEffect } from "@codemirror/lint";
import { RangeSet, StateField, type Text } from "@codemirror/state";
import { type EditorView, GutterMarker, gutterLineClass, ViewPlugin } from "@codemirror/view";
import type { Severity } from "../../../pkg/hotsplit.js";
import type { Found } from "./diagnostics.js";
import type { Stand } from "./found.js";
import { standsOfLine } from "./walk.js";

class Level extends GutterMarker {
  override readonly elementClass: string;

  constructor(readonly level: Severity) {
    super();
    this.elementClass = `hs-at-${level}`;
  }

  override eq(other: Level): boolean {
    return other.level === this.level;
  }
}

/** The worst of each line. */
function worst(doc: Text, found: readonly Found[]): RangeSet<GutterMarker> {
  const lines = new Map<number, Found>();
  for (const one of found) {
    const { from } = doc.lineAt(Math.min(one.from, doc.length));
    const before = lines.get(from);
    if (!before || one.rank < before.rank) lines.set(from, one);
  }
  const marks = [...lines].map(([from, one]) => new Level(one.level).range(from));
  return RangeSet.of<GutterMarker>(marks, true);
}

const levels = StateField.define<RangeSet<GutterMarker>>({
  create: () => RangeSet.empty,
  update(marks, transaction) {
    for (const effect of transaction.effects) {
      // Every diagnostic of this editor is made by `diagnostics`, so it is a `Found`.
      if (effect.is(setDiagnosticsEffect)) {
        return worst(transaction.newDoc, effect.value as readonly Found[]);
      }
    }
    return transaction.docChanged ? marks.map(transaction.changes) : marks;
  },
  provide: (field) => gutterLineClass.from(field),
});

/** The gutter; `open` hears of the worst problem of a line whose mark was clicked. */
export function gutter(open: (view: EditorView, one: Stand) => void) {
  const clicks = ViewPlugin.define((view) => {
    const click = (event: MouseEvent) => {
      const { target } = event;
      if (!(target instanceof Element) || !target.closest(".cm-gutter-lint")) return;
      const { from } = view.lineBlockAtHeight(event.clientY - view.documentTop);
      const [one] = standsOfLine(view, from);
      if (!one) return;
      // The mark may be drawn anew, and would then open its tip without the mouse on it.
      target.dispatchEvent(new MouseEvent("mouseout"));
      open(view, one);
    };
    view.dom.addEventListener("click", click);
    return { destroy: () => view.dom.removeEventListener("click", click) };
  });
  return [lintGutter(), levels, clicks];
}
