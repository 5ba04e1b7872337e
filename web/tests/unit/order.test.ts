/** Problems in the order they are worked through. */
import { expect, test } from "vitest";
import type { Analysis, Finding, Severity } from "../../../pkg/hotsplit.js";
import { aboutOf, counted, grouped, harmlessOf } from "../../src/ui/order.js";

function finding(object: string, severity: Severity, at: number, utilisation?: number): Finding {
  return {
    key: `rule ${object} ${at}`,
    rule: "rule",
    severity,
    object,
    title: "",
    why: "",
    help: "",
    evidence: [],
    range: { from: at, to: at + 1, line: 1 },
    confidence: 1,
    ...(utilisation === undefined ? {} : { utilisation }),
    fixes: [],
    attached: [],
    withdraw: [],
  };
}

function analysis(findings: Finding[], asked: string[] = []): Analysis {
  return {
    dialect: "googlesql",
    findings,
    questions: asked.map((object) => ({
      key: `ask ${object}`,
      rule: "ask",
      object,
      question: "?",
      why: "",
      choices: [],
      range: { from: 0, to: 1, line: 1 },
    })),
    accepted: [],
    syntaxErrors: [],
    notes: [],
    tables: [],
    objects: [
      {
        name: "B",
        kind: "table",
        key: "(Id)",
        columns: ["Id"],
        range: { from: 0, to: 9, line: 1 },
      },
    ],
    stated: {},
    rateStated: false,
    headroom: { defaultWritesPerSecond: 1_000, keys: [], keysLeftOut: 0, mixGuessed: false },
    verdict: { kind: "even", title: "", detail: "", assumed: "" },
  };
}

/** Groups as `object: place place`, for reading. */
const told = (it: Analysis) =>
  grouped(it).map((group) => `${group.object}: ${group.findings.map((f) => f.range.from)}`);

test("worst first, then writes at stake, then as in the text", () => {
  const found = [
    finding("T", "warn", 1, 9),
    finding("T", "high", 2, 0.4),
    finding("T", "high", 3, 3.4),
    finding("T", "high", 5),
    finding("T", "high", 4),
    finding("T", "error", 6),
    finding("T", "hint", 7, 99),
  ];
  expect(told(analysis(found))).toEqual(["T: 6,3,2,4,5,1,7"]);
});

test("where no rate is stated, the first to be full comes first", () => {
  const full = (at: number, writesPerSecond: number) => ({
    ...finding("T", "high", at),
    ceilingWritesPerSecond: { writesPerSecond },
  });
  const found = [full(1, 90_000), finding("T", "high", 2), full(3, 3_000), full(4, 30_000)];
  expect(told(analysis(found))).toEqual(["T: 3,4,1,2"]);
});

test("harmless findings stand in no group, and all others do", () => {
  const found = [
    { ...finding("A", "info", 1), harmless: "2 rows a day" },
    finding("A", "info", 2),
    { ...finding("B", "info", 3), harmless: "1 % of the limit" },
  ];
  const all = analysis(found);
  expect(told(all)).toEqual(["A: 2"]);
  expect(harmlessOf(all).map(({ object }) => object)).toEqual(["A", "B"]);
});

test("the object with the worst problem comes first, questions alone come last", () => {
  const found = [finding("A", "warn", 1), finding("B", "high", 2), finding("A", "info", 3)];
  const all = analysis(found, ["C", "A"]);
  expect(told(all)).toEqual(["B: 2", "A: 1,3", "C: "]);
  expect(grouped(all).map((group) => group.questions.length)).toEqual([0, 1, 1]);
  const about = grouped(all).map(({ object }) => aboutOf(all, object));
  expect(about[0]?.key).toBe("(Id)");
  expect(about[1]).toBeUndefined();
});

test("severities are counted worst first, and none is left out silently", () => {
  const found = [finding("A", "hint", 1), finding("A", "high", 2), finding("B", "high", 3)];
  expect(counted(found)).toEqual([
    { severity: "high", count: 2 },
    { severity: "hint", count: 1 },
  ]);
  expect(counted([])).toEqual([]);
});
