/**
 * Runs of the engine for the figures of a page. Those of the first frames come with the build; the
 * engine is loaded for the first that is not among them.
 */
import first from "virtual:figures";
import type { Engine } from "../engine/client.js";
import { askOf, followed, idOf, type Result, type RunOf, resultOf } from "./runs.js";

/** Results that are kept. Ours: more than a person sets, and a few kilobytes each. */
const KEPT_MAX = 500;

/** Runs, asked for and done. */
export class Live {
  /** No engine can be had: figures show what the build has drawn. */
  failed = false;
  readonly #results = new Map<string, Result>(Object.entries(first));
  readonly #last = new Map<string, Result>();
  /** What each figure waits for. */
  readonly #wanted = new Map<object, readonly RunOf[]>();
  readonly #listeners = new Set<() => void>();
  #engine: Promise<Engine> | undefined;
  #busy = false;

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
    if (this.#busy || this.#next() === undefined) return;
    this.#busy = true;
    this.#work().catch(() => {
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

  async #work(): Promise<void> {
    this.#engine ??= load();
    const engine = await this.#engine;
    for (let run = this.#next(); run !== undefined; run = this.#next()) {
      this.#keep(idOf(run), await ran(engine, run));
      this.#tell();
    }
    this.#busy = false;
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

async function load(): Promise<Engine> {
  const { Engine } = await import("../engine/client.js");
  return new Promise((ready, failed) => {
    const engine = new Engine({
      ready: () => ready(engine),
      failed: (message) => failed(new Error(message)),
    });
    engine.open().catch(failed);
  });
}

async function ran(engine: Engine, run: RunOf): Promise<Result> {
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
