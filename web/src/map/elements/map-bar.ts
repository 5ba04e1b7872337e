/** `<hotsplit-map-bar>`: how the maps stand to each other, what is on them, and when. */
import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import type { Metric, RunAnswer, Which } from "../../../../pkg/hotsplit.js";
import type { Results, Series } from "../../engine/protocol.js";
import { send } from "../../state/actions.js";
import { controls } from "../../ui/style/controls.js";
import { afloat } from "../../ui/style/parts.js";
import { clock, count, percent, rate } from "../../ui/words.js";
import { metric } from "../choices.js";
import { type Mode, tell } from "../deeds.js";
import { moment } from "../hot.js";
import { LAYERS, type Layer } from "../overlay.js";

/** How long a run takes when it is played, ms. Ours: long enough to follow, short enough to wait. */
const PLAYED = 12_000;

/** Parts of a run that one step goes, in either direction. */
const STEPS = 60;

const MODES: readonly (readonly [Mode, string, string])[] = [
  ["pair", "Side by side", "1"],
  ["swipe", "Swipe", "2"],
  ["difference", "Difference", "3"],
];

const EXPORTS: readonly (readonly [string, string])[] = [
  ["png", "Picture (PNG)"],
  ["svg", "Picture (SVG)"],
  ["csv", "Visible part as numbers (CSV)"],
];

class MapBarElement extends LitElement {
  static override properties = {
    results: { attribute: false },
    mode: { attribute: false },
    metric: { attribute: false },
    layers: { attribute: false },
    moment: { attribute: false },
    finding: { attribute: false },
    adding: { attribute: false },
    playing: { state: true },
  };

  declare results: Results;
  declare mode: Mode;
  /** What brightness stands for. */
  declare metric: Metric;
  declare layers: ReadonlySet<Layer>;
  declare moment: number | undefined;
  /** The map a table is looked for on. */
  declare finding: Which | undefined;
  /** Drags add load; absent where none may be added. */
  declare adding: boolean | undefined;
  declare playing: boolean;

  /** When the last picture of a film was shown. */
  #last = 0;

  static override styles = [
    controls,
    css`
      :host {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 4px 8px;
        min-width: 0;
        font-size: var(--small);
      }
      .modes {
        display: flex;
      }
      .modes button {
        border-radius: 0;
        margin-left: -1px;
      }
      .modes button:first-child {
        border-radius: var(--radius) 0 0 var(--radius);
        margin-left: 0;
      }
      .modes button:last-child {
        border-radius: 0 var(--radius) var(--radius) 0;
      }
      button,
      select,
      summary {
        min-height: 26px;
        padding: 2px 8px;
        font-size: var(--small);
      }
      button[aria-pressed="true"] {
        background: var(--accent-ground);
        border-color: var(--accent);
      }
      .film {
        flex: 1 1 110px;
        display: flex;
        align-items: center;
        gap: 6px;
        min-width: 110px;
      }
      .metric {
        width: 144px;
      }
      .film button {
        min-width: 28px;
      }
      .film input {
        flex: 1;
        min-width: 40px;
        min-height: 24px;
        accent-color: var(--accent);
      }
      .film time {
        min-width: 5ch;
        font-variant-numeric: tabular-nums;
      }
      details {
        position: relative;
      }
      summary {
        border: 1px solid var(--line);
        border-radius: var(--radius);
        list-style: none;
        font-weight: 500;
        line-height: 20px;
        white-space: nowrap;
      }
      summary::-webkit-details-marker {
        display: none;
      }
      summary::after {
        content: " ▾";
      }
      .menu {
        position: absolute;
        z-index: 6;
        right: 0;
        display: grid;
        gap: 2px;
        margin-top: 2px;
        padding: 8px 10px;
        ${afloat}
        border-color: var(--line-strong);
        white-space: nowrap;
      }
      .menu button {
        text-align: left;
      }
      label {
        display: flex;
        align-items: center;
        gap: 6px;
        min-height: 24px;
      }
      .find input {
        width: 190px;
      }
      .now {
        flex-basis: 100%;
        display: flex;
        flex-wrap: wrap;
        gap: 2px 14px;
        color: var(--quiet);
        font-variant-numeric: tabular-nums;
      }
      .now b {
        color: var(--text);
        font-weight: 600;
      }
      @media (forced-colors: active) {
        button[aria-pressed="true"] {
          forced-color-adjust: none;
          background: Highlight;
          border-color: Highlight;
          color: HighlightText;
        }
      }
      @container (max-width: 700px) {
        button,
        select,
        summary,
        label,
        .film input {
          min-height: 44px;
        }
        summary {
          line-height: 38px;
        }
        .metric {
          flex: 1 1 110px;
          width: 0;
        }
        .film {
          flex: 2 1 190px;
        }
        .modes ~ .film {
          flex-basis: 100%;
        }
      }
    `,
  ];

