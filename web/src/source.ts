/**
 * Where the engine and its worker come from: files beside the page.
 *
 * The page that is one file has another such module, `onefile/source.ts`.
 */
import wasmUrl from "../../pkg/hotsplit_bg.wasm?url";

/** Starts the worker. */
export function openWorker(): Worker {
  return new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
}

/** Compiles the engine while it loads, or after, on a host that serves it under another type. */
export async function compile(): Promise<WebAssembly.Module> {
  try {
    return await WebAssembly.compileStreaming(fetch(wasmUrl));
  } catch {
    const response = await fetch(wasmUrl).catch(() => undefined);
    if (!response?.ok) throw new Error("The engine could not be loaded.");
    return WebAssembly.compile(await response.arrayBuffer()).catch(() => {
      throw new Error("The engine that came is damaged or made for a newer browser.");
    });
  }
}
