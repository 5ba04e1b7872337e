/** `<hotsplit-heatmap>`: one run's keys over time, its servers, and the cell one looks at. */
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import type {
  Band,
  MetricEntry,
  Palette,
  Pattern,
  Probe,
  RunAnswer,
  Which,
} from "../../../../pkg/hotsplit.js";
import type { MapQueries } from "../../session/queries.js";
import { missing, send } from "../../state/actions.js";
import type { Layer, Tone } from "../../state/map.js";
import { USUAL } from "../../state/map.js";
import { type Cursor, type Frame, WHOLE } from "../../state/state.js";
import { cssVariables } from "../../ui/css-variables.js";
import { NAME, type Name, type NamedBand, names } from "../../ui/names.js";
import { cellAt, minutes, within } from "../../ui/scale.js";
import { controls } from "../../ui/style/controls.js";
import { number, percent, withoutCode } from "../../ui/words.js";
import { type Pinned, tell } from "../actions.js";
import { type Box, boxes, hottestUnder, LETTER, type Rectangle } from "../boxes.js";
import { drawChange, matched } from "../change.js";
import { type Drag, Gestures } from "../gesture.js";
import { hottestOf, rank } from "../hot.js";
import { keyed, type Move } from "../map-keys.js";
import type { Trace } from "../overlay.js";
import { type Host, Painter, type Scene } from "../painter.js";
import { heatmap } from "../style/heatmap.js";
import { isZoomed, least, type Pair, same, showing, zoomed } from "../view.js";
import { ordinal, spoken, tip } from "./map-tip.js";

/** Room of the small map and of what stands beside it, CSS pixels. */
const MINI = { width: 176, height: 70 };

/** Left and right of the words of a label, CSS pixels. */
const LABEL_PADDING = 16;
/** Width of a letter in a wide font, CSS pixels: what is cut shall not be cut again. */
const WIDE_LETTER = 7.6;

/** Everything: no part of a run is hidden. */
const NO_LAYERS: ReadonlySet<Layer> = new Set();

class HeatmapElement extends LitElement implements Host {
  static override properties = {
    queries: { attribute: false },
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
    moving: { attribute: false },
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
    wide: { state: true },
    inside: { state: true },
  };

  declare queries: MapQueries;
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
  /** Time is played. */
  declare moving: boolean;
  declare frame: Frame;
  declare cursor: Cursor | undefined;
  declare probe: Probe | undefined;
  declare pins: readonly Pinned[];
  /** Where rows that are pinned on the other map are on this one. */
  declare traces: readonly Trace[];
  /** The table or index that something elsewhere points at. */
  declare lit: string | undefined;
  /** The run to compare with; with one the map shows what changes. */
  declare other: { readonly run: RunAnswer; readonly grid: Float32Array } | undefined;
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
  /** Its width. */
  declare wide: number;
  /** Names stand on the map, where there is no room beside it. */
  declare inside: boolean;

