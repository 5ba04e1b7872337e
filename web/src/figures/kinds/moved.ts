/** An index entry moving on update: the row stays where it is, its entry goes to the end of the index. */
import { count, percent } from "../../ui/words.js";
import { type Drawing, draw } from "../drawing.js";
import type { Kind, State } from "../kind.js";
import { WIDTH, within } from "../kind.js";
import type { Result, RunOf } from "../runs.js";
import { box, heat, label, writes } from "../shapes.js";

/** Rows that are drawn. */
const ROWS = 12;

/** Hash shards of the index that has some. */
const SHARDS = 4;

const INDEXES = ["None", "By time", "By shard and time"] as const;
const SCHEMAS = ["parcels", "byTime", "byShard"] as const;

const updates = {
  name: "updates",
  label: "Updates",
  min: 0,
  max: 24,
  step: 1,
  words: (of: number) => count(of, "update"),
} as const;

const runOf = ({ index = 1 }: State): RunOf => ({
  schema: SCHEMAS[index] ?? "byTime",
  ...(index === 2 ? { shards: SHARDS } : {}),
  ...{ nodes: 10, writes: 4_000, minutes: 20, parts: 1 },
});

/** Which row an update is of: each in turn, not side by side. */
const updated = (update: number) => (update * 5) % ROWS;

/** The last update of each row; those from before are negative. */
function lastOf(of: number): number[] {
  const last = Array.from({ length: ROWS }, (_, row) => row - ROWS);
  for (let update = 0; update < of; update++) last[updated(update)] = update;
  return last;
}

/** Where the entry of each row is among all entries, 0 to ROWS - 1. */
export function entriesOf(index: number, of: number): number[] {
  const last = lastOf(of);
  const shard = (row: number) => (index === 2 ? row % SHARDS : 0);
  const order = last
    .map((at, row) => ({ row, at }))
    .sort((a, b) => shard(a.row) - shard(b.row) || a.at - b.at);
  const places = Array<number>(ROWS).fill(0);
  for (const [place, { row }] of order.entries()) places[row] = place;
  return places;
}

const [LEFT, EACH] = [12, (WIDTH - 24) / ROWS];
const middle = (place: number) => LEFT + (place + 0.5) * EACH;

/** The highest load of a range of keys of the table or its index. */
const loadOf = (result: Result | undefined, kind: string) =>
  result?.objects.find((one) => one.kind === kind)?.load ?? 0;

function line(
  places: readonly number[],
  y: number,
  newest: number | undefined,
  load: number,
): Drawing[] {
  return places.flatMap((place, row) => {
    const look = row === newest ? "row new" : "row";
    return [
      box(
        { x: LEFT + place * EACH + 1, y, width: EACH - 2, height: 34 },
        `cell ${row === newest ? heat(load) : "idle"}`,
      ),
      draw("circle", { cx: middle(place), cy: y + 17, r: row === newest ? 8 : 6, class: look }),
    ];
  });
}

/** The kind. */
export const moved: Kind = {
  title: "An index entry moving on update",
  controls: [{ name: "index", label: "Index", options: INDEXES }, updates],
  first: { index: 1, updates: 4 },
  height: 216,
  runs: (state) => [runOf(state)],
  picture: (state, find) => {
    const { index = 1, updates: of = 0 } = state;
    const result = find(runOf(state));
    const newest = of > 0 ? updated(of - 1) : undefined;
    const rows = Array.from({ length: ROWS }, (_, row) => row);
    const entries = entriesOf(index, of);
    const [table, entry] = [loadOf(result, "table"), loadOf(result, "index")];
    const at = newest === undefined ? undefined : entries[newest];
    const tie = newest !== undefined && at !== undefined && index > 0;
    return [
      label(LEFT, 20, `Parcels by id: busiest keys at ${percent(table)} of a split`),
      ...line(rows, 30, newest, table),
      ...(tie
        ? [draw("line", { x1: middle(newest), x2: middle(at), y1: 66, y2: 140, class: "tie" })]
        : []),
      ...(index > 0 ? line(entries, 142, newest, entry) : []),
      label(
        LEFT,
        202,
        index > 0 ? `Index: busiest keys at ${percent(entry)} of a split` : "No index",
      ),
    ];
  },
  words: (state, find) => {
    const { index = 1, updates: of = 0 } = state;
    const result = find(runOf(state));
    const where = ["", "the end of the index", "the end of its shard"][index];
    const moves =
      index === 0
        ? `After ${count(of, "update")}: each changes its row in place, and those rows are spread over the keys.`
        : `After ${count(of, "update")}: each removes an entry of the index and adds one at ${where}.`;
    if (!result) return moves;
    return (
      `${moves} Simulated with ${writes(result.offered)}: the load on the busiest keys of the ` +
      `table is ${percent(loadOf(result, "table"))} of the limit of a split` +
      (index > 0 ? `, on those of the index ${percent(loadOf(result, "index"))}` : "") +
      `; ${writes(result.served)} are served.`
    );
  },
  drag: (state, at) => ({ ...state, updates: within(updates, at * updates.max) }),
};
