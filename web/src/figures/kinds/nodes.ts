/** Nodes against throughput: what is sustained by more nodes, for a key that spreads and one that does not. */
import { count } from "../../ui/words.js";
import { type Drawing, draw } from "../drawing.js";
import type { Find, Kind } from "../kind.js";
import { WIDTH, within } from "../kind.js";
import type { RunOf } from "../runs.js";
import { box, label, writes } from "../shapes.js";

const slider = {
  name: "nodes",
  label: "Nodes",
  min: 1,
  max: 30,
  step: 1,
  words: (of: number) => count(of, "node"),
} as const;

/** Nodes whose runs the build makes for the curves. */
const POINTS = [1, 5, 10, 20, 30] as const;

const runOf = (schema: RunOf["schema"], nodes: number): RunOf => ({
  ...{ schema, nodes, writes: 12_000, minutes: 20, parts: 1 },
});

const CHART = { x: 12, y: 30, width: WIDTH - 24, height: 150 };

/** Writes/s at the top of the picture: what the most nodes can serve. */
const TOP = 110_000;

const x = (nodes: number) => CHART.x + (nodes / slider.max) * (CHART.width - 16);
const y = (perSecond: number) => CHART.y + CHART.height * (1 - Math.min(1, perSecond / TOP));

function curve(schema: RunOf["schema"], nodes: number, find: Find, look: string): Drawing[] {
  const at = (one: number) => find(runOf(schema, one))?.sustainable;
  const points = POINTS.flatMap((one) => {
    const value = at(one);
    return value === undefined ? [] : [`${Math.round(x(one))},${Math.round(y(value))}`];
  });
  const now = at(nodes);
  return [
    draw("polyline", { points: points.join(" "), class: `curve ${look}` }),
    ...(now === undefined
      ? []
      : [draw("circle", { cx: x(nodes), cy: y(now), r: 7, class: `point ${look}` })]),
  ];
}

/** The kind. */
export const nodes: Kind = {
  title: "Nodes against throughput",
  controls: [slider],
  first: { nodes: 10 },
  height: 216,
  runs: ({ nodes: of = 1 }) => [runOf("counter", of), runOf("uuid", of)],
  beside: POINTS.flatMap((of) => [runOf("counter", of), runOf("uuid", of)]),
  picture: ({ nodes: of = 1 }, find) => [
    label(CHART.x, 20, "Writes/s without a full server, by nodes"),
    box(CHART, "tank"),
    ...curve("uuid", of, find, "spread"),
    ...curve("counter", of, find, "tailed"),
    label(CHART.x + 8, CHART.y + 20, "random ids"),
    label(CHART.x + CHART.width - 8, CHART.y + CHART.height - 14, "ids that count up", {
      anchor: "end",
    }),
    label(x(of), 204, String(of), { anchor: "middle" }),
  ],
  words: ({ nodes: of = 1 }, find) => {
    const [counter, spread] = [find(runOf("counter", of)), find(runOf("uuid", of))];
    if (!counter || !spread) return `${count(of, "node")}.`;
    return (
      `${count(of, "node")} sustain ${writes(spread.sustainable)} with random ids, and ` +
      `${writes(counter.sustainable)} with ids that count up.`
    );
  },
  drag: (state, at) => ({ ...state, nodes: within(slider, at * (slider.max + 1)) }),
};
