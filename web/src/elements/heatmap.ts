/**
 * `<hotsplit-heatmap>`: one run's keys over time, its servers, and the cell one looks at.
 *
 * The worker paints. While it does, the picture that is there is stretched to where its cells are
 * in the new view.
 */
import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import type { Band, Palette, Probe, RunAnswer, Which } from "../../../pkg/hotsplit.js";
import { send } from "../actions.js";
import { type MapDeed, type Pin, tell } from "../heatmap/deeds.js";
import { difference, type Grid, paintDifference } from "../heatmap/difference.js";
import { type Drag, Gestures } from "../heatmap/gesture.js";
import { hottestOf, rank } from "../heatmap/hot.js";
import { bandOf, drawOver, type Layer } from "../heatmap/overlay.js";
import { onRamp } from "../heatmap/palette.js";
import { cellAt, minutes, within } from "../heatmap/scale.js";
import { type Tone, USUAL } from "../heatmap/tone.js";
import { isZoomed, least, type Pair, same, showing, transform, zoomed } from "../heatmap/view.js";
import type { Surface } from "../protocol.js";
import { type Cursor, type Frame, WHOLE } from "../state.js";
import { controls } from "../style/controls.js";
import { placed } from "./placed.js";
import { clock, number, percent, plain, rate } from "./words.js";

/** Pixels a canvas may have: the engine's `PAINT_PIXELS_MAX`. */
const PIXELS_MAX = 8192 * 4096;

/** Least height of a band that is named beside the map, CSS pixels. */
const NAMED_MIN = 9;

/** Canvases the worker's pictures go to. */
const PAINTED = ["keys", "servers", "small"] as const;

/** Everything: no part of a run is hidden. */
const NO_LAYERS: ReadonlySet<Layer> = new Set();

class HeatmapElement extends LitElement {
  static override properties = {
    which: { attribute: false },
    run: { attribute: false },
    grid: { attribute: false },
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
    lit: { attribute: false },
    other: { attribute: false },
    drag: { state: true },
    spoken: { state: true },
    high: { state: true },
  };

  declare which: Which;
  declare run: RunAnswer | undefined;
  /** Shares of what one split can take. */
  declare grid: Float32Array;
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
  /** The table or index that something elsewhere points at. */
  declare lit: string | undefined;
  /** The run to compare with; with one the map shows what changes. */
  declare other: Grid | undefined;
  declare drag: Drag | undefined;
  declare spoken: string;
  /** Height of the map in CSS pixels. */
  declare high: number;

  #sizes = new Map<Surface, { width: number; height: number }>();
  /** The views of the pictures that are there. */
  #painted = new Map<Surface, Frame>();
  #byKeyboard = false;
  /** Width of the map in CSS pixels. */
  #wide = Number.POSITIVE_INFINITY;
  #pinning = false;
  /** The keyboard comes from elsewhere, with a cell to look at. */
  #taking = false;
  #saying: ReturnType<typeof setTimeout> | undefined;
  #compared: { readonly of: readonly unknown[]; readonly steps: Float32Array } | undefined;
  #observed = new WeakSet<Element>();

