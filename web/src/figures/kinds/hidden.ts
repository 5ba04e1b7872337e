/** A foreign key's hidden index: Spanner keeps one for each side that has none, and it can be the hotspot. */
import { count, percent } from "../../ui/words.js";
import type { Kind, State } from "../kind.js";
import { WIDTH, within } from "../kind.js";
import type { Result, RunOf } from "../runs.js";
import { box, heat, label, outcome, writes } from "../shapes.js";

const TIES = ["No foreign key", "References the id", "References shard and id"] as const;
const SCHEMAS = ["apart", "refersToId", "refersToKey"] as const;

const load = {
  name: "writes",
  label: "Load",
  min: 1_000,
  max: 20_000,
  step: 1_000,
  words: writes,
} as const;

const runOf = ({ tie = 0, writes: of = 0 }: State): RunOf => ({
  schema: SCHEMAS[tie] ?? "apart",
  ...{ nodes: 10, writes: of, minutes: 20, parts: 1 },
});

type Object = Result["objects"][number];

const isHidden = ({ kind }: Object) => kind === "managed index";

/** `referenced side, PaymentId` for what the engine calls the index of a foreign key. */
function nameOf({ name }: Object): string {
  const [, unique, of] = /^<managed (unique )?index of (.*)>$/.exec(name) ?? [];
  return of === undefined
    ? name
    : `${unique ? "referenced" : "referencing"} side, ${of.replace(/^.*\(|\)$/g, "")}`;
}

/** Load that fills a row: more is written beside it. */
const FULL = 2;

/** The kind. */
export const hidden: Kind = {
  title: "A foreign key's hidden index",
  controls: [{ name: "tie", label: "Foreign key", options: TIES }, load],
  first: { tie: 1, writes: 8_000 },
  height: 226,
  runs: (state) => [runOf(state)],
  picture: (state, find) => {
    const objects = find(runOf(state))?.objects ?? [];
    const [x, width] = [12, WIDTH - 24];
    const limit = x + width / FULL;
    return [
      label(x, 18, "Busiest keys; the line: limit of a split"),
      ...objects.flatMap((one, at) => {
        const y = 30 + at * 48;
        const long = (Math.min(FULL, one.load) / FULL) * width;
        return [
          label(x, y + 14, `${isHidden(one) ? "Hidden: " : "Table "}${nameOf(one)}`),
          box({ x, y: y + 20, width, height: 20 }, "tank"),
          box({ x, y: y + 20, width: long, height: 20 }, heat(one.load)),
          box({ x: limit - 1, y: y + 18, width: 2, height: 24 }, "limit"),
          label(x + width - 4, y + 35, percent(one.load), { anchor: "end", look: "on" }),
        ];
      }),
    ];
  },
  words: (state, find) => {
    const { tie = 0, writes: of = 0 } = state;
    const result = find(runOf(state));
    const name = TIES[tie] ?? TIES[0];
    if (!result) return `${name}, ${writes(of)}.`;
    const extra = result.objects.filter(isHidden);
    const worst = [...result.objects].sort((a, b) => b.load - a.load)[0];
    return (
      `${name}: Spanner adds ${count(extra.length, "hidden index", "hidden indexes")}. ` +
      (worst
        ? `The busiest keys are those of ${isHidden(worst) ? "the hidden index, " : "table "}` +
          `${nameOf(worst)}, at ${percent(worst.load)} of what a split can serve. `
        : "") +
      `Simulated: ${outcome(result)}.`
    );
  },
  drag: (state, at) => ({ ...state, writes: within(load, at * load.max) }),
};
