/**
 * A sample of what arithmetic says of runs, on the engine that the page loads. The property tests
 * of the laws run natively (`crate/model/tests/it/laws.rs`); these numbers go through WebAssembly and the
 * wire. Rates are rows of at most 1 KB, so that a split takes what a node is documented to take.
 */
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import {
  initSync,
  type RunAnswer,
  type RunKnobs,
  type SimulateAsk,
  Simulation,
} from "../../../pkg/hotsplit.js";

const ROOT = new URL("../../../", import.meta.url);
/** Writes of 1 KB/s of one node, as documented. */
const NODE = 3_500;
/** Noise of the rates: a run's mean may be off by so much. */
const NEAR = 0.01;

const WRITES_ONLY = "-- hotsplit: file reads-per-write=0\n";
const TAIL = `${WRITES_ONLY}CREATE TABLE T (Id STRING(26) NOT NULL, -- ULID\n) PRIMARY KEY (Id);`;
const DOWN = TAIL.replace("(Id);", "(Id DESC);");
const EVEN = `${WRITES_ONLY}CREATE TABLE T (Id STRING(36) NOT NULL, -- UUID v4\n) PRIMARY KEY (Id);`;
const shards = (n: number) => `${WRITES_ONLY}CREATE TABLE T (
  Id STRING(26) NOT NULL, -- ULID
  Shard INT64 NOT NULL AS (MOD(ABS(FARM_FINGERPRINT(Id)), ${n})) STORED,
) PRIMARY KEY (Shard, Id);`;

interface Setup {
  readonly nodes: number;
  readonly writes: number;
  readonly minutes?: number;
  readonly seed?: number;
  readonly knobs?: RunKnobs;
}

function run(before: string, { nodes, writes, minutes = 30, seed = 1, knobs }: Setup): RunAnswer {
  const ask: SimulateAsk = {
    before,
    dialect: "googlesql",
    nodes,
    writesPerSecond: writes,
    minutes,
    seed,
    ...(knobs ? { knobs } : {}),
  };
  const simulation = Simulation.run(ask);
  const { before: answer } = simulation.answer();
  simulation.free();
  return answer;
}

const near = (value: number, wanted: number, by = NEAR) => {
  expect(value).toBeGreaterThan(wanted * (1 - by));
  expect(value).toBeLessThan(wanted * (1 + by));
};

beforeAll(() => {
  initSync({ module: readFileSync(new URL("pkg/hotsplit_bg.wasm", ROOT)) });
});

describe("laws of a run", () => {
  test.each([1, 3, 10, 40])("one moving point takes what a split takes, on %i nodes", (nodes) => {
    const answer = run(TAIL, { nodes, writes: 12_000, seed: nodes });
    near(answer.servedWritesPerSecond, NODE);
    near(answer.sustainableWritesPerSecond, NODE);
    near(answer.serverUtilisationMean, 1 / nodes);
    if (nodes > 1)
      expect(answer.unsplittable.map((one) => one.reason)).toContain("MOVING_HOT_SPOT");
    const split = run(TAIL, { nodes, writes: 12_000, knobs: { splitPointsPerNode: 10 } });
    near(split.servedWritesPerSecond, NODE);
  });

  test("a key that falls does as one that rises", () => {
    const setup = { nodes: 10, writes: 12_000 };
    const [up, down] = [run(TAIL, setup), run(DOWN, setup)];
    expect(down.servedWritesPerSecond).toBeCloseTo(up.servedWritesPerSecond, 6);
    expect(down.p99Ms).toBeCloseTo(up.p99Ms, 6);
  });

  test.each([
    [4, 10],
    [10, 10],
    [20, 10],
    [16, 10],
    [6, 4],
  ])("%i shards on %i nodes take C N / ceil(N / n)", (n, nodes) => {
    // As much as they take: the servers are full, and the splits spread as well as they can.
    const most = (NODE * n) / Math.ceil(n / nodes);
    const answer = run(shards(n), { nodes, writes: 0.95 * most, minutes: 60 });
    near(answer.sustainableWritesPerSecond, most);
    expect(answer.sustainableWritesPerSecond).toBeLessThan(NODE * Math.min(n, nodes) * (1 + NEAR));
  });

  test("even load doubles until every server is full", () => {
    const simulation = Simulation.run({
      before: EVEN,
      dialect: "googlesql",
      nodes: 8,
      writesPerSecond: 8 * NODE,
      minutes: 30,
      seed: 3,
    });
    const { before } = simulation.answer();
    const served = simulation.series("before", "served");
    const at = (second: number) => served[Math.floor(second / before.secondsPerColumn)] ?? 0;
    // A split is made every two minutes; a control step and noise lie between.
    for (const [round, servers] of [1, 2, 4].entries())
      near(at(round * 120 + 90), NODE * servers, 0.05);
    near(at(1_500), NODE * 8, 0.05);
    simulation.free();
  });

  test("twice the nodes with twice the load are the same", () => {
    const knobs = { splitPointsPerNode: 10 };
    const one = run(EVEN, { nodes: 5, writes: 9_000, knobs });
    const two = run(EVEN, { nodes: 10, writes: 18_000, knobs });
    near(two.p50Ms, one.p50Ms);
    near(two.p99Ms, one.p99Ms);
    near(two.serverUtilisationMax, one.serverUtilisationMax, 0.02);
  });

  test("little load waits for nothing", () => {
    const answer = run(EVEN, { nodes: 10, writes: 10 });
    near(answer.p50Ms, 5, 0.03);
    near(answer.p99Ms, 15, 0.03);
  });

  test("what is served is never more than what is asked for, and more load is never faster", () => {
    let last = 0;
    for (const writes of [1_000, 3_000, 5_000, 9_000]) {
      const answer = run(shards(4), { nodes: 4, writes });
      expect(answer.servedWritesPerSecond).toBeLessThanOrEqual(
        answer.offeredWritesPerSecond * (1 + NEAR),
      );
      expect(answer.p99Ms).toBeGreaterThanOrEqual(last * (1 - NEAR));
      last = answer.p99Ms;
    }
  });

  test("one more index never makes it take more", () => {
    const [head, tail] = EVEN.split("(Id STRING(36)");
    const table = `${head}(A STRING(36), -- UUID v4\n Id STRING(36)${tail}`;
    const index = `${table}\nCREATE INDEX ByA ON T (A);`;
    const setup = { nodes: 4, writes: 6_000, knobs: { splitPointsPerNode: 10 } };
    const [without, with_] = [run(table, setup), run(index, setup)];
    expect(with_.sustainableWritesPerSecond).toBeLessThan(without.sustainableWritesPerSecond);
  });

  test("the same seed gives the same numbers, another others", () => {
    const setup = { nodes: 10, writes: 12_000 };
    expect(run(shards(8), setup)).toEqual(run(shards(8), setup));
    expect(run(shards(8), setup)).not.toEqual(run(shards(8), { ...setup, seed: 2 }));
  });
});
