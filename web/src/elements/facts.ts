/** The numbers of a run: how each is read, what it says, and what it rests on. */
import type { RunAnswer } from "../../../pkg/hotsplit.js";
import { clock, number, percent, rate } from "./words.js";

/** A number, how it is read, and whether less of it is better. */
export interface Fact {
  readonly id: string;
  readonly name: string;
  /** What it says. */
  readonly about: string;
  /** What it rests on. */
  readonly rests: string;
  readonly show: (run: RunAnswer) => string;
  /** Negative when the second is better. */
  readonly judge?: (before: RunAnswer, after: RunAnswer) => number;
  /** Shown above the maps, for all runs or for some; the others stand in the list of all. */
  readonly main?: true | ((run: RunAnswer) => boolean);
  /** Whether a run has this number at all; every run has those without. */
  readonly of?: (run: RunAnswer) => boolean;
}

const HALF = "Mean of the second half of the run.";
const LAYOUT =
  "From the splits and servers at the end of the run, all rates scaled alike. One split takes what one node takes: no documentation gives a figure for a split, a measurement of 2018 does.";
const LATENCY =
  "Half of all commits take 5 ms with no load and one in a hundred 15 ms, a few published points; queues form at servers, in bursts of four (an assumption of ours). Shapes and ratios are the claim, not milliseconds.";
const CLIENT =
  "With sending partly open, at most 1,400 commits are under way at a server, a number calibrated on one published ledger; what finds no place waits up to 10 s at its client. Requests that were given up are not in it.";
const THRESHOLDS =
  "Spanner does not publish when it splits, moves or merges: the thresholds and the two minutes are assumptions of ours, after similar databases.";

