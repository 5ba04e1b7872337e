/**
 * Where the engine and its worker come from: files beside the page.
 *
 * The page that is one file has another such module, `onefile/source.ts`.
 */
import firstUrl from "../../pkg/parts/first.wasm?url";
import restUrl from "../../pkg/parts/rest.wasm?url";
import type { Loaded } from "./loaded.js";

/** Starts the worker. */
export function openWorker(): Worker {
  return new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
}

/** Loads the part of the engine that a first visit needs, and the rest behind it. */
export async function load(): Promise<Loaded> {
  const first = await compile(firstUrl);
  const module = compile(restUrl);
  // Whoever waits for it is told where it does not come.
  module.catch(() => {});
  return { first, rest: { url: restUrl, module } };
}

/** Compiles a part while it loads; after, on a host that serves it under another type. */
async function compile(url: string): Promise<WebAssembly.Module> {
  try {
    const response = await fetch(url);
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
