/**
 * Where the engine and its worker come from: files beside the page.
 *
 * The page that is one file has another such module, `onefile/source.ts`.
 */
import engineUrl from "../../../pkg/hotsplit_bg.wasm?url";
import { trusted } from "../ui/trusted.js";
import { compile } from "./compile.js";
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
  return compile(engineUrl, "The engine");
}
