/** Where the port of dumps and its worker come from in the page that is one file: see `source.ts`. */
import script from "../engine/port-worker.ts?script";
import { trusted } from "../ui/trusted.js";
import { PORT } from "./element.js";
import { inflated } from "./inflated.js";

/** Where the worker's script lies once one was started. */
let address: string | undefined;

/** Starts the worker. */
export function openPortWorker(): Worker {
  address ??= URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  return new Worker(trusted(address));
}

/** Compiles the port while it is inflated. */
export function loadPort(): Promise<WebAssembly.Module> {
  return inflated(PORT, "The port of dumps");
}
