/**
 * Where the engine and its worker come from: files beside the page.
 *
 * The page that is one file has another such module, `onefile/source.ts`.
 */
import firstUrl from "../../pkg/parts/first.wasm?url";
import restUrl from "../../pkg/parts/rest.wasm?url";
import { type Loaded, quiet } from "./loaded.js";

/** Starts the worker. */
export function openWorker(): Worker {
  return new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
}

/** Loads the part of the engine that a first visit needs, and the rest behind it. */
export async function load(): Promise<Loaded> {
  const first = await compile(firstUrl);
  const url = new URL(restUrl, document.baseURI).href;
  return { first, rest: { url, module: quiet(compile(url)) } };
}

/** Compiles a part while it loads, or after, on a host that serves it under another type. */
async function compile(url: string): Promise<WebAssembly.Module> {
  try {
    return await WebAssembly.compileStreaming(fetch(url));
  } catch {
    const response = await fetch(url).catch(() => undefined);
    if (!response?.ok) throw new Error("The engine could not be loaded.");
    return WebAssembly.compile(await response.arrayBuffer()).catch(() => {
      throw new Error("The engine that came is damaged or made for a newer browser.");
    });
  }
}
