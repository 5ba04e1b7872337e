/** Peaks of a grid: what the picture shows, in numbers. */
import type { Band } from "../../../pkg/hotsplit.js";
import type { Peak } from "../protocol.js";

/** The hottest cell and the mean of each band of a row-major grid. */
export function peaks(grid: Float32Array, columns: number, bands: readonly Band[]): Peak[] {
  return bands.map((band) => {
    const from = band.firstRow * columns;
    const to = (band.firstRow + band.rows) * columns;
    let [at, share, sum, cells] = [from, 0, 0, 0];
    for (let cell = from; cell < to; cell++) {
      const value = grid[cell] ?? Number.NaN;
      // Not a number: there are no keys here yet.
      if (Number.isNaN(value)) continue;
      cells += 1;
      sum += value;
      if (value > share) [at, share] = [cell, value];
    }
    return {
      object: band.object,
      share,
      row: Math.floor(at / Math.max(1, columns)),
      column: at % Math.max(1, columns),
      mean: cells > 0 ? sum / cells : 0,
    };
  });
}
