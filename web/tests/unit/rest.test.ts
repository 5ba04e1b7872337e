/** The engine in two parts answers as the whole does, and a first visit needs one of them. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import * as whole from "../../../pkg/hotsplit.js";
import type { Example } from "../../src/examples.js";
import { Rest } from "../../src/rest.js";
import { examplesOf } from "../../vite.examples.js";

const PKG = join(import.meta.dirname, "../../../pkg");
const LESSONS = join(import.meta.dirname, "../../lessons");

type Glue = typeof whole;

/** What the page asks of a run besides. */
const RUN = { minutes: 60, seed: 1, knobs: {}, rowsBy: "keys" } as const;

const module = (name: string) => new WebAssembly.Module(readFileSync(join(PKG, name)));
whole.initSync({ module: module("hotsplit_bg.wasm") });
const EXAMPLES = examplesOf(whole);
const texts = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".md"))
    .sort()
    .map((name) => readFileSync(join(folder, name), "utf8"));

/** Another engine, in two parts; `fetched` says how often the rest was asked for. */
async function inParts() {
  vi.resetModules();
  const glue: Glue = await import("../../../pkg/hotsplit.js");
  let asked = 0;
  const rest = new Rest({ ...glue.initSync({ module: module("parts/first.wasm") }) }, () => {
    asked++;
    return module("parts/rest.wasm");
  });
  return { glue, rest, fetched: () => asked };
}

/** What an engine answers about an example, up to its first map or much further. */
function answers(glue: Glue, example: Example | undefined, further: boolean): string {
  const { text = "", nodes = 10, writesPerSecond = 1_000 } = example ?? {};
  const workload = { nodes, writesPerSecond };
  const session = new glue.Session();
  const read = { text, dialect: "auto" as const, workload };
  const analysis = session.analyse(read);
  const { dialect } = analysis;
  const run = glue.Simulation.begin({ before: text, dialect, ...workload, ...RUN });
  const shown = { which: "before", view: "keys", metric: "cpu", width: 64, height: 64 } as const;
  const part = { left: 0, right: 1, top: 0, bottom: 1, black: 0, white: 1 };
  const look = { palette: "inferno", log: true, hatch: true } as const;
  const said: unknown[] = [analysis];
  // A slow machine is shown a run before it is over.
  const seen = () => {
    run.look();
    said.push(run.answer(), run.pixels({ ...shown, ...part, ...look }));
  };
  while (run.advance(10)) if (!further) seen();
  seen();
  if (!further) return JSON.stringify(said);
  const cards = analysis.findings.map(({ key }) => session.cards({ ...read, finding: key }));
  const chosen = analysis.findings.flatMap(({ key }, at) => {
    const card = cards[at]?.find(({ refused }) => refused === undefined);
    return card ? [{ finding: key, fix: card.id }] : [];
  });
  const answering = run.answering({ chosen: [], workload });
  const rewrite = session.rewrite({ ...read, chosen: chosen.slice(0, 2) });
  return JSON.stringify([...said, cards, rewrite, answering?.step()]);
}

test("the first example is answered without the rest", async () => {
  const { glue, fetched } = await inParts();
  const [first] = EXAMPLES;
  expect(answers(glue, first, false) === answers(whole, first, false)).toBe(true);
  expect(fetched()).toBe(0);
});

test("its map is painted at any size without the rest", async () => {
  const { glue, fetched } = await inParts();
  const text = EXAMPLES[0]?.text ?? "";
  const workload = { nodes: 10, writesPerSecond: 12_000 };
  const dialect = new glue.Session().analyse({ text, dialect: "auto", workload }).dialect;
  const run = glue.Simulation.begin({ before: text, dialect, ...workload, ...RUN });
  // In one go, as a fast machine runs it.
  while (run.advance(1_000));
  run.look();
  const shown = { which: "before", metric: "cpu", palette: "inferno", log: true } as const;
  const part = { left: 0, right: 1, top: 0, bottom: 1, black: 0, white: 1, hatch: true };
  for (let number = 1; number < 60; number++) {
    // No two have a side in common, and they come to 2,500 pixels.
    const width = 1 + ((number * 1_597) % 2_503);
    const height = 1 + ((number * 611) % 1_201);
    for (const view of ["keys", "servers"] as const) {
      run.pixels({ ...shown, ...part, view, width, height });
      expect(fetched(), `${view}, ${width} x ${height}`).toBe(0);
    }
  }
});

test("everything is answered as by the whole, with the rest fetched once in the midst of it", async () => {
  const { glue, fetched } = await inParts();
  for (const example of EXAMPLES) {
    // Not `toEqual`: they are long.
    expect(answers(glue, example, true) === answers(whole, example, true)).toBe(true);
  }
  for (const markdown of texts(LESSONS)) {
    expect(glue.readLesson(markdown)).toEqual(whole.readLesson(markdown));
  }
  expect(glue.presets()).toEqual(whole.presets());
  expect(glue.trust()).toEqual(whole.trust());
  expect(glue.reference()).toEqual(whole.reference());
  expect(fetched()).toBe(1);
});

test("a rest that comes ahead is never fetched, and joins once", async () => {
  const { glue, rest, fetched } = await inParts();
  rest.join(module("parts/rest.wasm"));
  rest.join(module("parts/rest.wasm"));
  expect(glue.trust().constants.length).toBeGreaterThan(0);
  expect(fetched()).toBe(0);
});

test("a rest that does not come is told of", async () => {
  vi.resetModules();
  const glue: Glue = await import("../../../pkg/hotsplit.js");
  const rest = new Rest({ ...glue.initSync({ module: module("parts/first.wasm") }) }, () => {
    throw new Error("404");
  });
  expect(() => glue.trust()).toThrow("404");
  expect(rest.lost).toContain("could not be loaded");
});

test("an engine in one piece has nothing to join", () => {
  const exports = { ...whole.initSync({ module: module("hotsplit_bg.wasm") }) };
  expect(() => new Rest(exports, () => module("parts/rest.wasm"))).toThrow("two parts");
});
