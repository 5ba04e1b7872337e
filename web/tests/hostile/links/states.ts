/** States at random, as the page may hold them when someone shares what is shown. */
import type { Chosen, Metric, Palette, RunKnobs } from "../../../../pkg/hotsplit.js";
import type { Progress } from "../../../src/lessons/progress.js";
import { ADDED_MAX, LAYERS, type MapSettings, PINS_MAX } from "../../../src/state/map.js";
import { type Frame, type Kept, LIMITS, type View, WHOLE } from "../../../src/state/state.js";
import type { Random } from "./random.js";

/** Pieces of texts: plain, hostile to markup, to JSON, to encodings, to whoever reads them. */
const PIECES = [
  "CREATE TABLE T (\n  Id INT64 NOT NULL,\n) PRIMARY KEY (Id);\n",
  "CREATE TABLE `<img src=x onerror=alert(1)>` (Id STRING(36)) PRIMARY KEY (Id);\n",
  "-- hotsplit: writes=4000/s nodes=12\n",
  "\u0000\u0001\u001f\u007f",
  "\ud800",
  "\udc00\ud83d",
  "👩‍👩‍👧 הזמנות \u202e\u2066",
  '"\\"\\u0000\\\\',
  "__proto__ constructor toString",
  "</script><!--",
  "\r\n\t\u2028\u2029\ufeff",
] as const;

/** A text of up to so many pieces. */
export function text(random: Random, most = 12): string {
  return random.many(most, () => random.of(PIECES)).join("");
}

const WORDS = [
  "key-timestamp-first T.Id",
  "hash-shard-prefix",
  "",
  "__proto__",
  "shards",
  "💥",
] as const;

/** What may be chosen about the maps; a link may name no other. */
export const PALETTES: readonly Palette[] = [
  ...(["health", "inferno", "cividis", "viridis", "greys", "servers"] as const),
];
export const METRICS: readonly Metric[] = [
  ...(["cpu", "rows-written", "bytes-written", "rows-read", "bytes-held"] as const),
];

const chosen = (random: Random): Chosen => ({
  finding: random.of(WORDS),
  fix: random.of(WORDS),
  ...(random.chance(0.5) && { set: { [random.of(WORDS)]: text(random, 2) } }),
});

/** An amount: small, large, or as large as there are any. */
const amount = (random: Random) =>
  random.of([0, random.share(), random.below(1_000), 1e308, Number.MIN_VALUE, 0xffff_ffff]);

const whole = (random: Random) => random.of([0, random.below(5_000), 0xffff_ffff]);

function sending(random: Random): Pick<RunKnobs, "sending"> {
  return random.of<Pick<RunKnobs, "sending">>([
    {},
    { sending: { kind: "open" } },
    { sending: { kind: "partly-open" } },
    { sending: { kind: "closed", users: amount(random), thinkMs: amount(random) } },
  ]);
}

function pace(random: Random): Pick<RunKnobs, "pace"> {
  const from = amount(random);
  return random.of<Pick<RunKnobs, "pace">>([
    {},
    { pace: { kind: "steady" } },
    { pace: { kind: "step", before: from, second: whole(random) } },
    { pace: { kind: "ramp", from, seconds: whole(random) } },
    { pace: { kind: "growth", from, factor: amount(random), every: whole(random) } },
  ]);
}

function run(random: Random): RunKnobs {
  const made: RunKnobs = { ...sending(random), ...pace(random) };
  for (const name of ["quorumMs", "commitBatch", "splitPointsPerNode"] as const) {
    if (random.chance(0.3)) made[name] = amount(random);
  }
  if (random.chance(0.3)) made.readModifyWrite = true;
  const constants = random.many(4, () => ({
    ...{ name: random.of(WORDS), value: amount(random) },
    ...(random.chance(0.3) && { measured: true }),
  }));
  if (constants.length > 0) made.constants = constants;
  const added = random.many(ADDED_MAX + 1, () => ({
    ...{ which: random.of(["before", "after"] as const), object: random.of(WORDS) },
    ...{ from: random.share(), to: random.share() },
    ...{ fromSecond: amount(random), toSecond: amount(random), perSecond: amount(random) },
    ...{ reads: random.chance(0.5), oneRow: random.chance(0.5) },
  }));
  if (added.length > 0) made.added = added;
  return made;
}

