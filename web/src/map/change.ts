/**
 * What changes from one run to the other, as colours: less load is cool, more is grey as long as a
 * split can take it, and warm or red only where it gets near the limit or over it. So a cure does
 * not look like a list of warnings.
 */
import type { RunAnswer } from "../../../pkg/hotsplit.js";
import type { Frame } from "../state/state.js";
import { spans } from "../ui/scale.js";

/** Colours of a change: red, green, blue. */
export const CHANGE = {
  same: [17, 19, 26],
  less: [104, 140, 255],
  more: [128, 132, 148],
  warm: [240, 168, 40],
  hot: [255, 84, 96],
  none: [62, 64, 72],
} as const satisfies Record<string, readonly [number, number, number]>;

/** A run with its cells. */
export interface Cells {
  readonly run: RunAnswer;
  readonly grid: Float32Array;
}

/** Cells of the other run at the places of this one: each table is compared with itself. */
export function matched({ run }: Cells, other: Cells): Float32Array {
  const { columns } = run;
  const cells = new Float32Array(run.rows * columns).fill(Number.NaN);
  const others = new Map(other.run.bands.map((band) => [band.object, band]));
  for (const band of run.bands) {
    const there = others.get(band.object);
    if (!there) continue;
    for (let row = 0; row < band.rows; row++) {
      const first = there.firstRow + Math.floor((row * there.rows) / band.rows);
      const end = there.firstRow + Math.ceil(((row + 1) * there.rows) / band.rows);
      for (let column = 0; column < columns; column++) {
        let most = Number.NaN;
        for (let at = first; at < Math.max(first + 1, end); at++) {
          const share = other.grid[at * other.run.columns + column] ?? Number.NaN;
          if (!(most >= share) && !Number.isNaN(share)) most = share;
        }
        cells[(band.firstRow + row) * columns + column] = most;
      }
    }
  }
  return cells;
}

/** The colour of a change. */
export function changed(before: number, after: number): readonly [number, number, number] {
  if (Number.isNaN(before) && Number.isNaN(after)) return CHANGE.none;
  const [was, is] = [Number.isNaN(before) ? 0 : before, Number.isNaN(after) ? 0 : after];
  const by = is - was;
  if (by <= 0) return mixed(CHANGE.less, Math.min(1, -by * 2));
  if (is >= 1) return CHANGE.hot;
  if (is >= 0.5) return mixed(CHANGE.warm, Math.min(1, by * 2));
  return mixed(CHANGE.more, Math.min(0.8, by * 2));
}

function mixed(colour: readonly [number, number, number], share: number) {
  const [r, g, b] = CHANGE.same;
  // A small change is seen, too, and half as clearly as a great one.
  const by = share < 0.01 ? 0 : 0.15 + 0.85 * share;
  const of = (from: number, to: number) => Math.round(from + (to - from) * by);
  return [of(r, colour[0]), of(g, colour[1]), of(b, colour[2])] as const;
}

/** Draws the change in a frame: where several cells share a pixel, the greatest change is seen. */
export function drawChange(
  context: CanvasRenderingContext2D,
  { run, grid }: Cells,
  other: Float32Array,
  frame: Frame,
): void {
  const { width, height } = context.canvas;
  const image = context.createImageData(width, height);
  const across = spans(run.columns, frame.left, frame.right, width);
  const down = spans(run.rows, frame.top, frame.bottom, height);
  down.forEach(([top, bottom], y) => {
    across.forEach(([left, right], x) => {
      let [best, most] = [top * run.columns + left, -1];
      for (let row = top; row < bottom; row++) {
        for (let at = row * run.columns + left; at < row * run.columns + right; at++) {
          const by = Math.abs((other[at] || 0) - (grid[at] || 0));
          if (by > most) [best, most] = [at, by];
        }
      }
      const [r, g, b] = changed(grid[best] ?? Number.NaN, other[best] ?? Number.NaN);
      image.data.set([r, g, b, 255], (y * width + x) * 4);
    });
  });
  context.putImageData(image, 0, 0);
}

/** A colour of it for CSS. */
export function changeColour(name: keyof typeof CHANGE): string {
  return `rgb(${CHANGE[name].join(" ")})`;
}
