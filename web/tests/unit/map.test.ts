/** Views, brightness, hot ranges, boxes and files of the maps: functions of numbers. */
import { describe, expect, test } from "vitest";
import { rowPeaks } from "../../src/engine/peaks.js";
import { boxes, meet } from "../../src/map/boxes.js";
import { CHANGE, changed, matched } from "../../src/map/change.js";
import { csv, field, wordsOf } from "../../src/map/export.js";
import { hottest, hottestOf, moment, mostInView, rank } from "../../src/map/hot.js";
import { keyed } from "../../src/map/map-keys.js";
import { brightened, toned, withEnd } from "../../src/map/tone.js";
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
import { afterRuns, fitted, MAP, USUAL, unusual } from "../../src/state/map.js";
import { WHOLE } from "../../src/state/state.js";
import { NAME, type NamedBand, names, tallFor } from "../../src/ui/names.js";
import { FULL_AT, levelAt, onRamp, shareAt } from "../../src/ui/palette.js";
import { knobsFor, type Scenario, scenarioOf } from "../../src/ui/scenarios.js";

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
  /** Load along a diagonal through the first table, and on one row of the second. */
  const grid = new Float32Array(run.rows * run.columns).fill(0.01);
  for (let column = 0; column < 50; column++) {
    grid[Math.floor((column / 50) * 60) * 50 + column] = 2;
    grid[80 * 50 + column] = 1;
  }
  // Only what boxes are made of.
  const of = (frame: typeof WHOLE, high: number, wide = 500) =>
    boxes(run as unknown as Parameters<typeof boxes>[0], frame, { wide, high, grid, taken: [] });

  test("are boxes where the engine says, with captions that are not on what is hot", () => {
    const found = of(WHOLE, 400);
    expect(found.map(({ pattern }) => pattern.id)).toEqual([
      "moving-hot-spot",
      "hot-row",
      "sudden-increase",
    ]);
    expect(found[1]).toMatchObject({ left: 0.2, right: 0.4, top: 0.8, bottom: 0.81 });
    const captions = found.map(({ caption }) => caption);
    for (const [at, one] of captions.entries()) {
      if (!one) throw new Error("no caption");
      for (const other of captions.slice(at + 1)) expect(other && meet(one, other)).toBe(false);
      for (let y = one.y; y < one.y + one.height; y++) {
        for (let x = one.x; x < one.x + one.width; x++) {
          const cell = Math.floor(y / 4) * 50 + Math.floor(x / 10);
          expect(grid[cell], `${found[at]?.pattern.id} at ${x}, ${y}`).toBeLessThan(0.5);
        }
      }
    }
    // On the rows of its own table, 240 to 400.
    expect(captions[1]?.y).toBeGreaterThanOrEqual(240);
    expect((captions[1]?.y ?? 0) + 20).toBeLessThanOrEqual(400);
  });

  test("are cut to the view, and have no caption where there is no room", () => {
    const right = { left: 0.5, right: 1, top: 0, bottom: 0.5 };
    const found = of(right, 400);
    expect(found.map(({ pattern }) => pattern.id)).toEqual(["moving-hot-spot", "sudden-increase"]);
    expect(found[0]).toMatchObject({ left: 0, right: 1, top: 0, bottom: 1 });
    for (const [high, wide] of [
      [30, 500],
      [400, 60],
    ] as const) {
      expect(of(WHOLE, high, wide).map(({ caption }) => caption)).toEqual(Array(3).fill(undefined));
    }
  });

  test("have no caption where all of a table is hot", () => {
    const hot = { wide: 500, high: 400, grid: grid.map(() => 1), taken: [] };
    const found = boxes(run as unknown as Parameters<typeof boxes>[0], WHOLE, hot);
    expect(found.every(({ caption }) => caption === undefined)).toBe(true);
  });
});

