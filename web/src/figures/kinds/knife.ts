/** Key order with a knife: rows lie in the order of their keys, and a split point divides their load. */
import { percent } from "../../ui/words.js";
import { type Drawing, draw } from "../drawing.js";
import type { Kind, State } from "../kind.js";
import { WIDTH, within } from "../kind.js";
import type { RunOf } from "../runs.js";
import { keys, label, outcome, tanks } from "../shapes.js";

/** Ranges of keys that one can cut between. */
const PARTS = 20;

const KEYS = ["Ids that count up", "Random ids"] as const;

const cut = {
  name: "cut",
  label: "Split point",
  min: 1,
  max: PARTS - 1,
  step: 1,
  words: (at: number) => `${percent(at / PARTS)} of the keys`,
} as const;

const runOf = ({ key = 0 }: State): RunOf => ({
  schema: key === 0 ? "counter" : "uuid",
  ...{ nodes: 2, writes: 6_000, minutes: 20, parts: PARTS },
});

/** Rows that are drawn. */
const ROWS = 20;

/** Load of each range, of which the last has the newest keys. */
const loadsOf = (cells: readonly (readonly number[])[]) => cells.map((steps) => steps.at(-1) ?? 0);

/** The load of the split on either side of the cut, as a share of what one split can serve. */
function sides(state: State, find: Parameters<Kind["picture"]>[1]): readonly [number, number] {
  const { cut: at = 1 } = state;
  const result = find(runOf(state));
  const counter = find(runOf({ key: 0 }));
  if (!result || !counter) return [0, 0];
  const loads = loadsOf(result.cells);
  const sum = (some: readonly number[]) => some.reduce((all, one) => all + one, 0);
  const left = sum(loads.slice(0, at)) / Math.max(sum(loads), Number.MIN_VALUE);
  // All that the counter can sustain is what its one split can serve.
  const whole = result.offered / Math.max(1, counter.sustainable);
  return [left * whole, (1 - left) * whole];
}

/** Rows in their order of arrival above their places in the order of keys. */
function rows({ key = 0 }: State, { x, y, width }: Record<"x" | "y" | "width", number>): Drawing[] {
  return Array.from({ length: ROWS }, (_, at) => {
    // Steps of the golden ratio stand for random keys: as even, and the same each time.
    const place = key === 0 ? (at + 0.5) / ROWS : (at * 0.618 + 0.31) % 1;
    const [cx, cy] = [x + place * width, y + 26 - at * 1.2];
    return draw("circle", { cx, cy, r: 4, class: at === ROWS - 1 ? "row new" : "row" });
  });
}

/** The kind. */
export const knife: Kind = {
  title: "Key order with a knife",
  controls: [{ name: "key", label: "Key", options: KEYS }, cut],
  first: { key: 0, cut: 10 },
  height: 268,
  // The counter says what one split can serve.
  runs: (state) => (state.key === 0 ? [runOf(state)] : [runOf(state), runOf({ key: 0 })]),
  picture: (state, find) => {
    const result = find(runOf(state));
    const [x, width] = [12, WIDTH - 24];
    const at = x + ((state.cut ?? 1) / PARTS) * width;
    const [left, right] = sides(state, find);
    return [
      label(x, 18, "Rows in key order, the newest on top"),
      ...rows(state, { x, y: 32, width }),
      ...keys(result ? loadsOf(result.cells) : [], { x, y: 72, width, height: 34 }),
      draw("line", { x1: at, x2: at, y1: 26, y2: 116, class: "knife" }),
      draw("circle", { cx: at, cy: 116, r: 9, class: "handle" }),
      label(x, 148, "Load of the left split"),
      label(WIDTH - 12, 148, "of the right one", { anchor: "end" }),
      ...tanks([left, right], { x, y: 158, width, height: 98 }),
    ];
  },
  words: (state, find) => {
    const [left, right] = sides(state, find);
    const result = find(runOf(state));
    const name = KEYS[state.key === 0 ? 0 : 1];
    return (
      `${name}, cut at ${cut.words(state.cut ?? 1)}: the load of the left split is ${percent(left)} ` +
      `of the limit of a split, that of the right one ${percent(right)}.` +
      (result ? ` Simulated, with Spanner's own splits: ${outcome(result)}.` : "")
    );
  },
  drag: (state, at) => ({ ...state, cut: within(cut, at * PARTS) }),
};
