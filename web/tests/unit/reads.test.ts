/** What reads cost: which way they fare, and by what is read. */
import { describe, expect, test } from "vitest";
import type { ReadCost } from "../../../pkg/hotsplit.js";
import { byObject, remark, verdict } from "../../src/ui/reads.js";

function read(before: number | undefined, after: number | undefined, object = "T"): ReadCost {
  const scans = (ranges: number | undefined) => ({
    ...(ranges === undefined ? {} : { ranges }),
    words: "",
    query: "",
  });
  return { object, shape: "point", label: "one T", before: scans(before), after: scans(after) };
}

describe("a read", () => {
  test.each([
    [1, 1, "same"],
    [1, 16, "worse"],
    [16, 1, "better"],
    [1, undefined, "worse"],
    [undefined, 16, "better"],
    [undefined, undefined, "same"],
  ] as const)("of %s ranges that takes %s fares %s", (before, after, fares) => {
    expect(verdict(read(before, after))).toBe(fares);
  });
});

describe("a query", () => {
  test("of comments alone is a remark, told in their words", () => {
    expect(remark("-- No column of `T` has a time.")).toBe("No column of `T` has a time.");
    expect(remark("  -- One.\n\n--Two.\n")).toBe("One. Two.");
  });

  test("with anything to run is none, whatever it says beside", () => {
    expect(remark("SELECT * FROM T")).toBeUndefined();
    expect(remark("-- The newest.\nSELECT 1 -- one")).toBeUndefined();
  });
});

test("reads stand by what is read, in the order they came", () => {
  const reads = [read(1, 1, "B"), read(1, 2, "A"), read(3, 3, "B")];
  expect(byObject(reads)).toEqual([
    { object: "B", reads: [reads[0], reads[2]] },
    { object: "A", reads: [reads[1]] },
  ]);
  expect(byObject([])).toEqual([]);
});
