/** The three numbers of a run that stand above its map, in few letters. */
import type { RunAnswer, RunRanges } from "../../../pkg/hotsplit.js";
import { at, isWide } from "./ranges.js";
import { number, percent, rate } from "./words.js";

/** A number of a run. */
export interface MainNumber {
  readonly id: "served" | "p99" | "hottest";
  readonly name: string;
  readonly value: (run: RunAnswer) => number;
  readonly show: (value: number | undefined) => string;
  /** What both ends of a range are divided by, and the unit that stands behind them once. */
  readonly scale: (high: number) => Scale;
  /** How the second run differs, or nothing where it does not. */
  readonly change: (before: number, after: number) => Change | undefined;
}

/** How a range is written. */
interface Scale {
  readonly by: number;
  /** Stands at the number itself. */
  readonly thousands?: string;
  readonly unit: string;
}

/** How a number of the second run differs from the first. */
export interface Change {
  readonly words: string;
  readonly better: boolean;
}

/** Ends of a range that are further apart need no second digit. */
const FAR = 5;

/** A lower end below this has too many zeros in the unit of the upper one. Ours. */
const LEAST = 0.1;

/** Changes below these are none: of rates, of latency, and of utilisation in points. Ours. */
const [RATE_CHANGES, LATENCY_CHANGES, SHARE_CHANGES] = [1.05, 1.1, 0.05];

/** The three numbers. All others stand in the table of all numbers. */
export const MAIN_NUMBERS: readonly MainNumber[] = [
  {
    id: "served",
    name: "writes served",
    value: (run) => run.servedWritesPerSecond,
    show: (value) => `${rate(value ?? 0)} writes/s`,
    scale: (high) =>
      high < 1_000
        ? { by: 1, unit: " writes/s" }
        : { by: 1_000, thousands: "k", unit: " writes/s" },
    change: (before, after) =>
      ratioOf(after, before, RATE_CHANGES, {
        more: ["as many", "more"],
        less: "fewer",
        good: true,
      }),
  },
  {
    id: "p99",
    name: "p99 at the client",
    value: (run) => run.clientP99Ms,
    show: duration,
    scale: (high) => (high < 1_000 ? { by: 1, unit: " ms" } : { by: 1_000, unit: " s" }),
    change: (before, after) =>
      before >= after
        ? ratioOf(before, after, LATENCY_CHANGES, { more: ["shorter"], good: true })
        : ratioOf(after, before, LATENCY_CHANGES, { more: ["as long", "longer"], good: false }),
  },
  {
    id: "hottest",
    name: "hottest server",
    value: (run) => run.serverUtilisationMax,
    show: (value) => percent(value ?? 0),
    scale: () => ({ by: 0.01, unit: " %" }),
    change: (before, after) =>
      Math.abs(before - after) < SHARE_CHANGES
        ? undefined
        : {
            words: `${after < before ? "down" : "up"} from ${percent(before)}`,
            better: after < before,
          },
  },
];

/** A time in ms: `17 ms`, `3.2 s`, `10 s`. */
function duration(value: number | undefined): string {
  const ms = value ?? 0;
  if (ms < 1_000) return `${number(Math.round(ms))} ms`;
  return `${number(Number((ms / 1_000).toPrecision(2)))} s`;
}

/** Words for a ratio: `3.4× as many`, `25 % more`. */
function ratioOf(
  of: number,
  to: number,
  least: number,
  { more, less, good }: { more: readonly string[]; less?: string; good: boolean },
): Change | undefined {
  if (to <= 0 || of <= 0) return undefined;
  const ratio = of / to;
  const [many = "", some = many] = more;
  if (ratio >= 2) {
    return { words: `${number(Number(ratio.toPrecision(2)))}× ${many}`, better: good };
  }
  if (ratio >= least) {
    const share = many === "shorter" ? 1 - 1 / ratio : ratio - 1;
    return { words: `${percent(Math.round(share * 100) / 100)} ${some}`, better: good };
  }
  if (1 / ratio >= least && less !== undefined) {
    return { words: `${percent(Math.round((1 - ratio) * 100) / 100)} ${less}`, better: !good };
  }
  return undefined;
}

/** How a number of a run reads: what is large, and its unit. */
export interface Shown {
  readonly value: string;
  readonly unit: string;
}

/** A number or, where it is wide, its range: `2.8–3.5k` and ` writes/s`. */
export function shownOf(one: MainNumber, run: RunAnswer, ends: RunRanges | undefined): Shown {
  const range = ends && rangeOf(one, run, ends);
  if (range) return range;
  const [, value = "", unit = ""] = /^([\d.,]+k?)(.*)$/.exec(one.show(one.value(run))) ?? [];
  return { value, unit };
}

function rangeOf(one: MainNumber, run: RunAnswer, ends: RunRanges): Shown | undefined {
  const [low, high] = [one.value(at(run, ends.low)), one.value(at(run, ends.high))];
  if (!isWide(low, high)) return undefined;
  const { by, thousands = "", unit } = one.scale(high);
  const digits = high / low > FAR ? 1 : 2;
  const short = (end: number, digits: number) =>
    end >= 10 && by < 1 ? Math.round(end) : Number(end.toPrecision(digits));
  const [from, to] = [short(low / by, digits), short(high / by, 2)];
  if (from >= LEAST) {
    const value = from === to ? number(to) : `${number(from)}–${number(to)}`;
    return { value: `${value}${thousands}`, unit };
  }
  // The lower end in a unit of its own: `20 ms–24 s` and not `0.02–24 s`.
  const own = one.scale(low);
  const lower = number(short(low / own.by, digits)) + (own.thousands ?? "");
  const apart = own.unit === unit ? "" : own.unit;
  return { value: `${lower}${apart}–${number(to)}${thousands}`, unit };
}
