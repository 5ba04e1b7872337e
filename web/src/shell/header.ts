/** `<hotsplit-header>`: the name, examples, lessons, documents, share, theme; on a phone one menu. */
import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { type Action, missing, send } from "../state/actions.js";
import type { Example } from "../state/examples.js";
import type { PresetEntry } from "../state/preset-data.js";
import type { Kept, Theme } from "../state/state.js";
import { type Icon, icon } from "../ui/icons.js";
import { controls } from "../ui/style/controls.js";
import { walk } from "../ui/walk.js";

/** Menus that the header draws itself; `all` is a phone's. */
type Menu = "all" | "examples" | "docs";

/** Themes in the order in which the button goes through them. */
const THEMES: readonly { readonly id: Theme; readonly name: string; readonly icon: Icon }[] = [
  { id: "system", name: "match device", icon: "device" },
  { id: "light", name: "light", icon: "sun" },
  { id: "dark", name: "dark", icon: "moon" },
];

class HeaderElement extends LitElement {
  static override properties = {
    examples: { attribute: false },
    presets: { attribute: false },
    theme: { attribute: false },
    earlier: { attribute: false },
    shared: { attribute: false },
    sharing: { attribute: false },
    version: { attribute: false },
    unfolded: { state: true },
    lists: { state: true },
  };

  declare examples: readonly Example[];
  /** Workloads to start from. */
  declare presets: readonly PresetEntry[];
  declare theme: Theme;
  /** A draft that one can go back to. */
  declare earlier: Kept | undefined;
  /** The share menu is open; it is slotted in. */
  declare shared: boolean;
  /** There is something to share; an exam is not. */
  declare sharing: boolean;
  declare version: string;
  declare unfolded: Menu | undefined;
  /** What draws the lists of the menus, once one was opened. */
  declare lists: typeof import("../guide/menus.js") | undefined;

  static override styles = [
    controls,
    css`
      :host {
        display: flex;
        align-items: center;
        gap: 4px;
        min-height: 48px;
        padding: 0 16px;
        background: var(--panel);
        position: relative;
        z-index: 20;
      }
      h1 {
        display: flex;
        align-items: center;
        gap: 8px;
        margin-right: 12px;
        font-size: var(--size);
        font-weight: 600;
      }
      h1 svg {
        width: 20px;
        height: 20px;
      }
      .space {
        flex: 1;
      }
      :is(button, a.button).plain {
        display: inline-flex;
        align-items: center;
        gap: 4px;
        min-height: 32px;
        padding: 0 8px;
        border-color: transparent;
        color: var(--quiet);
        font-weight: 400;
      }
      :is(button, a.button).plain:is(:hover, [aria-expanded="true"]) {
        background: var(--raised);
        color: var(--text);
      }
      .icon {
        flex: none;
      }
      #share .icon,
      #docs .icon,
      #examples .icon {
        width: 12px;
        height: 12px;
      }
      .menu {
        position: relative;
      }
      .narrow {
        display: none;
      }
      @media (max-width: 640px) {
        :is(button, a.button).wide.plain {
          display: none;
        }
        .narrow {
          display: flex;
        }
        .narrow .plain {
          min-width: 44px;
          min-height: 44px;
          justify-content: center;
        }
        .menu {
          position: static;
        }
        :host {
          padding-right: 8px;
        }
      }
    `,
  ];

