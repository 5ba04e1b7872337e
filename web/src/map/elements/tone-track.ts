/** `<hotsplit-tone>`: how many cells are how bright, and where black and white begin. */
import { css, html, LitElement, svg, type TemplateResult } from "lit";
import type { Histogram, MetricEntry, Palette } from "../../../../pkg/hotsplit.js";
import { type Tone, USUAL } from "../../state/map.js";
import { cssVariables } from "../../ui/css-variables.js";
import { ramp, shareAt } from "../../ui/palette.js";
import { controls } from "../../ui/style/controls.js";
import { percent } from "../../ui/words.js";
import { tell } from "../actions.js";
import { toned, withEnd } from "../tone.js";

const ENDS = [
  ["dark", "Black point: this load and less is darkest"],
  ["bright", "White point: this load and more is brightest"],
] as const;

class ToneElement extends LitElement {
  static override properties = {
    palette: { attribute: false },
    log: { attribute: false },
    tone: { attribute: false },
    scale: { attribute: false },
    histogram: { attribute: false },
  };

  declare palette: Palette;
  declare log: boolean;
  declare tone: Tone;
  /** What brightness stands for. */
  declare scale: MetricEntry | undefined;
  /** Cells of both runs by place on the ramp. */
  declare histogram: Histogram | undefined;

  #taken: "dark" | "bright" = "bright";
  #from = -1;

  static override styles = [
    controls,
    css`
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
      .ramp {
        forced-color-adjust: none;
        height: 10px;
        border-radius: 2px;
        background: linear-gradient(to right, var(--stops));
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
    `,
  ];

  constructor() {
    super();
    this.tone = USUAL;
  }

  /** Heights of the bars, 0 to 1: idle cells would dwarf all others, so they are logarithmic. */
  #bars(): number[] {
    const bins = this.histogram?.bins ?? [];
    const most = Math.log1p(Math.max(1, ...bins));
    return bins.map((many) => Math.log1p(many) / most);
  }

  override render(): TemplateResult {
    const bars = this.#bars();
    return html`<div
      class="track"
      title="Drag to move the black or the white point; double-click resets it"
      @pointerdown=${this.#drag}
      @pointermove=${this.#drag}
      @dblclick=${() => tell(this, { do: "tone", tone: USUAL })}
    >
      <svg class="counts" viewBox="0 0 ${Math.max(1, bars.length)} 14" preserveAspectRatio="none" aria-hidden="true">
        ${bars.map(
          (bar, x) => svg`<rect x=${x} y=${14 - bar * 14} width="0.9" height=${bar * 14}></rect>`,
        )}
      </svg>
      <div
        class="ramp"
        ${cssVariables({ "--stops": ramp(this.palette, (place) => toned(place, this.tone)) })}
      ></div>
      ${ENDS.map(([end, name]) => this.#handle(end, name))}
    </div>`;
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
      ${cssVariables({ "--x": place })}
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
}

customElements.define("hotsplit-tone", ToneElement);
