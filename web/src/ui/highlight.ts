/** Colours of code outside the editor: the same language, as pieces of text with a class each. */
import { highlightTree, tagHighlighter, tags } from "@lezer/highlight";
import { spanner } from "./language.js";

/** A piece of code; the class is empty where nothing is to be coloured. */
export interface Piece {
  readonly text: string;
  readonly kind: string;
}

const KINDS = tagHighlighter([
  { tag: tags.keyword, class: "keyword" },
  { tag: tags.typeName, class: "type" },
  { tag: tags.string, class: "string" },
  { tag: tags.number, class: "number" },
  { tag: tags.comment, class: "comment" },
  { tag: tags.meta, class: "directive" },
]);

/** Splits SQL into pieces that make up the whole. */
export function pieces(text: string): Piece[] {
  const out: Piece[] = [];
  let at = 0;
  highlightTree(spanner.parser.parse(text), KINDS, (from, to, kind) => {
    if (from > at) out.push({ text: text.slice(at, from), kind: "" });
    out.push({ text: text.slice(from, to), kind });
    at = to;
  });
  if (at < text.length) out.push({ text: text.slice(at), kind: "" });
  return out;
}
