/** The hottest ranges of a grid: what keys walk over, and what a table tells of. */
import type { Band, RunAnswer } from "../../../pkg/hotsplit.js";
import type { RowPeaks } from "../engine/protocol.js";
import type { Frame } from "../state/state.js";

/** A range of keys at the time it is hottest. */
export interface Hot {
  /** The table or index. */
  readonly object: string;
  /** Row of the grid. */
  readonly row: number;
  /** Column of the grid. */
  readonly column: number;
  /** Share of what one split can take. */
  readonly share: number;
  /** Where it lies among the keys of its table or index, 0 to 1. */
  readonly at: number;
}

/** Ranges closer than this part of their band are told of as one. Ours: a diagonal has many. */
const APART = 16;

/** The hottest ranges, hottest first, none beside another of the same band. */
export function hottest(rows: RowPeaks, bands: readonly Band[], most: number): Hot[] {
  const all = bands.flatMap((band, of) =>
    Array.from({ length: band.rows }, (_, i) => {
      const row = band.firstRow + i;
      const [share, column] = [rows.share[row] ?? 0, rows.column[row] ?? 0];
      const at = (i + 0.5) / band.rows;
      return { of, apart: band.rows / APART, object: band.object, row, column, share, at };
    }),
  );
  all.sort((a, b) => b.share - a.share || a.row - b.row);
  const found: typeof all = [];
  for (const one of all) {
    if (found.length >= most || one.share <= 0) break;
    const beside = found.some(
      ({ of, row }) => of === one.of && Math.abs(row - one.row) < one.apart,
    );
    if (!beside) found.push(one);
  }
  return found.map(({ object, row, column, share, at }) => ({ object, row, column, share, at }));
}

/** Ranges that are at or over what one split can take in a column, and the hottest of it. */
export function moment(
  grid: Float32Array,
  columns: number,
  column: number,
): { over: number; share: number; row: number } {
  let [over, share, row] = [0, 0, 0];
  for (let at = column; at < grid.length; at += columns) {
    const value = grid[at] ?? Number.NaN;
    if (value >= FULL) over++;
    if (value > share) [share, row] = [value, Math.floor(at / columns)];
  }
  return { over, share, row };
}

/** From here on a range counts as full: the engine's `SATURATED`. */
export const FULL = 0.9995;

/**
 * The greatest share of what is in view; 0 where nothing has load. Rows that are known to have no
 * more than what was found are not looked through.
 */
export function mostInView(
  grid: Float32Array,
  { columns, rows }: Pick<RunAnswer, "columns" | "rows">,
  { left, right, top, bottom }: Frame,
  tops?: Float32Array,
): number {
  const span = (from: number, to: number, of: number) =>
    [Math.floor(from * of + 1e-9), Math.ceil(to * of - 1e-9)] as const;
  const [across, down] = [span(left, right, columns), span(top, bottom, rows)];
  let most = 0;
  for (let row = down[0]; row < down[1]; row++) {
    if (tops && (tops[row] ?? 0) <= most) continue;
    for (let at = row * columns + across[0]; at < row * columns + across[1]; at++) {
      const value = grid[at] ?? Number.NaN;
      if (value > most) most = value;
    }
  }
  return most;
}

/** The place of a cell among those of its column, 1 for the hottest. */
export function rank(grid: Float32Array, columns: number, row: number, column: number): number {
  const own = grid[row * columns + column] ?? Number.NaN;
  let above = 1;
  for (let at = column; at < grid.length; at += columns) if ((grid[at] ?? 0) > own) above++;
  return above;
}

/** The hottest cell of some rows and columns, ends not included; the first where none has load. */
export function hottestOf(
  grid: Float32Array,
  columns: number,
  rows: readonly [number, number],
  across: readonly [number, number],
): { row: number; column: number } {
  let best = { row: rows[0], column: across[0] };
  let most = 0;
  for (let row = rows[0]; row < rows[1]; row++) {
    for (let column = across[0]; column < across[1]; column++) {
      const value = grid[row * columns + column] ?? Number.NaN;
      if (value > most) [most, best] = [value, { row, column }];
    }
  }
  return best;
}
