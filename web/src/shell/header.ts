/** `<hotsplit-header>`: the name, dialect, examples, share, help, theme. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import type { DialectChoice } from "../../../pkg/hotsplit.js";
import { walk } from "../problems/walk.js";
import type { Example } from "../session/examples.js";
import type { PresetEntry } from "../session/preset-data.js";
import { type Action, missing, send } from "../state/actions.js";
import { dialect, type Kept, type Theme } from "../state/state.js";
import { controls } from "../ui/style/controls.js";

/** Menus of the header that it draws itself. */
type Menu = "examples" | "help";

const DIALECTS: readonly (readonly [DialectChoice, string])[] = [
  ["googlesql", "GoogleSQL"],
  ["postgresql", "PostgreSQL"],
];
const THEMES: readonly (readonly [Theme, string])[] = [
  ["system", "System"],
  ["light", "Light"],
  ["dark", "Dark"],
];

class HeaderElement extends LitElement {
  static override properties = {
    dialect: { attribute: false },
    read: { attribute: false },
    examples: { attribute: false },
    presets: { attribute: false },
    theme: { attribute: false },
    earlier: { attribute: false },
    shared: { attribute: false },
    version: { attribute: false },
    unfolded: { state: true },
    draw: { state: true },
  };

  declare dialect: DialectChoice;
  /** The dialect the text was read in. */
  declare read: DialectChoice | undefined;
  declare examples: readonly Example[];
  /** Workloads to start from. */
  declare presets: readonly PresetEntry[];
  declare theme: Theme;
  /** A draft that one can go back to. */
  declare earlier: Kept | undefined;
  /** The share menu is open; it is slotted in. */
  declare shared: boolean;
  declare version: string;
  declare unfolded: Menu | undefined;
  declare draw: typeof import("../guide/examples.js") | undefined;

  static override styles = [
    controls,
    css`
      :host {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 4px 10px;
        padding: 6px 12px;
        background: var(--panel);
        position: relative;
        z-index: 20;
      }
      .name {
        display: flex;
        align-items: center;
        gap: 8px;
        font-size: 1.15em;
        font-weight: 650;
        letter-spacing: -0.01em;
      }
      .name svg {
        width: 18px;
        height: 18px;
      }
      .say {
        color: var(--quiet);
        flex: 1;
        min-width: 0;
        overflow: hidden;
        text-overflow: ellipsis;
        white-space: nowrap;
      }
      label {
        display: flex;
        align-items: center;
        gap: 6px;
        color: var(--quiet);
      }
      select {
        color: var(--text);
      }
      .menu {
        position: relative;
      }
      @media (max-width: 899px) {
        .say {
          display: none;
        }
        .name {
          flex: 1;
        }
        label:not(.inside) > span {
          position: absolute;
          width: 1px;
          height: 1px;
          overflow: hidden;
          clip-path: inset(50%);
        }
        a.button,
        button,
        select {
          min-height: 36px;
        }
      }
      @media (max-width: 560px) {
        .trust span {
          display: none;
        }
        .trust {
          text-transform: capitalize;
        }
      }
      /* Two rows: the name and the dialect, then all that can be pressed. */
      @media (max-width: 640px) {
        :host {
          gap: 6px;
        }
        .name {
          flex: 1 0 40%;
        }
        label:not(.inside) {
          flex: 1 0 45%;
        }
        label select {
          flex: 1;
          min-width: 0;
        }
        label.top {
          display: none;
        }
        .menu {
          position: static;
        }
        :host {
          column-gap: 4px;
        }
        a.button,
        .menu > button {
          padding-inline: 7px;
        }
        .menu [aria-hidden] {
          display: none;
        }
      }
    `,
  ];

