/** Children with their parent: lines of orders in a table of their own, or stored with their order. */
import { count, percent } from "../../ui/words.js";
import type { Kind, State } from "../kind.js";
import { WIDTH, within } from "../kind.js";
import type { RunOf } from "../runs.js";
import { label, outcome, tanks, writes } from "../shapes.js";

const PLACES = ["A table of their own", "Interleaved in their order"] as const;

const lines = {
  name: "lines",
  label: "Lines of an order",
  min: 1,
  max: 20,
  step: 1,
  words: (many: number) => count(many, "line"),
} as const;

/** Orders a second. */
const ORDERS = 1_000;

const runOf = ({ place = 0, lines: many = 5 }: State): RunOf => ({
  schema: place === 0 ? "linesApart" : "linesInside",
  ...{ shards: many, nodes: 10, writes: ORDERS * (1 + many), minutes: 20, parts: 1 },
});

/** The kind. */
export const family: Kind = {
  title: "Lines and their orders",
  controls: [{ name: "place", label: "Lines are in", options: PLACES }, lines],
  first: { place: 0, lines: 5 },
  height: 214,
  runs: (state) => [runOf(state)],
  picture: (state, find) => {
    const result = find(runOf(state));
    const [x, width] = [12, WIDTH - 24];
    return [
      label(x, 18, "Ten servers: utilisation"),
      ...tanks(result?.servers ?? [], { x, y: 30, width, height: 140 }),
      ...(result ? [label(x, 200, `Sustainable: ${writes(result.sustainable)}`)] : []),
    ];
  },
  words: (state, find) => {
    const { place = 0, lines: many = 5 } = state;
    const result = find(runOf(state));
    const name = `${writes(ORDERS)} of orders with ${lines.words(many)} each`;
    if (!result) return `${name}.`;
    const mean = result.servers.reduce((all, one) => all + one, 0) / result.servers.length;
    return (
      `${name}, ${place === 0 ? "in two tables" : "interleaved"}: servers at ${percent(mean)} on ` +
      `average, ${outcome(result)}. ${writes(result.sustainable)} could be sustained.`
    );
  },
  drag: (state, at) => ({ ...state, lines: within(lines, at * lines.max) }),
};
