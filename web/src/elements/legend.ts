/** `<hotsplit-legend>`: what the colours mean, in per cent of what one split can take. */
import { css, html, LitElement, type PropertyValues, svg, type TemplateResult } from "lit";
import type { Palette, RowsBy } from "../../../pkg/hotsplit.js";
import { send } from "../actions.js";
import { tell } from "../heatmap/deeds.js";
import { onRamp, ramp, shareAt } from "../heatmap/palette.js";
import { palette } from "../heatmap/scale.js";
import { histogram, type Tone, toned, USUAL, withEnd } from "../heatmap/tone.js";
import { rowsBy } from "../state.js";
import { controls } from "../style/controls.js";
import { placed } from "./placed.js";
import { percent } from "./words.js";

/** Shares that are marked: half is warm and all is hot, in Spanner's own words. */
const LINEAR = [0, 0.5, 1, 4];
const LOG = [0, 0.01, 0.5, 1, 4];

/** Marks that have a word. */
const WORDS = new Map([
  [0.5, "50 % warm"],
  [1, "100 % hot"],
]);

/** Bars of the histogram. */
const BARS = 96;

const ENDS = [
  ["dark", "Black point: this load and less is darkest"],
  ["bright", "White point: this load and more is brightest"],
] as const;

class LegendElement extends LitElement {
  static override properties = {
    palette: { attribute: false },
    log: { attribute: false },
    tone: { attribute: false },
    first: { attribute: false },
    second: { attribute: false },
    rowsBy: { attribute: false },
  };

  declare palette: Palette;
  declare log: boolean;
  declare tone: Tone;
  /** Shares of the runs, whose cells are counted. */
  declare first: Float32Array | undefined;
  declare second: Float32Array | undefined;

  /** Cells by place on the ramp, 0 to 1 of the most. */
  #bars: readonly number[] = [];
  declare rowsBy: RowsBy;

  static override styles = [
    controls,
    css`
      :host {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 2px 10px;
        font-size: var(--small);
        color: var(--quiet);
      }
      .scale {
        flex: 1;
        min-width: 20em;
      }
      /* Its words need the width of a line of their own. */
      @container (max-width: 800px) {
        .scale {
          flex-basis: 100%;
        }
      }
      .track {
        position: relative;
        touch-action: none;
        /* Selected words would be dragged instead. */
        user-select: none;
        cursor: ew-resize;
      }
      .counts {
        display: block;
        width: 100%;
        height: 14px;
        fill: var(--quiet);
      }
      .handle {
        position: absolute;
        z-index: 1;
        top: 0;
        bottom: -3px;
        left: calc(var(--x) * 100%);
        width: 24px;
        translate: -50% 0;
        border-radius: 4px;
      }
      .handle::before {
        content: "";
        position: absolute;
        inset: 0 11px;
        background: var(--text);
        outline: 1px solid var(--panel);
      }
      .handle::after {
        content: "";
        position: absolute;
        left: 7px;
        bottom: 0;
        width: 10px;
        height: 8px;
        border: 1px solid var(--panel);
        border-radius: 2px;
        background: var(--text);
      }
      .ramp {
        forced-color-adjust: none;
        height: 10px;
        border: 1px solid var(--line-strong);
        border-radius: 2px;
        background: linear-gradient(to right, var(--stops));
      }
      .ticks {
        position: relative;
        height: 16px;
        font-size: var(--tiny);
        font-variant-numeric: tabular-nums;
      }
      .ticks span {
        position: absolute;
        left: calc(var(--x) * 100%);
        translate: -50% 0;
        white-space: nowrap;
      }
      .ticks span.first {
        translate: 0 0;
      }
      .ticks span.last {
        translate: -100% 0;
      }
      @container (max-width: 560px) {
        .ticks .minor {
          display: none;
        }
      }
      .ticks b {
        color: var(--text);
        font-weight: 600;
      }
      .none {
        display: flex;
        align-items: center;
        gap: 6px;
      }
      .none i {
        forced-color-adjust: none;
        width: 12px;
        height: 12px;
        border: 1px solid var(--line-strong);
        background: #808084;
      }
      label {
        display: flex;
        align-items: center;
        gap: 6px;
      }
      select {
        color: var(--text);
      }
    `,
  ];

