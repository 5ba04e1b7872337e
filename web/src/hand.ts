/**
 * What writes into the person's own text: a fix, all of them, an acceptance, what a table does.
 *
 * The engine says what to write, and the editor does it as one step. A chunk of its own.
 */
import type { TextEdit } from "../../pkg/hotsplit.js";
import type { Action, ActionOf } from "./actions.js";
import type { Flow } from "./flow.js";
import { ACCEPT } from "./state.js";

/** Deeds that do. */
export type ByHand = Extract<Action, { do: "state" | "accept" | "fix-here" | "adopt" }>;

/** Does one of them. */
export async function write(flow: Flow, action: ByHand): Promise<void> {
  switch (action.do) {
    case "state":
      return state(flow, action);
    case "accept":
      return accept(flow, action);
    case "fix-here":
      return fixHere(flow, action);
    default:
      return adopt(flow);
  }
}

function tell(flow: Flow, message: string): void {
  flow.store.change({ notice: { message, again: false } });
}

/** Writes what a person says of a table. */
async function state(flow: Flow, { do: _, ...said }: ActionOf<"state">): Promise<void> {
  const { analysed, kept } = flow.store.state;
  const ask = { text: analysed, dialect: kept.dialect, ...said };
  const stated = await flow.answered(flow.engine.ask("state", ask));
  if (!stated) return;
  if (stated.refused === undefined) flow.edit(analysed, stated.edits);
  else tell(flow, `Not written: ${stated.refused}.`);
}

/** Makes a fix's edits. */
async function fixHere(flow: Flow, { finding, fix }: ActionOf<"fix-here">): Promise<void> {
  const { analysed } = flow.store.state;
  const found = await flow.answered(flow.askCards(finding));
  const card = found?.find((one) => one.id === fix);
  if (!card) return;
  if (card.refused === undefined) flow.edit(analysed, card.edits);
  else tell(flow, `${fix} does not fit: ${card.refused}.`);
}

/** Writes the directive that accepts a finding. */
async function accept(flow: Flow, { finding, reason }: ActionOf<"accept">): Promise<void> {
  const { text } = flow.store.state.kept;
  const ask = flow.rewriteAsk([{ finding, fix: ACCEPT, set: { reason } }]);
  const rewrite = await flow.answered(flow.engine.ask("rewrite", ask, { kind: ACCEPT }));
  if (!rewrite) return;
  const [refused] = rewrite.refused;
  if (refused) tell(flow, `Not accepted: ${refused.why}.`);
  else flow.edit(text, difference(text, rewrite.text));
}

/** Makes the chosen fixes' edits; undo takes back both. */
async function adopt(flow: Flow): Promise<void> {
  const { text, chosen, dialect } = flow.store.state.kept;
  // Asked for anew: the rewrite that is shown may be of a text before this one.
  const ask = flow.rewriteAsk(chosen);
  const rewrite = await flow.answered(flow.engine.ask("rewrite", ask, { kind: "adopt" }));
  const { kept } = flow.store.state;
  if (!rewrite || kept.text !== text || kept.chosen !== chosen) return;
  const stays = chosen.filter((one) =>
    rewrite.refused.some(({ finding, fix }) => finding === one.finding && fix === one.fix),
  );
  const { fewest } = await import("./editor/edits.js");
  const beside = { before: { chosen, dialect }, after: { chosen: stays, dialect } };
  flow.edit(text, fewest(text, rewrite.text), beside);
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
