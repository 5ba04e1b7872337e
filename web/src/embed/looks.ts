/**
 * Looks of a playground: the page's tokens and controls within a frame that the host's do not reach.
 *
 * What a host inherits to us ends at the frame, and the page's tokens are set on it, where no rule
 * of the host's can match. A host changes what has a name of its own: `--hotsplit-accent` and others.
 */
import type { CSSResult } from "lit";
import tokens from "../ui/style/tokens.css?inline";
import own from "./frame.css?inline";

/** Tokens that a host may set, each as `--hotsplit-` and its name. */
export const PUBLIC = [
  ...["font", "mono", "size", "small", "tiny", "radius"],
  ...["ground", "panel", "raised", "sunken", "line", "line-strong", "text", "quiet"],
  ...["accent", "accent-ground", "on-accent", "focus", "before", "after"],
] as const;

/** The page's tokens, set on the frame. */
export function framed(css: string): string {
  const names = new RegExp(`--(${PUBLIC.join("|")}):([^;}]+)`, "g");
  return css
    .replaceAll(/:root\[data-theme="?(\w+)"?\]/g, '.frame[data-shade="$1"]')
    .replaceAll(":root", ".frame")
    .replaceAll(names, "--$1:var(--hotsplit-$1,$2)");
}

let sheets: CSSStyleSheet[] | undefined;

/** Sheets for the shadow root, one set for all playgrounds. */
export function looks(controls: CSSResult): CSSStyleSheet[] {
  sheets ??= [framed(tokens), own].map((css) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    return sheet;
  });
  return controls.styleSheet ? [controls.styleSheet, ...sheets] : sheets;
}
