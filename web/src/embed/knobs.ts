/** The workload of a playground. Apart from `options.ts`, which a page loads before anything else. */

import type { Options } from "../share/options.js";
import { type Knobs, limited } from "../state/state.js";

/** The workload that attributes set; directives in the schema win over it. */
export function knobsOf({ nodes, writes, seed }: Options, knobs: Knobs): Knobs {
  return {
    ...knobs,
    ...(nodes === undefined ? {} : { nodes: limited("nodes", nodes) }),
    ...(writes === undefined ? {} : { writesPerSecond: limited("writesPerSecond", writes) }),
    ...(seed === undefined ? {} : { seed: limited("seed", seed) }),
  };
}
