/** Blocks of a lesson as parts of a template: words are words, links lead within the page. */
import { html, nothing, type TemplateResult } from "lit";
import type { Block, Reference } from "../../../pkg/hotsplit.js";
import { slugOf } from "../lessons/head.js";
import { ranked } from "./ranked.js";
import { shown } from "./words.js";

/** A link as lessons write it, as in `[words](rule:key-timestamp-first)`, or code in backticks. */
const MARKED = /\[([^\]\n]+)\]\(([\w-]+\.md|(?:rule|fix):[\w-]+|https:\/\/[^\s)]+)\)|`([^`\n]+)`/g;

/** Draws blocks; names of rules and fixes lead to their pages. For `level` see `ranked`. */
export function blocks(
  all: readonly Block[],
  reference: Reference | undefined,
  level?: number,
): unknown {
  const runs: Block[][] = [];
  for (const block of all) {
    const last = runs.at(-1);
    // Items that follow each other are one list.
    if (block.kind === "item" && last?.[0]?.kind === "item") last.push(block);
    else runs.push([block]);
  }
  return runs.map(([first, ...rest]) => {
    if (!first) return nothing;
    if (first.kind !== "item") return one(first, reference, level);
    return html`<ul class="items">
      ${[first, ...rest].map(({ text }) => html`<li>${linked(text, reference)}</li>`)}
    </ul>`;
  });
}

function one(
  { kind, text }: Block,
  reference: Reference | undefined,
  level: number | undefined,
): TemplateResult {
  if (kind === "heading") return html`<h4 ${ranked(level)}>${linked(text, reference)}</h4>`;
  if (kind === "code") {
    return html`<pre tabindex="0" role="region" aria-label="Code">${text}</pre>`;
  }
  return html`<p>${linked(text, reference)}</p>`;
}

/** Words with code and links. */
export function linked(text: string, reference: Reference | undefined): unknown[] {
  const parts: unknown[] = [];
  let at = 0;
  const whole = shown(text);
  for (const match of whole.matchAll(MARKED)) {
    const [all, words, address = "", code = ""] = match;
    parts.push(whole.slice(at, match.index));
    parts.push(words === undefined ? named(code, reference) : link(words, address));
    at = match.index + all.length;
  }
  parts.push(whole.slice(at));
  return parts;
}

/** A link to another lesson, a rule, a fix, or out of the page. */
function link(words: string, target: string): TemplateResult {
  if (target.startsWith("https:")) {
    return html`<a href=${target} target="_blank" rel="noreferrer">${words}</a>`;
  }
  const [, kind, id] = /^(rule|fix):(.*)$/.exec(target) ?? [];
  const to = kind === undefined ? `lesson/${slugOf(target)}` : `${kind}/${id}`;
  return html`<a href=${`#${to}`}>${words}</a>`;
}

/** Code; the name of a rule or a fix leads to its page. */
function named(code: string, reference: Reference | undefined): TemplateResult {
  const shown = html`<code>${code}</code>`;
  if (reference?.rules.some(({ id }) => id === code)) {
    return html`<a href=${`#rule/${code}`}>${shown}</a>`;
  }
  if (reference?.fixes.some(({ id }) => id === code)) {
    return html`<a href=${`#fix/${code}`}>${shown}</a>`;
  }
  return shown;
}
