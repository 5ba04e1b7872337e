/** Finding rules and fixes by their words. */
import type { Page } from "../../../pkg/hotsplit.js";

/** What can be looked up. */
export interface Entry {
  readonly kind: "rule" | "fix";
  readonly id: string;
  /** A short form of the id, which fixes have and lists show. */
  readonly short?: string;
  /** What it finds or does, in one line. */
  readonly line: string;
  readonly page: Page;
}

/** An entry that was found. */
export interface Found<E extends Entry> {
  readonly entry: E;
  /** The place on its page, where its name and line do not have all the words. */
  readonly place: string | undefined;
}

/** Letters shown of a place on either side of the word. Ours: about one line of the list. */
const AROUND = 34;

/**
 * Entries that have every word of the query: in their name and line first, then those that have
 * them on their page only. Without a query, all of them in their order.
 */
export function lookup<E extends Entry>(entries: readonly E[], query: string): Found<E>[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const [near, far]: [Found<E>[], Found<E>[]] = [[], []];
  for (const entry of entries) {
    const name = [entry.short, entry.id, entry.line].join(" ").toLowerCase();
    const missing = words.find((word) => !name.includes(word));
    if (missing === undefined) {
      near.push({ entry, place: undefined });
      continue;
    }
    const text = textOf(entry.page);
    const all = `${name} ${text.toLowerCase()}`;
    if (words.every((word) => all.includes(word))) {
      far.push({ entry, place: placeOf(text, missing) });
    }
  }
  return [...near, ...far];
}

/** A page as one line. */
function textOf(page: Page): string {
  const text = page.blocks.map((block) => block.text).join(" ");
  return text.replaceAll("`", "").replaceAll(/\s+/g, " ");
}

/** The words around the first place of a word. */
function placeOf(text: string, word: string): string {
  const at = text.toLowerCase().indexOf(word);
  // Cut between words, not within.
  const from = at <= AROUND ? 0 : text.indexOf(" ", at - AROUND) + 1;
  const end = at + word.length + AROUND;
  const cut = end >= text.length ? text.length : text.lastIndexOf(" ", end);
  const to = Math.max(cut, at + word.length);
  return `${from > 0 ? "… " : ""}${text.slice(Math.min(from, at), to)}${to < text.length ? " …" : ""}`;
}
