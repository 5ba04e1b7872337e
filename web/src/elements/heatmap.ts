/**
 * `<hotsplit-heatmap>`: one run's keys over time, its servers, and the cell one looks at.
 *
 * The worker paints; here are only the canvases, their sizes, the words beside them and the mouse.
 */
import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { keyed } from "lit/directives/keyed.js";
import type { Palette, Probe, RunAnswer, Which } from "../../../pkg/hotsplit.js";
import { send } from "../actions.js";
import { cellAt, minutes, within } from "../heatmap/scale.js";
import type { Surface } from "../protocol.js";
import { type Cursor, type Frame, WHOLE } from "../state.js";
import { controls } from "../style/controls.js";
import { placed } from "./placed.js";
import { clock, number, percent, rate } from "./words.js";

/** Pixels a canvas may have: the engine's `PAINT_PIXELS_MAX`. */
const PIXELS_MAX = 8192 * 4096;

/** Shortest drag that means "show me this part", CSS pixels. */
const DRAG_MIN = 8;

/** A drag under way, in fractions of the picture. */
interface Drag {
  readonly x: number;
  readonly y: number;
  readonly toX: number;
  readonly toY: number;
}

class HeatmapElement extends LitElement {
  static override properties = {
    which: { attribute: false },
    run: { attribute: false },
    label: { attribute: false },
    generation: { attribute: false },
    palette: { attribute: false },
    log: { attribute: false },
    frame: { attribute: false },
    cursor: { attribute: false },
    probe: { attribute: false },
    drag: { state: true },
    spoken: { state: true },
  };

  declare which: Which;
  declare run: RunAnswer | undefined;
  declare label: string;
  declare generation: number;
  declare palette: Palette;
  declare log: boolean;
  declare frame: Frame;
  declare cursor: Cursor | undefined;
  declare probe: Probe | undefined;
  declare drag: Drag | undefined;
  declare spoken: string;

  #sizes = new Map<Surface, { width: number; height: number }>();
  #observed = new WeakSet<Element>();
  #byKeyboard = false;
  #saying: ReturnType<typeof setTimeout> | undefined;

