/** What the engine found, as the editor's own diagnostics with quick fixes. */
import type { Diagnostic } from "@codemirror/lint";
import type { Analysis, Range, Severity, TextEdit } from "../../../pkg/hotsplit.js";
import { ACCEPT } from "../state/state.js";
import { SEVERITIES } from "../ui/order.js";
import { shown } from "../ui/words.js";

/** A fix that can be asked for where the cursor stands. */
export interface QuickFix {
  readonly label: string;
  readonly apply: () => void;
}

/** A diagnostic that knows what it was made of. */
export interface Found extends Diagnostic {
  /** How bad it is. */
  readonly level: Severity;
  /** The same as a number, the worst 0. */
  readonly rank: number;
  /** Key of the finding or question; absent for a syntax error. */
  readonly problem: string | undefined;
}

/** What a diagnostic can ask the page to do. */
export interface Asks {
  /** Make a fix's edits. */
  fix(finding: string, fix: string): void;
  /** Write the answer of a question into the text. */
  answer(question: string, choice: number): void;
  /** Cure a syntax error. */
  cure(edits: readonly TextEdit[]): void;
  /** Open the problem in the list. */
  open(finding: string): void;
}

const LEVELS: { readonly [S in Severity]: Diagnostic["severity"] } = {
  error: "error",
  high: "error",
  warn: "warning",
  ask: "info",
  info: "hint",
  hint: "hint",
};

/** A range that lies within a text of this length and covers at least one letter of it. */
export function fitted(
  range: Pick<Range, "from" | "to">,
  length: number,
): { from: number; to: number } {
  const from = Math.max(0, Math.min(range.from, length));
  const to = Math.max(from, Math.min(range.to, length));
  if (to > from) return { from, to };
  return from < length ? { from, to: from + 1 } : { from: Math.max(0, from - 1), to };
}

/** Everything found in a text of this length. */
export function diagnostics(analysis: Analysis, length: number, asks: Asks): Found[] {
  const found: Found[] = [];
  for (const remark of analysis.syntaxErrors) {
    const { message, cure } = remark;
    const actions = cure ? [{ name: cure.label, apply: () => asks.cure(cure.edits) }] : [];
    found.push({
      ...fitted(remark.range, length),
      ...levelled("error", undefined),
      message: shown(message.replaceAll("`", "")),
      actions,
    });
  }
  for (const one of analysis.findings) {
    const fixes = one.fixes
      .filter((fix) => fix.id !== ACCEPT)
      .map((fix) => ({
        name: `${fix.short}: ${fix.title}`,
        apply: () => asks.fix(one.key, fix.id),
      }));
    found.push({
      ...fitted(one.range, length),
      ...levelled(one.severity, one.key),
      message: shown(one.title.replaceAll("`", "")),
      renderMessage: () => rendered(one.title, one.why, one.rule),
      actions: [...fixes, { name: "Open problem", apply: () => asks.open(one.key) }],
    });
  }
  for (const one of analysis.questions) {
    found.push({
      ...fitted(one.range, length),
      ...levelled("ask", one.key),
      message: shown(one.question.replaceAll("`", "")),
      renderMessage: () => rendered(one.question, one.why, one.rule),
      actions: one.choices.map((choice, at) => ({
        name: choice.label,
        apply: () => asks.answer(one.key, at),
      })),
    });
  }
  return found.sort((a, b) => a.from - b.from || a.to - b.to);
}

function levelled(level: Severity, problem: string | undefined) {
  const rank = SEVERITIES.indexOf(level);
  return { severity: LEVELS[level], markClass: `hs-${level}`, level, rank, problem };
}

/** Title, reason and the way to the rule's page as elements; text stays text. */
function rendered(title: string, why: string, rule: string): Node {
  const box = document.createElement("div");
  for (const line of [title, why]) {
    if (line === "") continue;
    const paragraph = document.createElement("p");
    line.split("`").forEach((part, at) => {
      const code = document.createElement(at % 2 === 1 ? "code" : "span");
      code.textContent = shown(part);
      paragraph.append(code);
    });
    box.append(paragraph);
  }
  const link = document.createElement("a");
  link.href = `#rule/${rule}`;
  link.textContent = rule;
  box.append(link);
  return box;
}
