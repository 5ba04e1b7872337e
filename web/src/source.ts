/**
 * Where the engine and its worker come from: files beside the page.
 *
 * The page that is one file has another such module, `onefile/source.ts`.
 */
import firstUrl from "../../pkg/parts/first.wasm?url";
import restUrl from "../../pkg/parts/rest.wasm?url";
import type { Loaded } from "./loaded.js";
import { trusted } from "./trusted.js";
import workerUrl from "./worker.ts?worker&url";

/** A worker whose script comes while the engine does. */
let ahead: Worker | undefined;

const start = () => new Worker(trusted(workerUrl), { type: "module" });

/** Starts the worker. */
export function openWorker(): Worker {
  const worker = ahead ?? start();
  ahead = undefined;
  return worker;
}

/** Loads the part of the engine that a first visit needs, and the rest behind it. */
export async function load(): Promise<Loaded> {
  try {
    ahead ??= start();
    // One that does not come is started anew, and told of, by whoever wants it.
    ahead.onerror = () => {
      ahead = undefined;
    };
  } catch {}
  const first = await compile(firstUrl);
  const module = compile(restUrl, "low");
  // Whoever waits for it is told where it does not come.
  module.catch(() => {});
  return { first, rest: { url: restUrl, module } };
}

/** Compiles a part while it loads; after, on a host that serves it under another type. */
async function compile(
  url: string,
  priority: RequestPriority = "auto",
): Promise<WebAssembly.Module> {
  try {
    const response = await fetch(url, { priority });
    if (!response.ok) throw new Error();
    const streams = response.headers.get("content-type")?.startsWith("application/wasm");
    if (streams) return await WebAssembly.compileStreaming(response);
    return await WebAssembly.compile(await response.arrayBuffer());
  } catch (error) {
    const damaged = error instanceof WebAssembly.CompileError;
    const why = damaged
      ? "that came is damaged or made for a newer browser"
      : "could not be loaded";
    throw new Error(`The engine ${why}.`);
  }
}
