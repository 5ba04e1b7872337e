/** The numbers of a run, and how each is read. What they say and rest on is told in `explanations.ts`. */
import type { RunAnswer } from "../../../pkg/hotsplit.js";
import { clock, number, percent, rate } from "../ui/words.js";

/** A number, how it is read, and whether less of it is better. */
export interface Fact {
  readonly id: string;
  readonly name: string;
  /** The number; undefined where it never comes to it. */
  readonly value: (run: RunAnswer) => number | undefined;
  readonly show: (value: number | undefined) => string;
  /** What is better, where one can say so. */
  readonly better?: "more" | "less";
  /** Shown above the maps, for all runs or for some; the others stand in the list of all. */
  readonly main?: true | ((run: RunAnswer) => boolean);
  /** Whether a run has this number at all; every run has those without. */
  readonly of?: (run: RunAnswer) => boolean;
}

const perSecond = (value: number | undefined) => `${rate(value ?? 0)}/s`;
const ms = (value: number | undefined) => `${number(value ?? 0)} ms`;
const share = (value: number | undefined) => percent(value ?? 0);
const plainly = (value: number | undefined) => number(value ?? 0);
const after = (value: number | undefined) => (value === undefined ? "never" : clock(value));

/** Whether a run reads. */
const reads = (run: RunAnswer) => run.readsOfferedPerSecond > 0;

/** A run with fewer reads a write has more important numbers. Ours: roles alone suppose a few. */
const MUCH = 0.1;

/** Whether reads are much of what a run does. */
const mostly = (run: RunAnswer) =>
  reads(run) && run.readsOfferedPerSecond >= MUCH * run.offeredWritesPerSecond;

/** How much better the second run is by a number; negative where it is worse. */
export function gain({ value, better }: Fact, before: RunAnswer, after: RunAnswer): number {
  if (!better) return 0;
  const [was, now] = [value(before) ?? Infinity, value(after) ?? Infinity];
  return better === "more" ? now - was : was - now;
}

/** Every number, the most asked for first. */
export const FACTS: readonly Fact[] = [
  {
    id: "served",
    name: "Writes served",
    value: (run) => run.servedWritesPerSecond,
    show: perSecond,
    better: "more",
    main: true,
  },
  {
    id: "sustainable",
    name: "Maximum without overload",
    value: (run) => run.sustainableWritesPerSecond,
    show: perSecond,
    better: "more",
    main: true,
  },
  {
    id: "p99",
    name: "p99, server",
    value: (run) => run.p99Ms,
    show: ms,
    better: "less",
    main: true,
  },
  {
    id: "client-p99",
    name: "p99, client",
    value: (run) => run.clientP99Ms,
    show: ms,
    better: "less",
    main: true,
  },
  {
    id: "reads",
    name: "Reads served",
    value: (run) => run.readsServedPerSecond,
    show: perSecond,
    better: "more",
    of: reads,
    main: mostly,
  },
  {
    id: "read-p99",
    name: "p99, reads",
    value: (run) => run.readP99Ms,
    show: ms,
    better: "less",
    of: reads,
    main: mostly,
  },
  {
    id: "hottest",
    name: "Hottest server",
    value: (run) => run.serverUtilisationMax,
    show: share,
    better: "less",
    main: true,
  },
  {
    id: "mean",
    name: "Mean of all servers",
    value: (run) => run.serverUtilisationMean,
    show: share,
  },
  {
    id: "splits",
    name: "Splits",
    value: (run) => run.splits,
    show: plainly,
  },
  {
    id: "balance",
    name: "Time to balance",
    value: (run) => run.secondsToBalance,
    show: after,
  },
  {
    id: "offered",
    name: "Writes offered",
    value: (run) => run.offeredWritesPerSecond,
    show: perSecond,
  },
  {
    id: "recommended",
    name: "Recommended maximum",
    value: (run) => run.recommendedWritesPerSecond,
    show: perSecond,
    better: "more",
  },
  {
    id: "p50",
    name: "p50, server",
    value: (run) => run.p50Ms,
    show: ms,
    better: "less",
  },
  {
    id: "average",
    name: "Mean, server",
    value: (run) => run.meanMs,
    show: ms,
    better: "less",
  },
  {
    id: "client-p50",
    name: "p50, client",
    value: (run) => run.clientP50Ms,
    show: ms,
    better: "less",
  },
  {
    id: "reads-offered",
    name: "Reads offered",
    value: (run) => run.readsOfferedPerSecond,
    show: perSecond,
    of: reads,
  },
  {
    id: "reads-sustainable",
    name: "Maximum reads without overload",
    value: (run) => run.sustainableReadsPerSecond,
    show: perSecond,
    better: "more",
    of: reads,
  },
  {
    id: "read-p50",
    name: "p50, reads",
    value: (run) => run.readP50Ms,
    show: ms,
    better: "less",
    of: reads,
  },
  {
    id: "read-average",
    name: "Mean, reads",
    value: (run) => run.readMeanMs,
    show: ms,
    better: "less",
    of: reads,
  },
  {
    id: "in-flight",
    name: "In flight",
    value: (run) => run.inFlight,
    show: plainly,
  },
  {
    id: "settled",
    name: "Time until the rate settles",
    value: (run) => run.secondsToSaturation,
    show: after,
    better: "less",
  },
  {
    id: "points",
    name: "Split points added",
    value: (run) => run.splitPoints,
    show: plainly,
  },
  {
    id: "load-splits",
    name: "Load-based splits",
    value: (run) => run.loadSplits,
    show: plainly,
  },
  {
    id: "size-splits",
    name: "Size-based splits",
    value: (run) => run.sizeSplits,
    show: plainly,
  },
  {
    id: "moves",
    name: "Moves",
    value: (run) => run.moves,
    show: plainly,
  },
  {
    id: "merges",
    name: "Merges",
    value: (run) => run.merges,
    show: plainly,
  },
];
