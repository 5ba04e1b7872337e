/** Runs in slices, and what is asked of them afterwards, through the engine that the page loads. */
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import {
  type AnswersSoFar,
  initSync,
  Session,
  type SimulateAsk,
  Simulation,
} from "../../../pkg/hotsplit.js";

const ROOT = new URL("../../../", import.meta.url);
const LEDGER =
  "CREATE TABLE Transactions (\n  TxnId STRING(26) NOT NULL, -- ULID\n) PRIMARY KEY (TxnId);\n";
const ASK: SimulateAsk = {
  before: LEDGER,
  dialect: "auto",
  nodes: 10,
  writesPerSecond: 12_000,
  minutes: 30,
  seed: 1,
};

beforeAll(() => {
  initSync({ module: readFileSync(new URL("pkg/hotsplit_bg.wasm", ROOT)) });
});

describe("the picture of a run", () => {
  const run = () => {
    const sharded = LEDGER.replace("  TxnId", "  ShardId INT64 NOT NULL,\n  TxnId").replace(
      "(TxnId)",
      "(ShardId, TxnId)",
    );
    return Simulation.run({ ...ASK, minutes: 10, after: sharded });
  };

  test("has the metrics it says, each with cells of its own", () => {
    const both = run();
    const { before } = both.answer();
    expect(before.metrics.map(({ metric }) => metric)).toEqual([
      "cpu",
      "rows-written",
      "bytes-written",
      "rows-read",
      "bytes-held",
    ]);
    const usual = both.grid("before");
    const bytes = ({ buffer }: Float32Array) => Buffer.from(buffer);
    expect(bytes(both.grid("before", "cpu")).equals(bytes(usual))).toBe(true);
    const full = before.metrics.find(({ metric }) => metric === "rows-written")?.full ?? 0;
    const written = both.grid("before", "rows-written");
    expect(written).toHaveLength(usual.length);
    const column = 50;
    let sum = 0;
    for (let at = column; at < written.length; at += before.columns) sum += written[at] || 0;
    const served = both.series("before", "served")[column] ?? 0;
    expect(sum * full).toBeGreaterThan(served * 0.98);
    expect(sum * full).toBeLessThan(served * 1.02);
    const counted = both.histogram({ metric: "rows-written", log: false });
    const cells = usual.length + both.grid("after").length;
    expect(counted.bins.reduce((a, b) => a + b) + counted.noKeys).toBe(cells);
  });

  test("says where rows went, and nothing of what is not there", () => {
    const both = run();
    const { rows } = both.answer().before;
    const trace = both.trace({ which: "before", firstRow: 0, rows });
    expect(trace?.ranges.reduce((all, { share }) => all + share, 0)).toBeCloseTo(1);
    expect(trace?.say).toContain("`Transactions`");
    expect(both.trace({ which: "before", firstRow: rows, rows: 1 })).toBeUndefined();
    expect(Simulation.run(ASK).trace({ which: "before", firstRow: 0, rows: 1 })).toBeUndefined();
  });
});

describe("a run in slices", () => {
  // Seconds, and more where others work on the machine.
  test("tells what is done, and in the end the same as one at once", () => {
    const whole = Simulation.run(ASK);
    const sliced = Simulation.begin(ASK);
    expect(() => sliced.answer()).toThrow(/looked at/);
    expect(sliced.advance(100)).toBe(true);
    sliced.look();
    const part = sliced.answer();
    expect(part.progress).toBeCloseTo(100 / part.before.columns);
    expect(sliced.series("before", "served").length).toBe(100);
    while (sliced.advance(70)) sliced.look();
    expect(sliced.answer()).toEqual(whole.answer());
    expect(sliced.grid("before")).toEqual(whole.grid("before"));
    expect(sliced.advance(1)).toBe(false);
  });
});

describe("what runs leave open", () => {
  test("is told part by part until all is known", () => {
    const run = Simulation.run(ASK);
    const workload = { nodes: 10, writesPerSecond: 12_000 };
    const answering = run.answering({ chosen: [], workload });
    const told: AnswersSoFar[] = [];
    do told.push(answering.step());
    while ((told.at(-1)?.progress ?? 1) < 1);
    expect(told.length).toBeGreaterThan(5);
    expect(told[0]?.before.needed).toBeUndefined();
    const last = told.at(-1);
    expect(last?.before.needed?.nodes).toBeUndefined();
    expect(last?.before.needed?.object).toBe("Transactions");
    expect(last?.gains).toEqual([]);
  });
});

describe("what a table does", () => {
  const ask = { text: LEDGER, dialect: "auto" as const, table: "Transactions" };

  test("is written into the text and taken out again", () => {
    const session = new Session();
    const { edits, refused } = session.state({ ...ask, name: "writes", value: "5k/s" });
    expect(refused).toBeUndefined();
    const [edit] = edits;
    if (!edit) throw new Error("no edit");
    const text = LEDGER.slice(0, edit.from) + edit.insert + LEDGER.slice(edit.to);
    expect(text).toContain("writes=5k/s");
    const workload = { nodes: 10, writesPerSecond: 12_000 };
    const [table] = session.analyse({ text, dialect: "auto", workload }).tables;
    expect(table?.inserts).toEqual({ perSecond: 5_000, stated: true });
    const back = session.state({ ...ask, text, name: "writes" }).edits;
    expect(back.length).toBeGreaterThan(0);
  });

  test("is refused where it is no rate", () => {
    const { edits, refused } = new Session().state({ ...ask, name: "writes", value: "lots/s" });
    expect(edits).toEqual([]);
    expect(refused).toMatch(/rate|number/);
  });
});
