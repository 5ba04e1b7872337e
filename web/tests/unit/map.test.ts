/** Views, brightness, hot ranges, differences and files of the maps: functions of numbers. */
import { describe, expect, test } from "vitest";
import { colourOf, difference, paintDifference, spans } from "../../src/heatmap/difference.js";
import { csv, field } from "../../src/heatmap/export.js";
import { hottest, hottestOf, moment, rank } from "../../src/heatmap/hot.js";
import {
  FULL_AT,
  levelAt,
  levels,
  onRamp,
  positionOf,
  shareAt,
} from "../../src/heatmap/palette.js";
import {
  brightened,
  histogram,
  isUsual,
  recolour,
  toned,
  USUAL,
  withEnd,
} from "../../src/heatmap/tone.js";
import {
  boxed,
  isZoomed,
  least,
  panned,
  same,
  showing,
  transform,
  zoomed,
} from "../../src/heatmap/view.js";
import { WHOLE } from "../../src/state.js";

const none = Number.NaN;
const range = { from: 0, to: 1, line: 1 };
const band = (object: string, firstRow: number, rows: number) => ({
  object,
  kind: "table",
  depth: 0,
  firstRow,
  rows,
  range,
});

describe("views", () => {
  const small = least(1000, 1000);

  test("a zoom leaves the point under the mouse where it is", () => {
    const at = { x: 0.3, y: 0.8 };
    let frame = WHOLE;
    for (const by of [0.5, 0.8, 0.3]) {
      const next = zoomed(frame, at, { x: by, y: by }, small);
      const place = (f: typeof frame) => ({
        x: f.left + at.x * (f.right - f.left),
        y: f.top + at.y * (f.bottom - f.top),
      });
      expect(place(next).x).toBeCloseTo(place(frame).x);
      expect(place(next).y).toBeCloseTo(place(frame).y);
      frame = next;
    }
  });

  test("it ends at four cells and at the whole, and one axis leaves the other alone", () => {
    const close = zoomed(WHOLE, { x: 0.5, y: 0.5 }, { x: 1e-9, y: 1 }, small);
    expect(close.right - close.left).toBeCloseTo(0.004);
    expect([close.top, close.bottom]).toEqual([0, 1]);
    expect(same(zoomed(close, { x: 0, y: 0 }, { x: 1e9, y: 1 }, small), WHOLE)).toBe(true);
    // A table of one row is shown whole, closer than any zoom goes.
    const row = { ...WHOLE, top: 0.5, bottom: 0.501 };
    expect(same(zoomed(row, { x: 0.5, y: 0.5 }, { x: 1, y: 0.5 }, small), row)).toBe(true);
  });

  test("a pan stays within the whole, and shows a point with the least movement", () => {
    const frame = { left: 0.4, right: 0.6, top: 0.1, bottom: 0.2 };
    expect(panned(frame, { x: -9, y: 9 })).toMatchObject({ left: 0, bottom: 1 });
    expect(showing(frame, { x: 0.5, y: 0.15 })).toEqual(frame);
    expect(showing(frame, { x: 0.7, y: 0.15 }).right).toBeCloseTo(0.7);
  });

  test("a rectangle is a part of the part, never less than four cells", () => {
    const half = { left: 0.5, right: 1, top: 0, bottom: 1 };
    const part = boxed(half, { x: 0.5, y: 0.2 }, { x: 0.25, y: 0.2 }, small);
    expect(part.left).toBeCloseTo(0.625);
    expect(part.right).toBeCloseTo(0.75);
    expect([part.top, part.bottom]).toEqual([0, 1]);
    const thin = boxed(WHOLE, { x: 0.999, y: 0 }, { x: 0.9991, y: 1 }, small);
    expect(thin.right - thin.left).toBeCloseTo(0.004);
    expect(thin.right).toBeLessThanOrEqual(1);
  });

  test("the old picture lies where its cells are", () => {
    expect(transform(WHOLE, WHOLE)).toBe("none");
    const left = { ...WHOLE, right: 0.5 };
    expect(transform(WHOLE, left)).toBe("translate(0%, 0%) scale(2, 1)");
    expect(transform(left, WHOLE)).toBe("translate(0%, 0%) scale(0.5, 1)");
    expect([isZoomed(left), isZoomed(WHOLE)]).toEqual([true, false]);
  });
});

