/**
 * Asks an engine what a first visit asks until its first map stands, and writes down which stretches
 * of its code were run: `first-visit.mjs FOLDER OUT`. The folder holds the engine that counts them,
 * `watched.wasm`.
 *
 * What is asked is what `web/src/worker.ts` does with the questions of that visit. One that is left
 * out here is answered all the same: it has the rest of the engine fetched sooner.
 *
 * What other examples run through time and again is written down as well: from the first part into
 * the rest it is further than within one of them.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** Runs of a stretch in one example that are many. Ours: at 2,000 a run loses 1 to 2 % of its speed. */
const OFTEN = 2_000;

/** Seeds that are tried. Ours: with 8 of them 38 of the first 40 do without the rest. */
const SEEDS = 8;

/** Columns that are run between two looks, as in the worker. */
const STEP = 10;

/** Sizes of pictures, CSS pixels: of phones, laptops and large screens. */
const SIZES = [
  [64, 64],
  [280, 220],
  [324, 362],
  [700, 420],
  [1_300, 380],
  [2_400, 700],
];

const [folder, out] = process.argv.slice(2);
const engine = await import(pathToFileURL(join(folder, "hotsplit.js")).href);
const { initSync, readPage, Session, Simulation, version } = engine;
const exported = initSync({ module: readFileSync(join(folder, "watched.wasm")) });

const counts = Object.entries(exported).filter(([name]) => name.startsWith("ran "));
const noted = new Set();

/** Notes what was run so often since the last time. */
function note(often) {
  for (const [name, pair] of counts) {
    const first = 2 * Number(name.slice("ran ".length));
    // A pair of stretches shares a number of 64 bits.
    const both = [pair.value & 0xffff_ffffn, pair.value >> 32n];
    for (const [at, count] of both.entries()) if (count >= BigInt(often)) noted.add(first + at);
    pair.value = 0n;
  }
}

version();
// A page has them from its build. What reading them runs, 2 KB, stays in the first part: without it
// visits that differ a little from this one asked for the rest on their way to the first map.
const examples = join(import.meta.dirname, "../../web/examples");
const pages = readdirSync(examples)
  .filter((name) => name.endsWith(".md"))
  .sort()
  .map((name) => readPage(readFileSync(join(examples, name), "utf8")));

/** What an example is run with. */
function asked({ blocks, fields }) {
  const text = blocks.find(({ kind }) => kind === "code").text;
  const number = (wanted) => Number(fields.find(({ name }) => name === wanted)?.value);
  // As the page has them where an example says nothing.
  const workload = { nodes: number("nodes") || 10, writesPerSecond: number("writes") || 12_000 };
  const { dialect } = new Session().analyse({ text, dialect: "auto", workload });
  return { before: text, dialect, ...workload, minutes: 60, knobs: {}, rowsBy: "keys" };
}

const shown = { which: "before", metric: "cpu", palette: "inferno", log: true };
const whole = { black: 0, white: 1, hatch: true, left: 0, right: 1, top: 0, bottom: 1 };
// What large pictures are painted on; a browser has them.
globalThis.ImageData = class {};
globalThis.OffscreenCanvasRenderingContext2D = class {
  putImageData() {}
};
const canvas = { getContext: () => new OffscreenCanvasRenderingContext2D() };

/** Looks at as much of a run as there is, in pictures of these sizes. */
function seen(run, sizes) {
  run.look();
  const { before } = run.answer();
  run.grid("before");
  for (const name of ["offered", "served", "p50", "p99", "clientP50", "clientP99"])
    run.series("before", name);
  for (const view of ["keys", "servers"]) {
    for (const [width, height] of sizes) {
      run.pixels({ ...shown, ...whole, view, width, height });
      run.paint(canvas, { ...shown, ...whole, view, width, height });
    }
  }
  run.histogram({ metric: "cpu", log: true });
  // Someone who points at the map.
  for (let column = 0; column < before.columns; column += 7)
    for (let row = 0; row < before.rows; row += 25)
      run.probe({ which: "before", column, row, metric: "cpu" });
}

// A link, or what was left here last, may bring another seed.
for (let seed = 1; seed <= SEEDS; seed++) {
  const run = Simulation.begin({ ...asked(pages[0]), seed });
  while (run.advance(STEP));
  seen(run, seed === 1 ? SIZES : []);
  run.free();
}
// A slow machine is shown a run before it is over.
const slow = Simulation.begin({ ...asked(pages[0]), seed: 1 });
while (slow.advance(STEP)) seen(slow, SIZES.slice(2, 3));
seen(slow, []);
slow.free();
note(1);

for (const page of pages) {
  const run = Simulation.begin({ ...asked(page), seed: 1 });
  while (run.advance(STEP));
  run.look();
  run.answer();
  run.free();
  note(OFTEN);
}

writeFileSync(out, [...noted].join("\n"));
