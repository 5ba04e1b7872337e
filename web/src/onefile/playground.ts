/** Where playgrounds within the page that is one file take the engine from: where that page does. */
import type { Source } from "../embed/source.js";
import { load, openWorker } from "./source.js";

/** The one engine there is, whatever address is named. */
export function sourceAt(_: string | undefined): Source {
  return { load, start: openWorker, end: () => {} };
}
