/** Peaks of a grid: what the picture shows, in numbers. */
import type { Band } from "../../../pkg/hotsplit.js";
import type { Peak } from "../protocol.js";

/** The hottest cell and the mean of each band of a row-major grid. */
export function peaks(grid: Float32Array, columns: number, bands: readonly Band[]): Peak[] {
  return bands.map((band) => {
    const from = band.firstRow * columns;
    const to = (band.firstRow + band.rows) * columns;
    let at = from;
    let sum = 0;
    for (let cell = from; cell < to; cell++) {
      const share = grid[cell] ?? 0;
      sum += share;
      if (share > (grid[at] ?? 0)) at = cell;
    }
    return {
      object: band.object,
      share: grid[at] ?? 0,
      row: Math.floor(at / Math.max(1, columns)),
      column: at % Math.max(1, columns),
      mean: to > from ? sum / (to - from) : 0,
    };
  });
}
