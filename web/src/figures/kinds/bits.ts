/** Bits reversed: ids that follow each other, and where they go once their bits are read backwards. */
import { count, number } from "../../ui/words.js";
import { type Drawing, draw } from "../drawing.js";
import type { Kind } from "../kind.js";
import { WIDTH, within } from "../kind.js";
import type { RunOf } from "../runs.js";
import { box, keys, label, outcome } from "../shapes.js";

/** Bits of a positive INT64, which a bit-reversed sequence turns around. The sign stays. */
const BITS = 63;

/** Bits that are drawn: enough for the largest id. */
const DRAWN = 6;

/** Largest id that can be inserted here. */
const LAST = 2 ** DRAWN - 1;

/** Ranges of keys whose load is drawn. */
const KEYS = 24;

const LOAD = { nodes: 10, writes: 12_000, minutes: 20 } as const;
const COUNTER: RunOf = { schema: "counter", ...LOAD, parts: KEYS };
// Half of all INT64 is negative, and such a sequence uses none of it.
const REVERSED: RunOf = { schema: "reversed", ...LOAD, parts: 2 * KEYS };

/** Where an id is among all positive keys once its bits are reversed, 0 to 1. */
export function place(id: number): number {
  let turned = 0n;
  for (let bit = 0; bit < BITS; bit++) turned = (turned << 1n) | ((BigInt(id) >> BigInt(bit)) & 1n);
  return Number(turned) / 2 ** BITS;
}

/** The last bits of an id, highest first. */
const bitsOf = (id: number) => id.toString(2).padStart(DRAWN, "0");

const [LEFT, RIGHT] = [12, WIDTH - 12];

function strip(name: string, y: number, places: readonly number[], newest: number): Drawing[] {
  const x = (at: number) => LEFT + at * (RIGHT - LEFT);
  const line = { x1: LEFT, x2: RIGHT, y1: y + 24, y2: y + 24, class: "axis" };
  return [
    label(LEFT, y, name),
    draw("line", line),
    ...places.map((at) => draw("circle", { cx: x(at), cy: y + 24, r: 3.5, class: "row" })),
    draw("circle", { cx: x(newest), cy: y + 24, r: 7, class: "row new" }),
  ];
}

function digits(id: number, reversed: boolean, x: number): Drawing[] {
  const bits = [...bitsOf(id)];
  const shown = reversed ? bits.reverse() : bits;
  return shown.flatMap((bit, at) => [
    box({ x: x + at * 27, y: 8, width: 24, height: 28 }, bit === "1" ? "bit one" : "bit"),
    label(x + at * 27 + 12, 28, bit, { anchor: "middle", look: bit === "1" ? "on-bit" : "label" }),
  ]);
}

const inserted = {
  name: "id",
  label: "Newest id",
  min: 1,
  max: LAST,
  step: 1,
  words: (id: number) => number(id),
} as const;

/** The kind. */
export const bits: Kind = {
  title: "Bits reversed",
  controls: [inserted],
  first: { id: 11 },
  height: 252,
  runs: () => [COUNTER, REVERSED],
  picture: ({ id = 1 }, find) => {
    const ids = Array.from({ length: id }, (_, at) => at + 1);
    const last = (one: RunOf) => find(one)?.cells.map((steps) => steps.at(-1) ?? 0) ?? [];
    return [
      ...digits(id, false, LEFT),
      label(WIDTH / 2, 28, "→", { anchor: "middle" }),
      ...digits(id, true, RIGHT - DRAWN * 27 + 3),
      ...strip(
        "As counted",
        62,
        ids.map((one) => one / (LAST + 1)),
        id / (LAST + 1),
      ),
      ...strip("Bits reversed", 112, ids.map(place), place(id)),
      label(LEFT, 172, "Load over the keys in a run: counted, reversed"),
      ...keys(last(COUNTER), { x: LEFT, y: 182, width: RIGHT - LEFT, height: 24 }),
      ...keys(last(REVERSED).slice(-KEYS), { x: LEFT, y: 214, width: RIGHT - LEFT, height: 24 }),
    ];
  },
  words: ({ id = 1 }, find) => {
    const [counter, reversed] = [find(COUNTER), find(REVERSED)];
    const at = Math.round(place(id) * 100);
    const ran =
      counter && reversed
        ? ` Simulated, counted: ${outcome(counter)}. Reversed: ${outcome(reversed)}.`
        : "";
    return (
      `After ${count(id, "insert")} the newest id is ${number(id)}, binary ${bitsOf(id)}. ` +
      `As counted it is behind all others. Read backwards its bits put it at ${at} % of the keys.` +
      ran
    );
  },
  drag: (state, at) => ({ ...state, id: within(inserted, 1 + at * (LAST - 1)) }),
};
