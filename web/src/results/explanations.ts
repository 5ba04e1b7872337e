/** What each number of a run says, and what it rests on: told once somebody asks. A chunk of its own. */

import type { NumberId } from "../ui/run-numbers.js";

/** Of a number. */
export interface Explanation {
  /** What it says. */
  readonly about: string;
  /** What it rests on. */
  readonly rests: string;
}

const HALF = "Mean of the second half of the run.";
const LAYOUT =
  "Computed from a layout that spreads all load that can be divided and puts each point of load on one server, with all rates scaled equally; if long range reads or commits of many rows depend on splits, from the splits at the end of the run. One split can take as much as one node: the documentation gives no figure for a split, but a measurement of 2018 does.";
const LATENCY =
  "Without load, the median commit takes 5 ms and the 99th percentile 15 ms, from a few published points; queues form at servers, in bursts of four (our assumption). Trust the shapes and ratios, not the milliseconds.";
const CLIENT =
  "With the bounded client model, at most 1,400 commits are in flight at a server, a number calibrated on one published ledger; all others wait up to 10 s at their client. Requests that timed out are not included.";
const THRESHOLDS =
  "Spanner does not publish when it splits, moves or merges: the thresholds and the two minutes are our assumptions, based on similar databases.";

const READS =
  "Without load, the median read by key takes 3 ms and the 99th percentile 9 ms, which are our assumptions; reads wait for the same server as commits, and for no second replica.";

/** By the id of the number; `reason` is Spanner's word for what cannot be split. */
export const EXPLANATIONS: { readonly [Id in NumberId | "reason"]?: Explanation } = {
  servedWritesPerSecond: {
    about: `Rows written per second. ${HALF}`,
    rests:
      "Requests that an overloaded server cannot serve immediately wait or time out, depending on the client model.",
  },
  sustainableWritesPerSecond: {
    about:
      "Rows/s that the instance serves with no server above 100 %, once Spanner has split and moved what it can. It does not depend on the offered load.",
    rests: LAYOUT,
  },
  p99Ms: {
    about:
      "99th percentile of commit latency at the server, over all commits of the second half of the run.",
    rests: LATENCY,
  },
  clientP99Ms: {
    about:
      "The same at the client, including the wait before the request is sent. Closed-loop load tests miss this queueing time and look better than what users see.",
    rests: CLIENT,
  },
  readsServedPerSecond: {
    about: `Read-only requests per second that are served. ${HALF}`,
    rests:
      "Requests that an overloaded server cannot serve immediately wait or time out, depending on the client model.",
  },
  readP99Ms: {
    about: "99th percentile of the latency of read-only requests at the server.",
    rests: READS,
  },
  serverUtilisationMax: {
    about: `Utilisation of the busiest server at each time. ${HALF}`,
    rests: "1 is all of a node's CPU; the model assumes that a server can be used up to there.",
  },
  serverUtilisationMean: {
    about: `Mean utilisation of all servers. ${HALF}`,
    rests: "Far below the hottest server: more nodes would not help.",
  },
  splits: {
    about: "Splits at the end of the run, of all tables and indexes.",
    rests: THRESHOLDS,
  },
  secondsToBalance: {
    about: "Time until no server is above its capacity for the rest of the run.",
    rests: THRESHOLDS,
  },
  offeredWritesPerSecond: {
    about: `Rows per second that the workload offers to write, without index entries. ${HALF}`,
    rests: "Rates you didn't specify are assumed; see Workload.",
  },
  recommendedWritesPerSecond: {
    about:
      "Rows/s with no server above the maximum that the documentation recommends: 65 % in one region, 45 % in several.",
    rests: LAYOUT,
  },
  p50Ms: {
    about: "Median commit latency of the second half of the run.",
    rests: LATENCY,
  },
  meanMs: {
    about: "Mean commit latency of the second half of the run.",
    rests: LATENCY,
  },
  clientP50Ms: {
    about: "Median latency of requests, including the wait at the client.",
    rests: CLIENT,
  },
  readsOfferedPerSecond: {
    about: `Read-only requests per second that the workload offers. ${HALF}`,
    rests: "Rates you didn't specify are assumed; see Workload.",
  },
  sustainableReadsPerSecond: {
    about: "Reads/s that the instance can serve in addition to the writes it can sustain.",
    rests: LAYOUT,
  },
  readP50Ms: {
    about: "Median latency of read-only requests at the server.",
    rests: READS,
  },
  readMeanMs: {
    about: "Mean latency of read-only requests at the server.",
    rests: READS,
  },
  inFlight: {
    about: `Commits in flight at servers. ${HALF}`,
    rests: "Rate times latency (Little's law); the cap is a setting, see “Can I trust this?”.",
  },
  secondsToSaturation: {
    about: "Time until the served rate stays within 5 % of the offered rate or of its final value.",
    rests: THRESHOLDS,
  },
  splitPoints: {
    about: "Split points added before the run.",
    rests: "They stay for the whole run; for their quotas, see the notes below.",
  },
  loadSplits: {
    about: "Splits made in the run because of their load.",
    rests: THRESHOLDS,
  },
  sizeSplits: {
    about: "Splits made in the run because they had more than 8 GiB.",
    rests: "The documentation stated 8 GiB until April 2026 and now states no figure.",
  },
  moves: {
    about: "Splits that moved from one server to another.",
    rests: "A split that moves is not served for 2 s, which is our assumption.",
  },
  merges: {
    about: "Splits merged with the one before them, because both had cooled down.",
    rests: THRESHOLDS,
  },
  servers: {
    about: "Servers of the run: one for each node, at most 200.",
    rests: "One server stands for one node; Spanner does not say how many servers a node has.",
  },
  peakShare: {
    about: "The hottest cell of the map, over what one split can take.",
    rests: "One split can take as much as one node: the documentation gives no figure for a split.",
  },
  reason: {
    about: "Spanner's reason why a hot split cannot be divided further.",
    rests:
      "MOVING_HOT_SPOT: the load moves on before the split is split. HOT_ROW: it is on one row. Rules as in CockroachDB's split finder; Spanner's are not published.",
  },
};
