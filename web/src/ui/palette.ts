/**
 * The legend's side of the engine's colour scale (`heat/pixels.rs`): the same stops and the same
 * levels, so that the ramp shows the very colours of the maps.
 */
import type { Palette } from "../../../pkg/hotsplit.js";

/** Colours from darkest to brightest, evenly spread over levels 0 to 255. */
const STOPS: { readonly [P in Palette]: string } = {
  // Cool below 50 % of a split, warm up to 100 %, red above.
  health:
    "050c1e 0b1a49 162671 232d8f 3737a3 4f3eae 8f620a 9a670c a46b0d " +
    "ac6d0e b66e0f fb5b43 fd7469 fd8b85 fda6a4 febebd fed6d6",
  inferno:
    "000004 0b0724 210c4a 3d0965 57106e 71196e 8a226a a32c61 bc3754 " +
    "d24644 e45a31 f1731d f98e09 fcac11 f9cb35 f2ea69 fcffa4",
  cividis:
    "002051 012b65 12376c 27426e 3d4d6e 51596e 63646f 727071 807c75 " +
    "8d8877 9b9578 aaa276 bcaf71 cfbd67 e3cc5b f4db4e fdea45",
  viridis:
    "440154 481a6c 472f7d 414487 39568c 31688e 2a788e 23888e 1f988b " +
    "22a884 35b779 54c568 7ad151 a5db36 d2e21b f1e51d fde725",
  greys:
    "000000 101010 202020 303030 404040 505050 606060 707070 808080 " +
    "909090 a0a0a0 b0b0b0 c0c0c0 d0d0d0 e0e0e0 f0f0f0 ffffff",
  // As light as the hues of servers, and none of them.
  servers:
    "060606 0e0e0e 171717 212121 2b2b2b 363636 414141 4c4c4c 585858 " +
    "646464 707070 7c7c7c 898989 969696 a3a3a3 b0b0b0 bebebe",
};

/** The hues of the first servers, each as a saturated server has it; with more they repeat. */
const HUES =
  "d6504d 179a76 b758b8 7f8d14 587ae8 c56613 1794a1 cd4f8a 359c34 9466d9 a57c13 168ccb".split(" ");

/** The hues there are for so many servers, for CSS: the place of each is its server. */
export function hues(servers: number): string[] {
  return HUES.slice(0, servers).map((rgb) => `#${rgb}`);
}

/** Much less, the same, much more: the colours of a difference. */
const DIFFERENCE = "053061 2166ac 4393c3 92c5de f2f2f0 fdb863 e08214 b35806 7f3b08".split(" ");

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

/** The level of a place on the ramp. */
export function levelAt(place: number): number {
  const at = Math.min(1, Math.max(0, place));
  // A level begins at its place, but for rounding.
  if (at < FULL_AT) return Math.floor(IDLE + ((FULL - IDLE) * at) / FULL_AT + 1e-9);
  return Math.floor(OVER + ((MAX - OVER) * (at - FULL_AT)) / (1 - FULL_AT) + 1e-9);
}

/** The share of what one split can take at a place of the ramp; without an end at its end. */
export function shareAt(place: number, log: boolean): number {
  if (place >= FULL_AT) return 1 / Math.max(0, 1 - (place - FULL_AT) / (1 - FULL_AT));
  const held = Math.max(0, place) / FULL_AT;
  return log ? (LOG_RANGE ** held - 1) / (LOG_RANGE - 1) : held;
}

/**
 * The place of the ramp at which white has to begin for a share to be white, and hardly less. The
 * engine tells shares apart by the upper half of their bits, so it begins one such step below.
 */
export function whiteAt(share: number, log: boolean): number {
  const bits = new DataView(new ArrayBuffer(4));
  bits.setFloat32(0, share);
  bits.setUint32(0, Math.max(0, ((bits.getUint32(0) >>> 16) - 1) * 0x10000));
  return onRamp(bits.getFloat32(0), log);
}

/** The colour of a level, as the engine mixes it. */
function mixed(palette: Palette, level: number): number[] {
  const stops = STOPS[palette].split(" ");
  const at = (level / 255) * (stops.length - 1);
  const low = Math.min(stops.length - 2, Math.floor(at));
  const channel = (stop: number, from: number) =>
    Number.parseInt(stops[stop]?.slice(from, from + 2) ?? "0", 16);
  return [0, 2, 4].map((from) => {
    const [a, b] = [channel(low, from), channel(low + 1, from)];
    return Math.floor(a + (b - a) * (at - low) + 0.5);
  });
}

/** The colour of a level for CSS. */
export function colour(palette: Palette, level: number): string {
  return `rgb(${mixed(palette, level).join(" ")})`;
}

/** The ramp as the stops of a CSS gradient, with the step between full and over. */
export function ramp(palette: Palette, toned: (place: number) => number = (at) => at): string {
  const part = (start: number, end: number) =>
    Array.from({ length: 25 }, (_, i) => {
      const place = start + ((end - start) * i) / 24;
      return `${colour(palette, levelAt(toned(place)))} ${(place * 100).toFixed(2)}%`;
    });
  return [...part(0, FULL_AT - 1e-6), ...part(FULL_AT, 1)].join(", ");
}

/** The colours of a difference, less to more, as the stops of a CSS gradient. */
export function difference(): string {
  return DIFFERENCE.map((rgb) => `#${rgb}`).join(", ");
}
