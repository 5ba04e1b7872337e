/**
 * Before and after as one picture: each table and index is laid over the one of the same name, and
 * its ranges are compared place by place.
 */
import type { Band } from "../../../pkg/hotsplit.js";
import type { Frame } from "../state.js";

/** A grid with what its rows are. */
export interface Grid {
  readonly cells: Float32Array;
  readonly columns: number;
  readonly rows: number;
  readonly bands: readonly Band[];
}

/** Less load, as much, more load: blue, grey and orange, each side of lightness that only rises. */
const [COOLER, NEUTRAL, HOTTER] = [
  [0x7c, 0xc4, 0xff],
  [0x22, 0x24, 0x2c],
  [0xff, 0xa2, 0x4a],
] as const;

/** What is in only one of the runs: the engine's colour of what has no keys. */
const NONE = [0x80, 0x80, 0x84] as const;

/** The greatest of a row of the other grid between two places of its band, in one column. */
function under(grid: Grid, band: Band, from: number, to: number, column: number): number {
  let most = Number.NaN;
  const first = band.firstRow + Math.floor(from * band.rows);
  const end = band.firstRow + Math.max(Math.floor(from * band.rows) + 1, Math.ceil(to * band.rows));
  for (let row = first; row < Math.min(end, band.firstRow + band.rows); row++) {
    const value = grid.cells[row * grid.columns + column] ?? Number.NaN;
    // Not a number loses against any number.
    if (!(value <= most)) most = Number.isNaN(value) ? most : value;
  }
  return most;
}

/**
 * What changed, in the rows and columns of `before`: places on the ramp, so that the same step
 * looks the same at any load. Not a number where only one of the runs has keys.
 */
export function difference(
  before: Grid,
  after: Grid,
  place: (share: number) => number,
): Float32Array {
  const out = new Float32Array(before.cells.length).fill(Number.NaN);
  const others = new Map(after.bands.map((band) => [band.object, band]));
  for (const band of before.bands) {
    const other = others.get(band.object);
    if (!other) continue;
    for (let i = 0; i < band.rows; i++) {
      const row = band.firstRow + i;
      for (let column = 0; column < before.columns; column++) {
        const was = before.cells[row * before.columns + column] ?? Number.NaN;
        const there = Math.floor((column * after.columns) / before.columns);
        const is = under(after, other, i / band.rows, (i + 1) / band.rows, there);
        // No keys yet is no load where the other run has keys.
        if (Number.isNaN(was) && Number.isNaN(is)) continue;
        const step = place(Number.isNaN(is) ? 0 : is) - place(Number.isNaN(was) ? 0 : was);
        out[row * before.columns + column] = step;
      }
    }
  }
  return out;
}

/** The cells under each pixel of an axis: first, and one past the last. */
export function spans(cells: number, from: number, to: number, pixels: number): [number, number][] {
  return Array.from({ length: pixels }, (_, i) => {
    const edge = (i: number) => (from + ((to - from) * i) / Math.max(1, pixels)) * cells;
    const first = Math.min(cells - 1, Math.max(0, Math.floor(edge(i) + 1e-9)));
    return [first, Math.min(cells, Math.max(first + 1, Math.ceil(edge(i + 1) - 1e-9)))];
  });
}

/** Paints what changed: under each pixel the greatest change counts, so that none is lost. */
export function paintDifference(
  steps: Float32Array,
  { columns, rows }: Grid,
  frame: Frame,
  size: { readonly width: number; readonly height: number },
): Uint8ClampedArray<ArrayBuffer> {
  const pixels = new Uint8ClampedArray(size.width * size.height * 4);
  const across = spans(columns, frame.left, frame.right, size.width);
  const line = new Float32Array(columns);
  spans(rows, frame.top, frame.bottom, size.height).forEach(([first, end], y) => {
    line.fill(Number.NaN);
    for (let row = first; row < end; row++) {
      for (let column = 0; column < columns; column++) {
        const step = steps[row * columns + column] ?? Number.NaN;
        const held = line[column] ?? Number.NaN;
        if (Number.isNaN(held) || Math.abs(step) > Math.abs(held)) line[column] = step;
      }
    }
    across.forEach(([from, to], x) => {
      let step = Number.NaN;
      for (let column = from; column < to; column++) {
        const value = line[column] ?? Number.NaN;
        if (Number.isNaN(step) || Math.abs(value) > Math.abs(step)) step = value;
      }
      pixels.set(colourOf(step), (y * size.width + x) * 4);
    });
  });
  return pixels;
}

/** The colour of a change. */
export function colourOf(step: number): [number, number, number, number] {
  if (Number.isNaN(step)) return [...NONE, 0xff];
  const to = step < 0 ? COOLER : HOTTER;
  // Small changes are to be told from none.
  const way = Math.min(1, Math.abs(step)) ** 0.7;
  const mix = (i: 0 | 1 | 2) => NEUTRAL[i] + (to[i] - NEUTRAL[i]) * way;
  return [mix(0), mix(1), mix(2), 0xff];
}
