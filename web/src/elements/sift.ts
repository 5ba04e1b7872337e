/** Which problems the list shows: by word, severity, state and object. */
import type { Finding, Question, Severity } from "../../../pkg/hotsplit.js";
import type { Group } from "./order.js";

/** What becomes of a problem. */
export type Standing = "any" | "standing" | "question" | "accepted";

/** What is let through. */
export interface Sieve {
  /** Words that all have to be there. */
  readonly query: string;
  /** Severities; none lets all through. Questions are of severity `ask`. */
  readonly severities: ReadonlySet<Severity>;
  readonly standing: Standing;
  /** A table or index; empty for all. */
  readonly object: string;
}

/** Lets everything through. */
export const OPEN: Sieve = { query: "", severities: new Set(), standing: "any", object: "" };

/** What came through, and of how many. */
export interface Sifted {
  readonly groups: readonly Group[];
  readonly accepted: readonly Finding[];
  readonly shown: number;
  readonly of: number;
}

/** Says whether anything may be held back. */
export function narrows({ query, severities, standing, object }: Sieve): boolean {
  return query.trim() !== "" || severities.size > 0 || standing !== "any" || object !== "";
}

/** Lets through what fits; objects of which nothing is left are left out. */
export function sifted(
  groups: readonly Group[],
  accepted: readonly Finding[],
  sieve: Sieve,
): Sifted {
  const sum = (of: readonly Group[]) =>
    of.reduce((all, { findings, questions }) => all + findings.length + questions.length, 0);
  const of = sum(groups) + accepted.length;
  if (!narrows(sieve)) return { groups, accepted, shown: of, of };
  const parts = sieve.query.toLowerCase().split(/\s+/).filter(Boolean);
  const { severities, standing, object } = sieve;
  const fits = (severity: Severity, ...said: readonly string[]) => {
    if (severities.size > 0 && !severities.has(severity)) return false;
    const all = said.join(" ").replaceAll("`", "").toLowerCase();
    return parts.every((part) => all.includes(part));
  };
  const finding = (one: Finding) =>
    fits(one.severity, one.title, one.object, one.rule, ...one.fixes.map(({ id }) => id));
  const question = (one: Question) => fits("ask", one.question, one.object, one.rule);
  const left = groups
    .filter((group) => object === "" || group.object === object)
    .map((group) => ({
      ...group,
      findings: standing === "any" || standing === "standing" ? group.findings.filter(finding) : [],
      questions:
        standing === "any" || standing === "question" ? group.questions.filter(question) : [],
    }))
    .filter(({ findings, questions }) => findings.length + questions.length > 0);
  const kept =
    standing === "any" || standing === "accepted"
      ? accepted.filter((one) => (object === "" || one.object === object) && finding(one))
      : [];
  return { groups: left, accepted: kept, shown: sum(left) + kept.length, of };
}
