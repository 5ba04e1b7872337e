/**
 * Where the port of dumps and its worker come from: files beside the page, which are loaded once there
 * is a dump.
 *
 * The page that is one file has another such module, `onefile/port-source.ts`.
 */
import portUrl from "../../../pkg/hotsplit_port_bg.wasm?url";
import { trusted } from "../ui/trusted.js";
import { compile } from "./compile.js";
import workerUrl from "./port-worker.ts?worker&url";

/** Starts the worker. */
export function openPortWorker(): Worker {
  return new Worker(trusted(workerUrl), { type: "module" });
}

/** Loads and compiles the port. */
export function loadPort(): Promise<WebAssembly.Module> {
  return compile(portUrl, "The port of dumps");
}
