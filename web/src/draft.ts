/**
 * The draft in this browser, and what is remembered of one that stopped the engine. Where nothing
 * can be kept the page simply forgets.
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

/** The draft, as JSON. */
export function readDraft(): string | undefined {
  return read(DRAFT);
}

/** Keeps the draft, as JSON. */
export function writeDraft(json: string): void {
  write(DRAFT, json);
}

/** The draft that a link or an example took the place of, as JSON. */
export function readEarlier(): string | undefined {
  return read(EARLIER);
}

/** Keeps a draft that something else takes the place of. */
export function writeEarlier(json: string): void {
  write(EARLIER, json);
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
