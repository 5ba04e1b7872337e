/** `<hotsplit-added>`: load that was drawn on the maps, piece by piece, to be changed and taken off. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import type { AddedLoad, SimulationAnswer } from "../../../../pkg/hotsplit.js";
import { controls } from "../../ui/style/controls.js";
import { notes } from "../../ui/style/notes.js";
import { tell } from "../actions.js";

/** Rates that the slider goes over, rows/s: from what nothing shows to what fills large instances. */
const RATES: readonly [number, number] = [10, 1_000_000];

/** Steps of the slider. */
const STEPS = 1_000;

class AddedElement extends LitElement {
  static override properties = {
    answer: { attribute: false },
    added: { attribute: false },
    adding: { attribute: false },
  };

  declare answer: SimulationAnswer;
  declare added: readonly AddedLoad[];
  /** Drags on the maps add more. */
  declare adding: boolean;

  static override styles = [
    controls,
    notes,
    css`
      :host {
        max-height: 132px;
      }
      p {
        margin: 0;
        color: var(--quiet);
      }
      label {
        display: flex;
        align-items: center;
        gap: 5px;
        min-height: 24px;
      }
      input,
      select {
        min-height: 24px;
        padding: 0 4px;
        font-size: var(--small);
      }
      input[type="number"] {
        width: 9ch;
      }
      input.minute {
        width: 9ch;
      }
      input[type="range"] {
        width: 110px;
        accent-color: var(--accent);
      }
      @container (max-width: 700px) {
        :host {
          max-height: none;
        }
        label,
        input,
        select,
        .note .close {
          min-height: 44px;
        }
        .note .close {
          min-width: 44px;
        }
      }
    `,
  ];

  override render(): TemplateResult {
    return html`${this.adding ? HINT : nothing}
    ${this.added.map((piece, at) => this.#piece(piece, at))}`;
  }

  #piece(piece: AddedLoad, at: number): TemplateResult {
    const number = at + 1;
    const { object, fromSecond, toSecond, perSecond, reads, oneRow } = piece;
    const part = (name: string, what: string) => `${name} of added load ${number}, ${what}`;
    const minutes = (word: string, seconds: number, set: (seconds: number) => Partial<AddedLoad>) =>
      html`<label
        >${word}
        <input
          class="minute"
          type="number"
          min="0"
          step="any"
          aria-label=${part(word === "from" ? "First minute" : "Last minute", object)}
          .value=${String(Math.round((seconds / 60) * 100) / 100)}
          @change=${(event: Event) => {
            const value = amountOf(event);
            if (value !== undefined) this.#set(at, set(value * 60));
          }}
      /></label>`;
    return html`<div class="note" role="group" aria-label=${`Added load ${number}`}>
      <b>+${number}</b>
      <span>${this.#place(at) ?? object}</span>
      ${minutes("from", fromSecond, (fromSecond) => ({ fromSecond }))}
      ${minutes("to minute", toSecond, (toSecond) => ({ toSecond }))}
      <select
        aria-label=${part("Kind", object)}
        @change=${(event: Event) => {
          if (event.target instanceof HTMLSelectElement) {
            this.#set(at, { reads: event.target.value === "reads" });
          }
        }}
      >
        <option value="changes" .selected=${!reads}>changes</option>
        <option value="reads" .selected=${reads}>reads</option>
      </select>
      <input
        type="range"
        min="0"
        max=${STEPS}
        aria-label=${part("Rate", object)}
        aria-valuetext=${`${Math.round(perSecond)} rows/s`}
        .value=${String(Math.round(sliderOf(perSecond) * STEPS))}
        @input=${(event: Event) => {
          const value = amountOf(event);
          if (value !== undefined) this.#set(at, { perSecond: rateOf(value / STEPS) });
        }}
      />
      <label
        ><input
          type="number"
          min="1"
          step="any"
          aria-label=${part("Rows per second", object)}
          .value=${String(Math.round(perSecond))}
          @change=${(event: Event) => {
            const value = amountOf(event);
            if (value !== undefined && value > 0) this.#set(at, { perSecond: value });
          }}
        />rows/s</label
      >
      <label
        ><input
          type="checkbox"
          .checked=${oneRow}
          @change=${(event: Event) => {
            if (event.target instanceof HTMLInputElement) {
              this.#set(at, { oneRow: event.target.checked });
            }
          }}
        />on one row</label
      >
      ${this.#lost(at)}
      <button
        class="plain close"
        aria-label=${`Take added load ${number} off`}
        @click=${() => this.#tell(this.added.filter((_, other) => other !== at))}
      >
        ×
      </button>
    </div>`;
  }

  /** Its keys in words, as the run has them on whose map it was drawn. */
  #place(at: number): string | undefined {
    const piece = this.added[at];
    const run = piece && this.answer[piece.which];
    const place = run?.added[at];
    if (!piece || !place?.keyRange) return undefined;
    return `${place.keyRange}${this.answer.after ? `, drawn on ${piece.which}` : ""}`;
  }

  /** Says that a run has no rows for it; runs from before it was added say nothing of it. */
  #lost(at: number): TemplateResult | typeof nothing {
    const without = (["before", "after"] as const).filter(
      (which) => this.answer[which]?.added[at]?.keyRange === "",
    );
    if (without.length === 0) return nothing;
    const piece = this.added[at];
    const run = this.answer.before;
    const end = Math.min(piece?.toSecond ?? 0, run.columns * run.secondsPerColumn);
    if (piece && piece.fromSecond >= end) {
      return html`<span>not part of any run: it is outside their time</span>`;
    }
    return html`<span>not part of the run ${without.join(" and ")}: it has no such rows</span>`;
  }

  #set(at: number, part: Partial<AddedLoad>): void {
    this.#tell(this.added.map((one, other) => (other === at ? { ...one, ...part } : one)));
  }

  #tell(added: readonly AddedLoad[]): void {
    tell(this, { do: "added", added });
  }
}

const HINT = html`<p>
  Drag a rectangle to add load to those keys; click to add one hot row for the whole run. Keyboard: press A at each corner.
</p>`;

/** What a field holds, where that is an amount. */
function amountOf({ target }: Event): number | undefined {
  if (!(target instanceof HTMLInputElement) || target.value === "") return undefined;
  const value = Number(target.value);
  return Number.isFinite(value) && value >= 0 ? value : undefined;
}

/** Where a rate stands on the slider, 0 to 1. */
function sliderOf(rate: number): number {
  const [least, most] = RATES;
  const held = Math.min(most, Math.max(least, rate));
  return Math.log(held / least) / Math.log(most / least);
}

/** The rate at a place of the slider, with two digits that count. */
function rateOf(place: number): number {
  const [least, most] = RATES;
  return Number((least * (most / least) ** place).toPrecision(2));
}

customElements.define("hotsplit-added", AddedElement);
