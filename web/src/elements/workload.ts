/** `<hotsplit-workload>`: nodes, writes, minutes, seed. What the text says stands fast. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import type { Workload } from "../../../pkg/hotsplit.js";
import { send } from "../actions.js";
import { fromSlider, STEPS, toSlider } from "../heatmap/scale.js";
import { type Knobs, LIMITS } from "../state.js";
import { controls } from "../style/controls.js";

class WorkloadElement extends LitElement {
  static override properties = {
    knobs: { attribute: false },
    stated: { attribute: false },
    running: { attribute: false },
  };

  declare knobs: Knobs;
  declare stated: Workload | undefined;
  declare running: boolean;

  static override styles = [
    controls,
    css`
      :host {
        display: flex;
        flex-wrap: wrap;
        align-items: end;
        gap: 4px 14px;
        padding: 8px 12px 10px;
      }
      .knob {
        display: grid;
        gap: 2px;
      }
      .writes {
        flex: 1;
        min-width: 170px;
      }
      label {
        color: var(--quiet);
        font-size: var(--small);
      }
      .pair {
        display: flex;
        align-items: center;
        gap: 8px;
      }
      input[type="number"] {
        width: 64px;
      }
      .wide input[type="number"],
      .pair input[type="number"] {
        width: 84px;
      }
      input[type="range"] {
        flex: 1;
        min-width: 60px;
        height: 24px;
        accent-color: var(--accent);
      }
      small {
        color: var(--quiet);
        font-size: var(--tiny);
      }
      @media (max-width: 899px) {
        input {
          min-height: 36px;
        }
      }
      @media (max-width: 460px) {
        .writes {
          order: -1;
          flex-basis: 100%;
        }
        .knob:not(.writes) {
          grid-template-columns: auto auto;
          align-items: center;
          gap: 6px;
        }
        .knob:not(.writes) input[type="number"] {
          width: 56px;
        }
      }
    `,
  ];

  override render(): TemplateResult {
    const writes = this.stated?.writesPerSecond ?? this.knobs.writesPerSecond;
    const fixed = this.stated?.writesPerSecond !== undefined;
    return html`
      <h2 class="unseen">Workload</h2>
      ${this.#number("nodes", "Nodes", this.stated?.nodes)}
      <div class="knob writes">
        <label for="writes">Writes/s ${fixed ? html`<small>set in the text</small>` : nothing}</label>
        <div class="pair">
          <input
            type="range"
            aria-label="Writes/s, slider"
            min="0"
            max=${STEPS}
            ?disabled=${fixed}
            .value=${String(toSlider(writes))}
            aria-valuetext=${`${writes} writes/s`}
            @input=${(event: Event) => {
              if (!(event.target instanceof HTMLInputElement)) return;
              const value = fromSlider(event.target.valueAsNumber);
              send(this, { do: "knob", knob: "writesPerSecond", value });
            }}
          />
          ${this.#field("writesPerSecond", "writes", writes, fixed)}
        </div>
      </div>
      ${this.#number("minutes", "Minutes", undefined)}
      <div class="wide">${this.#number("seed", "Seed", undefined)}</div>
    `;
  }

  #number(knob: keyof Knobs, label: string, stated: number | undefined): TemplateResult {
    const fixed = stated !== undefined;
    return html`<div class="knob">
      <label for=${knob}>${label} ${fixed ? html`<small>set in the text</small>` : nothing}</label>
      ${this.#field(knob, knob, stated ?? this.knobs[knob], fixed)}
    </div>`;
  }

  #field(knob: keyof Knobs, id: string, value: number, fixed: boolean): TemplateResult {
    const [least, most] = LIMITS[knob];
    return html`<input
      type="number"
      id=${id}
      min=${least}
      max=${most}
      step=${knob === "nodes" ? "any" : "1"}
      ?disabled=${fixed}
      .value=${String(value)}
      @change=${(event: Event) => {
        if (!(event.target instanceof HTMLInputElement)) return;
        const { valueAsNumber } = event.target;
        if (Number.isFinite(valueAsNumber)) send(this, { do: "knob", knob, value: valueAsNumber });
        // A number out of bounds comes back within them even where nothing changed.
        this.requestUpdate();
        this.updateComplete.then(() => this.#reset(knob, id));
      }}
    />`;
  }

  /** Shows the knob's own number again after one that was not taken. */
  #reset(knob: keyof Knobs, id: string): void {
    const field = this.renderRoot.querySelector(`#${id}`);
    if (field instanceof HTMLInputElement && !field.disabled)
      field.value = String(this.knobs[knob]);
  }
}

customElements.define("hotsplit-workload", WorkloadElement);
