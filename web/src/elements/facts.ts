/** The numbers of a run, and how each is read. What they say and rest on is told in `told.ts`. */
import type { RunAnswer } from "../../../pkg/hotsplit.js";
import { clock, number, percent, rate } from "./words.js";

/** A number, how it is read, and whether less of it is better. */
export interface Fact {
  readonly id: string;
  readonly name: string;
  readonly show: (run: RunAnswer) => string;
  /** Negative when the second is better. */
  readonly judge?: (before: RunAnswer, after: RunAnswer) => number;
  /** Shown above the maps, for all runs or for some; the others stand in the list of all. */
  readonly main?: true | ((run: RunAnswer) => boolean);
  /** Whether a run has this number at all; every run has those without. */
  readonly of?: (run: RunAnswer) => boolean;
}

/** Whether a run reads. */
const reads = (run: RunAnswer) => run.readsOfferedPerSecond > 0;

/** A run with fewer reads a write has more important numbers. Ours: roles alone suppose a few. */
const MUCH = 0.1;

/** Whether reads are much of what a run does. */
const mostly = (run: RunAnswer) =>
  reads(run) && run.readsOfferedPerSecond >= MUCH * run.offeredWritesPerSecond;

/** Every number, the most asked for first. */
export const FACTS: readonly Fact[] = [
  {
    id: "served",
    name: "Writes served",
    show: (run) => `${rate(run.servedWritesPerSecond)}/s`,
    judge: (a, b) => a.servedWritesPerSecond - b.servedWritesPerSecond,
    main: true,
  },
  {
    id: "sustainable",
    name: "Can sustain",
    show: (run) => `${rate(run.sustainableWritesPerSecond)}/s`,
    judge: (a, b) => a.sustainableWritesPerSecond - b.sustainableWritesPerSecond,
    main: true,
  },
  {
    id: "p99",
    name: "p99, server",
    show: (run) => `${number(run.p99Ms)} ms`,
    judge: (a, b) => b.p99Ms - a.p99Ms,
    main: true,
  },
  {
    id: "client-p99",
    name: "p99, client",
    show: (run) => `${number(run.clientP99Ms)} ms`,
    judge: (a, b) => b.clientP99Ms - a.clientP99Ms,
    main: true,
  },
  {
    id: "reads",
    name: "Reads served",
    show: (run) => `${rate(run.readsServedPerSecond)}/s`,
    judge: (a, b) => a.readsServedPerSecond - b.readsServedPerSecond,
    of: reads,
    main: mostly,
  },
  {
    id: "read-p99",
    name: "p99, reads",
    show: (run) => `${number(run.readP99Ms)} ms`,
    judge: (a, b) => b.readP99Ms - a.readP99Ms,
    of: reads,
    main: mostly,
  },
  {
    id: "hottest",
    name: "Hottest server",
    show: (run) => percent(run.serverUtilisationMax),
    judge: (a, b) => b.serverUtilisationMax - a.serverUtilisationMax,
    main: true,
  },
  {
    id: "mean",
    name: "Mean server",
    show: (run) => percent(run.serverUtilisationMean),
    main: true,
  },
  {
    id: "splits",
    name: "Splits",
    show: (run) => number(run.splits),
  },
  {
    id: "balance",
    name: "Balanced after",
    show: (run) => (run.secondsToBalance === undefined ? "never" : clock(run.secondsToBalance)),
    main: true,
  },
  {
    id: "offered",
    name: "Writes asked for",
    show: (run) => `${rate(run.offeredWritesPerSecond)}/s`,
  },
  {
    id: "recommended",
    name: "Recommended at most",
    show: (run) => `${rate(run.recommendedWritesPerSecond)}/s`,
    judge: (a, b) => a.recommendedWritesPerSecond - b.recommendedWritesPerSecond,
  },
  {
    id: "p50",
    name: "p50, server",
    show: (run) => `${number(run.p50Ms)} ms`,
    judge: (a, b) => b.p50Ms - a.p50Ms,
  },
  {
    id: "average",
    name: "Mean, server",
    show: (run) => `${number(run.meanMs)} ms`,
    judge: (a, b) => b.meanMs - a.meanMs,
  },
  {
    id: "client-p50",
    name: "p50, client",
    show: (run) => `${number(run.clientP50Ms)} ms`,
    judge: (a, b) => b.clientP50Ms - a.clientP50Ms,
  },
  {
    id: "reads-offered",
    name: "Reads asked for",
    show: (run) => `${rate(run.readsOfferedPerSecond)}/s`,
    of: reads,
  },
  {
    id: "reads-sustainable",
    name: "Reads it can sustain",
    show: (run) => `${rate(run.sustainableReadsPerSecond)}/s`,
    judge: (a, b) => a.sustainableReadsPerSecond - b.sustainableReadsPerSecond,
    of: reads,
  },
  {
    id: "read-p50",
    name: "p50, reads",
    show: (run) => `${number(run.readP50Ms)} ms`,
    judge: (a, b) => b.readP50Ms - a.readP50Ms,
    of: reads,
  },
  {
    id: "read-average",
    name: "Mean, reads",
    show: (run) => `${number(run.readMeanMs)} ms`,
    judge: (a, b) => b.readMeanMs - a.readMeanMs,
    of: reads,
  },
  {
    id: "in-flight",
    name: "In flight",
    show: (run) => number(run.inFlight),
  },
  {
    id: "settled",
    name: "Rate settled after",
    show: (run) => clock(run.secondsToSaturation),
    judge: (a, b) => b.secondsToSaturation - a.secondsToSaturation,
  },
  {
    id: "points",
    name: "Split points added",
    show: (run) => number(run.splitPoints),
  },
  {
    id: "load-splits",
    name: "Splits for load",
    show: (run) => number(run.loadSplits),
  },
  {
    id: "size-splits",
    name: "Splits for size",
    show: (run) => number(run.sizeSplits),
  },
  {
    id: "moves",
    name: "Moves",
    show: (run) => number(run.moves),
  },
  {
    id: "merges",
    name: "Merges",
    show: (run) => number(run.merges),
  },
];
