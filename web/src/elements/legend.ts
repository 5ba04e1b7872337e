/** `<hotsplit-legend>`: what the colours mean, in per cent of what one split can take. */
import { css, html, LitElement, type TemplateResult } from "lit";
import type { Palette } from "../../../pkg/hotsplit.js";
import { send } from "../actions.js";
import { level, STOPS } from "../heatmap/palette.js";
import { palette } from "../heatmap/scale.js";
import { controls } from "../style/controls.js";
import { placed } from "./placed.js";

/** Shares that are marked: half is warm and all is hot, in Spanner's own words. */
const LINEAR = [0, 0.25, 0.5, 0.75, 1];
const LOG = [0.01, 0.05, 0.2, 0.5, 1];

class LegendElement extends LitElement {
  static override properties = { palette: { attribute: false }, log: { attribute: false } };

  declare palette: Palette;
  declare log: boolean;

  static override styles = [
    controls,
    css`
      :host {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 2px 16px;
        font-size: var(--small);
        color: var(--quiet);
      }
      .scale {
        flex: 1;
        min-width: 220px;
      }
      .ramp {
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
      .ticks b {
        color: var(--text);
        font-weight: 600;
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

  override render(): TemplateResult {
    const marks = this.log ? LOG : LINEAR;
    return html`
      <div class="scale" role="img" aria-label=${SPOKEN}>
        <div class="ramp" ${placed({ "--stops": STOPS[this.palette].join(",") })}></div>
        <div class="ticks" aria-hidden="true">
          ${marks.map((share) => {
            const x = level(share, this.log);
            const edge = x < 0.04 ? "first" : x > 0.96 ? "last" : "";
            const word = share === 1 ? "hot: 100 % of a split" : share === 0.5 ? "warm: 50 %" : "";
            const mark = word ? html`<b>${word}</b>` : `${share * 100} %`;
            return html`<span class=${edge} ${placed({ "--x": x })}>${mark}</span>`;
          })}
        </div>
      </div>
      <label
        >Colours
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
}

const SPOKEN =
  "Colour scale, dark to bright: writes as a share of what one split can take. " +
  "50 per cent is warm, 100 per cent is hot.";

customElements.define("hotsplit-legend", LegendElement);