  constructor() {
    super();
    this.dialect = "auto";
    this.examples = [];
    this.presets = [];
    this.theme = "system";
    this.version = "";
    this.shared = false;
    this.addEventListener("keydown", this.#keys);
    this.addEventListener("focusout", this.#left);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener("pointerdown", this.#elsewhere);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener("pointerdown", this.#elsewhere);
  }

  override render(): TemplateResult {
    const told = DIALECTS.find(([id]) => id === this.read)?.[1];
    return html`
      <h1 class="name" title=${this.version ? `engine ${this.version}` : ""}>
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <rect width="16" height="16" rx="3.5" fill="#1b1030"></rect>
          <path d="M3 3h3v3H3z" fill="#fca50a"></path>
          <path d="M6.500 6.500h3v3h-3z" fill="#f06b22"></path>
          <path d="M10 10h3v3h-3z" fill="#fcffa4"></path>
        </svg>
        hotsplit
      </h1>
      <p class="say">where a Spanner schema gets hot, what to change, what it buys</p>
      <label>
        <span>Dialect</span>
        <select
          aria-label="Dialect"
          @change=${(event: Event) => {
            if (event.target instanceof HTMLSelectElement) {
              send(this, { do: "dialect", dialect: dialect(event.target.value) });
            }
          }}
        >
          <option value="auto" ?selected=${this.dialect === "auto"}>
            ${told ? `Auto: ${told}` : "Auto"}
          </option>
          ${DIALECTS.map(
            ([id, name]) =>
              html`<option value=${id} .selected=${this.dialect === id}>${name}</option>`,
          )}
        </select>
      </label>
      <div class="menu">
        ${this.#button("examples", "Examples")}
        ${this.unfolded === "examples" ? this.#examples() : nothing}
      </div>
      <a class="button" href="#lessons">Lessons</a>
      <a class="button" href="#rules">Rules</a>
      <a class="button trust" href="#trust" aria-label="Can I trust this?"
        ><span>Can I&nbsp;</span>trust<span>&nbsp;this?</span></a
      >
      <div class="menu">
        <button
          id="share"
          aria-expanded=${this.shared ? "true" : "false"}
          @click=${() => {
            this.unfolded = undefined;
            send(this, { do: this.shared ? "share-close" : "share" });
          }}
        >
          Share <span aria-hidden="true">▾</span>
        </button>
        <slot name="share"></slot>
      </div>
      <div class="menu">
        ${this.#button("help", "Help")} ${this.unfolded === "help" ? this.#help() : nothing}
      </div>
      ${this.#themes("top")}
    `;
  }

  /** A phone has no room for it at the top; there it is under Help. */
  #themes(place: "top" | "inside"): TemplateResult {
    return html`<label class=${place}>
      <span>Theme</span>
      <select
        aria-label="Theme"
        @change=${(event: Event) => {
          if (!(event.target instanceof HTMLSelectElement)) return;
          const { value } = event.target;
          const theme = THEMES.find(([id]) => id === value)?.[0] ?? "system";
          send(this, { do: "theme", theme });
        }}
      >
        ${THEMES.map(
          ([id, name]) => html`<option value=${id} .selected=${this.theme === id}>${name}</option>`,
        )}
      </select>
    </label>`;
  }

  #button(menu: Menu, name: string): TemplateResult {
    const on = this.unfolded === menu;
    return html`<button
      id=${menu}
      aria-expanded=${on ? "true" : "false"}
      @click=${() => {
        this.#close();
        if (!on) this.unfolded = menu;
        void this.#drawn();
      }}
    >
      ${name} <span aria-hidden="true">▾</span>
    </button>`;
  }

  #examples(): TemplateResult | typeof nothing {
    const { earlier, examples, presets } = this;
    const chose = (action: Action) => this.#chose("examples", action);
    return this.draw?.examples({ earlier, examples, presets }, chose) ?? nothing;
  }

  #help(): TemplateResult | typeof nothing {
    const chose = (action: Action) => this.#chose("help", action);
    return this.draw?.help(this.version, this.#themes("inside"), chose) ?? nothing;
  }

  /** What menus list is a chunk of its own, got when one is first opened. */
  async #drawn(): Promise<void> {
    const draw = this.draw ?? (await import("../guide/examples.js").catch(() => missing(this)));
    if (!draw || this.draw) return;
    const { styleSheet } = draw.lists;
    if (styleSheet) this.shadowRoot?.adoptedStyleSheets.push(styleSheet);
    this.draw = draw;
  }

  /** An entry of a menu was chosen: the menu closes and the focus goes back to its button. */
  #chose(menu: Menu, action: Action): void {
    this.unfolded = undefined;
    this.#focus(menu);
    send(this, action);
  }

  #focus(button: Menu | "share"): void {
    this.renderRoot.querySelector<HTMLElement>(`#${button}`)?.focus();
  }

  /** Closes whatever is open. */
  #close(): void {
    this.unfolded = undefined;
    if (this.shared) send(this, { do: "share-close" });
  }

  readonly #keys = (event: KeyboardEvent): void => {
    const open = this.unfolded ?? (this.shared ? "share" : undefined);
    if (!open) return;
    if (event.key === "Escape") {
      event.preventDefault();
      this.#close();
      this.#focus(open);
      return;
    }
    const own = [...this.renderRoot.querySelectorAll<HTMLElement>(".list button")];
    const slotted = this.querySelector<HTMLElement & { stops?: HTMLElement[] }>("[slot=share]");
    walk(event, open === "share" ? (slotted?.stops ?? []) : own);
  };

  readonly #left = (event: FocusEvent): void => {
    const to = event.relatedTarget;
    if (to instanceof Node && to !== this && !this.contains(to)) this.#close();
  };

  /** A click on what takes no focus closes menus, too. */
  readonly #elsewhere = (event: PointerEvent): void => {
    if (!event.composedPath().includes(this)) this.#close();
  };
}

customElements.define("hotsplit-header", HeaderElement);
