/** `<hotsplit-legend>`: what the colours mean, in per cent of what one split can take. */
import { css, html, LitElement, type TemplateResult } from "lit";
import type { Palette, RowsBy } from "../../../pkg/hotsplit.js";
import { send } from "../actions.js";
import { onRamp, ramp } from "../heatmap/palette.js";
import { palette } from "../heatmap/scale.js";
import { rowsBy } from "../state.js";
import { controls } from "../style/controls.js";
import { placed } from "./placed.js";

/** Shares that are marked: half is warm and all is hot, in Spanner's own words. */
const LINEAR = [0, 0.5, 1, 4];
const LOG = [0, 0.01, 0.5, 1, 4];

/** Marks that have a word. */
const WORDS = new Map([
  [0.5, "50 % warm"],
  [1, "100 % hot"],
]);

class LegendElement extends LitElement {
  static override properties = {
    palette: { attribute: false },
    log: { attribute: false },
    rowsBy: { attribute: false },
  };

  declare palette: Palette;
  declare log: boolean;
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
        min-width: 240px;
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
      .none {
        display: flex;
        align-items: center;
        gap: 6px;
      }
      .none i {
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

  override render(): TemplateResult {
    const marks = this.log ? LOG : LINEAR;
    return html`
      <div class="scale" role="img" aria-label=${SPOKEN}>
        <div class="ramp" ${placed({ "--stops": ramp(this.palette) })}></div>
        <div class="ticks" aria-hidden="true">
          ${marks.map((share) => {
            const x = onRamp(share, this.log);
            const word = WORDS.get(share);
            const mark = word
              ? html`<b>${word}</b>`
              : share === 0
                ? "0 % of a split"
                : `${share * 100} %`;
            // The words would meet on the logarithmic scale: one ends, one begins at its mark.
            const edge = share === 0.5 ? "last" : share === 1 || x < 0.04 ? "first" : "";
            return html`<span class=${edge} ${placed({ "--x": x })}
              >${mark}</span
            >`;
          })}
        </div>
      </div>
      <span class="none"><i></i>no keys yet</span>
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
