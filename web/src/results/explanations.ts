/** What each number of a run says, and what it rests on: told once somebody asks. A chunk of its own. */

/** Of a number. */
export interface Explanation {
  /** What it says. */
  readonly about: string;
  /** What it rests on. */
  readonly rests: string;
}

const HALF = "Mean of the second half of the run.";
const LAYOUT =
  "From a layout that spreads all that can be divided and puts each point of load on one server, all rates scaled alike; where long range reads or commits of many rows depend on splits, from the splits at the end of the run. One split takes what one node takes: no documentation gives a figure for a split, a measurement of 2018 does.";
const LATENCY =
  "Half of all commits take 5 ms with no load and one in a hundred 15 ms, a few published points; queues form at servers, in bursts of four (an assumption of ours). Shapes and ratios are the claim, not milliseconds.";
const CLIENT =
  "With sending partly open, at most 1,400 commits are under way at a server, a number calibrated on one published ledger; what finds no place waits up to 10 s at its client. Requests that were given up are not in it.";
const THRESHOLDS =
  "Spanner does not publish when it splits, moves or merges: the thresholds and the two minutes are assumptions of ours, after similar databases.";

const READS =
  "Half of all reads by key take 3 ms with no load and one in a hundred 9 ms, assumptions of ours; they wait for the same server as commits do, and for no second replica.";

/** By the id of the number. */
export const EXPLANATIONS: { readonly [id: string]: Explanation } = {
  served: {
    about: `Rows written per second. ${HALF}`,
    rests: "What an overloaded server does not take at once waits or is given up, as clients send.",
  },
  sustainable: {
    about:
      "Rows/s that the instance serves with no server above 100 %, once Spanner has split and moved what it can. It does not depend on how much is offered.",
    rests: LAYOUT,
  },
  p99: {
    about:
      "99th percentile of commit latency as the server sees it, of all commits of the second half of the run.",
    rests: LATENCY,
  },
  "client-p99": {
    about:
      "The same as a client sees it: with the wait for a free place before the request is sent. Load tests that send only after an answer leave this wait out and look better than users fare.",
    rests: CLIENT,
  },
  reads: {
    about: `Requests per second that only read and are answered. ${HALF}`,
    rests: "What an overloaded server does not take at once waits or is given up, as clients send.",
  },
  "read-p99": {
    about: "99th percentile of the latency of requests that only read, as the server sees it.",
    rests: READS,
  },
  hottest: {
    about: `Utilisation of the server that is the busiest at the time. ${HALF}`,
    rests: "1 is all of a node's CPU; that a server takes any work up to there is the model's.",
  },
  mean: {
    about: `Utilisation of all servers together: what the instance as a whole is doing. ${HALF}`,
    rests: "Far below the hottest server: more nodes would not help.",
  },
  splits: {
    about: "Splits at the end of the run, of all tables and indexes.",
    rests: THRESHOLDS,
  },
  balance: {
    about: "Time until no server is above its capacity for the rest of the run.",
    rests: THRESHOLDS,
  },
  offered: {
    about: `Rows per second that the workload asks to write; entries of indexes are not counted. ${HALF}`,
    rests: "Rates you didn't specify are assumed; see Workload.",
  },
  recommended: {
    about:
      "Rows/s with no server above the maximum that the documentation recommends: 65 % in one region, 45 % in several.",
    rests: LAYOUT,
  },
  p50: {
    about: "Half of all commits of the second half of the run take no longer.",
    rests: LATENCY,
  },
  average: {
    about: "Mean commit latency of the second half of the run.",
    rests: LATENCY,
  },
  "client-p50": {
    about: "Half of all requests take no longer, with the wait for a free place.",
    rests: CLIENT,
  },
  "reads-offered": {
    about: `Requests per second that only read which the workload asks for. ${HALF}`,
    rests: "Rates you didn't specify are assumed; see Workload.",
  },
  "reads-sustainable": {
    about: "Reads/s that the instance serves beside the writes it can sustain.",
    rests: LAYOUT,
  },
  "read-p50": {
    about: "Half of all requests that only read take no longer at the server.",
    rests: READS,
  },
  "read-average": {
    about: "Mean latency of requests that only read, at the server.",
    rests: READS,
  },
  "in-flight": {
    about: `Commits under way at servers at a time. ${HALF}`,
    rests: "Rate times latency (Little's law); the cap is a setting, see “Can I trust this?”.",
  },
  settled: {
    about: "Time until the served rate stays within 5 % of what is asked for or of its end value.",
    rests: THRESHOLDS,
  },
  points: {
    about: "Split points added before the run.",
    rests: "They stay for the whole run; quotas limit them, which the notes below say.",
  },
  "load-splits": {
    about: "Splits made in the run because of their load.",
    rests: THRESHOLDS,
  },
  "size-splits": {
    about: "Splits made in the run because they held more than 8 GiB.",
    rests: "The documentation gave 8 GiB until April 2026; it gives no figure now.",
  },
  moves: {
    about: "Splits that moved from one server to another.",
    rests: "A split that moves is not served for 2 s: an assumption of ours.",
  },
  merges: {
    about: "Splits merged with the one before them, because both had cooled down.",
    rests: THRESHOLDS,
  },
  reason: {
    about: "Spanner's own word for why a split that is hot cannot be split any further.",
    rests:
      "MOVING_HOT_SPOT: the load moves on before the split is split. HOT_ROW: it is on one row. Rules as in CockroachDB's split finder; Spanner's are not published.",
  },
};
