/** What may be chosen about the maps, and what stands for any other word. */
import type { Metric, Palette } from "../../../pkg/hotsplit.js";

/** Palettes by name, with what people read. */
export const PALETTES: { readonly [P in Palette]: string } = {
  health: "Health",
  inferno: "Inferno",
  cividis: "Cividis",
  viridis: "Viridis",
  greys: "Greys",
  servers: "By server",
};

/** Metrics by name. */
const METRICS: { readonly [M in Metric]: true } = {
  cpu: true,
  "rows-written": true,
  "bytes-written": true,
  "rows-read": true,
  "bytes-held": true,
};

/** A palette, or Inferno for any other word. */
export function palette(value: unknown): Palette {
  return isKey(PALETTES, value) ? value : "inferno";
}

/** A metric, or the load of a split for any other word. */
export function metric(value: unknown): Metric {
  return isKey(METRICS, value) ? value : "cpu";
}

function isKey<T extends object>(table: T, value: unknown): value is keyof T {
  return typeof value === "string" && Object.hasOwn(table, value);
}
