/** `<hotsplit-legend>`: what the colours mean, in per cent of what one split can take. */
import { css, html, LitElement, nothing, svg, type TemplateResult } from "lit";
import type { Histogram, MetricEntry, Palette, RowsBy } from "../../../../pkg/hotsplit.js";
import { send } from "../../state/actions.js";
import { rowsBy } from "../../state/state.js";
import { placed } from "../../ui/placed.js";
import { controls } from "../../ui/style/controls.js";
import { strip } from "../../ui/style/parts.js";
import { amount, percent } from "../../ui/words.js";
import { PALETTES, palette } from "../choices.js";
import { tell } from "../deeds.js";
import { onRamp, ramp, shareAt } from "../palette.js";
import { type Tone, toned, USUAL, withEnd } from "../tone.js";
import { looks, served } from "./served.js";

/** Shares that are marked: half is warm and all is hot, in Spanner's own words. */
const LINEAR = [0, 0.5, 1, 4];
const LOG = [0, 0.01, 0.5, 1, 4];

/** Marks that have a word. */
const WORDS = new Map([
  [0.5, "50 % warm"],
  [1, "100 % hot"],
]);

const ENDS = [
  ["dark", "Black point: this load and less is darkest"],
  ["bright", "White point: this load and more is brightest"],
] as const;

class LegendElement extends LitElement {
  static override properties = {
    palette: { attribute: false },
    log: { attribute: false },
    tone: { attribute: false },
    relative: { type: Boolean },
    scale: { attribute: false },
    histogram: { attribute: false },
    rowsBy: { attribute: false },
    servers: { type: Number },
  };

  declare palette: Palette;
  declare log: boolean;
  declare tone: Tone;
  /** White is what is hottest in view. */
  declare relative: boolean;
  /** What brightness stands for. */
  declare scale: MetricEntry | undefined;
  /** Cells of both runs by place on the ramp. */
  declare histogram: Histogram | undefined;
  declare rowsBy: RowsBy;
  /** Servers of the runs. */
  declare servers: number;

  static override styles = [
    controls,
    looks,
    css`
      :host {
        ${strip}
        gap: 2px 10px;
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
      .full {
        flex-basis: 100%;
        order: 1;
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
      .how {
        display: grid;
      }
      .how label {
        min-height: 24px;
      }
      /* Where the scale has a line of its own there is room beside each other. */
      @container (max-width: 800px) {
        .how {
          display: flex;
          gap: 10px;
        }
      }
    `,
  ];

  constructor() {
    super();
    this.tone = USUAL;
    this.relative = false;
    this.servers = 0;
  }