describe("brightness", () => {
  test("places, levels and shares go both ways", () => {
    for (const log of [false, true]) {
      for (const share of [0, 0.01, 0.3, 0.99, 1, 3, 40]) {
        expect(shareAt(onRamp(share, log), log)).toBeCloseTo(share, 6);
      }
    }
    for (const level of [20, 21, 90, 159, 160, 184, 200, 255]) {
      expect(levelAt(positionOf(level))).toBe(level);
    }
  });

  test("the usual brightness changes no colour, not of the hatch either", () => {
    for (const palette of ["inferno", "cividis"] as const) {
      // The engine paints idle to full, and over.
      const colours = levels(palette).filter((_, at) => (at >= 20 && at <= 160) || at >= 184);
      const word = ([r = 0, g = 0, b = 0]: number[], share: number) =>
        ((255 << 24) |
          (Math.floor(b / share) << 16) |
          (Math.floor(g / share) << 8) |
          Math.floor(r / share)) >>>
        0;
      const pixels = Uint32Array.from(colours, (rgb) => word(rgb, 1));
      const before = pixels.slice();
      recolour(pixels, palette, USUAL);
      expect(pixels).toEqual(before);
      // Without a hatch its lines are as bright as what is beside them.
      const full = levels(palette)[255] ?? [];
      const hatched = Uint32Array.of(word(full, 1), word(full, 3));
      recolour(hatched, palette, { ...USUAL, hatch: false });
      expect(hatched[1]).toBe(hatched[0]);
    }
  });

  test("black and white never meet, and what is between spreads", () => {
    const tone = withEnd(withEnd(USUAL, "dark", 0.4), "bright", 0.1);
    expect(tone.bright).toBeGreaterThan(tone.dark);
    expect(toned(0.4, tone)).toBe(0);
    expect(toned(1, tone)).toBe(1);
    expect(brightened(USUAL, 1).bright).toBeCloseTo(0.95);
    expect(isUsual(brightened(brightened(USUAL, 2), -2))).toBe(true);
    // Grey, where there are no keys, is no load and keeps its colour.
    const grey = Uint32Array.of(0xff848080);
    recolour(grey, "inferno", { ...USUAL, bright: 0.1 });
    expect(grey[0]).toBe(0xff848080);
  });

  test("the histogram counts cells by place, and none without keys", () => {
    const counts = histogram(Float32Array.of(0, none, 0.5, 1, 9), 4, (s) => onRamp(s, false));
    expect([...counts].reduce((a, b) => a + b)).toBe(4);
    expect(counts[0]).toBe(1);
    expect(counts[Math.floor(FULL_AT * 4)]).toBeGreaterThan(0);
  });
});

describe("hot ranges", () => {
  // Two tables of 32 ranges in three columns: one row is hot, one warm, the rest idle.
  const grid = new Float32Array(64 * 3).fill(0.01);
  grid[10 * 3 + 1] = 2;
  grid[11 * 3 + 1] = 1.9;
  grid[40 * 3 + 2] = 0.6;
  grid[0] = none;
  const bands = [band("A", 0, 32), band("B", 32, 32)];

  test("come worst first, one for those beside each other", () => {
    const [first, second] = hottest(grid, 3, bands, 20);
    expect(first).toMatchObject({ object: "A", row: 10, column: 1, share: 2 });
    expect(second).toMatchObject({ object: "B", row: 40, column: 2 });
    expect(hottest(grid, 3, bands, 1)).toHaveLength(1);
    expect(hottest(new Float32Array(6).fill(none), 3, [band("A", 0, 2)], 9)).toEqual([]);
    expect(hottest(new Float32Array(6), 3, [band("A", 0, 2)], 9)).toEqual([]);
  });

  test("a moment is its hottest range and those that are full", () => {
    expect(moment(grid, 3, 1)).toEqual({ over: 2, share: 2, row: 10 });
    expect(rank(grid, 3, 11, 1)).toBe(2);
    expect(hottestOf(grid, 3, [8, 16], [0, 3])).toEqual({ row: 10, column: 1 });
    expect(hottestOf(grid, 3, [0, 1], [0, 1])).toEqual({ row: 0, column: 0 });
  });
});

describe("the difference", () => {
  const place = (share: number) => onRamp(share, false);
  const before = {
    cells: Float32Array.of(1, 0, 0, 0, 0.5, none),
    columns: 1,
    rows: 6,
    bands: [band("A", 0, 4), band("Gone", 4, 1), band("Empty", 5, 1)],
  };
  const after = {
    cells: Float32Array.of(0, 0.5, none),
    columns: 1,
    rows: 3,
    bands: [band("A", 0, 2), band("Empty", 2, 1)],
  };

  test("is of the same table, place by place, and nothing where one run has no keys", () => {
    const steps = [...difference(before, after, place)];
    expect(steps[0]).toBeCloseTo(-FULL_AT);
    expect(steps[1]).toBe(0);
    expect(steps[2]).toBeCloseTo(FULL_AT / 2);
    expect(steps.slice(4)).toEqual([none, none]);
  });

  test("no change is lost however few pixels there are", () => {
    const steps = new Float32Array(1000).fill(0);
    steps[777] = -0.4;
    const grid = { cells: steps, columns: 1, rows: 1000, bands: [] };
    for (const height of [7, 200, 999, 1400]) {
      const pixels = paintDifference(steps, grid, WHOLE, { width: 1, height });
      const blue = Array.from({ length: height }, (_, y) => pixels[y * 4 + 2] ?? 0);
      expect(Math.max(...blue)).toBe(Math.round(colourOf(-0.4)[2]));
    }
    expect(spans(10, 0, 1, 4).map(([from, to]) => to - from)).toEqual([3, 3, 3, 3]);
  });
});

test("a file of numbers has the part in view, and names do no harm in a spreadsheet", () => {
  const run = {
    rows: 4,
    columns: 2,
    secondsPerColumn: 60,
    bands: [band("=cmd()", 0, 2), band('Say "hi", then', 2, 2)],
  };
  const series = { grid: Float32Array.of(0, 1, 2, 3, 4, none, 6, 7) };
  const frame = { left: 0.5, right: 1, top: 0.25, bottom: 1 };
  // Only what the file is made of.
  const map = { which: "before", run, series, frame } as unknown as Parameters<typeof csv>[0][0];
  expect(csv([map]).split("\n")).toEqual([
    "run,table_or_index,keys_from_percent,keys_to_percent,seconds,share_of_split",
    "before,'=cmd(),50.00,100.00,60,3.000",
    'before,"Say ""hi"", then",0.00,50.00,60,',
    'before,"Say ""hi"", then",50.00,100.00,60,7.000',
    "",
  ]);
  expect(field("plain")).toBe("plain");
});
