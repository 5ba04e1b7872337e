/** `<hotsplit-keys>`: the list of all keys, over the page. A chunk of its own. */
import { css, html, LitElement, type PropertyValues, type TemplateResult } from "lit";
import { send } from "../state/actions.js";
import { KEYS } from "../ui/keys.js";
import { controls } from "../ui/style/controls.js";
import { dialog } from "../ui/style/dialog.js";

/** Names of keys as keyboards have them. */
const NAMES: Readonly<Record<string, string>> = {
  ArrowLeft: "←",
  ArrowRight: "→",
  ArrowUp: "↑",
  ArrowDown: "↓",
  Escape: "Esc",
};

/** The same for those who hear them. */
const SPOKEN: Readonly<Record<string, string>> = {
  ArrowLeft: "left arrow",
  ArrowRight: "right arrow",
  ArrowUp: "up arrow",
  ArrowDown: "down arrow",
  "+": "plus",
  "-": "minus",
  ".": "full stop",
  "?": "question mark",
};

/** A Mac has Command where others have Control. */
const MOD = /Mac|iPhone|iPad/.test(navigator.userAgent) ? "⌘" : "Ctrl";

class KeysElement extends LitElement {
  static override properties = { open: { attribute: false } };

  declare open: boolean;

  static override styles = [
    controls,
    dialog,
    css`
      dialog {
        width: min(720px, calc(100vw - 32px));
      }
      .bar {
        position: sticky;
        top: 0;
        background: var(--panel);
      }
      .groups {
        columns: 2 260px;
        column-gap: 32px;
        padding: 14px 20px 20px;
      }
      section {
        break-inside: avoid;
        padding-bottom: 14px;
      }
      h3 {
        padding-bottom: 4px;
        color: var(--quiet);
        font-size: var(--small);
        font-weight: 600;
      }
      dl div {
        display: flex;
        align-items: baseline;
        justify-content: space-between;
        gap: 12px;
        padding: 3px 0;
      }
      dd {
        order: -1;
      }
      dt {
        display: flex;
        gap: 6px;
        white-space: nowrap;
      }
      kbd {
        padding: 1px 6px;
        border: 1px solid var(--line-strong);
        border-radius: 4px;
        background: var(--raised);
        font: 500 var(--small) / 1.4 var(--font);
      }
    `,
  ];

  override render(): TemplateResult {
    return html`<dialog
      aria-labelledby="heading"
      @close=${() => this.#close()}
      @click=${(event: MouseEvent) => {
        if (event.target === event.currentTarget) this.#close();
      }}
    >
      <div class="bar">
        <h2 id="heading">Keys</h2>
        <button @click=${() => this.#close()}>Close</button>
      </div>
      <div class="groups">
        ${KEYS.map(
          ({ where, keys }) => html`<section>
            <h3>${where}</h3>
            <dl>
              ${keys.map(
                ({ press, does }) => html`<div>
                  <dt>${press.map(chord)}</dt>
                  <dd>${does}</dd>
                </div>`,
              )}
            </dl>
          </section>`,
        )}
      </div>
    </dialog>`;
  }

  #close(): void {
    if (this.open) send(this, { do: "over", over: undefined });
  }

  override updated(changed: PropertyValues<this>): void {
    if (!changed.has("open")) return;
    const dialog = this.renderRoot.querySelector("dialog");
    if (this.open) dialog?.showModal();
    else if (dialog?.open) dialog.close();
  }
}

/** `Mod+f` as keys that stand side by side. */
function chord(keys: string): TemplateResult {
  // The plus itself is a key, too.
  const parts = keys === "+" ? ["+"] : keys.split("+");
  const shown = parts.map((part) =>
    part === "Mod" ? MOD : (NAMES[part] ?? (part.length === 1 ? part.toUpperCase() : part)),
  );
  const spoken = parts.map((part, at) => SPOKEN[part] ?? shown[at]).join(" ");
  return html`<kbd><span aria-hidden="true">${shown.join(" ")}</span><span class="unseen">${spoken}</span></kbd>`;
}

customElements.define("hotsplit-keys", KeysElement);
