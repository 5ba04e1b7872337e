/** `<hotsplit-maps>`: both maps on one scale, how they stand to each other, and what is on them. */
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import type {
  AddedLoad,
  Analysis,
  Chosen,
  FixCard,
  Histogram,
  Metric,
  MetricEntry,
  Palette,
  Probe,
  RowsBy,
  RunAnswer,
  RunKnobs,
  Which,
} from "../../../../pkg/hotsplit.js";
import type { Fields, Results, Series } from "../../engine/protocol.js";
import type { MapQueries } from "../../session/queries.js";
import { missing, send } from "../../state/actions.js";
import {
  ADDED_MAX,
  type Layer,
  MAP,
  type MapSettings,
  type Mode,
  PINS_MAX,
  type Pin,
  type Tone,
  USUAL,
} from "../../state/map.js";
import { type Cursor, type Frame, type State, WHOLE } from "../../state/state.js";
import { cssVariables } from "../../ui/css-variables.js";
import { icon } from "../../ui/icons.js";
import { tallFor } from "../../ui/names.js";
import { whiteAt } from "../../ui/palette.js";
import { ranked } from "../../ui/ranked.js";
import { controls } from "../../ui/style/controls.js";
import { againstLimit, clock, count, percent, withoutCode } from "../../ui/words.js";
import { MAP_ACTION, type MapAction, type Pinned } from "../actions.js";
import { MapAnswers, nameOf } from "../answers.js";
import { type Hot, hottest, hottestOf, mostInView } from "../hot.js";
import { bandOf, type Trace } from "../overlay.js";
import { placeOf } from "../place.js";
import { maps } from "../style/maps.js";
import { brightened, TONE_MIN } from "../tone.js";
import { same, showing } from "../view.js";
import { findField, findTable } from "./find-table.js";
import { drawHotTable } from "./hot-table.js";
import { invitation } from "./invite.js";
import "./heatmap.js";
import "./legend.js";

/** Views that can be gone back to. Ours. */
const HISTORY_MAX = 50;

/** Hot ranges that are walked over and listed. */
const HOT = 20;

/** Least and most height of the keys where the maps are as high as they need, CSS pixels. */
const TALL = { least: 200, most: 2_400 };

export class MapsElement extends LitElement {
  static override properties = {
    results: { attribute: false },
    headline: { attribute: false },
    analysis: { attribute: false },
    cards: { attribute: false },
    chosen: { attribute: false },
    generation: { attribute: false },
    palette: { attribute: false },
    log: { attribute: false },
    frames: { attribute: false },
    cursor: { attribute: false },
    probe: { attribute: false },
    open: { attribute: false },
    caret: { attribute: false },
    rowsBy: { attribute: false },
    learning: { attribute: false },
    bare: { attribute: false },
    first: { attribute: false },
    now: { attribute: false },
    alone: { type: Boolean, reflect: true },
    compact: { type: Boolean },
    fixed: { type: Boolean },
    named: { type: Boolean, reflect: true },
    grows: { type: Boolean, reflect: true },
    metric: { attribute: false },
    level: { attribute: false },
    settings: { attribute: false },
    shown: { attribute: false },
    version: { attribute: false },
    queries: { attribute: false },
    set: { attribute: false },
    fields: { state: true },
    histogram: { state: true },
    swapped: { state: true },
    finding: { state: true },
    adding: { state: true },
    filming: { state: true },
    viewing: { state: true },
  };