describe("names of bands", () => {
  const cssVariables = (heights: readonly number[]): NamedBand[] => {
    const all = heights.reduce((sum, one) => sum + one, 0);
    let at = 0;
    return heights.map((height, i) => {
      const from = at / all;
      at += height;
      return { band: band(`T${i}`, i, 1), from, to: at / all };
    });
  };

  test.each([
    ["3 tables", Array(3).fill(1)],
    ["22 tables", Array(22).fill(1)],
    ["60 tables, some thin", Array.from({ length: 60 }, (_, i) => (i % 7 === 0 ? 8 : 1))],
    ["300 tables", Array(300).fill(1)],
    ["hot ones and a thin rest", [...Array(8).fill(10), 2]],
  ])("none lies on another: %s", (_, heights) => {
    for (const high of [96, 240, 400, 1_000]) {
      for (const lit of [-1, 0, 1, heights.length - 1]) {
        const { shown, thin } = names(
          cssVariables(heights),
          high,
          ({ object }) => object === `T${lit}`,
        );
        expect(shown.length + thin).toBe(heights.length);
        if (lit >= 0) expect(shown.some(({ band }) => band.object === `T${lit}`)).toBe(true);
        let below = 0;
        for (const { top, height } of shown) {
          expect(top).toBeGreaterThanOrEqual(below - 0.5);
          expect(height).toBeGreaterThanOrEqual(NAME);
          below = top + height;
        }
        expect(below).toBeLessThanOrEqual(thin > 0 ? high - NAME + 0.5 : high + 0.5);
      }
    }
  });

  test("the map is as high as hot bands need, within bounds", () => {
    const bounds = { least: 240, most: 800 };
    const run = (rows: number[], folded = false) => ({
      rows: 100,
      bands: rows.map((many, i) => ({
        ...band(`T${i}`, 0, many),
        ...(folded && i === rows.length - 1 ? { folded: 22 } : {}),
      })),
    });
    expect(tallFor([run([100])], bounds)).toBe(240);
    expect(tallFor([run([9, 9, 9, 73])], bounds)).toBe(Math.ceil(40 / 0.09));
    expect(tallFor([run([50, 50]), run([8, 84])], bounds)).toBe(500);
    expect(tallFor([run([1, 99])], bounds)).toBe(800);
    // What is folded may be thin.
    expect(tallFor([run([48, 48, 4], true)], bounds)).toBe(240);
    expect(tallFor([], bounds)).toBe(240);
  });
});

describe("changes", () => {
  test("a cure is cool and grey; only what gets near the limit is warm or red", () => {
    const hue = ([r, g, b]: readonly [number, number, number]) =>
      b > r + 40 ? "cool" : r > b + 60 ? (g > 120 ? "warm" : "hot") : "grey";
    expect(hue(changed(3.4, 0.2))).toBe("cool");
    expect(hue(changed(0.6, none))).toBe("cool");
    for (const after of [0.05, 0.17, 0.4]) expect(hue(changed(0, after))).toBe("grey");
    expect(hue(changed(none, 0.8))).toBe("warm");
    expect(changed(0.9, 1.2)).toEqual(CHANGE.hot);
    expect(changed(none, none)).toEqual(CHANGE.none);
    expect(changed(0.3, 0.3)).toEqual(CHANGE.same);
  });

  test("each table is compared with itself, place by place", () => {
    const run = (bands: ReturnType<typeof band>[], rows: number) =>
      ({ bands, rows, columns: 1 }) as unknown as Parameters<typeof matched>[0]["run"];
    const here = { run: run([band("A", 0, 2), band("B", 2, 2)], 4), grid: new Float32Array(4) };
    const there = {
      run: run([band("B", 0, 4), band("A", 4, 1)], 5),
      grid: new Float32Array([0.1, 0.2, 0.3, none, 0.9]),
    };
    const cells = [...matched(here, there)].map((one) => Math.round(one * 10) / 10);
    expect(cells).toEqual([0.9, 0.9, 0.2, 0.3]);
  });
});

