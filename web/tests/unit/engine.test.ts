/** The page's side of the worker: newest wins, and a worker that breaks is replaced. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Engine, Replaced, Stopped, type WorkerLike } from "../../src/engine/client.js";
import type { QuestionMessage } from "../../src/engine/protocol.js";

vi.mock("../../../pkg/hotsplit_bg.wasm?url", () => ({ default: "engine" }));

/** A worker that answers when told to. */
class FakeWorker implements WorkerLike {
  onmessage: ((event: MessageEvent) => unknown) | null = null;
  onerror: ((event: ErrorEvent) => unknown) | null = null;
  readonly got: QuestionMessage[] = [];
  ended = false;

  constructor(readonly patient = false) {}

  postMessage(message: QuestionMessage): void {
    this.got.push(message);
    if (message.name === "start") this.answer({ version: "1" });
  }

  terminate(): void {
    this.ended = true;
  }

  /** Answers the newest question. */
  answer(answer: unknown): void {
    this.#post({ ok: true, answer });
  }

  /** Sends entries of a list ahead of the answer. */
  part(list: readonly string[], entries: readonly unknown[]): void {
    this.#post({ list, entries });
  }

  fail(message: string, trap: boolean): void {
    this.#post({ ok: false, message, trap });
  }

  /** Breaks by itself. */
  break(): void {
    this.onerror?.(new Event("error") as ErrorEvent);
  }

  #post(rest: object): void {
    const data = { id: this.got.at(-1)?.id, ...rest };
    queueMicrotask(() => this.onmessage?.(new MessageEvent("message", { data })));
  }
}

const ASK = { text: "", dialect: "auto" as const, workload: { nodes: 1, writesPerSecond: 1 } };
const text = (text: string) => ({ ...ASK, text });
const texts = (worker: FakeWorker | undefined) =>
  worker?.got
    .filter((m) => m.name === "analyse")
    .map((m) => (m.ask && "text" in m.ask ? m.ask.text : ""));

/** The smallest module there is. */
const EMPTY = new WebAssembly.Module(Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0));

let workers: FakeWorker[];
let ready: number;
let failures: string[];
let engine: Engine;

beforeEach(async () => {
  vi.useFakeTimers();
  [workers, ready, failures] = [[], 0, []];
  engine = new Engine(
    { ready: () => ready++, failed: (message) => failures.push(message) },
    () => {
      const worker = new FakeWorker();
      workers.push(worker);
      return worker;
    },
    async () => EMPTY,
  );
  await engine.open();
});
afterEach(() => vi.useRealTimers());

describe("what has time", () => {
  const names = () => workers[0]?.got.map(({ name }) => name).filter((name) => name !== "start");

  test("is asked after what an answer leads to", async () => {
    const first = engine.ask("analyse", text("a"));
    const second = first.then(() => engine.ask("histogram", { log: true }));
    void engine.ask("reference", undefined, { later: true });
    workers[0]?.answer("found a");
    await first;
    await vi.advanceTimersByTimeAsync(0);
    expect(names()).toEqual(["analyse", "histogram"]);
    workers[0]?.answer("counted");
    await second;
    await vi.advanceTimersByTimeAsync(0);
    expect(names()).toEqual(["analyse", "histogram", "reference"]);
  });

  test("is asked at once where nothing else is", async () => {
    const only = engine.ask("reference", undefined, { later: true });
    await vi.advanceTimersByTimeAsync(0);
    workers[0]?.answer("told");
    expect(await only).toBe("told");
  });
});

test("long lists come ahead of their answer, in parts", async () => {
  const found = engine.ask("analyse", text("a"));
  workers[0]?.part(["objects"], ["A", "B"]);
  workers[0]?.part(["headroom", "keys"], ["K"]);
  workers[0]?.part(["objects"], ["C"]);
  workers[0]?.answer({ objects: [], headroom: { keys: [] }, notes: ["N"] });
  const whole = { objects: ["A", "B", "C"], headroom: { keys: ["K"] }, notes: ["N"] };
  expect(await found).toEqual(whole);
  // They are those of one question.
  const next = engine.ask("analyse", text("b"));
  workers[0]?.answer({ objects: [], headroom: { keys: [] } });
  expect(await next).toEqual({ objects: [], headroom: { keys: [] } });
});

