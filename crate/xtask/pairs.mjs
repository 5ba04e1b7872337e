/**
 * Runs pairs of simulations, before and after, in the engine that is shipped, and prints how long
 * they take and how much memory they leave behind. `cargo xtask bench wasm` runs this; its argument
 * is the folder of the engine.
 *
 * Times are printed beside what we aim at and never asserted: machines differ by more than any
 * change of ours. Memory is the same everywhere, so it is held to its aim.
 */
import { readFileSync } from "node:fs";
import { performance } from "node:perf_hooks";
import { pathToFileURL } from "node:url";

/** Rounds before the clock counts: Node compiles the WebAssembly again, better, while it runs. */
const WARM_UP = 4;
/** Rounds that count. */
const ROUNDS = 11;
/** Columns of a run, and more. */
const COLUMNS = 10_000;
/** MiB that the engine may take. */
const MEMORY = 64;

const folder = pathToFileURL(`${process.argv[2]}/`);
const module = readFileSync(new URL("hotsplit_bg.wasm", folder));

const LEDGER = "CREATE TABLE Transactions (\n  TxnId STRING(26) NOT NULL, -- ULID\n) PRIMARY KEY (TxnId);\n";
const shards = (number) => `CREATE TABLE Transactions (
  TxnId STRING(26) NOT NULL, -- ULID
  ShardId INT64 NOT NULL AS (MOD(ABS(FARM_FINGERPRINT(TxnId)), ${number})) STORED,
) PRIMARY KEY (ShardId, TxnId);
`;
const tables = (number) =>
  Array.from(
    { length: number },
    (_, at) => `CREATE TABLE T${at} (Id STRING(36) NOT NULL, -- UUID v4\n) PRIMARY KEY (Id);\n`,
  ).join("");
const large = { nodes: 100, writesPerSecond: 200_000, knobs: { splitPointsPerNode: 100 } };

/** What is run, and the ms that we aim at, where we do. */
const PAIRS = [
  ["10 nodes, a ledger", 12, { before: LEDGER, after: shards(16), nodes: 10, writesPerSecond: 12_000 }],
  ["100 nodes, 100 even tables", 60, { before: tables(100), after: tables(100), ...large }],
  ["100 nodes, a ledger in split points", undefined, { before: LEDGER, after: shards(128), ...large }],
];

const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];
const ms = (list) => `${median(list).toFixed(1)} ms`;
let most = 0;
for (const [number, [title, goal, ask]] of PAIRS.entries()) {
  // An engine of its own, so that its memory is that of this pair.
  const engine = await import(new URL(`hotsplit.js?pair=${number}`, folder));
  const { memory } = engine.initSync({ module });
  const times = { begin: [], run: [], answer: [], all: [] };
  let splits = "";
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    const start = performance.now();
    const pair = engine.Simulation.begin({ dialect: "auto", minutes: 60, seed: 1, ...ask });
    const begun = performance.now();
    pair.advance(COLUMNS);
    const run = performance.now();
    const { before, after } = pair.answer();
    const end = performance.now();
    splits = `${before.splits} and ${after.splits} splits`;
    pair.free();
    if (round < 0) continue;
    times.begin.push(begun - start);
    times.run.push(run - begun);
    times.answer.push(end - run);
    times.all.push(end - start);
  }
  const mib = memory.buffer.byteLength / 2 ** 20;
  most = Math.max(most, mib);
  console.log(`${title}, ${splits}: ${ms(times.all)}${goal ? `; aimed at ${goal}` : ""}`);
  console.log(
    `  read ${ms(times.begin)}, run and fill both maps ${ms(times.run)}, answer ${ms(times.answer)}; ` +
      `memory ${mib.toFixed(1)} MiB`,
  );
}
if (most > MEMORY) {
  console.log(`expected at most ${MEMORY} MiB of memory, found ${most.toFixed(1)}`);
  process.exit(1);
}
