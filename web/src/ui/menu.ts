/** `<hotsplit-menu>`: a quiet button that opens a short list of things to choose or to do. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { icon } from "./icons.js";
import { controls } from "./style/controls.js";
import { entry, floatingBox } from "./style/parts.js";
import { walk } from "./walk.js";

/** An entry of a menu. */
export interface MenuItem {
  readonly label: string;
  /** What stands behind it in quiet letters, as the key that does the same. */
  readonly note?: string;
  /** For one of several values: whether it is the one in use. */
  readonly checked?: boolean;
  readonly act: () => void;
}

export class MenuElement extends LitElement {
  static override properties = {
    label: { attribute: false },
    name: { attribute: false },
    items: { attribute: false },
    open: { state: true },
  };

  /** What stands on the button. */
  declare label: string;
  /** What the menu is about, where the button does not say it. */
  declare name: string | undefined;
  declare items: readonly MenuItem[];
  declare open: boolean;

  static override styles = [
    controls,
    css`
      :host {
        display: inline-block;
        position: relative;
        min-width: 0;
      }
      .button {
        display: inline-flex;
        align-items: center;
        gap: 4px;
        max-width: 100%;
        padding: 0 8px;
        font-weight: 400;
      }
      .button .icon {
        flex: none;
        width: 12px;
        height: 12px;
        color: var(--quiet);
      }
      .list {
        position: absolute;
        z-index: 40;
        top: calc(100% + 4px);
        left: 0;
        display: grid;
        min-width: max(100%, 132px);
        width: max-content;
        max-width: min(320px, 86vw);
        max-height: min(360px, 60vh);
        padding: 4px;
        overflow: auto;
        ${floatingBox}
      }
      :host([end]) .list {
        left: auto;
        right: 0;
      }
      .list button {
        display: grid;
        grid-template-columns: auto minmax(0, 1fr) auto;
        align-items: center;
        gap: 8px;
        ${entry}
        min-height: 32px;
        font-weight: 400;
      }
      .list button:focus {
        background: var(--accent-ground);
      }
      .mark {
        width: 8px;
        height: 8px;
        border-radius: 50%;
      }
      [aria-checked="true"] .mark {
        background: var(--accent);
      }
      .note {
        color: var(--quiet);
        font-size: var(--small);
      }
      @media (max-width: 899px) {
        .button {
          min-height: 32px;
        }
        .list button {
          min-height: 40px;
        }
      }
      @media (pointer: coarse) {
        .button,
        .list button {
          min-height: 44px;
        }
      }
      @media (forced-colors: active) {
        [aria-checked="true"] .mark {
          background: Highlight;
          forced-color-adjust: none;
        }
      }
    `,
  ];

  constructor() {
    super();
    this.label = "";
    this.items = [];
    this.open = false;
    this.addEventListener("focusout", ({ relatedTarget }) => {
      if (relatedTarget instanceof Node && this.contains(relatedTarget)) return;
      // Within the shadow root the focus stays with the host.
      if (relatedTarget !== null || !this.matches(":focus-within")) this.open = false;
    });
  }

  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener("pointerdown", this.#elsewhere);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener("pointerdown", this.#elsewhere);
  }

  readonly #elsewhere = (event: Event): void => {
    if (this.open && !event.composedPath().includes(this)) this.open = false;
  };

  override render(): TemplateResult {
    return html`<button
        class="button plain"
        aria-haspopup="menu"
        aria-expanded=${this.open ? "true" : "false"}
        aria-label=${this.name === undefined ? nothing : `${this.name}: ${this.label}`}
        @click=${() => void this.#toggle()}
        @keydown=${(event: KeyboardEvent) => {
          if (event.key !== "ArrowDown" || this.open) return;
          event.preventDefault();
          void this.#toggle();
        }}
      >
        ${this.label} ${icon("chevronDown")}
      </button>
      ${this.open ? this.#list() : nothing}`;
  }

  #list(): TemplateResult {
    const chooses = this.items.some(({ checked }) => checked !== undefined);
    return html`<div
      class="list"
      role="menu"
      aria-label=${this.name ?? this.label}
      @keydown=${(event: KeyboardEvent) => this.#key(event)}
    >
      ${this.items.map(
        (item) => html`<button
          role=${item.checked === undefined ? "menuitem" : "menuitemradio"}
          aria-checked=${item.checked === undefined ? nothing : item.checked ? "true" : "false"}
          tabindex="-1"
          @click=${() => {
            this.#close();
            item.act();
          }}
        >
          ${chooses ? html`<i class="mark"></i>` : html`<i></i>`}
          <span>${item.label}</span>
          ${item.note === undefined ? nothing : html`<span class="note">${item.note}</span>`}
        </button>`,
      )}
    </div>`;
  }

  async #toggle(): Promise<void> {
    this.open = !this.open;
    await this.updateComplete;
    const chosen = this.renderRoot.querySelector<HTMLElement>('[aria-checked="true"]');
    (chosen ?? this.renderRoot.querySelector<HTMLElement>(".list button"))?.focus();
  }

  #key(event: KeyboardEvent): void {
    if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      this.#close();
    } else walk(event, [...this.renderRoot.querySelectorAll<HTMLElement>(".list button")]);
  }

  /** Closes the list; the focus goes back to the button. */
  #close(): void {
    this.open = false;
    this.renderRoot.querySelector<HTMLElement>(".button")?.focus();
  }
}

customElements.define("hotsplit-menu", MenuElement);
