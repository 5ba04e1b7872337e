/** The palettes of the legend: the same stops as the engine's, spread evenly from idle to full. */
import type { Palette } from "../../../pkg/hotsplit.js";

/** Colours from idle to saturated. */
export const STOPS: { readonly [P in Palette]: readonly string[] } = {
  inferno: ["#000004", "#280b54", "#65156e", "#9f2a63", "#d44842", "#f57d15", "#fac127", "#fcffa4"],
  cividis: ["#00204d", "#00316e", "#3d4e6c", "#5c6b6f", "#798973", "#a0a56e", "#cbbc5a", "#ffea46"],
};

/** Share of the scale at which a load of this share of a split stands. */
export function level(share: number, log: boolean): number {
  const held = Math.min(1, Math.max(0, share));
  return log ? Math.log2(1 + 255 * held) / 8 : held;
}
