/** What a playground tells the page around it: plain data, with names that last. */
import type {
  PlaygroundLesson,
  PlaygroundNumbers,
  PlaygroundResult,
} from "../../../pkg/element.js";
import type { RunAnswer } from "../../../pkg/hotsplit.js";
import type { Stage } from "../state/play.js";
import type { State } from "../state/state.js";
import { withoutCode } from "../ui/words.js";

/** What came of the text as it stands. */
export function summary(
  { kept, analysis, results, shown, play }: State,
  edited: boolean,
): PlaygroundResult {
  const whole = results && results.answer.progress >= 1 ? results.answer : undefined;
  return {
    text: kept.text,
    edited,
    seed: kept.knobs.seed,
    findings: (analysis?.findings ?? []).map(({ rule, severity, object, range, title }) => {
      return { rule, severity, object, line: range.line, title: withoutCode(title) };
    }),
    syntaxErrors: analysis?.syntaxErrors.length ?? 0,
    fixes: (whole?.after ? shown : kept.chosen).map(({ fix }) => fix),
    headline: whole && withoutCode(whole.headline),
    before: whole && numbers(whole.before),
    after: whole?.after && numbers(whole.after),
    lesson: play?.stage && learnt(play.stage),
  };
}

function learnt({ slug, file, entry }: Stage): PlaygroundLesson {
  const { steps, done } = entry;
  return {
    name: slug,
    title: withoutCode(file.title),
    steps: file.steps.length,
    stepsDone: steps,
    done,
  };
}

function numbers(run: RunAnswer): PlaygroundNumbers {
  const { offeredWritesPerSecond, servedWritesPerSecond, sustainableWritesPerSecond } = run;
  const { p50Ms, p99Ms, splits, moves } = run;
  return {
    ...{ offeredWritesPerSecond, servedWritesPerSecond, sustainableWritesPerSecond },
    ...{ p50Ms, p99Ms, splits, moves },
  };
}
