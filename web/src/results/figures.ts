/** The three numbers of a run that stand above its map. */
import type { RunAnswer } from "../../../pkg/hotsplit.js";
import { number, percent, rate } from "../ui/words.js";

/** A number of a run. */
export interface Figure {
  readonly name: string;
  readonly value: (run: RunAnswer) => number;
  readonly show: (value: number | undefined) => string;
}

/** The three numbers. All others stand in the list of all numbers. */
export const FIGURES: readonly Figure[] = [
  {
    name: "served",
    value: (run) => run.servedWritesPerSecond,
    show: (value) => `${rate(value ?? 0)} writes/s`,
  },
  { name: "p99 at the client", value: (run) => run.clientP99Ms, show: duration },
  {
    name: "hottest server",
    value: (run) => run.serverUtilisationMax,
    show: (value) => percent(value ?? 0),
  },
];

/** A time in ms as one reads it: `17 ms`, `10 s`. */
function duration(value: number | undefined): string {
  const ms = value ?? 0;
  return ms >= 10_000 ? `${number(Math.round(ms / 1_000))} s` : `${number(Math.round(ms))} ms`;
}
