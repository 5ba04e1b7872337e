/** `<hotsplit-view-menu>`: everything that can be set on the maps, in one panel. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import type {
  Histogram,
  Metric,
  MetricEntry,
  Palette,
  RowsBy,
  RunAnswer,
  RunKnobs,
  TableLoad,
} from "../../../../pkg/hotsplit.js";
import type { Results } from "../../engine/protocol.js";
import { send } from "../../state/actions.js";
import { PALETTES } from "../../state/choices.js";
import type { MapSettings, Mode, Tone } from "../../state/map.js";
import { knobsFor, SCENARIOS, scenarioOf } from "../../ui/scenarios.js";
import { controls } from "../../ui/style/controls.js";
import { tell } from "../actions.js";
import { MARKS } from "../overlay.js";
import "./tone-track.js";

const MODES: readonly (readonly [Mode, string, string])[] = [
  ["pair", "Side by side", "1"],
  ["swipe", "Swipe", "2"],
  ["difference", "Difference", "3"],
];

/** Ways of cutting keys into rows. */
const ROWS: readonly (readonly [RowsBy, string])[] = [
  ["hot", "Hot first"],
  ["keys", "Key order"],
  ["held", "By rows"],
  ["load", "By load"],
  ["ranges", "Key Visualizer"],
];

const EXPORTS: readonly (readonly [string, string])[] = [
  ["png", "Picture (PNG)"],
  ["svg", "Picture (SVG)"],
  ["csv", "Numbers in view (CSV)"],
];

/** One of several values. */
interface Choice<T extends string> {
  readonly name: string;
  readonly values: readonly {
    readonly value: T;
    readonly label: string;
    readonly title?: string;
    readonly off?: boolean;
  }[];
  readonly chosen: T;
  readonly choose: (value: T) => void;
}

class ViewMenuElement extends LitElement {
  static override properties = {
    results: { attribute: false },
    settings: { attribute: false },
    shown: { attribute: false },
    metric: { attribute: false },
    palette: { attribute: false },
    log: { attribute: false },
    rowsBy: { attribute: false },
    scale: { attribute: false },
    histogram: { attribute: false },
    set: { attribute: false },
    tables: { attribute: false },
    adding: { attribute: false },
  };

  declare results: Results;
  declare settings: MapSettings;
  /** Where black and white are on the maps. */
  declare shown: Tone;
  /** What brightness stands for. */
  declare metric: Metric;
  declare palette: Palette;
  declare log: boolean;
  declare rowsBy: RowsBy;
  declare scale: MetricEntry | undefined;
  declare histogram: Histogram | undefined;
  /** What runs are set to beside the numbers. */
  declare set: RunKnobs;
  /** How often each table is written. */
  declare tables: readonly TableLoad[];
  /** Drags add load; absent where none may be added. */
  declare adding: boolean | undefined;

  static override styles = [
    controls,
    css`
      :host {
        columns: 3 176px;
        column-gap: 24px;
        padding: 16px;
        font-size: var(--small);
      }
      fieldset {
        display: grid;
        gap: 0;
        min-width: 0;
        margin: 0 0 16px;
        padding: 0;
        border: 0;
        break-inside: avoid;
      }
      legend {
        padding: 0 0 4px;
        font-weight: 600;
      }
      label {
        display: flex;
        align-items: center;
        gap: 8px;
        min-height: 24px;
      }
      input[type="radio"],
      input[type="checkbox"] {
        flex: none;
        width: 14px;
        height: 14px;
        margin: 0;
        accent-color: var(--accent);
      }
      .note {
        margin-left: auto;
        color: var(--quiet);
      }
      button {
        min-height: 28px;
        padding: 0 8px;
        margin-bottom: 4px;
        font-size: var(--small);
        text-align: left;
      }
      hotsplit-tone {
        margin: 4px 12px 4px 0;
      }
      @media (pointer: coarse) {
        label,
        button {
          min-height: 44px;
        }
      }
    `,
  ];

