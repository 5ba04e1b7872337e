/** A tail crossing splits: a table that is split in advance, and ids that pass one split after another. */
import { count, percent } from "../../ui/words.js";
import { draw } from "../drawing.js";
import type { Kind } from "../kind.js";
import { WIDTH, within } from "../kind.js";
import { type RunOf, STEPS } from "../runs.js";
import { label, map, tanks, writes } from "../shapes.js";

/** Ranges of keys that are drawn. */
const PARTS = 20;

const RUN: RunOf = {
  ...{ schema: "counter", nodes: 10, writes: 12_000, minutes: 20 },
  ...{ parts: PARTS, points: 1, follow: true },
};

const step = {
  name: "step",
  label: "Time",
  min: 0,
  max: STEPS - 1,
  step: 1,
  words: (at: number) => `minute ${Math.round(((at + 0.5) * RUN.minutes) / STEPS)}`,
} as const;

const MAP = { x: 12, y: 28, width: WIDTH - 24, height: 120 };

/** The kind. */
export const tail: Kind = {
  title: "A tail crossing splits",
  controls: [step],
  first: { step: 6 },
  height: 272,
  runs: () => [RUN],
  picture: ({ step: at = 0 }, find) => {
    const result = find(RUN);
    const x = MAP.x + ((at + 0.5) * MAP.width) / STEPS;
    const owner = result?.owners[at];
    const levels = (result?.servers ?? []).map((_, one) => (one === owner ? 1 : 0));
    return [
      label(MAP.x, 18, "Keys, downwards, over 20 minutes"),
      ...map(result?.cells ?? [], MAP),
      draw("line", { x1: x, x2: x, y1: 22, y2: 156, class: "knife" }),
      draw("circle", { cx: x, cy: 156, r: 8, class: "handle" }),
      label(MAP.x, 188, `Servers of these keys at ${step.words(at)}`),
      ...tanks(levels, { x: MAP.x, y: 198, width: MAP.width, height: 62 }),
    ];
  },
  words: ({ step: at = 0 }, find) => {
    const result = find(RUN);
    if (!result) return `${step.words(at)}.`;
    // What is sustained is what the one split with the tail can serve.
    const load = result.offered / result.sustainable;
    const owners = new Set(result.owners).size;
    return (
      `In ${step.words(at)} all inserts go to one of ${count(result.splits, "split")}, on server ` +
      `${(result.owners[at] ?? 0) + 1}: ${percent(load)} of what one split can serve. Over the run ` +
      `${count(owners, "server")} had their turn, one at a time: ${writes(result.served)} of ` +
      `${writes(result.offered)} are served.`
    );
  },
  drag: (state, at) => ({ ...state, step: within(step, at * STEPS - 0.5) }),
};
