/**
 * `<hotsplit-workload>`: nodes and writes; what else runs are set to and what each table does. On the
 * page it is a panel under the verdict, in lessons and embeddings a bar. What the schema states
 * cannot be changed here.
 */
import { html, LitElement, nothing, type TemplateResult } from "lit";
import type {
  Analysis,
  HeadroomReport,
  Pace,
  RunKnobs,
  Sending,
  SimulationAnswer,
  Workload,
} from "../../../pkg/hotsplit.js";
import { send } from "../state/actions.js";
import { type Knobs, LIMITS } from "../state/state.js";
import { cssVariables } from "../ui/css-variables.js";
import { ranked } from "../ui/ranked.js";
import { fromSlider, STEPS, toSlider } from "../ui/scale.js";
import { segmented, segments } from "../ui/segmented.js";
import { controls } from "../ui/style/controls.js";
import { count, number, rate, withoutCode } from "../ui/words.js";
import { drawRates } from "./rates.js";
import { workload } from "./style.js";

/** Ways of sending, each with what it is. */
const SENDING: readonly (readonly [Sending["kind"], string, string])[] = [
  [
    "partly-open",
    "Partly open",
    "at most N requests in flight per server, the rest queue in the client",
  ],
  ["open", "Open", "requests arrive at a fixed rate and wait at the server"],
  ["closed", "Closed", "users wait for a response before they send again"],
];

/** Ways of changing rates, each with what it is and its usual numbers. */
const PACES: readonly (readonly [Pace, string])[] = [
  [{ kind: "steady" }, "Steady"],
  [{ kind: "step", before: 0.1, second: 600 }, "Step"],
  [{ kind: "ramp", from: 0.1, seconds: 1_800 }, "Ramp"],
  [{ kind: "growth", from: 0.05, factor: 1.5, every: 300 }, "500/50/5"],
];

/** Users and think time where closed sending is chosen. Ours: the ledger's cap at one server. */
const CLOSED: Sending = { kind: "closed", users: 1_400, thinkMs: 20 };

/** To the second region and back where several are chosen, ms. Ours, as in the engine. */
const QUORUM_MS = 20;

/** Keys whose ceiling is marked on the slider. Ours: the headline names as many. */
const MARKED = 3;

/** A rate that is marked on the slider, and what is reached there. */
interface RateMark {
  readonly kind: "full" | "even";
  readonly place: number;
  readonly words: string;
}

export class WorkloadElement extends LitElement {
  static override properties = {
    knobs: { attribute: false },
    run: { attribute: false },
    analysis: { attribute: false },
    answer: { attribute: false },
    level: { attribute: false },
    panel: { type: Boolean, reflect: true },
    unfolded: { state: true },
  };

  declare knobs: Knobs;
  declare run: RunKnobs;
  declare analysis: Analysis | undefined;
  /** The last runs, where they are of this schema. */
  declare answer: SimulationAnswer | undefined;
  /** What else can be set is shown: of the bar alone. */
  declare unfolded: boolean;
  /** It is opened in place, with all its words, and closed again. */
  declare panel: boolean;
  /** Level of its first heading, where that is not 2: see `ranked`. */
  declare level: number | undefined;

  static override styles = [controls, segments, workload];

  constructor() {
    super();
    this.unfolded = false;
    this.panel = false;
    this.run = {};
  }

  override render(): TemplateResult {
    return html`<h2 ${ranked(this.level)} class="unseen">${this.panel ? "Load" : "Workload"}</h2>
      ${this.panel ? this.#panel() : this.#bar()}`;
  }