  readonly #observer = new ResizeObserver((entries) => {
    for (const entry of entries) this.#resized(entry);
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
        cursor: crosshair;
        touch-action: none;
        overflow: visible;
      }
      .map:focus-visible {
        outline-offset: 2px;
      }
      .servers {
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
        grid-column: 2;
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
        .line-y {
          border-color: Highlight;
        }
      }
    `,
  ];

  constructor() {
    super();
    this.which = "before";
    this.label = "";
    this.generation = 0;
    this.palette = "inferno";
    this.log = false;
    this.frame = WHOLE;
    this.spoken = "";
  }

  override render(): TemplateResult {
    return html`
      <div class="bands">${this.#bands()}</div>
      <div
        class="map"
        role="application"
        aria-roledescription="heatmap"
        aria-label=${`${this.label}: key ranges over time. Arrow keys move the cell.`}
        tabindex="0"
        @keydown=${this.#keys}
        @pointerdown=${this.#down}
        @pointermove=${this.#move}
        @pointerup=${this.#up}
        @pointerleave=${this.#leave}
        @dblclick=${this.#reset}
        @focus=${this.#focused}
        @blur=${this.#leave}
      >
        ${keyed(this.generation, html`<canvas id="keys" aria-hidden="true"></canvas>`)}
        ${this.#lines(true)} ${this.#dragged()} ${this.#tip()}
      </div>
      <div class="side">servers</div>
      <div
        class="servers"
        role="img"
        aria-label=${
          this.run
            ? `Utilisation of ${this.run.servers} servers over time; the hottest reaches ` +
              `${percent(this.run.serverUtilisationMax)}, the mean is ` +
              `${percent(this.run.serverUtilisationMean)}.`
            : "Servers"
        }
      >
        ${keyed(this.generation, html`<canvas id="servers" aria-hidden="true"></canvas>`)}
        ${this.#lines(false)}
      </div>
      <div class="axis" aria-hidden="true">${this.#axis()}</div>
      <p class="unseen" aria-live="polite">${this.spoken}</p>
    `;
  }

  #bands(): TemplateResult[] {
    const { run, frame } = this;
    if (!run) return [];
    return run.bands.flatMap((band) => {
      const top = within(band.firstRow / run.rows, frame.top, frame.bottom);
      const bottom = within((band.firstRow + band.rows) / run.rows, frame.top, frame.bottom);
      const [from, to] = [Math.max(0, top), Math.min(1, bottom)];
      if (to <= from) return [];
      const tab = this.which === "before" ? "yours" : "rewritten";
      const lit =
        this.cursor?.which === this.which &&
        this.cursor.row >= band.firstRow &&
        this.cursor.row < band.firstRow + band.rows;
      return html`<button
        class=${`band ${band.kind} ${lit ? "lit" : ""}`}
        title=${`${band.kind} ${band.object}: show its statement`}
        ${placed({ "--top": from, "--height": to - from, "--depth": band.depth })}
        @click=${() => send(this, { do: "show", tab, range: band.range })}
      >
        ${band.object}
      </button>`;
    });
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
        <dd>${percent(probe.shareOfSplit)}</dd>
        <dt>Server ${probe.server}</dt>
        <dd>${percent(probe.serverUtilisation)}</dd>
      </dl>
      ${probe.reason === undefined ? nothing : html`<p><code>${probe.reason}</code></p>`}
    </div>`;
  }

  override updated(changed: PropertyValues<this>): void {
    if (changed.has("generation")) this.#attach();
    const redrawn = ["run", "palette", "log", "frame", "generation"] as const;
    if (redrawn.some((name) => changed.has(name))) this.#paintAll();
    if (changed.has("probe")) this.#say();
  }

  /** Hands the canvases of this generation to the worker. */
  #attach(): void {
    this.#sizes.clear();
    for (const canvas of this.renderRoot.querySelectorAll("canvas")) {
      if (this.#observed.has(canvas)) continue;
      this.#observed.add(canvas);
      const surface: Surface = `${this.which} ${canvas.id === "keys" ? "keys" : "servers"}`;
      send(this, { do: "surface", surface, canvas: canvas.transferControlToOffscreen() });
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
  }

  #resized(entry: ResizeObserverEntry): void {
    // Canvases of a worker that is gone are out of the tree; nobody paints them any more.
    if (!entry.target.isConnected) {
      this.#observer.unobserve(entry.target);
      return;
    }
    const surface: Surface = `${this.which} ${entry.target.id === "keys" ? "keys" : "servers"}`;
    this.#sizes.set(surface, devicePixels(entry));
    this.#paint(surface);
  }

  #paintAll(): void {
    for (const surface of this.#sizes.keys()) this.#paint(surface);
  }

  #paint(surface: Surface): void {
    const size = this.#sizes.get(surface);
    if (!this.run || !size || size.width < 1 || size.height < 1) return;
    const { which, palette, log, frame } = this;
    const view = surface.endsWith("keys") ? "keys" : "servers";
    const rows = view === "keys" ? frame : { ...frame, top: 0, bottom: 1 };
    send(this, { do: "paint", surface, ask: { which, view, ...size, palette, log, ...rows } });
  }

  #fractions(event: MouseEvent): { x: number; y: number } | undefined {
    const map = event.currentTarget;
    if (!(map instanceof HTMLElement)) return undefined;
    const box = map.getBoundingClientRect();
    return { x: (event.clientX - box.left) / box.width, y: (event.clientY - box.top) / box.height };
  }

  readonly #down = (event: PointerEvent): void => {
    const at = this.#fractions(event);
    if (!at || event.button !== 0) return;
    this.drag = { ...at, toX: at.x, toY: at.y };
    if (event.currentTarget instanceof HTMLElement) {
      event.currentTarget.setPointerCapture(event.pointerId);
    }
  };

  readonly #move = (event: PointerEvent): void => {
    const at = this.#fractions(event);
    if (!at) return;
    this.#byKeyboard = false;
    if (this.drag) {
      const inside = (value: number) => Math.min(1, Math.max(0, value));
      this.drag = { ...this.drag, toX: inside(at.x), toY: inside(at.y) };
    }
    this.#point(at.x, at.y);
  };

  readonly #up = (event: PointerEvent): void => {
    const { drag, frame } = this;
    this.drag = undefined;
    if (!drag || !(event.currentTarget instanceof HTMLElement)) return;
    const { clientWidth, clientHeight } = event.currentTarget;
    const long = (from: number, to: number, size: number) => Math.abs(to - from) * size > DRAG_MIN;
    const wide = long(drag.x, drag.toX, clientWidth);
    const high = long(drag.y, drag.toY, clientHeight);
    if (!wide && !high) return;
    const [width, height] = [frame.right - frame.left, frame.bottom - frame.top];
    this.#show({
      left: wide ? frame.left + Math.min(drag.x, drag.toX) * width : frame.left,
      right: wide ? frame.left + Math.max(drag.x, drag.toX) * width : frame.right,
      top: high ? frame.top + Math.min(drag.y, drag.toY) * height : frame.top,
      bottom: high ? frame.top + Math.max(drag.y, drag.toY) * height : frame.bottom,
    });
  };

  readonly #leave = (): void => {
    this.drag = undefined;
    if (this.cursor?.which === this.which) send(this, { do: "point", cursor: undefined });
  };

  readonly #reset = (): void => this.#show(WHOLE);

  #show(frame: Frame): void {
    send(this, { do: "frame", which: this.which, frame });
  }

  #point(x: number, y: number): void {
    const { run, frame } = this;
    if (!run) return;
    const column = cellAt(x, frame.left, frame.right, run.columns);
    const row = cellAt(y, frame.top, frame.bottom, run.rows);
    this.#set(column, row);
  }

  #set(column: number, row: number): void {
    const { cursor, which } = this;
    if (cursor?.which === which && cursor.column === column && cursor.row === row) return;
    send(this, { do: "point", cursor: { which, column, row } });
  }

  readonly #focused = (event: FocusEvent): void => {
    // A click focuses too; only the keyboard needs a cell to start from.
    if (!(event.currentTarget instanceof HTMLElement)) return;
    if (!event.currentTarget.matches(":focus-visible") || this.cursor) return;
    this.#byKeyboard = true;
    this.#point(0.5, 0.5);
  };

  readonly #keys = (event: KeyboardEvent): void => {
    const { run, cursor, frame } = this;
    if (!run) return;
    const step = event.shiftKey ? 10 : 1;
    const [column, row] =
      cursor?.which === this.which
        ? [cursor.column, cursor.row]
        : [Math.floor(run.columns / 2), Math.floor(run.rows / 2)];
    const clamp = (value: number, cells: number) => Math.min(cells - 1, Math.max(0, value));
    const to = (dx: number, dy: number) =>
      this.#set(clamp(column + dx, run.columns), clamp(row + dy, run.rows));
    const moves: Record<string, () => void> = {
      ArrowLeft: () => to(-step, 0),
      ArrowRight: () => to(step, 0),
      ArrowUp: () => to(0, -step),
      ArrowDown: () => to(0, step),
      "+": () => this.#show(zoomed(frame, column / run.columns, row / run.rows, 0.5)),
      "-": () => this.#show(zoomed(frame, column / run.columns, row / run.rows, 2)),
      Escape: this.#reset,
      r: this.#reset,
    };
    const move = moves[event.key];
    if (!move || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    this.#byKeyboard = true;
    move();
  };

  /** Reads the cell out, once the keys rest. */
  #say(): void {
    const { probe } = this;
    if (!probe || !this.#byKeyboard || this.cursor?.which !== this.which) return;
    clearTimeout(this.#saying);
    this.#saying = setTimeout(() => {
      this.spoken =
        `${probe.keyRange}, at ${clock(probe.seconds)}: ${rate(probe.writesPerSecond)} writes/s, ` +
        `${percent(probe.shareOfSplit)} of a split, server ${probe.server} at ` +
        `${percent(probe.serverUtilisation)}${probe.reason ? `, ${probe.reason}` : ""}.`;
    }, 150);
  }
}

/** Device pixels of a canvas, within what the engine paints at most. */
function devicePixels(entry: ResizeObserverEntry): { width: number; height: number } {
  const [box] = entry.devicePixelContentBoxSize ?? [];
  const { width, height } = entry.contentRect;
  const scale = window.devicePixelRatio;
  const exact = {
    width: box?.inlineSize ?? Math.round(width * scale),
    height: box?.blockSize ?? Math.round(height * scale),
  };
  const held = Math.min(1, Math.sqrt(PIXELS_MAX / Math.max(1, exact.width * exact.height)));
  return { width: Math.floor(exact.width * held), height: Math.floor(exact.height * held) };
}

/** The frame nearer to or farther from a point, within the whole. */
function zoomed(frame: Frame, x: number, y: number, by: number): Frame {
  const span = (from: number, to: number, at: number): [number, number] => {
    const size = Math.min(1, Math.max(0.02, (to - from) * by));
    const start = Math.min(1 - size, Math.max(0, at - size / 2));
    return [start, start + size];
  };
  const [left, right] = span(frame.left, frame.right, x);
  const [top, bottom] = span(frame.top, frame.bottom, y);
  return { left, right, top, bottom };
}

customElements.define("hotsplit-heatmap", HeatmapElement);
