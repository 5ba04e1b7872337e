/** `<hotsplit-heatmap>`: one run's keys over time, its servers, and the cell one looks at. */
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import type {
  Band,
  MetricEntry,
  Palette,
  Pattern,
  Probe,
  RunAnswer,
  Which,
} from "../../../../pkg/hotsplit.js";
import { missing, send } from "../../state/actions.js";
import { type Cursor, type Frame, WHOLE } from "../../state/state.js";
import { placed } from "../../ui/placed.js";
import { controls } from "../../ui/style/controls.js";
import { number, percent, plain } from "../../ui/words.js";
import { boxes } from "../boxes.js";
import { type Pin, tell } from "../deeds.js";
import { type Drag, Gestures } from "../gesture.js";
import { hottestOf, rank } from "../hot.js";
import { keyed, type Move } from "../map-keys.js";
import type { Layer, Trace } from "../overlay.js";
import { type Host, Painter, type Scene } from "../painter.js";
import { cellAt, minutes, within } from "../scale.js";
import { heatmap } from "../style/heatmap.js";
import { type Tone, USUAL } from "../tone.js";
import { isZoomed, least, type Pair, same, showing, zoomed } from "../view.js";
import { ordinal, spoken, tip } from "./map-tip.js";

/** Least height of a band that is named beside the map, CSS pixels. */
const NAMED_MIN = 9;

/** Everything: no part of a run is hidden. */
const NO_LAYERS: ReadonlySet<Layer> = new Set();

class HeatmapElement extends LitElement implements Host {
  static override properties = {
    which: { attribute: false },
    run: { attribute: false },
    grid: { attribute: false },
    tops: { attribute: false },
    scale: { attribute: false },
    label: { attribute: false },
    summary: { attribute: false },
    generation: { attribute: false },
    palette: { attribute: false },
    log: { attribute: false },
    tone: { attribute: false },
    layers: { attribute: false },
    until: { attribute: false },
    frame: { attribute: false },
    cursor: { attribute: false },
    probe: { attribute: false },
    pins: { attribute: false },
    traces: { attribute: false },
    lit: { attribute: false },
    other: { attribute: false },
    adding: { attribute: false },
    offers: { attribute: false },
    corner: { state: true },
    drag: { state: true },
    spoken: { state: true },
    high: { state: true },
  };

  declare which: Which;
  declare run: RunAnswer | undefined;
  /** Shares of the full scale of what brightness stands for. */
  declare grid: Float32Array;
  /** The greatest of each row of it, where it is known. */
  declare tops: Float32Array | undefined;
  /** What brightness stands for. */
  declare scale: MetricEntry | undefined;
  declare label: string;
  /** What the map shows, in a sentence. */
  declare summary: string;
  declare generation: number;
  declare palette: Palette;
  declare log: boolean;
  declare tone: Tone;
  declare layers: ReadonlySet<Layer>;
  /** Only what happened until this fraction of the run is shown; all without one. */
  declare until: number | undefined;
  declare frame: Frame;
  declare cursor: Cursor | undefined;
  declare probe: Probe | undefined;
  declare pins: readonly Pin[];
  /** Where rows that are pinned on the other map are on this one. */
  declare traces: readonly Trace[];
  /** The table or index that something elsewhere points at. */
  declare lit: string | undefined;
  /** Cells of the run to compare with; with some the map shows what changes. */
  declare other: Float32Array | undefined;
  /** Drags add load. */
  declare adding: boolean;
  /** Load may be added at all. */
  declare offers: boolean;
  /** A corner of load that is added by keyboard. */
  declare corner: { readonly row: number; readonly column: number } | undefined;
  declare drag: Drag | undefined;
  declare spoken: string;
  /** Height of the map in CSS pixels. */
  declare high: number;

  #byKeyboard = false;
  /** Width of the map in CSS pixels. */
  #wide = Number.POSITIVE_INFINITY;
  #pinning = false;
  /** The table that is to be pinned with it. */
  #pinned: Band | undefined;
  /** The keyboard comes from elsewhere, with a cell to look at. */
  #taking = false;
  #saying: ReturnType<typeof setTimeout> | undefined;
  readonly #painter = new Painter(this);

