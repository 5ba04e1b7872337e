/** What a word of a directive means: a fact, a scope, or a rule that is accepted. */
import { hoverTooltip } from "@codemirror/view";
import type { FactEntry, RuleEntry } from "../../../pkg/hotsplit.js";
import { OPENING, SCOPES } from "./offers.js";
import { LINE_MAX } from "./whole.js";

/** What can be looked up. */
export interface Words {
  readonly facts: readonly FactEntry[];
  readonly rules: readonly Pick<RuleEntry, "id" | "line">[];
}

/** Help for a word, and where in the line it stands. */
export interface Help {
  readonly from: number;
  readonly to: number;
  /** How it is written. */
  readonly form: string;
  /** What it says. */
  readonly about: string;
  /** The rule whose page says more. */
  readonly rule: string | undefined;
}

/** Help for the word at a column of a line; none outside directives and inside strings. */
export function helpAt(line: string, column: number, words: Words): Help | undefined {
  if (line.length > LINE_MAX) return undefined;
  const opening = OPENING.exec(line);
  if (!opening) return undefined;
  const keyword = /hotsplit:/i.exec(line)?.index ?? 0;
  if (column >= keyword && column <= keyword + 9) {
    const about = "The text after it states facts about the table or column on this line.";
    return { from: keyword, to: keyword + 9, form: "hotsplit:", about, rule: undefined };
  }
  const start = opening.index + opening[0].length;
  const quotes = (line.slice(start, column).match(/"/g) ?? []).length;
  if (column < start || quotes % 2 === 1) return undefined;
  for (const found of line.slice(start).matchAll(/[\w-]+/g)) {
    const from = start + found.index;
    const to = from + found[0].length;
    if (column < from || column > to) continue;
    const name = found[0].toLowerCase();
    const rule = words.rules.find((one) => one.id === name);
    const fact = words.facts.find((one) => one.name === name);
    const scope = SCOPES.find((one) => one.label === name);
    if (rule) return { from, to, form: rule.id, about: rule.line, rule: rule.id };
    if (fact) return { from, to, form: fact.form, about: fact.help, rule: undefined };
    if (scope) return { from, to, form: scope.label, about: scope.about, rule: undefined };
  }
  return undefined;
}

/** The same as a hover. */
export function help(words: () => Words) {
  return hoverTooltip((view, pos) => {
    const line = view.state.doc.lineAt(pos);
    const found = helpAt(line.text, pos - line.from, words());
    if (!found) return null;
    const create = () => ({ dom: shown(found) });
    return { pos: line.from + found.from, end: line.from + found.to, above: true, create };
  });
}

function shown(found: Help): HTMLElement {
  const box = document.createElement("div");
  box.className = "cm-help";
  const form = document.createElement("code");
  form.textContent = found.form;
  const about = document.createElement("p");
  about.textContent = found.about;
  box.append(form, about);
  if (found.rule) {
    const link = document.createElement("a");
    link.href = `#rule/${found.rule}`;
    link.textContent = "About this rule";
    box.append(link);
  }
  return box;
}
