/** What the words of a lesson are made of; how each is drawn is for the page and the build to say. */
import type { Block, Reference } from "../../../pkg/hotsplit.js";
import { slugOf } from "./head.js";
import { shown } from "./words.js";

/** Some words in a row that are of one kind. */
export interface Piece {
  readonly kind: "words" | "code";
  readonly text: string;
  /** Where they lead: out of the page (`https://…`), or to `lesson/…`, `rule/…` or `fix/…` of it. */
  readonly to?: string;
}

/** A link as lessons write it, as in `[words](rule:key-timestamp-first)`, or code in backticks. */
const MARKED = /\[([^\]\n]+)\]\(([\w-]+\.md|(?:rule|fix):[\w-]+|https:\/\/[^\s)]+)\)|`([^`\n]+)`/g;

/** Takes words apart; names of rules and fixes lead to their pages. */
export function pieces(text: string, reference: Reference | undefined): Piece[] {
  const parts: Piece[] = [];
  let at = 0;
  const whole = shown(text);
  for (const match of whole.matchAll(MARKED)) {
    const [all, words, address = "", code = ""] = match;
    parts.push({ kind: "words", text: whole.slice(at, match.index) });
    parts.push(
      words === undefined
        ? named(code, reference)
        : { kind: "words", text: words, to: target(address) },
    );
    at = match.index + all.length;
  }
  parts.push({ kind: "words", text: whole.slice(at) });
  return parts.filter((part) => part.text !== "");
}

function target(address: string): string {
  if (address.startsWith("https:")) return address;
  const [, kind, id] = /^(rule|fix):(.*)$/.exec(address) ?? [];
  return kind === undefined ? `lesson/${slugOf(address)}` : `${kind}/${id}`;
}

function named(code: string, reference: Reference | undefined): Piece {
  const rule = reference?.rules.find(({ id }) => id === code);
  if (rule) return { kind: "code", text: code, to: `rule/${rule.id}` };
  const fix = reference?.fixes.find(({ id, short }) => id === code || short === code);
  if (fix) return { kind: "code", text: code, to: `fix/${fix.id}` };
  return { kind: "code", text: code };
}

/** Blocks with items that follow each other, which are one list, taken together. */
export function runs(blocks: readonly Block[]): readonly [Block, ...Block[]][] {
  const all: [Block, ...Block[]][] = [];
  for (const block of blocks) {
    const last = all.at(-1);
    if (block.kind === "item" && last?.[0].kind === "item") last.push(block);
    else all.push([block]);
  }
  return all;
}
