/** Hash shards: a hash of the id comes first in the key, so that there are as many write points. */
import { count, percent } from "../../ui/words.js";
import type { Kind, State } from "../kind.js";
import { WIDTH, within } from "../kind.js";
import type { RunOf } from "../runs.js";
import { atWork, heat, keys, label, outcome, tanks } from "../shapes.js";

const slider = {
  name: "shards",
  label: "Hash shards",
  min: 1,
  max: 32,
  step: 1,
  words: (shards: number) => count(shards, "shard"),
} as const;

const runOf = ({ shards = 1 }: State): RunOf => ({
  ...{ schema: "sharded", shards, nodes: 10, writes: 12_000, minutes: 20, parts: shards },
});

/** The load of each shard at the end. */
const loads = (cells: readonly (readonly number[])[]) => cells.map((steps) => steps.at(-1) ?? 0);

/** The kind. */
export const shards: Kind = {
  title: "Hash shards",
  controls: [slider],
  first: { shards: 3 },
  height: 236,
  runs: (state) => [runOf(state)],
  picture: (state, find) => {
    const result = find(runOf(state));
    const all = result ? loads(result.cells) : [];
    const [x, width] = [12, WIDTH - 24];
    return [
      label(x, 18, "Keys: one write point in each shard"),
      ...keys(all, { x, y: 28, width, height: 34 }),
      ...all.flatMap((load, at) =>
        all.length > 8
          ? []
          : [
              label(x + ((at + 0.5) * width) / all.length, 50, percent(load), {
                anchor: "middle",
                look: `on-${heat(load)}`,
              }),
            ],
      ),
      label(x, 92, "Servers: utilisation"),
      ...tanks(result?.servers ?? [], { x, y: 102, width, height: 122 }),
    ];
  },
  words: (state, find) => {
    const { shards: of = 1 } = state;
    const result = find(runOf(state));
    if (!result) return `${count(of, "shard")}.`;
    const peak = Math.max(0, ...loads(result.cells));
    return (
      `${count(of, "shard")}: ${count(of, "write point")}, each with up to ${percent(peak)} of the ` +
      `limit of a split; ${atWork(result)}. Simulated: ${outcome(result)}.`
    );
  },
  drag: (state, at) => ({ ...state, shards: within(slider, 1 + at * 31) }),
};
