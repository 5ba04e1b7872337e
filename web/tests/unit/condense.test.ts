/** The page's side of leaving the rows out of a dump. */
import { expect, it } from "vitest";
import type { WorkerLike } from "../../src/engine/client.js";
import { condense } from "../../src/engine/condense.js";

/** A worker that is told by the test what to answer. */
function fake() {
  const seen = { posted: [] as unknown[], ended: 0, started: 0 };
  const worker: WorkerLike = {
    onmessage: null,
    onerror: null,
    postMessage: (message: unknown) => seen.posted.push(message),
    terminate: () => seen.ended++,
  };
  const answer = (data: unknown) => worker.onmessage?.(new MessageEvent("message", { data }));
  const start = () => {
    seen.started++;
    return worker;
  };
  return { seen, worker, answer, start };
}

const MODULE = new WebAssembly.Module(new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]));
const load = async () => MODULE;

it("says how far it is, gives the text, and ends the worker", async () => {
  const { seen, answer, start } = fake();
  const told: unknown[] = [];
  const dump = new Blob(["x"]);
  const { done } = condense(dump, (progress) => told.push(progress), start, load);
  await Promise.resolve();
  expect(seen.posted).toEqual([MODULE, { condense: dump }]);
  answer({ progress: { bytes: 5, tables: 1, rows: 2 } });
  answer({ done: { text: "CREATE", replaced: [] } });
  expect(await done).toEqual({ text: "CREATE", replaced: [] });
  expect(told).toEqual([{ bytes: 5, tables: 1, rows: 2 }]);
  expect(seen.ended).toBe(1);
});

it("ends the worker when it is stopped or something is wrong", async () => {
  for (const end of ["stop", "failed", "error"] as const) {
    const { seen, worker, answer, start } = fake();
    const { done, stop } = condense(new Blob(["x"]), () => {}, start, load);
    await Promise.resolve();
    if (end === "stop") stop();
    else if (end === "failed") answer({ failed: "it is no dump" });
    else worker.onerror?.(new Event("error") as ErrorEvent);
    await expect(done).rejects.toThrow(end === "failed" ? "it is no dump" : /dump/);
    expect(seen.ended).toBe(1);
  }
});

it("starts no worker for a dump that was stopped before the port came", async () => {
  const { seen, start } = fake();
  let come = (_: WebAssembly.Module) => {};
  const late = new Promise<WebAssembly.Module>((resolve) => {
    come = resolve;
  });
  const { done, stop } = condense(
    new Blob(["x"]),
    () => {},
    start,
    () => late,
  );
  stop();
  await expect(done).rejects.toThrow("not read to its end");
  come(MODULE);
  await late;
  await Promise.resolve();
  expect(seen.started).toBe(0);
});
