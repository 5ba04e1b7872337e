/** What is said of the schema: each case of the table of faults, row 19, and where nothing was read. */
import { describe, expect, test } from "vitest";
import type { Analysis, SchemaVerdict, VerdictKind } from "../../../pkg/hotsplit.js";
import type { Results } from "../../src/engine/protocol.js";
import { saysNotice, verdictOf } from "../../src/results/shown-verdict.js";
import { EMPTY, type State } from "../../src/state/state.js";

const TEXT = "CREATE TABLE T (Id INT64) PRIMARY KEY (Id)";

function verdict(kind: VerdictKind, title = kind as string): SchemaVerdict {
  return { kind, title, detail: "", assumed: "" };
}

function analysis(kind: VerdictKind, of: Partial<Analysis> = {}): Analysis {
  const none = {
    findings: [],
    questions: [],
    accepted: [],
    syntaxErrors: [],
    notes: [],
    tables: [],
  };
  const known = { verdict: verdict(kind), objects: [{ name: "T" }] };
  return { ...none, ...known, ...of } as unknown as Analysis;
}

/** The page with a schema that was read. */
function state(of: Partial<State>): State {
  const kept = { ...EMPTY.kept, text: TEXT };
  return { ...EMPTY, engine: "ready", kept, analysed: TEXT, ...of };
}

/** A run of the schema. */
function run(of: { verdict: SchemaVerdict; verdictAfter?: SchemaVerdict; progress?: number }) {
  const answer = { progress: 1, ...of };
  return { results: { answer } as unknown as Results, ran: TEXT };
}

const QUESTION = { key: "q T.Id", question: "Where do the values come from?", choices: [] };

describe("the engine's verdict", () => {
  const kinds: VerdictKind[] = [
    ...(["empty", "foreign", "unreadable", "question", "hot-now"] as const),
    ...(["hot-later", "slow", "even", "nothing-written"] as const),
  ];
  for (const kind of kinds) {
    test(`${kind} is shown as it is`, () => {
      const shown = verdictOf(state({ analysis: analysis(kind) }));
      expect(shown).toMatchObject({ kind, title: kind });
      expect(saysNotice(shown)).toBe(false);
    });
  }

  test("a question comes with its answers, and only where the verdict depends on it", () => {
    const questions = [QUESTION] as unknown as Analysis["questions"];
    const asked = verdictOf(state({ analysis: analysis("question", { questions }) }));
    expect(asked.question).toBe(questions[0]);
    const hot = verdictOf(state({ analysis: analysis("hot-now", { questions }) }));
    expect(hot.question).toBeUndefined();
  });

  test("errors are linked where there are tables; without tables they have a list of their own", () => {
    const syntaxErrors = [{ message: "x", range: { from: 0, to: 1, line: 1 } }];
    const some = verdictOf(state({ analysis: analysis("even", { syntaxErrors }) }));
    expect(some.errors).toEqual(syntaxErrors);
    const none = analysis("unreadable", { syntaxErrors, objects: [] });
    expect(verdictOf(state({ analysis: none })).errors).toEqual([]);
  });
});

describe("a run's verdict", () => {
  const read = { analysis: analysis("even") };

  test("takes the place of the reading's once the run is whole and of this schema", () => {
    const slow = run({ verdict: verdict("slow") });
    expect(verdictOf(state({ ...read, ...slow })).kind).toBe("slow");
    const half = run({ verdict: verdict("slow"), progress: 0.5 });
    expect(verdictOf(state({ ...read, ...half })).kind).toBe("even");
    expect(verdictOf(state({ ...read, ...slow, ran: "another" })).kind).toBe("even");
    expect(verdictOf(state({ ...read, ...slow, analysed: "another" })).kind).toBe("even");
  });

  test("is that of the schema with fixes once these were applied", () => {
    const both = run({ verdict: verdict("hot-now"), verdictAfter: verdict("even") });
    expect(verdictOf(state({ ...read, ...both })).kind).toBe("hot-now");
    const none = { hunks: [], refused: [], reads: [], analysis: analysis("even") };
    const rewrite = { text: TEXT, ...none };
    const fixes = { count: 1, chosen: [], rewrite, analysis: analysis("hot-now") };
    const applied = { before: "", text: TEXT, fixes };
    expect(verdictOf(state({ ...read, ...both, applied })).kind).toBe("even");
  });
});

describe("where there is none", () => {
  test("the engine is on its way, or does not come", () => {
    expect(verdictOf(state({ engine: "loading" })).kind).toBe("waiting");
    const failed = verdictOf(state({ engine: "failed" }));
    expect(failed.kind).toBe("unavailable");
    expect(failed.detail).toContain("Start the engine");
    expect(saysNotice(failed)).toBe(true);
  });

  test("a schema that stopped the engine can be run all the same; one that is too long cannot", () => {
    const read = { held: TEXT, analysis: analysis("even") };
    const notice = { message: "The engine stopped on this text.", again: true };
    const held = verdictOf(state({ ...read, notice }));
    expect(held).toMatchObject({ kind: "held", detail: notice.message });
    expect(verdictOf(state(read)).kind).toBe("held");
    const long = { message: "The text has 10.6 MiB.", again: false };
    expect(verdictOf(state({ ...read, notice: long }))).toMatchObject({
      kind: "too-long",
      detail: long.message,
    });
    expect(saysNotice(held)).toBe(true);
    expect(verdictOf(state({ ...read, notice, held: "another" })).kind).toBe("even");
  });
});
