/** `<hotsplit-header>`: the name, dialect, examples, share, theme. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import type { DialectChoice, PresetEntry } from "../../../pkg/hotsplit.js";
import { send } from "../actions.js";
import type { Example } from "../protocol.js";
import { dialect, type State, type Theme } from "../state.js";
import { controls } from "../style/controls.js";
import { number, rate } from "./words.js";

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
    shared: { attribute: false },
    version: { attribute: false },
    unfolded: { state: true },
  };

  declare dialect: DialectChoice;
  /** The dialect the text was read in. */
  declare read: DialectChoice | undefined;
  declare examples: readonly Example[];
  /** Workloads to start from. */
  declare presets: readonly PresetEntry[];
  declare theme: Theme;
  declare shared: State["shared"];
  declare version: string;
  declare unfolded: boolean;

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
        font-size: 15px;
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
      .list {
        position: absolute;
        right: 0;
        top: calc(100% + 4px);
        width: min(420px, calc(100vw - 24px));
        max-height: 70vh;
        overflow: auto;
        padding: 4px;
        border: 1px solid var(--line);
        border-radius: var(--radius);
        background: var(--panel);
        box-shadow: 0 10px 32px rgb(0 0 0 / 0.22);
      }
      .list button {
        display: grid;
        gap: 2px;
        width: 100%;
        padding: 8px 10px;
        border: 0;
        background: none;
        text-align: left;
        white-space: normal;
      }
      .list button:hover {
        background: var(--raised);
      }
      .list h2 {
        padding: 10px 10px 2px;
        color: var(--quiet);
        font-size: var(--small);
        font-weight: 600;
      }
      .list small {
        color: var(--quiet);
        font-size: var(--small);
        font-weight: 400;
      }
      .shared {
        display: flex;
        align-items: center;
        gap: 8px;
        padding: 8px 10px;
        right: 0;
      }
      .shared input {
        flex: 1;
        min-width: 0;
        font-family: var(--mono);
      }
      @media (max-width: 899px) {
        .say {
          display: none;
        }
        .name {
          flex: 1;
        }
        label > span {
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
        .menu {
          position: static;
        }
        .list {
          right: 12px;
        }
        label {
          order: 1;
          flex: 1 0 40%;
        }
        label select {
          flex: 1;
          min-width: 0;
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
    this.unfolded = false;
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
      <div class="menu" @keydown=${this.#keys} @focusout=${this.#left}>
        <button
          id="examples"
          aria-expanded=${this.unfolded ? "true" : "false"}
          @click=${() => {
            this.unfolded = !this.unfolded;
          }}
        >
          Examples <span aria-hidden="true">▾</span>
        </button>
        ${this.unfolded ? this.#examples() : nothing}
      </div>
      <a class="button" href="#rules">Rules</a>
      <a class="button trust" href="#trust" aria-label="Can I trust this?"
        ><span>Can I&nbsp;</span>trust<span>&nbsp;this?</span></a
      >
      <div class="menu">
        <button @click=${() => send(this, { do: "share" })}>
          ${this.shared?.copied ? "Link copied" : "Share"}
        </button>
        ${this.shared && !this.shared.copied ? this.#link(this.shared.link) : nothing}
        <span class="unseen" role="status">${this.shared?.copied ? "Link copied" : ""}</span>
      </div>
      <label>
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
            ([id, name]) =>
              html`<option value=${id} .selected=${this.theme === id}>${name}</option>`,
          )}
        </select>
      </label>
    `;
  }

  #examples(): TemplateResult {
    return html`<ul class="list" aria-label="Examples">
      ${this.examples.map((example, at) => {
        const { group } = example;
        const first = group !== "" && group !== this.examples[at - 1]?.group;
        return html`<li>
          ${first ? html`<h2>${group}</h2>` : nothing}
          <button
            @click=${() => {
              this.unfolded = false;
              send(this, { do: "example", example });
              this.renderRoot.querySelector<HTMLElement>("#examples")?.focus();
            }}
          >
            <span>${example.title}</span><small>${example.about}</small>
          </button>
        </li>`;
      })}
      ${this.presets.map((preset, at) => this.#preset(preset, at === 0))}
    </ul>`;
  }

  /** A workload to start from, with its numbers and where they come from. */
  #preset(preset: PresetEntry, first: boolean): TemplateResult {
    const numbers = `${number(preset.nodes)} nodes, ${rate(preset.writesPerSecond)} writes/s, ${number(preset.minutes)} min`;
    return html`<li>
      ${first ? html`<h2>Workloads to start from</h2>` : nothing}
      <button
        @click=${() => {
          this.unfolded = false;
          send(this, { do: "preset", preset });
          this.renderRoot.querySelector<HTMLElement>("#examples")?.focus();
        }}
      >
        <span>${preset.title}</span>
        <small>${preset.about}</small>
        <small><b>${numbers}.</b> ${preset.sources.join("; ")}.</small>
      </button>
    </li>`;
  }

  #link(link: string): TemplateResult {
    return html`<div class="list shared">
      <input
        type="text"
        readonly
        aria-label="Link to copy"
        .value=${link}
        @focus=${(event: FocusEvent) => {
          if (event.target instanceof HTMLInputElement) event.target.select();
        }}
      />
      <button @click=${() => send(this, { do: "share-close" })}>Close</button>
    </div>`;
  }

  override updated(changed: Map<string, unknown>): void {
    if (!changed.has("shared") || !this.shared) return;
    if (!this.shared.copied) this.renderRoot.querySelector("input")?.focus();
    else setTimeout(() => send(this, { do: "share-close" }), 2_500);
  }

  #keys(event: KeyboardEvent): void {
    if (event.key !== "Escape") return;
    this.unfolded = false;
    this.renderRoot.querySelector<HTMLElement>("#examples")?.focus();
  }

  #left(event: FocusEvent): void {
    const to = event.relatedTarget;
    if (event.currentTarget instanceof Node && to instanceof Node) {
      if (!event.currentTarget.contains(to)) this.unfolded = false;
    }
  }
}

customElements.define("hotsplit-header", HeaderElement);