  override render(): TemplateResult {
    const { settings, results, set, tables } = this;
    const { answer } = results;
    return html`
      ${
        answer.after
          ? this.#choice({
              name: "Compare",
              values: MODES.map(([value, label, key]) => ({ value, label, title: `Key: ${key}` })),
              chosen: settings.mode,
              choose: (mode) => tell(this, { do: "mode", mode }),
            })
          : nothing
      }
      ${this.#choice({
        name: "Brightness shows",
        values: answer.before.metrics.map(({ metric, name, unit, present }) => ({
          value: metric,
          label: `${name}${metric === "cpu" ? "" : present ? `, ${unit}` : ": none"}`,
          off: !present,
        })),
        chosen: this.metric,
        choose: (metric) => send(this, { do: "metric", metric }),
      })}
      ${this.#choice(
        {
          name: "Order of rows",
          values: ROWS.map(([value, label]) => ({ value, label })),
          chosen: this.rowsBy,
          choose: (rowsBy) => send(this, { do: "rows", rowsBy }),
        },
        this.rowsBy === "hot"
          ? this.#check("Even tables one by one", settings.openFolded, (openFolded) =>
              send(this, { do: "map", set: { openFolded } }),
            )
          : nothing,
      )}
      ${this.#choice({
        name: "Colours",
        values: Object.entries(PALETTES).map(([value, label]) => ({
          value: value as Palette,
          label,
        })),
        chosen: this.palette,
        choose: (palette) => send(this, { do: "palette", palette }),
      })}
      ${this.#choice(
        {
          name: "Scale",
          values: [
            { value: "linear", label: "Linear" },
            { value: "log", label: "Logarithmic" },
          ],
          chosen: this.log ? "log" : "linear",
          choose: (scale) => send(this, { do: "log", log: scale === "log" }),
        },
        html`${this.#check(
          "Relative",
          settings.relative,
          (on) => tell(this, { do: "relative", on }),
          "B",
          "The hottest in view is brightest. Bright may still be harmless.",
        )}<hotsplit-tone
            .palette=${this.palette}
            .log=${this.log}
            .tone=${this.shown}
            .scale=${this.scale}
            .histogram=${this.histogram}
          ></hotsplit-tone>`,
      )}
      <fieldset>
        <legend>Marks</legend>
        ${MARKS.map(({ id, name, kind }) =>
          this.#check(
            kind === undefined ? name : `${name} (${this.#many(kind)})`,
            settings.layers.includes(id),
            (on) => tell(this, { do: "layer", layer: id, on }),
          ),
        )}
      </fieldset>
      ${
        this.adding === undefined
          ? nothing
          : this.#choice(
              {
                name: "What if…",
                values: SCENARIOS.map(([value, label, title]) => ({ value, label, title })),
                chosen: scenarioOf(set),
                choose: (scenario) =>
                  send(this, { do: "run-knobs", run: knobsFor(scenario, set, answer, tables) }),
              },
              this.#check(
                "Draw load on a map",
                this.adding,
                (on) => tell(this, { do: "adding", on }),
                "A",
                "Drag over keys and minutes: a hot tenant, a burst, one hot row",
              ),
            )
      }
      <fieldset>
        <legend>Time</legend>
        <button title="Key: K" @click=${() => this.#leave(new CustomEvent("play"))}>
          Play over time
        </button>
      </fieldset>
      <fieldset>
        <legend>Export</legend>
        ${EXPORTS.map(
          ([kind, name]) =>
            html`<button
              @click=${() => this.#leave(new CustomEvent("export", { detail: kind }))}
            >
              ${name}
            </button>`,
        )}
      </fieldset>
    `;
  }

  #choice<T extends string>(
    { name, values, chosen, choose }: Choice<T>,
    more: unknown = nothing,
  ): TemplateResult {
    return html`<fieldset>
      <legend>${name}</legend>
      ${values.map(
        ({ value, label, title, off }) => html`<label title=${title || nothing}
          ><input
            type="radio"
            name=${name}
            .checked=${value === chosen}
            ?disabled=${off === true}
            @change=${() => choose(value)}
          />${label}</label
        >`,
      )}
      ${more}
    </fieldset>`;
  }

  #check(
    name: string,
    on: boolean,
    turn: (on: boolean) => void,
    key?: string,
    title?: string,
  ): TemplateResult {
    return html`<label title=${title ?? nothing}
      ><input
        type="checkbox"
        .checked=${on}
        @change=${(event: Event) => {
          if (event.target instanceof HTMLInputElement) turn(event.target.checked);
        }}
      />${name}${key === undefined ? nothing : html`<kbd class="note" aria-hidden="true">${key}</kbd>`}</label
    >`;
  }

  /** Tells of something for which the panel closes. */
  #leave(event: Event): void {
    this.dispatchEvent(event);
  }

  #many(kind: string): number {
    const { before, after } = this.results.answer;
    const of = (run: RunAnswer | undefined) =>
      run?.events.filter((event) => event.kind === kind).length ?? 0;
    return of(before) + of(after);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "hotsplit-view-menu": ViewMenuElement;
  }
}

customElements.define("hotsplit-view-menu", ViewMenuElement);
