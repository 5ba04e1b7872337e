/** After a finding was accepted: its table's rate is asked for while nobody has stated it. */
import { expect, test } from "vitest";
import type { Analysis, Finding, TableLoad } from "../../../pkg/hotsplit.js";
import { newlyAccepted, perSecondOf } from "../../src/results/accepted.js";

const finding = (key: string, object: string) =>
  ({ key, object, accepted: "20 rows a day" }) as Finding;
const load = (table: string, perSecond: number, stated = false) =>
  ({ table, inserts: { perSecond, stated } }) as TableLoad;

function analysis(accepted: readonly Finding[], tables: readonly TableLoad[]): Analysis {
  const objects = [
    { name: "T", kind: "table" },
    { name: "TByAt", kind: "index", of: "T" },
  ];
  return { accepted, tables, objects } as unknown as Analysis;
}

test("one that is new is asked about, by its table", () => {
  const one = finding("a T", "T");
  const asked = { key: "a T", table: "T", perSecond: 12_000, reason: "20 rows a day" };
  expect(newlyAccepted(analysis([one], [load("T", 12_000)]), [], undefined)).toEqual(asked);
  const index = finding("b TByAt", "TByAt");
  const both = analysis([one, index], [load("T", 12_000)]);
  expect(newlyAccepted(both, [one], undefined)).toMatchObject({ key: "b TByAt", table: "T" });
});

test("none is asked about that came with the schema, or whose rate is stated or nothing", () => {
  const one = finding("a T", "T");
  expect(newlyAccepted(analysis([one], [load("T", 12_000)]), undefined, undefined)).toBeUndefined();
  const two = analysis([one, finding("b T", "T")], [load("T", 12_000)]);
  expect(newlyAccepted(two, [], undefined)).toBeUndefined();
  expect(newlyAccepted(analysis([one], [load("T", 20, true)]), [], undefined)).toBeUndefined();
  expect(newlyAccepted(analysis([one], [load("T", 0)]), [], undefined)).toBeUndefined();
});

test("it stays until the rate is stated or the acceptance is withdrawn", () => {
  const one = finding("a T", "T");
  const last = { key: "a T", table: "T", perSecond: 12_000, reason: "20 rows a day" };
  expect(newlyAccepted(analysis([one], [load("T", 12_000)]), [one], last)).toEqual(last);
  expect(newlyAccepted(analysis([one], [load("T", 1, true)]), [one], last)).toBeUndefined();
  expect(newlyAccepted(analysis([], [load("T", 12_000)]), [one], last)).toBeUndefined();
});

test("a rate in the reason is read", () => {
  expect(perSecondOf("20 rows a day")).toBe("0.00023");
  expect(perSecondOf("at most 5,000 inserts per hour")).toBe("1.4");
  expect(perSecondOf("3k/s in production")).toBe("3000");
  expect(perSecondOf("only 12 a month, ever")).toBe("0.0000046");
  expect(perSecondOf("nobody writes here")).toBeUndefined();
  expect(perSecondOf("version 2 schema")).toBeUndefined();
});
