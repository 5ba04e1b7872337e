/** The rewritten text as changes to the person's own, read only. A chunk of its own: seldom seen. */
import { unifiedMergeView } from "@codemirror/merge";
import { EditorState } from "@codemirror/state";
import { EditorView, lineNumbers } from "@codemirror/view";
import { spanner } from "./language.js";
import { theme } from "./theme.js";

/** Shows `next` with its differences from `text`. */
export function compare(parent: HTMLElement, text: string, next: string): EditorView {
  return new EditorView({
    parent,
    doc: next,
    extensions: [
      lineNumbers(),
      spanner,
      theme,
      EditorView.lineWrapping,
      EditorState.readOnly.of(true),
      EditorView.contentAttributes.of({ "aria-label": "Rewritten schema, read only" }),
      unifiedMergeView({
        original: text,
        mergeControls: false,
        collapseUnchanged: { margin: 4, minSize: 12 },
      }),
    ],
  });
}
