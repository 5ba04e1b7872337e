/** What is taken along: names stay names, places are places. */
import { describe, expect, test } from "vitest";
import type { Analysis, Finding, RunAnswer } from "../../../pkg/hotsplit.js";
import type { Results } from "../../src/engine/protocol.js";
import { csv, escaped, findingsJson, markdown } from "../../src/share/export.js";
import { findingsSarif } from "../../src/share/sarif.js";

const FINDING: Finding = {
  key: "key-timestamp-first T.At",
  rule: "key-timestamp-first",
  severity: "high",
  object: "T",
  column: "At",
  title: "`T.At` leads the key | and <b>",
  why: "It costs.",
  help: "Lead with a `hash`",
  evidence: [],
  range: { from: 4, to: 6, line: 2 },
  confidence: 1,
  fixes: [{ id: "hash-shard-prefix", short: "T5", title: "shard" }],
  attached: [],
  withdraw: [],
};

const ANALYSIS: Analysis = {
  dialect: "googlesql",
  findings: [FINDING],
  questions: [],
  accepted: [],
  syntaxErrors: [{ message: "expected `;`", range: { from: 0, to: 1, line: 1 } }],
  notes: [],
  objects: [],
  tables: [],
  stated: {},
  rateStated: false,
  headroom: { defaultWritesPerSecond: 1_000, keys: [], keysLeftOut: 0, mixGuessed: false },
  verdict: { kind: "even", title: "", detail: "", assumed: "" },
};

describe("markdown", () => {
  test("what is not between backticks is no markup", () => {
    expect(escaped("a <b> *c* [d](e) | `x|y<z>`")).toBe(
      "a \\<b\\> \\*c\\* \\[d\\](e) \\| `x|y<z>`",
    );
  });

  test("a report says what is chosen and what else there is", () => {
    const made = markdown({
      analysis: ANALYSIS,
      results: undefined,
      chosen: [{ finding: FINDING.key, fix: "hash-shard-prefix" }],
      link: "https://x/#v1.a",
      version: "0.1.0",
    });
    expect(made).toContain("- **hotspot**, line 2: `T.At` leads the key \\| and \\<b\\>.");
    expect(made).toContain("In the after run: fix T5.");
    expect(made).toContain("Also: 1 syntax error.");
    expect(made).toContain("[Open in hotsplit](https://x/#v1.a)");
  });
});

test("places count characters, not the halves of one", () => {
  // Two halves of one character stand before the name, on its line.
  const { findings } = JSON.parse(findingsJson(ANALYSIS, "a\n🔥At"));
  expect(findings[0].span).toEqual({ start: { line: 2, column: 2 }, end: { line: 2, column: 4 } });
  expect(findings[0]).toMatchObject({
    column: "At",
    reason: null,
    fixes: [{ id: "hash-shard-prefix", short: "T5", title: "shard" }],
  });
});

test("SARIF has the places, the words of code scanning, and what was accepted", () => {
  const accepted = { ...FINDING, severity: "warn", accepted: "two rows a day" } as const;
  const analysis = { ...ANALYSIS, accepted: [accepted] };
  const asked = { text: "a\n🔥At", uri: "schema.sql", version: "0.1.0" };
  const { version, runs } = JSON.parse(findingsSarif(analysis, asked));
  expect(version).toBe("2.1.0");
  const [{ tool, results }] = runs;
  expect(tool.driver).toEqual({
    name: "hotsplit",
    version: "0.1.0",
    rules: [{ id: "key-timestamp-first" }],
  });
  expect(results).toHaveLength(2);
  expect(results[0]).toMatchObject({ ruleId: "key-timestamp-first", level: "error" });
  expect(results[0].message.text).toBe(`${FINDING.title}. It costs. Lead with a \`hash\`.`);
  expect(results[0].locations[0].physicalLocation).toEqual({
    artifactLocation: { uri: "schema.sql" },
    region: { startLine: 2, startColumn: 2, endLine: 2, endColumn: 4 },
  });
  expect(results[0]).not.toHaveProperty("suppressions");
  expect(results[1]).toMatchObject({
    level: "warning",
    suppressions: [{ kind: "inSource", justification: "two rows a day" }],
  });
});

test("a table for programs has each number of the runs, by its name in the engine", () => {
  const before = { servedWritesPerSecond: 950.5, p99Ms: 15, readsOfferedPerSecond: 0 } as RunAnswer;
  const after = { ...before, p99Ms: 9, secondsToBalance: 120 };
  const lines = csv({ answer: { before, after } } as unknown as Results).split("\r\n");
  expect(lines[0]).toBe("measure,before,after");
  expect(lines).toContain("served_writes_per_second,950.5,950.5");
  expect(lines).toContain("p99_ms,15,9");
  // A run that never comes to balance has no such time, and one that does not read no reads.
  expect(lines).toContain("seconds_to_balance,,120");
  expect(lines.some((line) => line.startsWith("read"))).toBe(false);
});
