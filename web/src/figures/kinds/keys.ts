/** One load on several keys: where its rows go shows what the key starts with. */
import type { Kind, State } from "../kind.js";
import { WIDTH, within } from "../kind.js";
import type { RunOf } from "../runs.js";
import type { SchemaName } from "../schemas.js";
import { atWork, label, map, outcome, tanks, writes } from "../shapes.js";

const KEYS: readonly (readonly [name: string, schema: SchemaName])[] = [
  ["id that counts up", "counter"],
  ["time, latest first", "descending"],
  ["user, time", "swapped"],
  ["random id", "uuid"],
  ["shard of 8, id", "sharded"],
  ["reversed bits", "reversed"],
  ["UUID version 1", "swept"],
  ["one row", "total"],
];

const load = {
  name: "writes",
  label: "Load",
  min: 1_000,
  max: 20_000,
  step: 1_000,
  words: writes,
} as const;

/** The load that a schema states of itself. */
const STATED = 12_000;

const chosen = ({ key = 0 }: State) => KEYS[key] ?? (["", "counter"] as const);

function runOf(state: State): RunOf {
  const { writes: of = STATED } = state;
  const [, schema] = chosen(state);
  return {
    ...{ schema, shards: 8, nodes: 10, writes: of, minutes: 20, parts: 24 },
    // Rates that a schema states hold, whatever is asked for beside it; a pace scales them.
    ...(schema === "total" && of !== STATED
      ? { pace: { kind: "step" as const, before: of / STATED, second: 20 * 60 } }
      : {}),
  };
}

const MAP = { x: 12, y: 28, width: WIDTH - 24, height: 130 };

/** The kind. */
export const keys: Kind = {
  title: "One load on several keys",
  controls: [{ name: "key", label: "Key", options: KEYS.map(([name]) => name) }, load],
  first: { key: 0, writes: STATED },
  height: 268,
  runs: (state) => [runOf(state)],
  picture: (state, find) => {
    const result = find(runOf(state));
    return [
      label(MAP.x, 18, "Keys, downwards, over 20 minutes"),
      ...map(result?.cells ?? [], MAP),
      label(MAP.x, 186, "Ten servers: utilisation"),
      ...tanks(result?.servers ?? [], { x: MAP.x, y: 196, width: MAP.width, height: 62 }),
    ];
  },
  words: (state, find) => {
    const result = find(runOf(state));
    const [name] = chosen(state);
    if (!result) return `Key: ${name}.`;
    return `Key: ${name}. ${atWork(result)}: ${outcome(result)}.`;
  },
  drag: (state, at) => ({ ...state, writes: within(load, at * load.max) }),
};
