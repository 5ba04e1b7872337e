/** How a picture of both maps is asked for: the maps make it, and are another part of the page. */
import type { MapQueries } from "../session/queries.js";
import type { Results } from "../state/results.js";
import type { Kept } from "../state/state.js";

/** What makes one picture of both maps, for hosts that show no playground. */
export interface Still {
  still(
    results: Results,
    look: Pick<Kept, "palette" | "log">,
    said: { readonly title: string; readonly version: string; readonly date: Date },
    queries: Pick<MapQueries, "paint">,
  ): Promise<{ readonly name: string; readonly content: Blob | string }>;
}