  readonly #observer = new ResizeObserver((entries) => {
    for (const entry of entries) this.#resized(entry);
  });

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
  });

  static override styles = [
    controls,
    css`
      :host {
        display: grid;
        grid-template: minmax(0, 1fr) auto auto / var(--gutter) minmax(0, 1fr);
        gap: 0 6px;
        min-height: 0;
        min-width: 0;
      }
      .bands {
        grid-area: 1 / 1;
        position: relative;
        overflow: hidden;
        font-size: var(--tiny);
      }
      .band {
        position: absolute;
        top: calc(var(--top) * 100%);
        height: calc(var(--height) * 100%);
        width: 100%;
        min-height: 0;
        padding: 0 4px 0 calc(var(--depth) * 8px);
        border: 0;
        border-top: 1px solid var(--line-strong);
        border-radius: 0;
        background: none;
        color: var(--quiet);
        font-size: var(--tiny);
        font-weight: 400;
        line-height: 1.25;
        text-align: right;
        overflow: hidden;
        display: block;
        white-space: nowrap;
        text-overflow: ellipsis;
      }
      .band:focus-visible {
        outline-offset: -2px;
      }
      .thin {
        position: absolute;
        right: 4px;
        bottom: 0;
        padding-left: 4px;
        background: var(--panel);
        color: var(--quiet);
        font-size: var(--tiny);
      }
      .band.lit {
        color: var(--text);
        background: var(--raised);
      }
      .band.table {
        color: var(--text);
      }
      .map,
      .servers {
        position: relative;
        min-height: 0;
        background: var(--sunken);
        border: 1px solid var(--line-strong);
        border-radius: 3px;
        overflow: hidden;
      }
      .map {
        grid-area: 1 / 2;
        cursor: crosshair;
        /* One finger may scroll the page; two are the map's. */
        touch-action: pan-y;
        user-select: none;
        overflow: visible;
      }
      .map:focus-visible {
        outline-offset: 2px;
      }
      .picture {
        position: absolute;
        inset: 0;
        overflow: hidden;
      }
      .picture canvas,
      .servers canvas {
        transform-origin: 0 0;
        image-rendering: pixelated;
      }
      .veil {
        position: absolute;
        inset: 0 0 0 calc(var(--x) * 100%);
        background: var(--panel);
        opacity: 0.94;
        border-left: 2px solid var(--accent);
      }
      .on {
        grid-area: 1 / 2;
        position: relative;
        overflow: hidden;
        pointer-events: none;
        margin: 1px;
      }
      .named {
        position: absolute;
        top: calc(var(--top) * 100% + 4px);
        right: 4px;
        max-width: calc(100% - 8px);
        min-height: 24px;
        padding: 0 8px;
        border: 1px solid #fff;
        border-radius: 99px;
        background: rgb(10 8 20 / 0.82);
        color: #fff;
        font-size: var(--tiny);
        overflow: hidden;
        text-overflow: ellipsis;
        pointer-events: auto;
      }
      .named:hover {
        background: #000;
      }
      .mini {
        position: absolute;
        left: 4px;
        bottom: 4px;
        width: 92px;
        height: 62px;
        border: 1px solid #fff;
        outline: 1px solid #000;
        pointer-events: auto;
        cursor: move;
        touch-action: none;
        overflow: hidden;
      }
      .mini i {
        position: absolute;
        left: calc(var(--x) * 100%);
        top: calc(var(--y) * 100%);
        width: max(4px, calc(var(--w) * 100%));
        height: max(4px, calc(var(--h) * 100%));
        border: 1px solid #fff;
        outline: 1px solid #000;
        background: rgb(255 255 255 / 0.2);
      }
      .servers {
        grid-area: 2 / 2;
        cursor: pointer;
        height: 44px;
        margin-top: 4px;
      }
      .side {
        align-self: center;
        color: var(--quiet);
        font-size: var(--tiny);
        text-align: right;
        padding-right: 4px;
      }
      canvas {
        position: absolute;
        inset: 0;
        width: 100%;
        height: 100%;
        display: block;
      }
      .line-x,
      .line-y,
      .drag {
        position: absolute;
        pointer-events: none;
      }
      .line-x {
        top: 0;
        bottom: 0;
        left: calc(var(--x) * 100%);
        width: 0;
        border-left: 1px solid #fff;
        box-shadow: -1px 0 0 rgb(0 0 0 / 0.6);
      }
      .line-y {
        left: 0;
        right: 0;
        top: calc(var(--y) * 100%);
        height: 0;
        border-top: 1px solid #fff;
        box-shadow: 0 -1px 0 rgb(0 0 0 / 0.6);
      }
      .drag {
        left: calc(var(--x) * 100%);
        top: calc(var(--y) * 100%);
        width: calc(var(--w) * 100%);
        height: calc(var(--h) * 100%);
        border: 1px solid #fff;
        background: rgb(255 255 255 / 0.18);
      }
      .axis {
        grid-area: 3 / 2;
        position: relative;
        height: 18px;
        color: var(--quiet);
        font-size: var(--tiny);
        font-variant-numeric: tabular-nums;
      }
      .axis span {
        position: absolute;
        left: calc(var(--x) * 100%);
        translate: -50% 0;
        white-space: nowrap;
      }
      .axis span:first-child {
        translate: 0 0;
      }
      .axis span.last {
        translate: -100% 0;
      }
      .tip {
        position: absolute;
        z-index: 5;
        left: clamp(0px, calc(var(--x) * 100% + 14px), calc(100% - 232px));
        top: calc(var(--y) * 100% + 16px);
        width: 232px;
        padding: 8px 10px;
        border: 1px solid var(--line);
        border-radius: var(--radius);
        background: var(--panel);
        box-shadow: 0 6px 24px rgb(0 0 0 / 0.28);
        font-size: var(--small);
        pointer-events: none;
      }
      .tip.up {
        top: auto;
        bottom: calc((1 - var(--y)) * 100% + 12px);
      }
      .tip dl {
        display: grid;
        grid-template-columns: max-content 1fr;
        gap: 1px 10px;
        margin-top: 4px;
        font-variant-numeric: tabular-nums;
      }
      .tip dt {
        color: var(--quiet);
      }
      .tip code {
        color: var(--high);
      }
      @media (forced-colors: active) {
        .line-x,
        .line-y,
        .picture canvas,
        .servers canvas,
        .mini canvas,
        .drag {
          forced-color-adjust: none;
        }
        .named {
          background: Canvas;
          color: ButtonText;
        }
      }
    `,
  ];

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
    this.spoken = "";
    this.high = 0;
  }

  override render(): TemplateResult {
    const gestures = this.#gestures;
    return html`
      <div class="bands">${this.#bands()}</div>
      <div
        class="map"
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
        title=${`${band.kind} ${band.object}: show its line; twice: fill the map with it`}
        ${placed({ "--top": from, "--height": to - from, "--depth": band.depth })}
        @click=${() => this.#line(band)}
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

  /** Shapes that were told, each at the top of its band. */
  #named(): TemplateResult[] {
    const { run } = this;
    if (!run || !this.layers.has("shapes") || this.other) return [];
    const told = new Set<string>();
    return run.patterns.flatMap((one) => {
      const band = bandOf(run, one.object);
      const place = band && this.#place(band);
      // One a band: the list comes worst first.
      if (!band || !place || one.id === "even" || told.has(one.object)) return [];
      if ((place.to - place.from) * this.high < 32) return [];
      told.add(one.object);
      const label = plain(one.label);
      return html`<button
        class="named"
        tabindex="-1"
        title=${`${one.object}: ${plain(one.say)} Click to show its line.`}
        ${placed({ "--top": place.from })}
        @click=${() => this.#line(band)}
      >
        ${label}
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

  #dragged(): TemplateResult | typeof nothing {
    const { drag } = this;
    if (!drag) return nothing;
    const box = {
      "--x": Math.min(drag.x, drag.toX),
      "--y": Math.min(drag.y, drag.toY),
      "--w": Math.abs(drag.toX - drag.x),
      "--h": Math.abs(drag.toY - drag.y),
    };
    return html`<div class="drag" ${placed(box)}></div>`;
  }

  #tip(): TemplateResult | typeof nothing {
    const at = this.#at();
    const { probe } = this;
    if (!probe || at?.y === undefined || this.drag) return nothing;
    const y = Math.min(1, Math.max(0, at.y));
    const place = this.#rank();
    const under = this.#under();
    return html`<div
      class=${y > 0.5 ? "tip up" : "tip"}
      ${placed({ "--x": Math.min(1, Math.max(0, at.x)), "--y": y })}
    >
      <strong>${probe.keyRange}</strong>
      <dl>
        <dt>Time</dt>
        <dd>${clock(probe.seconds)}</dd>
        <dt>Writes</dt>
        <dd>${number(probe.writesPerSecond)}/s</dd>
        <dt>Of a split</dt>
        <dd>${percent(probe.shareOfSplit)}${place === undefined ? "" : `, ${place}`}</dd>
        <dt>Server ${probe.server}</dt>
        <dd>${percent(probe.serverUtilisation)}</dd>
      </dl>
      ${probe.reason === undefined ? nothing : html`<p><code>${probe.reason}</code></p>`}
      ${under > 1 ? html`<p class="quiet">hottest of ${under} ranges under this point</p>` : nothing}
    </div>`;
  }

  /** The place of the cell among all ranges at its time: `2nd hottest`. */
  #rank(): string | undefined {
    const { run, cursor, grid } = this;
    if (!run || !cursor || cursor.which !== this.which) return undefined;
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
    this.#observe();
    const redrawn = ["run", "grid", "palette", "log", "tone", "frame", "generation"] as const;
    // The engine's own hatch is part of the picture.
    const hatch = changed.get("layers")?.has("over") ?? this.layers.has("over");
    if (redrawn.some((name) => changed.has(name)) || hatch !== this.layers.has("over")) {
      this.#stretch();
      this.#paintAll();
    }
    const over = ["run", "grid", "frame", "layers", "until", "pins", "lit", "high"] as const;
    if (over.some((name) => changed.has(name))) this.#over();
    const compared = ["grid", "frame", "other", "log", "high"] as const;
    if (compared.some((name) => changed.has(name))) this.#compare();
    if (changed.has("probe")) {
      this.#say();
      if (this.#pinning && this.probe) this.#pin();
    }
  }

  #observe(): void {
    for (const canvas of this.renderRoot.querySelectorAll("canvas")) {
      if (!isPainted(canvas.id) || this.#observed.has(canvas)) continue;
      this.#observed.add(canvas);
      try {
        this.#observer.observe(canvas, { box: "device-pixel-content-box" });
      } catch {
        // Safari does not tell device pixels; they are worked out from its CSS pixels.
        this.#observer.observe(canvas);
      }
    }
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#observer.disconnect();
    this.#observed = new WeakSet();
    clearTimeout(this.#saying);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.hasUpdated) this.#observe();
  }

  #resized(entry: ResizeObserverEntry): void {
    const { target } = entry;
    if (!isPainted(target.id)) return;
    const surface: Surface = `${this.which} ${target.id}`;
    // Canvases that are out of the tree have no size, and nobody looks at them.
    if (!target.isConnected) {
      this.#observer.unobserve(target);
      this.#sizes.delete(surface);
      return;
    }
    this.#sizes.set(surface, devicePixels(entry));
    this.#paint(surface);
    if (target.id !== "keys") return;
    this.high = entry.contentRect.height;
    this.#wide = entry.contentRect.width;
    this.#over();
    this.#compare();
  }

  #paintAll(): void {
    for (const surface of this.#sizes.keys()) this.#paint(surface);
  }

  #canvas(id: string): HTMLCanvasElement | undefined {
    const canvas = this.renderRoot.querySelector(`canvas#${id}`);
    return canvas instanceof HTMLCanvasElement ? canvas : undefined;
  }

  /** The part of the run that a picture shows. */
  #partOf(surface: Surface): Frame {
    if (surface.endsWith("small")) return WHOLE;
    return surface.endsWith("keys") ? this.frame : { ...this.frame, top: 0, bottom: 1 };
  }

  #paint(surface: Surface): void {
    const size = this.#sizes.get(surface);
    if (!this.run || !size || size.width < 1 || size.height < 1) return;
    const { which, palette, log } = this;
    const view = surface.endsWith("servers") ? "servers" : "keys";
    const tone = { ...this.tone, hatch: this.layers.has("over") };
    const part = this.#partOf(surface);
    send(this, {
      do: "paint",
      surface,
      ask: { which, view, ...size, palette, log, ...part },
      tone: view === "servers" ? USUAL : tone,
      done: (picture) => this.#put(surface, picture, part),
    });
  }

  /** Puts a picture where it belongs, which takes the place of the stretched one. */
  #put(surface: Surface, picture: ImageBitmap, part: Frame): void {
    const canvas = this.#canvas(surface.slice(this.which.length + 1));
    const context = canvas?.getContext("bitmaprenderer");
    if (!canvas || !context) {
      picture.close();
      return;
    }
    if (canvas.width !== picture.width) canvas.width = picture.width;
    if (canvas.height !== picture.height) canvas.height = picture.height;
    context.transferFromImageBitmap(picture);
    this.#painted.set(surface, part);
    this.#stretch();
  }

  /** Lays the pictures that are there to where their cells are in the view. */
  #stretch(): void {
    for (const id of PAINTED) {
      const surface: Surface = `${this.which} ${id}`;
      const painted = this.#painted.get(surface);
      const canvas = this.#canvas(id);
      if (!painted || !canvas) continue;
      canvas.style.setProperty("transform", transform(painted, this.#partOf(surface)));
    }
  }

  #over(): void {
    const canvas = this.#canvas("over");
    const size = this.#sizes.get(`${this.which} keys`);
    const context = canvas?.getContext("2d");
    // Where it has no room yet there is nothing to draw, and no scale to draw it by.
    if (!canvas || !context || !size || !this.run || size.width * size.height < 1) return;
    if (canvas.width !== size.width) canvas.width = size.width;
    if (canvas.height !== size.height) canvas.height = size.height;
    drawOver(context, {
      run: this.run,
      grid: this.grid,
      frame: this.frame,
      layers: this.other ? NO_LAYERS : this.layers,
      until: this.until ?? 1,
      pins: this.pins,
      lit: this.lit,
      scale: size.height / Math.max(1, this.high),
      ...size,
    });
  }

  /** Paints what changes between the two runs. */
  #compare(): void {
    const { run, grid: cells, other, log } = this;
    const canvas = this.#canvas("difference");
    const size = this.#sizes.get(`${this.which} keys`);
    const context = canvas?.getContext("2d");
    if (!run || !other || !canvas || !context || !size || size.width * size.height < 1) return;
    const of = [cells, other.cells, log];
    const grid = { cells, columns: run.columns, rows: run.rows, bands: run.bands };
    if (!this.#compared || of.some((one, at) => one !== this.#compared?.of[at])) {
      this.#compared = { of, steps: difference(grid, other, (share) => onRamp(share, log)) };
    }
    canvas.width = size.width;
    canvas.height = size.height;
    const pixels = paintDifference(this.#compared.steps, grid, this.frame, size);
    context.putImageData(new ImageData(pixels, size.width, size.height), 0, 0);
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
    const size = this.#sizes.get(`${this.which} keys`);
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

  /** Pins the cell that is looked at, as soon as it is known what it is. */
  #pin(): void {
    const { cursor, probe, which } = this;
    this.#pinning = !probe || cursor?.which !== which;
    if (!probe || cursor?.which !== which) return;
    tell(this, { do: "pin", pin: { which, row: cursor.row, column: cursor.column, probe } });
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
    const { run, cursor, which } = this;
    if (!run || event.metaKey || event.altKey) return;
    const [column, row] =
      cursor?.which === which
        ? [cursor.column, cursor.row]
        : [Math.floor(run.columns / 2), Math.floor(run.rows / 2)];
    const move = event.ctrlKey
      ? this.#controlled(event.key, column, row)
      : this.#plain(event, column, row);
    if (!move) return;
    event.preventDefault();
    this.#byKeyboard = true;
    move();
  };

  /** What a key with Control does: from table to table. */
  #controlled(key: string, column: number, row: number): (() => void) | undefined {
    const by = key === "ArrowDown" ? 1 : key === "ArrowUp" ? -1 : 0;
    const bands = this.run?.bands ?? [];
    if (by === 0) return undefined;
    const now = bands.findIndex((band) => row >= band.firstRow && row < band.firstRow + band.rows);
    const band = bands[Math.min(bands.length - 1, Math.max(0, now + by))];
    return () => this.#go(column, band?.firstRow ?? row);
  }

  #plain(event: KeyboardEvent, column: number, row: number): (() => void) | undefined {
    const step = event.shiftKey ? 10 : 1;
    const { which, frame } = this;
    const deed = (deed: MapDeed) => () => tell(this, deed);
    const keys: Record<string, () => void> = {
      ArrowLeft: () => this.#go(column - step, row),
      ArrowRight: () => this.#go(column + step, row),
      ArrowUp: () => this.#go(column, row - step),
      ArrowDown: () => this.#go(column, row + step),
      "+": () => this.#closer(column, row, 0.5),
      "=": () => this.#closer(column, row, 0.5),
      "-": () => this.#closer(column, row, 2),
      Enter: () => this.#pin(),
      Escape: deed({ do: "back" }),
      Backspace: deed({ do: "back" }),
      Delete: deed({ do: "back" }),
      r: deed({ do: "whole" }),
      f: () => {
        const band = this.run?.bands.find((b) => row >= b.firstRow && row < b.firstRow + b.rows);
        if (band) this.#fit(band);
      },
      n: deed({ do: "next", which, by: event.shiftKey ? -1 : 1 }),
      "/": deed({ do: "find", which }),
      d: () => {
        const band = this.run?.bands.find((b) => row >= b.firstRow && row < b.firstRow + b.rows);
        if (band) this.#line(band);
      },
    };
    // Backspace with everything in view is left alone: it is nothing to go back from.
    if (event.key === "Escape" && !isZoomed(frame)) return undefined;
    return keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
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
    const { probe } = this;
    if (!probe || !this.#byKeyboard || this.cursor?.which !== this.which) return;
    clearTimeout(this.#saying);
    const place = this.#rank();
    this.#saying = setTimeout(() => {
      this.spoken =
        `${probe.keyRange}, at ${clock(probe.seconds)}: ${rate(probe.writesPerSecond)} writes/s, ` +
        `${percent(probe.shareOfSplit)} of a split${place ? `, ${place}` : ""}, ` +
        `server ${probe.server} at ${percent(probe.serverUtilisation)}` +
        `${probe.reason ? `, ${probe.reason}` : ""}.`;
    }, 150);
  }

  /** What the map shows now, for a picture of it: the cells, and what is drawn over them. */
  layersShown(): HTMLCanvasElement[] {
    return ["keys", "difference", "over"].flatMap((id) => this.#canvas(id) ?? []);
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

/** A place among others in words. */
function ordinal(place: number): string {
  if (place === 1) return "the hottest";
  const last = place % 100 > 10 && place % 100 < 14 ? 0 : place % 10;
  return `${place}${["th", "st", "nd", "rd"][last] ?? "th"} hottest`;
}

/** Says whether the worker paints a canvas of this name. */
function isPainted(id: string): id is (typeof PAINTED)[number] {
  return PAINTED.some((one) => one === id);
}

/** Device pixels of a canvas, within what the engine paints at most. */
function devicePixels(entry: ResizeObserverEntry): { width: number; height: number } {
  const [box] = entry.devicePixelContentBoxSize ?? [];
  const { width, height } = entry.contentRect;
  const scale = window.devicePixelRatio;
  // A page shown at another scale than its screen's, as in a test, is told the screen's pixels.
  const near = (told: number | undefined, css: number) =>
    told !== undefined && Math.abs(told - css * scale) < 2 ? told : Math.round(css * scale);
  const exact = {
    width: near(box?.inlineSize, width),
    height: near(box?.blockSize, height),
  };
  const held = Math.min(1, Math.sqrt(PIXELS_MAX / Math.max(1, exact.width * exact.height)));
  return { width: Math.floor(exact.width * held), height: Math.floor(exact.height * held) };
}

declare global {
  interface HTMLElementTagNameMap {
    "hotsplit-heatmap": HeatmapElement;
  }
}

customElements.define("hotsplit-heatmap", HeatmapElement);
