/** What a session asks of who plays a lesson. */
import type { RowsBy, SimulateAsk } from "../../../pkg/hotsplit.js";
import type { ActionName } from "../state/actions.js";
import type { Kept } from "../state/state.js";

/** Where a lesson is played: on the page the desk, elsewhere a player alone. */
export interface Playing {
  /** A lesson is on its way: what stands in the editor need not run. */
  readonly opening: boolean;
  /** Hears of everything done to the page. */
  hear?(name: ActionName): void;
  /** What to run for this text; absent where no lesson is played. */
  ask(text: string, rowsBy: RowsBy): Promise<SimulateAsk | undefined>;
  /** Keeps the learner's text; says whether it was one. */
  keep(now: Kept): boolean;
}