  constructor() {
    super();
    this.tone = USUAL;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("first") || changed.has("second") || changed.has("log")) this.#count();
  }

  /** Counts cells; the idle ones would dwarf all others, so that heights are logarithmic. */
  #count(): void {
    const counts = new Array<number>(BARS).fill(0);
    for (const grid of [this.first, this.second]) {
      if (!grid) continue;
      histogram(grid, BARS, (share) => onRamp(share, this.log)).forEach((many, at) => {
        counts[at] = (counts[at] ?? 0) + many;
      });
    }
    const most = Math.log1p(Math.max(1, ...counts));
    this.#bars = counts.map((many) => Math.log1p(many) / most);
  }

  override render(): TemplateResult {
    const marks = this.log ? LOG : LINEAR;
    return html`
      <div class="scale">
        <div
          class="track"
          title="Drag to move the black or the white point; twice: as usual"
          @pointerdown=${this.#drag}
          @pointermove=${this.#drag}
          @dblclick=${() => tell(this, { do: "tone", tone: USUAL })}
        >
          <svg class="counts" viewBox="0 0 ${BARS} 14" preserveAspectRatio="none" aria-hidden="true">
            ${this.#bars.map(
              (bar, x) =>
                svg`<rect x=${x} y=${14 - bar * 14} width="0.9" height=${bar * 14}></rect>`,
            )}
          </svg>
          <div
            class="ramp"
            role="img"
            aria-label=${SPOKEN}
            ${placed({ "--stops": ramp(this.palette, (place) => toned(place, this.tone)) })}
          ></div>
          ${ENDS.map(([end, name]) => this.#handle(end, name))}
        </div>
        <div class="ticks" aria-hidden="true">
          ${marks.map((share) => {
            const x = onRamp(share, this.log);
            const word = WORDS.get(share);
            const mark = word
              ? html`<b>${word}</b>`
              : share === 0
                ? "0 % of a split"
                : `${share * 100} %`;
            // Where there is little room the words go first.
            const minor = share === 0.01 || share === 4 ? "minor" : "";
            // The words would meet on the logarithmic scale: one ends, one begins at its mark.
            const edge = share === 0.5 ? "last" : share === 1 || x < 0.04 ? "first" : "";
            return html`<span class=${`${edge} ${minor}`} ${placed({ "--x": x })}
              >${mark}</span
            >`;
          })}
        </div>
      </div>
      <span class="none" title="100 % is what one split can take">
        <i></i>no keys yet
      </span>
      <label
        >Rows
        <select
          @change=${(event: Event) => {
            if (!(event.target instanceof HTMLSelectElement)) return;
            send(this, { do: "rows", rowsBy: rowsBy(event.target.value) });
          }}
        >
          ${ROWS.map(
            ([value, name]) =>
              html`<option value=${value} .selected=${this.rowsBy === value}>${name}</option>`,
          )}
        </select>
      </label>
      <label
        ><span class="unseen">Colours</span>
        <select
          @change=${(event: Event) => {
            if (!(event.target instanceof HTMLSelectElement)) return;
            send(this, { do: "palette", palette: palette(event.target.value) });
          }}
        >
          <option value="inferno" .selected=${this.palette === "inferno"}>Inferno</option>
          <option value="cividis" .selected=${this.palette === "cividis"}>Cividis</option>
        </select>
      </label>
      <label
        ><input
          type="checkbox"
          .checked=${this.log}
          @change=${(event: Event) => {
            if (!(event.target instanceof HTMLInputElement)) return;
            send(this, { do: "log", log: event.target.checked });
          }}
        />
        Logarithmic
      </label>
    `;
  }

  #handle(end: "dark" | "bright", name: string): TemplateResult {
    const place = this.tone[end];
    const share = shareAt(place, this.log);
    const said = share > 1e3 ? "without an end" : `${percent(share)} of a split`;
    return html`<span
      class="handle"
      data-end=${end}
      role="slider"
      tabindex="0"
      aria-label=${name}
      aria-valuemin="0"
      aria-valuemax="100"
      aria-valuenow=${Math.round(place * 100)}
      aria-valuetext=${said}
      ${placed({ "--x": place })}
      @keydown=${(event: KeyboardEvent) => this.#key(event, end)}
    ></span>`;
  }

  #key(event: KeyboardEvent, end: "dark" | "bright"): void {
    const step = event.shiftKey ? 0.1 : 0.02;
    const by = {
      ArrowLeft: -step,
      ArrowDown: -step,
      ArrowRight: step,
      ArrowUp: step,
      Home: -1,
      End: 1,
    }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    tell(this, { do: "tone", tone: withEnd(this.tone, end, this.tone[end] + by) });
  }

  /** Moves the handle that was taken, or the nearer one. */
  readonly #drag = (event: PointerEvent): void => {
    const track = event.currentTarget;
    if (event.buttons === 0 || !(track instanceof HTMLElement)) return;
    const box = track.getBoundingClientRect();
    const place = (event.clientX - box.left) / Math.max(1, box.width);
    if (event.type === "pointerdown") {
      track.setPointerCapture(event.pointerId);
      const { dark, bright } = this.tone;
      this.#taken = Math.abs(place - dark) < Math.abs(place - bright) ? "dark" : "bright";
      this.#from = event.clientX;
      return;
    }
    // A click is no drag: the second of two would move what it resets.
    if (Math.abs(event.clientX - this.#from) < 3 && this.#from >= 0) return;
    this.#from = -1;
    tell(this, { do: "tone", tone: withEnd(this.tone, this.#taken, place) });
  };

  #taken: "dark" | "bright" = "bright";
  #from = -1;
}

/** Ways of cutting keys into rows. */
const ROWS: readonly (readonly [RowsBy, string])[] = [
  ["keys", "Key order"],
  ["held", "Rows held"],
  ["load", "By load"],
  ["ranges", "Key Visualizer"],
];

const SPOKEN =
  "Colour scale, dark to bright: writes as a share of what one split can take. " +
  "50 per cent is warm, 100 per cent is hot; grey where there are no keys yet.";

customElements.define("hotsplit-legend", LegendElement);
