/** The rewritten text as changes to the person's own, read only. A chunk of its own: seldom seen. */
import { unifiedMergeView } from "@codemirror/merge";
import { EditorState } from "@codemirror/state";
import {
  Decoration,
  drawSelection,
  EditorView,
  keymap,
  lineNumbers,
  WidgetType,
} from "@codemirror/view";
import { theme } from "../ui/code-theme.js";
import { spanner } from "../ui/language.js";
import { specials } from "../ui/specials.js";
import { shown } from "../ui/words.js";
import type { Change } from "./hunks.js";

/** What the comparison asks of the page. */
export interface Asks {
  /** Go to the next change, or the one before. */
  step(by: 1 | -1): void;
  /** Open the card of the fix that made a change. */
  open(change: Change): void;
}

/** Shows `next` with its differences from `text`, each with the name of its fix. */
export function compare(
  parent: HTMLElement,
  text: string,
  next: string,
  changes: readonly Change[],
  asks: Asks,
): EditorView {
  const walk = (by: 1 | -1) => () => {
    asks.step(by);
    return true;
  };
  return new EditorView({
    parent,
    doc: next,
    extensions: [
      lineNumbers(),
      drawSelection(),
      specials(),
      spanner,
      theme,
      EditorView.lineWrapping,
      EditorState.readOnly.of(true),
      EditorView.contentAttributes.of({
        "aria-label": "Rewritten schema, read only",
        tabindex: "0",
      }),
      keymap.of([
        { key: "F8", run: walk(1), shift: walk(-1) },
        { key: "F7", run: walk(1), shift: walk(-1) },
      ]),
      unifiedMergeView({
        original: text,
        mergeControls: false,
        collapseUnchanged: { margin: 4, minSize: 12 },
      }),
      names(next, changes, asks),
    ],
  });
}

/** The names of the fixes, behind the first line of what each changed. */
function names(text: string, changes: readonly Change[], asks: Asks) {
  const ends = changes.map((change) => {
    const end = text.indexOf("\n", Math.min(change.from, text.length));
    const at = end < 0 ? text.length : end;
    return Decoration.widget({ widget: new Name(change, asks), side: 1 }).range(at);
  });
  return EditorView.decorations.of(Decoration.set(ends, true));
}

/** A fix's name, which leads to its card. The keyboard has the bar below for it. */
class Name extends WidgetType {
  constructor(
    readonly change: Change,
    readonly asks: Asks,
  ) {
    super();
  }

  override eq(other: Name): boolean {
    return other.change === this.change;
  }

  override toDOM(): HTMLElement {
    const { fix, finding } = this.change;
    const button = document.createElement("button");
    button.className = "cm-fix-name";
    button.tabIndex = -1;
    button.textContent = fix.short;
    button.title = shown(`${fix.title}, for ${finding}`).slice(0, 300);
    button.setAttribute("aria-label", `Show ${fix.short}, which made this change`);
    button.onclick = () => this.asks.open(this.change);
    return button;
  }
}
