/**
 * First frames of figures. The engine makes their runs while the site is built; the page gets the
 * results as `virtual:figures`, so that what it draws first is what the build has drawn.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";
import { contentOf } from "./src/figures/content.js";
import { markupOf } from "./src/figures/drawing.js";
import { firstOf } from "./src/figures/kind.js";
import { KINDS } from "./src/figures/kinds/all.js";
import { askOf, followed, idOf, type Result, type RunOf, resultOf } from "./src/figures/runs.js";
import { type Engine, loadEngine } from "./vite.content.js";

const ID = "virtual:figures";

/** Runs of the engine, each made once. */
export class Runs {
  readonly #results = new Map<string, Result>();

  constructor(readonly engine: Pick<Engine, "Simulation">) {}

  /** The result of a run. */
  readonly find = (run: RunOf): Result => {
    const id = idOf(run);
    const known = this.#results.get(id);
    if (known) return known;
    const simulation = this.engine.Simulation.run(askOf(run));
    const output = {
      one: simulation.answer().before,
      grid: simulation.grid("before"),
      clientP99: simulation.series("before", "clientP99"),
    };
    const owners = followed(run, output).map(
      (cell) => simulation.probe({ which: "before", ...cell }).server,
    );
    const result = resultOf(run, output, owners);
    simulation.free();
    this.#results.set(id, result);
    return result;
  };

  readonly nearest = this.find;
}

let shared: Promise<Runs> | undefined;

/** The runs of a build: figures of the page and of its first frames are drawn from the same. */
export function runsOfBuild(): Promise<Runs> {
  shared ??= loadEngine().then((engine) => new Runs(engine));
  return shared;
}

const LESSONS = join(import.meta.dirname, "lessons");

/** A block of a figure: its kind on the first line, then what its controls begin with. */
function figureOf(text: string): { name: string; said: string } {
  const [name = "", ...first] = text.trim().split("\n");
  return { name: name.trim(), said: first.join(";") };
}

/** The figures of lessons, as their files write them. */
export const lessonFigures = (): string[] =>
  readdirSync(LESSONS)
    .filter((name) => name.endsWith(".md"))
    .sort()
    .flatMap((name) => [
      ...readFileSync(join(LESSONS, name), "utf8").matchAll(/^```figure\n([\s\S]*?)^```/gm),
    ])
    .map(([, text = ""]) => text);

/** The runs that first frames are drawn from: those of each kind, and what lessons begin with. */
export const firstRuns = (): RunOf[] => [
  ...Object.values(KINDS).flatMap(({ runs, first, beside = [] }) => [...runs(first), ...beside]),
  ...lessonFigures().flatMap((text) => {
    const { name, said } = figureOf(text);
    const kind = KINDS[name];
    return kind ? kind.runs(firstOf(kind, said)) : [];
  }),
];

/** The element with its first frame in it; `at` counts the figures of a page from 1. */
export function figureMarkup(text: string, at: number, runs: Runs): string {
  const { name, said } = figureOf(text);
  const kind = KINDS[name];
  if (!kind) throw new Error(`expected a figure of ${Object.keys(KINDS)}, found "${name}"`);
  const content = contentOf(kind, firstOf(kind, said), runs, `figure-${at}`).map(markupOf);
  const first = said === "" ? "" : ` first="${said}"`;
  const group = ` role="group" aria-label="${kind.title}"`;
  return `<hotsplit-figure kind="${name}"${first}${group}>${content.join("")}</hotsplit-figure>\n`;
}

/** Gives the results of first frames to whoever imports them. */
export const figures: Plugin = {
  name: "figures",
  resolveId: (id) => (id === ID ? `\0${ID}` : undefined),
  async load(id) {
    if (id !== `\0${ID}`) return;
    const { find } = await runsOfBuild();
    const all = Object.fromEntries(firstRuns().map((run) => [idOf(run), find(run)]));
    return `export default ${JSON.stringify(all)};`;
  },
};
