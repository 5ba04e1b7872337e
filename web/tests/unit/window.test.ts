/** Which entries of a long list are drawn. */
import { describe, expect, test } from "vitest";
import { entryAt, Heights, runsOf } from "../../src/ui/window.js";

const told = (count: number, from: number, to: number, keep: number[] = []) =>
  runsOf(count, { from, to }, keep).map(
    (run) => `${run.drawn ? "" : "room "}${run.from}-${run.to}`,
  );

describe("what is drawn", () => {
  test("is the span, the first and the last, with room between them", () => {
    expect(told(100, 20, 30)).toEqual(["0-1", "room 1-20", "20-30", "room 30-99", "99-100"]);
  });

  test("has no room where there is none to leave", () => {
    expect(told(100, 0, 30)).toEqual(["0-30", "room 30-99", "99-100"]);
    expect(told(100, 1, 99)).toEqual(["0-100"]);
    expect(told(1, 0, 16)).toEqual(["0-1"]);
  });

  test("are those that are kept, too, wherever they stand", () => {
    const runs = ["0-3", "room 3-50", "50-51", "room 51-99", "99-100"];
    expect(told(100, 0, 3, [50, 2, -1, 100])).toEqual(runs);
  });

  test("are all entries, each once, whatever the span", () => {
    for (const [from, to] of [
      [0, 16],
      [90, 200],
      [150, 160],
      [40, 41],
    ] as const) {
      const runs = runsOf(100, { from, to }, [7, 41, 42]);
      const all = runs.flatMap((run) =>
        Array.from({ length: run.to - run.from }, (_, n) => run.from + n),
      );
      expect(all).toEqual(Array.from({ length: 100 }, (_, at) => at));
    }
  });
});

describe("the entry at a height", () => {
  const spans = [
    { from: 0, to: 1, top: 0, bottom: 30 },
    { from: 1, to: 11, top: 30, bottom: 330 },
    { from: 11, to: 12, top: 330, bottom: 400 },
  ];

  test("is the one that stands there, or that would in the room", () => {
    expect([0, 29, 30, 61, 329, 330, 399].map((y) => entryAt(spans, y))).toEqual([
      0, 0, 1, 2, 10, 11, 11,
    ]);
  });

  test("is the first above them all, and the last below", () => {
    expect(entryAt(spans, -500)).toBe(0);
    expect(entryAt(spans, 9_000)).toBe(11);
    expect(entryAt([], 10)).toBe(0);
  });
});

test("entries that were never drawn are taken to be as high as the mean of the others", () => {
  const heights = new Heights();
  const before = heights.mean;
  expect(before).toBeGreaterThan(0);
  heights.set("a", 20);
  heights.set("b", 60);
  heights.set("b", 40);
  expect(heights.mean).toBe(30);
  heights.clear();
  expect(heights.mean).toBe(before);
});
