/** `<hotsplit-chart>`: series of both runs over time, as SVG, with the maps' cursor. */
import {
  css,
  html,
  LitElement,
  nothing,
  type SVGTemplateResult,
  svg,
  type TemplateResult,
} from "lit";
import { cssVariables } from "../ui/css-variables.js";
import { decades, ticks, within } from "../ui/scale.js";
import { controls } from "../ui/style/controls.js";
import { runColours } from "./style.js";

/** One line of a chart. */
export interface Line {
  /** What it is called in the key. */
  readonly name: string;
  /** How it looks: its run's colour, or what was asked for. */
  readonly kind: "before" | "after" | "offered";
  /** One value a column. */
  readonly values: Float32Array;
}

const HEIGHT = 100;
const WIDTH = 1000;

class ChartElement extends LitElement {
  static override properties = {
    label: { attribute: false },
    summary: { attribute: false },
    lines: { attribute: false },
    log: { attribute: false },
    format: { attribute: false },
    left: { attribute: false },
    right: { attribute: false },
    column: { attribute: false },
  };

  declare label: string;
  /** The chart in one sentence, for those who do not see it. */
  declare summary: string;
  declare lines: readonly Line[];
  declare log: boolean;
  declare format: (value: number) => string;
  declare left: number;
  declare right: number;
  declare column: number | undefined;

  static override styles = [
    controls,
    runColours,
    css`
      :host {
        display: grid;
        grid-template: auto minmax(0, 1fr) / var(--gutter) minmax(0, 1fr);
        gap: 2px 6px;
        min-width: 0;
        min-height: 0;
      }
      .key {
        grid-column: 1 / -1;
        display: flex;
        flex-wrap: wrap;
        gap: 0 12px;
        font-size: var(--small);
      }
      .key strong {
        font-weight: 600;
      }
      .key span {
        display: inline-flex;
        align-items: center;
        gap: 5px;
        color: var(--quiet);
        font-variant-numeric: tabular-nums;
      }
      .key i {
        width: 14px;
        border-top: 2px solid var(--colour);
      }
      .key .offered i {
        border-top-style: dotted;
      }
      .key .after i {
        border-top-width: 3px;
      }
      .offered {
        --colour: var(--quiet);
      }
      .scale {
        position: relative;
        color: var(--quiet);
        font-size: var(--tiny);
        font-variant-numeric: tabular-nums;
      }
      .scale span {
        position: absolute;
        right: 4px;
        top: calc((1 - var(--y)) * 100%);
        translate: 0 -50%;
        white-space: nowrap;
      }
      .plot {
        position: relative;
        min-height: 0;
        overflow: hidden;
        border: 1px solid var(--line);
        border-radius: 3px;
      }
      svg {
        position: absolute;
        inset: 0;
        width: 100%;
        height: 100%;
      }
      path {
        fill: none;
        stroke: var(--colour);
        stroke-width: 1.75;
        vector-effect: non-scaling-stroke;
      }
      path.offered {
        stroke-dasharray: 2 3;
      }
      path.after {
        stroke-width: 2.5;
      }
      path.grid {
        stroke: var(--line);
        stroke-width: 1;
      }
      path.cursor {
        stroke: var(--text);
        stroke-width: 1;
      }
    `,
  ];

  constructor() {
    super();
    this.label = "";
    this.summary = "";
    this.lines = [];
    this.log = false;
    this.format = String;
    this.left = 0;
    this.right = 1;
  }

  /** Charts let all else be drawn first: the maps above them are what one looks at. */
  protected override async scheduleUpdate(): Promise<void> {
    await new Promise((turn) => setTimeout(turn));
    super.scheduleUpdate();
  }

  override render(): TemplateResult {
    const marks = this.#marks();
    const columns = this.lines[0]?.values.length ?? 0;
    const x = (column: number) =>
      within((column + 0.5) / Math.max(1, columns), this.left, this.right) * WIDTH;
    const { column } = this;
    return html`
      <div class="key">
        <strong>${this.label}</strong>
        ${this.lines.map((line) => {
          const value = column === undefined ? undefined : line.values[column];
          const words = value === undefined ? line.name : `${line.name} ${this.format(value)}`;
          return html`<span class=${line.kind}><i></i>${words}</span>`;
        })}
      </div>
      <div class="scale" aria-hidden="true">
        ${marks.map((mark) => {
          const y = Math.min(0.93, Math.max(0.07, this.#y(mark, marks)));
          return html`<span ${cssVariables({ "--y": y })}>${this.format(mark)}</span>`;
        })}
      </div>
      <div class="plot">
        <svg
          role="img"
          aria-label=${`${this.label}. ${this.summary}`}
          viewBox="0 0 ${WIDTH} ${HEIGHT}"
          preserveAspectRatio="none"
        >
          ${marks.map((mark) => {
            const y = (1 - this.#y(mark, marks)) * HEIGHT;
            return svg`<path class="grid" d=${`M0 ${y}H${WIDTH}`}></path>`;
          })}
          ${this.lines.map((line) => this.#path(line, marks, x))}
          ${
            column === undefined
              ? nothing
              : svg`<path class="cursor" d=${`M${x(column)} 0V${HEIGHT}`}></path>`
          }
        </svg>
      </div>
    `;
  }

  /** Marks of the scale, which end it too. */
  #marks(): number[] {
    let [least, most] = [Number.POSITIVE_INFINITY, 0];
    for (const line of this.lines) {
      for (const value of line.values) {
        if (!Number.isFinite(value)) continue;
        least = Math.min(least, value);
        most = Math.max(most, value);
      }
    }
    if (!Number.isFinite(least)) return [0, 1];
    return this.log && least > 0 ? decades(least, most) : ticks(most, 4);
  }

  /** A value's place between the scale's ends, 0 to 1. */
  #y(value: number, marks: readonly number[]): number {
    const [from, to] = [marks[0] ?? 0, marks.at(-1) ?? 1];
    if (from > 0) return within(Math.log(Math.max(value, from)), Math.log(from), Math.log(to));
    return within(value, from, to);
  }

  #path(line: Line, marks: readonly number[], x: (column: number) => number): SVGTemplateResult {
    let d = "";
    line.values.forEach((value, column) => {
      if (!Number.isFinite(value)) return;
      const y = (1 - this.#y(value, marks)) * HEIGHT;
      d += `${d === "" ? "M" : "L"}${Math.round(x(column) * 10) / 10} ${Math.round(y * 100) / 100}`;
    });
    return svg`<path class=${line.kind} d=${d}></path>`;
  }
}

customElements.define("hotsplit-chart", ChartElement);
