/** Runs of figures: of which engine they are asked, and what happens where that stops or is replaced. */
import { expect, test, vi } from "vitest";
import type { Ask, Name } from "../../src/engine/protocol.js";
import { type FigureEngine, Live } from "../../src/figures/live.js";
import type { RunOf } from "../../src/figures/runs.js";

const RUN: RunOf = { schema: "counter", nodes: 10, writes: 1_234, minutes: 20, parts: 1 };

/** An answer of the engine to a run that serves so much. */
const answered = (served: number) => ({
  answer: {
    progress: 1,
    before: {
      ...{ rows: 1, columns: 1, secondsPerColumn: 60, bands: [], serverMeans: [0.5], splits: 1 },
      ...{ offeredWritesPerSecond: 1_234, servedWritesPerSecond: served },
      ...{ sustainableWritesPerSecond: 3_500, clientP99Ms: 20, serverUtilisationMax: 0.5 },
    },
  },
  before: { grid: Float32Array.of(0.5), clientP99: Float32Array.of(20) },
});

/** An engine that answers by `answer`, and what it was asked. */
function engineOf(answer: (name: Name) => Promise<unknown>) {
  const asked: Name[] = [];
  const ask = <N extends Name>(name: N, _: Ask<N>) => {
    asked.push(name);
    return answer(name);
  };
  return { asked, engine: { ask } as unknown as FigureEngine };
}

const serving = (served: number) =>
  engineOf((name) => Promise.resolve(name === "results" ? answered(served) : undefined));

const served = (live: Live) => live.find(RUN)?.served;

test("a page without an engine has one loaded for its figures, once", async () => {
  const { engine, asked } = serving(1_000);
  const load = vi.fn(() => Promise.resolve(engine));
  const live = new Live(load);
  expect(load).not.toHaveBeenCalled();
  live.ask({}, [RUN]);
  await vi.waitFor(() => expect(served(live)).toBe(1_000));
  live.ask({}, [{ ...RUN, nodes: 9 }]);
  await vi.waitFor(() => expect(live.find({ ...RUN, nodes: 9 })).toBeDefined());
  expect(load).toHaveBeenCalledOnce();
  expect(asked).toEqual(["simulate", "results", "simulate", "results"]);
});

test("the engine of a page is asked where there is one, and none is loaded", async () => {
  const load = vi.fn(() => Promise.reject(new Error("none is to be loaded")));
  const live = new Live(load);
  live.use(serving(1_100).engine);
  live.ask({}, [RUN]);
  await vi.waitFor(() => expect(served(live)).toBe(1_100));
  expect(load).not.toHaveBeenCalled();
});

test("a run begins again where the worker was replaced under it", async () => {
  let stops = 1;
  const { engine, asked } = engineOf((name) => {
    if (name === "results" && stops-- > 0) return Promise.reject(new Error("stopped"));
    return Promise.resolve(name === "results" ? answered(1_200) : undefined);
  });
  const live = new Live();
  live.use(engine);
  live.ask({}, [RUN]);
  await vi.waitFor(() => expect(served(live)).toBe(1_200));
  expect(asked).toEqual(["simulate", "results", "simulate", "results"]);
  expect(live.failed).toBe(false);
});

test("an engine that stops at each try is asked no more, and figures hear of it", async () => {
  const { engine, asked } = engineOf(() => Promise.reject(new Error("stopped")));
  const live = new Live();
  const changed = vi.fn();
  live.listen(changed, new AbortController().signal);
  live.use(engine);
  live.ask({}, [RUN]);
  await vi.waitFor(() => expect(live.failed).toBe(true));
  expect(asked).toEqual(["simulate", "simulate", "simulate"]);
  expect(changed).toHaveBeenCalled();
  // Another engine is another chance.
  live.use(serving(1_300).engine);
  live.ask({}, [RUN]);
  await vi.waitFor(() => expect(served(live)).toBe(1_300));
});

test("what an engine was at that is gone is asked of the next", async () => {
  const gone = engineOf(() => new Promise(() => {}));
  const live = new Live();
  live.use(gone.engine);
  live.ask({}, [RUN]);
  await vi.waitFor(() => expect(gone.asked).toEqual(["simulate"]));
  live.use(serving(1_400).engine);
  await vi.waitFor(() => expect(served(live)).toBe(1_400));
});
