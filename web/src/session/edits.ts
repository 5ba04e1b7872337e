/**
 * What writes into the person's own text: a fix, all of them, an acceptance, what a table does, a
 * file, an example, a workload or a shape to start from; and what sets the parameters of a fix and
 * the constants of the model.
 *
 * The engine says what to write, and the editor does it as one step. A chunk of its own.
 */
import type { RewriteAsk, RunKnobs, TextEdit } from "../../../pkg/hotsplit.js";
import type { Asked } from "../engine/client.js";
import type { Answer } from "../engine/protocol.js";
import type { Action, ActionOf, ConstantSet } from "../state/actions.js";
import type { Example } from "../state/examples.js";
import type { Start } from "../state/shapes.js";
import {
  ACCEPT,
  type Beside,
  choice,
  type Kept,
  type State,
  type Store,
  type Task,
  withChoice,
  withSet,
} from "../state/state.js";
import { isPreset } from "./presets.js";
import type { Questions } from "./questions.js";

/** Deeds that do. */
export type ByHand = Extract<
  Action,
  {
    do:
      | "state"
      | "accept"
      | "fix-here"
      | "adopt"
      | "file"
      | "tune"
      | "example"
      | "preset"
      | "constant"
      | "measured";
  }
>;

/** What one begins with. */
export type Begun = Pick<Kept, "text" | "dialect" | "run" | "knobs"> & Partial<Kept>;

/** The session whose text is written into. */
export interface Editable extends Pick<Questions, "answered"> {
  readonly store: Store;
  readonly engine: Asked;
  /** It stands in a page of someone else's. */
  readonly guest?: object | undefined;
  askCards(finding: string): Promise<Answer<"cards">>;
  rewriteAsk(chosen: Kept["chosen"]): RewriteAsk;
  /** Has the editor make edits of a text as one step. */
  edit(text: string, edits: readonly TextEdit[], beside?: Task["beside"]): void;
  /** What is run has changed. */
  chose(chosen?: Kept["chosen"]): void;
  /** Puts something else in place of what stands there. */
  instead(next: Begun, own: boolean): void;
  example(example: Example, own: boolean): void;
}

/** Does one of them. */
export async function write(flow: Editable, action: ByHand): Promise<void> {
  switch (action.do) {
    case "state":
      return state(flow, action);
    case "accept":
      return accept(flow, action);
    case "fix-here":
      return fixHere(flow, action);
    case "file":
      return file(flow, action);
    case "constant":
      return constant(flow, action);
    case "measured":
      return measured(flow, action);
    case "example":
      return flow.example(action.example, await isOwn(flow));
    case "preset": {
      const own = await isOwn(flow);
      return flow.instead(startOf(action.preset, flow.store.state), own);
    }
    case "tune":
      return tune(flow, action);
    default:
      return adopt(flow);
  }
}

function tell(flow: Editable, message: string): void {
  flow.store.change({ notice: { message, again: false } });
}

/** Writes what a person says of a table. */
async function state(flow: Editable, { do: _, ...said }: ActionOf<"state">): Promise<void> {
  const { analysed, kept } = flow.store.state;
  const ask = { text: analysed, dialect: kept.dialect, ...said };
  const stated = await flow.answered(flow.engine.ask("state", ask));
  if (!stated) return;
  if (stated.refused === undefined) flow.edit(analysed, stated.edits);
  else tell(flow, `Not written: ${stated.refused}.`);
}

/** Makes a fix's edits. */
async function fixHere(flow: Editable, { finding, fix }: ActionOf<"fix-here">): Promise<void> {
  const { analysed } = flow.store.state;
  const found = await flow.answered(flow.askCards(finding));
  const card = found?.find((one) => one.id === fix);
  if (!card) return;
  if (card.refused === undefined) flow.edit(analysed, card.edits);
  else tell(flow, `${card.short} does not fit: ${card.refused}.`);
}

/** Writes the directive that accepts a finding. */
async function accept(flow: Editable, { finding, reason }: ActionOf<"accept">): Promise<void> {
  const { text } = flow.store.state.kept;
  const ask = flow.rewriteAsk([{ finding, fix: ACCEPT, set: { reason } }]);
  const rewrite = await flow.answered(flow.engine.ask("rewrite", ask, { kind: ACCEPT }));
  if (!rewrite) return;
  const [refused] = rewrite.refused;
  if (refused) tell(flow, `Not accepted: ${refused.why}.`);
  else flow.edit(text, difference(text, rewrite.text));
}

