/** The numbers of a run, and how each is read. What they say and rest on is told in `explanations.ts`. */
import type { RunAnswer } from "../../../pkg/hotsplit.js";
import { againstLimit, clock, number, percent, rate } from "./words.js";

/** A number of a run, by its name in the engine's answer. */
export type NumberId = {
  [Key in keyof RunAnswer]-?: RunAnswer[Key] extends number | undefined ? Key : never;
}[keyof RunAnswer];

/** How a number is read, and whether less of it is better. */
export interface RunNumber {
  readonly id: NumberId;
  readonly name: string;
  readonly show: (value: number | undefined) => string;
  /** What is better, where one can say so. */
  readonly better?: "more" | "less";
  /**
   * Shown at once in lessons and playgrounds, of all runs or of some; the others stand in the list of all.
   * The three above the maps of the page are those of `main-numbers.ts`.
   */
  readonly atOnce?: true | ((run: RunAnswer) => boolean);
  /** Whether a run has this number at all; every run has those without. */
  readonly of?: (run: RunAnswer) => boolean;
}

const perSecond = (value: number | undefined) => `${rate(value ?? 0)}/s`;
const ms = (value: number | undefined) => `${number(value ?? 0)} ms`;
const share = (value: number | undefined) => percent(value ?? 0);
const plainly = (value: number | undefined) => number(value ?? 0);
const limit = (value: number | undefined) => againstLimit(value ?? 0);
const after = (value: number | undefined) => (value === undefined ? "never" : clock(value));

/** Whether a run reads. */
const reads = (run: RunAnswer) => run.readsOfferedPerSecond > 0;

/** A run with fewer reads a write has more important numbers. Ours: roles alone suppose a few. */
const MUCH = 0.1;

/** Whether reads are much of what a run does. */
const mostly = (run: RunAnswer) =>
  reads(run) && run.readsOfferedPerSecond >= MUCH * run.offeredWritesPerSecond;

/** How much better the second run is by a number; negative where it is worse. */
export function gain({ id, better }: RunNumber, before: RunAnswer, after: RunAnswer): number {
  if (!better) return 0;
  // What a run never comes to is absent, and more than any number.
  const [was, now] = [before[id] ?? Infinity, after[id] ?? Infinity];
  return better === "more" ? now - was : was - now;
}

/** Every number, the most asked for first. */
export const RUN_NUMBERS: readonly RunNumber[] = [
  {
    id: "servedWritesPerSecond",
    name: "Writes served",
    show: perSecond,
    better: "more",
    atOnce: true,
  },
  {
    id: "sustainableWritesPerSecond",
    name: "Maximum without overload",
    show: perSecond,
    better: "more",
    atOnce: true,
  },
  {
    id: "p99Ms",
    name: "p99, server",
    show: ms,
    better: "less",
    atOnce: true,
  },
  {
    id: "clientP99Ms",
    name: "p99, client",
    show: ms,
    better: "less",
    atOnce: true,
  },
  {
    id: "readsServedPerSecond",
    name: "Reads served",
    show: perSecond,
    better: "more",
    of: reads,
    atOnce: mostly,
  },
  {
    id: "readP99Ms",
    name: "p99, reads",
    show: ms,
    better: "less",
    of: reads,
    atOnce: mostly,
  },
  {
    id: "serverUtilisationMax",
    name: "Hottest server",
    show: share,
    better: "less",
    atOnce: true,
  },
  {
    id: "serverUtilisationMean",
    name: "Mean of all servers",
    show: share,
  },
  {
    id: "splits",
    name: "Splits",
    show: plainly,
  },
  {
    id: "secondsToBalance",
    name: "Time to balance",
    show: after,
  },
  {
    id: "offeredWritesPerSecond",
    name: "Writes offered",
    show: perSecond,
  },
  {
    id: "recommendedWritesPerSecond",
    name: "Recommended maximum",
    show: perSecond,
    better: "more",
  },
  {
    id: "p50Ms",
    name: "p50, server",
    show: ms,
    better: "less",
  },
  {
    id: "meanMs",
    name: "Mean, server",
    show: ms,
    better: "less",
  },
  {
    id: "clientP50Ms",
    name: "p50, client",
    show: ms,
    better: "less",
  },
  {
    id: "readsOfferedPerSecond",
    name: "Reads offered",
    show: perSecond,
    of: reads,
  },
  {
    id: "sustainableReadsPerSecond",
    name: "Maximum reads without overload",
    show: perSecond,
    better: "more",
    of: reads,
  },
  {
    id: "readP50Ms",
    name: "p50, reads",
    show: ms,
    better: "less",
    of: reads,
  },
  {
    id: "readMeanMs",
    name: "Mean, reads",
    show: ms,
    better: "less",
    of: reads,
  },
  {
    id: "inFlight",
    name: "In flight",
    show: plainly,
  },
  {
    id: "secondsToSaturation",
    name: "Time until the rate settles",
    show: after,
    better: "less",
  },
  {
    id: "splitPoints",
    name: "Split points added",
    show: plainly,
  },
  {
    id: "loadSplits",
    name: "Load-based splits",
    show: plainly,
  },
  {
    id: "sizeSplits",
    name: "Size-based splits",
    show: plainly,
  },
  {
    id: "moves",
    name: "Moves",
    show: plainly,
  },
  {
    id: "merges",
    name: "Merges",
    show: plainly,
  },
  {
    id: "servers",
    name: "Servers",
    show: plainly,
  },
  {
    id: "peakShare",
    name: "Hottest key range",
    show: limit,
    better: "less",
  },
];
