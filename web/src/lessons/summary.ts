/** How a step was judged, in one or two sentences: what a screen reader says of it. */
import type { Judged } from "../../../pkg/hotsplit.js";
import { count, withoutCode } from "../ui/words.js";

/** The result, and what comes next or the first thing that does not hold. */
export function summary({ passed, checks, objections }: Judged): string {
  const held = checks.filter((one) => one.passed).length;
  if (passed)
    return `${checks.length === 1 ? "The check passes." : `All ${checks.length} checks pass.`} Continue with Next.`;
  const [objection] = objections;
  if (held === checks.length && objection)
    return `All checks pass, but: ${withoutCode(objection.words)}`;
  const [first] = checks.filter((one) => !one.passed);
  const why = first
    ? ` ${withoutCode(first.message)} Measured: ${first.measured}, goal: ${first.wanted}.`
    : "";
  return `${held} of ${count(checks.length, "check")} ${held === 1 ? "passes" : "pass"}.${why}`;
}
