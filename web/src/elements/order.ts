/** Problems in the order they are worked through: by object, worst first, most writes first. */
import type { Analysis, Finding, Question, SchemaObject, Severity } from "../../../pkg/hotsplit.js";

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
  /** Absent where the object is no table or index of the text. */
  readonly about: SchemaObject | undefined;
  readonly findings: readonly Finding[];
  readonly questions: readonly Question[];
}

/** Worst first; then most writes at stake, which are unknown last; then as in the text. */
export function bySeverity(a: Finding, b: Finding): number {
  return (
    SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) ||
    (b.utilisation ?? -1) - (a.utilisation ?? -1) ||
    a.range.from - b.range.from
  );
}

/** Groups by object; the object with the worst problem first, questions alone last. */
export function grouped(analysis: Analysis): Group[] {
  const names = new Set<string>();
  for (const finding of [...analysis.findings].sort(bySeverity)) names.add(finding.object);
  for (const question of analysis.questions) names.add(question.object);
  return [...names].map((object) => ({
    object,
    about: analysis.objects.find((one) => one.name === object),
    findings: analysis.findings.filter((one) => one.object === object).sort(bySeverity),
    questions: analysis.questions.filter((one) => one.object === object),
  }));
}

/** How many findings there are of each severity, worst first, those of none left out. */
export function counted(findings: readonly Finding[]): { severity: Severity; count: number }[] {
  return SEVERITIES.map((severity) => ({
    severity,
    count: findings.filter((one) => one.severity === severity).length,
  })).filter(({ count }) => count > 0);
}
