/** Scales: sliders, axes, cells and peaks. */
import { describe, expect, test } from "vitest";
import { peaks, rowPeaks } from "../../src/engine/peaks.js";
import { LIMITS } from "../../src/state/state.js";
import { FULL_AT, onRamp, ramp } from "../../src/ui/palette.js";
import {
  cellAt,
  decades,
  fromSlider,
  minutes,
  STEPS,
  spans,
  ticks,
  toSlider,
  within,
} from "../../src/ui/scale.js";
import { amount } from "../../src/ui/words.js";

describe("the slider of writes/s", () => {
  test("ends at its limits", () => {
    expect([fromSlider(0), fromSlider(STEPS)]).toEqual([...LIMITS.writesPerSecond]);
    expect([toSlider(1), toSlider(1e9)]).toEqual([0, STEPS]);
  });

  test("goes up with every step or stays, by at most a quarter, in two digits", () => {
    for (let place = 1; place <= STEPS; place++) {
      const [before, value] = [fromSlider(place - 1), fromSlider(place)];
      expect(value).toBeGreaterThanOrEqual(before);
      expect(value / before).toBeLessThanOrEqual(1.25);
      expect(String(value).replace(/0+$/, "").length).toBeLessThanOrEqual(2);
    }
  });

  test("comes back to where it was", () => {
    for (const value of [10, 950, 3_500, 12_000, 200_000]) {
      expect(fromSlider(toSlider(value)) / value).toBeCloseTo(1, 1);
    }
  });
});

describe("axes", () => {
  test("ticks are round and hold the top", () => {
    expect(ticks(12_000, 4)).toEqual([0, 5_000, 10_000, 15_000]);
    expect(ticks(1, 4)).toEqual([0, 0.5, 1]);
    expect(ticks(0, 4)).toEqual([0]);
    expect(ticks(Number.NaN, 4)).toEqual([0]);
  });

  test("decades hold both ends and are never one line", () => {
    expect(decades(15, 423)).toEqual([10, 100, 1_000]);
    expect(decades(10, 10)).toEqual([10, 100]);
    expect(decades(0, 0).length).toBeGreaterThan(1);
  });

  test("minutes are marked in steps a clock has", () => {
    expect(minutes(3_600, 6)).toEqual([0, 10, 20, 30, 40, 50, 60]);
    expect(minutes(600, 6)).toEqual([0, 2, 4, 6, 8, 10]);
    expect(minutes(4 * 3_600, 6)).toEqual([0, 60, 120, 180, 240]);
  });
});

test("amounts have their unit, and bytes the prefix that fits", () => {
  expect(amount(3_500, "rows/s")).toBe("3.5k rows/s");
  expect(amount(0, "bytes/s")).toBe("0 B/s");
  expect(amount(3_584_000, "bytes/s")).toBe("3.58 MB/s");
  expect(amount(8 * 2 ** 30, "bytes")).toBe("8.59 GB");
});

test("the cells under pixels leave none out", () => {
  expect(spans(10, 0, 1, 4).map(([from, to]) => to - from)).toEqual([3, 3, 3, 3]);
  expect(spans(3, 0, 1, 6).map(([from]) => from)).toEqual([0, 0, 1, 1, 2, 2]);
});

test("a point falls in the cell under it, also at the edges and in a part", () => {
  expect(cellAt(0, 0, 1, 100)).toBe(0);
  expect(cellAt(1, 0, 1, 100)).toBe(99);
  expect(cellAt(-3, 0, 1, 100)).toBe(0);
  expect(cellAt(0.5, 0.5, 1, 100)).toBe(75);
  expect(within(0.75, 0.5, 1)).toBe(0.5);
  expect(within(0.75, 1, 1)).toBe(0);
});

describe("the legend's ramp", () => {
  test("rises with the load, on both scales, and a full split stands at one place", () => {
    for (const log of [false, true]) {
      const places = [0, 0.01, 0.25, 0.5, 0.99, 1, 2, 4, 1e9].map((share) => onRamp(share, log));
      expect(places).toEqual([...places].sort((a, b) => a - b));
      expect(places[0]).toBe(0);
      expect(places[5]).toBe(FULL_AT);
      expect(places.at(-1)).toBeCloseTo(1);
    }
  });

  test("begins at the engine's idle level and ends at the brightest colour", () => {
    // Level 20 of Inferno: a quarter of the way from stop 1, 0b0724, to stop 2, 210c4a.
    expect(ramp("inferno")).toMatch(/^rgb\(17 8 46\) 0\.00%/);
    expect(ramp("inferno")).toMatch(/rgb\(252 255 164\) 100\.00%$/);
    expect(ramp("cividis")).toMatch(/rgb\(253 234 69\) 100\.00%$/);
    expect(ramp("viridis")).toMatch(/rgb\(253 231 37\) 100\.00%$/);
    expect(ramp("servers")).toMatch(/^rgb\(16 16 16\) 0\.00%.*rgb\(190 190 190\) 100\.00%$/);
    expect(ramp("greys")).toMatch(/^rgb\(20 20 20\) 0\.00%.*rgb\(255 255 255\) 100\.00%$/);
  });
});

test("a band's peak is the hottest of its own cells; no keys are no load", () => {
  const band = (object: string, firstRow: number, rows: number) => {
    const range = { from: 0, to: 1, line: 1 };
    return { object, kind: "table", depth: 0, firstRow, rows, range };
  };
  const none = Number.NaN;
  const grid = Float32Array.from([none, 0, 0, 0.5, 0, 0.25, 9, none, none]);
  expect(peaks(rowPeaks(grid, 3), [band("A", 0, 2), band("B", 2, 1), band("none", 3, 0)])).toEqual([
    { object: "A", share: 0.5, row: 1, column: 0, mean: 0.15 },
    { object: "B", share: 9, row: 2, column: 0, mean: 9 },
    { object: "none", share: 0, row: 3, column: 0, mean: 0 },
  ]);
});
