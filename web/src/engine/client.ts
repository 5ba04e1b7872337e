/**
 * Asks the worker: one question runs, one of each kind waits, and a newer one replaces it.
 *
 * A worker that traps or takes too long is thrown away and started again with the same compiled
 * module. The question that did it is rejected with `Stopped`; nothing is asked twice by itself.
 */
import {
  type Answer,
  type AnswerMessage,
  type Ask,
  type Name,
  type PartMessage,
  patience,
  type QuestionMessage,
  textOf,
} from "./protocol.js";
import { load, openWorker } from "./source.js";

/** A newer question of the same kind took this one's place. */
export class Replaced extends Error {}

/** The worker trapped, took too long, or was thrown away while the question was in it. */
export class Stopped extends Error {
  constructor(
    /** The question that stopped it. */
    readonly question: Name,
    /** `trap`, `time`, or `collateral` for those that waited behind it. */
    readonly how: "trap" | "time" | "collateral",
  ) {
    super(`the engine stopped at ${question} (${how})`);
  }
}

/** A question, waiting or running. */
interface Job {
  readonly key: string;
  readonly later: boolean;
  readonly message: QuestionMessage;
  readonly transfer: Transferable[];
  readonly done: (answer: Answer<Name>) => void;
  readonly failed: (error: Error) => void;
  /** What came ahead of its answer. */
  readonly parts: PartMessage[];
}

/** What the engine tells without being asked. */
export interface Listener {
  /** A worker is ready: the first, or one after a stop. */
  ready(answer: Answer<"start">): void;
  /** No worker can be had. */
  failed(message: string): void;
}

/** What may go with a question. */
export interface Aside {
  /** Tells apart questions of one name that may wait beside each other. */
  readonly kind?: string;
  readonly transfer?: Transferable[];
  /** Who asks, where several share a worker. */
  readonly client?: number;
  /** Nobody looks at it yet: all else goes first, also what is only about to be asked. */
  readonly later?: boolean;
}

/** What a session needs of an engine, be it its own or one that is shared. */
export type Asked = Pick<Engine, "open" | "ask" | "cancel" | "beside">;

/** The client that asks beside another one: for figures in the text of a lesson. */
export const besideOf = (client: number): number => -1 - client;

/** What the engine needs of a worker; tests bring their own. */
export type WorkerLike = Pick<Worker, "postMessage" | "terminate"> & {
  onmessage: ((event: MessageEvent) => unknown) | null;
  onerror: ((event: ErrorEvent) => unknown) | null;
  /** It works on the page's own thread, where waiting for it is no use: it is never too late. */
  readonly patient?: boolean;
};

/** Starts the real worker. */
export const startWorker = (): WorkerLike => openWorker();

/** The compiled engine, or in words why there is none. */
async function loadEngine(): Promise<WebAssembly.Module> {
  if (typeof WebAssembly === "undefined") {
    throw new Error("This browser has no WebAssembly, or it is switched off.");
  }
  return load();
}

/**
 * How long is waited at a time, ms: a machine that sleeps meanwhile wakes after one of them, and has
 * lost no more than that. Ours.
 */
const TICK = 250;

/**
 * Letters of a text after which a worker has more memory than it gives back, and how many times
 * shorter the next has to be for a new worker. 10 MiB took 800 MiB, which stayed. Ours.
 */
const LARGE = 1_000_000;
const SHORTER = 4;

/** The page's side of the worker. */
export class Engine {
  #worker: WorkerLike | undefined;
  /** Compiled once; every worker is given it. */
  #module: WebAssembly.Module | undefined;
  #running: Job | undefined;
  /** Ended with `clearTimeout`, which ends both kinds: the entry has no bytes for the other word. */
  #timer: ReturnType<typeof setInterval> | undefined;
  /** Set while only what has time is waiting. */
  #idle: ReturnType<typeof setTimeout> | undefined;
  #waiting = new Map<string, Job>();
  #lastId = 0;
  /** Letters of the longest text that this worker has read. */
  #longest = 0;
  /** This worker has begun a run. */
  #ran = false;
  /** This worker has answered a question, and not only that it is ready. */
  #useful = false;

