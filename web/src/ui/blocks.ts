/** Blocks of a lesson as parts of a template: words are words, links lead within the page. */
import { html, type TemplateResult } from "lit";
import type { Block, Reference } from "../../../pkg/hotsplit.js";
import { type Piece, pieces, runs } from "./marked.js";
import { ranked } from "./ranked.js";

/** Draws blocks; names of rules and fixes lead to their pages. For `level` see `ranked`. */
export function blocks(
  all: readonly Block[],
  reference: Reference | undefined,
  level?: number,
): unknown {
  return runs(all).map(([first, ...rest]) => {
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
  return pieces(text, reference).map(piece);
}

function piece({ kind, text, to }: Piece): unknown {
  const inside = kind === "code" ? html`<code>${text}</code>` : text;
  if (to === undefined) return inside;
  if (to.startsWith("https:")) {
    return html`<a href=${to} target="_blank" rel="noreferrer">${inside}</a>`;
  }
  return html`<a href=${`#${to}`}>${inside}</a>`;
}
