/** What the keys do on a map. */
import type { RunAnswer, Which } from "../../../pkg/hotsplit.js";
import type { Frame } from "../state/state.js";
import type { MapAction } from "./actions.js";
import { isZoomed } from "./view.js";

/** The map that keys are pressed on. */
export interface Keyed {
  readonly which: Which;
  readonly run: RunAnswer;
  readonly frame: Frame;
  /** The cell that is looked at, or the middle. */
  readonly column: number;
  readonly row: number;
}

/** What a key asks of the map itself; all else is told around. */
export type Move =
  /** Looks at another cell. */
  | { readonly go: { readonly column: number; readonly row: number } }
  /** Closer (below 1) or farther. */
  | { readonly closer: number }
  /** Pins the cell, or the whole of its table. */
  | { readonly pin: "cell" | "band" }
  /** Plays the range as tones, or stops. */
  | { readonly hear: true }
  /** Marks a corner of load that is added. */
  | { readonly mark: true }
  /** Fills the map with a table, or goes to its line. */
  | { readonly band: "fit" | "line" }
  | { readonly tell: MapAction };

/** What a key does; absent where it does nothing here. */
export function keyed(event: KeyboardEvent, map: Keyed): Move | undefined {
  if (event.metaKey || event.altKey) return undefined;
  return event.ctrlKey ? controlled(event.key, map) : withoutCode(event, map);
}

/** With Control: from table to table. */
function controlled(key: string, { run, column, row }: Keyed): Move | undefined {
  const by = key === "ArrowDown" ? 1 : key === "ArrowUp" ? -1 : 0;
  if (by === 0) return undefined;
  const { bands } = run;
  const now = bands.findIndex((band) => row >= band.firstRow && row < band.firstRow + band.rows);
  const band = bands[Math.min(bands.length - 1, Math.max(0, now + by))];
  return { go: { column, row: band?.firstRow ?? row } };
}

function withoutCode(event: KeyboardEvent, { which, frame, column, row }: Keyed): Move | undefined {
  const step = event.shiftKey ? 10 : 1;
  const keys: Record<string, Move> = {
    ArrowLeft: { go: { column: column - step, row } },
    ArrowRight: { go: { column: column + step, row } },
    ArrowUp: { go: { column, row: row - step } },
    ArrowDown: { go: { column, row: row + step } },
    "+": { closer: 0.5 },
    "=": { closer: 0.5 },
    "-": { closer: 2 },
    Enter: { pin: event.shiftKey ? "band" : "cell" },
    Escape: { tell: { do: "back" } },
    Backspace: { tell: { do: "back" } },
    Delete: { tell: { do: "back" } },
    r: { tell: { do: "whole" } },
    f: { band: "fit" },
    n: { tell: { do: "next", which, by: event.shiftKey ? -1 : 1 } },
    "/": { tell: { do: "find", which } },
    d: { band: "line" },
    a: { mark: true },
    s: { hear: true },
  };
  // Escape with everything in view is left alone: it is nothing to go back from.
  if (event.key === "Escape" && !isZoomed(frame)) return undefined;
  return keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
}