  constructor(
    readonly listener: Listener,
    readonly start: () => WorkerLike = startWorker,
    readonly load: () => Promise<WebAssembly.Module> = loadEngine,
  ) {}

  /** Loads the engine and starts the first worker. */
  async open(): Promise<void> {
    try {
      this.#module ??= await this.load();
      await this.#begin();
    } catch (error) {
      this.#lose(error);
    }
  }

  /** Asks the worker, now or when it is free. */
  ask<N extends Name>(
    name: N,
    ask: Ask<N>,
    { kind = "", transfer = [], client = 0, later = false }: Aside = {},
  ): Promise<Answer<N>> {
    return new Promise((resolve, reject) => {
      const key = `${client} ${name} ${kind}`;
      this.#waiting.get(key)?.failed(new Replaced());
      // Deleted first, so that the newer question stands at the end of the line.
      this.#waiting.delete(key);
      this.#waiting.set(key, {
        key,
        later,
        message: { id: ++this.#lastId, client, name, ask },
        transfer,
        parts: [],
        // The worker answers a question of name N with `Answer<N>`: this is the page's end.
        done: (answer) => resolve(answer as Answer<N>),
        failed: reject,
      });
      this.#next();
    });
  }

  /** Asks the same worker as another client, whose run takes the place of no other. */
  readonly beside: Pick<Engine, "ask"> = {
    ask: (name, ask, aside) => this.ask(name, ask, { ...aside, client: besideOf(0) }),
  };

  /** Throws the worker away as if it had taken too long, if it works for this client. */
  cancel(client = 0): void {
    if (this.#running?.message.client === client) this.#stop("time");
  }

  /** Ends the worker for good, with all that was asked of it: nobody waits for it any more. */
  end(): void {
    this.#end()?.failed(new Replaced());
    for (const job of this.#waiting.values()) job.failed(new Replaced());
    this.#waiting.clear();
  }

  /** Starts a worker and gives it the engine, ahead of all that waits. */
  async #begin(): Promise<void> {
    if (!this.#module) return;
    const worker = this.#create();
    worker.onmessage = (event) => {
      // The worker posts nothing else (see `worker.ts`): this is the page's end.
      if (worker === this.#worker) this.#receive(event.data as AnswerMessage | PartMessage);
    };
    worker.onerror = () => {
      if (worker === this.#worker) this.#stop("trap");
    };
    this.#worker = worker;
    this.#longest = 0;
    this.#ran = false;
    this.#useful = false;
    const waiting = this.#waiting;
    this.#waiting = new Map();
    const started = this.ask("start", this.#module);
    for (const [key, job] of waiting) this.#waiting.set(key, job);
    this.listener.ready(await started);
  }

  /** Goes on without an engine, as it did not come or did not start. What waits is asked of another. */
  #lose(error: unknown): void {
    this.#end()?.failed(new Replaced());
    this.#module = undefined;
    this.listener.failed(wordsOf(error));
  }

  /** Ends this worker, and gives back the question that it was about. */
  #end(): Job | undefined {
    const job = this.#running;
    clearTimeout(this.#timer);
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#running = undefined;
    return job;
  }

  /** A worker, or why the browser does not even try. */
  #create(): WorkerLike {
    try {
      return this.start();
    } catch {
      throw new Error("The engine cannot run inside this frame: open the page in a separate tab.");
    }
  }

  #next(): void {
    if (this.#running || !this.#worker) return;
    const waiting = [...this.#waiting.values()];
    const job = waiting.find(({ later }) => !later);
    if (job) this.#post(job, this.#worker);
    // An answer that has just come may lead to a question that is more urgent.
    else if (waiting.length > 0) this.#idle ??= setTimeout(() => this.#idly(), 0);
  }

  /** Asks what has time, if nothing else came meanwhile. */
  #idly(): void {
    this.#idle = undefined;
    if (this.#running || !this.#worker) return;
    const waiting = [...this.#waiting.values()];
    const job = waiting.find(({ later }) => !later) ?? waiting[0];
    if (job) this.#post(job, this.#worker);
  }

  #post(job: Job, worker: WorkerLike): void {
    if (this.#holdsMemory(job.message)) {
      this.#renew(job);
      return;
    }
    this.#waiting.delete(job.key);
    if (this.#isLate(job.message)) {
      job.failed(new Stopped(job.message.name, "collateral"));
      this.#next();
      return;
    }
    this.#running = job;
    this.#time(job);
    worker.postMessage(job.message, job.transfer);
  }

  /**
   * Whether the worker has memory of a text that is gone: WebAssembly gives none back. Not where
   * clients share it, of whom one may have a long text still.
   */
  #holdsMemory(message: QuestionMessage): boolean {
    const letters = textOf(message)?.length;
    if (message.client !== 0 || message.name !== "analyse" || letters === undefined) return false;
    if (this.#longest > LARGE && letters < this.#longest / SHORTER) return true;
    this.#longest = Math.max(this.#longest, letters);
    return false;
  }

  /** Whether it goes on with a run that was in the worker before this one. */
  #isLate({ client, name, ask }: QuestionMessage): boolean {
    const goesOn = name === "results" || (name === "simulate" && ask === undefined);
    if (name === "simulate" && ask !== undefined) this.#ran = true;
    return client === 0 && goesOn && !this.#ran;
  }

  /** Begins with a new worker, which this question is asked. What else waits is of another text. */
  #renew(job: Job): void {
    this.#end();
    this.#waiting.delete(job.key);
    for (const other of this.#waiting.values()) {
      other.failed(new Stopped(job.message.name, "collateral"));
    }
    this.#waiting = new Map([[job.key, job]]);
    this.#begin().catch((error) => this.#lose(error));
  }

  /** From now on the answer may take as long as its question may. */
  #time(job: Job): void {
    if (this.#worker?.patient) return;
    let left = patience(job.message);
    this.#timer = setInterval(() => {
      left -= TICK;
      // What is left of a tick is not waited for.
      if (left < TICK) this.#stop("time");
    }, TICK);
  }

  #receive(message: AnswerMessage | PartMessage): void {
    const job = this.#running;
    if (job?.message.id !== message.id) return;
    if ("list" in message) {
      job.parts.push(message);
      return;
    }
    if (!message.ok && message.trap) {
      this.#stop("trap");
      return;
    }
    this.#running = undefined;
    clearTimeout(this.#timer);
    if (job.message.name !== "start") this.#useful = true;
    if (message.ok) job.done(whole(message.answer, job.parts));
    else job.failed(new Error(message.message));
    this.#next();
  }

  /** Ends this worker and everything in it, and begins with a new one. */
  #stop(how: "trap" | "time"): void {
    const job = this.#end();
    const useful = !job && this.#useful;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    const question = job?.message.name ?? "start";
    job?.failed(new Stopped(question, how));
    for (const other of waiting) other.failed(new Stopped(question, "collateral"));
    // A worker that cannot even start would be started for ever, and so would one that breaks by
    // itself before it was of any use.
    if (question !== "start" || useful) this.#begin().catch((error) => this.#lose(error));
    else if (!job) this.#lose(new Stopped("start", how));
  }
}

/** An answer with what came ahead of it. The worker says in which lists: this is the page's end. */
function whole(answer: Answer<Name>, parts: readonly PartMessage[]): Answer<Name> {
  for (const { list, entries } of parts) {
    const all = list.reduce<unknown>((at, name) => Reflect.get(at as object, name), answer);
    (all as unknown[]).push(...entries);
  }
  return answer;
}

/** Why there is no engine, in words. */
function wordsOf(error: unknown): string {
  if (error instanceof Stopped) return "The engine's worker could not be started.";
  return error instanceof Error ? error.message : String(error);
}
