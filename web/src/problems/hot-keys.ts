/**
 * `<hotsplit-hot-keys>`: keys that do not spread, the first to be full in front. The list is the
 * way to everything else: editor, maps and fixes follow what is chosen here.
 */
import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import type { Analysis, HeadroomReport, HotKey, Recommended } from "../../../pkg/hotsplit.js";
import { send } from "../state/actions.js";
import { hotKeysOf } from "../state/selectors.js";
import { cssVariables } from "../ui/css-variables.js";
import { icon } from "../ui/icons.js";
import { controls } from "../ui/style/controls.js";
import { RATE_EXPECTED, typedRate } from "../ui/typed-rate.js";
import { walk } from "../ui/walk.js";
import { againstLimit, number, percent, rounded, shown, withoutCode, words } from "../ui/words.js";

/** Keys listed before the rest is asked for. Ours: what fits above the maps on a laptop. */
const LISTED = 5;

/** Load from which on a key is called warm, as a share of what a split takes; from 1 on it is hot. */
const WARM = 0.5;

class HotKeysElement extends LitElement {
  static override properties = {
    headroom: { attribute: false },
    analysis: { attribute: false },
    recommended: { attribute: false },
    open: { attribute: false },
    fixed: { type: Boolean },
    all: { state: true },
    invalid: { state: true },
  };

  /** Keys, at the load that is simulated. */
  declare headroom: HeadroomReport;
  declare analysis: Analysis;
  declare recommended: readonly Recommended[];
  /** Key of the open finding. */
  declare open: string | undefined;
  /** The text is only to be read. */
  declare fixed: boolean;
  /** All keys are listed. */
  declare all: boolean;
  /** The key whose typed rate is none. */
  declare invalid: string | undefined;
  /** The key whose rate was typed last: its field keeps the focus when the order changes. */
  #typed: string | undefined;

  static override styles = [
    controls,
    css`
      :host {
        container-type: inline-size;
      }
      .table,
      .table ul {
        display: grid;
      }
      .table {
        grid-template-columns: minmax(120px, 1.5fr) auto minmax(192px, 1fr) minmax(0, 1.3fr) 16px;
        column-gap: 16px;
      }
      .head,
      .table ul {
        grid-template-columns: subgrid;
        grid-column: 1 / -1;
      }
      .head {
        display: grid;
        align-items: baseline;
        min-height: 24px;
        color: var(--quiet);
        font-size: var(--small);
      }
      .head h3 {
        color: var(--text);
        font-size: var(--small);
        font-weight: 600;
      }
      .head .typed {
        padding-left: 8px;
      }
      .row {
        position: relative;
        display: grid;
        grid-template-columns: subgrid;
        grid-column: 1 / -1;
        align-items: center;
        min-height: 36px;
        border-top: 1px solid var(--line);
      }
      .row:hover {
        background: var(--raised);
      }
      .name {
        display: flex;
        align-items: center;
        gap: 8px;
        min-width: 0;
        min-height: 24px;
        padding: 0;
        border: 0;
        background: none;
        text-align: left;
        font-weight: 400;
      }
      /* The whole row opens the key; what can be typed in lies above. */
      .name::after {
        content: "";
        position: absolute;
        inset: 0;
      }
      .name code {
        overflow: hidden;
        text-overflow: ellipsis;
        white-space: nowrap;
      }
      .dot {
        flex: none;
        width: 8px;
        height: 8px;
        border-radius: 50%;
        background: var(--cool);
      }
      .warm .dot {
        background: var(--warm);
      }
      .hot .dot {
        background: var(--hot);
      }
      .from {
        text-align: right;
        font-variant-numeric: tabular-nums;
        white-space: nowrap;
      }
      .now {
        position: relative;
        z-index: 1;
        display: grid;
        grid-template-columns: 72px minmax(32px, 1fr) 48px;
        align-items: center;
        gap: 4px 8px;
        font-variant-numeric: tabular-nums;
      }
      .now input {
        width: 100%;
        min-height: 28px;
        padding: 0 8px;
        border-color: transparent;
        background: none;
        text-align: right;
      }
      .row:hover .now input,
      .now input:focus {
        border-color: var(--line-strong);
        background: var(--panel);
      }
      .now input[aria-invalid] {
        border-color: var(--error);
      }
      .share {
        text-align: right;
      }
      .invalid {
        grid-column: 1 / -1;
        padding-bottom: 4px;
        color: var(--error);
        font-size: var(--small);
      }
      .row > .icon {
        pointer-events: none;
      }
      .bar {
        height: 6px;
        border-radius: 3px;
        background: var(--sunken);
        overflow: hidden;
      }
      .bar i {
        display: block;
        height: 100%;
        width: calc(var(--load) * 100%);
        background: var(--cool);
      }
      .warm .bar i {
        background: var(--warm);
      }
      .hot .bar i {
        background: var(--hot);
      }
      .fix {
        min-width: 0;
        overflow: hidden;
        text-overflow: ellipsis;
        white-space: nowrap;
      }
      .icon {
        color: var(--quiet);
      }
      .rest {
        padding-top: 4px;
        border-top: 1px solid var(--line);
      }
      @container (max-width: 620px) {
        .table {
          grid-template-columns: minmax(0, 1fr) auto 16px;
          column-gap: 8px;
        }
        .from,
        .fix,
        .bar,
        .now input,
        .head .typed {
          display: none;
        }
        .row {
          min-height: 48px;
        }
        .now {
          grid-template-columns: 48px;
        }
      }
      @media (pointer: coarse) {
        .name,
        .now input {
          min-height: 44px;
        }
      }
      @media (forced-colors: active) {
        .dot,
        .bar i {
          forced-color-adjust: none;
        }
      }
    `,
  ];

