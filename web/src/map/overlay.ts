/** What is drawn over a map on a canvas of its own: marks of splits, outlines, hatch, pins. */
import type {
  AddedPlace,
  Band,
  Event,
  Pattern,
  RowTraceRange,
  RunAnswer,
} from "../../../pkg/hotsplit.js";
import type { Layer } from "../state/map.js";
import type { Frame } from "../state/state.js";
import { spans, within } from "../ui/scale.js";
import { FULL } from "./hot.js";

/** Marks with their names and the event each stands for. */
export const MARKS: readonly {
  readonly id: Layer;
  readonly name: string;
  readonly kind?: string;
}[] = [
  { id: "shapes", name: "Pattern labels" },
  { id: "over", name: "Hatch over 100 %" },
  { id: "splits", name: "Load-based splits", kind: "split" },
  { id: "sizes", name: "Size-based splits", kind: "size-split" },
  { id: "moves", name: "Moves to other servers", kind: "move" },
  { id: "merges", name: "Merges", kind: "merge" },
];

/** A cell that stays marked, with all rows that were pinned. */
export interface Spot {
  readonly row: number;
  readonly column: number;
  /** First row and one past the last. */
  readonly rows: readonly [number, number];
}

/** Rows of this map that hold what is pinned on the other. */
export interface Trace {
  /** As its pin is called: `1 before`. */
  readonly name: string;
  readonly ranges: readonly RowTraceRange[];
}

/** What to draw. */
export interface Drawing {
  readonly run: RunAnswer;
  readonly grid: Float32Array;
  /** The greatest of each row, where it is known: what is not full need not be looked through. */
  readonly tops: Float32Array | undefined;
  readonly frame: Frame;
  readonly layers: ReadonlySet<Layer>;
  /** Only what happened until this fraction of the run. */
  readonly until: number;
  /** It is played: what is cut just now is seen. */
  readonly moving: boolean;
  readonly pins: readonly Spot[];
  readonly traces: readonly Trace[];
  /** Load that was added here. */
  readonly added: readonly AddedPlace[];
  /** A band to light up. */
  readonly lit: string | undefined;
  /** Width and height in device pixels, and how many of them a CSS pixel has. */
  readonly width: number;
  readonly height: number;
  readonly scale: number;
}

/** From here on, in device pixels, the engine hatches cells itself. */
const HATCH_CELL = 4;

/** The band of an object. */
export function bandOf(run: RunAnswer, object: string): Band | undefined {
  return run.bands.find((band) => band.object === object);
}

/** Draws everything anew. */
export function drawOver(context: CanvasRenderingContext2D, what: Drawing): void {
  context.clearRect(0, 0, what.width, what.height);
  between(context, what);
  if (what.layers.has("over")) hatch(context, what);
  if (what.layers.has("shapes")) shapes(context, what);
  for (const { id, kind } of MARKS) {
    if (kind === undefined || !what.layers.has(id)) continue;
    for (const event of what.run.events) if (event.kind === kind) mark(context, what, event);
  }
  if (what.moving) cuts(context, what);
  for (const place of what.added) loaded(context, what, place);
  if (what.lit !== undefined) outline(context, what, what.lit, 3);
  for (const trace of what.traces) traced(context, what, trace);
  for (const [at, pin] of what.pins.entries()) pinned(context, what, pin, at + 1);
}

/** Where a cell's middle is on the canvas. */
function spot({ run, frame, width, height }: Drawing, row: number, column: number) {
  const x = within((column + 0.5) / run.columns, frame.left, frame.right) * width;
  const y = within((row + 0.5) / run.rows, frame.top, frame.bottom) * height;
  return { x, y };
}

/** Draws a line twice, dark below light, so that it is seen on any colour. */
function twice(context: CanvasRenderingContext2D, scale: number, wide: number, light = "#fff") {
  context.lineWidth = (wide + 1.5) * scale;
  context.strokeStyle = "#000";
  context.stroke();
  context.lineWidth = wide * scale;
  context.strokeStyle = light;
  context.stroke();
}

/** A mark of its own shape for each kind: a bar, a box, a ring, a wedge. */
export function glyph(
  context: CanvasRenderingContext2D,
  kind: string,
  x: number,
  y: number,
  scale: number,
): void {
  const size = 3 * scale;
  context.beginPath();
  if (kind === "split") {
    context.moveTo(x - size * 1.4, y);
    context.lineTo(x + size * 1.4, y);
  } else if (kind === "size-split") context.rect(x - size, y - size, 2 * size, 2 * size);
  else if (kind === "move") context.arc(x, y, size, 0, 2 * Math.PI);
  else {
    context.moveTo(x - size, y - size);
    context.lineTo(x, y + size);
    context.lineTo(x + size, y - size);
    context.closePath();
  }
  twice(context, scale, 1.25);
}

