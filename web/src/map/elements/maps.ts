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
import { missing, send } from "../../state/actions.js";
import { type Cursor, type Frame, type State, WHOLE } from "../../state/state.js";
import { placed } from "../../ui/placed.js";
import { ranked } from "../../ui/ranked.js";
import { controls } from "../../ui/style/controls.js";
import { clock, count, percent, plain, words } from "../../ui/words.js";
import { ASKED, MAP_DEED, type MapDeed, type Mode, type Pin, type Served } from "../deeds.js";
import { type Hot, hottest, hottestOf, mostInView } from "../hot.js";
import { ADDED_MAX, type Look, PINS_MAX, type PinAt, PLAIN, unusual } from "../look.js";
import { bandOf, type Layer, type Trace } from "../overlay.js";
import { difference, FULL_AT, whiteAt } from "../palette.js";
import { placeOf } from "../place.js";
import { maps } from "../style/maps.js";
import { brightened, TONE_MIN, type Tone, USUAL } from "../tone.js";
import { isZoomed, same, showing } from "../view.js";
import { invitation } from "./invite.js";
import "./heatmap.js";
import "./legend.js";
import "./map-bar.js";

/** Views that can be gone back to. Ours. */
const HISTORY_MAX = 50;

/** Hot ranges that are walked over and told of. */
const HOT = 20;

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
    contrast: { attribute: false },
    first: { attribute: false },
    alone: { type: Boolean, reflect: true },
    compact: { type: Boolean },
    fixed: { type: Boolean },
    metric: { attribute: false },
    level: { attribute: false },
    wanted: { attribute: false },
    set: { attribute: false },
    fields: { state: true },
    histogram: { state: true },
    mode: { state: true },
    layers: { state: true },
    tone: { state: true },
    relative: { state: true },
    moment: { state: true },
    pins: { state: true },
    served: { state: true },
    swapped: { state: true },
    curtain: { state: true },
    finding: { state: true },
    adding: { state: true },
  };

  declare results: Results;
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
  /** What is hot stands out from afar. */
  declare contrast: boolean;
  /** Name of the first map. */
  declare first: string;
  /** Only the schema as it is, without a second map or the room for one. */
  declare alone: boolean;
  /** It stands in a page of others, where landmarks are theirs. */
  declare compact: boolean;
  /** The text is only to be read. */
  declare fixed: boolean;
  /** What brightness stands for. */
  declare metric: Metric;
  /** What a link sets, once its runs are there. */
  declare wanted: State["wanted"];
  /** What the runs are set to beside the numbers: what was added is among it. */
  declare set: RunKnobs;
  /** Its cells, where it is not the load of a split. */
  declare fields: Fields | undefined;
  declare histogram: Histogram | undefined;
  declare mode: Mode;
  declare layers: ReadonlySet<Layer>;
  declare tone: Tone;
  /** What is hottest in view is white. */
  declare relative: boolean;
  /** The moment shown, as a fraction of the run. */
  declare moment: number | undefined;
  declare pins: readonly Pin[];
  declare served: Served | undefined;
  /** Each map stands in the other's place, while the key is held. */
  declare swapped: boolean;
  /** Where the curtain hangs, 0 to 1. */
  declare curtain: number;
  /** The map a table is looked for on. */
  declare finding: Which | undefined;
  /** Drags on the maps add load. */
  declare adding: boolean;
  /** Level of its first heading, where that is not 2: see `ranked`. */
  declare level: number | undefined;

  /** Where black and white are on the maps. */
  #shown: Tone = USUAL;
  #history: State["frames"][] = [];
  /** What a link sets, until then. */
  #coming: State["wanted"];
  /** What was told to be set, as JSON. */
  #told: string | undefined;
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
    this.mode = PLAIN.mode;
    this.metric = "cpu";
    this.layers = new Set(PLAIN.layers);
    this.tone = PLAIN.tone;
    this.relative = PLAIN.relative;
    this.pins = [];
    this.swapped = false;
    this.set = {};
    this.adding = false;
    this.learning = false;
    this.contrast = false;
    this.curtain = PLAIN.curtain;
    this.addEventListener(MAP_DEED, (event) => this.#do(event.detail));
    this.addEventListener("keydown", this.#keys);
    this.addEventListener("keyup", this.#release);
    this.addEventListener("focusout", () => {
      this.swapped = false;
    });
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    this.#invited = Boolean(this.shadowRoot?.activeElement?.closest(".invite"));
    if (changed.has("results")) this.#renewed(changed.get("results"));
    if (changed.has("contrast")) this.tone = this.contrast ? STARK : USUAL;
    if (changed.has("results") || changed.has("metric")) this.#measure();
    const counted = ["results", "metric", "log"] as const;
    if (counted.some((name) => changed.has(name))) this.#count();
    if (changed.has("open") && this.open !== undefined) this.#opened(this.open);
    if (changed.has("wanted")) this.#coming = this.wanted;
    // The runs that are there when a link is followed are those before it.
    if (changed.has("results") && this.#coming && this.results.answer.progress >= 1) {
      const coming = this.#coming;
      this.#coming = undefined;
      this.#set(coming);
    }
    this.#shown = this.#toneOf();
    if (this.pins.length > 0 || this.served) {
      import("./map-notes.js").catch(() => missing(this));
    }
    if (this.learning) this.adding = false;
    if (this.adding || this.#added.length > 0) {
      import("./added.js").catch(() => missing(this));
    }
  }

  protected override updated(): void {
    // What was pressed in place of the second map goes, and the focus with it.
    if (this.#invited && !this.shadowRoot?.activeElement) {
      const after = this.renderRoot.querySelector<HTMLElement>(".run.after");
      // Not its heading, which may be no heading in the page it stands in.
      after?.setAttribute("tabindex", "-1");
      after?.focus();
    }
    if (this.#coming) return;
    const { mode, curtain, layers, relative, moment, pins, served, contrast } = this;
    const look = unusual({
      ...{ mode, curtain, layers: [...layers], relative },
      // Of a presentation it is not the person's.
      tone: contrast ? PLAIN.tone : this.tone,
      ...(moment === undefined ? {} : { moment }),
      pins: pins.map(({ which, row, column, rows }) => ({ which, row, column, rows })),
      ...(served
        ? { served: { which: served.which, server: served.server, column: served.column } }
        : {}),
    });
    const told = JSON.stringify(look);
    if (told === this.#told) return;
    this.#told = told;
    send(this, { do: "look", look });
  }

  /** Sets what a link sets, as far as these runs have it, and says if they do not have all. */
  #set(wanted: Partial<Look>): void {
    const look = { ...PLAIN, ...wanted };
    const { answer } = this.results;
    const has = ({ which, column }: { which: Which; column: number }, end: number) => {
      const run = answer[which];
      return run !== undefined && column < run.columns && end <= run.rows;
    };
    const pins = look.pins.filter((pin) => has(pin, pin.rows[1]));
    const served = look.served && has(look.served, 0) ? look.served : undefined;
    const mode = answer.after ? look.mode : "pair";
    const { curtain, tone, relative, moment } = look;
    Object.assign(this, { mode, curtain, tone, relative, moment });
    this.layers = new Set(look.layers);
    this.#pinAll(pins);
    if (served) this.#ask(served.which, served.server, served.column);
    if (mode === look.mode && served === look.served && pins.length === look.pins.length) return;
    const message = "This link sets on the maps what these runs do not have; that was left out.";
    send(this, { do: "tell", message });
  }

  /** Pins anew what a link pins: what the cells tell is asked of these runs. */
  #pinAll(places: readonly PinAt[]): void {
    const { results, metric } = this;
    // A table may be pinned with its hottest cell, and that cell too: it is asked of once.
    const name = ({ which, column, row }: PinAt) => `${which} ${column} ${row}`;
    for (const [at, place] of places.entries()) {
      const here = places.filter((one) => name(one) === name(place));
      if (places.findIndex((one) => name(one) === name(place)) < at) continue;
      const { which, column, row } = place;
      const done = (probe: Probe | undefined) => {
        if (!probe || this.results !== results) return;
        const pins = here.map((place) => ({ ...place, probe }));
        this.pins = [...this.pins, ...pins];
        for (const pin of pins) this.#follow(pin);
      };
      send(this, { do: "probe", ask: { which, column, row, metric }, done });
    }
  }

  /** Other runs: what was pinned is of the ones before. */
  #renewed(earlier: Results | undefined): void {
    const { answer, before, after } = this.results;
    const hot = (run: RunAnswer | undefined, series: Series | undefined) =>
      run && series ? hottest(series.rows, run.bands, HOT) : [];
    this.#hot = { before: hot(answer.before, before), after: hot(answer.after, after) };
    this.#at = undefined;
    if (this.pins.length > 0) this.pins = [];
    this.served = undefined;
    if (!answer.after && this.mode !== "pair") this.mode = "pair";
    const rows = (run: RunAnswer | undefined) => run?.bands.map((band) => band.object).join("\n");
    if (rows(earlier?.answer.before) !== rows(answer.before)) this.#history = [];
  }

  /** Asks for the cells of what brightness stands for. */
  #measure(): void {
    const { metric, results } = this;
    this.fields = undefined;
    if (metric === "cpu") return;
    send(this, {
      do: "fields",
      metric,
      done: (fields) => {
        if (this.results === results && this.metric === metric) this.fields = fields;
      },
    });
  }

  /** Asks how many cells are how bright. */
  #count(): void {
    const { metric, log, results } = this;
    send(this, {
      do: "histogram",
      ask: { metric, log },
      done: (histogram) => {
        if (this.results === results) this.histogram = histogram;
      },
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
    const over = this.mode !== "pair";
    return html`
      <hotsplit-map-bar
        .results=${this.results}
        .mode=${this.mode}
        .metric=${this.metric}
        .layers=${this.layers}
        .moment=${this.moment}
        .finding=${this.finding}
        .adding=${this.#offers ? this.adding : undefined}
        @export=${(event: CustomEvent<string>) => void this.#export(event.detail)}
      ></hotsplit-map-bar>
      <div
        class=${`runs ${over ? `over ${this.mode}` : ""} ${this.swapped ? "swapped" : ""}`}
        ${placed({ "--curtain": this.curtain })}
      >
        ${this.#run("before", this.first, answer.before)}
        ${this.alone ? nothing : answer.after ? this.#run("after", "After", answer.after) : this.#invite()}
        ${this.mode === "swipe" ? this.#curtainHandle() : nothing}
      </div>
      <hotsplit-map-notes
        .answer=${answer}
        .analysis=${this.analysis}
        .pins=${this.pins}
        .served=${this.served}
        .learning=${this.learning}
        .chosen=${this.chosen}
      ></hotsplit-map-notes>
      ${
        this.adding || this.#added.length > 0
          ? html`<hotsplit-added
              .answer=${answer}
              .added=${this.#added}
              .adding=${this.adding}
            ></hotsplit-added>`
          : nothing
      }
      ${
        this.mode === "difference"
          ? DIFFERENCE
          : html`<hotsplit-legend
              .palette=${this.palette}
              .log=${this.log}
              .tone=${this.#shown}
              .relative=${this.relative}
              .rowsBy=${this.rowsBy}
              .servers=${Math.max(answer.before.servers, answer.after?.servers ?? 0)}
              .scale=${this.#scale}
              .histogram=${this.histogram}
            ></hotsplit-legend>`
      }
      ${this.#table()}
    `;
  }

  #run(which: Which, label: string, run: RunAnswer): TemplateResult {
    const frame = this.frames[which];
    const compared = this.mode === "difference" && which === "before" && !this.swapped;
    const other = compared && this.results.answer.after ? this.#cells("after") : undefined;
    const name = compared ? "Difference, after less before" : label;
    return html`<section
      class=${`run ${which}`}
      role=${this.compact ? "group" : nothing}
      aria-label=${label}
    >
      <h3 ${ranked(this.level)}>
        <i></i>${name}
        ${this.#unnamed(run)
          .slice(0, 2)
          .map((one) => this.#pattern(which, run, one))}
        ${
          isZoomed(frame)
            ? html`<button class="pattern all" @click=${() => this.#do({ do: "whole" })}>
                Show all
              </button>`
            : nothing
        }
      </h3>
      <hotsplit-heatmap
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
        .tone=${this.#shown}
        .layers=${this.mode === "swipe" ? without(this.layers, "shapes") : this.layers}
        .until=${this.moment}
        .frame=${frame}
        .cursor=${this.cursor}
        .probe=${this.cursor?.which === which ? this.probe : undefined}
        .pins=${this.pins.filter((pin) => pin.which === which)}
        .traces=${this.#traces(which)}
        .lit=${this.caret}
        .other=${other}
        .adding=${this.adding}
        .offers=${this.#offers}
      ></hotsplit-heatmap>
    </section>`;
  }

  /** Shapes that are not drawn on the map itself. */
  #unnamed(run: RunAnswer): RunAnswer["patterns"] {
    if (!this.layers.has("shapes")) return run.patterns;
    return run.patterns.filter(({ id }) => id === "even");
  }

  /** What brightness stands for, with its scale. */
  get #scale(): MetricEntry | undefined {
    return this.results.answer.before.metrics.find(({ metric }) => metric === this.metric);
  }

  /** Where black and white are: as they were set, or white at the hottest cell in view of both maps. */
  #toneOf(): Tone {
    const { relative, tone, results, frames, log } = this;
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
    const { dark, bright: before } = this.#shown;
    return dark === 0 && bright === before ? this.#shown : { dark: 0, bright };
  }

  /** Cells of what brightness stands for; of the load of a split until they are there. */
  #cells(which: Which): Float32Array | undefined {
    return this.#fieldOf(which) ?? this.results[which]?.grid;
  }

  #fieldOf(which: Which): Float32Array | undefined {
    return this.metric === "cpu" ? undefined : this.fields?.[which];
  }

  /** Where what is pinned on the other map is on this one. */
  #traces(which: Which): Trace[] {
    return this.pins.flatMap((pin, at) => {
      if (pin.which === which || !pin.went) return [];
      const number = this.pins.slice(0, at + 1).filter((one) => one.which === pin.which).length;
      return [{ name: `${number} ${pin.which}`, ranges: pin.went.ranges }];
    });
  }

  /** A map in a sentence or two, for those who do not see it. */
  #summary(which: Which, run: RunAnswer): string {
    const hot = this.#hot[which];
    const [first] = hot;
    const shapes = run.patterns.map((one) => `${one.object}: ${plain(one.label)}`).join("; ");
    if (!first) return `No load on any of ${count(run.rows, "key range")}.`;
    const at = clock(first.column * run.secondsPerColumn);
    return (
      `${shapes ? `${shapes}. ` : ""}Hottest: ${first.object}, ${percent(first.at)} down its keys, ` +
      `at ${at}, ${percent(first.share)} of what a split can take. ` +
      "N goes to the next hot range, slash finds a table, question mark lists all keys."
    );
  }

  #pattern(which: Which, run: RunAnswer, one: RunAnswer["patterns"][number]): TemplateResult {
    return html`<button
      class="pattern"
      title=${`${one.object}: ${plain(one.say)} Click to show its line.`}
      @click=${() => this.#show(which, one.object)}
    >
      ${words(run.bands.length === 1 ? one.label : `${one.object}: ${one.label}`)}
    </button>`;
  }

  /** What stands in place of the second map while no fix is chosen. */
  #invite(): TemplateResult {
    return html`<section
      class="run after"
      role=${this.compact ? "group" : nothing}
      aria-label="After"
    >
      <h3 ${ranked(this.level)}><i></i>After</h3>
      <div class="invite">${invitation(this)}</div>
    </section>`;
  }

  #curtainHandle(): TemplateResult {
    return html`<div
      class="curtain"
      role="slider"
      tabindex="0"
      aria-label="Curtain: before to the left, after to the right"
      aria-valuemin="0"
      aria-valuemax="100"
      aria-valuenow=${Math.round(this.curtain * 100)}
      aria-valuetext=${`${percent(Math.round(this.curtain * 100) / 100)} before`}
      ${placed({ "--curtain": this.curtain })}
      @pointerdown=${this.#draw}
      @pointermove=${this.#draw}
      @keydown=${(event: KeyboardEvent) => {
        const by = { ArrowLeft: -0.05, ArrowRight: 0.05, Home: -1, End: 1 }[event.key];
        if (by === undefined) return;
        event.preventDefault();
        this.curtain = Math.min(1, Math.max(0, this.curtain + by));
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
    this.curtain = Math.min(1, Math.max(0, (event.clientX - box.left) / box.width));
  };

  /** Asks of the hottest ranges at a time which of them a server has. */
  #ask(which: Which, server: number, column: number): void {
    const run = this.results.answer[which];
    const grid = this.results[which]?.grid;
    if (!run || !grid) return;
    const { results } = this;
    this.served = { which, server, column, found: [] };
    const share = (row: number) => grid[row * run.columns + column] ?? 0;
    const rows = Array.from({ length: run.rows }, (_, row) => row).filter((row) => share(row) > 0);
    rows.sort((a, b) => share(b) - share(a) || a - b);
    for (const row of rows.slice(0, ASKED)) {
      const done = (probe: Probe | undefined) => {
        const { served } = this;
        if (probe?.server !== server || this.results !== results) return;
        if (served?.server !== server || served.column !== column) return;
        this.served = { ...served, found: [...served.found, { row, probe }] };
      };
      send(this, { do: "probe", ask: { which, column, row }, done });
    }
  }

  /** The hottest ranges as a table for those who do not see the maps. */
  #table(): TemplateResult {
    const rows = (which: Which, run: RunAnswer | undefined) =>
      this.#hot[which].map(
        (hot) => html`<tr>
          <td>${which}</td>
          <th scope="row">${hot.object}</th>
          <td>${percent(hot.at)}</td>
          <td>${clock(hot.column * (run?.secondsPerColumn ?? 0))}</td>
          <td>${percent(hot.share)}</td>
        </tr>`,
      );
    const { before, after } = this.results.answer;
    // A table does not clip what is in it: the box around it does.
    return html`<div class="unseen"><table>
      <caption>
        The hottest key ranges; the maps as a table, below, has every table and index
      </caption>
      <thead>
        <tr>
          <th scope="col">Run</th>
          <th scope="col">Table or index</th>
          <th scope="col">Down its keys</th>
          <th scope="col">At</th>
          <th scope="col">Of a split</th>
        </tr>
      </thead>
      <tbody>
        ${rows("before", before)} ${rows("after", after)}
      </tbody>
    </table></div>`;
  }

  /** Does what an element of the maps tells of. */
  #do(deed: MapDeed): void {
    if (deed.do === "view") this.#view(deed.which, deed.frame, deed.step);
    else if (deed.do === "back") this.#back();
    else if (deed.do === "whole") this.#both({ before: WHOLE, after: WHOLE }, true);
    else if (deed.do === "pin") this.#pinOrNot(deed.pin);
    else if (deed.do === "tone") {
      this.tone = deed.tone;
      // Who sets black or white says what it stands for.
      this.relative = false;
    } else if (deed.do === "relative") this.relative = deed.on;
    else if (deed.do === "layer") {
      const layers = new Set(this.layers);
      if (deed.on) layers.add(deed.layer);
      else layers.delete(deed.layer);
      this.layers = layers;
    } else if (deed.do === "mode") this.#switch(deed.mode);
    else if (deed.do === "line") this.#show(deed.which, deed.object);
    else if (deed.do === "next") this.#next(deed.which, deed.by);
    else if (deed.do === "server") this.#ask(deed.which, deed.server, deed.column);
    else if (deed.do === "moment") this.moment = deed.at;
    else if (deed.do === "look") this.#goTo(deed.which, deed);
    else if (deed.do === "unserve") this.served = undefined;
    else if (deed.do === "find") this.finding = deed.which;
    else if (deed.do === "found") this.#found(deed.object);
    else if (deed.do === "hear") void this.#map(deed.which)?.hear(deed.row);
    else if (deed.do === "adding") this.adding = deed.on;
    else if (deed.do === "add") this.#add(deed);
    else if (deed.do === "added") this.#runWith(deed.added);
  }

  /** Load that was added on the maps. */
  get #added(): readonly AddedLoad[] {
    return this.set.added ?? [];
  }

  /** Whether load may be added: a lesson's workload is the lesson's, and a difference is no run. */
  get #offers(): boolean {
    return !this.learning && this.mode !== "difference";
  }

  /** Asks what load a part of a map stands for, and adds it. */
  #add({ which, rows, columns, oneRow }: MapDeed & { do: "add" }): void {
    if (this.#added.length >= ADDED_MAX) {
      const message = `No more than ${ADDED_MAX} pieces of load can be added; take one off first.`;
      send(this, { do: "tell", message });
      return;
    }
    const [firstRow, endRow] = rows;
    const [firstColumn, endColumn] = columns;
    const part = { rows: endRow - firstRow, columns: endColumn - firstColumn };
    send(this, {
      do: "added",
      ask: { which, firstRow, firstColumn, ...part },
      done: (load) => {
        if (load) this.#runWith([...this.#added, { ...load, oneRow }]);
        else send(this, { do: "tell", message: "No load can be added where tables are folded." });
      },
    });
  }

  /** Runs with other added load. */
  #runWith(added: readonly AddedLoad[]): void {
    const { added: _, ...rest } = this.set;
    send(this, { do: "run-knobs", run: added.length > 0 ? { ...rest, added: [...added] } : rest });
  }

  /** Shows the line to blame with what was found, or the statement where nothing was. */
  #show(which: Which, object: string): void {
    const run = this.results.answer[which];
    const band = run && bandOf(run, object);
    // Findings come worst first.
    if (!band) return;
    const { tab, range } = placeOf(which, band, this);
    const found = this.analysis?.findings.find((one) => one.object === object);
    const finding = tab === "yours" ? found : undefined;
    if (finding) send(this, { do: "open", finding: finding.key });
    const place = finding?.range ?? range;
    if (place) send(this, { do: "show", tab, range: place });
  }

  #view(which: Which, frame: Frame, step: boolean): void {
    if (!step) this.#remember();
    const over = this.mode !== "pair";
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

  #pinOrNot(pin: Pin): void {
    const here = (one: Pin) =>
      one.which === pin.which &&
      one.rows[0] === pin.rows[0] &&
      one.rows[1] === pin.rows[1] &&
      (one.column === pin.column || pin.rows[1] - pin.rows[0] > 1);
    if (this.pins.some(here)) {
      this.pins = this.pins.filter((one) => !here(one));
      return;
    }
    this.pins = [...this.pins, pin].slice(-PINS_MAX);
    this.#follow(pin);
  }

  /** Asks where the rows of a pin are in the other run. */
  #follow(pin: Pin): void {
    if (!this.results.answer.after) return;
    const [firstRow, end] = pin.rows;
    send(this, {
      do: "went",
      ask: { which: pin.which, firstRow, rows: end - firstRow },
      done: (went) => {
        if (went) this.pins = this.pins.map((one) => (one === pin ? { ...one, went } : one));
      },
    });
  }

  #switch(mode: Mode): void {
    if (!this.results.answer.after) return;
    this.mode = mode;
    // Over each other both show the same part.
    const { before } = this.frames;
    if (mode !== "pair") this.#both({ before, after: before }, false);
  }

  #next(which: Which, by: 1 | -1): void {
    const hot = this.#hot[which];
    if (hot.length === 0) return;
    const last = this.#at?.which === which ? this.#at.place : by > 0 ? -1 : 0;
    const place = (last + by + hot.length) % hot.length;
    const next = hot[place];
    this.#at = { which, place };
    if (next) this.#goTo(which, next);
  }

  /** Fills the map with a table that was looked for. */
  #found(object: string | undefined): void {
    const which = this.finding ?? "before";
    this.finding = undefined;
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
      "[": () => this.#do({ do: "tone", tone: brightened(this.#shown, -1) }),
      "]": () => this.#do({ do: "tone", tone: brightened(this.#shown, 1) }),
      b: () => this.#do({ do: "relative", on: !this.relative }),
      k: () => this.#bar?.toggle(),
      j: () => this.#bar?.step(-1),
      l: () => this.#bar?.step(1),
    };
    // Space presses buttons; on a map it is held to see the other run.
    if (event.key === " " && target.matches(".map, .curtain")) {
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

  get #bar() {
    return this.renderRoot.querySelector("hotsplit-map-bar");
  }

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
      return { which, label, run, cells, frame: this.frames[which], layers: map.layersShown() };
    });
    const shown = this.mode === "difference" ? runs.slice(0, 1) : runs;
    const { palette, log, relative, results, mode } = this;
    const title = plain(this.headline ?? results.answer.headline);
    const scale = this.#scale;
    const sheet = { title, runs: shown, palette, log, tone: this.#shown, relative, mode, scale };
    const file = await part.exported(kind, sheet);
    send(this, { do: "download", name: file.name, text: file.content });
  }
}

/** Layers but one: under a curtain two names would lie over each other. */
function without(layers: ReadonlySet<Layer>, layer: Layer): ReadonlySet<Layer> {
  return new Set([...layers].filter((one) => one !== layer));
}

/** For a screen across a room: half of what a split can take is dark still, all of it is white. */
const STARK: Tone = { dark: 0.3, bright: FULL_AT };

/** A grid without cells. */
const NO_GRID = new Float32Array();

/** The key of a difference: the colours of the engine. */
const DIFFERENCE = html`<div class="key">
  <span
    >less load after <i class="change" ${placed({ "--stops": difference() })}></i> more load
    after</span
  >
  <span><i class="none"></i>no keys</span>
  <span>Each table is compared with itself, place by place among its keys.</span>
</div>`;

declare global {
  interface HTMLElementTagNameMap {
    "hotsplit-maps": MapsElement;
  }
}

customElements.define("hotsplit-maps", MapsElement);