test("time that the machine sleeps through is no fault of a question", async () => {
  const answer = engine.ask("analyse", text("a"));
  const failed = vi.fn();
  answer.catch(failed);
  await vi.advanceTimersByTimeAsync(100);
  // However long it slept, what was due meanwhile fires once.
  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersToNextTimer();
  await vi.advanceTimersByTimeAsync(1_500);
  expect(failed).not.toHaveBeenCalled();
  workers[0]?.answer("found a");
  expect(await answer).toBe("found a");
  expect(vi.getTimerCount()).toBe(0);
});

describe("one question runs, one waits", () => {
  test("the newest replaces the one that waits", async () => {
    const first = engine.ask("analyse", text("a"));
    const second = engine.ask("analyse", text("ab"));
    const third = engine.ask("analyse", text("abc"));
    await expect(second).rejects.toBeInstanceOf(Replaced);
    expect(texts(workers[0])).toEqual(["a"]);
    workers[0]?.answer("found a");
    expect(await first).toBe("found a");
    workers[0]?.answer("found abc");
    expect(await third).toBe("found abc");
    expect(texts(workers[0])).toEqual(["a", "abc"]);
  });

  test("kinds of one name wait beside each other, in order", async () => {
    const answers = [1, 2, 3].map((finding) =>
      engine.ask("cards", { ...ASK, finding: `${finding}` }, { kind: `${finding}` }),
    );
    for (const [at, answer] of answers.entries()) {
      workers[0]?.answer([at]);
      expect(await answer).toEqual([at]);
    }
  });

  test("a plain error refuses its question and no other", async () => {
    const first = engine.ask("analyse", text("a"));
    workers[0]?.fail("no such thing", false);
    await expect(first).rejects.toThrow("no such thing");
    expect([workers.length, ready]).toEqual([1, 1]);
  });
});

describe("a worker that breaks is thrown away", () => {
  test("but what works on the page's own thread is waited for", async () => {
    const here = new FakeWorker(true);
    const alone = new Engine(
      { ready: () => {}, failed: (message) => failures.push(message) },
      () => here,
      async () => EMPTY,
    );
    await alone.open();
    const asked = alone.ask("analyse", text("a"));
    await vi.advanceTimersByTimeAsync(600_000);
    expect(here.ended).toBe(false);
    here.answer("found a");
    expect(await asked).toBe("found a");
  });

  test("after a trap, with all that waited", async () => {
    const first = engine.ask("analyse", text("a"));
    const waiting = engine.ask("reference", undefined);
    workers[0]?.fail("unreachable", true);
    await expect(first).rejects.toMatchObject({ question: "analyse", how: "trap" });
    await expect(waiting).rejects.toMatchObject({ how: "collateral" });
    await vi.advanceTimersByTimeAsync(0);
    expect(workers.map((worker) => worker.ended)).toEqual([true, false]);
    expect(ready).toBe(2);
    const next = engine.ask("analyse", text("b"));
    workers[1]?.answer("found b");
    expect(await next).toBe("found b");
  });

  test("that broke while nobody asked it, unless it was of no use before", async () => {
    const first = engine.ask("analyse", text("a"));
    workers[0]?.answer("found a");
    await first;
    workers[0]?.break();
    await vi.advanceTimersByTimeAsync(0);
    expect(workers.map((worker) => worker.ended)).toEqual([true, false]);
    expect(ready).toBe(2);
    expect(failures).toEqual([]);
    workers[1]?.break();
    await vi.advanceTimersByTimeAsync(0);
    expect(workers).toHaveLength(2);
    expect(failures).toEqual(["The engine's worker could not be started."]);
  });

  test("after a long text, once a short one takes its place, and not where clients share it", async () => {
    const asked = async (letters: number, client = 0) => {
      const answer = engine.ask("analyse", text("x".repeat(letters)), { client });
      await vi.advanceTimersByTimeAsync(0);
      workers.at(-1)?.answer(`found ${letters}`);
      return answer;
    };
    expect(await asked(9_000_000, 1)).toBe("found 9000000");
    expect(await asked(10, 1)).toBe("found 10");
    expect(await asked(4_000_000)).toBe("found 4000000");
    expect(await asked(1_000_001)).toBe("found 1000001");
    expect(workers).toHaveLength(1);
    // One that waits behind it is of the previous schema.
    const running = engine.ask("reference", undefined);
    const short = engine.ask("analyse", text("x"));
    const behind = expect(engine.ask("results", undefined)).rejects.toMatchObject({
      how: "collateral",
    });
    workers[0]?.answer("all of it");
    await running;
    await vi.advanceTimersByTimeAsync(0);
    workers[1]?.answer("found x");
    expect(await short).toBe("found x");
    await behind;
    expect(workers.map((worker) => worker.ended)).toEqual([true, false]);
    expect(workers[1]?.got.map(({ name }) => name)).toEqual(["start", "analyse"]);
    expect(await asked(10)).toBe("found 10");
    expect(workers).toHaveLength(2);
    expect(failures).toEqual([]);
  });

  test("after two seconds of silence, counted from when the worker got the question", async () => {
    const slow = engine.ask("simulate", {
      before: "",
      dialect: "auto",
      nodes: 1,
      writesPerSecond: 1,
      minutes: 1,
      seed: 1,
    });
    const waiting = engine.ask("analyse", text("a"));
    await vi.advanceTimersByTimeAsync(5_000);
    workers[0]?.answer("ran");
    expect(await slow).toBe("ran");
    const refused = expect(waiting).rejects.toBeInstanceOf(Stopped);
    await vi.advanceTimersByTimeAsync(1_999);
    expect(workers.length).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    await refused;
    expect([workers.length, ready]).toEqual([2, 2]);
  });

  test("and what a dead worker says is not heard", async () => {
    const first = engine.ask("analyse", text("a"));
    engine.cancel();
    await expect(first).rejects.toMatchObject({ how: "time" });
    const second = engine.ask("analyse", text("b"));
    await vi.advanceTimersByTimeAsync(0);
    workers[0]?.answer("too late");
    workers[1]?.answer("found b");
    expect(await second).toBe("found b");
  });
});

