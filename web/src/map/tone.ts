/** Brightness: where on the legend's ramp black and white begin. The engine paints with it. */
import type { Tone } from "../state/map.js";

/** Least distance of black and white on the ramp. */
export const TONE_MIN = 0.02;

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
