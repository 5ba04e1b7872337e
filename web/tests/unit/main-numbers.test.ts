/** The three numbers of a run: in few letters, their ranges with the unit once, changes in words. */
import { expect, test } from "vitest";
import type { RunAnswer, RunRanges } from "../../../pkg/hotsplit.js";
import { MAIN_NUMBERS, shownOf } from "../../src/ui/main-numbers.js";

type Numbers = Pick<RunAnswer, "servedWritesPerSecond" | "clientP99Ms" | "serverUtilisationMax">;
const NONE: Numbers = { servedWritesPerSecond: 0, clientP99Ms: 0, serverUtilisationMax: 0 };

function numberOf(id: string) {
  const found = MAIN_NUMBERS.find((one) => one.id === id);
  if (!found) throw new Error(`no number ${id}`);
  return found;
}

/** How a number reads, with a range where two ends are given. */
function reads(id: string, key: keyof Numbers, value: number, low?: number, high?: number): string {
  const run = { ...NONE, [key]: value } as RunAnswer;
  const ends = { low: { ...NONE, [key]: low }, high: { ...NONE, [key]: high } };
  const { value: said, unit } = shownOf(
    numberOf(id),
    run,
    low === undefined ? undefined : (ends as unknown as RunRanges),
  );
  return said + unit;
}

test("there are three", () => {
  expect(MAIN_NUMBERS.map(({ id }) => id)).toEqual(["served", "p99", "hottest"]);
});

test("a range has its unit once, and as few digits as it needs", () => {
  const served = (...of: [number, number?, number?]) =>
    reads("served", "servedWritesPerSecond", ...of);
  expect(served(3_494)).toBe("3.5k writes/s");
  expect(served(3_494, 2_812, 3_494)).toBe("2.8–3.5k writes/s");
  expect(served(3_494, 3_400, 3_494)).toBe("3.5k writes/s");
  expect(served(900, 320, 950)).toBe("320–950 writes/s");
  expect(served(3_494, 950, 3_494)).toBe("0.95–3.5k writes/s");
  const p99 = (...of: [number, number?, number?]) => reads("p99", "clientP99Ms", ...of);
  expect(p99(17.2)).toBe("17 ms");
  expect(p99(3_200)).toBe("3.2 s");
  expect(p99(10_012, 3_200, 50_000)).toBe("3–50 s");
  expect(p99(10_012, 413, 10_012)).toBe("0.4–10 s");
  expect(p99(17, 12, 31)).toBe("12–31 ms");
  // Not 0.02–24 s, whose lower end nobody reads at once.
  expect(p99(10_012, 21, 24_000)).toBe("20 ms–24 s");
  expect(served(3_494, 42, 3_494)).toBe("40–3.5k writes/s");
  expect(served(3_494, 0, 3_494)).toBe("0–3.5k writes/s");
  const hottest = (...of: [number, number?, number?]) =>
    reads("hottest", "serverUtilisationMax", ...of);
  expect(hottest(1, 0.81, 1)).toBe("81–100 %");
  expect(hottest(0.7, 0.57, 0.742)).toBe("57–74 %");
  expect(hottest(0.431)).toBe("43 %");
});

test("changes are said in words, and what hardly differs is none", () => {
  const change = (id: string, before: number, after: number) => {
    const found = numberOf(id).change(before, after);
    return found && `${found.better ? "better" : "worse"}: ${found.words}`;
  };
  expect(change("served", 3_494, 12_000)).toBe("better: 3.4× as many");
  expect(change("served", 10_000, 12_500)).toBe("better: 25 % more");
  expect(change("served", 12_000, 9_000)).toBe("worse: 25 % fewer");
  expect(change("served", 12_000, 12_100)).toBeUndefined();
  expect(change("served", 0, 0)).toBeUndefined();
  expect(change("p99", 10_000, 17)).toBe("better: 590× shorter");
  expect(change("p99", 20, 15)).toBe("better: 25 % shorter");
  expect(change("p99", 15, 20)).toBe("worse: 33 % longer");
  expect(change("p99", 15, 45)).toBe("worse: 3× as long");
  expect(change("p99", 15, 15.5)).toBeUndefined();
  expect(change("hottest", 1, 0.43)).toBe("better: down from 100 %");
  expect(change("hottest", 0.4, 0.6)).toBe("worse: up from 40 %");
  expect(change("hottest", 0.43, 0.41)).toBeUndefined();
});