  constructor() {
    super();
    this.examples = [];
    this.presets = [];
    this.theme = "system";
    this.version = "";
    this.shared = false;
    this.sharing = true;
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

  protected override updated(changed: PropertyValues<this>): void {
    // A dialog that was opened from the menu closes it, and takes the focus with it.
    const isLost = document.activeElement === document.body;
    if (changed.get("shared") && !this.shared && isLost) this.#focus("share");
  }

  override render(): TemplateResult {
    const theme = this.#theme();
    return html`
      <h1>
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <rect width="16" height="16" rx="3.5" fill="#1b1030"></rect>
          <path d="M3 3h3v3H3z" fill="#fca50a"></path>
          <path d="M6.500 6.500h3v3h-3z" fill="#f06b22"></path>
          <path d="M10 10h3v3h-3z" fill="#fcffa4"></path>
        </svg>
        hotsplit
      </h1>
      <div class="menu">
        ${this.#button("examples", "Examples")} ${this.unfolded === "examples" ? this.#examples() : nothing}
      </div>
      <a class="button plain wide" href="#lessons">Learn</a>
      <div class="menu">
        ${this.#button("docs", "Docs")} ${this.unfolded === "docs" ? this.#docs("docs") : nothing}
      </div>
      <span class="space"></span>
      <div class="menu">
        ${
          this.sharing
            ? html`<button
                id="share"
                class="plain wide"
                aria-expanded=${this.shared ? "true" : "false"}
                @click=${() => this.#share()}
              >
                Share ${icon("chevronDown")}
              </button>`
            : nothing
        }
        <slot name="share"></slot>
      </div>
      <button
        id="theme"
        class="plain wide"
        title=${`Theme: ${theme.name}. Press for ${theme.next.name}.`}
        aria-label=${`Theme: ${theme.name}`}
        @click=${() => send(this, { do: "theme", theme: theme.next.id })}
      >
        ${icon(theme.icon)}
      </button>
      <div class="menu narrow">
        <button
          id="all"
          class="plain"
          aria-label="Menu"
          aria-expanded=${this.unfolded === "all" ? "true" : "false"}
          @click=${() => this.#unfold("all")}
        >
          ${icon(this.unfolded === "all" ? "close" : "menu")}
        </button>
        ${this.unfolded === "all" ? this.#docs("all") : nothing}
      </div>
    `;
  }

  /** The theme that is set, and the one after it. */
  #theme() {
    const at = THEMES.findIndex(({ id }) => id === this.theme);
    const [first] = THEMES;
    const theme = THEMES[at] ?? first;
    const next = THEMES[(at + 1) % THEMES.length] ?? first;
    // The list has three entries: this is for the compiler.
    if (!theme || !next) throw new Error("there is no theme");
    return { ...theme, next };
  }

  #button(menu: Menu, name: string): TemplateResult {
    return html`<button
      id=${menu}
      class="plain wide"
      aria-expanded=${this.unfolded === menu ? "true" : "false"}
      @click=${() => this.#unfold(menu)}
    >
      ${name} ${icon("chevronDown")}
    </button>`;
  }

  #unfold(menu: Menu): void {
    const was = this.unfolded;
    this.#close();
    if (was !== menu) this.unfolded = menu;
    void this.#load();
  }

  #share(): void {
    this.unfolded = undefined;
    send(this, { do: this.shared ? "share-close" : "share" });
  }

  #examples(): TemplateResult | typeof nothing {
    const { earlier, examples, presets } = this;
    const choose = (action: Action) => this.#choose("examples", action);
    return this.lists?.examples({ earlier, examples, presets }, choose) ?? nothing;
  }

  /** What is documented; on a phone everything else of the header, too. */
  #docs(menu: "docs" | "all"): TemplateResult | typeof nothing {
    const { lists, version } = this;
    if (!lists) return nothing;
    const choose = (action: Action) => this.#choose(menu, action);
    const follow = () => {
      this.unfolded = undefined;
      this.#focus(menu);
    };
    if (menu === "docs") return lists.docs({ version, choose, follow });
    const theme = this.#theme();
    return lists.all({
      version,
      choose,
      follow,
      theme: theme.name,
      examples: () => this.#unfold("examples"),
      share: this.sharing ? () => this.#share() : undefined,
      nextTheme: () => send(this, { do: "theme", theme: theme.next.id }),
    });
  }

  /** What menus list is a chunk of its own, got when one is first opened. */
  async #load(): Promise<void> {
    const lists = this.lists ?? (await import("../guide/menus.js").catch(() => missing(this)));
    if (!lists || this.lists) return;
    const { styleSheet } = lists.style;
    if (styleSheet) this.shadowRoot?.adoptedStyleSheets.push(styleSheet);
    this.lists = lists;
  }

  /** An entry of a menu was chosen: the menu closes and the focus goes back to its button. */
  #choose(menu: Menu, action: Action): void {
    this.unfolded = undefined;
    this.#focus(menu);
    send(this, action);
  }

  /** Focuses the button of a menu, or that of a phone's menu, where the other is not shown. */
  #focus(button: Menu | "share"): void {
    const of = (id: string) => this.renderRoot.querySelector<HTMLElement>(`#${id}`);
    const own = of(button);
    (own?.checkVisibility() ? own : of("all"))?.focus();
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
    const own = [...this.renderRoot.querySelectorAll<HTMLElement>(".list :is(a, button)")];
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
