/** One engine for all playgrounds of a page: each is a client with a text and a run of its own. */
import { type Asked, besideOf, Engine, type Listener } from "../engine/client.js";
import type { Answer } from "../engine/protocol.js";
import { Refusals } from "./policy.js";
import { sourceAt } from "./source.js";

/** A client's side. */
export interface SharedEngine extends Asked {
  /** Why it is slower than elsewhere, in words; nothing where it is not. */
  readonly slow: string | undefined;
  /** Gives it up, and with the last one the worker. */
  close(): void;
}

/** Engines by their address. */
const hubs = new Map<string, Hub>();

/** Takes a seat at the engine of an address, which is started by the first that opens it. */
export function join(url: string | undefined, listener: Listener): SharedEngine {
  const key = url ?? "";
  const found = hubs.get(key);
  const hub = found ?? new Hub(url, () => hubs.delete(key));
  if (!found) hubs.set(key, hub);
  return hub.join(listener);
}

class Hub {
  readonly #engine: Engine;
  readonly #clients = new Map<number, Listener>();
  readonly #refusals = new Refusals(new URL(import.meta.url).origin);
  readonly #source;
  #answer: Answer<"start"> | undefined;
  #opening = false;
  /** A worker was to be started. */
  #tried = false;
  /** There may be none: the engine works on the page's own thread. */
  #here = false;
  #last = 0;

  constructor(
    url: string | undefined,
    readonly over: () => void,
  ) {
    this.#source = sourceAt(url);
    this.#engine = new Engine(
      {
        ready: (answer) => {
          this.#answer = answer;
          this.#opening = false;
          for (const client of this.#clients.values()) client.ready(answer);
        },
        failed: (message) => this.#failed(message),
      },
      () => this.#start(),
      () => this.#source.load(),
    );
  }

  join(listener: Listener): SharedEngine {
    const client = ++this.#last;
    this.#clients.set(client, listener);
    const slow = () => this.#slow;
    return {
      get slow() {
        return slow();
      },
      open: () => this.#open(listener),
      ask: (name, ask, aside) => this.#engine.ask(name, ask, { ...aside, client }),
      beside: {
        ask: (name, ask, aside) =>
          this.#engine.ask(name, ask, { ...aside, client: besideOf(client) }),
      },
      cancel: () => this.#engine.cancel(client),
      close: () => this.#leave(client),
    };
  }

  async #open(listener: Listener): Promise<void> {
    if (this.#answer) listener.ready(this.#answer);
    else if (!this.#opening) {
      this.#opening = true;
      await this.#engine.open();
    }
  }

  #start() {
    if (this.#clients.size === 0) throw new Error("nobody asks");
    this.#answer = undefined;
    this.#tried = true;
    return this.#source.start(this.#here);
  }

  get #slow(): string | undefined {
    if (!this.#here) return undefined;
    const why =
      "This page cannot start a worker, so the playground is slower and may block the page.";
    return why + this.#refusals.sentence;
  }

  /** Goes on without a worker, or tells all, once the browser has told what was refused. */
  #failed(message: string): void {
    this.#answer = undefined;
    if (this.#tried && !this.#here) {
      this.#here = true;
      void this.#engine.open();
      return;
    }
    setTimeout(() => {
      this.#opening = false;
      const said = message + this.#refusals.sentence;
      for (const client of this.#clients.values()) client.failed(said);
    }, 50);
  }

  #leave(client: number): void {
    this.#clients.delete(client);
    if (this.#clients.size > 0) {
      // Nobody waits for the answer, and a worker that stopped has forgotten the client anyhow.
      for (const one of [client, besideOf(client)])
        this.#engine.ask("close", undefined, { client: one }).catch(() => {});
      return;
    }
    this.#engine.end();
    this.#source.end();
    this.#refusals.stop();
    this.over();
  }
}
