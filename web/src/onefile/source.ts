/**
 * Where the engine and its worker come from in the page that is one file: out of the page itself.
 *
 * A page opened from disk may fetch nothing. The build (`vite.onefile.config.ts`) puts the WebAssembly
 * into the page, deflated, as Base64 in an element that no browser runs.
 */

import script from "../engine/worker.ts?script";
import { trusted } from "../ui/trusted.js";
import { ENGINE } from "./element.js";
import { inflated } from "./inflated.js";

/** Where the worker's script lies once one was started. */
let address: string | undefined;

/** Starts the worker, as a plain script: a module from a blob has no origin that may load it. */
export function openWorker(): Worker {
  address ??= URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  return new Worker(trusted(address));
}

/** Compiles the engine while it is inflated. */
export function load(): Promise<WebAssembly.Module> {
  return inflated(ENGINE, "The engine");
}