/** Makes the chosen fixes' edits; undo takes back both. */
async function adopt(flow: Editable): Promise<void> {
  const { text, chosen, dialect } = flow.store.state.kept;
  const wanted = chosen.length > 0 ? chosen : flow.store.state.shown;
  // Asked for anew: the rewrite that is shown may be of a text before this one.
  const ask = flow.rewriteAsk(wanted);
  const rewrite = await flow.answered(flow.engine.ask("rewrite", ask, { kind: "adopt" }));
  const { kept } = flow.store.state;
  if (!rewrite || kept.text !== text || kept.chosen !== chosen) return;
  const stays = chosen.filter((one) =>
    rewrite.refused.some(({ finding, fix }) => finding === one.finding && fix === one.fix),
  );
  const { fewest } = await import("./text-edits.js");
  const fixes = wanted.length - rewrite.refused.length;
  const { analysis } = flow.store.state;
  flow.store.change({
    applied: { before: text, text: rewrite.text, fixes, chosen: wanted, rewrite, analysis },
    open: undefined,
  });
  const beside = { before: { chosen, dialect }, after: { chosen: stays, dialect } };
  flow.edit(text, fewest(text, rewrite.text), beside);
}

/** A file's text takes the place of all, in one step. */
function file(flow: Editable, { text }: ActionOf<"file">): void {
  const { text: now, chosen, dialect } = flow.store.state.kept;
  flow.store.change({ open: undefined });
  const edits = [{ from: 0, to: now.length, insert: text }];
  const after: Beside = { chosen: [], dialect: "auto" };
  flow.edit(now, edits, { before: { chosen, dialect }, after });
}

/** Sets numbers that the model takes from Spanner, or takes them back. */
function constant(flow: Editable, { set }: ActionOf<"constant">): void {
  const { run } = flow.store.state.kept;
  flow.store.keep({ run: set.reduce(withConstant, run) });
  flow.chose();
}

/** Takes over constants that a person has measured, and tells what was read. */
async function measured(flow: Editable, { text }: ActionOf<"measured">): Promise<void> {
  const read = await flow.answered(flow.engine.ask("measured", { text }));
  if (!read) return;
  flow.store.change({ measured: read.messages });
  if (read.constants.length > 0) constant(flow, { do: "constant", set: read.constants });
}

/** Settings of runs with a constant set to another value, or taken back to the usual one. */
export function withConstant(run: RunKnobs, set: ConstantSet): RunKnobs {
  const { name, value, measured } = set;
  const { constants = [], ...rest } = run;
  const others = constants.filter((one) => one.name !== name);
  const next =
    value === undefined
      ? others
      : [...others, { name, value, ...(measured && { measured: true }) }];
  return next.length > 0 ? { ...rest, constants: next } : rest;
}

/** Sets parameters of a fix: its card is worked out again, and if it is chosen so is the rest. */
function tune(flow: Editable, { finding, fix, set }: ActionOf<"tune">): void {
  const { store } = flow;
  const tuned = withSet(store.state.tuned, finding, fix, set);
  store.change({ tuned });
  void flow.answered(flow.askCards(finding));
  const { chosen } = store.state.kept;
  if (!chosen.some((one) => one.finding === finding && one.fix === fix)) return;
  flow.chose(withChoice(chosen, choice(finding, fix, tuned)));
}

/** Whether what stands there is worth keeping: texts of ours are a click away. */
async function isOwn({ guest, store }: Editable): Promise<boolean> {
  const { kept, examples, presets } = store.state;
  const { text } = kept;
  if (guest || text === "" || isPreset(presets, text)) return false;
  if (examples.some((one) => one.text === text)) return false;
  try {
    const { default: shapes } = await import("virtual:shape-texts");
    return !shapes.includes(text);
  } catch {
    // They did not come, so it may be one's own.
    return true;
  }
}

/**
 * How it begins: in the dialect that one writes in, with its own numbers. The dialect is told from
 * the text, so that what is pasted over it is read in its own.
 */
function startOf(
  { texts, text, run, nodes, writesPerSecond, minutes, rowsBy }: Start,
  { kept, analysis }: State,
): Begun {
  const written = texts.find((one) => one.dialect === analysis?.dialect);
  const knobs = { ...kept.knobs, nodes, writesPerSecond, minutes };
  const rows = rowsBy === undefined ? {} : { rowsBy };
  return { text: written?.text ?? text, dialect: "auto", run, knobs, ...rows };
}

/** One edit over all that differs, so that the editor keeps its place around it. */
function difference(text: string, next: string): readonly TextEdit[] {
  let from = 0;
  while (from < text.length && text[from] === next[from]) from++;
  let tail = 0;
  const most = Math.min(text.length, next.length) - from;
  while (tail < most && text[text.length - 1 - tail] === next[next.length - 1 - tail]) tail++;
  return [{ from, to: text.length - tail, insert: next.slice(from, next.length - tail) }];
}
