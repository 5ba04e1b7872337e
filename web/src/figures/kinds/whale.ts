/** The largest tenant: its rows are neighbours, so its share of the load is on one server. */
import { percent } from "../../ui/words.js";
import type { Kind, State } from "../kind.js";
import { WIDTH, within } from "../kind.js";
import type { RunOf } from "../runs.js";
import { atWork, keys, label, outcome, tanks } from "../shapes.js";

const share = {
  name: "share",
  label: "Share of the largest tenant",
  min: 5,
  max: 60,
  step: 5,
  words: (of: number) => percent(of / 100),
} as const;

const runOf = ({ share: of = 40 }: State): RunOf => ({
  ...{ schema: "tenants", shards: of, nodes: 10, writes: 20_000, minutes: 20, parts: 40 },
});

/** The load of each range at the end. */
const loads = (cells: readonly (readonly number[])[]) => cells.map((steps) => steps.at(-1) ?? 0);

/** The kind. */
export const whale: Kind = {
  title: "The largest tenant",
  controls: [share],
  first: { share: 40 },
  height: 214,
  runs: (state) => [runOf(state)],
  picture: (state, find) => {
    const result = find(runOf(state));
    const [x, width] = [12, WIDTH - 24];
    return [
      label(x, 18, "Keys: tenants side by side"),
      ...keys(result ? loads(result.cells) : [], { x, y: 28, width, height: 34 }),
      label(x, 92, "Ten servers: utilisation"),
      ...tanks(result?.servers ?? [], { x, y: 102, width, height: 100 }),
    ];
  },
  words: (state, find) => {
    const { share: of = 40 } = state;
    const result = find(runOf(state));
    const name = `The largest tenant writes ${percent(of / 100)} of the rows`;
    if (!result) return `${name}.`;
    return `${name}: ${atWork(result)}, ${outcome(result)}.`;
  },
  drag: (state, at) => ({ ...state, share: within(share, at * share.max) }),
};