/** A number within the limits of a knob, at an end of them as often as not. */
function knob(random: Random, name: keyof typeof LIMITS): number {
  const [least, most] = LIMITS[name];
  return random.of([least, most, least + random.below(most - least)]);
}

/** What a person made. */
export function kept(random: Random): Kept {
  return {
    text: text(random),
    dialect: random.of(["auto", "googlesql", "postgresql"] as const),
    chosen: random.many(random.chance(0.02) ? 1_000 : 5, () => chosen(random)),
    knobs: {
      nodes: knob(random, "nodes"),
      writesPerSecond: random.chance(0.5) ? knob(random, "writesPerSecond") : undefined,
      minutes: knob(random, "minutes"),
      seed: knob(random, "seed"),
    },
    exampleRate: random.chance(0.5),
    run: run(random),
    deployed: random.chance(0.5),
    palette: random.of(PALETTES),
    log: random.chance(0.5),
    rowsBy: random.of(["keys", "hot", "held", "load", "ranges"] as const),
    metric: random.of(METRICS),
  };
}

function frame(random: Random): Frame {
  if (random.chance(0.3)) return WHOLE;
  const [left, top] = [random.share() / 2, random.share() / 2];
  return { left, right: left + 0.25, top, bottom: top + 0.25 };
}

function settings(random: Random): Partial<MapSettings> {
  const which = random.of(["before", "after"] as const);
  return {
    ...(random.chance(0.5) && { mode: random.of(["swipe", "difference"] as const) }),
    ...(random.chance(0.5) && { divider: random.share() }),
    ...(random.chance(0.5) && { layers: random.some(LAYERS) }),
    ...(random.chance(0.5) && { tone: { dark: random.share() / 2, bright: 0.5 } }),
    ...(random.chance(0.5) && { relative: true }),
    ...(random.chance(0.5) && { moment: random.share() }),
    ...(random.chance(0.5) && {
      pins: random.many(PINS_MAX + 1, (at) => ({ which, row: at, column: 7, rows: [at, at + 1] })),
    }),
    ...(random.chance(0.5) && { openFolded: true }),
    ...(random.chance(0.5) && { served: { which, server: whole(random), column: 3 } }),
  };
}

/** Where a person looks. */
export function view(random: Random): View {
  const set = settings(random);
  return {
    tab: random.of(["yours", "rewritten", "plan"] as const),
    part: random.of(["editor", "problems", "results"] as const),
    open: random.chance(0.5) ? random.of(WORDS) : undefined,
    frames: { before: frame(random), after: frame(random) },
    ...(Object.keys(set).length > 0 ? { map: set } : {}),
  };
}

/** What a learner has done; seldom far more than there is to do. */
export function progress(random: Random): Progress {
  const most = random.chance(0.05) ? 100 : 5;
  const steps = () => random.below(most);
  return new Map(
    random.many(most * 5, (at) => [
      random.of(["ulid-ledger", "ranges-and-splits", `of-ones-own-${at}`]),
      {
        steps: steps(),
        done: random.chance(0.5),
        answers: new Map(random.many(most, (at) => [at, random.many(most, steps)])),
        hints: new Map(random.many(most, (at) => [at, steps()])),
        solution: random.chance(0.5),
        handed: random.chance(0.3)
          ? {
              passed: ["a"],
              missed: random.many(3, () => "b"),
              right: steps(),
              asked: steps(),
              text: random.of(WORDS),
            }
          : undefined,
      },
    ]),
  );
}
