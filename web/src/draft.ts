/**
 * The draft in this browser, and what is remembered of one that stopped the engine. One that is too
 * large for the small storage lies in the large one; there its name stands for it here.
 */
import type { Theme } from "./state.js";
import { browser } from "./storage.js";

const { read, write } = browser;

const DRAFT = "hotsplit.draft";
const TRYING = "hotsplit.trying";
const TRIED = "hotsplit.tried";
const THEME = "hotsplit.theme";
const EARLIER = "hotsplit.earlier";
const TOUR = "hotsplit.tour";

/** What lies in the large storage; a chunk of its own. */
const large = () => import("./large.js");

/** A draft, wherever it lies. */
async function found(name: string): Promise<string | undefined> {
  const small = read(name);
  return small === "large" ? large().then(({ get }) => get(name)) : small;
}

/** Keeps a draft where there is room for it; says whether there is any. */
async function keep(name: string, json: string): Promise<boolean> {
  return write(name, json) || large().then(({ put }) => put(name, json));
}

/** The draft, as JSON. */
export function readDraft(): Promise<string | undefined> {
  return found(DRAFT);
}

/** Keeps the draft, as JSON; says whether it is kept. */
export function writeDraft(json: string): Promise<boolean> {
  return keep(DRAFT, json);
}

/** The draft that a link or an example took the place of, as JSON. */
export function readEarlier(): Promise<string | undefined> {
  return found(EARLIER);
}

/** Keeps a draft that something else takes the place of. */
export function writeEarlier(json: string): void {
  void keep(EARLIER, json);
}

/** Says whether the tour is still to be shown; not where nobody could remember that it was. */
export function wantsTour(): boolean {
  return read(TOUR) === undefined && write(TOUR, "begun");
}

/** Never shows the tour by itself again. */
export function endTour(): void {
  write(TOUR, "seen");
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