  declare results: Results;
  /** What is asked about the runs. */
  declare queries: MapQueries;
  /** What the runs show, with ranges once they are known. */
  declare headline: string | undefined;
  declare analysis: Analysis | undefined;
  declare cards: ReadonlyMap<string, readonly FixCard[]>;
  declare chosen: readonly Chosen[];
  declare generation: number;
  declare palette: Palette;
  declare log: boolean;
  declare frames: State["frames"];
  declare cursor: Cursor | undefined;
  declare probe: Probe | undefined;
  /** Key of the open finding. */
  declare open: string | undefined;
  /** The table or index whose statement the person is in. */
  declare caret: string | undefined;
  /** What the rows of the maps are. */
  declare rowsBy: RowsBy;
  /** A lesson is played: the text in the editor is that of the second run. */
  declare learning: boolean;
  /** Nothing is said of what the maps show: an exam is open. */
  declare bare: boolean;
  /** Name of the first map. */
  declare first: string;
  /** What its heading says instead, as the numbers above it do. */
  declare now: string | undefined;
  /** Only the schema as it is, without a second map or the room for one. */
  declare alone: boolean;
  /** It stands in a page of others, where landmarks are theirs. */
  declare compact: boolean;
  /** The text is only to be read. */
  declare fixed: boolean;
  /** What brightness stands for. */
  declare metric: Metric;
  /** What is set on the maps. */
  declare settings: MapSettings;
  /** Fixes that the second run shows. */
  declare shown: readonly Chosen[];
  /** The engine's version. */
  declare version: string;
  /** The maps say themselves which is which. */
  declare named: boolean;
  /** They are as high as their bands need. */
  declare grows: boolean;
  /** What the runs are set to beside the numbers: what was added is among it. */
  declare set: RunKnobs;
  /** Its cells, where it is not the load of a split. */
  declare fields: Fields | undefined;
  declare histogram: Histogram | undefined;
  /** Each map stands in the other's place, while the key is held. */
  declare swapped: boolean;
  /** The map a table is looked for on. */
  declare finding: Which;
  /** Drags on the maps add load. */
  declare adding: boolean;
  /** Time is played, or can be. */
  declare filming: boolean;
  /** The panel with all that can be set is open. */
  declare viewing: boolean;
  /** Level of its first heading, where that is not 2: see `ranked`. */
  declare level: number | undefined;

  /** Where black and white are on the maps. */
  #tone: Tone = USUAL;
  /** Marks that are shown, and what they come from. */
  #layers: { readonly of: readonly unknown[]; readonly set: ReadonlySet<Layer> } | undefined;
  #history: State["frames"][] = [];
  readonly #answers = new MapAnswers(this);
  /** Other fixes are shown: the second map turns into the next. */
  #turns = false;
  /** The focus is on what stands in place of the second map. */
  #invited = false;
  #hot: { readonly [W in Which]: readonly Hot[] } = { before: [], after: [] };
  /** The hot range that was gone to last. */
  #at: { which: Which; place: number } | undefined;

  static override styles = [controls, maps];

  constructor() {
    super();
    this.first = "Before";
    this.alone = false;
    this.compact = false;
    this.fixed = false;
    this.named = false;
    this.grows = false;
    this.metric = "cpu";
    this.settings = MAP;
    this.shown = [];
    this.version = "";
    this.swapped = false;
    this.finding = "before";
    this.set = {};
    this.adding = false;
    this.filming = false;
    this.viewing = false;
    this.learning = false;
    this.addEventListener(MAP_ACTION, (event) => this.#do(event.detail));
    this.addEventListener("keydown", this.#keys);
    this.addEventListener("keyup", this.#release);
    this.addEventListener("focusout", () => {
      this.swapped = false;
    });
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    this.#invited = Boolean(this.shadowRoot?.activeElement?.closest(".invite"));
    const before = changed.get("shown");
    if (before && JSON.stringify(before) !== JSON.stringify(this.shown)) this.#turns = true;
    if (changed.has("results")) this.#renewed(changed.get("results"));
    if (changed.has("results") || changed.has("metric")) this.#measure();
    const counted = ["results", "metric", "log", "viewing"] as const;
    if (this.viewing && counted.some((name) => changed.has(name))) this.#count();
    if (changed.has("open") && this.open !== undefined) this.#opened(this.open);
    if (changed.has("results") || changed.has("settings")) {
      this.#answers.update();
    }
    this.#tone = this.#toneOf();
    if (this.settings.pins.length > 0 || this.settings.served) {
      import("./map-notes.js").catch(() => missing(this));
    }
    if (this.filming || this.settings.moment !== undefined) {
      import("./film.js").catch(() => missing(this));
    }
    if (this.learning) this.adding = false;
    if (this.adding || this.#added.length > 0) {
      import("./added.js").catch(() => missing(this));
    }
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has("results") && this.#turns) {
      this.#turns = false;
      if (changed.get("results")?.answer.after) this.#map("after")?.fade();
    }
    // What was pressed in place of the second map goes, and the focus with it.
    if (this.#invited && !this.shadowRoot?.activeElement) {
      const after = this.renderRoot.querySelector<HTMLElement>(".run.after");
      // Not its heading, which may be no heading in the page it stands in.
      after?.setAttribute("tabindex", "-1");
      after?.focus();
    }
  }

  /** Sets something on the maps. */
  #put(set: Partial<MapSettings>): void {
    send(this, { do: "map", set });
  }

  /** Other runs: what was said of pins is of the ones before. */
  #renewed(earlier: Results | undefined): void {
    const { answer, before, after } = this.results;
    const hot = (run: RunAnswer | undefined, series: Series | undefined) =>
      run && series ? hottest(series.rows, run.bands, HOT) : [];
    this.#hot = { before: hot(answer.before, before), after: hot(answer.after, after) };
    this.#at = undefined;
    this.#answers.reset();
    const rows = (run: RunAnswer | undefined) => run?.bands.map((band) => band.object).join("\n");
    if (rows(earlier?.answer.before) !== rows(answer.before)) this.#history = [];
  }

