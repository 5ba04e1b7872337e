/** The menu of quick fixes at a point of the editor. */
import { html, type TemplateResult } from "lit";
import { cssVariables } from "../ui/css-variables.js";
import { shown } from "../ui/words.js";

/** What can be done about one problem. */
interface Offers {
  readonly title: string;
  readonly items: readonly { readonly label: string; readonly run: () => void }[];
}

/** Quick fixes shown at a point of the editor, above it or below. */
export interface Menu {
  readonly x: number;
  readonly y: number;
  readonly above: boolean;
  readonly groups: readonly Offers[];
}

/** Draws it; `close` says whether the focus goes back to the text. */
export function quickMenu(menu: Menu, close: (back: boolean) => void): TemplateResult {
  const keys = (event: KeyboardEvent) => {
    if (!(event.currentTarget instanceof HTMLElement)) return;
    const buttons = [...event.currentTarget.querySelectorAll("button")];
    const at = buttons.findIndex((button) => button.matches(":focus"));
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (event.key === "Escape") close(true);
    else if (step !== 0) buttons.at((at + step) % buttons.length)?.focus();
    else return;
    event.preventDefault();
  };
  return html`<div
    class=${menu.above ? "menu above" : "menu"}
    role="menu"
    aria-label="Quick fixes"
    ${cssVariables({ "--x": `${menu.x}px`, "--y": `${menu.y}px` })}
    @keydown=${keys}
    @focusout=${(event: FocusEvent) => {
      if (!event.relatedTarget) close(false);
    }}
  >
    ${menu.groups.map(
      ({ title, items }) => html`<div role="group" aria-label=${title}>
        <p class="title" aria-hidden="true">${title}</p>
        ${items.map(
          (item) => html`<button
            role="menuitem"
            @click=${() => {
              close(true);
              item.run();
            }}
          >
            ${shown(item.label)}
          </button>`,
        )}
      </div>`,
    )}
  </div>`;
}
