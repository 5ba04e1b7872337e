/**
 * Brightness: where on the legend's ramp black and white begin. The engine paints; here its colours
 * are moved along the ramp, so that a load keeps its place on the scale.
 */
import type { Palette } from "../../../pkg/hotsplit.js";
import { FULL_AT, levelAt, levels, positionOf } from "./palette.js";

/** Places on the ramp, 0 to 1, and whether what is over capacity is hatched. */
export interface Tone {
  /** At and below it all is as dark as idle. */
  readonly dark: number;
  /** At and above it all is as bright as can be. */
  readonly bright: number;
  /** Hatch cells at 100 % and more. */
  readonly hatch: boolean;
}

/** As the engine paints. */
export const USUAL: Tone = { dark: 0, bright: 1, hatch: true };

/** Least distance of black and white on the ramp. */
export const TONE_MIN = 0.02;

/** Says whether nothing is to be moved. */
export function isUsual(tone: Tone): boolean {
  return tone.dark === 0 && tone.bright === 1 && tone.hatch;
}

/** A place on the ramp after black and white were moved. */
export function toned(place: number, { dark, bright }: Tone): number {
  return Math.min(1, Math.max(0, (place - dark) / Math.max(TONE_MIN, bright - dark)));
}

/** A tone with one end at another place, and the other where it must be. */
export function withEnd(tone: Tone, end: "dark" | "bright", place: number): Tone {
  const at = Math.min(1, Math.max(0, place));
  return end === "dark"
    ? { ...tone, dark: Math.min(at, tone.bright - TONE_MIN) }
    : { ...tone, bright: Math.max(at, tone.dark + TONE_MIN) };
}

/** Brighter (`steps` above 0) or darker: the white point moves by steps of a twentieth. */
export function brightened(tone: Tone, steps: number): Tone {
  return withEnd(tone, "bright", tone.bright - steps * 0.05);
}

/** One colour as it lies in memory of a little-endian machine, which all that run this are. */
function word(rgb: readonly number[], share = 1): number {
  const [r = 0, g = 0, b = 0] = rgb.map((channel) => Math.floor(channel / share));
  return ((0xff << 24) | (b << 16) | (g << 8) | r) >>> 0;
}

/** From each colour the engine paints to the one that is to be seen. */
function table(palette: Palette, tone: Tone): Map<number, number> {
  const colours = levels(palette);
  const [next, hatch] = [new Map<number, number>(), new Map<number, number>()];
  for (let level = 0; level < 256; level++) {
    // Levels without a place of their own are never painted.
    if (levelAt(positionOf(level)) !== level) continue;
    const rgb = colours[level] ?? [];
    const to = colours[levelAt(toned(positionOf(level), tone))] ?? [];
    next.set(word(rgb), word(to));
    // The engine's hatch is a third as bright.
    if (positionOf(level) >= FULL_AT) hatch.set(word(rgb, 3), word(to, tone.hatch ? 3 : 1));
  }
  // A colour of the ramp is what it is, also where a line of the hatch has the same.
  return new Map([...hatch, ...next]);
}

/** Moves the colours of a picture along the ramp; what is not of the ramp stays. */
export function recolour(pixels: Uint32Array, palette: Palette, tone: Tone): void {
  const to = table(palette, tone);
  let [last, seen] = [0, 0];
  for (let at = 0; at < pixels.length; at++) {
    const pixel = pixels[at] ?? 0;
    // Neighbours are mostly of one colour.
    if (pixel !== last) [last, seen] = [pixel, to.get(pixel) ?? pixel];
    pixels[at] = seen;
  }
}

/** Cells by their place on the ramp, in so many steps; those without keys are not counted. */
export function histogram(
  grid: Float32Array,
  steps: number,
  place: (share: number) => number,
): Uint32Array {
  const counts = new Uint32Array(steps);
  for (const share of grid) {
    if (Number.isNaN(share)) continue;
    const step = Math.min(steps - 1, Math.floor(place(share) * steps));
    counts[step] = (counts[step] ?? 0) + 1;
  }
  return counts;
}
