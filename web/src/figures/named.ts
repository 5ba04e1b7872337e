/** Runs whose numbers are in the prose of pages, by the names that it has for them. */
import { number, percent } from "../ui/words.js";
import type { Result, RunOf } from "./runs.js";
import { time, writes } from "./shapes.js";

const LOAD = { nodes: 10, writes: 12_000, minutes: 20 } as const;

/** The runs. */
export const NAMED: Readonly<Record<string, RunOf>> = {
  counter: { schema: "counter", ...LOAD, parts: 24 },
  counter30: { schema: "counter", ...LOAD, nodes: 30, parts: 1 },
  uuid: { schema: "uuid", ...LOAD, parts: 1 },
  uuid30: { schema: "uuid", ...LOAD, nodes: 30, parts: 1 },
  reversed: { schema: "reversed", ...LOAD, parts: 48 },
  shards2: { schema: "sharded", shards: 2, ...LOAD, parts: 2 },
  shards16: { schema: "sharded", shards: 16, ...LOAD, parts: 16 },
  tail: { schema: "counter", ...LOAD, parts: 20, points: 1, follow: true },
  parcels: { schema: "parcels", ...LOAD, writes: 4_000, parts: 1 },
  byTime: { schema: "byTime", ...LOAD, writes: 4_000, parts: 1 },
  byShard: { schema: "byShard", shards: 4, ...LOAD, writes: 4_000, parts: 1 },
  apart: { schema: "apart", ...LOAD, writes: 8_000, parts: 1 },
  refersToId: { schema: "refersToId", ...LOAD, writes: 8_000, parts: 1 },
  refersToKey: { schema: "refersToKey", ...LOAD, writes: 8_000, parts: 1 },
};

/** Numbers of a run in words. */
const NUMBERS: Readonly<Record<string, (result: Result) => string>> = {
  served: ({ served }) => writes(served),
  offered: ({ offered }) => writes(offered),
  sustainable: ({ sustainable }) => writes(sustainable),
  p99: ({ p99 }) => time(p99),
  hottest: ({ hottest }) => percent(hottest),
  mean: ({ servers }) => percent(servers.reduce((all, one) => all + one, 0) / servers.length),
  servers: ({ servers }) => number(servers.length),
  idle: ({ servers }) => number(servers.filter((one) => one < 0.005).length),
  splits: ({ splits }) => number(splits),
  overload: ({ offered, sustainable }) =>
    `${number(Number((offered / sustainable).toPrecision(2)))}×`,
};

/** A number that prose names as `counter.served`; absent where there is none of that name. */
export function numberOf(name: string, find: (run: RunOf) => Result): string | undefined {
  const [of = "", what = ""] = name.split(".");
  const run = NAMED[of];
  return run && numberFrom(what, find(run));
}

/** A number of a result by its name; absent where there is none. */
export const numberFrom = (what: string, result: Result): string | undefined =>
  NUMBERS[what]?.(result);
