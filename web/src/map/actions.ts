/** What a person does to the maps. The maps' elements tell one another; the page hears of less. */
import type { AddedLoad, Probe, RowTrace, Which } from "../../../pkg/hotsplit.js";
import type { Layer, Mode, Pin, ServerAt, Tone } from "../state/map.js";
import type { Frame } from "../state/state.js";

/** A pin with what the engine says of it. */
export interface Pinned extends Pin {
  readonly probe: Probe;
  /** Where its rows are in the other run, once that is known. */
  readonly trace?: RowTrace | undefined;
}

/** Ranges of a time that are asked which server they are on. Ours: few servers are hot by more. */
export const ASKED = 40;

/** What a server serves at a time. */
export interface Served extends ServerAt {
  readonly found: readonly { readonly row: number; readonly probe: Probe }[];
}

/** One thing done. */
export type MapAction =
  /** Shows a part of a map; a `step` of a longer movement can be gone back on as one. */
  | { readonly do: "view"; readonly which: Which; readonly frame: Frame; readonly step: boolean }
  /** Goes back to the previous view, or to everything. */
  | { readonly do: "back" }
  | { readonly do: "whole" }
  /** Shows even tables and indexes one by one. */
  | { readonly do: "unfold" }
  /** Pins something, or takes its pin off; where it is pinned instead of another, that goes. */
  | { readonly do: "pin"; readonly pin: Pin; readonly instead?: Pin }
  | { readonly do: "tone"; readonly tone: Tone }
  /** What is hottest in view is white, or what is white is the same for all runs. */
  | { readonly do: "relative"; readonly on: boolean }
  | { readonly do: "layer"; readonly layer: Layer; readonly on: boolean }
  | { readonly do: "mode"; readonly mode: Mode }
  /** Goes to the line to blame of a table or index, or to its statement. */
  | { readonly do: "line"; readonly which: Which; readonly object: string }
  /** Looks at a cell, and moves the view to it. */
  | {
      readonly do: "look";
      readonly which: Which;
      readonly row: number;
      readonly column: number;
    }
  /** Closes what is told of a server. */
  | { readonly do: "unserve" }
  /** Goes to the next or previous hot range. */
  | { readonly do: "next"; readonly which: Which; readonly by: 1 | -1 }
  /** Looks for a table, and goes to it once it is named. */
  | { readonly do: "find"; readonly which: Which }
  /** Tells what a server serves at a time. */
  | {
      readonly do: "server";
      readonly which: Which;
      readonly server: number;
      readonly column: number;
    }
  /** Plays a range over time as tones, or stops. */
  | { readonly do: "hear"; readonly which: Which; readonly row: number }
  /** Drags on the maps add load, or show a part as usual. */
  | { readonly do: "adding"; readonly on: boolean }
  /** Adds load to some cells: first and one past the last; a part of a map as it was drawn. */
  | {
      readonly do: "add";
      readonly which: Which;
      readonly rows: readonly [number, number];
      readonly columns: readonly [number, number];
      /** It is for one row in their middle. */
      readonly oneRow: boolean;
    }
  /** Load that was added is changed or taken off: all that is left. */
  | { readonly do: "added"; readonly added: readonly AddedLoad[] };

/** Name of the event that carries one. */
export const MAP_ACTION = "hotsplit-map";

/** Tells the elements around of it. */
export function tell(from: EventTarget, action: MapAction): void {
  from.dispatchEvent(
    new CustomEvent(MAP_ACTION, { detail: action, bubbles: true, composed: true }),
  );
}

declare global {
  interface HTMLElementEventMap {
    [MAP_ACTION]: CustomEvent<MapAction>;
  }
}
