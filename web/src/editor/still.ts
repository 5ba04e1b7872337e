/**
 * Keeps hover boxes away until the mouse is moved: one under which a text was pasted would open a
 * box over half of what was pasted.
 */
import { EditorView, ViewPlugin } from "@codemirror/view";

/** Boxes of a hover open only after the mouse was moved since the text changed. */
export const still = [
  ViewPlugin.define((view) => {
    let place = "";
    const moved = ({ clientX, clientY }: MouseEvent) => {
      // A browser says that the mouse moved where the page moved under it.
      const next = `${clientX} ${clientY}`;
      if (next === place) return;
      place = next;
      delete view.dom.dataset.still;
    };
    view.dom.addEventListener("mousemove", moved);
    return {
      update: ({ docChanged }) => {
        if (docChanged) view.dom.dataset.still = "";
      },
      destroy: () => view.dom.removeEventListener("mousemove", moved),
    };
  }),
  EditorView.baseTheme({ "&[data-still] .cm-tooltip-hover": { display: "none" } }),
];
