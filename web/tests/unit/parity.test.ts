/**
 * Same seed, same bytes: the WebAssembly gives what a native run gave.
 *
 * The native side is `crate/wire/tests/it/parity.rs`; both compare with the hashes it recorded.
 */
import { readdirSync, readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import {
  initSync,
  type PaintAsk,
  readPage,
  type SimulateAsk,
  Simulation,
} from "../../../pkg/hotsplit.js";

const ROOT = new URL("../../../", import.meta.url);
const RECORDED = new URL("crate/wire/tests/parity.snap", ROOT);
const EXAMPLES = new URL("web/content/examples/", ROOT);

/** FNV-1a, 32 bits. */
function fnv(hash: number, bytes: Uint8Array): number {
  let state = hash;
  for (const byte of bytes) state = Math.imul(state ^ byte, 0x01000193);
  return state >>> 0;
}

const BASIS = 0x811c9dc5;
const bytesOf = (values: Float32Array | Float64Array | Uint32Array) =>
  new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
const hex = (hash: number) => hash.toString(16).padStart(8, "0");

/** What is run. */
const ask = (before: string, seed: number): SimulateAsk => ({
  before,
  dialect: "auto",
  nodes: 7,
  writesPerSecond: 12_000,
  minutes: 30,
  seed,
});

/** A picture as it is painted unless a person changes anything. */
const USUAL: PaintAsk = {
  which: "before",
  view: "keys",
  width: 320,
  height: 200,
  palette: "inferno",
  log: true,
  left: 0,
  right: 1,
  top: 0,
  bottom: 1,
};

/** The same with all that can be changed. */
const BRUSHED: PaintAsk = {
  ...USUAL,
  metric: "rows-written",
  palette: "viridis",
  black: 0.1,
  white: 0.6,
  hatch: false,
  left: 0.25,
};

/** The hash of a run's series, grid and numbers, in the order of the native test. */
function numbersOf(run: Simulation): number {
  let hash = BASIS;
  for (const name of ["offered", "served", "p50", "p99"]) {
    hash = fnv(hash, bytesOf(run.series("before", name)));
  }
  hash = fnv(hash, bytesOf(run.serverUtilisation("before")));
  hash = fnv(hash, bytesOf(run.grid("before")));
  const answer = run.answer().before;
  return fnv(
    hash,
    bytesOf(
      Float64Array.of(
        answer.offeredWritesPerSecond,
        answer.servedWritesPerSecond,
        answer.sustainableWritesPerSecond,
        answer.p50Ms,
        answer.p99Ms,
        answer.serverUtilisationMax,
        answer.serverUtilisationMean,
        answer.peakShare,
      ),
    ),
  );
}

/** The line of a run: its numbers, its pixels, those with a brush, its histogram. */
function lineOf(file: string, sql: string, seed: number): string {
  const run = Simulation.run(ask(sql, seed));
  const owned: PaintAsk = { ...USUAL, palette: "servers" };
  const asks = [USUAL, BRUSHED, owned];
  const [plain, brushed, served] = asks.map((ask) => hex(fnv(BASIS, run.pixels(ask))));
  const { bins, noKeys, full } = run.histogram({ metric: "bytes-held", log: true });
  const counted = fnv(BASIS, bytesOf(Uint32Array.of(...bins, noKeys, full)));
  const numbers = hex(numbersOf(run));
  run.free();
  return (
    `${file} seed ${seed}: run ${numbers}, pixels ${plain}, brushed ${brushed}, ` +
    `servers ${served}, histogram ${hex(counted)}`
  );
}

/** The line of the difference of two runs, on the rows of either. */
function differenceOf(one: string, other: string): string {
  const run = Simulation.run({ ...ask(sqlOf(one), 1), after: sqlOf(other) });
  let hash = BASIS;
  for (const which of ["before", "after"] as const) {
    for (const metric of ["cpu", "rows-written"] as const) {
      hash = fnv(hash, run.pixels({ ...USUAL, which, metric, view: "difference" }));
    }
  }
  run.free();
  return `${one} to ${other}: difference ${hex(hash)}`;
}

/** The schema of an example. */
function sqlOf(file: string): string {
  const markdown = readFileSync(new URL(`${file}.md`, EXAMPLES), "utf8");
  return readPage(markdown).blocks.find((block) => block.kind === "code")?.text ?? "";
}

describe("the WebAssembly", () => {
  beforeAll(() => {
    initSync({ module: readFileSync(new URL("pkg/hotsplit_bg.wasm", ROOT)) });
  });

  // Simulates every example: seconds, and more where others work on the machine.
  it("gives the bytes of a native run", () => {
    const recorded = readFileSync(RECORDED, "utf8").split("\n");
    const found: string[] = [];
    const expected = recorded.filter((line) => / seed | to /.test(line));
    for (const line of expected) {
      const [, file = "", seed] = /^(\S+) seed (\d+):/.exec(line) ?? [];
      const [, one = "", other = ""] = /^(\S+) to (\S+):/.exec(line) ?? [];
      found.push(seed ? lineOf(file, sqlOf(file), Number(seed)) : differenceOf(one, other));
    }
    // Each example once, the first with a second seed, and a difference.
    expect(expected.length).toBe(readdirSync(EXAMPLES).length + 2);
    expect(found).toEqual(expected);
  });
});
