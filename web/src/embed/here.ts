/**
 * The engine on the page's own thread, for hosts that let no worker start: slower, and it holds the
 * page up while it works, a slice at a time.
 *
 * It is the worker's own script, run by the page with a port in the place of the worker's scope.
 * Each start is another copy: after a trap the memory of the one before is not to be used again.
 */
import type { WorkerLike } from "../engine/client.js";
import { lay } from "../engine/port.js";

/** Counts copies: modules of one address are run once. */
let copies = 0;
/** The copy that begins: the next has to wait until it has taken its port. */
let previous: Promise<unknown> = Promise.resolve();

/** Runs the script at an address. */
export function startHere(url: string): WorkerLike {
  const { port1, port2 } = new MessageChannel();
  const like: WorkerLike = {
    onmessage: null,
    onerror: null,
    patient: true,
    postMessage: (message: unknown, transfer?: Transferable[] | StructuredSerializeOptions) => {
      if (Array.isArray(transfer)) port1.postMessage(message, transfer);
      else port1.postMessage(message, transfer);
    },
    terminate: () => port1.close(),
  };
  port1.onmessage = (event) => like.onmessage?.(event);
  previous = previous
    .then(() => {
      lay(port2);
      return import(/* @vite-ignore */ `${url}#${++copies}`);
    })
    .catch(() => like.onerror?.(new ErrorEvent("error")));
  return like;
}
