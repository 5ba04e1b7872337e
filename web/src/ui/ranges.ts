/** Numbers of runs as ranges: what the constants that are not known leave of them. */
import type {
  AnswersSoFar,
  RunAnswer,
  RunRanges,
  SimulationAnswer,
} from "../../../pkg/hotsplit.js";

/** Ends that are closer together than this are told as one number; as the engine has it. */
const RANGE_SHOWN = 1.1;

/** The ranges of both runs, as far as they are known. */
export interface Ranges {
  readonly before: RunRanges | undefined;
  readonly after: RunRanges | undefined;
}

/** The ranges that answers tell of. */
export function rangesOf(answers: AnswersSoFar | undefined): Ranges {
  return { before: answers?.before.ranges, after: answers?.after?.ranges };
}

/** What happens, with ranges once they are known. */
export function headlineOf(answer: SimulationAnswer, answers: AnswersSoFar | undefined): string {
  return answers?.headline ?? answer.headline;
}

/** Both ends of a range as one reads it, what both end with once: `14 to 22 ms`. */
export function between(low: string, high: string): string {
  if (low === high) return high;
  const unitOf = (text: string) => /[^\d]*$/.exec(text)?.[0] ?? "";
  let unit = unitOf(low);
  while (!unitOf(high).endsWith(unit)) unit = unit.slice(1);
  return `${low.slice(0, low.length - unit.length)} to ${high}`;
}

/** Whether a range is told instead of its middle. */
export function isWide(low: number, high: number): boolean {
  return high > low * RANGE_SHOWN;
}

/** A run with its numbers at one end of their ranges. */
export function at(run: RunAnswer, end: RunRanges["low"]): RunAnswer {
  const { secondsToBalance, ...rest } = run;
  return { ...rest, ...end };
}

/** A number of a run as it reads, or its range, to two digits, where that is wide. */
export function ranged(
  run: RunAnswer,
  ends: RunRanges | undefined,
  value: (run: RunAnswer) => number | undefined,
  show: (value: number | undefined) => string,
): string {
  if (!ends) return show(value(run));
  // What a number never comes to stands for more than any number.
  const [low, high] = [ends.low, ends.high].map((end) => value(at(run, end)));
  const [from, to] = [low ?? Infinity, high ?? Infinity];
  if (!isWide(from, to)) return show(value(run));
  const short = (end: number | undefined) => end && Number(end.toPrecision(2));
  return between(show(short(low)), show(short(high)));
}
