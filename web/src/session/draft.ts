/**
 * The draft in this browser, and what is remembered of one that stopped the engine. One that is too
 * large for the small storage lies in the large one; there its name stands for it here.
 */
import type { Kept, Theme } from "../state/state.js";
import { browser } from "./storage.js";

const { read, write } = browser;

const DRAFT = "hotsplit.draft";
const TRYING = "hotsplit.trying";
const TRIED = "hotsplit.tried";
const THEME = "hotsplit.theme";
const EARLIER = "hotsplit.earlier";

/**
 * Letters of a text from which on its draft lies in the large storage. Ours: to write two megabytes
 * into the small one held the page up for 150 ms.
 */
const LARGE = 200_000;

/** What lies in the large storage; a chunk of its own. */
const large = () => import("./large.js");

/** What a person made, and the engine that was there. */
export type Draft = Kept & { readonly version: string };

/** A draft, wherever it lies: as JSON, or as it was put there. */
async function found(name: string): Promise<unknown> {
  const small = read(name);
  return small === "large" ? large().then(({ get }) => get(name)) : small;
}

/** Keeps a draft where there is room for it; says whether there is any. */
async function keep(name: string, draft: Draft, now?: boolean): Promise<boolean> {
  const small = now || draft.text.length < LARGE;
  return (small && write(name, JSON.stringify(draft))) || (await large()).put(name, draft);
}

/** The draft. */
export function readDraft(): Promise<unknown> {
  return found(DRAFT);
}

/** Keeps the draft; says whether it is kept. `now`: the page goes, and waits for no large storage. */
export function writeDraft(draft: Draft, now?: boolean): Promise<boolean> {
  return keep(DRAFT, draft, now);
}

/** The draft that a link or an example took the place of. */
export function readEarlier(): Promise<unknown> {
  return found(EARLIER);
}

/** Keeps a draft that something else takes the place of. */
export function writeEarlier(draft: Draft): void {
  void keep(EARLIER, draft);
}

/** Marks a text as being run; the mark stays when the tab or the engine dies of it. */
export function markTrying(text: string | undefined): void {
  write(TRYING, text === undefined ? undefined : "yes");
  write(TRIED, text === undefined ? undefined : printOf(text));
}

/** Says whether the last run of this text never came back. */
export function wasTrying(text: string): boolean {
  return read(TRYING) !== undefined && read(TRIED) === printOf(text);
}

/** A number that tells texts apart well enough; of a long text it looks at some letters only. */
function printOf(text: string): string {
  let print = text.length;
  const step = Math.ceil(text.length / 20_000) || 1;
  for (let at = 0; at < text.length; at += step) {
    print = (Math.imul(print, 31) + text.charCodeAt(at)) | 0;
  }
  return String(print);
}

/** The theme chosen last. `public/theme.js` reads the same before the first paint. */
export function readTheme(): Theme {
  const theme = read(THEME);
  return theme === "light" || theme === "dark" ? theme : "system";
}

/** Keeps the theme. */
export function writeTheme(theme: Theme): void {
  write(THEME, theme === "system" ? undefined : theme);
}
