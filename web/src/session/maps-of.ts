/** What maps are given of the state, on the page, in results and in playgrounds. */
import type { State } from "../state/state.js";
import type { MapQueries } from "./queries.js";

/** For `<hotsplit-maps>`. There is nothing to show before the first results. */
export function mapsOf(state: State, queries: MapQueries) {
  const { kept, play } = state;
  return {
    queries,
    level: state.level,
    results: state.results,
    headline: state.answers?.headline ?? state.results?.answer.headline,
    analysis: state.analysis,
    cards: state.cards,
    chosen: kept.chosen,
    generation: state.generation,
    palette: kept.palette,
    log: kept.log,
    rowsBy: kept.rowsBy,
    metric: kept.metric,
    settings: state.map,
    shown: state.shown,
    version: state.version,
    set: kept.run,
    frames: state.frames,
    cursor: state.cursor,
    probe: state.probe,
    open: state.open,
    caret: state.caret?.object,
    learning: play?.stage !== undefined,
  };
}

/** What maps are given. */
export type MapInput = ReturnType<typeof mapsOf>;