  /** Asks for the cells of what brightness stands for. */
  #measure(): void {
    const { metric, results } = this;
    this.fields = undefined;
    if (metric === "cpu") return;
    void this.queries.fields(metric).then((fields) => {
      if (this.results === results && this.metric === metric) this.fields = fields;
    });
  }

  /** Asks how many cells are how bright. */
  #count(): void {
    const { metric, log, results } = this;
    void this.queries.histogram({ metric, log }).then((histogram) => {
      if (this.results === results) this.histogram = histogram;
    });
  }

  /** A finding is open: the map looks at the hottest range of what it is about. */
  #opened(key: string): void {
    const finding = this.analysis?.findings.find((one) => one.key === key);
    const { before, after } = this.results.answer;
    const which = this.learning && after ? "after" : "before";
    const band = finding && bandOf(after && which === "after" ? after : before, finding.object);
    if (band) this.#look(which, band.firstRow, band.firstRow + band.rows);
  }

  /** Looks at the hottest cell of some rows, and moves the view to it. */
  #look(which: Which, from: number, to: number): void {
    const run = this.results.answer[which];
    const grid = this.results[which]?.grid;
    if (!run || !grid) return;
    this.#goTo(which, hottestOf(grid, run.columns, [from, to], [0, run.columns]));
  }

  #goTo(which: Which, { row, column }: { row: number; column: number }): void {
    const run = this.results.answer[which];
    if (!run) return;
    const at = { x: (column + 0.5) / run.columns, y: (row + 0.5) / run.rows };
    const frame = showing(this.frames[which], at);
    if (!same(frame, this.frames[which])) this.#view(which, frame, false);
    send(this, { do: "point", cursor: { which, column, row } });
  }

  override render(): TemplateResult {
    const { answer } = this.results;
    const { mode, divider, moment } = this.settings;
    const over = mode !== "pair";
    const runs = [answer.before, ...(answer.after ? [answer.after] : [])];
    const film = this.filming || moment !== undefined;
    return html`
      <div
        class=${`runs ${over ? `over ${mode}` : ""} ${this.swapped ? "swapped" : ""}`}
        ${cssVariables({ "--divider": divider, "--tall": `${this.rowsBy === "hot" ? tallFor(runs, TALL) : TALL.least}px` })}
      >
        ${this.#run("before", this.first, answer.before)}
        ${this.alone ? nothing : answer.after ? this.#run("after", "After", answer.after) : this.#invite()}
        ${mode === "swipe" ? this.#dividerHandle() : nothing}
      </div>
      ${
        film
          ? html`<hotsplit-film
              .results=${this.results}
              .moment=${moment}
              @close=${() => {
                this.filming = false;
                this.#put({ moment: undefined });
              }}
            ></hotsplit-film>`
          : nothing
      }
      ${
        this.bare
          ? nothing
          : html`<hotsplit-map-notes
              .answer=${answer}
              .analysis=${this.analysis}
              .pins=${this.#answers.pins}
              .served=${this.#answers.served}
              .learning=${this.learning}
              .chosen=${this.chosen}
            ></hotsplit-map-notes>`
      }
      ${
        this.adding || this.#added.length > 0
          ? html`<hotsplit-added
              .answer=${answer}
              .added=${this.#added}
              .adding=${this.adding}
            ></hotsplit-added>`
          : nothing
      }
      <div class="key">
        <hotsplit-legend
          .palette=${this.palette}
          .log=${this.log}
          .tone=${this.#tone}
          .relative=${this.settings.relative}
          .servers=${Math.max(answer.before.servers, answer.after?.servers ?? 0)}
          .scale=${this.#scale}
          .difference=${mode === "difference"}
          .hatch=${this.settings.layers.includes("over")}
          ?tight=${this.grows && this.alone && this.open !== undefined}
        ></hotsplit-legend>
        ${this.#viewMenu()}
      </div>
      ${this.bare ? nothing : drawHotTable(this.#hot, answer)}
    `;
  }

  /** The one button for all that can be set, with its panel. */
  #viewMenu(): TemplateResult {
    return html`<button
        class="view plain"
        aria-haspopup="dialog"
        aria-expanded=${this.viewing ? "true" : "false"}
        popovertarget="view"
      >
        View ${icon("chevronDown")}
      </button>
      <div
        id="view"
        popover
        role="dialog"
        aria-label="View"
        @beforetoggle=${this.#beforeView}
        @toggle=${(event: Event) => {
          this.viewing = "newState" in event && event.newState === "open";
        }}
      >
        ${
          this.viewing
            ? html`${findTable(this.results.answer[this.finding]?.bands ?? [], (object) =>
                this.#found(object),
              )}
                <hotsplit-view-menu
                .results=${this.results}
                .settings=${this.settings}
                .shown=${this.#tone}
                .metric=${this.metric}
                .palette=${this.palette}
                .log=${this.log}
                .rowsBy=${this.rowsBy}
                .scale=${this.#scale}
                .histogram=${this.histogram}
                .set=${this.set}
                .tables=${this.analysis?.tables ?? []}
                .adding=${this.#offers ? this.adding : undefined}
                @play=${() => {
                  this.#closeView();
                  void this.#film((film) => film.toggle());
                }}
                @export=${(event: CustomEvent<string>) => {
                  this.#closeView();
                  void this.#export(event.detail);
                }}
              ></hotsplit-view-menu>`
            : nothing
        }
      </div>`;
  }

  get #panel(): HTMLElement | undefined {
    return this.renderRoot.querySelector<HTMLElement>("#view") ?? undefined;
  }

  #closeView(): void {
    if (this.viewing) this.#panel?.hidePopover();
  }

  /** Puts the panel where there is more room: below its button, or above. */
  readonly #beforeView = (event: Event): void => {
    const button = this.renderRoot.querySelector(".view")?.getBoundingClientRect();
    const panel = this.#panel;
    if (!panel || !button || !("newState" in event) || event.newState !== "open") return;
    import("./view-menu.js").catch(() => missing(this));
    const [above, below] = [button.top - 16, innerHeight - button.bottom - 16];
    const { style } = panel;
    style.setProperty("--room", `${Math.max(120, Math.max(above, below))}px`);
    style.setProperty("right", `${Math.max(8, innerWidth - button.right)}px`);
    const up = above > below;
    style.setProperty("top", up ? "auto" : `${button.bottom + 4}px`);
    style.setProperty("bottom", up ? `${innerHeight - button.top + 4}px` : "auto");
  };

  /** Shows what plays time, and has it do something. */
  async #film(then: (film: import("./film.js").FilmElement) => void): Promise<void> {
    const part = await import("./film.js").catch(() => missing(this));
    if (!part) return;
    this.filming = true;
    await this.updateComplete;
    const film = this.renderRoot.querySelector("hotsplit-film");
    if (film) then(film);
  }

  #run(which: Which, label: string, run: RunAnswer): TemplateResult {
    const frame = this.frames[which];
    const { mode, moment } = this.settings;
    const { after } = this.results.answer;
    const compared = mode === "difference" && which === "before" && !this.swapped;
    const grid = this.#cells("after");
    const other = compared && after && grid ? this.#compared(after, grid) : undefined;
    const name = compared
      ? "Difference (after − before)"
      : which === "before"
        ? (this.now ?? label)
        : label;
    const { pins } = this.#answers;
    return html`<section
      class=${`run ${which}`}
      role=${this.compact ? "group" : nothing}
      aria-label=${label}
    >
      <h3 ${ranked(this.level)}>${name}</h3>
      <hotsplit-heatmap
        .queries=${this.queries}
        .which=${which}
        .run=${run}
        .grid=${this.#cells(which) ?? NO_GRID}
        .tops=${this.#fieldOf(which) ? undefined : this.results[which]?.rows.share}
        .scale=${this.#scale}
        .label=${label}
        .summary=${this.#summary(which, run)}
        .generation=${this.generation}
        .palette=${this.palette}
        .log=${this.log}
        .tone=${this.#tone}
        .layers=${this.#layersShown()}
        .until=${moment}
        .moving=${this.renderRoot.querySelector("hotsplit-film")?.playing === true}
        .frame=${frame}
        .cursor=${this.cursor}
        .probe=${this.cursor?.which === which ? this.probe : undefined}
        .pins=${pins.filter((pin) => pin.which === which)}
        .traces=${this.#traces(which, pins)}
        .lit=${this.#lit}
        .other=${other}
        .adding=${this.adding}
        .offers=${this.#offers}
      ></hotsplit-heatmap>
    </section>`;
  }

  /** The run to compare with; another object would be drawn anew. */
  #compared(run: RunAnswer, grid: Float32Array): { run: RunAnswer; grid: Float32Array } {
    if (this.#other?.run !== run || this.#other.grid !== grid) this.#other = { run, grid };
    return this.#other;
  }

  #other: { run: RunAnswer; grid: Float32Array } | undefined;

  /** Marks that are shown: with the compare slider two captions would lie over each other. */
  #layersShown(): ReadonlySet<Layer> {
    const { layers, mode } = this.settings;
    const of = [layers, mode];
    if (!this.#layers?.of.every((one, at) => one === of[at])) {
      const shown = layers.filter((one) => mode !== "swipe" || one !== "shapes");
      this.#layers = { of, set: new Set(shown) };
    }
    return this.#layers?.set ?? new Set();
  }

  /** What the finding that is open is about, or the statement the person is in. */
  get #lit(): string | undefined {
    const finding = this.analysis?.findings.find(({ key }) => key === this.open);
    return finding?.object ?? this.caret;
  }

  /** What brightness stands for, with its scale. */
  get #scale(): MetricEntry | undefined {
    return this.results.answer.before.metrics.find(({ metric }) => metric === this.metric);
  }

  /** Where black and white are: as they were set, or white at the hottest cell in view of both maps. */
  #toneOf(): Tone {
    const { results, frames, log } = this;
    const { relative, tone } = this.settings;
    if (!relative) return tone;
    const most = (["before", "after"] as const).map((which) => {
      const [run, cells] = [results.answer[which], this.#cells(which)];
      const tops = this.#fieldOf(which) ? undefined : results[which]?.rows.share;
      return run && cells ? mostInView(cells, run, frames[which], tops) : 0;
    });
    const place = whiteAt(Math.max(...most), log);
    // Where nothing has load there is nothing to be seen beside it.
    if (place <= 0) return USUAL;
    const bright = Math.max(TONE_MIN, place);
    // Another object would be painted anew.
    const { dark, bright: before } = this.#tone;
    return dark === 0 && bright === before ? this.#tone : { dark: 0, bright };
  }

  /** Cells of what brightness stands for; of the load of a split until they are there. */
  #cells(which: Which): Float32Array | undefined {
    return this.#fieldOf(which) ?? this.results[which]?.grid;
  }

  #fieldOf(which: Which): Float32Array | undefined {
    return this.metric === "cpu" ? undefined : this.fields?.[which];
  }

  /** Where what is pinned on the other map is on this one. */
  #traces(which: Which, pins: readonly Pinned[]): Trace[] {
    return pins.flatMap((pin, at) => {
      if (pin.which === which || !pin.trace) return [];
      const number = pins.slice(0, at + 1).filter((one) => one.which === pin.which).length;
      return [{ name: `${number} ${pin.which}`, ranges: pin.trace.ranges }];
    });
  }

  /** A map in a sentence or two, for those who do not see it. */
  #summary(which: Which, run: RunAnswer): string {
    const hot = this.#hot[which];
    const [first] = hot;
    if (this.bare) return `A map of ${count(run.rows, "key range")}. Question mark lists all keys.`;
    const shapes = run.patterns.map((one) => `${one.object}: ${withoutCode(one.label)}`).join("; ");
    if (!first) return `No load on any of ${count(run.rows, "key range")}.`;
    const at = clock(first.column * run.secondsPerColumn);
    return (
      `${shapes ? `${shapes}. ` : ""}Hottest: ${first.object}, ${percent(first.at)} down its keys, ` +
      `at ${at}, ${againstLimit(first.share)}. ` +
      "N goes to the next hot range, slash finds a table, question mark lists all keys."
    );
  }

  /** What stands in place of the second map while no fix is chosen. */
  #invite(): TemplateResult {
    return html`<section
      class="run after"
      role=${this.compact ? "group" : nothing}
      aria-label="After"
    >
      <h3 ${ranked(this.level)}>After</h3>
      <div class="invite">${invitation(this)}</div>
    </section>`;
  }

  #dividerHandle(): TemplateResult {
    const { divider } = this.settings;
    return html`<div
      class="divider"
      role="slider"
      tabindex="0"
      aria-label="Compare slider: before to the left, after to the right"
      aria-valuemin="0"
      aria-valuemax="100"
      aria-valuenow=${Math.round(divider * 100)}
      aria-valuetext=${`${percent(Math.round(divider * 100) / 100)} before`}
      ${cssVariables({ "--divider": divider })}
      @pointerdown=${this.#draw}
      @pointermove=${this.#draw}
      @keydown=${(event: KeyboardEvent) => {
        const by = { ArrowLeft: -0.05, ArrowRight: 0.05, Home: -1, End: 1 }[event.key];
        if (by === undefined) return;
        event.preventDefault();
        this.#put({ divider: Math.min(1, Math.max(0, divider + by)) });
      }}
    ></div>`;
  }

  readonly #draw = (event: PointerEvent): void => {
    const handle = event.currentTarget;
    if (event.buttons === 0 || !(handle instanceof HTMLElement)) return;
    if (event.type === "pointerdown") handle.setPointerCapture(event.pointerId);
    const map = this.renderRoot.querySelector("hotsplit-heatmap");
    const box = map?.renderRoot.querySelector(".map")?.getBoundingClientRect();
    if (!box) return;
    this.#put({ divider: Math.min(1, Math.max(0, (event.clientX - box.left) / box.width)) });
  };

  /** Does what an element of the maps tells of. */
  #do(action: MapAction): void {
    if (action.do === "view") this.#view(action.which, action.frame, action.step);
    else if (action.do === "back") this.#back();
    else if (action.do === "whole") this.#both({ before: WHOLE, after: WHOLE }, true);
    else if (action.do === "unfold") this.#put({ openFolded: true });
    else if (action.do === "pin") this.#pinOrNot(action.pin, action.instead);
    // Who sets black or white says what it stands for.
    else if (action.do === "tone") this.#put({ tone: action.tone, relative: false });
    else if (action.do === "relative") this.#put({ relative: action.on });
    else if (action.do === "layer") {
      const others = this.settings.layers.filter((one) => one !== action.layer);
      this.#put({ layers: action.on ? [...others, action.layer] : others });
    } else if (action.do === "mode") this.#switch(action.mode);
    else if (action.do === "line") this.#show(action.which, action.object);
    else if (action.do === "next") this.#next(action.which, action.by);
    else if (action.do === "server") {
      const { which, server, column } = action;
      this.#put({ served: { which, server, column } });
    } else if (action.do === "look") this.#goTo(action.which, action);
    else if (action.do === "unserve") this.#put({ served: undefined });
    else if (action.do === "find") void this.#find(action.which);
    else if (action.do === "hear") void this.#map(action.which)?.hear(action.row);
    else if (action.do === "adding") this.adding = action.on;
    else if (action.do === "add") void this.#add(action);
    else if (action.do === "added") this.#runWith(action.added);
  }

  /** Opens the panel where a table is looked for. */
  async #find(which: Which): Promise<void> {
    this.finding = which;
    this.#panel?.showPopover();
    this.viewing = true;
    await this.updateComplete;
    findField(this.renderRoot)?.focus();
  }

  /** Load that was added on the maps. */
  get #added(): readonly AddedLoad[] {
    return this.set.added ?? [];
  }

  /** Whether load may be added: a lesson's workload is the lesson's, and a difference is no run. */
  get #offers(): boolean {
    return !this.learning && this.settings.mode !== "difference";
  }

  /** Asks what load a part of a map stands for, and adds it. */
  async #add({ which, rows, columns, oneRow }: MapAction & { do: "add" }): Promise<void> {
    if (this.#added.length >= ADDED_MAX) {
      const message = `At most ${ADDED_MAX} pieces of load can be added; remove one first.`;
      send(this, { do: "tell", message });
      return;
    }
    const [firstRow, endRow] = rows;
    const [firstColumn, endColumn] = columns;
    const part = { rows: endRow - firstRow, columns: endColumn - firstColumn };
    const load = await this.queries.added({ which, firstRow, firstColumn, ...part });
    if (load) this.#runWith([...this.#added, { ...load, oneRow }]);
    else send(this, { do: "tell", message: "Load cannot be added to folded tables." });
  }

  /** Runs with other added load. */
  #runWith(added: readonly AddedLoad[]): void {
    const { added: _, ...rest } = this.set;
    send(this, { do: "run-knobs", run: added.length > 0 ? { ...rest, added: [...added] } : rest });
  }

  /** Opens what was found about a table or index, or shows its statement where nothing was. */
  #show(which: Which, object: string): void {
    const run = this.results.answer[which];
    const band = run && bandOf(run, object);
    if (!band) return;
    const { tab, range } = placeOf(which, band, this);
    // Findings come worst first.
    const finding = this.analysis?.findings.find((one) => one.object === object);
    if (finding && (tab === "yours" || this.grows)) {
      send(this, { do: "open", finding: finding.key });
      if (this.grows) return;
    }
    const place = (tab === "yours" ? finding?.range : undefined) ?? range;
    if (place) send(this, { do: "show", tab, range: place });
  }

  #view(which: Which, frame: Frame, step: boolean): void {
    if (!step) this.#remember();
    const over = this.settings.mode !== "pair";
    for (const one of over ? (["before", "after"] as const) : [which]) {
      send(this, { do: "frame", which: one, frame });
    }
  }

  #remember(): void {
    this.#history = [...this.#history.slice(1 - HISTORY_MAX), this.frames];
  }

  #both(frames: State["frames"], remember: boolean): void {
    if (remember) this.#remember();
    for (const which of ["before", "after"] as const) {
      send(this, { do: "frame", which, frame: frames[which] });
    }
  }

  #back(): void {
    const earlier = this.#history.at(-1);
    this.#history = this.#history.slice(0, -1);
    this.#both(earlier ?? { before: WHOLE, after: WHOLE }, false);
  }

  #pinOrNot({ which, row, column, rows }: Pin, instead?: Pin): void {
    const pins = this.settings.pins.filter((one) => !instead || nameOf(one) !== nameOf(instead));
    const here = (one: Pin) =>
      one.which === which &&
      one.rows[0] === rows[0] &&
      one.rows[1] === rows[1] &&
      (one.column === column || rows[1] - rows[0] > 1);
    const others = pins.filter((one) => !here(one));
    if (others.length < pins.length) this.#put({ pins: others });
    else this.#put({ pins: [...pins, { which, row, column, rows }].slice(-PINS_MAX) });
  }

  #switch(mode: Mode): void {
    if (!this.results.answer.after) return;
    this.#put({ mode });
    // Over each other both show the same part.
    const { before } = this.frames;
    if (mode !== "pair") this.#both({ before, after: before }, false);
  }

  #next(which: Which, by: 1 | -1): void {
    const hot = this.#hot[which];
    // Where it gets hot is what an exam asks.
    if (this.bare || hot.length === 0) return;
    const last = this.#at?.which === which ? this.#at.place : by > 0 ? -1 : 0;
    const place = (last + by + hot.length) % hot.length;
    const next = hot[place];
    this.#at = { which, place };
    if (next) this.#goTo(which, next);
  }

  /** Fills the map with a table that was looked for. */
  #found(object: string | undefined): void {
    const which = this.finding;
    this.#closeView();
    const run = this.results.answer[which];
    const band = run && object !== undefined ? bandOf(run, object) : undefined;
    if (run && band) {
      const [top, bottom] = [band.firstRow / run.rows, (band.firstRow + band.rows) / run.rows];
      this.#view(which, { ...this.frames[which], top, bottom }, false);
      this.#look(which, band.firstRow, band.firstRow + band.rows);
    }
    this.#map(which)?.take();
  }

  #map(which: Which) {
    const maps = [...this.renderRoot.querySelectorAll("hotsplit-heatmap")];
    return maps.find((map) => map.which === which);
  }

  readonly #keys = (event: KeyboardEvent): void => {
    const [target] = event.composedPath();
    if (!(target instanceof HTMLElement) || event.ctrlKey || event.metaKey || event.altKey) return;
    if (target.matches("input:not([type=range], [type=checkbox]), select")) return;
    const keys: Record<string, () => void> = {
      1: () => this.#switch("pair"),
      2: () => this.#switch("swipe"),
      3: () => this.#switch("difference"),
      "[": () => this.#do({ do: "tone", tone: brightened(this.#tone, -1) }),
      "]": () => this.#do({ do: "tone", tone: brightened(this.#tone, 1) }),
      b: () => this.#put({ relative: !this.settings.relative }),
      k: () => void this.#film((film) => film.toggle()),
      j: () => void this.#film((film) => film.step(-1)),
      l: () => void this.#film((film) => film.step(1)),
    };
    // Space presses buttons; on a map it is held to see the other run.
    if (event.key === " " && target.matches(".map, .divider")) {
      event.preventDefault();
      if (!event.repeat && this.results.answer.after) this.swapped = true;
      return;
    }
    const key = keys[event.key.toLowerCase()];
    if (!key) return;
    event.preventDefault();
    key();
  };

  readonly #release = (event: KeyboardEvent): void => {
    if (event.key === " ") this.swapped = false;
  };

  async #export(kind: string): Promise<void> {
    const part = await import("../export.js").catch(() => missing(this));
    if (!part) return;
    const both = ["before", "after"] as const;
    const runs = both.flatMap((which) => {
      const run = this.results.answer[which];
      const cells = this.#cells(which);
      const map = this.#map(which);
      if (!run || !cells || !map) return [];
      const label = which === "before" ? "Before" : "After";
      const [layers, servers] = [map.layersShown(), map.serversShown()];
      return { which, label, run, cells, frame: this.frames[which], layers, servers };
    });
    const { mode, relative } = this.settings;
    const shown = mode === "difference" ? runs.slice(0, 1) : runs;
    const { palette, log, results, version } = this;
    const { verdict } = results.answer;
    const sheet = {
      title: withoutCode(verdict.title) || withoutCode(this.headline ?? results.answer.headline),
      assumed: withoutCode(verdict.assumed),
      date: new Date(),
      ...{ version, palette, log, relative, mode, runs: shown },
      tone: this.#tone,
      scale: this.#scale,
    };
    const file = await part.exported(kind, sheet);
    send(this, { do: "download", name: file.name, text: file.content });
  }
}

/** A grid without cells. */
const NO_GRID = new Float32Array();

declare global {
  interface HTMLElementTagNameMap {
    "hotsplit-maps": MapsElement;
  }
}

customElements.define("hotsplit-maps", MapsElement);