  readonly #gestures = new Gestures(() => this.renderRoot.querySelector(".map"), {
    frame: () => this.frame,
    least: () => least(this.run?.columns ?? 1, this.run?.rows ?? 1),
    view: (frame, step) => this.#show(frame, step),
    point: (at) => {
      this.#byKeyboard = false;
      if (at) this.#point(at.x, at.y);
      else this.#leave();
    },
    draw: (drag) => {
      this.drag = drag;
    },
    pin: (at) => {
      this.#point(at.x, at.y);
      this.#pin();
    },
    adding: () => this.adding,
    add: (drag, wide, high) => this.#drawn(drag, wide, high),
  });

  static override styles = [controls, heatmap];

  constructor() {
    super();
    this.which = "before";
    this.grid = new Float32Array();
    this.label = "";
    this.summary = "";
    this.generation = 0;
    this.palette = "inferno";
    this.log = false;
    this.tone = USUAL;
    this.layers = NO_LAYERS;
    this.frame = WHOLE;
    this.pins = [];
    this.traces = [];
    this.adding = false;
    this.offers = true;
    this.spoken = "";
    this.high = 0;
  }

  override render(): TemplateResult {
    const gestures = this.#gestures;
    return html`
      <div class="bands">${this.#bands()}</div>
      <div
        class=${this.adding ? "map adding" : "map"}
        role="application"
        aria-roledescription="heatmap"
        aria-label=${`${this.label}: key ranges over time. Arrow keys move the cell.`}
        aria-describedby="about"
        tabindex="0"
        @keydown=${this.#keys}
        @pointerdown=${gestures.down}
        @pointermove=${gestures.move}
        @pointerup=${gestures.up}
        @pointercancel=${gestures.up}
        @pointerleave=${gestures.leave}
        @wheel=${gestures.wheel}
        @touchmove=${gestures.touch}
        @click=${this.#click}
        @contextmenu=${this.#pressed}
        @dblclick=${() => tell(this, { do: "back" })}
        @focus=${this.#focused}
        @blur=${this.#leave}
      >
        <div class="picture" aria-hidden="true">
          <canvas id="keys"></canvas>
          ${this.other ? html`<canvas id="difference"></canvas>` : nothing}
          <canvas id="over"></canvas>
          ${this.#veil()}
        </div>
        ${this.#lines(true)} ${this.#dragged()} ${this.#tip()}
      </div>
      <div class="on">${this.#named()} ${this.#mini()}</div>
      <div class="side">servers</div>
      <div
        class="servers"
        role="img"
        title="Click a server to see what it serves"
        aria-label=${
          this.run
            ? `Utilisation of ${this.run.servers} servers over time; the hottest reaches ` +
              `${percent(this.run.serverUtilisationMax)}, the mean is ` +
              `${percent(this.run.serverUtilisationMean)}.`
            : "Servers"
        }
        @click=${this.#served}
      >
        <div class="picture"><canvas id="servers" aria-hidden="true"></canvas>${this.#veil()}</div>
        ${this.#lines(false)}
      </div>
      <div class="axis" aria-hidden="true">${this.#axis()}</div>
      <p class="unseen" id="about">${this.summary}</p>
      <p class="unseen" aria-live="polite">${this.spoken}</p>
    `;
  }

  #line({ object }: Band): void {
    tell(this, { do: "line", which: this.which, object });
  }

  /** Where a band stands in view, as fractions of the picture; absent where it does not. */
  #place(band: Band): { from: number; to: number } | undefined {
    const { run, frame } = this;
    if (!run) return undefined;
    const top = within(band.firstRow / run.rows, frame.top, frame.bottom);
    const bottom = within((band.firstRow + band.rows) / run.rows, frame.top, frame.bottom);
    const [from, to] = [Math.max(0, top), Math.min(1, bottom)];
    return to > from ? { from, to } : undefined;
  }

  #bands(): TemplateResult {
    const { run } = this;
    let thin = 0;
    const names = (run?.bands ?? []).flatMap((band) => {
      const place = this.#place(band);
      if (!place) return [];
      const { from, to } = place;
      const pointed =
        this.cursor?.which === this.which &&
        this.cursor.row >= band.firstRow &&
        this.cursor.row < band.firstRow + band.rows;
      const lit = pointed || this.lit === band.object;
      if ((to - from) * this.high < NAMED_MIN && !lit) {
        thin++;
        return [];
      }
      return html`<button
        class=${`band ${band.kind} ${lit ? "lit" : ""}`}
        tabindex="-1"
        title=${`${band.kind} ${band.object}: show its line; twice: fill the map with it; with Shift: pin it`}
        ${placed({ "--top": from, "--height": to - from, "--depth": band.depth })}
        @click=${(event: MouseEvent) => (event.shiftKey ? this.#pinBand(band) : this.#line(band))}
        @dblclick=${() => this.#fit(band)}
      >
        ${band.object}
      </button>`;
    });
    const more = thin > 0 && this.high > 0;
    return html`${names}${
      more
        ? html`<span class="thin" title="Zoom in to see their names">+${thin} thin</span>`
        : nothing
    }`;
  }

  /** Names of shapes, each at its box. */
  #named(): TemplateResult[] {
    const { run, frame, high } = this;
    if (!run || !this.layers.has("shapes") || this.other) return [];
    return boxes(run, frame, high).flatMap(({ pattern, label, left, right }) => {
      if (label === undefined) return [];
      const { object } = pattern;
      const box = { "--top": label, "--left": left, "--right": right };
      return html`<button
        class=${right < 0.5 ? "named left" : "named"}
        tabindex="-1"
        title=${told(pattern)}
        ${placed(box)}
        @click=${() => tell(this, { do: "line", which: this.which, object })}
      >
        ${plain(pattern.label)}
      </button>`;
    });
  }

  /** The whole map in small, while only a part is in view. */
  #mini(): TemplateResult | typeof nothing {
    const { frame } = this;
    if (!isZoomed(frame)) return nothing;
    const box = {
      "--x": frame.left,
      "--y": frame.top,
      "--w": frame.right - frame.left,
      "--h": frame.bottom - frame.top,
    };
    return html`<div
      class="mini"
      aria-hidden="true"
      @pointerdown=${this.#miniMove}
      @pointermove=${this.#miniMove}
    >
      <canvas id="small"></canvas><i ${placed(box)}></i>
    </div>`;
  }

  readonly #miniMove = (event: PointerEvent): void => {
    const mini = event.currentTarget;
    if (event.buttons === 0 || !(mini instanceof HTMLElement)) return;
    if (event.type === "pointerdown") mini.setPointerCapture(event.pointerId);
    const box = mini.getBoundingClientRect();
    const { left, right, top, bottom } = this.frame;
    const centred = (at: number, size: number) => Math.min(1 - size, Math.max(0, at - size / 2));
    const [width, height] = [right - left, bottom - top];
    const x = centred((event.clientX - box.left) / box.width, width);
    const y = centred((event.clientY - box.top) / box.height, height);
    const frame = { left: x, right: x + width, top: y, bottom: y + height };
    this.#show(frame, event.type !== "pointerdown");
  };

  #veil(): TemplateResult | typeof nothing {
    if (this.until === undefined) return nothing;
    const x = within(this.until, this.frame.left, this.frame.right);
    return html`<div class="veil" ${placed({ "--x": Math.min(1, Math.max(0, x)) })}></div>`;
  }

  #axis(): TemplateResult[] {
    const { run, frame } = this;
    if (!run) return [];
    const seconds = run.columns * run.secondsPerColumn;
    const shown = seconds * (frame.right - frame.left);
    const from = frame.left * seconds;
    const marks = minutes(shown, 6).map((m) => m + Math.ceil(from / 60));
    return marks.flatMap((m) => {
      const x = within((m * 60) / seconds, frame.left, frame.right);
      if (x > 1.0001) return [];
      const last = x > 0.96;
      // The last one has a word and needs the room of two.
      if (!last && (1 - x) * this.#wide < 52) return [];
      return html`<span class=${last ? "last" : ""} ${placed({ "--x": x })}
        >${last ? `${m} min` : m}</span
      >`;
    });
  }

  /** Where the cursor stands, as fractions of the picture; the other map shows only its time. */
  #at(): { x: number; y: number | undefined } | undefined {
    const { run, cursor, frame } = this;
    if (!run || !cursor) return undefined;
    const x = within((cursor.column + 0.5) / run.columns, frame.left, frame.right);
    const y = within((cursor.row + 0.5) / run.rows, frame.top, frame.bottom);
    return { x, y: cursor.which === this.which ? y : undefined };
  }

  #lines(keys: boolean): TemplateResult | typeof nothing {
    const at = this.#at();
    if (!at || at.x < 0 || at.x > 1) return nothing;
    return html`<div class="line-x" ${placed({ "--x": at.x })}></div>
      ${
        keys && at.y !== undefined && at.y >= 0 && at.y <= 1
          ? html`<div class="line-y" ${placed({ "--y": at.y })}></div>`
          : nothing
      }`;
  }

  /** From the corner that was marked to the cell that is looked at, as fractions of the picture. */
  #marked(): Drag | undefined {
    const { run, corner, cursor, frame } = this;
    if (!run || !corner || cursor?.which !== this.which) return undefined;
    const [rows, columns] = cellsBetween(corner, cursor);
    const x = (column: number) => within(column / run.columns, frame.left, frame.right);
    const y = (row: number) => within(row / run.rows, frame.top, frame.bottom);
    return { x: x(columns[0]), toX: x(columns[1]), y: y(rows[0]), toY: y(rows[1]) };
  }

  #dragged(): TemplateResult | typeof nothing {
    const drag = this.drag ?? this.#marked();
    if (!drag) return nothing;
    const box = {
      "--x": Math.min(drag.x, drag.toX),
      "--y": Math.min(drag.y, drag.toY),
      "--w": Math.abs(drag.toX - drag.x),
      "--h": Math.abs(drag.toY - drag.y),
    };
    const kind = this.adding || this.corner ? "drag load" : "drag";
    return html`<div class=${kind} ${placed(box)}></div>`;
  }

  #tip(): TemplateResult | typeof nothing {
    const at = this.#at();
    const { probe, scale } = this;
    if (!probe || at?.y === undefined || this.drag) return nothing;
    return tip({ probe, scale, place: this.#rank() }, { x: at.x, y: at.y }, this.#under());
  }

  /** The place of the cell among all ranges at its time: `2nd hottest`. */
  #rank(): string | undefined {
    const { run, cursor, grid } = this;
    if (!run || !cursor || cursor.which !== this.which) return undefined;
    // It is said of the load of a split, which this map does not show.
    if (this.scale && this.scale.metric !== "cpu") return undefined;
    // Among idle ranges nobody asks which is the hottest.
    if (!((grid[cursor.row * run.columns + cursor.column] ?? 0) >= 0.005)) return undefined;
    return ordinal(rank(grid, run.columns, cursor.row, cursor.column));
  }

  /** Ranges that one pixel of the map shows. */
  #under(): number {
    const { run, frame, high } = this;
    return run ? Math.ceil(((frame.bottom - frame.top) * run.rows) / Math.max(1, high) - 1e-6) : 0;
  }

  override updated(changed: PropertyValues<this>): void {
    this.#painter.observe();
    const redrawn = [
      "run",
      "grid",
      "scale",
      "palette",
      "log",
      "tone",
      "frame",
      "generation",
      "other",
    ] as const;
    // The engine's own hatch is part of the picture.
    const hatch = changed.get("layers")?.has("over") ?? this.layers.has("over");
    if (redrawn.some((name) => changed.has(name)) || hatch !== this.layers.has("over")) {
      this.#painter.paint();
    }
    const over = [
      "run",
      "grid",
      "frame",
      "layers",
      "until",
      "pins",
      "traces",
      "lit",
      "high",
      "other",
    ] as const;
    if (over.some((name) => changed.has(name))) this.#over();
    if (changed.has("probe")) {
      this.#say();
      if (this.#pinning && this.probe) this.#pin();
    }
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#painter.disconnect();
    clearTimeout(this.#saying);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.hasUpdated) this.#painter.observe();
  }

  /** What there is to paint. */
  scene(): Scene | undefined {
    const { which, run, scale, palette, log, tone, frame } = this;
    if (!run) return undefined;
    return { which, run, scale, palette, log, tone, frame, hatch: this.layers.has("over") };
  }

  /** The map has another size. */
  resized(wide: number, high: number): void {
    this.high = high;
    this.#wide = wide;
    this.#over();
  }

  #over(): void {
    const { run, grid, tops, frame, pins, traces, lit } = this;
    const size = this.#painter.size;
    // Where it has no room yet there is nothing to draw, and no scale to draw it by.
    if (!run || !size || size.width * size.height < 1) return;
    const layers = this.other ? NO_LAYERS : this.layers;
    const scale = size.height / Math.max(1, this.high);
    const until = this.until ?? 1;
    const { added } = run;
    const marks = { pins, traces, added, lit };
    this.#painter.over({ run, grid, tops, frame, layers, until, ...marks, scale });
  }

  readonly #leave = (): void => {
    if (this.cursor?.which === this.which) send(this, { do: "point", cursor: undefined });
  };

  #show(frame: Frame, step = false): void {
    if (!same(frame, this.frame)) tell(this, { do: "view", which: this.which, frame, step });
  }

  /** Looks at the hottest cell under a point. */
  #point(x: number, y: number): void {
    const { run, frame, grid } = this;
    if (!run) return;
    const { size } = this.#painter;
    const cells = (at: number, from: number, to: number, of: number, pixels: number) => {
      const half = 0.5 / Math.max(1, pixels);
      const first = cellAt(at - half + 1e-9, from, to, of);
      return [first, Math.max(first + 1, cellAt(at + half - 1e-9, from, to, of) + 1)] as const;
    };
    const across = cells(x, frame.left, frame.right, run.columns, size?.width ?? 1);
    const down = cells(y, frame.top, frame.bottom, run.rows, size?.height ?? 1);
    const { row, column } = hottestOf(grid, run.columns, down, across);
    this.#set(column, row);
  }

  #set(column: number, row: number): void {
    const { cursor, which } = this;
    if (cursor?.which === which && cursor.column === column && cursor.row === row) return;
    send(this, { do: "point", cursor: { which, column, row } });
  }

  /** Pins the cell that is looked at, or all of its table, as soon as it is known what it is. */
  #pin(band?: Band): void {
    const { cursor, probe, which } = this;
    const there = probe !== undefined && cursor?.which === which;
    this.#pinning = !there;
    if (!there) {
      this.#pinned = band;
      // Keys may pin before anything is looked at.
      if (cursor?.which !== which) this.#point(0.5, 0.5);
      return;
    }
    const all = band ?? this.#pinned;
    this.#pinned = undefined;
    const { row, column } = cursor;
    const rows = all ? ([all.firstRow, all.firstRow + all.rows] as const) : rowsOf(row);
    tell(this, { do: "pin", pin: { which, row, column, probe, rows } });
  }

  /** Pins a whole table or index, with its hottest cell. */
  #pinBand(band: Band): void {
    const { run, grid } = this;
    if (!run) return;
    const rows = [band.firstRow, band.firstRow + band.rows] as const;
    const { row, column } = hottestOf(grid, run.columns, rows, [0, run.columns]);
    const here = this.cursor?.which === this.which ? this.cursor : undefined;
    if (here?.row === row && here.column === column) this.#pin(band);
    else {
      this.#pinned = band;
      this.#pinning = true;
      this.#set(column, row);
    }
  }

  /** Load was drawn: over minutes or for the whole run, over keys or on one row. */
  #drawn({ x, toX, y, toY }: Drag, wide: boolean, high: boolean): void {
    const { run, frame, which } = this;
    if (!run) return;
    const across = (at: number) => cellAt(at, frame.left, frame.right, run.columns);
    const down = (at: number) => cellAt(at, frame.top, frame.bottom, run.rows);
    const [left, right] = [across(Math.min(x, toX)), across(Math.max(x, toX) - 1e-9)];
    const [top, bottom] = [down(Math.min(y, toY)), down(Math.max(y, toY) - 1e-9)];
    const columns = wide ? ([left, right + 1] as const) : ([0, run.columns] as const);
    const rows = high ? ([top, bottom + 1] as const) : rowsOf(down(y));
    tell(this, { do: "add", which, rows, columns, oneRow: !high });
  }

  /** Plays a range over time, or stops what plays. */
  async hear(row: number): Promise<void> {
    const { run, grid } = this;
    const sound = await import("../sound.js").catch(() => missing(this));
    if (!run || !sound) return;
    const plays = sound.hear(grid.subarray(row * run.columns, (row + 1) * run.columns));
    this.spoken = plays
      ? "Playing this range from start to end: the higher the hotter."
      : "Stopped.";
  }

  /** Marks a corner of load that is added, or adds it up to here. */
  #mark(row: number, column: number): void {
    const { run, corner, which } = this;
    if (!run) return;
    // Keys may mark before anything is looked at.
    if (this.cursor?.which !== which) this.#set(column, row);
    if (!corner) {
      this.corner = { row, column };
      this.spoken = "Corner marked. A adds load up to the cell you move to, Escape leaves it.";
      return;
    }
    this.corner = undefined;
    const [rows, columns] = cellsBetween(corner, { row, column });
    const wide = corner.column !== column;
    const all = wide ? columns : ([0, run.columns] as const);
    tell(this, { do: "add", which, rows, columns: all, oneRow: corner.row === row });
  }

  /** A long press pins; it opens no menu. */
  readonly #pressed = (event: MouseEvent): void => {
    if (event instanceof PointerEvent && event.pointerType === "touch") event.preventDefault();
  };

  readonly #click = (event: MouseEvent): void => {
    if (event.shiftKey && !this.drag) this.#pin();
  };

  /** What the server under a point serves: the hottest of its ranges at that time. */
  readonly #served = (event: MouseEvent): void => {
    const { run, frame } = this;
    const box = this.renderRoot.querySelector(".servers")?.getBoundingClientRect();
    if (!run || !box) return;
    const column = cellAt(
      (event.clientX - box.left) / box.width,
      frame.left,
      frame.right,
      run.columns,
    );
    const server = cellAt((event.clientY - box.top) / box.height, 0, 1, run.servers);
    tell(this, { do: "server", which: this.which, server, column });
  };

  readonly #focused = (event: FocusEvent): void => {
    // A click focuses too; only the keyboard needs a cell to start from.
    if (!(event.currentTarget instanceof HTMLElement)) return;
    // What was jumped to is about to come.
    if (this.#taking) return;
    if (!event.currentTarget.matches(":focus-visible") || this.cursor) return;
    this.#byKeyboard = true;
    this.#point(0.5, 0.5);
  };

  /** Fills the map with one band. */
  #fit(band: Band): void {
    const { run, frame } = this;
    if (!run) return;
    const [top, bottom] = [band.firstRow / run.rows, (band.firstRow + band.rows) / run.rows];
    this.#show({ ...frame, top, bottom });
  }

  readonly #keys = (event: KeyboardEvent): void => {
    const { run, cursor, which, frame } = this;
    if (!run) return;
    const { column, row } =
      cursor?.which === which
        ? cursor
        : { column: Math.floor(run.columns / 2), row: Math.floor(run.rows / 2) };
    if (event.key === "Escape" && this.corner) {
      event.preventDefault();
      this.corner = undefined;
      return;
    }
    const move = keyed(event, { which, run, frame, column, row });
    if (!move || ("mark" in move && !this.offers)) return;
    event.preventDefault();
    this.#byKeyboard = true;
    this.#move(move, run, column, row);
  };

  #move(move: Move, run: RunAnswer, column: number, row: number): void {
    const band = run.bands.find((b) => row >= b.firstRow && row < b.firstRow + b.rows);
    if ("tell" in move) tell(this, move.tell);
    else if ("go" in move) this.#go(move.go.column, move.go.row);
    else if ("mark" in move) this.#mark(row, column);
    else if ("hear" in move) void this.hear(row);
    else if ("closer" in move) this.#closer(column, row, move.closer);
    else if ("pin" in move && move.pin === "cell") this.#pin();
    else if (band && "pin" in move) this.#pinBand(band);
    else if (band && "band" in move && move.band === "fit") this.#fit(band);
    else if (band) this.#line(band);
  }

  /** Looks at a cell, and moves the view if it is out of it. */
  #go(column: number, row: number): void {
    const { run, frame } = this;
    if (!run) return;
    const clamp = (value: number, cells: number) => Math.min(cells - 1, Math.max(0, value));
    const [c, r] = [clamp(column, run.columns), clamp(row, run.rows)];
    this.#show(showing(frame, middle(run, c, r)), true);
    this.#set(c, r);
  }

  #closer(column: number, row: number, by: number): void {
    const { run, frame } = this;
    if (!run) return;
    const { x, y } = middle(run, column, row);
    const at = {
      x: Math.min(1, Math.max(0, within(x, frame.left, frame.right))),
      y: Math.min(1, Math.max(0, within(y, frame.top, frame.bottom))),
    };
    this.#show(zoomed(frame, at, { x: by, y: by }, least(run.columns, run.rows)));
  }

  /** Reads the cell out, once the keys rest. */
  #say(): void {
    const { probe, scale } = this;
    if (!probe || !this.#byKeyboard || this.cursor?.which !== this.which) return;
    clearTimeout(this.#saying);
    const place = this.#rank();
    this.#saying = setTimeout(() => {
      this.spoken = spoken({ probe, scale, place });
    }, 150);
  }

  /** What the map shows now, for a picture of it: the cells, and what is drawn over them. */
  layersShown(): HTMLCanvasElement[] {
    return ["keys", "difference", "over"].flatMap((id) => this.#painter.canvas(id) ?? []);
  }

  /** Takes the keyboard, as after a jump from elsewhere: what is looked at is read out. */
  take(): void {
    this.#byKeyboard = true;
    const map = this.renderRoot.querySelector(".map");
    this.#taking = true;
    if (map instanceof HTMLElement) map.focus();
    this.#taking = false;
  }
}

