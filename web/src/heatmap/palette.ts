/**
 * The legend's side of the engine's colour scale (`heat/pixels.rs`): the same stops and the same
 * levels, so that the ramp shows the very colours of the maps.
 */
import type { Palette } from "../../../pkg/hotsplit.js";

/** Colours from darkest to brightest, evenly spread over levels 0 to 255. */
const STOPS: { readonly [P in Palette]: string } = {
  inferno:
    "000004 0b0724 210c4a 3d0965 57106e 71196e 8a226a a32c61 bc3754 " +
    "d24644 e45a31 f1731d f98e09 fcac11 f9cb35 f2ea69 fcffa4",
  cividis:
    "002051 012b65 12376c 27426e 3d4d6e 51596e 63646f 727071 807c75 " +
    "8d8877 9b9578 aaa276 bcaf71 cfbd67 e3cc5b f4db4e fdea45",
};

/** Levels of idle, of a split that is just full, of the least above it, and the greatest. */
const [IDLE, FULL, OVER, MAX] = [20, 160, 184, 255];

/** On the logarithmic scale one step in this many of a split is as dark as idle. */
const LOG_RANGE = 1024;

/** Share of the ramp that shows loads a split can take; the rest shows overload. */
export const FULL_AT = (FULL - IDLE) / (FULL - IDLE + MAX - OVER);

/** Where a share of what one split can take stands on the ramp, 0 to 1. */
export function onRamp(share: number, log: boolean): number {
  if (share >= 1) return FULL_AT + (1 - FULL_AT) * (1 - 1 / share);
  const held = Math.max(0, share);
  const level = log ? Math.log(1 + held * (LOG_RANGE - 1)) / Math.log(LOG_RANGE) : held;
  return level * FULL_AT;
}

/** The colour of a level, as the engine mixes it. */
function colour(palette: Palette, level: number): string {
  const stops = STOPS[palette].split(" ");
  const at = (level / 255) * (stops.length - 1);
  const low = Math.min(stops.length - 2, Math.floor(at));
  const channel = (stop: number, from: number) =>
    Number.parseInt(stops[stop]?.slice(from, from + 2) ?? "0", 16);
  const mixed = [0, 2, 4].map((from) => {
    const [a, b] = [channel(low, from), channel(low + 1, from)];
    return Math.floor(a + (b - a) * (at - low) + 0.5);
  });
  return `rgb(${mixed.join(" ")})`;
}

/** The ramp as the stops of a CSS gradient, with the step between full and over. */
export function ramp(palette: Palette): string {
  const part = (from: number, to: number, start: number, end: number) =>
    Array.from({ length: 13 }, (_, i) => {
      const place = start + ((end - start) * i) / 12;
      return `${colour(palette, from + ((to - from) * i) / 12)} ${(place * 100).toFixed(2)}%`;
    });
  return [...part(IDLE, FULL, 0, FULL_AT), ...part(OVER, MAX, FULL_AT, 1)].join(", ");
}
