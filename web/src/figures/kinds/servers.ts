/** Servers filling: as load grows, one server fills, or all of them do. */
import { percent } from "../../ui/words.js";
import type { Kind, State } from "../kind.js";
import { WIDTH, within } from "../kind.js";
import type { RunOf } from "../runs.js";
import { atWork, label, tanks, time, writes } from "../shapes.js";

const KEYS = ["Ids that count up", "Random ids"] as const;

const load = {
  name: "writes",
  label: "Load",
  min: 1_000,
  max: 40_000,
  step: 1_000,
  words: writes,
} as const;

const runOf = ({ key = 0, writes: of = 0 }: State): RunOf => ({
  schema: key === 0 ? "counter" : "uuid",
  ...{ nodes: 10, writes: of, minutes: 20, parts: 1 },
});

/** The kind. */
export const servers: Kind = {
  title: "Servers filling",
  controls: [{ name: "key", label: "Key", options: KEYS }, load],
  first: { key: 0, writes: 12_000 },
  height: 214,
  runs: (state) => [runOf(state)],
  picture: (state, find) => {
    const result = find(runOf(state));
    const [x, width] = [12, WIDTH - 24];
    return [
      label(x, 18, "Ten servers: utilisation"),
      ...tanks(result?.servers ?? [], { x, y: 30, width, height: 140 }),
      ...(result
        ? [
            label(x, 200, `Served: ${writes(result.served)}`),
            label(WIDTH - 12, 200, `p99: ${time(result.p99)}`, { anchor: "end" }),
          ]
        : []),
    ];
  },
  words: (state, find) => {
    const result = find(runOf(state));
    const name = KEYS[state.key === 0 ? 0 : 1];
    if (!result) return `${name} at ${writes(state.writes ?? 0)}.`;
    const { hottest, served, offered, p99 } = result;
    return (
      `${name} at ${writes(offered)}: ${atWork(result)}, the hottest ` +
      `at ${percent(hottest)}. ${writes(served)} are served; 99 % of clients wait at ` +
      `most ${time(p99)}.`
    );
  },
  drag: (state, at) => ({ ...state, writes: within(load, at * load.max) }),
};