  /** Heights of the bars, 0 to 1: idle cells would dwarf all others, so they are logarithmic. */
  #bars(): number[] {
    const bins = this.histogram?.bins ?? [];
    const most = Math.log1p(Math.max(1, ...bins));
    return bins.map((many) => Math.log1p(many) / most);
  }

  override render(): TemplateResult {
    const bars = this.#bars();
    const { scale } = this;
    const of = scale && scale.metric !== "cpu" ? scale : undefined;
    // Numbers with a unit need the room of two.
    const marks = (this.log ? LOG : LINEAR).filter((share) => !of || share <= 1);
    return html`
      <div class="scale">
        <div
          class="track"
          title="Drag to move the black or the white point; twice: as usual"
          @pointerdown=${this.#drag}
          @pointermove=${this.#drag}
          @dblclick=${() => tell(this, { do: "tone", tone: USUAL })}
        >
          <svg class="counts" viewBox="0 0 ${Math.max(1, bars.length)} 14" preserveAspectRatio="none" aria-hidden="true">
            ${bars.map(
              (bar, x) =>
                svg`<rect x=${x} y=${14 - bar * 14} width="0.9" height=${bar * 14}></rect>`,
            )}
          </svg>
          <div
            class="ramp"
            role="img"
            aria-label=${`${of ? spokenOf(of) : SPOKEN}${this.palette === "servers" ? BY_SERVER : ""}`}
            ${placed({ "--stops": ramp(this.palette, (place) => toned(place, this.tone)) })}
          ></div>
          ${ENDS.map(([end, name]) => this.#handle(end, name))}
        </div>
        <div class="ticks" aria-hidden="true">
          ${marks.map((share) => {
            const x = onRamp(share, this.log);
            // Where there is little room the words go first.
            const minor = share === 0.01 || share === 4 || (of && share === 0.5) ? "minor" : "";
            // The words would meet on the logarithmic scale: one ends, one begins at its mark.
            const edge = share === 0.5 ? "last" : share === 1 || x < 0.04 ? "first" : "";
            return html`<span class=${`${edge} ${minor}`} ${placed({ "--x": x })}
              >${of ? inUnit(of, share) : shareOf(share)}</span
            >`;
          })}
        </div>
      </div>
      ${
        of
          ? html`<span class="full"
            >100 %, ${amount(of.full, of.unit)}: ${of.fullInWords}</span
          >`
          : nothing
      }
      ${this.palette === "servers" ? served(this.servers) : nothing}
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
          ${Object.entries(PALETTES).map(
            ([value, name]) =>
              html`<option value=${value} .selected=${this.palette === value}>${name}</option>`,
          )}
        </select>
      </label>
      <div class="how">
        ${this.#box("Logarithmic", this.log, (log) => send(this, { do: "log", log }))}
        ${this.#box("Relative", this.relative, (on) => tell(this, { do: "relative", on }), "B")}
      </div>
      ${this.relative ? html`<span class="full" id="relative">${this.#warned()}</span>` : nothing}
    `;
  }

  /** What is on or off; what has a key of its own is told of below while it is on. */
  #box(name: string, on: boolean, turn: (on: boolean) => void, key?: string): TemplateResult {
    return html`<label title=${key === undefined ? nothing : `Key: ${key}`}
      ><input
        type="checkbox"
        aria-describedby=${key !== undefined && on ? "relative" : nothing}
        .checked=${on}
        @change=${(event: Event) => {
          if (event.target instanceof HTMLInputElement) turn(event.target.checked);
        }}
      />
      ${name}
    </label>`;
  }

  /** What white is in words, where it is not what a split can take. */
  #warned(): string {
    const { tone, log, scale } = this;
    const share = shareAt(tone.bright, log);
    const of = scale && scale.metric !== "cpu" ? scale : undefined;
    const most = of ? amount(share * of.full, of.unit) : `${percent(share)} of a split`;
    const told = tone === USUAL ? "there is no load in view" : `white is ${most}, the most in view`;
    return `Relative: ${told}. Bright may still be harmless.`;
  }

  #handle(end: "dark" | "bright", name: string): TemplateResult {
    const place = this.tone[end];
    const share = shareAt(place, this.log);
    const { scale } = this;
    const of = scale && scale.metric !== "cpu" ? `of ${scale.name.toLowerCase()}` : "of a split";
    const said = share > 1e3 ? "without an end" : `${percent(share)} ${of}`;
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

/** A mark of the load of a split. */
function shareOf(share: number): TemplateResult | string {
  const word = WORDS.get(share);
  if (word) return html`<b>${word}</b>`;
  return share === 0 ? "0 % of a split" : `${share * 100} %`;
}

/** A mark of another metric, in its unit. */
function inUnit(scale: MetricEntry, share: number): TemplateResult | string {
  if (share === 0) return `0 ${scale.unit}`;
  const words = amount(share * scale.full, scale.unit);
  return share === 1 ? html`<b>${words}</b>` : words;
}

/** The scale of another metric for those who do not see it. */
function spokenOf({ name, full, unit, fullInWords }: MetricEntry): string {
  return (
    `Colour scale, dark to bright: ${name.toLowerCase()}. 100 per cent is ` +
    `${amount(full, unit)}, ${fullInWords}; grey where there are no keys yet.`
  );
}

/** What is said of the ramp where hue is the server. */
const BY_SERVER = " The hue is that of the server, as listed below.";

const SPOKEN =
  "Colour scale, dark to bright: writes as a share of what one split can take. " +
  "50 per cent is warm, 100 per cent is hot; grey where there are no keys yet.";

customElements.define("hotsplit-legend", LegendElement);
