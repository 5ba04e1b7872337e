/**
 * The text before anyone types in it: coloured, with what was found underlined.
 *
 * The editor is a hundred kilobytes that most readers never need; this is none of them.
 */
import { html, type TemplateResult } from "lit";
import type { Analysis, Range } from "../../../pkg/hotsplit.js";
import { KEYWORDS, TYPES } from "../ui/vocabulary.js";
import { shown, withoutCode } from "../ui/words.js";

/** Letters of a text from which on it is not coloured. Ours: far past what an article shows. */
const COLOURED_MAX = 50_000;

/** A piece of the text and what it is. */
export interface Piece {
  readonly from: number;
  readonly to: number;
  readonly kind: string;
}

/** A stretch of the text that something was found in. */
export interface Mark {
  readonly from: number;
  readonly to: number;
  readonly severity: string;
  readonly title: string;
}

const TOKEN =
  /(?<directive>--[^\S\n]*hotsplit:[^\n]*)|(?<comment>--[^\n]*|#[^\n]*|\/\*[\s\S]*?(?:\*\/|$))|(?<string>'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*")|(?<number>\b\d[\w.]*)|(?<word>[A-Za-z_]\w*)/g;

/** Splits SQL into what is to be coloured; the rest is left out. */
export function tokens(text: string): Piece[] {
  if (text.length > COLOURED_MAX) return [];
  return [...text.matchAll(TOKEN)].flatMap((found) => {
    const [word] = found;
    const [name = ""] = Object.entries(found.groups ?? {}).find(([, of]) => of !== undefined) ?? [];
    const kind = name === "word" ? kindOf(word.toLowerCase()) : name;
    return kind === "" ? [] : [{ from: found.index, to: found.index + word.length, kind }];
  });
}

function kindOf(word: string): string {
  if (TYPES.has(word)) return "type";
  return KEYWORDS.has(word) ? "keyword" : "";
}

/** What was found, the worst last, so that it lies on top. */
export function marks(analysis: Analysis): Mark[] {
  const at = ({ from, to }: Range) => ({ from, to: Math.max(to, from + 1) });
  const errors = analysis.syntaxErrors.map(({ range, message }) => {
    return { ...at(range), severity: "error", title: withoutCode(message) };
  });
  const questions = analysis.questions.map(({ range, question }) => {
    return { ...at(range), severity: "ask", title: withoutCode(question) };
  });
  const findings = analysis.findings.map(({ range, severity, title }) => {
    return { ...at(range), severity, title: withoutCode(title) };
  });
  return [...questions, ...findings.reverse(), ...errors];
}

/** The text as parts of a template. */
export function drawn(text: string, found: readonly Mark[]): (string | TemplateResult)[] {
  const kinds = tokens(text);
  const cuts = new Set([0, text.length]);
  for (const { from, to } of [...kinds, ...found]) {
    if (from < text.length) cuts.add(from);
    if (to < text.length) cuts.add(to);
  }
  const stops = [...cuts].sort((a, b) => a - b);
  let at = 0;
  return stops.slice(1).map((to, i) => {
    const from = stops[i] ?? 0;
    while ((kinds[at]?.to ?? Number.POSITIVE_INFINITY) <= from) at++;
    const token = kinds[at];
    const kind = token && token.from <= from ? token.kind : "";
    const mark = found.findLast((one) => one.from <= from && to <= one.to);
    const part = shown(text.slice(from, to));
    if (mark) {
      const looks = `${kind} mark ${mark.severity}`;
      return html`<span class=${looks} title=${mark.title.slice(0, 400)}>${part}</span>`;
    }
    return kind === "" ? part : html`<span class=${kind}>${part}</span>`;
  });
}