  constructor() {
    super();
    this.recommended = [];
    this.fixed = false;
    this.all = false;
  }

  override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("headroom")) this.invalid = undefined;
  }

  override updated(changed: PropertyValues<this>): void {
    const before = changed.get("open");
    // Back from the page of a key, its row has the focus.
    if (changed.has("open") && before !== undefined && this.open === undefined) {
      const at = this.headroom.keys.find(({ finding }) => finding === before);
      if (at && document.activeElement === document.body) this.#field(at.object, ".name")?.focus();
    }
    if (!changed.has("headroom") || this.#typed === undefined) return;
    // A row that moved has lost it.
    if (!this.shadowRoot?.activeElement && document.activeElement === document.body) {
      this.#field(this.#typed, "input")?.focus();
    }
    this.#typed = undefined;
  }

  /** Something in the row of a key. */
  #field(object: string, what: string): HTMLElement | null | undefined {
    const rows = [...this.renderRoot.querySelectorAll<HTMLElement>(".row")];
    return rows.find((row) => row.dataset.object === object)?.querySelector<HTMLElement>(what);
  }

  override render(): TemplateResult {
    const keys = hotKeysOf(this.headroom);
    const shownKeys = this.all ? keys : keys.slice(0, LISTED);
    const more = keys.length - shownKeys.length;
    const { keysLeftOut } = this.headroom;
    return html`<section aria-label="Hot keys" class="table">
        <div class="head">
          <h3>Hot keys (${keys.length + keysLeftOut})</h3>
          <span class="from">hot from</span>
          <span class="typed">rows/s now${this.analysis.rateStated ? "" : " (assumed)"}</span>
          <span class="fix">fix</span>
        </div>
        <ul
          role="list"
          @keydown=${(event: KeyboardEvent) =>
            walk(event, [...this.renderRoot.querySelectorAll<HTMLElement>(".name")])}
        >
          ${repeat(
            shownKeys,
            ({ object }) => object,
            (key) => this.#row(key),
          )}
        </ul>
      </section>
      ${
        more > 0
          ? html`<p class="rest">
              <button
                class="link"
                @click=${() => {
                  this.all = true;
                }}
              >
                ${more + keysLeftOut} more
              </button>
            </p>`
          : keysLeftOut > 0
            ? html`<p class="rest quiet">${keysLeftOut} more are not listed.</p>`
            : nothing
      }`;
  }

  #row(key: HotKey): TemplateResult {
    const { object, cause, load, hotFromPerSecond, finding, kind, with: others } = key;
    const health = load >= 1 ? "hot" : load >= WARM ? "warm" : "cool";
    return html`<li class=${`row ${health}`} data-object=${object}>
      <button
        class="name"
        title=${shown([`${object}: ${cause}`, ...others].join(", with ")).slice(0, 300)}
        @click=${() => this.#open(finding)}
      >
        <i class="dot"></i><code>${shown(object)}</code>
        ${kind === "table" ? nothing : html`<small class="quiet">index</small>`}
        ${others.length > 0 ? html`<small class="quiet">with ${others.length} more</small>` : nothing}
        <span class="unseen">, ${againstLimit(load)}, ${cause}</span>
      </button>
      <span class="from">
        ${hotFromPerSecond === undefined ? "" : `${rounded(hotFromPerSecond)} /s`}
      </span>
      ${this.#now(key)}
      <span class="fix">${this.#fix(key)}</span>
      ${icon("chevronRight")}
    </li>`;
  }

  #open(finding: string | undefined): void {
    send(this, { do: "open", finding });
    // What was accepted stands in the list of findings.
    if (finding === undefined) send(this, { do: "part", part: "problems" });
  }

  /** What cures it, or with which reason it was accepted. */
  #fix({ object }: HotKey): unknown {
    const fix = this.recommended.find((one) => one.object === object);
    if (fix) return words(fix.title);
    const accepted = this.analysis.accepted.find((one) => one.object === object)?.accepted;
    if (accepted !== undefined)
      return html`<span class="quiet">accepted: ${shown(accepted)}</span>`;
    return html`<span class="quiet">none recommended</span>`;
  }

  #now({ object, writesPerSecond, load, rateStated }: HotKey): TemplateResult {
    // What is assumed is not known to the last digit.
    const now = rateStated ? number(writesPerSecond) : rounded(writesPerSecond);
    const invalid = this.invalid === object;
    const id = `invalid-${object}`;
    return html`<span class="now">
      <input
        type="text"
        inputmode="decimal"
        autocomplete="off"
        title="Type the real rate: it is written into the schema"
        aria-label=${`Rows per second written to ${withoutCode(object)}`}
        aria-invalid=${invalid ? "true" : nothing}
        aria-describedby=${invalid ? id : nothing}
        ?disabled=${this.fixed}
        .value=${now}
        @focus=${({ target }: Event) => target instanceof HTMLInputElement && target.select()}
        @keydown=${(event: KeyboardEvent) => this.#takeBack(event, now)}
        @change=${(event: Event) => this.#state(event, object, now)}
      />
      <span class="bar" ${cssVariables({ "--load": Math.min(1, load) })}><i></i></span>
      <span class="share">${load < 1 ? percent(load) : againstLimit(load).replace(" the limit", "")}</span>
      ${invalid ? html`<span class="invalid" id=${id} role="alert">${RATE_EXPECTED}</span>` : nothing}
    </span>`;
  }

  /** Escape takes back what was typed. */
  #takeBack(event: KeyboardEvent, now: string): void {
    const { key, target } = event;
    if (key !== "Escape" || !(target instanceof HTMLInputElement)) return;
    event.preventDefault();
    this.invalid = undefined;
    target.value = now;
    target.select();
  }

  /** Writes the rate that was typed into the schema: of a table, or of an index as its table's. */
  #state({ target }: Event, object: string, now: string): void {
    if (!(target instanceof HTMLInputElement)) return;
    this.invalid = undefined;
    const typed = target.value.trim();
    if (typed === "" || typed === now) {
      target.value = now;
      return;
    }
    const value = typedRate(typed);
    if (value === undefined) {
      this.invalid = object;
      return;
    }
    // The same number in other letters changes nothing.
    if (value === typedRate(now)) {
      target.value = now;
      return;
    }
    this.#typed = object;
    send(this, { do: "state", table: object, name: "writes", value });
  }
}

customElements.define("hotsplit-hot-keys", HotKeysElement);
