/**
 * Runs of the engine for the figures of a page. Those of the first frames come with the build; for the
 * first that is not among them the page's engine is asked, or one is loaded where it has none.
 */
import first from "virtual:figures";
import type { Engine } from "../engine/client.js";
import { askOf, followed, idOf, type Result, type RunOf, resultOf } from "./runs.js";

/** Results that are kept. Ours: more than a person sets, and a few kilobytes each. */
const KEPT_MAX = 500;

/** What makes runs, for figures alone: no other run takes the place of theirs. */
export type FigureEngine = Pick<Engine, "ask">;

/** How often a run is tried where the engine stops: what stopped it may have been another question. */
const TRIES = 3;

/** Runs, asked for and done. */
export class Live {
  /** No engine can be had: figures show what the build has drawn. */
  failed = false;
  readonly #results = new Map<string, Result>(Object.entries(first));
  readonly #last = new Map<string, Result>();
  /** What each figure waits for. */
  readonly #wanted = new Map<object, readonly RunOf[]>();
  readonly #listeners = new Set<() => void>();
  #engine: Promise<FigureEngine> | undefined;
  /** The engine of the page, where there is one. */
  #ofPage: object | undefined;
  #busy = false;
  /** Counts engines: what one was at when another came is no longer waited for. */
  #turn = 0;

  constructor(readonly load: () => Promise<FigureEngine> = loadEngine) {}

  /** Asks this engine from now on. */
  use(engine: FigureEngine): void {
    if (engine === this.#ofPage) return;
    this.#ofPage = engine;
    this.#engine = Promise.resolve(engine);
    this.failed = false;
    this.#turn++;
    this.#busy = false;
    this.#start();
  }

  /** Calls back once another run is done. */
  listen(changed: () => void, signal: AbortSignal): void {
    this.#listeners.add(changed);
    signal.addEventListener("abort", () => this.#listeners.delete(changed));
  }

  /** The result of a run, if it is known. */
  readonly find = (run: RunOf): Result | undefined => {
    const result = this.#results.get(idOf(run));
    if (result) this.#last.set(run.schema, result);
    return result;
  };

  /** The same, or what was last found of its schema. */
  readonly nearest = (run: RunOf): Result | undefined =>
    this.find(run) ?? this.#last.get(run.schema);

  /** Asks for the runs of a figure, in place of those that it asked for before. */
  ask(figure: object, runs: readonly RunOf[]): void {
    // Deleted first, so that the figure that is used now is the last.
    this.#wanted.delete(figure);
    if (!this.failed) this.#wanted.set(figure, runs);
    this.#start();
  }

  #start(): void {
    if (this.#busy || this.failed || this.#next() === undefined) return;
    this.#busy = true;
    const turn = this.#turn;
    this.#work(turn).catch(() => {
      if (turn !== this.#turn) return;
      this.failed = true;
      this.#busy = false;
      this.#tell();
    });
  }

  /** The next run: of the figure that was used last. */
  #next(): RunOf | undefined {
    const all = [...this.#wanted.values()].reverse().flat();
    return all.find((run) => !this.#results.has(idOf(run)));
  }

  async #work(turn: number): Promise<void> {
    this.#engine ??= this.load();
    const engine = await this.#engine;
    for (let run = this.#next(); run !== undefined; run = this.#next()) {
      const result = await tried(engine, run);
      if (turn !== this.#turn) return;
      this.#keep(idOf(run), result);
      this.#tell();
    }
    if (turn === this.#turn) this.#busy = false;
  }

  #keep(id: string, result: Result): void {
    this.#results.set(id, result);
    const oldest = [...this.#results.keys()].find((one) => !(one in first));
    if (this.#results.size > KEPT_MAX && oldest !== undefined) this.#results.delete(oldest);
  }

  #tell(): void {
    for (const changed of this.#listeners) changed();
  }
}

async function loadEngine(): Promise<FigureEngine> {
  const { Engine } = await import("../engine/client.js");
  return new Promise((ready, failed) => {
    const engine = new Engine({
      ready: () => ready(engine),
      failed: (message) => failed(new Error(message)),
    });
    engine.open().catch(failed);
  });
}

/** The result of a run, which begins again where the worker was replaced under it. */
async function tried(engine: FigureEngine, run: RunOf): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await ran(engine, run);
    } catch (error) {
      if (tries >= TRIES) throw error;
    }
  }
}

async function ran(engine: FigureEngine, run: RunOf): Promise<Result> {
  await engine.ask("simulate", askOf(run));
  for (;;) {
    const { answer, before } = await engine.ask("results", undefined);
    if (answer.progress === 1) {
      const output = { one: answer.before, grid: before.grid, clientP99: before.clientP99 };
      const owners: number[] = [];
      for (const cell of followed(run, output)) {
        const found = await engine.ask("probe", { which: "before", ...cell });
        owners.push(found?.server ?? 0);
      }
      return resultOf(run, output, owners);
    }
    await engine.ask("simulate", undefined);
  }
}
