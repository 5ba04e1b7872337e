/** Named shapes as boxes on a map, each with its label where there is room. */
import type { Pattern, RunAnswer } from "../../../pkg/hotsplit.js";
import type { Frame } from "../state/state.js";
import { within } from "./scale.js";

/** A shape in view. */
export interface Box {
  readonly pattern: Pattern;
  /** Its edges as fractions of the view, cut to it. */
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  /** Top of its label, CSS pixels; absent where there is no room for one. */
  readonly label: number | undefined;
}

/** Height of a label with the room around it, CSS pixels. */
const LABEL = 28;

/** Shapes in view, worst first. Even load is no shape that one has to find. */
export function boxes(run: RunAnswer, frame: Frame, high: number): Box[] {
  const taken: number[] = [];
  return run.patterns.flatMap((pattern) => {
    if (pattern.id === "even") return [];
    const x = span(pattern.firstColumn, pattern.columns, run.columns, frame.left, frame.right);
    const y = span(pattern.firstRow, pattern.rows, run.rows, frame.top, frame.bottom);
    if (!x || !y) return [];
    const label = free(bandAround(run, pattern, frame, high), y[0] * high + 4, taken);
    if (label !== undefined) taken.push(label);
    return [{ pattern, left: x[0], right: x[1], top: y[0], bottom: y[1], label }];
  });
}

/** Some cells of an axis as fractions of the view, cut to it; absent where they are out of it. */
function span(
  first: number,
  cells: number,
  all: number,
  from: number,
  to: number,
): readonly [number, number] | undefined {
  const [start, end] = [within(first / all, from, to), within((first + cells) / all, from, to)];
  return end <= 0 || start >= 1 ? undefined : [Math.max(0, start), Math.min(1, end)];
}

/** Where a label may stand: on the rows of its table, so that it is not taken for another's. */
function bandAround(
  run: RunAnswer,
  pattern: Pattern,
  frame: Frame,
  high: number,
): readonly [number, number] {
  const band = run.bands.find(
    ({ firstRow, rows }) =>
      pattern.firstRow >= firstRow && pattern.firstRow + pattern.rows <= firstRow + rows,
  );
  // A shape over several tables may have its label anywhere.
  const rows = band && span(band.firstRow, band.rows, run.rows, frame.top, frame.bottom);
  return rows ? [rows[0] * high, rows[1] * high] : [0, high];
}

/** The first free place at or below `wanted`, or above it; absent where there is none. */
function free(
  [top, bottom]: readonly [number, number],
  wanted: number,
  taken: readonly number[],
): number | undefined {
  const last = bottom - LABEL;
  if (last < top) return undefined;
  const clear = (at: number) => taken.every((other) => Math.abs(other - at) >= LABEL - 2);
  const from = Math.min(last, Math.max(top + 2, wanted));
  for (let at = from; at <= last; at += LABEL) if (clear(at)) return at;
  for (let at = from; at >= top; at -= LABEL) if (clear(at)) return at;
  return undefined;
}
