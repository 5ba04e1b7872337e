/** Where the statement of what a map shows stands. */
import type { Analysis, Band, Chosen, Range, Which } from "../../../pkg/hotsplit.js";
import type { Tab } from "../state/state.js";

/** What the place depends on. */
export interface Texts {
  readonly analysis: Analysis | undefined;
  readonly chosen: readonly Chosen[];
  /** A lesson is played: the text in the editor is that of the second run. */
  readonly learning: boolean;
}

/** The tab and the range of a band's statement; in a lesson the first run is not of the text at hand. */
export function placeOf(
  which: Which,
  band: Band,
  { analysis, chosen, learning }: Texts,
): { readonly tab: Tab; readonly range: Range | undefined } {
  const own = learning ? chosen.length === 0 || which === "before" : which === "before";
  if (!own) return { tab: "rewritten", range: band.range };
  const stands = analysis?.objects.find((one) => one.name === band.object);
  return { tab: "yours", range: learning ? stands?.range : band.range };
}
