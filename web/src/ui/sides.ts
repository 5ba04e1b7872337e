/** What the two runs of a page are called. */
import type { Applied } from "../state/state.js";
import { count } from "./words.js";

/** The first run: the text as it stands, unless it took the place of another. */
export function beforeName(applied: Applied | undefined): string {
  if (!applied) return "Now";
  return applied.fixes ? "Before" : "Ported as it is";
}

/** The second run, of the text that took the place of another. */
export const nowName = ({ fixes }: Applied): string =>
  fixes ? `Now, with ${count(fixes.count, "fix", "fixes")}` : "Now, as ported with these choices";