  constructor() {
    super();
    this.playing = false;
  }

  override render(): TemplateResult {
    const { answer } = this.results;
    return html`
      ${answer.after ? this.#modes() : nothing} ${this.#metrics()} ${this.#film()}
      <details class="layers" @keydown=${this.#closing} @focusout=${this.#left}>
        <summary>Show</summary>
        <div class="menu">
          ${LAYERS.map(
            ({ id, name, kind }) => html`<label
              ><input
                type="checkbox"
                .checked=${this.layers.has(id)}
                @change=${(event: Event) => {
                  if (!(event.target instanceof HTMLInputElement)) return;
                  tell(this, { do: "layer", layer: id, on: event.target.checked });
                }}
              />${name}${kind === undefined ? "" : ` (${this.#many(kind)})`}</label
            >`,
          )}
        </div>
      </details>
      <button @click=${() => tell(this, { do: "find", which: "before" })} title="Key: /">
        Find table
      </button>
      ${this.adding === undefined ? nothing : this.#adding(this.adding)}
      <details class="exports" @keydown=${this.#closing} @focusout=${this.#left}>
        <summary>Export</summary>
        <div class="menu">
          ${EXPORTS.map(
            ([kind, name]) =>
              html`<button class="plain" @click=${() => this.#export(kind)}>${name}</button>`,
          )}
        </div>
      </details>
      ${this.finding ? this.#find(this.finding) : nothing} ${this.#now()}
    `;
  }

  #adding(on: boolean): TemplateResult {
    return html`<button
      aria-pressed=${on ? "true" : "false"}
      title="Draw a hot tenant or a burst on a map. Key on a map: A"
      @click=${() => tell(this, { do: "adding", on: !on })}
    >
      Add load
    </button>`;
  }

  #modes(): TemplateResult {
    return html`<div class="modes" role="group" aria-label="How the maps are compared">
      ${MODES.map(
        ([mode, name, key]) =>
          html`<button
            aria-pressed=${this.mode === mode ? "true" : "false"}
            title=${`Key: ${key}; hold Space on a map to see the other run`}
            @click=${() => tell(this, { do: "mode", mode })}
          >
            ${name}
          </button>`,
      )}
    </div>`;
  }

  /** What brightness stands for, with its unit. */
  #metrics(): TemplateResult {
    return html`<select
      class="metric"
      aria-label="Brightness stands for"
      title="What brightness stands for"
      @change=${(event: Event) => {
        if (!(event.target instanceof HTMLSelectElement)) return;
        send(this, { do: "metric", metric: metric(event.target.value) });
      }}
    >
      ${this.results.answer.before.metrics.map(
        ({ metric, name, unit, present }) =>
          html`<option value=${metric} .selected=${metric === this.metric} ?disabled=${!present}>
            ${name}${metric === "cpu" ? "" : present ? `, ${unit}` : ": none"}
          </option>`,
      )}
    </select>`;
  }

  #film(): TemplateResult {
    const at = this.moment ?? 1;
    return html`<div class="film" role="group" aria-label="Time">
      <button
        aria-label=${this.playing ? "Pause" : still() ? "Next minute" : "Play"}
        title="Key: K; J and L go a step back and on"
        @click=${this.toggle}
      >
        ${this.playing ? "❚❚" : "▶"}
      </button>
      <input
        type="range"
        min="0"
        max="1000"
        aria-label="Time shown"
        aria-valuetext=${this.#time(at)}
        .value=${String(Math.round(at * 1000))}
        @input=${(event: Event) => {
          if (!(event.target instanceof HTMLInputElement)) return;
          this.#pause();
          this.#go(Number(event.target.value) / 1000);
        }}
      />
      <time>${this.#time(at)}</time>
    </div>`;
  }

  /** The runs at the moment shown, in numbers. */
  #now(): TemplateResult | typeof nothing {
    if (this.moment === undefined) return nothing;
    const { answer, before, after } = this.results;
    const one = (name: string, run: RunAnswer, series: Series) => {
      const column = Math.min(run.columns - 1, Math.floor((this.moment ?? 0) * run.columns));
      const { over, share } = moment(series.grid, run.columns, column);
      const until = (column + 1) * run.secondsPerColumn;
      const many = (...kinds: string[]) =>
        run.events.filter(({ kind, seconds }) => kinds.includes(kind) && seconds <= until).length;
      return html`<span
        ><b>${name}</b> ${rate(known(series.served[column]))} writes/s, p99
        ${rate(known(series.p99[column]))} ms, hottest range ${percent(share)} of a split,
        ${count(over, "range")} at 100 % or more,
        ${count(many("split", "size-split"), "split")} and ${count(many("move"), "move")} so
        far</span
      >`;
    };
    return html`<div class="now" aria-live=${this.playing ? "off" : "polite"}>
      ${one("Before", answer.before, before)}
      ${answer.after && after ? one("After", answer.after, after) : nothing}
    </div>`;
  }

  #find(which: Which): TemplateResult {
    const bands = this.results.answer[which]?.bands ?? [];
    const found = (value: string) => {
      const word = value.trim().toLowerCase();
      const exact = bands.find((band) => band.object.toLowerCase() === word);
      return exact ?? bands.find((band) => word && band.object.toLowerCase().includes(word));
    };
    return html`<form
      class="find"
      role="search"
      @submit=${(event: Event) => {
        event.preventDefault();
        const input = this.renderRoot.querySelector(".find input");
        const band = input instanceof HTMLInputElement ? found(input.value) : undefined;
        tell(this, { do: "found", object: band?.object });
      }}
      @keydown=${(event: KeyboardEvent) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        tell(this, { do: "found", object: undefined });
      }}
    >
      <label
        >Table or index
        <input type="text" list="tables" autocomplete="off" spellcheck="false" />
      </label>
      <datalist id="tables">
        ${bands.map((band) => html`<option value=${band.object}></option>`)}
      </datalist>
    </form>`;
  }

  override updated(changed: PropertyValues<this>): void {
    if (changed.has("finding") && this.finding) {
      const input = this.renderRoot.querySelector(".find input");
      if (input instanceof HTMLInputElement) input.focus();
    }
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.playing = false;
  }

  /** Plays or pauses; where motion is not wanted, goes one step. */
  readonly toggle = (): void => {
    if (this.playing) {
      this.#pause();
      return;
    }
    const from = this.moment === undefined || this.moment >= 1 ? 0 : this.moment;
    if (still()) {
      this.#go(from + 1 / STEPS);
      return;
    }
    this.#go(from);
    this.playing = true;
    this.#last = performance.now();
    requestAnimationFrame(this.#frame);
  };

  /** Goes a step on, or back. */
  step(by: 1 | -1): void {
    this.#pause();
    this.#go((this.moment ?? 1) + by / STEPS);
  }

  readonly #frame = (now: number): void => {
    if (!this.playing) return;
    const at = (this.moment ?? 0) + Math.max(0, now - this.#last) / PLAYED;
    this.#last = now;
    this.#go(at);
    if (at >= 1) this.#pause();
    else requestAnimationFrame(this.#frame);
  };

  #pause(): void {
    this.playing = false;
  }

  /** Shows a moment; at its end the whole run is shown. */
  #go(at: number): void {
    const held = Math.max(0, at);
    tell(this, { do: "moment", at: held >= 1 ? undefined : held });
  }

  #time(at: number): string {
    const { columns, secondsPerColumn } = this.results.answer.before;
    return clock(at * columns * secondsPerColumn);
  }

  #many(kind: string): number {
    const { before, after } = this.results.answer;
    const of = (run: RunAnswer | undefined) =>
      run?.events.filter((event) => event.kind === kind).length ?? 0;
    return of(before) + of(after);
  }

  #export(kind: string): void {
    for (const menu of this.renderRoot.querySelectorAll("details")) menu.open = false;
    this.dispatchEvent(new CustomEvent("export", { detail: kind }));
  }

  /** Escape closes a menu. */
  readonly #closing = (event: KeyboardEvent): void => {
    const menu = event.currentTarget;
    if (event.key !== "Escape" || !(menu instanceof HTMLDetailsElement) || !menu.open) return;
    event.stopPropagation();
    menu.open = false;
    menu.querySelector("summary")?.focus();
  };

  /** So does going elsewhere. */
  readonly #left = (event: FocusEvent): void => {
    const menu = event.currentTarget;
    if (!(menu instanceof HTMLDetailsElement) || !(event.relatedTarget instanceof Node)) return;
    if (!menu.contains(event.relatedTarget)) menu.open = false;
  };
}

/** A number of a run; 0 where it has none yet. */
function known(value: number | undefined): number {
  return value === undefined || Number.isNaN(value) ? 0 : value;
}

/** Says whether motion is not wanted. */
function still(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

declare global {
  interface HTMLElementTagNameMap {
    "hotsplit-map-bar": MapBarElement;
  }
}

customElements.define("hotsplit-map-bar", MapBarElement);
