/** Rates as people type them. */
import { describe, expect, test } from "vitest";
import { typedRate } from "../../src/ui/typed-rate.js";

describe("a typed rate", () => {
  test.each([
    ["1500", "1500/s"],
    ["1,500", "1500/s"],
    ["1_500 /s", "1500/s"],
    ["12k/s", "12000/s"],
    ["1.5M/s", "1500000/s"],
    ["90/min", "1.5/s"],
    ["90 per minute", "1.5/s"],
    ["3600/h", "1/s"],
    ["20 rows/day", "0.000231481/s"],
    ["0", "0/s"],
  ])("%s is %s", (typed, written) => {
    expect(typedRate(typed)).toBe(written);
  });

  test.each(["", "many", "12x", "-3", "1/fortnight", "1.2.3", "/s"])("%s is none", (typed) => {
    expect(typedRate(typed)).toBeUndefined();
  });
});
