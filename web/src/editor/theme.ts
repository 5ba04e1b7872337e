/** How the editor looks: the page's own colours, which follow light and dark by themselves. */
import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

const look = EditorView.theme({
  "&": { height: "100%", color: "var(--text)", backgroundColor: "var(--panel)", fontSize: "13px" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.55", overflow: "auto" },
  ".cm-content": { caretColor: "var(--text)", padding: "8px 0" },
  ".cm-cursor, .cm-dropCursor": { borderLeftColor: "var(--text)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground":
    { backgroundColor: "var(--mark)" },
  ".cm-activeLine": { backgroundColor: "color-mix(in srgb, var(--raised) 70%, transparent)" },
  ".cm-gutters": {
    backgroundColor: "var(--panel)",
    color: "var(--quiet)",
    border: "none",
  },
  ".cm-activeLineGutter": { backgroundColor: "var(--raised)", color: "var(--text)" },
  ".cm-tooltip": {
    backgroundColor: "var(--panel)",
    color: "var(--text)",
    border: "1px solid var(--line)",
    borderRadius: "6px",
    boxShadow: "0 6px 24px rgb(0 0 0 / 0.22)",
    maxWidth: "min(460px, 92vw)",
  },
  // CodeMirror draws squiggles and marks from `data:` pictures, which the page's policy refuses.
  ".cm-lintRange": {
    backgroundImage: "none",
    paddingBottom: "0",
    textDecorationLine: "underline",
    textDecorationStyle: "wavy",
    textDecorationThickness: "1.5px",
    textUnderlineOffset: "3px",
    textDecorationSkipInk: "none",
  },
  ".cm-lintRange-error": { backgroundImage: "none", textDecorationColor: "var(--error)" },
  ".cm-lintRange-warning": { backgroundImage: "none", textDecorationColor: "var(--warn)" },
  ".cm-lintRange-info": { backgroundImage: "none", textDecorationColor: "var(--ask)" },
  ".cm-lintRange-hint": { backgroundImage: "none", textDecorationColor: "var(--info)" },
  ".cm-lintRange.hs-high": {
    textDecorationColor: "var(--high)",
    backgroundColor: "var(--high-ground)",
  },
  ".cm-lintRange-active": { backgroundColor: "var(--mark)" },
  ".cm-gutter-lint": { width: "1.3em" },
  ".cm-gutter-lint .cm-gutterElement": { padding: "0 0.2em" },
  ".cm-lint-marker": { width: "0.9em", height: "1em", textAlign: "center", lineHeight: "1.55" },
  ".cm-lint-marker-error": { content: "normal", color: "var(--high)" },
  ".cm-lint-marker-error::before": { content: "'▲'" },
  ".cm-lint-marker-warning": { content: "normal", color: "var(--warn)" },
  ".cm-lint-marker-warning::before": { content: "'◆'" },
  ".cm-lint-marker-info": { content: "normal", color: "var(--ask)" },
  ".cm-lint-marker-info::before": { content: "'?'" },
  ".cm-lint-marker-hint": { content: "normal", color: "var(--info)" },
  ".cm-lint-marker-hint::before": { content: "'•'" },
  ".cm-lint-marker::before": { fontSize: "0.75em" },
  ".cm-diagnostic": { padding: "8px 10px", borderLeft: "3px solid var(--info)", margin: "0" },
  ".cm-diagnostic-error": { borderLeftColor: "var(--high)" },
  ".cm-diagnostic-warning": { borderLeftColor: "var(--warn)" },
  ".cm-diagnostic-info": { borderLeftColor: "var(--ask)" },
  ".cm-diagnosticText": { fontFamily: "var(--font)" },
  ".cm-diagnosticText p": { margin: "0 0 4px" },
  ".cm-diagnosticText p:first-child": { fontWeight: "600" },
  ".cm-diagnosticText code": { fontFamily: "var(--mono)", fontSize: "0.93em" },
  ".cm-diagnosticAction": {
    margin: "4px 6px 0 0",
    padding: "3px 8px",
    minHeight: "24px",
    border: "1px solid var(--line-strong)",
    borderRadius: "6px",
    backgroundColor: "var(--raised)",
    color: "var(--text)",
    font: "500 12px var(--font)",
  },
  ".cm-panels": {
    backgroundColor: "var(--raised)",
    color: "var(--text)",
    borderTop: "1px solid var(--line)",
  },
  ".cm-panel.cm-panel-lint ul [aria-selected]": { backgroundColor: "var(--mark)" },
  ".cm-panel.cm-panel-lint ul [aria-selected] u": { textDecoration: "none" },
  ".cm-panel.cm-panel-lint [name=close]": { color: "var(--text)" },
  ".cm-placeholder": { color: "var(--quiet)" },
  ".cm-deletedChunk": { backgroundColor: "var(--removed)", paddingLeft: "6px" },
  ".cm-deletedChunk .cm-deletedText, & .cm-deletedText": {
    background: "var(--removed-strong)",
    textDecoration: "none",
  },
  "&.cm-merge-b .cm-changedLine, & .cm-inlineChangedLine": { backgroundColor: "var(--added)" },
  "&.cm-merge-b .cm-changedText, & .cm-changedText": { background: "var(--added-strong)" },
  "&.cm-merge-b .cm-changedLineGutter": { background: "var(--good)" },
  ".cm-deletedLineGutter": { background: "var(--error)" },
  ".cm-collapsedLines": {
    background: "var(--raised)",
    color: "var(--quiet)",
    font: "12px var(--font)",
  },
});

const colours = HighlightStyle.define([
  { tag: tags.keyword, color: "var(--code-keyword)" },
  { tag: tags.typeName, color: "var(--code-type)" },
  { tag: tags.string, color: "var(--code-string)" },
  { tag: tags.number, color: "var(--code-number)" },
  { tag: tags.comment, color: "var(--code-comment)", fontStyle: "italic" },
  { tag: tags.meta, color: "var(--code-directive)", fontWeight: "600" },
]);

/** Everything about looks, as one extension. */
export const theme = [look, syntaxHighlighting(colours)];
