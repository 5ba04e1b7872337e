/** Peaks of a grid: what the picture shows, in numbers. The worker finds them, rows first. */
import type { Band } from "../../../pkg/hotsplit.js";
import type { Peak, RowPeaks } from "../state/results.js";

/** The hottest cell of each row of a row-major grid, and what its mean is worked out of. */
export function rowPeaks(grid: Float32Array, columns: number): RowPeaks {
  const rows = columns > 0 ? Math.floor(grid.length / columns) : 0;
  const [share, sum] = [new Float32Array(rows), new Float64Array(rows)];
  const [column, cells] = [new Uint32Array(rows), new Uint32Array(rows)];
  for (let row = 0; row < rows; row++) {
    const first = row * columns;
    // Each by itself: taken out of a list, they made this loop three times as slow.
    let most = 0;
    let at = 0;
    let all = 0;
    let many = 0;
    for (let i = 0; i < columns; i++) {
      const value = grid[first + i] ?? Number.NaN;
      // Not a number: there are no keys here yet.
      if (!(value >= 0)) continue;
      many++;
      all += value;
      if (value > most) {
        most = value;
        at = i;
      }
    }
    share[row] = most;
    column[row] = at;
    sum[row] = all;
    cells[row] = many;
  }
  return { share, column, sum, cells };
}

/** The hottest cell and the mean of each band. */
export function peaks(rows: RowPeaks, bands: readonly Band[]): Peak[] {
  return bands.map(({ object, firstRow, rows: many }) => {
    let [row, share, sum, cells] = [firstRow, 0, 0, 0];
    for (let at = firstRow; at < firstRow + many; at++) {
      sum += rows.sum[at] ?? 0;
      cells += rows.cells[at] ?? 0;
      const most = rows.share[at] ?? 0;
      if (most > share) [row, share] = [at, most];
    }
    const column = rows.column[row] ?? 0;
    return { object, share, row, column, mean: cells > 0 ? sum / cells : 0 };
  });
}
