/**
 * Where the engine and its worker come from: files beside the page.
 *
 * The page that is one file has another such module, `onefile/source.ts`.
 */
import engineUrl from "../../../pkg/hotsplit_bg.wasm?url";
import { trusted } from "../ui/trusted.js";
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

/** Loads and compiles the engine, and the worker's script beside it. */
export async function load(): Promise<WebAssembly.Module> {
  try {
    ahead ??= start();
    // One that does not come is started anew, and told of, by whoever wants it.
    ahead.onerror = () => {
      ahead = undefined;
    };
  } catch {}
  return compile(engineUrl);
}

/** Compiles while it loads; after, on a host that serves it under another type. */
async function compile(url: string): Promise<WebAssembly.Module> {
  try {
    const response = await fetch(url);
    if (!response.ok) throw new Error();
    const streams = response.headers.get("content-type")?.startsWith("application/wasm");
    if (streams) return await WebAssembly.compileStreaming(response);
    return await WebAssembly.compile(await response.arrayBuffer());
  } catch (error) {
    const damaged = error instanceof WebAssembly.CompileError;
    const why = damaged ? "is damaged or needs a newer browser" : "could not be loaded";
    throw new Error(`The engine ${why}.`);
  }
}
