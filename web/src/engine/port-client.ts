/**
 * Asks the worker that ports dumps: one dump is ported, one waits, and a newer one replaces it.
 *
 * The worker is started with the first dump and ended when none is on the page, so that pages without
 * one have no second worker. One that traps or takes too long is thrown away.
 */
import type { PortReport, SourceDatabase } from "../../../pkg/hotsplit_port.js";
import { Replaced, type WorkerLike } from "./client.js";
import { PortParts } from "./port-parts.js";
import type { PortAnswer, PortAsk } from "./port-protocol.js";
import { loadPort, openPortWorker } from "./port-source.js";

/** Longest wait for a short dump, and what a thousand letters add, ms. Ours, as for the engine. */
const PATIENCE = 5_000;
const PATIENCE_PER_THOUSAND = 30;

/** A dump that is ported or waits for it. */
interface Job {
  readonly ask: PortAsk;
  readonly done: (report: PortReport) => void;
  readonly failed: (error: Error) => void;
}

/** The page's side of the worker. */
export class PortClient {
  #worker: WorkerLike | undefined;
  #module: Promise<WebAssembly.Module> | undefined;
  #running: Job | undefined;
  #waiting: Job | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #lastId = 0;
  /** What has come of the report that is on its way. */
  readonly #parts = new PortParts();

  constructor(
    readonly start: () => WorkerLike = openPortWorker,
    readonly load: () => Promise<WebAssembly.Module> = loadPort,
  ) {}

  /** Ports a dump. Rejects with `Replaced` where another one came meanwhile. */
  port(text: string, from: SourceDatabase): Promise<PortReport> {
    return new Promise((done, failed) => {
      this.#waiting?.failed(new Replaced());
      this.#waiting = { ask: { id: ++this.#lastId, text, from }, done, failed };
      void this.#next();
    });
  }

  /** Ends the worker: no dump is on the page any more. */
  end(): void {
    this.#waiting?.failed(new Replaced());
    this.#waiting = undefined;
    this.#stop(new Replaced());
  }

  async #next(): Promise<void> {
    if (this.#running || !this.#waiting) return;
    const job = this.#waiting;
    this.#waiting = undefined;
    this.#running = job;
    try {
      this.#module ??= this.load();
      const module = await this.#module;
      // Meanwhile the dump may have gone, and another one come.
      if (this.#running !== job) return;
      this.#worker ??= this.#begin(module);
      const patience = PATIENCE + (job.ask.text.length / 1_000) * PATIENCE_PER_THOUSAND;
      this.#timer = setTimeout(
        () => this.#stop(new Error("Porting this dump took too long.")),
        patience,
      );
      this.#worker.postMessage(job.ask);
    } catch (error) {
      // The network may be back for the next one.
      this.#module = undefined;
      if (this.#running === job) this.#stop(error instanceof Error ? error : new Error());
    }
  }

  #begin(module: WebAssembly.Module): WorkerLike {
    const worker = this.start();
    worker.onmessage = (event) => {
      // The worker posts nothing else (see `port-worker.ts`): this is the page's end.
      if (worker === this.#worker) this.#receive(event.data as PortAnswer);
    };
    worker.onerror = () => {
      if (worker === this.#worker) this.#stop(new Error("The port of dumps stopped."));
    };
    worker.postMessage(module);
    return worker;
  }

  #receive(answer: PortAnswer): void {
    const job = this.#running;
    if (job?.ask.id !== answer.id) return;
    if ("part" in answer) {
      this.#parts.add(answer.part);
      return;
    }
    if (!answer.ok && answer.trap) {
      this.#stop(new Error("The port of dumps stopped on this dump."));
      return;
    }
    clearTimeout(this.#timer);
    this.#running = undefined;
    if (answer.ok) job.done(this.#parts.join(answer.report));
    else job.failed(new Error(answer.message));
    void this.#next();
  }

  /** Throws the worker away with what it works on, and goes on with what waits. */
  #stop(why: Error): void {
    clearTimeout(this.#timer);
    this.#parts.clear();
    this.#worker?.terminate();
    this.#worker = undefined;
    const job = this.#running;
    this.#running = undefined;
    job?.failed(why);
    void this.#next();
  }
}
