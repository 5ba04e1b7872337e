/** Views, brightness, hot ranges, boxes and files of the maps: functions of numbers. */
import { describe, expect, test } from "vitest";
import { boxes } from "../../src/map/boxes.js";
import { csv, field } from "../../src/map/export.js";
import { hottest, hottestOf, moment, mostInView, rank } from "../../src/map/hot.js";
import { keyed } from "../../src/map/map-keys.js";
import { FULL_AT, levelAt, onRamp, shareAt } from "../../src/map/palette.js";
import { rowPeaks } from "../../src/map/peaks.js";
import { brightened, toned, USUAL, withEnd } from "../../src/map/tone.js";
import {
  boxed,
  isZoomed,
  least,
  panned,
  same,
  showing,
  transform,
  zoomed,
} from "../../src/map/view.js";
import { WHOLE } from "../../src/state/state.js";

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
    expect([0, FULL_AT, 1].map(levelAt)).toEqual([20, 184, 255]);
  });

  test("black and white never meet, and what is between spreads", () => {
    const tone = withEnd(withEnd(USUAL, "dark", 0.4), "bright", 0.1);
    expect(tone.bright).toBeGreaterThan(tone.dark);
    expect(toned(0.4, tone)).toBe(0);
    expect(toned(1, tone)).toBe(1);
    expect(brightened(USUAL, 1).bright).toBeCloseTo(0.95);
    const back = brightened(brightened(USUAL, 2), -2);
    expect([back.dark, back.bright]).toEqual([0, 1]);
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
    const [first, second] = hottest(rowPeaks(grid, 3), bands, 20);
    expect(first).toMatchObject({ object: "A", row: 10, column: 1, share: 2 });
    expect(second).toMatchObject({ object: "B", row: 40, column: 2 });
    expect(hottest(rowPeaks(grid, 3), bands, 1)).toHaveLength(1);
    expect(hottest(rowPeaks(new Float32Array(6).fill(none), 3), [band("A", 0, 2)], 9)).toEqual([]);
    expect(hottest(rowPeaks(new Float32Array(6), 3), [band("A", 0, 2)], 9)).toEqual([]);
  });

  test("the most in view is that of the cells in view, with or without what rows have", () => {
    const run = { columns: 3, rows: grid.length / 3 };
    const { share } = rowPeaks(grid, 3);
    for (const tops of [undefined, share]) {
      expect(mostInView(grid, run, WHOLE, tops)).toBe(2);
      const early = { ...WHOLE, right: 1 / 3 };
      expect(mostInView(grid, run, early, tops)).toBeLessThan(2);
    }
    expect(mostInView(new Float32Array(6).fill(none), { columns: 3, rows: 2 }, WHOLE)).toBe(0);
  });

  test("a moment is its hottest range and those that are full", () => {
    expect(moment(grid, 3, 1)).toEqual({ over: 2, share: 2, row: 10 });
    expect(rank(grid, 3, 11, 1)).toBe(2);
    expect(hottestOf(grid, 3, [8, 16], [0, 3])).toEqual({ row: 10, column: 1 });
    expect(hottestOf(grid, 3, [0, 1], [0, 1])).toEqual({ row: 0, column: 0 });
  });
});

