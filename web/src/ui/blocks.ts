/** Blocks of a lesson as parts of a template: words are words, links lead within the page. */
import { html, type TemplateResult } from "lit";
import { keyed } from "lit/directives/keyed.js";
import type { Block, Reference } from "../../../pkg/hotsplit.js";
import { type Piece, pieces, runs } from "./marked.js";
import { ranked } from "./ranked.js";

/** How words are drawn that belong to a run; without it they are plain words. */
export interface Live {
  /** Words that state what a run gives, or that set it. */
  readonly piece: (piece: Piece) => unknown;
  /** What stands below a paragraph that sets a run. */
  readonly below: () => unknown;
}

/** Draws blocks; names of rules and fixes lead to their pages. For `level` see `ranked`. */
export function blocks(
  all: readonly Block[],
  reference: Reference | undefined,
  level?: number,
  live?: Live,
): unknown {
  return runs(all).map(([first, ...rest]) => {
    if (first.kind !== "item") return one(first, reference, level, live);
    return html`<ul class="items">
      ${[first, ...rest].map(({ text }) => html`<li>${linked(text, reference, live)}</li>`)}
    </ul>`;
  });
}

function one(
  { kind, info, text }: Block,
  reference: Reference | undefined,
  level: number | undefined,
  live: Live | undefined,
): unknown {
  if (kind === "heading") return html`<h4 ${ranked(level)}>${linked(text, reference)}</h4>`;
  if (kind === "code" && info === "figure") return figure(text);
  if (kind === "code") {
    return html`<pre tabindex="0" role="region" aria-label="Code">${text}</pre>`;
  }
  const sets = live !== undefined && pieces(text, reference).some((piece) => piece.set);
  return html`<p>${linked(text, reference, live)}</p>
    ${sets ? live.below() : undefined}`;
}

/** A figure, which draws itself: another one is another element. */
const figure = (text: string): unknown => {
  const [kind = "", ...first] = text.trim().split("\n");
  return keyed(
    text,
    html`<hotsplit-figure kind=${kind.trim()} first=${first.join(";")}></hotsplit-figure>`,
  );
};

/** Words with code and links. */
export function linked(text: string, reference: Reference | undefined, live?: Live): unknown[] {
  return pieces(text, reference).map((one) =>
    live && (one.run !== undefined || one.set) ? live.piece(one) : piece(one),
  );
}

function piece({ kind, text, to }: Piece): TemplateResult | string {
  const inside = kind === "code" ? html`<code>${text}</code>` : text;
  if (to === undefined) return inside;
  if (to.startsWith("https:")) {
    return html`<a href=${to} target="_blank" rel="noreferrer">${inside}</a>`;
  }
  return html`<a href=${`#${to}`}>${inside}</a>`;
}
