/**
 * Where a page that may have no worker lays a port for a copy of the worker's script, which it then
 * runs itself: see `embed/here.ts`. The script takes the port as it begins; in a worker there is none.
 */

/** No name of the page's own is taken. */
const PLACE = Symbol.for("hotsplit port");

/** Lays it down for the copy that begins next. */
export function lay(port: MessagePort): void {
  Reflect.set(globalThis, PLACE, port);
}

/** Takes it away, if there is one. */
export function take(): MessagePort | undefined {
  const port: unknown = Reflect.get(globalThis, PLACE);
  Reflect.deleteProperty(globalThis, PLACE);
  return port instanceof MessagePort ? port : undefined;
}
