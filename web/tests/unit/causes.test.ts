/** Checks of an exam by what they are about. */
import { describe, expect, test } from "vitest";
import { causeOf, causesOf, openGoals } from "../../src/lessons/causes.js";

describe("a check", () => {
  test.each([
    ["served >= 10k/s", ""],
    ["pressure(Trips) <= 60%", "Trips"],
    ["scans(Trips, last-hour) <= 16", "Trips"],
    ["before.depth(TripStops) = 1", "TripStops"],
    ["findings(high) = 0", ""],
    ["pattern(moving-hot-spot, Trips) = 0", "Trips"],
    ["has(Trips.RiderId) = 1", "Trips"],
  ])("%s is about %s", (check, cause) => {
    expect(causeOf(check)).toBe(cause);
  });

  test("is counted with the others of its object", () => {
    const checks = ["pressure(A) <= 60%", "served > 1/s", "scans(A, newest) <= 8"];
    expect([...causesOf(checks)]).toEqual([
      ["A", ["pressure(A) <= 60%", "scans(A, newest) <= 8"]],
      ["", ["served > 1/s"]],
    ]);
  });

  test("is not shown before an exam is handed in where it tells which key is hot", () => {
    const check = (text: string) => ({ text, words: "", message: "" });
    const shown = (...texts: string[]) => openGoals(texts.map(check)).map(({ text }) => text);
    expect(shown("pressure(A) <= 60%", "scans(A, newest) <= 8", "served > 1/s")).toEqual([
      "served > 1/s",
    ]);
    expect(shown("findings(high) = 0", "scans(A, newest) <= 8")).toHaveLength(2);
  });
});
