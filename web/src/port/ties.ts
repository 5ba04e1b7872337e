/** Which parts of a dump and of its port belong together. */
import type { PortReport } from "../../../pkg/hotsplit_port.js";

/** A side of the view. */
export type Side = "source" | "target";

/** A part of one side, in UTF-16 code units. */
export interface Part {
  readonly from: number;
  readonly to: number;
}

/** What is lit on each side. */
export type Lit = { readonly [S in Side]: readonly Part[] };

/** Nothing is. */
export const UNLIT: Lit = { source: [], target: [] };

type Tie = PortReport["map"][number];

const sourceOf = ([from, to]: Tie): Part => ({ from, to });
const targetOf = ([, , from, to]: Tie): Part => ({ from, to });
const OF = { source: sourceOf, target: targetOf } as const;

/** The other side. */
export const otherOf = (side: Side): Side => (side === "source" ? "target" : "source");

/**
 * What belongs to a line of one side. A tie that reaches beyond the line, such as that of the whole
 * table, counts only where nothing closer does.
 */
export function tied(map: readonly Tie[], side: Side, line: Part): Lit {
  const here = OF[side];
  const met = map.filter((tie) => {
    const { from, to } = here(tie);
    return from < Math.max(line.to, line.from + 1) && line.from < to;
  });
  const within = met.filter((tie) => here(tie).from >= line.from && here(tie).to <= line.to);
  const close = within.length > 0 ? within : met;
  return { source: close.map(sourceOf), target: close.map(targetOf) };
}

/** The place on the other side for what is at the top of one side, so that both scroll together. */
export function placeOf(map: readonly Tie[], side: Side, at: number): number | undefined {
  let best: Tie | undefined;
  const here = OF[side];
  for (const tie of map) {
    const { from, to } = here(tie);
    if (to < at) continue;
    // The first that is at the place or behind it, and of those the smallest.
    const known = best && here(best);
    if (!known || from < known.from || (from === known.from && to < known.to)) best = tie;
  }
  return best && OF[otherOf(side)](best).from;
}