describe("several clients share a worker", () => {
  test("none takes the place of another's question, and each is told apart", async () => {
    const first = engine.ask("analyse", text("a"), { client: 1 });
    const second = engine.ask("analyse", text("b"), { client: 2 });
    const third = engine.ask("analyse", text("c"), { client: 3 });
    for (const [at, answer] of [first, second, third].entries()) {
      workers[0]?.answer(at);
      expect(await answer).toBe(at);
    }
    const asked = workers[0]?.got.filter(({ name }) => name === "analyse");
    expect(asked?.map(({ client }) => client)).toEqual([1, 2, 3]);
  });

  test("one cannot throw away the worker while it works for another", async () => {
    const first = engine.ask("analyse", text("a"), { client: 1 });
    engine.cancel(2);
    expect(workers[0]?.ended).toBe(false);
    engine.cancel(1);
    await expect(first).rejects.toMatchObject({ how: "time" });
    expect(workers[0]?.ended).toBe(true);
  });
});

describe("the module", () => {
  let loads: number;
  let own: Engine;

  beforeEach(async () => {
    [workers, failures, loads] = [[], [], 0];
    own = new Engine(
      { ready: () => ready++, failed: (message) => failures.push(message) },
      () => {
        const worker = new FakeWorker();
        workers.push(worker);
        return worker;
      },
      async () => {
        loads++;
        return EMPTY;
      },
    );
    await own.open();
  });

  test("is loaded once and given to each worker ahead of all that waits", async () => {
    const first = own.ask("analyse", text("a"));
    workers[0]?.fail("unreachable", true);
    await expect(first).rejects.toMatchObject({ how: "trap" });
    const next = own.ask("analyse", text("b"));
    await vi.advanceTimersByTimeAsync(0);
    expect(workers[1]?.got.map(({ name }) => name)).toEqual(["start", "analyse"]);
    expect(workers[1]?.got[0]?.ask).toBe(EMPTY);
    workers[1]?.answer("found b");
    expect(await next).toBe("found b");
    expect(loads).toBe(1);
  });

  test("is loaded again where its worker could not be started", async () => {
    workers[0]?.break();
    expect(failures).toEqual(["The engine's worker could not be started."]);
    const waiting = own.ask("reference", undefined);
    await own.open();
    workers[1]?.answer("trusted");
    expect(await waiting).toBe("trusted");
    expect(loads).toBe(2);
  });
});

test("an engine that cannot be loaded says why, once", async () => {
  const said: string[] = [];
  const broken = new Engine(
    { ready: () => {}, failed: (message) => said.push(message) },
    () => new FakeWorker(),
    async () => {
      throw new Error("the engine could not be loaded (404)");
    },
  );
  await broken.open();
  expect(said).toEqual(["the engine could not be loaded (404)"]);
  expect(failures).toEqual([]);
});
