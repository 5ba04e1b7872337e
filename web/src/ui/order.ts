/** Problems in the order they are worked through: by object, worst first, most writes first. */
import type { Analysis, Finding, Question, SchemaObject, Severity } from "../../../pkg/hotsplit.js";
import { count } from "./words.js";

/** Severities, worst first. */
export const SEVERITIES: readonly Severity[] = ["error", "high", "warn", "ask", "info", "hint"];

/** What a severity is called. */
export const SEVERITY_WORDS: { readonly [S in Severity]: string } = {
  error: "error",
  high: "hotspot",
  warn: "warning",
  ask: "question",
  info: "note",
  hint: "hint",
};

/** Problems and questions of one table or index. */
export interface Group {
  readonly object: string;
  readonly findings: readonly Finding[];
  readonly questions: readonly Question[];
}

/**
 * Worst first; then the most loaded, which is unknown last; then the first to be full as the load
 * grows; then as in the text.
 */
export function bySeverity(a: Finding, b: Finding): number {
  return (
    SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) ||
    (b.utilisation ?? -1) - (a.utilisation ?? -1) ||
    ceilingOf(a) - ceilingOf(b) ||
    a.range.from - b.range.from
  );
}

/** Writes/s at which a key is full; those without a ceiling come last. */
function ceilingOf({ ceilingWritesPerSecond: ceiling }: Finding): number {
  return ceiling?.writesPerSecond ?? Number.MAX_VALUE;
}

/** Findings that do no harm as things are, in the same order. Nobody has accepted them. */
export function harmlessOf({ findings }: Analysis): Finding[] {
  return findings.filter(({ harmless }) => harmless !== undefined).sort(bySeverity);
}

/**
 * Groups by object; the object with the worst problem first, questions alone last. Harmless
 * findings are listed by themselves.
 */
export function grouped(analysis: Analysis): Group[] {
  const groups = new Map<string, { findings: Finding[]; questions: Question[] }>();
  const of = (object: string) => {
    const found = groups.get(object) ?? { findings: [], questions: [] };
    groups.set(object, found);
    return found;
  };
  const open = analysis.findings.filter(({ harmless }) => harmless === undefined);
  for (const one of open.sort(bySeverity)) of(one.object).findings.push(one);
  for (const one of analysis.questions) of(one.object).questions.push(one);
  return [...groups].map(([object, found]) => ({ object, ...found }));
}

/**
 * The table or index of a name, the first should there be two; none where it is neither. It is looked
 * for where it is drawn: a table of fifty thousand names takes longer to make than to go through.
 */
export function aboutOf(analysis: Analysis, object: string): SchemaObject | undefined {
  return analysis.objects.find((one) => one.name === object);
}

/** How many findings there are of each severity, worst first, those of none left out. */
export function counted(findings: readonly Finding[]): { severity: Severity; count: number }[] {
  return SEVERITIES.map((severity) => ({
    severity,
    count: findings.filter((one) => one.severity === severity).length,
  })).filter(({ count }) => count > 0);
}

/** Open findings that no hot key stands for. */
export function lesserOf({ findings, headroom }: Analysis): Finding[] {
  const ofKeys = new Set(headroom.keys.map(({ finding }) => finding));
  return findings.filter(({ key, harmless }) => harmless === undefined && !ofKeys.has(key));
}

/** What there is beside the hot keys: `1 question · 6 lesser findings · 2 accepted`. */
export function summaryOf(analysis: Analysis): string {
  const { syntaxErrors, questions, findings, accepted, notes } = analysis;
  const lesser = lesserOf(analysis).length;
  const harmless = findings.filter((one) => one.harmless !== undefined).length;
  const hot = findings.length - lesser - harmless;
  const parts = [
    ...(syntaxErrors.length > 0 ? [count(syntaxErrors.length, "syntax error")] : []),
    ...(questions.length > 0 ? [count(questions.length, "question")] : []),
    ...(lesser > 0 ? [count(lesser, hot > 0 ? "lesser finding" : "finding")] : []),
    ...(harmless > 0 ? [`${harmless} hot by design at low load`] : []),
    ...(accepted.length > 0 ? [`${accepted.length} accepted`] : []),
    ...(notes.length > 0 ? [count(notes.length, "note")] : []),
  ];
  // A hot key alone has its page; its evidence is in the list, too.
  return parts.length > 0 || hot === 0 ? parts.join(" · ") : count(hot, "finding");
}
