/** `<hotsplit-map-notes>`: what is pinned on the maps, where it went, and what a server serves. */
import { html, LitElement, nothing, type TemplateResult } from "lit";
import type {
  Analysis,
  Chosen,
  RowTrace,
  SimulationAnswer,
  Which,
} from "../../../../pkg/hotsplit.js";
import { send } from "../../state/actions.js";
import { controls } from "../../ui/style/controls.js";
import { notes } from "../../ui/style/notes.js";
import { againstLimit, clock, percent, words } from "../../ui/words.js";
import { ASKED, type Pinned, type Served, tell } from "../actions.js";
import { bandOf } from "../overlay.js";
import { placeOf } from "../place.js";

/** Ranges that are named in a note at most; the map shows them all. */
const NAMED = 3;

class MapNotesElement extends LitElement {
  static override properties = {
    answer: { attribute: false },
    analysis: { attribute: false },
    pins: { attribute: false },
    served: { attribute: false },
    learning: { attribute: false },
    chosen: { attribute: false },
  };

  declare answer: SimulationAnswer;
  declare analysis: Analysis | undefined;
  declare pins: readonly Pinned[];
  declare served: Served | undefined;
  /** A lesson is played: the text in the editor is that of the second run. */
  declare learning: boolean;
  declare chosen: readonly Chosen[];

  static override styles = [controls, notes];

  override render(): TemplateResult {
    return html`${this.pins.map((pin, at) => this.#pinned(pin, at))} ${this.#serving()}`;
  }

  #pinned(pin: Pinned, at: number): TemplateResult {
    const { probe, which } = pin;
    // Numbers are counted on each map apart, as they stand on it.
    const number = this.pins.slice(0, at + 1).filter((one) => one.which === which).length;
    const whole = pin.rows[1] - pin.rows[0] > 1;
    const text =
      `${whole ? "hottest at " : ""}${clock(probe.seconds)}, ` +
      `${againstLimit(probe.shareOfSplit)}, ` +
      `server ${probe.server} at ${percent(probe.serverUtilisation)}`;
    return html`<div class="note" role="group" aria-label=${`Pin ${number} on ${which}`}>
      <b>${number} ${which}</b>
      <button class="link" @click=${() => this.#look(which, pin.row, pin.column)}>
        ${whole ? `All of ${probe.object}` : probe.keyRange}
      </button>
      <span>${text}</span>
      ${probe.reason === undefined ? nothing : html`<code>${probe.reason}</code>`}
      ${this.#line(which, probe.object, false)}
      ${whole || !this.answer.after ? nothing : this.#all(pin)}
      <button
        class="link"
        title="Plays the range over time as tones: a higher tone is more load. Key on a map: S"
        @click=${() => tell(this, { do: "hear", which, row: pin.row })}
      >
        hear it
      </button>
      ${pin.trace ? this.#trace(pin, pin.trace) : nothing}
      <button
        class="plain close"
        aria-label=${`Take pin ${number} on ${which} off`}
        @click=${() => tell(this, { do: "pin", pin })}
      >
        ×
      </button>
    </div>`;
  }

  /** Follows the whole table instead of one range of it. */
  #all(pin: Pinned): TemplateResult | typeof nothing {
    const run = this.answer[pin.which];
    const band = run && bandOf(run, pin.probe.object);
    if (!band || band.rows < 2) return nothing;
    const rows = [band.firstRow, band.firstRow + band.rows] as const;
    return html`<button
      class="link"
      @click=${() => tell(this, { do: "pin", pin: { ...pin, rows }, instead: pin })}
    >
      follow the whole ${band.kind}
    </button>`;
  }

  /** Where its rows are in the other run. */
  #trace(pin: Pinned, { say, ranges }: RowTrace): TemplateResult {
    const other = pin.which === "before" ? "after" : "before";
    const named = ranges.length <= NAMED ? ranges : [];
    return html`<span class="went"
      ><b>${other === "after" ? "Where it went" : "Where it was"}:</b> ${words(say)}
      ${named.map(
        ({ firstRow, rows, share, keyRange }) => html`<button
            class="link"
            @click=${() => this.#look(other, firstRow + Math.floor(rows / 2), pin.column)}
          >
            ${keyRange}</button
          >${named.length > 1 ? html` (${percent(share)} of it) ` : nothing}`,
      )}
    </span>`;
  }

  #look(which: Which, row: number, column: number): void {
    tell(this, { do: "look", which, row, column });
  }

  /** The statement of a table or index, as a link to its line. */
  #line(which: Which, object: string, text = true): TemplateResult | typeof nothing {
    const run = this.answer[which];
    const band = run && bandOf(run, object);
    if (!band) return nothing;
    const key = this.analysis?.objects.find((one) => one.name === object)?.key;
    const { tab, range } = placeOf(which, band, this);
    if (!range) return nothing;
    return html`${text && which === "before" && key ? html`<span>key <code>${key}</code></span>` : nothing}
      <button class="link" @click=${() => send(this, { do: "show", tab, range })}>
        line ${range.line}
      </button>`;
  }

  #serving(): TemplateResult | typeof nothing {
    const { served } = this;
    if (!served) return nothing;
    const { which, server, column, found } = served;
    const run = this.answer[which];
    const busy = found[0]?.probe.serverUtilisation;
    const at = clock(column * (run?.secondsPerColumn ?? 0));
    return html`<div class="note" role="group" aria-label=${`Server ${server} ${which}`}>
      <b>Server ${server}, ${which}, at ${at}</b>
      ${
        busy === undefined
          ? html`<span>serves none of the ${ASKED} hottest key ranges of that time.</span>`
          : html`<span>${percent(busy)} busy, serves</span>`
      }
      ${found.slice(0, 4).map(
        ({ row, probe }, at) => html`<button
            class="link"
            @click=${() => this.#look(which, row, column)}
          >
            ${probe.keyRange}</button
          ><span>${againstLimit(probe.shareOfSplit)}</span>${
            found.findIndex((one) => one.probe.object === probe.object) === at
              ? this.#line(which, probe.object)
              : nothing
          }`,
      )}
      ${found.length > 4 ? html`<span>and ${found.length - 4} more</span>` : nothing}
      <button
        class="plain close"
        aria-label="Close what the server serves"
        @click=${() => tell(this, { do: "unserve" })}
      >
        ×
      </button>
    </div>`;
  }
}

customElements.define("hotsplit-map-notes", MapNotesElement);
