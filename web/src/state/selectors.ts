/** What several parts of the page read from the state in the same way. */
import type { HeadroomReport, HotKey } from "../../../pkg/hotsplit.js";

/** Keys that do not spread, with a finding that does harm: those that the verdict counts. */
export function hotKeysOf(headroom: HeadroomReport | undefined): HotKey[] {
  const keys = headroom?.keys ?? [];
  return keys.filter(({ finding, harmless }) => finding !== undefined && harmless === undefined);
}
