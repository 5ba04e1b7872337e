/** What maps are given of the state, on the page, in results and in playgrounds. */
import type { Probe } from "../../../pkg/hotsplit.js";
import type { State } from "../state/state.js";
import type { MapQueries } from "./queries.js";

/** For `<hotsplit-maps>`. There is nothing to show before the first results. */
export function mapsOf(state: State, queries: MapQueries) {
  const { kept, play } = state;
  // In an exam the maps say nothing of what they show.
  const bare = /exam/.test(play?.shape ?? "");
  const settings = bare ? unlabelled(state.map) : state.map;
  return {
    queries,
    level: state.level,
    results: state.results,
    bare,
    headline: bare ? undefined : (state.answers?.headline ?? state.results?.answer.headline),
    analysis: bare ? undefined : state.analysis,
    cards: state.cards,
    chosen: kept.chosen,
    generation: state.generation,
    palette: kept.palette,
    log: kept.log,
    rowsBy: kept.rowsBy,
    metric: kept.metric,
    settings,
    shown: state.shown,
    version: state.version,
    set: kept.run,
    frames: state.frames,
    cursor: state.cursor,
    probe: bare && state.probe ? unexplained(state.probe) : state.probe,
    open: bare ? undefined : state.open,
    caret: state.caret?.object,
    learning: play?.stage !== undefined,
  };
}

/** The settings without the layer that names shapes; the same object for the same settings. */
function unlabelled(settings: State["map"]): State["map"] {
  let one = UNLABELLED.get(settings);
  if (!one) {
    one = { ...settings, layers: settings.layers.filter((layer) => layer !== "shapes") };
    UNLABELLED.set(settings, one);
  }
  return one;
}

/** A cell without the code that Spanner has for its hotspot; the same object for the same cell. */
function unexplained(probe: Probe): Probe {
  let one = UNEXPLAINED.get(probe);
  if (!one) {
    const { reason: _, ...rest } = probe;
    one = rest;
    UNEXPLAINED.set(probe, one);
  }
  return one;
}

const UNEXPLAINED = new WeakMap<Probe, Probe>();

const UNLABELLED = new WeakMap<State["map"], State["map"]>();

/** What maps are given. */
export type MapInput = ReturnType<typeof mapsOf>;
