/** `<hotsplit-film>`: plays the runs over time, and says in numbers how they are at a moment. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import type { RunAnswer } from "../../../../pkg/hotsplit.js";
import type { Results, Series } from "../../engine/protocol.js";
import { send } from "../../state/actions.js";
import { icon } from "../../ui/icons.js";
import { controls } from "../../ui/style/controls.js";
import { againstLimit, clock, count, rate } from "../../ui/words.js";
import { moment } from "../hot.js";
import { isStill } from "../painter.js";

/** How long a run takes when it is played, ms. Ours: long enough to follow, short enough to wait. */
const PLAYED = 12_000;

/** Parts of a run that one step goes, in either direction. */
const STEPS = 60;

export class FilmElement extends LitElement {
  static override properties = {
    results: { attribute: false },
    moment: { attribute: false },
    playing: { state: true },
  };

  declare results: Results;
  /** The moment shown, as a fraction of the run; without one all of it is. */
  declare moment: number | undefined;
  declare playing: boolean;

  /** When the last picture was shown. */
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
      button {
        min-height: 28px;
        min-width: 32px;
        padding: 0 8px;
      }
      input {
        flex: 1;
        min-width: 80px;
        min-height: 24px;
        accent-color: var(--accent);
      }
      time {
        min-width: 5ch;
        font-variant-numeric: tabular-nums;
      }
      .now {
        flex-basis: 100%;
        display: flex;
        flex-wrap: wrap;
        gap: 0 16px;
        color: var(--quiet);
        font-variant-numeric: tabular-nums;
      }
      .now b {
        color: var(--text);
        font-weight: 600;
      }
      @media (pointer: coarse) {
        button,
        input {
          min-height: 44px;
          min-width: 44px;
        }
      }
    `,
  ];

  constructor() {
    super();
    this.playing = false;
  }

  override render(): TemplateResult {
    const at = this.moment ?? 1;
    return html`
      <button
        aria-label=${this.playing ? "Pause" : isStill() ? "Next minute" : "Play"}
        title="Key: K; J and L go a step back and on"
        @click=${() => this.toggle()}
      >
        ${icon(this.playing ? "pause" : "play")}
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
          this.playing = false;
          this.#go(Number(event.target.value) / 1000);
        }}
      />
      <time>${this.#time(at)}</time>
      <button
        class="plain"
        aria-label="Show the whole run"
        @click=${() => {
          this.playing = false;
          this.dispatchEvent(new CustomEvent("close"));
        }}
      >
        ${icon("close")}
      </button>
      ${this.#now()}
    `;
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
        ${rate(known(series.p99[column]))} ms, hottest range ${againstLimit(share)},
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

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.playing = false;
  }

  /** Plays or pauses; where motion is not wanted, goes one step. */
  toggle(): void {
    if (this.playing) {
      this.playing = false;
      return;
    }
    const from = this.moment === undefined || this.moment >= 1 ? 0 : this.moment;
    if (isStill()) {
      this.#go(from + 1 / STEPS);
      return;
    }
    this.#go(from);
    this.playing = true;
    this.#last = performance.now();
    requestAnimationFrame(this.#frame);
  }

  /** Goes a step on, or back. */
  step(by: 1 | -1): void {
    this.playing = false;
    this.#go((this.moment ?? 1) + by / STEPS);
  }

  readonly #frame = (now: number): void => {
    if (!this.playing) return;
    const at = (this.moment ?? 0) + Math.max(0, now - this.#last) / PLAYED;
    this.#last = now;
    if (at >= 1) this.playing = false;
    this.#go(at);
    if (this.playing) requestAnimationFrame(this.#frame);
  };

  /** Shows a moment; at its end the whole run is shown. */
  #go(at: number): void {
    send(this, { do: "map", set: { moment: at >= 1 ? undefined : Math.max(0, at) } });
  }

  #time(at: number): string {
    const { columns, secondsPerColumn } = this.results.answer.before;
    return clock(at * columns * secondsPerColumn);
  }
}

/** A number of a run; 0 where it has none yet. */
function known(value: number | undefined): number {
  return value === undefined || Number.isNaN(value) ? 0 : value;
}

declare global {
  interface HTMLElementTagNameMap {
    "hotsplit-film": FilmElement;
  }
}

customElements.define("hotsplit-film", FilmElement);
