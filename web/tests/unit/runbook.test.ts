/** Words of a step of the plan. */
import { expect, test } from "vitest";
import type {
  Analysis,
  Rewrite,
  Rollout,
  RolloutPass,
  RolloutStep,
} from "../../../pkg/hotsplit.js";
import {
  expected,
  groupOf,
  isSql,
  keyWords,
  ownerName,
  passName,
  passWords,
  planObjects,
  planSummary,
  textOf,
  wayBack,
} from "../../src/fixes/runbook.js";

const step = (said: Partial<RolloutStep>): RolloutStep => ({
  id: "",
  kind: "",
  title: "",
  owner: "",
  duration: { class: "", why: "" },
  reversible: false,
  safe: "",
  notes: [],
  watch: [],
  stop: [],
  code: [],
  checks: [],
  rules: [],
  passes: [],
  ...said,
});

const rollout = (steps: RolloutStep[]): Rollout => ({
  version: 1,
  dialect: "googlesql",
  live: true,
  placeholders: [],
  steps,
  reads: [],
  markdown: "",
});

test("a step says who does it, and how to go back in a few words", () => {
  expect(ownerName(step({ owner: "dba" }))).toBe("DBA");
  expect(ownerName(step({ owner: "application" }))).toBe("Application");
  // Where the engine does not say who, neither does the page.
  expect(ownerName(step({}))).toBe("");
  const back = (words: string) => wayBack(step({ reversible: true, back: { words, code: [] } }));
  expect(back("Drop the copies.")).toBe("drop the copies");
  expect(back("Switch the refreshing off, by the flag.")).toBe("switch the refreshing off");
  expect(back("There is nothing to undo.")).toBe("nothing to undo");
  expect(wayBack(step({ reversible: true }))).toBe("can be undone");
  expect(wayBack(step({ reversible: false }))).toBe("no rollback");
});

test("a plan says until when one can go back, and what it needs", () => {
  const there = { reversible: true };
  const steps = [
    step({ ...there, kind: "create", owner: "dba" }),
    step({ ...there, kind: "follow", owner: "application" }),
    step({ ...there, kind: "copy", owner: "job" }),
    step({ ...there, kind: "read", owner: "application" }),
  ];
  expect(planSummary(rollout(steps))).toBe(
    "Each step can be undone. Needs: 2 deployments, 1 backfill.",
  );
  const last = step({ kind: "stop", owner: "application" });
  expect(planSummary(rollout([...steps, last]))).toBe(
    "Reversible until step 5. Needs: 3 deployments, 1 backfill.",
  );
  expect(planSummary({ ...rollout(steps), live: false })).toBe("");
});

test("a plan is named by what changes", () => {
  // Only what the name is made of.
  const analysis = (...objects: [string, string][]) =>
    ({
      objects: objects.map(([name, key]) => ({ name, key })),
      findings: objects.map(([object]) => ({ key: `k ${object}`, object })),
    }) as unknown as Analysis;
  const rewrite = (after: Analysis, ...objects: string[]) =>
    ({
      hunks: objects.map((one) => ({ finding: `k ${one}` })),
      analysis: after,
    }) as unknown as Rewrite;
  const before = analysis(["A", "(Id)"], ["B", "(Id)"], ["C", "(Id)"], ["D", "(Id)"]);
  const after = analysis(["A", "(Shard, Id)"]);
  expect(planObjects(rewrite(after, "A"), before)).toBe("`A` → (Shard, Id)");
  expect(planObjects(rewrite(before, "A"), before)).toBe("`A`");
  expect(planObjects(rewrite(after, "A", "B", "B"), before)).toBe("`A`, `B`");
  expect(planObjects(rewrite(after, "A", "B", "C", "D"), before)).toBe("`A`, `B`, `C` and 1 more");
  expect(planObjects(rewrite(after), before)).toBe("");
});

test("row trees are counted where there are several, by their order in the plan", () => {
  const [none, first, other] = [step({}), step({ group: 4 }), step({ group: 2 })];
  const several = rollout([none, first, first, other]);
  expect(groupOf(first, several)).toBe("row tree 1 of 2");
  expect(groupOf(other, several)).toBe("row tree 2 of 2");
  expect(groupOf(none, several)).toBeUndefined();
  expect(groupOf(first, rollout([none, first]))).toBeUndefined();
});

test("statements are pasted with semicolons, commands and files as they are", () => {
  for (const kind of ["ddl", "dml", "pdml", "query"]) {
    expect(isSql(kind)).toBe(true);
    expect(textOf(kind, ["A", "B;"])).toBe("A;\n\nB;");
  }
  for (const kind of ["gcloud", "file"]) {
    expect(isSql(kind)).toBe(false);
    expect(textOf(kind, ["a", "b"])).toBe("a\nb");
  }
});

test("what a check should answer is a sentence", () => {
  const check = { query: "", when: "before" };
  expect(expected({ ...check, expected: "no rows" })).toBe("Expected: no rows.");
  expect(expected({ ...check, expected: "One row." })).toBe("Expected: One row.");
});

/** The key `A`, `B` as parameters with a prefix, or numbered from 1. */
const key = (prefix?: string) =>
  ["A", "B"].map((column, at) => ({
    column,
    parameter: prefix === undefined ? `p${at + 1}` : `${prefix}${column}`,
    sql: prefix === undefined ? `$${at + 1}` : `@${prefix}${column}`,
    type: "bigint",
  }));

test("a pass says which table it goes over, and what its parameters are bound to", () => {
  const range = { end: "", statements: [] };
  const pass: RolloutPass = {
    purpose: "copy",
    table: "T",
    copy: "U",
    rowsPerRange: 8000,
    upto: key("Upto"),
    after: key("After"),
    first: range,
    next: range,
  };
  expect(passName(pass)).toBe("Copy `T` into `U`");
  expect(passName({ ...pass, purpose: "surplus" })).toMatch(/`U` that `T` does not have/);
  expect(passWords(pass)).toBe(
    "Ranges of 8,000 rows. Bind `@UptoA`, `@UptoB` to the last key of the range and, " +
      "in later ranges, `@AfterA`, `@AfterB` to the last key of the previous range.",
  );
  // However its parameters are numbered in the plan: in a statement they go from 1.
  for (const upto of [key(), key().map((one, at) => ({ ...one, sql: `$${at + 3}` }))]) {
    const said = passWords({ ...pass, upto, after: key() });
    expect(said).toContain("In the first range, bind `$1`, `$2` to the last key of the range.");
    expect(said).toContain("bind `$1`, `$2` to the last key of the previous range");
    expect(said).toContain("and `$3`, `$4` to the last key of the range");
  }
});

test("the key of a rule says which parameter is which column", () => {
  expect(keyWords(key())).toBe("`$1` is `A`, bigint; `$2` is `B`, bigint");
  expect(keyWords(key(""))).toBe("`@A` is `A`, bigint; `@B` is `B`, bigint");
});
