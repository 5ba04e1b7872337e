/** `<hotsplit-legend>`: what the colours mean, in one line. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import type { MetricEntry, Palette } from "../../../../pkg/hotsplit.js";
import { type Tone, USUAL } from "../../state/map.js";
import { cssVariables } from "../../ui/css-variables.js";
import { onRamp, ramp, shareAt } from "../../ui/palette.js";
import { looks, served } from "../../ui/served.js";
import { controls } from "../../ui/style/controls.js";
import { amount, percent } from "../../ui/words.js";
import { type CHANGE, changeColour } from "../change.js";
import { toned } from "../tone.js";

/** Shares that are marked: half is warm and all is hot, in Spanner's own words. */
const MARKED = [0, 0.5, 1];

/** What the colours of a change mean. */
const CHANGES: readonly (readonly [keyof typeof CHANGE, string])[] = [
  ["less", "less load"],
  ["more", "more, below 50 %"],
  ["warm", "more, over 50 %"],
  ["hot", "more, over the limit"],
  ["none", "no keys"],
];

class LegendElement extends LitElement {
  static override properties = {
    palette: { attribute: false },
    log: { attribute: false },
    tone: { attribute: false },
    relative: { attribute: false },
    scale: { attribute: false },
    servers: { attribute: false },
    difference: { attribute: false },
    hatch: { attribute: false },
  };

  declare palette: Palette;
  declare log: boolean;
  declare tone: Tone;
  /** White is what is hottest in view. */
  declare relative: boolean;
  /** What brightness stands for. */
  declare scale: MetricEntry | undefined;
  /** Servers of the runs. */
  declare servers: number;
  /** The map shows what changes. */
  declare difference: boolean;
  /** What is full is hatched. */
  declare hatch: boolean;

  static override styles = [
    controls,
    looks,
    css`
      :host {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 0 16px;
        min-width: 0;
        color: var(--quiet);
        font-size: var(--small);
        font-variant-numeric: tabular-nums;
      }
      .scale,
      .key {
        display: inline-flex;
        align-items: center;
        gap: 6px;
        white-space: nowrap;
      }
      .ramp {
        position: relative;
        width: 180px;
        height: 28px;
      }
      .ramp::before {
        content: "";
        position: absolute;
        inset: 2px 0 auto;
        height: 8px;
        border-radius: 2px;
        background: linear-gradient(to right, var(--stops));
        forced-color-adjust: none;
        print-color-adjust: exact;
      }
      .ramp span {
        position: absolute;
        top: 11px;
        left: calc(var(--x) * 100%);
        translate: -50% 0;
        line-height: 16px;
      }
      .ramp span:first-child {
        translate: 0 0;
      }
      .wide .ramp {
        width: 260px;
      }
      :host([tight]) :is(.unit, .key.none) {
        display: none;
      }
      @container (max-width: 620px) {
        :host {
          gap: 0 8px;
        }
        .ramp {
          width: 148px;
        }
        .unit,
        .key.none {
          display: none;
        }
      }
      i {
        forced-color-adjust: none;
        print-color-adjust: exact;
        width: 12px;
        height: 12px;
        border-radius: 2px;
        background: var(--colour);
      }
      i.over {
        background: repeating-linear-gradient(-45deg, #fff 0 1px, #9c1f30 1px 4px);
      }
      i.none {
        background: #808084;
      }
    `,
  ];

  constructor() {
    super();
    this.tone = USUAL;
    this.relative = false;
    this.servers = 0;
    this.difference = false;
    this.hatch = true;
  }

  override render(): TemplateResult {
    if (this.difference) {
      return html`${CHANGES.map(
        ([name, say]) => html`<span class="key"
          ><i ${cssVariables({ "--colour": changeColour(name) })}></i>${say}</span
        >`,
      )}`;
    }
    const of = this.scale && this.scale.metric !== "cpu" ? this.scale : undefined;
    return html`
      <span class=${`scale ${of ? "wide" : ""}`} title=${of ? of.fullInWords : "100 % is what one split can take"}>
        <span
          class="ramp"
          role="img"
          aria-label=${`${of ? spokenOf(of) : SPOKEN}${this.palette === "servers" ? BY_SERVER : ""}`}
          ${cssVariables({ "--stops": ramp(this.palette, (place) => toned(place, this.tone)) })}
          >${MARKED.filter((share) => share !== 0.5 || !this.log).map(
            (share) => html`<span ${cssVariables({ "--x": onRamp(share, this.log) })}
              >${of ? amount(share * of.full, of.unit) : percent(share)}</span
            >`,
          )}</span
        >
        <span class="unit">${of ? of.name.toLowerCase() : "of a split"}</span>
      </span>
      ${this.hatch ? html`<span class="key"><i class="over"></i>over the limit</span>` : nothing}
      <span class="key none"><i class="none"></i>empty key range</span>
      ${this.relative ? html`<span class="relative">${this.#warned()}</span>` : nothing}
      ${this.palette === "servers" ? served(this.servers) : nothing}
    `;
  }

  /** What white is in words, where it is not what a split can take. */
  #warned(): string {
    const { tone, log, scale } = this;
    const share = shareAt(tone.bright, log);
    const of = scale && scale.metric !== "cpu" ? scale : undefined;
    const most = of ? amount(share * of.full, of.unit) : `${percent(share)} of a split`;
    const said = tone === USUAL ? "no load in view" : `the brightest is ${most}, the most in view`;
    return `Relative: ${said}. Bright may still be harmless.`;
  }
}

/** The scale of another metric for those who do not see it. */
function spokenOf({ name, full, unit, fullInWords }: MetricEntry): string {
  return (
    `Colour scale, dark to bright: ${name.toLowerCase()}. 100 per cent is ` +
    `${amount(full, unit)}, ${fullInWords}; grey is an empty key range.`
  );
}

/** What is said of the ramp where hue is the server. */
const BY_SERVER = " The hue is that of the server, as listed below.";

const SPOKEN =
  "Colour scale, cool to hot: writes as a share of what one split can take. " +
  "50 per cent is warm, 100 per cent is hot; hatched over the limit, grey is an empty key range.";

customElements.define("hotsplit-legend", LegendElement);
