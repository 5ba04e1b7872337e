import { expect, test } from "vitest";
import type { RunAnswer, RunRanges } from "../../../pkg/hotsplit.js";
import { between, ranged } from "../../src/ui/ranges.js";
import { RUN_NUMBERS } from "../../src/ui/run-numbers.js";

/** A run with one number. */
const run = (of: Partial<RunAnswer>) => of as RunAnswer;
/** Its ends. */
const ends = (low: Partial<RunAnswer>, high: Partial<RunAnswer>) =>
  ({ low, high }) as unknown as RunRanges;
const one = (id: string) => {
  const found = RUN_NUMBERS.find((one) => one.id === id);
  if (!found) throw new Error(`no number ${id}`);
  return found;
};
const reads = (id: string, of: Partial<RunAnswer>, ends?: RunRanges) =>
  ranged(run(of), ends, (run) => run[one(id).id], one(id).show);

test("the unit stands once, and alike ends are one number", () => {
  expect(between("14 ms", "22 ms")).toBe("14 to 22 ms");
  expect(between("950/s", "3.5k/s")).toBe("950 to 3.5k/s");
  expect(between("3.2k/s", "3.5k/s")).toBe("3.2 to 3.5k/s");
  expect(between("80 %", "80 %")).toBe("80 %");
  expect(between("2:00", "never")).toBe("2:00 to never");
});

test("a number is a point until its range is known, and where that is narrow", () => {
  expect(reads("p99Ms", { p99Ms: 15.32 })).toBe("15.3 ms");
  expect(reads("p99Ms", { p99Ms: 15.32 }, ends({ p99Ms: 15 }, { p99Ms: 16 }))).toBe("15.3 ms");
  expect(reads("p99Ms", { p99Ms: 15.32 }, ends({ p99Ms: 9.33 }, { p99Ms: 27.6 }))).toBe(
    "9.3 to 28 ms",
  );
});

test("what a run never comes to is the upper end", () => {
  const balance = { secondsToBalance: 300 };
  expect(reads("secondsToBalance", balance, ends({ secondsToBalance: 120 }, {}))).toBe(
    "2:00 to never",
  );
  expect(reads("secondsToBalance", {}, ends({ secondsToBalance: 120 }, {}))).toBe("2:00 to never");
  expect(reads("secondsToBalance", {}, ends({}, {}))).toBe("never");
});
