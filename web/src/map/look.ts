/** What a person set on the maps, as a link carries it: how they stand, what is marked and pinned. */
import type { Which } from "../../../pkg/hotsplit.js";
import type { Mode } from "./deeds.js";
import type { Layer } from "./overlay.js";
import { type Tone, USUAL } from "./tone.js";

/** Cells that stay pinned at most: more are not told apart. */
export const PINS_MAX = 9;

/** Pieces of load that may be added at most, as the engine has it. */
export const ADDED_MAX = 32;

/** Where a pin stands; what it tells is asked anew. */
export interface PinAt {
  readonly which: Which;
  readonly row: number;
  readonly column: number;
  /** First row and one past the last of all that is pinned. */
  readonly rows: readonly [number, number];
}

/** A server that is asked what it serves at a time. */
export interface ServedAt {
  readonly which: Which;
  readonly server: number;
  readonly column: number;
}

/** All of it. */
export interface Look {
  readonly mode: Mode;
  /** Where the curtain hangs, 0 to 1. */
  readonly curtain: number;
  /** Marks that are shown. */
  readonly layers: readonly Layer[];
  readonly tone: Tone;
  /** What is hottest in view is white, however little that is; the tone is left alone. */
  readonly relative: boolean;
  /** The moment shown, as a fraction of the run; all of it without one. */
  readonly moment?: number;
  readonly pins: readonly PinAt[];
  readonly served?: ServedAt;
}

/** As the maps are before anything is set. */
export const PLAIN: Look = {
  mode: "pair",
  curtain: 0.5,
  layers: ["shapes", "over"],
  tone: USUAL,
  relative: false,
  pins: [],
};

/** It as far as it is not plain; nothing where all is. A link stays as short as it can. */
export function unusual(look: Look): Partial<Look> | undefined {
  const entries = Object.entries(look).filter(([name, value]) => {
    const usual: unknown = PLAIN[name as keyof Look];
    return value !== undefined && JSON.stringify(value) !== JSON.stringify(usual);
  });
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}