/** The middle of a cell, as fractions of the whole. */
function middle(run: RunAnswer, column: number, row: number): Pair {
  return { x: (column + 0.5) / run.columns, y: (row + 0.5) / run.rows };
}

/** The cells between two, both among them: first and one past the last of rows and columns. */
function cellsBetween(
  a: { readonly row: number; readonly column: number },
  b: { readonly row: number; readonly column: number },
): [readonly [number, number], readonly [number, number]] {
  const between = (one: number, other: number) =>
    [Math.min(one, other), Math.max(one, other) + 1] as const;
  return [between(a.row, b.row), between(a.column, b.column)];
}

/** One row, as rows are pinned. */
function rowsOf(row: number): readonly [number, number] {
  return [row, row + 1];
}

/** What is told of a shape beside its name: what to do, and the numbers it was told by. */
function told({ object, say, confidence, evidence }: Pattern): string {
  const numbers = evidence.map(({ name, value }) => `${name} ${number(value)}`).join(", ");
  const sure = `Fits to ${percent(confidence)}${numbers ? `: ${numbers}` : ""}.`;
  return `${object}: ${plain(say)} ${sure} Click to show its line.`;
}

declare global {
  interface HTMLElementTagNameMap {
    "hotsplit-heatmap": HeatmapElement;
  }
}

customElements.define("hotsplit-heatmap", HeatmapElement);
