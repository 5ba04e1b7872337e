/** Runs whose numbers are in the prose of pages, by the names that it has for them. */
import { number, percent } from "../ui/words.js";
import type { Result, RunOf } from "./runs.js";
import { time, writes } from "./shapes.js";

const LOAD = { nodes: 10, writes: 12_000, minutes: 20 } as const;

/** The runs. */
export const NAMED: Readonly<Record<string, RunOf>> = {
  counter: { schema: "counter", ...LOAD, parts: 24 },
  reversed: { schema: "reversed", ...LOAD, parts: 48 },
  shards16: { schema: "sharded", shards: 16, ...LOAD, parts: 16 },
};

/** Numbers of a run in words. */
const NUMBERS: Readonly<Record<string, (result: Result) => string>> = {
  served: ({ served }) => writes(served),
  offered: ({ offered }) => writes(offered),
  sustainable: ({ sustainable }) => writes(sustainable),
  p99: ({ p99 }) => time(p99),
  hottest: ({ servers }) => percent(Math.max(...servers)),
  servers: ({ servers }) => number(servers.length),
  idle: ({ servers }) => number(servers.filter((one) => one < 0.005).length),
  overload: ({ offered, sustainable }) =>
    `${number(Number((offered / sustainable).toPrecision(2)))}×`,
};

/** A number that prose names as `counter.served`; absent where there is none of that name. */
export function numberOf(name: string, find: (run: RunOf) => Result): string | undefined {
  const [of = "", what = ""] = name.split(".");
  const run = NAMED[of];
  return run && NUMBERS[what]?.(find(run));
}
