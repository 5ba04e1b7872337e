/**
 * Runs the readers of `peer` in turn and prints how fast each is. `cargo xtask bench wasm` runs
 * this; its arguments are the WebAssembly and the ratio that must be reached.
 */
import { readFileSync } from "node:fs";
import { performance } from "node:perf_hooks";

/** Rounds before the clock counts: Node compiles the WebAssembly again, better, while it runs. */
const WARM_UP = 5;
/** Rounds that count. In each, every reader runs once, so that a slow moment hits all alike. */
const ROUNDS = 31;

const [file, goal] = process.argv.slice(2);
const module = new WebAssembly.Module(readFileSync(file));
// The engine's bindings to JavaScript are linked in but never called here.
const imports = {};
for (const { module: from, name } of WebAssembly.Module.imports(module)) {
  imports[from] ??= {};
  imports[from][name] = () => {
    throw new Error(`expected no call of ${from}.${name}`);
  };
}
const { exports } = new WebAssembly.Instance(module, imports);

const READERS = [
  ["hotsplit, GoogleSQL to schema", "read_googlesql", "bytes_googlesql"],
  ["hotsplit, PostgreSQL to schema", "read_postgresql", "bytes_postgresql"],
  ["sqlparser's tokenizer, PostgreSQL", "sqlparser_tokenize", "bytes_postgresql"],
  ["sqlparser's parser, PostgreSQL", "sqlparser_parse", "bytes_postgresql"],
];
const times = READERS.map(() => []);
for (let round = -WARM_UP; round < ROUNDS; round++) {
  READERS.forEach(([title, reader], i) => {
    const start = performance.now();
    const found = exports[reader]();
    const time = performance.now() - start;
    if (found === 0) throw new Error(`expected ${title} to find something`);
    if (round >= 0) times[i].push(time);
  });
}

const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];
READERS.forEach(([title, , bytes], i) => {
  const time = median(times[i]);
  const speed = exports[bytes]() / time / 1000;
  console.log(`${title.padEnd(34)} ${time.toFixed(1).padStart(6)} ms ${speed.toFixed(1).padStart(6)} MB/s`);
});
const ratio = median(times[3].map((time, round) => time / times[1][round]));
console.log(`hotsplit is ${ratio.toFixed(2)} times as fast as sqlparser's parser; the goal is ${goal}`);
if (ratio < Number(goal)) process.exit(1);
