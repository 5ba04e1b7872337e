/** The page's side of the worker: newest wins, and a worker that breaks is replaced. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Engine, Replaced, Stopped, type WorkerLike } from "../../src/engine.js";
import type { QuestionMessage } from "../../src/protocol.js";

vi.mock("../../../pkg/parts/first.wasm?url", () => ({ default: "first" }));
vi.mock("../../../pkg/parts/rest.wasm?url", () => ({ default: "rest" }));

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

  /** Says that the newest question waits for the rest of the engine, or goes on. */
  waits(waits: boolean): void {
    this.#post({ waits });
  }

  /** Says that the rest did not come. */
  lose(): void {
    this.#post({ ok: false, message: "lost", trap: false, lost: true });
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
    async () => ({ first: EMPTY }),
  );
  await engine.open();
});
afterEach(() => vi.useRealTimers());

describe("what has time", () => {
  const names = () => workers[0]?.got.map(({ name }) => name).filter((name) => name !== "start");

  test("is asked after what an answer leads to", async () => {
    const first = engine.ask("analyse", text("a"));
    const second = first.then(() => engine.ask("histogram", { log: true }));
    void engine.ask("trust", undefined, { later: true });
    workers[0]?.answer("found a");
    await first;
    await vi.advanceTimersByTimeAsync(0);
    expect(names()).toEqual(["analyse", "histogram"]);
    workers[0]?.answer("counted");
    await second;
    await vi.advanceTimersByTimeAsync(0);
    expect(names()).toEqual(["analyse", "histogram", "trust"]);
  });

  test("is asked at once where nothing else is", async () => {
    const only = engine.ask("trust", undefined, { later: true });
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
      async () => ({ first: EMPTY }),
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
    // One that waits behind it is of the text before.
    const running = engine.ask("reference", undefined);
    const short = engine.ask("analyse", text("x"));
    const behind = expect(engine.ask("presets", undefined)).rejects.toMatchObject({
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

describe("an engine in two parts", () => {
  let come: (rest: WebAssembly.Module) => void;
  let fail: (error: Error) => void;
  let loads: number;
  const names = (at = 0) => workers[at]?.got.map(({ name }) => name);
  const soon = () => vi.advanceTimersByTimeAsync(0);

  /** Another engine, on the page's own thread; it has begun to open. */
  async function onPage() {
    const here = new FakeWorker(true);
    const alone = new Engine(
      { ready: () => {}, failed: (message) => failures.push(message) },
      () => here,
      engine.load,
    );
    const opened = alone.open();
    await soon();
    return { here, opened };
  }

  beforeEach(async () => {
    [workers, failures, loads] = [[], [], 0];
    engine = new Engine(
      { ready: () => ready++, failed: (message) => failures.push(message) },
      () => {
        const worker = new FakeWorker();
        workers.push(worker);
        return worker;
      },
      async () => {
        loads++;
        const module = new Promise<WebAssembly.Module>((resolve, reject) => {
          [come, fail] = [resolve, reject];
        });
        module.catch(() => {});
        return { first: EMPTY, rest: { url: "rest.wasm", module } };
      },
    );
    engine.example = "example";
    await engine.open();
  });

  test("answers for the first example at once, and for all else when the rest is in", async () => {
    expect(workers[0]?.got[0]?.ask).toEqual({ first: EMPTY, rest: "rest.wasm" });
    const cards = engine.ask("cards", { ...text("example"), finding: "a" });
    const first = engine.ask("analyse", text("example"));
    workers[0]?.answer("found the example");
    expect(await first).toBe("found the example");
    const other = engine.ask("analyse", text("another"));
    await soon();
    expect(names()).toEqual(["start", "analyse"]);
    come(EMPTY);
    await soon();
    expect(names()).toEqual(["start", "analyse", "rest"]);
    workers[0]?.answer(undefined);
    await soon();
    workers[0]?.answer("cards");
    expect(await cards).toBe("cards");
    workers[0]?.answer("found another");
    expect(await other).toBe("found another");
  });

  test("is waited for while a question has it fetched, and no longer", async () => {
    const first = engine.ask("analyse", text("example"));
    workers[0]?.waits(true);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(workers.length).toBe(1);
    workers[0]?.waits(false);
    await vi.advanceTimersByTimeAsync(1_999);
    expect(workers.length).toBe(1);
    const refused = expect(first).rejects.toBeInstanceOf(Stopped);
    await vi.advanceTimersByTimeAsync(1);
    await refused;
    expect(workers.length).toBe(2);
  });

  test("begins again with both parts once they are there", async () => {
    come(EMPTY);
    await soon();
    workers[0]?.answer(undefined);
    const first = engine.ask("analyse", text("another"));
    await soon();
    workers[0]?.fail("unreachable", true);
    await expect(first).rejects.toMatchObject({ how: "trap" });
    await soon();
    expect(workers[1]?.got[0]?.ask).toEqual({ first: EMPTY, rest: EMPTY });
    expect(names(1)).toEqual(["start"]);
  });

  test("whose rest does not come is told of, and loaded anew when it is opened again", async () => {
    const waiting = engine.ask("trust", undefined);
    fail(new Error("gone"));
    await soon();
    expect([failures, workers[0]?.ended]).toEqual([["gone"], true]);
    await engine.open();
    expect(loads).toBe(2);
    come(EMPTY);
    await soon();
    workers[1]?.answer(undefined);
    await soon();
    workers[1]?.answer("trusted");
    expect(await waiting).toBe("trusted");
  });

  test("told of once, whoever missed it first", async () => {
    const first = engine.ask("analyse", text("example"));
    workers[0]?.lose();
    await expect(first).rejects.toBeInstanceOf(Replaced);
    const stale = fail;
    await engine.open();
    stale(new Error("gone"));
    await soon();
    expect([failures, workers[1]?.ended]).toEqual([["lost"], false]);
  });

  test("on the page's own thread begins when all of it is there", async () => {
    const { here, opened } = await onPage();
    expect(here.got).toEqual([]);
    come(EMPTY);
    await opened;
    expect(here.got[0]?.ask).toEqual({ first: EMPTY, rest: EMPTY });
  });

  test("on the page's own thread that breaks meanwhile is told of", async () => {
    const { here, opened } = await onPage();
    here.onerror?.(new Event("error") as ErrorEvent);
    come(EMPTY);
    await opened;
    expect(failures).toEqual(["The engine's worker could not be started."]);
  });
});