const READS =
  "Half of all reads by key take 3 ms with no load and one in a hundred 9 ms, assumptions of ours; they wait for the same server as commits do, and for no second replica.";

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
    about: `Rows written per second. ${HALF}`,
    rests: "What an overloaded server does not take at once waits or is given up, as clients send.",
    show: (run) => `${rate(run.servedWritesPerSecond)}/s`,
    judge: (a, b) => a.servedWritesPerSecond - b.servedWritesPerSecond,
    main: true,
  },
  {
    id: "sustainable",
    name: "Can sustain",
    about: "Rows/s that the layout reached at the end takes with no server above 100 %.",
    rests: LAYOUT,
    show: (run) => `${rate(run.sustainableWritesPerSecond)}/s`,
    judge: (a, b) => a.sustainableWritesPerSecond - b.sustainableWritesPerSecond,
    main: true,
  },
  {
    id: "p99",
    name: "p99, server",
    about:
      "99th percentile of commit latency as the server sees it, of all commits of the second half of the run.",
    rests: LATENCY,
    show: (run) => `${number(run.p99Ms)} ms`,
    judge: (a, b) => b.p99Ms - a.p99Ms,
    main: true,
  },
  {
    id: "client-p99",
    name: "p99, client",
    about:
      "The same as a client sees it: with the wait for a free place before the request is sent. Load tests that send only after an answer leave this wait out and look better than users fare.",
    rests: CLIENT,
    show: (run) => `${number(run.clientP99Ms)} ms`,
    judge: (a, b) => b.clientP99Ms - a.clientP99Ms,
    main: true,
  },
  {
    id: "reads",
    name: "Reads served",
    about: `Requests per second that only read and are answered. ${HALF}`,
    rests: "What an overloaded server does not take at once waits or is given up, as clients send.",
    show: (run) => `${rate(run.readsServedPerSecond)}/s`,
    judge: (a, b) => a.readsServedPerSecond - b.readsServedPerSecond,
    of: reads,
    main: mostly,
  },
  {
    id: "read-p99",
    name: "p99, reads",
    about: "99th percentile of the latency of requests that only read, as the server sees it.",
    rests: READS,
    show: (run) => `${number(run.readP99Ms)} ms`,
    judge: (a, b) => b.readP99Ms - a.readP99Ms,
    of: reads,
    main: mostly,
  },
  {
    id: "hottest",
    name: "Hottest server",
    about: `Utilisation of the server that is the busiest at the time. ${HALF}`,
    rests: "1 is all of a node's CPU; that a server takes any work up to there is the model's.",
    show: (run) => percent(run.serverUtilisationMax),
    judge: (a, b) => b.serverUtilisationMax - a.serverUtilisationMax,
    main: true,
  },
  {
    id: "mean",
    name: "Mean server",
    about: `Utilisation of all servers together: what the instance as a whole is doing. ${HALF}`,
    rests: "Far below the hottest server: more nodes would not help.",
    show: (run) => percent(run.serverUtilisationMean),
    main: true,
  },
  {
    id: "splits",
    name: "Splits",
    about: "Splits at the end of the run, of all tables and indexes.",
    rests: THRESHOLDS,
    show: (run) => number(run.splits),
  },
  {
    id: "balance",
    name: "Balanced after",
    about: "Time until no server is above its capacity for the rest of the run.",
    rests: THRESHOLDS,
    show: (run) => (run.secondsToBalance === undefined ? "never" : clock(run.secondsToBalance)),
    main: true,
  },
  {
    id: "offered",
    name: "Writes asked for",
    about: `Rows per second that the workload asks to write; entries of indexes are not counted. ${HALF}`,
    rests: "Rates that neither the text nor you state are shared out by assumption; see below.",
    show: (run) => `${rate(run.offeredWritesPerSecond)}/s`,
  },
  {
    id: "recommended",
    name: "Recommended at most",
    about:
      "Rows/s with no server above the maximum that the documentation recommends: 65 % in one region, 45 % in several.",
    rests: LAYOUT,
    show: (run) => `${rate(run.recommendedWritesPerSecond)}/s`,
    judge: (a, b) => a.recommendedWritesPerSecond - b.recommendedWritesPerSecond,
  },
  {
    id: "p50",
    name: "p50, server",
    about: "Half of all commits of the second half of the run take no longer.",
    rests: LATENCY,
    show: (run) => `${number(run.p50Ms)} ms`,
    judge: (a, b) => b.p50Ms - a.p50Ms,
  },
  {
    id: "average",
    name: "Mean, server",
    about: "Mean commit latency of the second half of the run.",
    rests: LATENCY,
    show: (run) => `${number(run.meanMs)} ms`,
    judge: (a, b) => b.meanMs - a.meanMs,
  },
  {
    id: "client-p50",
    name: "p50, client",
    about: "Half of all requests take no longer, with the wait for a free place.",
    rests: CLIENT,
    show: (run) => `${number(run.clientP50Ms)} ms`,
    judge: (a, b) => b.clientP50Ms - a.clientP50Ms,
  },
  {
    id: "reads-offered",
    name: "Reads asked for",
    about: `Requests per second that only read which the workload asks for. ${HALF}`,
    rests: "Rates that neither the text nor you state are shared out by assumption; see below.",
    show: (run) => `${rate(run.readsOfferedPerSecond)}/s`,
    of: reads,
  },
  {
    id: "reads-sustainable",
    name: "Reads it can sustain",
    about: "Reads/s that the layout at the end takes beside the writes it can sustain.",
    rests: LAYOUT,
    show: (run) => `${rate(run.sustainableReadsPerSecond)}/s`,
    judge: (a, b) => a.sustainableReadsPerSecond - b.sustainableReadsPerSecond,
    of: reads,
  },
  {
    id: "read-p50",
    name: "p50, reads",
    about: "Half of all requests that only read take no longer at the server.",
    rests: READS,
    show: (run) => `${number(run.readP50Ms)} ms`,
    judge: (a, b) => b.readP50Ms - a.readP50Ms,
    of: reads,
  },
  {
    id: "read-average",
    name: "Mean, reads",
    about: "Mean latency of requests that only read, at the server.",
    rests: READS,
    show: (run) => `${number(run.readMeanMs)} ms`,
    judge: (a, b) => b.readMeanMs - a.readMeanMs,
    of: reads,
  },
  {
    id: "in-flight",
    name: "In flight",
    about: `Commits under way at servers at a time. ${HALF}`,
    rests: "Rate times latency (Little's law); the cap is a setting, see “Can I trust this?”.",
    show: (run) => number(run.inFlight),
  },
  {
    id: "settled",
    name: "Rate settled after",
    about: "Time until the served rate stays within 5 % of what is asked for or of its end value.",
    rests: THRESHOLDS,
    show: (run) => clock(run.secondsToSaturation),
    judge: (a, b) => b.secondsToSaturation - a.secondsToSaturation,
  },
  {
    id: "points",
    name: "Split points added",
    about: "Split points added before the run.",
    rests: "They stay for the whole run; quotas limit them, which the notes below say.",
    show: (run) => number(run.splitPoints),
  },
  {
    id: "load-splits",
    name: "Splits for load",
    about: "Splits made in the run because of their load.",
    rests: THRESHOLDS,
    show: (run) => number(run.loadSplits),
  },
  {
    id: "size-splits",
    name: "Splits for size",
    about: "Splits made in the run because they held more than 8 GiB.",
    rests: "The documentation gave 8 GiB until April 2026; it gives no figure now.",
    show: (run) => number(run.sizeSplits),
  },
  {
    id: "moves",
    name: "Moves",
    about: "Splits that moved from one server to another.",
    rests: "A split that moves is not served for 2 s: an assumption of ours.",
    show: (run) => number(run.moves),
  },
  {
    id: "merges",
    name: "Merges",
    about: "Splits merged with the one before them, because both had cooled down.",
    rests: THRESHOLDS,
    show: (run) => number(run.merges),
  },
];
