/**
 * Asks an engine what a first visit asks until its first map stands, and writes down which functions
 * were run: `first-visit.mjs FOLDER OUT`. The folder holds the engine that notes them, `watched.wasm`.
 *
 * What is asked is what `web/src/worker.ts` does with the questions of that visit. One that is left
 * out here is answered all the same: it has the rest of the engine fetched sooner.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, out] = process.argv.slice(2);
const engine = await import(pathToFileURL(join(folder, "hotsplit.js")).href);
const { initSync, presets, readPage, Session, Simulation, version } = engine;
const exported = initSync({ module: readFileSync(join(folder, "watched.wasm")) });

version();
presets();
const examples = join(import.meta.dirname, "../../web/examples");
const pages = readdirSync(examples)
  .filter((name) => name.endsWith(".md"))
  .sort()
  .map((name) => readPage(readFileSync(join(examples, name), "utf8")));
const [{ blocks, fields }] = pages;
const text = blocks.find(({ kind }) => kind === "code").text;
const number = (wanted) => Number(fields.find(({ name }) => name === wanted).value);
const workload = { nodes: number("nodes"), writesPerSecond: number("writes") };

const { dialect } = new Session().analyse({ text, dialect: "auto", workload });
const ask = { before: text, dialect, ...workload, minutes: 60, knobs: {}, rowsBy: "keys" };
const shown = { which: "before", metric: "cpu", palette: "inferno", log: true };
const whole = { black: 0, white: 1, hatch: true, left: 0, right: 1, top: 0, bottom: 1 };
// What large pictures are painted on; a browser has them.
globalThis.ImageData = class {};
globalThis.OffscreenCanvasRenderingContext2D = class {
  putImageData() {}
};
const canvas = { getContext: () => new OffscreenCanvasRenderingContext2D() };

/** Looks at as much of a run as there is. */
function seen(run) {
  run.look();
  run.answer();
  run.grid("before");
  for (const name of ["offered", "served", "p50", "p99", "clientP50", "clientP99"])
    run.series("before", name);
  for (const view of ["keys", "servers"])
    run.pixels({ ...shown, ...whole, view, width: 324, height: 362 });
  run.paint(canvas, { ...shown, ...whole, view: "keys", width: 1_200, height: 500 });
  run.histogram({ metric: "cpu", log: true });
  // Someone who points at the map.
  for (const column of [0, 5]) run.probe({ which: "before", column, row: column, metric: "cpu" });
}

// A link, or what was left here last, may bring another seed.
for (const seed of [1, 2]) {
  const run = Simulation.begin({ ...ask, seed });
  // A slow machine is shown a run before it is over.
  while (run.advance(10)) seen(run);
  seen(run);
  run.free();
}

const ran = Object.entries(exported)
  .filter(([name, one]) => name.startsWith("ran ") && one.value === 1)
  .map(([name]) => name.slice("ran ".length));
writeFileSync(out, ran.join("\n"));