  #byKeyboard = false;
  /** Shapes with their captions, and what they were worked out from. */
  #boxes: { readonly of: readonly unknown[]; readonly boxes: readonly Box[] } | undefined;
  /** Height of a name. */
  #letters = NAME;
  /** Names that stand at the right end of the map, and what that was worked out from. */
  #sides: { readonly of: readonly unknown[]; readonly right: ReadonlySet<string> } | undefined;
  /** Cells of the other run at the places of this one, and what they were worked out from. */
  #matched: { readonly of: readonly unknown[]; readonly cells: Float32Array } | undefined;
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
    this.moving = false;
    this.high = 0;
    this.wide = 0;
    this.inside = false;
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
          ${this.#upcoming()}
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
        <div class="picture"><canvas id="servers" aria-hidden="true"></canvas>${this.#upcoming()}</div>
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
    const { run, high } = this;
    const bands = (run?.bands ?? []).flatMap((band): NamedBand[] => {
      const place = this.#place(band);
      return place ? [{ band, ...place }] : [];
    });
    const { shown, thin } = names(bands, high, (band) => this.#isLit(band), this.#letters);
    const sides = this.#onTheRight(shown);
    return html`${shown.map(
      ({ band, top, height }) => html`<button
        class=${`band ${band.kind} ${this.#isLit(band) ? "lit" : ""} ${band.folded ? "folded" : ""} ${sides.has(band.object) ? "right" : ""}`}
        tabindex=${band.folded ? "0" : "-1"}
        title=${titleOf(band)}
        ${cssVariables({ "--top": top, "--height": height, "--depth": band.depth })}
        @click=${(event: MouseEvent) => {
          if (band.folded) tell(this, { do: "unfold" });
          else if (event.shiftKey) this.#pinBand(band);
          else this.#line(band);
        }}
        @dblclick=${() => !band.folded && this.#fit(band)}
      >
        ${band.object}
      </button>`,
    )}${
      thin > 0 && high > 0
        ? html`<span class="thin" title="Zoom in to see their names">+${thin} thin</span>`
        : nothing
    }`;
  }

  /** Names on the map that stand at its right end, because what is hot lies at the left. */
  #onTheRight(shown: readonly Name[]): ReadonlySet<string> {
    const { run, frame, grid, wide, high, inside } = this;
    if (!run || !inside || wide * high < 1) return new Set();
    const of = [run, frame, grid, wide, high, shown.map(({ top }) => top).join()];
    if (!alike(this.#sides?.of, of)) {
      const right = shown.filter(({ band, top }) => {
        const width = Math.min(wide, band.object.length * LETTER + 12);
        const under = (x: number) =>
          hottestUnder(run, frame, { wide, high, grid }, { x, y: top, width, height: NAME });
        // Where both ends are alike names stand below each other.
        return under(0) > 2 * under(wide - width) + 0.02;
      });
      this.#sides = { of, right: new Set(right.map(({ band }) => band.object)) };
    }
    return this.#sides?.right ?? new Set();
  }

  /** Whether something points at a band. */
  #isLit({ object, firstRow, rows }: Band): boolean {
    const { cursor, which } = this;
    const pointed =
      cursor?.which === which && cursor.row >= firstRow && cursor.row < firstRow + rows;
    return pointed || this.lit === object;
  }

  /** Captions of shapes, where nothing hot lies under them. */
  #named(): TemplateResult[] {
    const { inside, layers, other, until } = this;
    // While a moment is shown, what comes after it is not.
    if (inside || other || until !== undefined || !layers.has("shapes")) return [];
    return this.#shapes().flatMap(({ pattern, caption }) => {
      if (!caption) return [];
      const { object } = pattern;
      // The name is cut where there is no room, and not the figure behind it.
      const label = withoutCode(pattern.label);
      const end = label.lastIndexOf(" at ");
      const [figure = ""] = /^ at [\d.,]+ ?[%×]/.exec(label.slice(end)) ?? [];
      const letters = Math.floor((caption.width - LABEL_PADDING) / WIDE_LETTER);
      const room = Math.max(letters - figure.length - 1, 0);
      const cut = figure !== "" && label.length * LETTER > caption.width - LABEL_PADDING;
      const along = label.indexOf(" along ");
      // Of a column a few letters say nothing.
      const some =
        along >= 0 && room < along + 12 ? label.slice(0, along) : `${label.slice(0, room)}…`;
      const name = end > room + 1 ? some : label.slice(0, end);
      return html`<button
        class="named"
        tabindex="-1"
        title=${patternTitle(pattern)}
        ${cssVariables({ "--x": caption.x, "--y": caption.y, "--w": caption.width })}
        @click=${() => tell(this, { do: "line", which: this.which, object })}
      >
        ${cut ? name + figure : label}
      </button>`;
    });
  }

  /** Shapes in view, worked out once. */
  #shapes(): readonly Box[] {
    const { run, frame, grid, wide, high } = this;
    if (!run || wide * high < 1) return [];
    const of = [run, frame, grid, wide, high];
    if (!alike(this.#boxes?.of, of)) {
      const mini: Rectangle = { x: 0, y: high - MINI.height, ...MINI };
      const taken = isZoomed(frame) ? [mini] : [];
      this.#boxes = { of, boxes: boxes(run, frame, { wide, high, grid, taken }) };
    }
    return this.#boxes?.boxes ?? [];
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
      <canvas id="small"></canvas><i ${cssVariables(box)}></i>
      </div>
      <button class="all" tabindex="-1" @click=${() => tell(this, { do: "whole" })}>Show all</button>`;
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

  #upcoming(): TemplateResult | typeof nothing {
    if (this.until === undefined) return nothing;
    const x = within(this.until, this.frame.left, this.frame.right);
    return html`<div class="upcoming" ${cssVariables({ "--x": Math.min(1, Math.max(0, x)) })}></div>`;
  }

  #axis(): unknown {
    const { run, frame } = this;
    if (!run) return nothing;
    const seconds = run.columns * run.secondsPerColumn;
    const shown = seconds * (frame.right - frame.left);
    const from = frame.left * seconds;
    const marks = minutes(shown, 6).map((m) => m + Math.ceil(from / 60));
    const shownMarks = marks.flatMap((m) => {
      const x = within((m * 60) / seconds, frame.left, frame.right);
      if (x > 1.0001) return [];
      const last = x > 0.96;
      // The last one has a word and needs the room of two.
      if (!last && (1 - x) * this.wide < 60) return [];
      return [{ m, x, last }];
    });
    // Each keeps its place: one that became another would count as moved.
    return repeat(
      shownMarks,
      ({ m }) => m,
      ({ m, x, last }) =>
        html`<span class=${last ? "last" : ""} ${cssVariables({ "--x": x })}
          >${last ? `${m} min` : m}</span
        >`,
    );
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
    return html`<div class="line-x" ${cssVariables({ "--x": at.x })}></div>
      ${
        keys && at.y !== undefined && at.y >= 0 && at.y <= 1
          ? html`<div class="line-y" ${cssVariables({ "--y": at.y })}></div>`
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
    return html`<div class=${kind} ${cssVariables(box)}></div>`;
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
      "moving",
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
    [this.high, this.wide] = [high, wide];
    const gutter = this.renderRoot.querySelector(".side");
    this.inside = gutter instanceof HTMLElement && gutter.clientWidth < 40;
    // Large screens have large letters.
    if (gutter)
      this.#letters = Math.max(NAME, Number.parseFloat(getComputedStyle(gutter).fontSize) * 1.3);
    this.#over();
  }

  #over(): void {
    const { run, grid, tops, frame, pins, traces, lit } = this;
    const size = this.#painter.size;
    // Where it has no room yet there is nothing to draw, and no scale to draw it by.
    if (!run || !size || size.width * size.height < 1) return;
    const layers = this.other ? NO_LAYERS : this.layers;
    this.#change();
    const scale = size.height / Math.max(1, this.high);
    const until = this.until ?? 1;
    const { added } = run;
    const marks = { pins, traces, added, lit, moving: this.moving };
    this.#painter.over({ run, grid, tops, frame, layers, until, ...marks, scale });
  }

  /** Draws what changes, where that is what the map shows. */
  #change(): void {
    const { run, grid, other, frame } = this;
    const context = other && this.#painter.drawn("difference");
    if (!run || !context) return;
    const of = [run, grid, other.run, other.grid];
    if (!alike(this.#matched?.of, of)) this.#matched = { of, cells: matched({ run, grid }, other) };
    if (this.#matched) drawChange(context, { run, grid }, this.#matched.cells, frame);
  }

  /** The next picture appears over the one that is there. */
  fade(): void {
    this.#painter.fades = true;
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
    tell(this, { do: "pin", pin: { which, row, column, rows } });
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
      ? "Playing this range from start to end: a higher tone is more load."
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
    if (band?.folded && ("pin" in move || "band" in move)) {
      tell(this, { do: "unfold" });
      return;
    }
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

  /** Its servers, for a picture of them. */
  serversShown(): HTMLCanvasElement | undefined {
    return this.#painter.canvas("servers");
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

/** What is done with a band's name. */
function titleOf({ kind, object, folded }: Band): string {
  if (folded) return `${object}: show them one by one`;
  return `${object}, ${kind}: click to show why or where; double-click to zoom to it; Shift-click to pin it`;
}

/** Whether two lists hold the same. */
function alike(a: readonly unknown[] | undefined, b: readonly unknown[]): boolean {
  return a?.length === b.length && a.every((one, at) => one === b[at]);
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

/** The tooltip of a shape: what to do, and the numbers it was recognised by. */
function patternTitle({ object, say, confidence, evidence }: Pattern): string {
  const numbers = evidence.map(({ name, value }) => `${name} ${number(value)}`).join(", ");
  const sure = `Fits to ${percent(confidence)}${numbers ? `: ${numbers}` : ""}.`;
  return `${object}: ${withoutCode(say)} ${sure} Click to show its line.`;
}

declare global {
  interface HTMLElementTagNameMap {
    "hotsplit-heatmap": HeatmapElement;
  }
}

customElements.define("hotsplit-heatmap", HeatmapElement);
