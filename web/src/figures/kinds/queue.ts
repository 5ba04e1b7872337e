/** A queue draining: while more arrives than a split can serve, requests wait, and for long afterwards. */
import { number } from "../../ui/words.js";
import { draw } from "../drawing.js";
import type { Kind, State } from "../kind.js";
import { WIDTH, within } from "../kind.js";
import { type Result, type RunOf, STEPS } from "../runs.js";
import { box, label, time, writes } from "../shapes.js";

/** Load after the burst, and when that ends. */
const [AFTER, BURST_SECONDS] = [2_000, 240];

const burst = {
  name: "burst",
  label: "Burst of four minutes",
  min: 2_000,
  max: 6_000,
  step: 100,
  words: writes,
} as const;

const MINUTES = 20;

const step = {
  name: "step",
  label: "Time",
  min: 0,
  max: STEPS - 1,
  step: 1,
  words: (at: number) => `minute ${Math.round(((at + 0.5) * MINUTES) / STEPS)}`,
} as const;

const runOf = ({ burst: of = AFTER }: State): RunOf => ({
  ...{ schema: "counter", nodes: 10, writes: AFTER, minutes: MINUTES, parts: 1, open: true },
  pace: { kind: "step", before: of / AFTER, second: BURST_SECONDS },
});

/** Longest wait that fits the picture, ms. */
const TALL = 180_000;

/** From so long a wait on there is a queue, ms: commits themselves take some milliseconds. */
const QUEUED = 250;

const CHART = { x: 12, y: 30, width: WIDTH - 24, height: 130 };

/** The last minute in which requests queue; absent where they never do. */
function lastOf({ waits, step: minutes }: Result): number | undefined {
  const at = waits.findLastIndex((wait) => wait > QUEUED);
  return at < 0 ? undefined : Math.round((at + 1) * minutes);
}

/** The kind. */
export const queue: Kind = {
  title: "A queue draining",
  controls: [burst, step],
  first: { burst: 5_000, step: 5 },
  height: 214,
  runs: (state) => [runOf(state)],
  picture: (state, find) => {
    const { step: at = 0 } = state;
    const waits = find(runOf(state))?.waits ?? [];
    const each = CHART.width / STEPS;
    const end = CHART.x + (BURST_SECONDS / 60 / MINUTES) * CHART.width;
    const cursor = CHART.x + (at + 0.5) * each;
    return [
      label(CHART.x, 20, "Wait of a request by its time"),
      box(CHART, "tank"),
      ...waits.map((wait, one) => {
        const height = Math.min(1, wait / TALL) * CHART.height;
        const [x, y] = [CHART.x + one * each + 1, CHART.y + CHART.height - height];
        return box({ x, y, width: each - 2, height }, one === at ? "hot" : "warm");
      }),
      draw("line", { x1: end, x2: end, y1: CHART.y, y2: CHART.y + CHART.height, class: "axis" }),
      label(end + 5, CHART.y + 16, "burst ends", { look: "quiet" }),
      draw("line", { x1: cursor, x2: cursor, y1: 24, y2: 168, class: "knife" }),
      draw("circle", { cx: cursor, cy: 168, r: 8, class: "handle" }),
      label(CHART.x, 204, `In ${step.words(at)}: ${time(waits[at] ?? 0)}`),
    ];
  },
  words: (state, find) => {
    const { burst: of = AFTER, step: at = 0 } = state;
    const result = find(runOf(state));
    if (!result) return `A burst of ${writes(of)}.`;
    const last = lastOf(result);
    const until =
      last === undefined ? "No queue forms." : `The queue is gone after minute ${number(last)}.`;
    return (
      `${writes(of)} for ${BURST_SECONDS / 60} minutes, then ${writes(AFTER)}. The one split ` +
      `with the newest keys can serve ${writes(result.sustainable)}. A request of ${step.words(at)} waits up to ` +
      `${time(result.waits[at] ?? 0)}. ${until}`
    );
  },
  drag: (state, at) => ({ ...state, step: within(step, at * STEPS - 0.5) }),
};
