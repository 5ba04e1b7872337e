/**
 * What each element is given of the state: said once, for the page and for playgrounds in pages of
 * others. Those who show an element set beside it only what differs between them.
 */

import type { Analysis } from "../../../pkg/hotsplit.js";
import type { EditorElement } from "../editor/editor.js";
import type { ChosenElement } from "../fixes/chosen.js";
import type { ProblemsElement } from "../problems/problems.js";
import type { ResultsElement } from "../results/results.js";
import { mapsOf } from "../session/maps-of.js";
import { changeOf } from "../session/presets.js";
import type { MapQueries } from "../session/queries.js";
import type { State } from "../state/state.js";
import type { WorkloadElement } from "../workload/workload.js";

const unmarked = new WeakMap<Analysis, Analysis>();

/** What is found in a dump is what Spanner does not know: it is ported, and not corrected there. */
function withoutMarks(analysis: Analysis): Analysis {
  const known = unmarked.get(analysis);
  const none: Partial<Analysis> = { findings: [], questions: [], accepted: [], syntaxErrors: [] };
  const made = known ?? { ...analysis, ...none, notes: [] };
  unmarked.set(analysis, made);
  return made;
}

/** A part of the exam is open that is not handed in: nothing that was found is shown. */
export function isExam(state: State): boolean {
  return /exam/.test(state.play?.shape ?? "");
}

/** For `<hotsplit-editor>`. A lesson may hide what was found. */
export function editorOf(state: State) {
  const { kept, analysis } = state;
  const marked = analysis && state.port ? withoutMarks(analysis) : analysis;
  return {
    level: state.level,
    text: kept.text,
    analysis: /covered|exam/.test(state.play?.shape ?? "") ? undefined : marked,
    analysed: state.analysed,
    bare: isExam(state),
    rewrite: state.rewrite,
    tab: state.tab,
    rollout: state.rollout,
    deployed: kept.deployed,
    copied: state.copied,
    task: state.task,
    place: state.place,
    reference: state.reference,
    open: state.open,
    sheet: state.sheet,
  } satisfies Partial<EditorElement>;
}

/** For `<hotsplit-problems>`. */
export function problemsOf(state: State) {
  const { kept } = state;
  return {
    level: state.level,
    analysis: state.analysis,
    open: state.open,
    cards: state.cards,
    chosen: kept.chosen,
    rewrite: state.rewrite,
    tuned: state.tuned,
    caret: state.caret,
    copied: state.copied,
    held: state.held !== undefined && state.held === kept.text,
  } satisfies Partial<ProblemsElement>;
}

/** For `<hotsplit-chosen>`. */
export function chosenOf({ kept, rewrite, analysis, level }: State) {
  return { level, chosen: kept.chosen, rewrite, analysis } satisfies Partial<ChosenElement>;
}

/** For `<hotsplit-workload>`. */
export function workloadOf({ kept, analysis, level, results, ran }: State) {
  return {
    level,
    knobs: kept.knobs,
    run: kept.run,
    analysis,
    answer: ran === kept.text ? results?.answer : undefined,
  } satisfies Partial<WorkloadElement>;
}

/** For `<hotsplit-results>`. */
export function resultsOf(state: State, queries: MapQueries) {
  return {
    maps: mapsOf(state, queries),
    change: changeOf(state)?.title,
    busy: state.busy,
    engine: state.engine,
    answers: state.answers,
    bare: isExam(state),
  } satisfies Partial<ResultsElement>;
}