function mark(context: CanvasRenderingContext2D, what: Drawing, event: Event): void {
  const at = event.seconds / Math.max(1e-9, what.run.columns * what.run.secondsPerColumn);
  if (at > what.until) return;
  const { y } = spot(what, event.row, 0);
  const x = within(at, what.frame.left, what.frame.right) * what.width;
  const out = x < -8 || y < -8 || x > what.width + 8 || y > what.height + 8;
  if (!out) glyph(context, event.kind, x, y, what.scale);
}

/** How long a cut is seen, as a fraction of the run. */
const CUT = 0.03;

/** Splits that are cut at the moment shown: a line through the keys that fades. */
function cuts(context: CanvasRenderingContext2D, what: Drawing): void {
  const { run, until, frame, width, height, scale } = what;
  const whole = Math.max(1e-9, run.columns * run.secondsPerColumn);
  for (const { kind, seconds, row } of run.events) {
    const age = (until - seconds / whole) / CUT;
    if ((kind !== "split" && kind !== "size-split") || age < 0 || age > 1) continue;
    const y = within(row / run.rows, frame.top, frame.bottom) * height;
    const x = within(seconds / whole, frame.left, frame.right) * width;
    const reach = (0.3 + 0.7 * age) * 90 * scale;
    context.globalAlpha = 1 - age;
    context.beginPath();
    context.moveTo(x - reach, y);
    context.lineTo(x, y);
    twice(context, scale, 1.5);
    context.globalAlpha = 1;
  }
}

/** A box around a table or index. */
function outline(
  context: CanvasRenderingContext2D,
  what: Drawing,
  object: string,
  wide: number,
): void {
  const band = bandOf(what.run, object);
  if (!band) return;
  around(context, what, [band.firstRow, band.firstRow + band.rows], [0, what.run.columns], wide);
  twice(context, what.scale, wide);
}

/** The path around some cells, within them; none is thinner than it can be seen. */
function around(
  context: CanvasRenderingContext2D,
  { run, frame, width, height, scale, until }: Drawing,
  rows: readonly [number, number],
  columns: readonly [number, number],
  wide: number,
): void {
  const y = (row: number) => within(row / run.rows, frame.top, frame.bottom) * height;
  const x = (column: number) =>
    within(Math.min(until, column / run.columns), frame.left, frame.right) * width;
  const inset = (wide / 2 + 1) * scale;
  const [top, left] = [y(rows[0]) + inset, x(columns[0]) + inset];
  context.beginPath();
  context.rect(
    left,
    top,
    Math.max(scale, x(columns[1]) - left - inset),
    Math.max(scale, y(rows[1]) - top - inset),
  );
}

/** Fine lines between tables. */
function between(context: CanvasRenderingContext2D, { run, frame, width, height, scale }: Drawing) {
  const y = (row: number) => within(row / run.rows, frame.top, frame.bottom) * height;
  context.beginPath();
  for (const { firstRow, rows } of run.bands) {
    const top = y(firstRow);
    if (firstRow === 0 || y(firstRow + rows) - top < LINE * scale || top < 0 || top > height)
      continue;
    context.moveTo(0, Math.round(top) + 0.5);
    context.lineTo(width, Math.round(top) + 0.5);
  }
  context.lineWidth = 1;
  context.strokeStyle = "rgb(255 255 255 / 0.18)";
  context.stroke();
}

/** Boxes around shapes that are a part of their table; all of a table is seen as it is. */
function shapes(context: CanvasRenderingContext2D, what: Drawing): void {
  const { run, frame, height, scale, until } = what;
  context.setLineDash([5 * scale, 4 * scale]);
  for (const one of run.patterns) {
    if (one.id === "even" || one.firstColumn / run.columns > until) continue;
    if (isWhole(run, one)) continue;
    const rows = [one.firstRow, one.firstRow + one.rows] as const;
    const high = (one.rows / run.rows / (frame.bottom - frame.top)) * height;
    // A line stays free: its box stands around it.
    const wide = high < LINE * scale ? -OFF : 1;
    around(context, what, rows, [one.firstColumn, one.firstColumn + one.columns], wide);
    twice(context, scale, 1);
  }
  context.setLineDash([]);
}

/** Whether a shape fills all of a table or of several, for the whole run. */
function isWhole(run: RunAnswer, { firstRow, rows, firstColumn, columns }: Pattern): boolean {
  const starts = run.bands.some((band) => band.firstRow === firstRow);
  const ends = run.bands.some((band) => band.firstRow + band.rows === firstRow + rows);
  return starts && ends && firstColumn === 0 && columns >= run.columns;
}

