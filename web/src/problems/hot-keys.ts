/**
 * `<hotsplit-hot-keys>`: keys that do not spread, the first to be full in front. The list is the
 * way to everything else: editor, maps and fixes follow what is chosen here.
 */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import type { Analysis, HeadroomReport, HotKey, Recommended } from "../../../pkg/hotsplit.js";
import { send } from "../state/actions.js";
import { icon } from "../ui/icons.js";
import { placed } from "../ui/placed.js";
import { controls } from "../ui/style/controls.js";
import { againstLimit, count, percent, plain, rate, shown, words } from "../ui/words.js";

/** Keys listed before the rest is asked for. Ours: what fits above the maps on a laptop. */
const LISTED = 5;

/** Loads from which on a key is called warm and hot: shares of what a split takes. */
const WARM = 0.5;

class HotKeysElement extends LitElement {
  static override properties = {
    headroom: { attribute: false },
    analysis: { attribute: false },
    recommended: { attribute: false },
    open: { attribute: false },
    fixed: { type: Boolean },
    all: { state: true },
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

  static override styles = [
    controls,
    css`
      :host {
        container-type: inline-size;
      }
      h3 {
        display: grid;
        grid-template-columns: subgrid;
        grid-column: 1 / -1;
        color: var(--quiet);
        font-size: var(--small);
        font-weight: 500;
      }
      .table {
        display: grid;
        grid-template-columns: minmax(120px, 1.4fr) auto minmax(168px, 1fr) minmax(0, 1.3fr) 20px;
        column-gap: 16px;
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
      .row.open {
        background: var(--accent-ground);
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
        grid-template-columns: 76px minmax(30px, 1fr) 6.2ch;
        align-items: center;
        gap: 8px;
        font-variant-numeric: tabular-nums;
      }
      .now input {
        width: 100%;
        min-height: 26px;
        padding: 0 6px;
        border-color: transparent;
        background: none;
        text-align: right;
      }
      .row:hover .now input,
      .now input:focus {
        border-color: var(--line-strong);
        background: var(--panel);
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
        display: flex;
        flex-wrap: wrap;
        gap: 4px 16px;
        padding-top: 8px;
        border-top: 1px solid var(--line);
      }
      @container (max-width: 620px) {
        .table {
          grid-template-columns: minmax(0, 1fr) auto 20px;
        }
        .from,
        .fix,
        h3 span:nth-child(2),
        h3 span:nth-child(4) {
          display: none;
        }
        .row {
          min-height: 48px;
        }
        .now {
          grid-template-columns: 76px 48px 6.2ch;
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

  override render(): TemplateResult {
    const keys = this.headroom.keys.filter(({ harmless }) => harmless === undefined);
    const shownKeys = this.all ? keys : keys.slice(0, LISTED);
    const more = keys.length - shownKeys.length + this.headroom.keysLeftOut;
    return html`<section aria-label="Hot keys">
      <div class="table" role="list">
        <h3>
          <span>Hot keys (${keys.length + this.headroom.keysLeftOut})</span>
          <span class="from">hot from</span>
          <span>rows/s now${this.analysis.rateStated ? "" : " (assumed)"}</span>
          <span>fix</span>
        </h3>
        ${shownKeys.map((key) => this.#row(key))}
      </div>
      ${
        more > 0 && !this.all
          ? html`<p class="rest">
              <button
                class="link"
                @click=${() => {
                  this.all = true;
                }}
              >
                ${count(more, "more key", "more keys")}
              </button>
            </p>`
          : nothing
      }
    </section>`;
  }

  #row(key: HotKey): TemplateResult {
    const { object, cause, load, hotFromPerSecond, finding, kind } = key;
    const health = load >= 1 ? "hot" : load >= WARM ? "warm" : "cool";
    const open = finding !== undefined && finding === this.open;
    const fix = this.recommended.find((one) => one.object === object);
    return html`<div role="listitem" class=${`row ${health} ${open ? "open" : ""}`}>
      <button
        class="name"
        title=${shown(cause)}
        aria-expanded=${open ? "true" : "false"}
        ?disabled=${finding === undefined}
        @click=${() => send(this, { do: "open", finding: open ? undefined : finding })}
      >
        <i class="dot"></i><code>${plain(object)}</code>
        ${kind === "table" ? nothing : html`<small class="quiet">index</small>`}
        <span class="unseen">${againstLimit(load)}. ${cause}</span>
      </button>
      <span class="from">
        ${hotFromPerSecond === undefined ? "" : `${rate(hotFromPerSecond)}/s`}
      </span>
      ${this.#now(key)}
      <span class="fix">${fix ? words(fix.title) : html`<span class="quiet">${cause}</span>`}</span>
      ${icon("chevronRight")}
    </div>`;
  }

  #now({ object, table, writesPerSecond, load }: HotKey): TemplateResult {
    const now = Math.round(writesPerSecond);
    return html`<span class="now">
      <input
        type="text"
        inputmode="decimal"
        autocomplete="off"
        aria-label=${`Rows written per second to ${plain(object)}`}
        ?disabled=${this.fixed}
        .value=${rate(now)}
        @change=${(event: Event) => this.#state(event, table, now)}
      />
      <span class="bar" ${placed({ "--load": Math.min(1, load) })}><i></i></span>
      <span>${load < 1 ? percent(load) : `${rate(load)}×`}</span>
    </span>`;
  }

  /** Writes the rate that was typed into the schema. */
  #state({ target }: Event, table: string, now: number): void {
    if (!(target instanceof HTMLInputElement)) return;
    const value = target.value.trim();
    if (value === "" || value === rate(now)) {
      target.value = rate(now);
      return;
    }
    const perSecond = value.includes("/") ? value : `${value}/s`;
    send(this, { do: "state", table, name: "writes", value: perSecond });
  }
}

customElements.define("hotsplit-hot-keys", HotKeysElement);
