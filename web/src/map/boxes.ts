/** Pattern labels as boxes on a map, each with its caption where nothing hot lies under it. */
import type { Pattern, RunAnswer } from "../../../pkg/hotsplit.js";
import type { Frame } from "../state/state.js";
import { cellAt, within } from "../ui/scale.js";
import { withoutCode } from "../ui/words.js";

/** A rectangle on the map in CSS pixels. */
export interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A shape in view. */
export interface Box {
  readonly pattern: Pattern;
  /** Its edges as fractions of the view, cut to it. */
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  /** Where its caption stands; absent where there is no room for one that is not hot. */
  readonly caption: Rectangle | undefined;
}

/** A map: its size in CSS pixels and what is under any part of it. */
export interface Ground {
  readonly wide: number;
  readonly high: number;
  /** Shares of what one split can take, row by row. */
  readonly grid: Float32Array;
  /** Where something stands already. */
  readonly taken: readonly Rectangle[];
}

/** Height of a caption, and the room around it, CSS pixels. */
const [CAPTION, ROOM] = [20, 4];

/** With more tables than a few only the worst shapes have captions. Ours: a map is no list. */
const [CAPTIONED_MAX, CAPTIONS] = [3, 2];

/** Width of a letter, CSS pixels: as wide as most are at 12 px. */
export const LETTER = 6.4;

/** Widths to which a long caption may be cut, CSS pixels. */
const CUT = [220, 150];

/** Steps in which a place is looked for, CSS pixels. */
const STEP = 6;

/** Shapes in view, worst first. Even load is no shape that one has to find. */
export function boxes(run: RunAnswer, frame: Frame, ground: Ground): Box[] {
  const taken = [...ground.taken];
  const most = run.bands.length > CAPTIONED_MAX ? CAPTIONS : Number.POSITIVE_INFINITY;
  let captions = 0;
  return run.patterns.flatMap((pattern) => {
    if (pattern.id === "even") return [];
    const x = span(pattern.firstColumn, pattern.columns, run.columns, frame.left, frame.right);
    const y = span(pattern.firstRow, pattern.rows, run.rows, frame.top, frame.bottom);
    if (!x || !y) return [];
    const band = bandAround(run, pattern, frame, ground.high);
    const wanted = withoutCode(pattern.label).length * LETTER + 16;
    const caption =
      captions >= most
        ? undefined
        : placeOf(run, frame, { ...ground, taken }, band, {
            // A long one is cut rather than left out.
            widths: [wanted, ...CUT.filter((width) => width < wanted)],
            from: y[0] * ground.high,
          });
    if (caption) {
      taken.push(caption);
      captions++;
    }
    return [{ pattern, left: x[0], right: x[1], top: y[0], bottom: y[1], caption }];
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

/** Where a caption may stand: on the rows of its table, so that it is not taken for another's. */
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
  // A shape over several tables may have its caption anywhere.
  const rows = band && span(band.firstRow, band.rows, run.rows, frame.top, frame.bottom);
  return rows ? [rows[0] * high, rows[1] * high] : [0, high];
}

/** The first place in the band that is not hot, nearest to where the shape begins. */
function placeOf(
  run: RunAnswer,
  frame: Frame,
  ground: Ground,
  [top, bottom]: readonly [number, number],
  { widths, from }: { readonly widths: readonly number[]; readonly from: number },
): Rectangle | undefined {
  const last = bottom - CAPTION - 2;
  if (last < top + 2) return undefined;
  const whole = { x: 0, y: top, width: ground.wide, height: bottom - top };
  const isCool = Math.min(0.5, hottestUnder(run, frame, ground, whole) / 2);
  const rows: number[] = [];
  for (let y = top + 2; y <= last; y += STEP) rows.push(y);
  rows.sort((a, b) => Math.abs(a - from) - Math.abs(b - from));
  for (const width of widths) {
    if (width > ground.wide - 2 * ROOM) continue;
    const columns = [ground.wide - width - ROOM, ROOM, (ground.wide - width) / 2];
    for (const y of rows) {
      for (const x of columns) {
        const place = { x, y, width, height: CAPTION };
        if (ground.taken.some((other) => meet(place, other))) continue;
        const around = { x: x - ROOM, y: y - 2, width: width + 2 * ROOM, height: CAPTION + 4 };
        if (hottestUnder(run, frame, ground, around) <= isCool) return place;
      }
    }
  }
  return undefined;
}

/** Whether two rectangles have a point in common. */
export function meet(a: Rectangle, b: Rectangle): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

/** The greatest load under a rectangle. */
export function hottestUnder(
  { columns, rows }: Pick<RunAnswer, "columns" | "rows">,
  frame: Frame,
  { wide, high, grid }: Omit<Ground, "taken">,
  { x, y, width, height }: Rectangle,
): number {
  const across = (at: number) => cellAt(at / wide, frame.left, frame.right, columns);
  const down = (at: number) => cellAt(at / high, frame.top, frame.bottom, rows);
  const [left, right] = [across(x), across(x + width - 1e-6)];
  let most = 0;
  for (let row = down(y); row <= down(y + height - 1e-6); row++) {
    for (let at = row * columns + left; at <= row * columns + right; at++) {
      const share = grid[at] ?? 0;
      if (share > most) most = share;
    }
  }
  return most;
}
