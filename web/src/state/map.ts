/** What a person set on the maps: how they stand, what is marked and pinned. A link carries it. */
import type { Which } from "../../../pkg/hotsplit.js";

/** How the two maps stand to each other. */
export type Mode = "pair" | "swipe" | "difference";

/** Kinds of marks that can be shown or hidden. */
export const LAYERS = ["shapes", "over", "splits", "sizes", "moves", "merges"] as const;

/** One of them. */
export type Layer = (typeof LAYERS)[number];

/** Where on the legend's ramp black and white begin, 0 to 1. */
export interface Tone {
  /** At and below it all is as dark as idle. */
  readonly dark: number;
  /** At and above it all is as bright as can be. */
  readonly bright: number;
}

/** As the engine paints. */
export const USUAL: Tone = { dark: 0, bright: 1 };

/** Pins at most: more are not told apart. */
export const PINS_MAX = 9;

/** Pieces of load that may be added at most, as the engine has it. */
export const ADDED_MAX = 32;

/** A cell, or a whole table or index, that is pinned. */
export interface Pin {
  readonly which: Which;
  readonly row: number;
  readonly column: number;
  /** First row and one past the last of all that is pinned. */
  readonly rows: readonly [number, number];
}

/** A server at a time, to be told what it serves. */
export interface ServerAt {
  readonly which: Which;
  readonly server: number;
  readonly column: number;
}

/** All that is set on the maps. */
export interface MapSettings {
  readonly mode: Mode;
  /** Where the compare slider is, 0 to 1. */
  readonly divider: number;
  /** Marks that are shown. */
  readonly layers: readonly Layer[];
  readonly tone: Tone;
  /** What is hottest in view is white, however little that is; the tone is left alone. */
  readonly relative: boolean;
  /** The moment shown, as a fraction of the run; all of it without one. */
  readonly moment?: number | undefined;
  readonly pins: readonly Pin[];
  readonly served?: ServerAt | undefined;
  /** With hot objects first: even tables and indexes are shown one by one. */
  readonly openFolded: boolean;
}

/** As the maps are before anything is set. */
export const MAP: MapSettings = {
  mode: "pair",
  divider: 0.5,
  layers: ["shapes", "over"],
  tone: USUAL,
  relative: false,
  pins: [],
  openFolded: false,
};

/** What of it is not as usual; nothing where all is. A link stays as short as it can. */
export function unusual(map: MapSettings): Partial<MapSettings> | undefined {
  const entries = Object.entries(map).filter(([name, value]) => {
    const usual: unknown = MAP[name as keyof MapSettings];
    return value !== undefined && JSON.stringify(value) !== JSON.stringify(usual);
  });
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

/** Runs that maps are of. */
interface Runs {
  readonly before: { readonly rows: number; readonly columns: number };
  readonly after?: { readonly rows: number; readonly columns: number };
}

/** What stays set when other runs come: pins are of those before. */
export function afterRuns(map: MapSettings, { after }: Runs): MapSettings {
  const mode = after ? map.mode : "pair";
  if (map.pins.length === 0 && !map.served && mode === map.mode) return map;
  return { ...map, mode, pins: [], served: undefined };
}

/** What of the settings of a link its runs have: the same object where they have all. */
export function fitted(map: MapSettings, runs: Runs): MapSettings {
  const has = ({ which, column }: { which: Which; column: number }, end: number) => {
    const run = runs[which];
    return run !== undefined && column < run.columns && end <= run.rows;
  };
  const pins = map.pins.filter((pin) => has(pin, pin.rows[1]));
  const served = map.served && has(map.served, 0) ? map.served : undefined;
  const mode = runs.after ? map.mode : "pair";
  const all = mode === map.mode && served === map.served && pins.length === map.pins.length;
  return all ? map : { ...map, mode, served, pins };
}
