/** Which problems the list shows: by word, severity, state and object. */
import type { Finding, Question, Severity } from "../../../pkg/hotsplit.js";
import type { Group } from "../ui/order.js";

/** What becomes of a problem. */
export type Standing = "any" | "open" | "question" | "harmless" | "accepted";

/** What is let through. */
export interface Filter {
  /** Words that all have to be there. */
  readonly query: string;
  /** Severities; none lets all through. Questions are of severity `ask`. */
  readonly severities: ReadonlySet<Severity>;
  readonly standing: Standing;
  /** A table or index; empty for all. */
  readonly object: string;
}

/** Lets everything through. */
export const OPEN: Filter = { query: "", severities: new Set(), standing: "any", object: "" };

/** What the list holds. */
export interface Listed {
  readonly groups: readonly Group[];
  /** Findings that do no harm as things are. */
  readonly harmless: readonly Finding[];
  readonly accepted: readonly Finding[];
}

/** What came through, and of how many. */
export interface Filtered extends Listed {
  readonly shown: number;
  readonly of: number;
}

/** Says whether anything may be held back. */
export function narrows({ query, severities, standing, object }: Filter): boolean {
  return query.trim() !== "" || severities.size > 0 || standing !== "any" || object !== "";
}

/** Lets through what fits; objects of which nothing is left are left out. */
export function filtered({ groups, harmless, accepted }: Listed, filter: Filter): Filtered {
  const sum = (of: readonly Group[]) =>
    of.reduce((all, { findings, questions }) => all + findings.length + questions.length, 0);
  const of = sum(groups) + harmless.length + accepted.length;
  if (!narrows(filter)) return { groups, harmless, accepted, shown: of, of };
  const parts = filter.query.toLowerCase().split(/\s+/).filter(Boolean);
  const { severities, standing, object } = filter;
  const fits = (severity: Severity, ...said: readonly string[]) => {
    if (severities.size > 0 && !severities.has(severity)) return false;
    const all = said.join(" ").replaceAll("`", "").toLowerCase();
    return parts.every((part) => all.includes(part));
  };
  const finding = (one: Finding) =>
    fits(
      one.severity,
      one.title,
      one.object,
      one.rule,
      ...one.fixes.flatMap(({ id, short }) => [id, short]),
    );
  const question = (one: Question) => fits("ask", one.question, one.object, one.rule);
  const left = groups
    .filter((group) => object === "" || group.object === object)
    .map((group) => ({
      ...group,
      findings: standing === "any" || standing === "open" ? group.findings.filter(finding) : [],
      questions:
        standing === "any" || standing === "question" ? group.questions.filter(question) : [],
    }))
    .filter(({ findings, questions }) => findings.length + questions.length > 0);
  const some = (kind: Standing, all: readonly Finding[]) =>
    standing === "any" || standing === kind
      ? all.filter((one) => (object === "" || one.object === object) && finding(one))
      : [];
  const listed = { harmless: some("harmless", harmless), accepted: some("accepted", accepted) };
  const shown = sum(left) + listed.harmless.length + listed.accepted.length;
  return { groups: left, ...listed, shown, of };
}
