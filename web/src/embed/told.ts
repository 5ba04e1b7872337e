/** What a playground tells the page around it: plain data, with names that last. */
import type { RunAnswer } from "../../../pkg/hotsplit.js";
import { plain } from "../elements/words.js";
import type { State } from "../state.js";

/** Numbers of one run. */
export interface Numbers {
  readonly offeredWritesPerSecond: number;
  readonly servedWritesPerSecond: number;
  readonly sustainableWritesPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly splits: number;
  readonly moves: number;
}

/** `detail` of `hotsplit-result`. */
export interface Result {
  readonly text: string;
  /** It is not what the author wrote. */
  readonly edited: boolean;
  readonly seed: number;
  readonly findings: readonly {
    readonly rule: string;
    readonly severity: string;
    readonly object: string;
    readonly line: number;
    readonly title: string;
  }[];
  readonly syntaxErrors: number;
  /** Fixes chosen. */
  readonly fixes: readonly string[];
  /** The sentence; absent where nothing was run. */
  readonly headline: string | undefined;
  readonly before: Numbers | undefined;
  readonly after: Numbers | undefined;
}

/** What came of the text as it stands. */
export function summary({ kept, analysis, results }: State, edited: boolean): Result {
  const whole = results && results.answer.progress >= 1 ? results.answer : undefined;
  return {
    text: kept.text,
    edited,
    seed: kept.knobs.seed,
    findings: (analysis?.findings ?? []).map(({ rule, severity, object, range, title }) => {
      return { rule, severity, object, line: range.line, title: plain(title) };
    }),
    syntaxErrors: analysis?.syntaxErrors.length ?? 0,
    fixes: kept.chosen.map(({ fix }) => fix),
    headline: whole && plain(whole.headline),
    before: whole && numbers(whole.before),
    after: whole?.after && numbers(whole.after),
  };
}

function numbers(run: RunAnswer): Numbers {
  const { offeredWritesPerSecond, servedWritesPerSecond, sustainableWritesPerSecond } = run;
  const { p50Ms, p99Ms, splits, moves } = run;
  return {
    ...{ offeredWritesPerSecond, servedWritesPerSecond, sustainableWritesPerSecond },
    ...{ p50Ms, p99Ms, splits, moves },
  };
}
