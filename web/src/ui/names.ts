/** Which bands are named beside a map, and where: no name lies on another. */
import type { Band } from "../../../pkg/hotsplit.js";

/** Height of a name as large as most are, CSS pixels. */
export const NAME = 16;

/** A band in view: its edges as fractions of the map. */
export interface NamedBand {
  readonly band: Band;
  readonly from: number;
  readonly to: number;
}

/** A name: where it begins and how high its band is, in CSS pixels. */
export interface Name extends NamedBand {
  readonly top: number;
  readonly height: number;
}

/**
 * Names of bands, those that come first in `wanted` before others; and how many have no room. What
 * says so stands at the bottom, where no name is then.
 */
export function names(
  bands: readonly NamedBand[],
  high: number,
  wanted: (band: Band) => boolean,
  line = NAME,
): { readonly shown: readonly Name[]; readonly thin: number } {
  const all = fitted(bands, high, wanted, line);
  if (all.length === bands.length) return { shown: all, thin: 0 };
  const shown = fitted(bands, high, wanted, line, high - line);
  return { shown, thin: bands.length - shown.length };
}

function fitted(
  bands: readonly NamedBand[],
  high: number,
  wanted: (band: Band) => boolean,
  line: number,
  bottom = high,
): Name[] {
  const first = bands.filter(({ band }) => wanted(band));
  const rest = bands.filter(({ band }) => !wanted(band));
  const shown: Name[] = [];
  for (const name of [...first, ...rest]) {
    const last = bottom - line;
    if (last < 0) break;
    const top = Math.min(last, name.from * high);
    const room = Math.max(line, Math.min(bottom, name.to * high) - top);
    // What is wanted has its name also where its band is thin.
    const own = (name.to - name.from) * high >= line - 1 || wanted(name.band);
    const clear = shown.every(
      (other) => top + room <= other.top + 0.5 || top >= other.top + other.height - 0.5,
    );
    const tight = shown.every((other) => top + line <= other.top || top >= other.top + line);
    if (!own || !tight) continue;
    shown.push({ ...name, top, height: clear ? room : line });
  }
  return shown.sort((a, b) => a.top - b.top);
}

/** Height at which each hot band has at least 40 px, within bounds. */
export function tallFor(
  runs: readonly { readonly rows: number; readonly bands: readonly Band[] }[],
  { least, most }: { readonly least: number; readonly most: number },
): number {
  const needed = runs.flatMap(({ rows, bands }) => {
    const hot = bands.filter(({ folded }) => folded === undefined);
    const thinnest = Math.min(...hot.map((band) => band.rows / rows));
    return hot.length > 0 && thinnest > 0 ? [Math.ceil(HOT / thinnest)] : [];
  });
  return Math.min(most, Math.max(least, ...needed));
}

/** Height of a hot band, CSS pixels. */
const HOT = 40;
