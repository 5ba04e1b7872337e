/** What several parts of the page read from the state in the same way. */
import type { Chosen, HeadroomReport, HotKey } from "../../../pkg/hotsplit.js";
import type { Applied, State } from "./state.js";

/** Fixes that were written into the text as it stands, where no other ones are shown. */
export function appliedOf({ applied, kept, rewrite }: State): Applied | undefined {
  return rewrite === undefined && applied?.text === kept.text ? applied : undefined;
}

/** Fixes without those for the open finding, where the option that is selected for it is none of them. */
export function withoutPicked(
  chosen: readonly Chosen[],
  { open, picked }: State,
): readonly Chosen[] {
  return open === undefined || picked !== open
    ? chosen
    : chosen.filter(({ finding }) => finding !== picked);
}

/** Keys that are to be changed: those that the verdict counts. */
export function hotKeysOf(headroom: HeadroomReport | undefined): HotKey[] {
  return headroom?.keys.filter(({ isHot }) => isHot) ?? [];
}

/** Whether the plan, or a dump and its port, lie over the workspace. */
export function isOver({ tab }: Pick<State, "tab">): boolean {
  return tab === "plan" || tab === "port";
}
