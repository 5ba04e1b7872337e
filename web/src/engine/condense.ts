/**
 * Leaves the rows out of a dump of any size, in a worker of its own that ends with it: what is held of
 * the dump does not grow with it.
 */
import type { WorkerLike } from "./client.js";
import type { CondenseAnswer, CondenseAsk, Condensed, CondenseProgress } from "./port-protocol.js";
import { loadPort, openPortWorker } from "./port-source.js";

/** A dump that is read. */
export interface Condensing {
  /** Rejects with what is wrong with the dump, or with an `AbortError` once it is stopped. */
  readonly done: Promise<Condensed>;
  /** Stops it. */
  readonly stop: () => void;
}

/** Begins with a dump. */
export function condense(
  dump: Blob,
  report: (progress: CondenseProgress) => void,
  start: () => WorkerLike = openPortWorker,
  load: () => Promise<WebAssembly.Module> = loadPort,
): Condensing {
  let worker: WorkerLike | undefined;
  let over = false;
  let stop = () => {};
  const done = new Promise<Condensed>((resolve, reject) => {
    stop = () => reject(new DOMException("The dump was not read to its end.", "AbortError"));
    load().then((module) => {
      if (over) return;
      worker = start();
      worker.onerror = () => reject(new Error("the port of dumps stopped on it"));
      worker.onmessage = ({ data }) => {
        // The worker posts nothing else (see `port-worker.ts`): this is the page's end.
        const answer = data as CondenseAnswer;
        if ("progress" in answer) report(answer.progress);
        else if ("done" in answer) resolve(answer.done);
        else reject(new Error(answer.failed));
      };
      worker.postMessage(module);
      worker.postMessage({ condense: dump } satisfies CondenseAsk);
    }, reject);
  });
  const end = () => {
    over = true;
    worker?.terminate();
  };
  return { done: done.finally(end), stop: () => stop() };
}