  #panel(): TemplateResult {
    const tables = this.analysis?.tables ?? [];
    const marks = this.#marks();
    const about = this.#aboutRate();
    return html`<div class="main">
        <div>${this.#nodes()}</div>
        <div>
          <div class="said">
            <label for="writes">Writes/s</label>
            ${about ? html`<small id="about">${about}</small>` : nothing} ${this.#takeBack()}
          </div>
          ${this.#pair(marks, about)}
          <ul class="marks" aria-label="Marks on the slider">
            ${marks.map(({ kind, words }) => html`<li class=${kind}><i></i>${words}</li>`)}
          </ul>
        </div>
      </div>
      ${
        tables.length > 0
          ? html`<details>
              <summary>Rates of each table</summary>
              ${drawRates(this, tables)}
            </details>`
          : nothing
      }
      <details>
        <summary>${this.#summary("Simulation settings")}</summary>
        <div class="settings" role="group" aria-label="Simulation settings">
          ${this.#number("minutes", "Minutes", undefined)} ${this.#number("seed", "Seed", undefined)}
          ${this.#settings()}
        </div>
      </details>`;
  }

  #bar(): TemplateResult {
    const marks = this.#marks();
    const about = this.#aboutRate();
    return html`
      ${this.#number("nodes", "Nodes", this.#stated?.nodes)}
      <div class=${this.#owns ? "knob writes own" : "knob writes"}>
        <div class="said">
          <label for="writes">Writes/s</label>
          ${about ? html`<small id="about">${about}</small>` : nothing} ${this.#takeBack()}
        </div>
        ${this.#pair(marks, about)}
      </div>
      ${this.#number("minutes", "Minutes", undefined)}
      <div class="wide">${this.#number("seed", "Seed", undefined)}</div>
      <div @keydown=${this.#keys}>
        <button
          id="more"
          aria-expanded=${this.unfolded ? "true" : "false"}
          @click=${() => {
            this.unfolded = !this.unfolded;
          }}
        >
          ${this.#summary("More")} <span aria-hidden="true">${this.unfolded ? "▾" : "▴"}</span>
        </button>
        ${this.unfolded ? this.#more() : nothing}
      </div>
    `;
  }

  /** Nodes with a slider: equal steps are equal factors. */
  #nodes(): TemplateResult {
    const stated = this.#stated?.nodes;
    const fixed = stated !== undefined;
    const nodes = stated ?? this.knobs.nodes;
    const [, most] = LIMITS.nodes;
    return html`<div class="said">
        <label for="nodes">Nodes</label>
        ${fixed ? html`<small id="about-nodes">set in the schema</small>` : nothing}
      </div>
      <div class="pair">
        <div class="track">
          <input
            type="range"
            aria-label="Nodes, slider"
            min="0"
            max=${STEPS}
            ?disabled=${fixed}
            .value=${String(Math.round((Math.log(Math.max(1, nodes)) / Math.log(most)) * STEPS))}
            aria-valuetext=${count(nodes, "node")}
            @input=${(event: Event) => {
              if (!(event.target instanceof HTMLInputElement)) return;
              const value = Math.round(most ** (event.target.valueAsNumber / STEPS));
              send(this, { do: "knob", knob: "nodes", value });
            }}
          />
        </div>
        ${this.#field("nodes", "nodes", nodes, fixed, fixed ? "about-nodes" : undefined)}
      </div>`;
  }

  /** Whether a person has set the writes/s here. */
  get #owns(): boolean {
    const fixed = this.#stated?.writesPerSecond !== undefined;
    return !fixed && this.knobs.writesPerSecond !== undefined;
  }

  /** What takes a stated rate back. */
  #takeBack(): TemplateResult | typeof nothing {
    if (!this.#owns) return nothing;
    return html`<button
      class="link"
      @click=${() => send(this, { do: "knob", knob: "writesPerSecond", value: undefined })}
    >
      The recommended load of ${count(this.#stated?.nodes ?? this.knobs.nodes, "node")}
    </button>`;
  }

  /** The slider of writes/s with its marks, and its field. */
  #pair(marks: readonly RateMark[], about: string): TemplateResult {
    const writes = this.#writes;
    const fixed = this.#stated?.writesPerSecond !== undefined;
    return html`<div class="pair">
      <div class="track">
        <input
          type="range"
          aria-label="Writes/s, slider"
          list="marks"
          min="0"
          max=${STEPS}
          ?disabled=${fixed}
          .value=${String(toSlider(writes))}
          aria-valuetext=${`${number(writes)} writes/s${about ? `, ${about}` : ""}`}
          @input=${(event: Event) => {
            if (!(event.target instanceof HTMLInputElement)) return;
            const value = fromSlider(event.target.valueAsNumber);
            send(this, { do: "knob", knob: "writesPerSecond", value });
          }}
        />
        <datalist id="marks">
          ${marks.map(({ place, words }) => html`<option value=${place} label=${words}></option>`)}
        </datalist>
        ${marks.map(
          ({ kind, place, words }) =>
            html`<span
              class=${`mark ${kind}`}
              role=${this.panel ? nothing : "img"}
              title=${words}
              aria-label=${this.panel ? nothing : words}
              ${cssVariables({ "--at": place / STEPS })}
            ></span>`,
        )}
      </div>
      ${this.#field("writesPerSecond", "writes", writes, fixed, about ? "about" : undefined)}
    </div>`;
  }

  /** What directives state of the whole schema. */
  get #stated(): Workload | undefined {
    return this.analysis?.stated;
  }

  /** How much room the keys leave, and the rate that is assumed. */
  get #headroom(): HeadroomReport | undefined {
    return this.answer?.before.headroom ?? this.analysis?.headroom;
  }

  /** Writes/s to show: those that are stated, or those that are simulated. */
  get #writes(): number {
    const stated = this.#stated?.writesPerSecond ?? this.knobs.writesPerSecond;
    if (stated !== undefined) return stated;
    const { answer, analysis } = this;
    // The run before a stated rate was taken back has that rate.
    const is = answer && (!answer.rateStated || analysis?.rateStated);
    const assumed = this.#headroom?.defaultWritesPerSecond ?? 0;
    return Math.round(is ? answer.used.writesPerSecond : assumed);
  }

  /** Where the rate is from, if not from this slider. */
  #aboutRate(): string {
    if (this.#stated?.writesPerSecond !== undefined) return "set in the schema";
    if (this.knobs.writesPerSecond !== undefined) return "";
    return this.analysis?.rateStated ? "sum of the tables' rates" : "assumed";
  }

  /** Rates at which the first keys are full, and the one that even load would reach. */
  #marks(): RateMark[] {
    const headroom = this.#headroom;
    if (!headroom) return [];
    const [least, most] = LIMITS.writesPerSecond;
    const mark = (kind: RateMark["kind"], at: number | undefined, of: (at: string) => string) =>
      at === undefined || at < least || at > most
        ? []
        : [{ kind, place: toSlider(at), words: of(`about ${rate(at)} writes/s`) }];
    const nodes = count(this.#stated?.nodes ?? this.knobs.nodes, "node");
    return [
      ...headroom.keys
        .slice(0, MARKED)
        .flatMap(({ object, ceilingWritesPerSecond: ceiling }) =>
          mark("full", ceiling?.writesPerSecond, (at) => `${withoutCode(object)} is full at ${at}`),
        ),
      ...mark(
        "even",
        headroom.capacityEvenWritesPerSecond,
        (at) => `${nodes} would be full at ${at} if every key were spread`,
      ),
    ];
  }

  /** What is not as usual, in a few words behind a name. */
  #summary(name: string): string {
    const { sending, quorumMs, pace, commitBatch, splitPointsPerNode, readModifyWrite } = this.run;
    const said = [
      sending && sending.kind !== "partly-open" ? sending.kind : "",
      quorumMs === undefined ? "" : "multi-region",
      pace && pace.kind !== "steady" ? pace.kind : "",
      (commitBatch ?? 1) > 1 ? "batches" : "",
      (splitPointsPerNode ?? 0) > 0 ? "split points" : "",
      readModifyWrite ? "rows in turn" : "",
    ].filter((word) => word !== "");
    return said.length > 0 ? `${name}: ${said.join(", ")}` : name;
  }

  #more(): TemplateResult {
    const tables = this.analysis?.tables ?? [];
    return html`<div class="more" role="group" aria-label="More of the workload">
      <h3 ${ranked(this.level)}>
        Workload model
        <button @click=${() => this.#fold()}>Close</button>
      </h3>
      <div class="settings">${this.#settings()}</div>
      ${tables.length > 0 ? drawRates(this, tables) : nothing}
    </div>`;
  }

  /** How clients send, where, over what time, and how commits are batched. */
  #settings(): TemplateResult {
    return html`${this.#sending()} ${this.#region()} ${this.#pace()}
      ${this.#amount("commitBatch", "Commits that share an overhead", 1, 1, "With a commit delay (throughput-optimised writes) the commits of a split are batched.")}
      ${this.#amount("splitPointsPerNode", "Split points added, for each node", 0, 0, "The documentation recommends about 10 per node; the notes of the run list quotas.")}
      <div class="knob">
        <label class="tick">
          <input
            type="checkbox"
            .checked=${this.run.readModifyWrite === true}
            @change=${(event: Event) => {
              if (!(event.target instanceof HTMLInputElement)) return;
              const { readModifyWrite: _, ...rest } = this.run;
              this.#set(event.target.checked ? { ...rest, readModifyWrite: true } : rest);
            }}
          />
          Updates read their row first
        </label>
        <small>Changes of one row are then sequential, each with a round trip and a commit: about 100 per second.</small>
      </div>`;
  }

  #sending(): TemplateResult {
    const now = this.run.sending ?? { kind: "partly-open" };
    const about = SENDING.find(([kind]) => kind === now.kind)?.[2];
    return html`<div class="knob">
      ${segmented({
        name: "sending",
        legend: "Clients send",
        options: SENDING.map(([kind, name]) => [kind, name] as const),
        value: now.kind,
        choose: (kind) => {
          const { sending: _, ...rest } = this.run;
          if (kind === "open") this.#set({ ...rest, sending: { kind } });
          else this.#set(kind === "closed" ? { ...rest, sending: CLOSED } : rest);
        },
      })}
      <small>${about}</small>
      ${
        now.kind === "closed"
          ? html`<div class="row">
              ${this.#part("Users", now.users, 1, (users) => ({ ...this.run, sending: { ...now, users } }))}
              ${this.#part("Think time, ms", now.thinkMs, 0, (thinkMs) => ({ ...this.run, sending: { ...now, thinkMs } }))}
            </div>`
          : nothing
      }
    </div>`;
  }

  #region(): TemplateResult {
    const { quorumMs } = this.run;
    return html`<div class="knob">
      ${segmented({
        name: "region",
        legend: "Instance",
        options: [
          ["single", "In one region"],
          ["multi", "Multi-region"],
        ],
        value: quorumMs === undefined ? "single" : "multi",
        choose: (value) => {
          const { quorumMs: _, ...rest } = this.run;
          this.#set(value === "multi" ? { ...rest, quorumMs: QUORUM_MS } : rest);
        },
      })}
      ${
        quorumMs === undefined
          ? nothing
          : html`<div class="row">
              ${this.#part("To the second region and back, ms", quorumMs, 0, (quorumMs) => ({ ...this.run, quorumMs }))}
            </div>`
      }
    </div>`;
  }

  #pace(): TemplateResult {
    const now = this.run.pace ?? { kind: "steady" };
    const { run } = this;
    const part = (label: string, value: number, least: number, next: (value: number) => Pace) =>
      this.#part(label, value, least, (value) => ({ ...run, pace: next(value) }));
    return html`<div class="knob">
      ${segmented({
        name: "pace",
        legend: "Rates over the run",
        options: PACES.map(([one, name]) => [one.kind, name] as const),
        value: now.kind,
        choose: (kind) => {
          const { pace: _, ...rest } = run;
          const pace = PACES.find(([one]) => one.kind === kind)?.[0];
          this.#set(pace && kind !== "steady" ? { ...rest, pace } : rest);
        },
      })}
      <div class="row">
        ${
          now.kind === "step"
            ? html`${part("Share before", now.before, 0, (before) => ({ ...now, before }))}
              ${part("Jumps at, s", now.second, 0, (second) => ({ ...now, second: Math.round(second) }))}`
            : now.kind === "ramp"
              ? html`${part("Share at the start", now.from, 0, (from) => ({ ...now, from }))}
                ${part("Full after, s", now.seconds, 1, (seconds) => ({ ...now, seconds: Math.round(seconds) }))}`
              : now.kind === "growth"
                ? html`${part("Share at the start", now.from, 0, (from) => ({ ...now, from }))}
                  ${part("Times", now.factor, 1, (factor) => ({ ...now, factor }))}
                  ${part("Every, s", now.every, 1, (every) => ({ ...now, every: Math.round(every) }))}`
                : nothing
        }
      </div>
    </div>`;
  }

  /** A number with a name and a line about it; the usual one is not kept. */
  #amount(
    name: "commitBatch" | "splitPointsPerNode",
    label: string,
    usual: number,
    least: number,
    about: string,
  ): TemplateResult {
    return html`<div class="knob">
      <div class="row">
        ${this.#part(label, this.run[name] ?? usual, least, (value) => {
          const { [name]: _, ...rest } = this.run;
          return value === usual ? rest : { ...rest, [name]: value };
        })}
      </div>
      <small>${about}</small>
    </div>`;
  }

  #part(
    label: string,
    value: number,
    least: number,
    next: (value: number) => RunKnobs,
  ): TemplateResult {
    return html`<label
      >${label}
      <input
        type="number"
        min=${least}
        step="any"
        .value=${String(value)}
        title=${`now ${number(value)}`}
        @change=${(event: Event) => {
          if (!(event.target instanceof HTMLInputElement)) return;
          const { target } = event;
          const sound = Number.isFinite(target.valueAsNumber) && target.valueAsNumber >= least;
          if (sound) this.#set(next(target.valueAsNumber));
          else target.value = String(value);
        }}
      />
    </label>`;
  }

  #set(run: RunKnobs): void {
    send(this, { do: "run-knobs", run });
  }

  #fold(): void {
    this.unfolded = false;
    this.renderRoot.querySelector<HTMLElement>("#more")?.focus();
  }

  #keys(event: KeyboardEvent): void {
    if (event.key === "Escape" && this.unfolded) this.#fold();
  }

  #number(
    knob: Exclude<keyof Knobs, "writesPerSecond">,
    label: string,
    stated: number | undefined,
  ): TemplateResult {
    const fixed = stated !== undefined;
    return html`<div class="knob">
      <label for=${knob}>${label} ${fixed ? html`<small>set in the schema</small>` : nothing}</label>
      ${this.#field(knob, knob, stated ?? this.knobs[knob], fixed)}
    </div>`;
  }

  #field(
    knob: keyof Knobs,
    id: string,
    value: number,
    fixed: boolean,
    about?: string,
  ): TemplateResult {
    const [least, most] = LIMITS[knob];
    return html`<input
      type="number"
      id=${id}
      aria-describedby=${about ?? nothing}
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
      field.value = String(this.knobs[knob] ?? this.#writes);
  }
}

customElements.define("hotsplit-workload", WorkloadElement);
