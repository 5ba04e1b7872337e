/**
 * The draft in this browser, and what is remembered of one that stopped the engine.
 *
 * Storage may be closed to us (private windows, sandboxed frames, a full disk): every use of it may
 * fail, and the page then simply forgets.
 */
import type { Theme } from "./state.js";

const DRAFT = "hotsplit.draft";
const TRYING = "hotsplit.trying";
const THEME = "hotsplit.theme";

function read(name: string): string | undefined {
  try {
    return localStorage.getItem(name) ?? undefined;
  } catch {
    return undefined;
  }
}

function write(name: string, value: string | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
  } catch {
    // Forgotten; nothing depends on it.
  }
}

/** The draft, as JSON. */
export function readDraft(): string | undefined {
  return read(DRAFT);
}

/** Keeps the draft, as JSON. */
export function writeDraft(json: string): void {
  write(DRAFT, json);
}

/** Marks the draft as being run; the mark stays when the tab or the engine dies of it. */
export function markTrying(trying: boolean): void {
  write(TRYING, trying ? "yes" : undefined);
}

/** Says whether the last run of the draft never came back. */
export function wasTrying(): boolean {
  return read(TRYING) !== undefined;
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