/** Shapes that are no higher are lines, and how far their boxes are off them, CSS pixels. */
const [LINE, OFF] = [14, 8];

/** Lights up where rows went, with the name of the pin at the first of them. */
function traced(context: CanvasRenderingContext2D, what: Drawing, { name, ranges }: Trace): void {
  ranges.forEach((range, at) => {
    const rows = [range.firstRow, range.firstRow + range.rows] as const;
    around(context, what, rows, [0, what.run.columns], 1.5);
    context.fillStyle = "rgb(110 220 255 / 0.22)";
    context.fill();
    twice(context, what.scale, 1.5, "#6edcff");
    if (at > 0) return;
    const { y } = spot(what, range.firstRow, 0);
    written(context, what, name, 6 * what.scale, y + 12 * what.scale);
  });
}

/** Boxes around load that was added, with its number at the first of them. */
function loaded(context: CanvasRenderingContext2D, what: Drawing, place: AddedPlace): void {
  const { firstColumn, columns, number } = place;
  if (firstColumn / what.run.columns > what.until) return;
  place.ranges.forEach((range, at) => {
    const rows = [range.firstRow, range.firstRow + range.rows] as const;
    around(context, what, rows, [firstColumn, firstColumn + columns], 1.5);
    twice(context, what.scale, 1.5, "#8cf5a6");
    if (at > 0) return;
    const { x, y } = spot(what, range.firstRow, firstColumn);
    const left = Math.min(
      what.width - 24 * what.scale,
      Math.max(4 * what.scale, x + 4 * what.scale),
    );
    written(context, what, `+${number + 1}`, left, y + 13 * what.scale);
  });
}

/** Lines at 45 degrees over what is full, where cells are too small for the engine's own. */
function hatch(context: CanvasRenderingContext2D, what: Drawing): void {
  const { run, frame, width, height, scale } = what;
  const wide = width / Math.max(1e-9, run.columns * (frame.right - frame.left));
  const high = height / Math.max(1e-9, run.rows * (frame.bottom - frame.top));
  if (wide >= HATCH_CELL && high >= HATCH_CELL) return;
  const step = 6 * scale;
  const across = spans(run.columns, frame.left, frame.right, Math.ceil(width / step));
  const down = spans(run.rows, frame.top, frame.bottom, Math.ceil(height / step));
  const until = across.filter(([from]) => from / run.columns <= what.until);
  context.beginPath();
  down.forEach((rows, j) => {
    const full = fullColumns(what, rows);
    if (!full) return;
    until.forEach(([from, to], i) => {
      if (!full.subarray(from, to).includes(1)) return;
      context.moveTo(i * step, (j + 1) * step);
      context.lineTo((i + 1) * step, j * step);
    });
  });
  context.lineWidth = scale;
  context.strokeStyle = "rgb(255 255 255 / 0.75)";
  context.stroke();
}

/** Columns with a full cell in some rows: 1 for each; nothing where there is none. */
function fullColumns(
  { run: { columns }, grid, tops }: Drawing,
  [from, to]: readonly [number, number],
): Uint8Array | undefined {
  let full: Uint8Array | undefined;
  for (let row = from; row < to; row++) {
    if (tops && (tops[row] ?? 0) < FULL) continue;
    for (let column = 0; column < columns; column++) {
      if (!((grid[row * columns + column] ?? 0) >= FULL)) continue;
      full ??= new Uint8Array(columns);
      full[column] = 1;
    }
  }
  return full;
}

function pinned(context: CanvasRenderingContext2D, what: Drawing, pin: Spot, number: number): void {
  const { x, y } = spot(what, pin.row, pin.column);
  const { scale } = what;
  if (pin.rows[1] - pin.rows[0] > 1) {
    around(context, what, pin.rows, [0, what.run.columns], 1.5);
    twice(context, scale, 1.5, "#6edcff");
  }
  context.beginPath();
  context.arc(x, y, 4 * scale, 0, 2 * Math.PI);
  twice(context, scale, 1.5);
  const at = x + (x > what.width - 24 * scale ? -16 : 7) * scale;
  written(context, what, String(number), at, y - 5 * scale);
}

/** A word that is read on any colour, within the map. */
function written(
  context: CanvasRenderingContext2D,
  { scale, height }: Drawing,
  word: string,
  x: number,
  y: number,
): void {
  const at = Math.min(height - 3 * scale, Math.max(10 * scale, y));
  context.font = `600 ${11 * scale}px sans-serif`;
  context.lineWidth = 3 * scale;
  context.strokeStyle = "#000";
  context.fillStyle = "#fff";
  context.strokeText(word, x, at);
  context.fillText(word, x, at);
}
