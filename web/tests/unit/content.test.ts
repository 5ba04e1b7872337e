/** Data of the site that is read from `content`: workloads to start from, and what to trust. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import * as engine from "../../../pkg/hotsplit.js";
import { isPreset } from "../../src/session/presets.js";
import { presetsOf } from "../../vite.presets.js";
import { trustOf } from "../../vite.trust.js";

const WASM = new URL("../../../pkg/hotsplit_bg.wasm", import.meta.url);
engine.initSync({ module: readFileSync(WASM) });

const PRESETS = presetsOf(engine);

function preset(id: string) {
  const found = PRESETS.find((one) => one.id === id);
  if (!found) throw new Error(`there is no preset ${id}`);
  return found;
}

test("workloads to start from come with all their numbers", () => {
  expect(PRESETS.length).toBeGreaterThanOrEqual(14);
  for (const { id, texts, changes, text, sources } of PRESETS) {
    expect(text).toContain("CREATE TABLE");
    expect(text).toBe(texts[0]?.text);
    expect(isPreset(PRESETS, text)).toBe(true);
    expect(sources.length, id).toBeGreaterThan(0);
    for (const one of [texts, ...changes.map((change) => change.texts)]) {
      expect(
        one.map(({ dialect }) => dialect),
        id,
      ).toEqual(["googlesql", "postgresql"]);
    }
  }
  const { nodes, writesPerSecond, minutes, run, changes } = preset("ledger");
  expect([nodes, writesPerSecond, minutes, run]).toEqual([10, 12_000, 60, {}]);
  const [google, postgres] = changes.at(-1)?.texts ?? [];
  expect(google?.text).toContain("PRIMARY KEY (ShardId, TxnId)");
  expect(postgres?.text).toContain("PRIMARY KEY (shard_id, txn_id)");
});

test("a run of a workload to start from is set to what its file says", () => {
  const fresh = preset("fresh-table");
  expect(fresh.run).toEqual({ pace: { kind: "step", before: 0.001, second: 60 } });
  // Only split points are added here.
  expect(fresh.changes).toEqual([
    { title: "10 split points a node", texts: fresh.texts, splitPointsPerNode: 10 },
  ]);
  expect(preset("bulk-load").run).toEqual({ commitBatch: 300 });
  expect(preset("healthy").run).toEqual({ splitPointsPerNode: 10 });
  expect(preset("shard-count").alternatives).toBe(true);
});

test("each workload to start from can be run as the page runs it", () => {
  for (const { id, text, run: knobs, ...start } of PRESETS) {
    const { nodes, writesPerSecond } = start;
    const load = { nodes, writesPerSecond, minutes: 10, seed: 1, knobs };
    const run = engine.Simulation.run({ before: text, dialect: "auto", ...load });
    expect(run.answer().before.offeredWritesPerSecond, id).toBeGreaterThan(0);
    run.free();
  }
});

test("what to trust has every published figure", () => {
  const { validation, sentence } = trustOf(engine);
  expect(validation.map(({ id }) => id)).toEqual(
    Array.from({ length: 23 }, (_, at) => `V${at + 1}`),
  );
  expect(sentence).toMatch(/^Of \d+ figures/);
});
