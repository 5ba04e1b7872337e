/**
 * Same seed, same bytes: the WebAssembly gives what a native run gave.
 *
 * The native side is `crate/tests/it/parity.rs`; both compare with the hashes it recorded.
 */
import { readdirSync, readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { initSync, readPage, Simulation } from "../../../pkg/hotsplit.js";

const ROOT = new URL("../../../", import.meta.url);
const RECORDED = new URL("crate/tests/parity.snap", ROOT);
const EXAMPLES = new URL("web/examples/", ROOT);

/** FNV-1a, 32 bits. */
function fnv(hash: number, bytes: Uint8Array): number {
  let state = hash;
  for (const byte of bytes) state = Math.imul(state ^ byte, 0x01000193);
  return state >>> 0;
}

const BASIS = 0x811c9dc5;
const bytesOf = (values: Float32Array | Float64Array) =>
  new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
const hex = (hash: number) => hash.toString(16).padStart(8, "0");

/** The hash of a run's series, grid and numbers, in the order of the native test. */
function hashOf(sql: string, seed: number): string {
  const run = Simulation.run({
    before: sql,
    dialect: "auto",
    nodes: 7,
    writesPerSecond: 12_000,
    minutes: 30,
    seed,
  });
  let hash = BASIS;
  for (const name of ["offered", "served", "p50", "p99"]) {
    hash = fnv(hash, bytesOf(run.series("before", name)));
  }
  hash = fnv(hash, bytesOf(run.serverUtilisation("before")));
  hash = fnv(hash, bytesOf(run.grid("before")));
  const answer = run.answer().before;
  hash = fnv(
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
  run.free();
  return hex(hash);
}

describe("the WebAssembly", () => {
  beforeAll(() => {
    initSync({ module: readFileSync(new URL("pkg/hotsplit_bg.wasm", ROOT)) });
  });

  // Simulates every example: seconds, and more where others work on the machine.
  it("gives the bytes of a native run", { timeout: 60_000 }, () => {
    const recorded = readFileSync(RECORDED, "utf8");
    const found: string[] = [];
    const expected: string[] = [];
    for (const line of recorded.split("\n")) {
      const parts = /^(\S+) seed (\d+): run ([0-9a-f]{8})/.exec(line);
      if (parts?.[1] === undefined) continue;
      const markdown = readFileSync(new URL(`${parts[1]}.md`, EXAMPLES), "utf8");
      const sql = readPage(markdown).blocks.find((block) => block.kind === "code")?.text ?? "";
      found.push(`${parts[1]} ${parts[2]} ${hashOf(sql, Number(parts[2]))}`);
      expected.push(`${parts[1]} ${parts[2]} ${parts[3]}`);
    }
    // Each example once, the first with a second seed.
    expect(expected.length).toBe(readdirSync(EXAMPLES).length + 1);
    expect(found).toEqual(expected);
  });
});