test("scenarios set runs, say which they are, and are taken back", () => {
  const rate = (perSecond: number) => ({ perSecond, stated: false });
  const table = (name: string, writes: number) => ({
    ...{ table: name, role: "ledger", why: "", reads: [] },
    ...{ inserts: rate(writes), updates: rate(0), deletes: rate(0) },
  });
  const used = {
    used: { nodes: 10, writesPerSecond: 9_000, minutes: 60, seed: 1, knobs: {}, fromText: [] },
  };
  const tables = [table("Few", 10), table("Many", 500)];
  const own = { quorumMs: 5 };
  for (const name of ["tenant", "burst", "twice"] as const satisfies readonly Scenario[]) {
    const set = knobsFor(name, own, used, tables);
    expect(scenarioOf(set)).toBe(name);
    expect(set.quorumMs).toBe(5);
    for (const next of ["tenant", "burst", "twice"] as const) {
      expect(scenarioOf(knobsFor(next, set, used, tables))).toBe(next);
    }
    expect(knobsFor("usual", set, used, tables)).toEqual(own);
  }
  expect(knobsFor("tenant", own, used, tables).added).toMatchObject([
    { object: "Many", perSecond: 4_500, toSecond: 3_600 },
  ]);
  // What a person drew stays.
  const drawn = { ...(knobsFor("tenant", {}, used, tables).added?.[0] ?? {}), from: 0.1, to: 0.2 };
  const with_ = { added: [drawn] } as Parameters<typeof knobsFor>[1];
  expect(knobsFor("usual", knobsFor("tenant", with_, used, tables), used, tables)).toEqual(with_);
});

describe("what is set on the maps", () => {
  const runs = { before: { rows: 10, columns: 20 }, after: { rows: 12, columns: 20 } };
  const pin = { which: "before", row: 3, column: 4, rows: [3, 4] } as const;

  test("a link has as little of it as it can", () => {
    expect(unusual(MAP)).toBeUndefined();
    expect(unusual({ ...MAP, mode: "swipe", moment: undefined })).toEqual({ mode: "swipe" });
  });

  test("pins and servers are of the runs they were set on", () => {
    const set = { ...MAP, mode: "swipe", pins: [pin], relative: true } as const;
    expect(afterRuns(set, runs)).toEqual({ ...set, pins: [], served: undefined });
    expect(afterRuns(set, { before: runs.before }).mode).toBe("pair");
    expect(afterRuns(MAP, runs)).toBe(MAP);
  });

  test("a link's settings are kept as far as its runs have them", () => {
    const set = { ...MAP, mode: "difference", pins: [pin] } as const;
    expect(fitted(set, runs)).toBe(set);
    expect(fitted(set, { before: runs.before })).toMatchObject({ mode: "pair", pins: [pin] });
    const beyond = { ...pin, rows: [3, 11] } as const;
    expect(fitted({ ...set, pins: [pin, beyond] }, runs).pins).toEqual([pin]);
    const served = { which: "after", server: 1, column: 20 } as const;
    expect(fitted({ ...set, served }, runs).served).toBeUndefined();
  });
});

test("a picture says what it is, and no word lies on another", () => {
  const run = (many: number) => ({
    rows: many,
    columns: 60,
    secondsPerColumn: 60,
    servers: 10,
    bands: Array.from({ length: many }, (_, i) => band(`Table_with_a_name_${i}`, i, 1)),
  });
  for (const many of [1, 3, 22, 60, 300]) {
    const runs = (["before", "after"] as const).map((which) => ({
      ...{ which, label: which, frame: WHOLE, layers: [], cells: new Float32Array() },
      run: run(many) as unknown as Parameters<typeof wordsOf>[0]["runs"][number]["run"],
    }));
    const words = wordsOf({
      title: "3 of 22 tables get hot.",
      assumed: "Assumed: 12,000 writes/s over 22 tables, 10 nodes",
      date: new Date("2026-11-26T12:00:00Z"),
      ...{ version: "0.1.0", runs, palette: "health", log: false, tone: USUAL },
      ...{ relative: true, mode: "pair", scale: undefined },
    });
    const said = words.map(({ text }) => text).join("\n");
    expect(said).toContain("3 of 22 tables get hot.");
    expect(said).toMatch(/Simulated\. Assumed: 12,000 writes\/s .* hotsplit 0\.1\.0, 2026-11-26/);
    expect(said).toContain("servers");
    const boxes = words.map(({ text, x, y, anchor }) => {
      const width = text.length * 6;
      const left = anchor === "start" ? x : anchor === "end" ? x - width : x - width / 2;
      return { x: left, y: y - 10, width, height: 12, text };
    });
    for (const [at, one] of boxes.entries()) {
      for (const other of boxes.slice(at + 1)) {
        expect(meet(one, other), `${one.text} on ${other.text}`).toBe(false);
      }
    }
  }
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
