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
import { withoutPicked } from "../state/selectors.js";
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
export type UserEdit = Extract<
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
export type NewDraft = Pick<Kept, "text" | "dialect" | "run" | "knobs"> & Partial<Kept>;

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
  instead(next: NewDraft, own: boolean): void;
  /** Sets what stands there aside, so that it can be gone back to: also after a reload. */
  setAside(): void;
  example(example: Example, own: boolean): void;
}

/** Does one of them. */
export async function write(session: Editable, action: UserEdit): Promise<void> {
  switch (action.do) {
    case "state":
      return state(session, action);
    case "accept":
      return accept(session, action);
    case "fix-here":
      return fixHere(session, action);
    case "file":
      return file(session, action);
    case "constant":
      return constant(session, action);
    case "measured":
      return measured(session, action);
    case "example":
      return session.example(action.example, await isOwn(session));
    case "preset": {
      const own = await isOwn(session);
      return session.instead(startOf(action.preset, session.store.state), own);
    }
    case "tune":
      return tune(session, action);
    default:
      return adopt(session);
  }
}

function tell(session: Editable, message: string): void {
  session.store.change({ notice: { message, again: false } });
}

/** Writes what a person says of a table. */
async function state(session: Editable, { do: _, ...said }: ActionOf<"state">): Promise<void> {
  const { analysed, kept } = session.store.state;
  const ask = { text: analysed, dialect: kept.dialect, ...said };
  const stated = await session.answered(session.engine.ask("state", ask));
  if (!stated) return;
  if (stated.refused === undefined) session.edit(analysed, stated.edits);
  else tell(session, `Not written: ${stated.refused}.`);
}

/** Makes a fix's edits. */
async function fixHere(session: Editable, { finding, fix }: ActionOf<"fix-here">): Promise<void> {
  const { analysed } = session.store.state;
  const found = await session.answered(session.askCards(finding));
  const card = found?.find((one) => one.id === fix);
  if (!card) return;
  if (card.refused === undefined) session.edit(analysed, card.edits);
  else tell(session, `${card.short} cannot be applied: ${card.refused}.`);
}

/** Writes the directive that accepts a finding. */
async function accept(session: Editable, { finding, reason }: ActionOf<"accept">): Promise<void> {
  const { text } = session.store.state.kept;
  const ask = session.rewriteAsk([{ finding, fix: ACCEPT, set: { reason } }]);
  const rewrite = await session.answered(session.engine.ask("rewrite", ask, { kind: ACCEPT }));
  if (!rewrite) return;
  const [refused] = rewrite.refused;
  if (refused) tell(session, `Not accepted: ${refused.why}.`);
  else session.edit(text, difference(text, rewrite.text));
}

/** Makes the chosen fixes' edits; undo takes back both. */
async function adopt(session: Editable): Promise<void> {
  const { text, chosen, dialect } = session.store.state.kept;
  const all = chosen.length > 0 ? chosen : session.store.state.shown;
  const wanted = withoutPicked(all, session.store.state);
  if (wanted.length === 0) return;
  // Asked for anew: the rewrite that is shown may be of a text before this one.
  const ask = session.rewriteAsk(wanted);
  const rewrite = await session.answered(session.engine.ask("rewrite", ask, { kind: "adopt" }));
  const own = await isOwn(session);
  const { kept, earlier, portedFrom } = session.store.state;
  if (!rewrite || kept.text !== text || kept.chosen !== chosen) return;
  const stays = chosen.filter(
    (one) =>
      !wanted.includes(one) ||
      rewrite.refused.some(({ finding, fix }) => finding === one.finding && fix === one.fix),
  );
  // A dump whose port this is stays what can be gone back to.
  if (own && (earlier === undefined || earlier !== portedFrom)) session.setAside();
  const { fewest } = await import("./text-edits.js");
  const count = wanted.length - rewrite.refused.length;
  const { analysis } = session.store.state;
  session.store.change({
    applied: {
      ...{ before: text, text: rewrite.text },
      fixes: { count, chosen: wanted, rewrite, analysis },
    },
    open: undefined,
  });
  const beside = { before: { chosen, dialect }, after: { chosen: stays, dialect } };
  session.edit(text, fewest(text, rewrite.text), beside);
}

/** A file's text takes the place of all, in one step. */
async function file(session: Editable, { text }: ActionOf<"file">): Promise<void> {
  if (await isOwn(session)) session.setAside();
  const { text: now, chosen, dialect } = session.store.state.kept;
  // As the editor has it, which knows one end of a line.
  const pasted = now === "" ? undefined : text.replace(/\r\n?/g, "\n");
  session.store.change({ open: undefined, pasted });
  const edits = [{ from: 0, to: now.length, insert: text }];
  const after: Beside = { chosen: [], dialect: "auto" };
  session.edit(now, edits, { before: { chosen, dialect }, after });
}

/** Sets numbers that the model takes from Spanner, or takes them back. */
function constant(session: Editable, { set }: ActionOf<"constant">): void {
  const { run } = session.store.state.kept;
  session.store.keep({ run: set.reduce(withConstant, run) });
  session.chose();
}

/** Takes over constants that a person has measured, and tells what was read. */
async function measured(session: Editable, { text }: ActionOf<"measured">): Promise<void> {
  const read = await session.answered(session.engine.ask("measured", { text }));
  if (!read) return;
  session.store.change({ measured: read.messages });
  if (read.constants.length > 0) constant(session, { do: "constant", set: read.constants });
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
function tune(session: Editable, { finding, fix, set }: ActionOf<"tune">): void {
  const { store } = session;
  const tuned = withSet(store.state.tuned, finding, fix, set);
  store.change({ tuned });
  void session.answered(session.askCards(finding));
  const { chosen } = store.state.kept;
  if (!chosen.some((one) => one.finding === finding && one.fix === fix)) return;
  session.chose(withChoice(chosen, choice(finding, fix, tuned)));
}

/** Whether what stands there is worth keeping: texts of ours are a click away. */
async function isOwn({ guest, store }: Editable): Promise<boolean> {
  const { kept, examples, presets } = store.state;
  const { text } = kept;
  if (guest || text === "" || isPreset(presets, text)) return false;
  if (examples.some((one) => one.text === text)) return false;
  try {
    const [{ default: shapes }, { default: dumps }] = await Promise.all([
      import("virtual:shape-texts"),
      import("virtual:dumps"),
    ]);
    return !shapes.includes(text) && !dumps.some((one) => one.text === text);
  } catch {
    // They did not come, so it may be one's own.
    return true;
  }
}

/**
 * What a workload begins with: its text in the dialect of the schema that was there, and its numbers.
 * The dialect is detected from the text, so that what is pasted over it is read in its own.
 */
function startOf(
  { texts, text, run, nodes, writesPerSecond, minutes, rowsBy }: Start,
  { kept, analysis }: State,
): NewDraft {
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