describe("shapes", () => {
  const shape = (id: string, rows: [number, number], columns: [number, number]) => ({
    id,
    label: id,
    say: "",
    object: "A",
    confidence: 1,
    evidence: [],
    firstRow: rows[0],
    rows: rows[1],
    firstColumn: columns[0],
    columns: columns[1],
  });
  const run = {
    rows: 100,
    columns: 50,
    bands: [band("A", 0, 60), band("B", 60, 40)],
    patterns: [
      shape("moving-hot-spot", [0, 60], [0, 50]),
      shape("hot-row", [80, 1], [10, 10]),
      shape("sudden-increase", [0, 60], [25, 25]),
      shape("even", [60, 40], [0, 50]),
    ],
  };
  // Only what boxes are made of.
  const of = (frame: typeof WHOLE, high: number) =>
    boxes(run as unknown as Parameters<typeof boxes>[0], frame, high);

  test("are boxes where the engine says, each with a label of its own on its table", () => {
    const found = of(WHOLE, 400);
    expect(found.map(({ pattern }) => pattern.id)).toEqual([
      "moving-hot-spot",
      "hot-row",
      "sudden-increase",
    ]);
    expect(found[1]).toMatchObject({ left: 0.2, right: 0.4, top: 0.8, bottom: 0.81 });
    const [one, row, two] = found.map(({ label }) => label ?? Number.NaN);
    expect(one).toBe(4);
    expect(Math.abs((two ?? 0) - 4)).toBeGreaterThan(20);
    // On the rows of its own table, 240 to 400.
    expect(row).toBeGreaterThanOrEqual(240);
    expect((row ?? 0) + 24).toBeLessThanOrEqual(400);
  });

  test("are cut to the view, and have no label where there is no room", () => {
    const right = { left: 0.5, right: 1, top: 0, bottom: 0.5 };
    const found = of(right, 400);
    expect(found.map(({ pattern }) => pattern.id)).toEqual(["moving-hot-spot", "sudden-increase"]);
    expect(found[0]).toMatchObject({ left: 0, right: 1, top: 0, bottom: 1 });
    expect(of(WHOLE, 30).map(({ label }) => label)).toEqual([undefined, undefined, undefined]);
  });
});

test("keys on a map: what it does itself, and what it tells", () => {
  // Only what keys ask about.
  const run = { bands: [band("A", 0, 4), band("B", 4, 4)] } as unknown as Parameters<
    typeof keyed
  >[1]["run"];
  const map = { which: "before", run, frame: WHOLE, column: 7, row: 5 } as const;
  const press = (key: string, held: object = {}) =>
    keyed({ key, ...held } as KeyboardEvent, map) ?? "nothing";
  expect(press("ArrowDown")).toEqual({ go: { column: 7, row: 6 } });
  expect(press("ArrowLeft", { shiftKey: true })).toEqual({ go: { column: -3, row: 5 } });
  expect(press("ArrowUp", { ctrlKey: true })).toEqual({ go: { column: 7, row: 0 } });
  expect(press("Enter")).toEqual({ pin: "cell" });
  expect(press("Enter", { shiftKey: true })).toEqual({ pin: "band" });
  expect(press("N", { shiftKey: true })).toEqual({ tell: { do: "next", which: "before", by: -1 } });
  expect([press("Escape"), press("q"), press("+", { altKey: true })]).toEqual(
    Array(3).fill("nothing"),
  );
});

test("a file of numbers has the part in view, and names do no harm in a spreadsheet", () => {
  const run = {
    rows: 4,
    columns: 2,
    secondsPerColumn: 60,
    bands: [band("=cmd()", 0, 2), band('Say "hi", then', 2, 2)],
  };
  const cells = Float32Array.of(0, 1, 2, 3, 4, none, 6, 7);
  const frame = { left: 0.5, right: 1, top: 0.25, bottom: 1 };
  // Only what the file is made of.
  const map = { which: "before", run, cells, frame } as unknown as Parameters<typeof csv>[0][0];
  expect(csv([map]).split("\n")).toEqual([
    "run,table_or_index,keys_from_percent,keys_to_percent,seconds,share_of_split",
    "before,'=cmd(),50.00,100.00,60,3.000",
    'before,"Say ""hi"", then",0.00,50.00,60,',
    'before,"Say ""hi"", then",50.00,100.00,60,7.000',
    "",
  ]);
  expect(field("plain")).toBe("plain");
  // Another metric stands in its own unit.
  const scale = {
    metric: "rows-written" as const,
    name: "Rows written",
    unit: "rows/s",
    full: 3_500,
    fullInWords: "",
    present: true,
  };
  const [head, first] = csv([map], scale).split("\n");
  expect(head).toMatch(/,seconds,rows_written_rows_per_second$/);
  expect(first).toMatch(/,60,1\.050e\+4$/);
});
