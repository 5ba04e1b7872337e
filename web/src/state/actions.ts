/** What a person can do to the page. Elements send these; `session.ts` answers them. */
import type {
  DialectChoice,
  Metric,
  Palette,
  Range,
  RowsBy,
  RunKnobs,
  TextEdit,
  Which,
} from "../../../pkg/hotsplit.js";
import type { Example } from "./examples.js";
import type { MapSettings } from "./map.js";
import type { PortStep } from "./port.js";
import type { Start } from "./shapes.js";
import type { Beside, Caret, Cursor, Frame, Knobs, Over, Part, Tab, Theme } from "./state.js";

/** A constant of the model with a value; `undefined` goes back to the usual one. */
export interface ConstantSet {
  readonly name: string;
  readonly value: number | undefined;
  /** It was measured on somebody's own database. */
  readonly measured?: boolean;
}

/** What goes with each thing done. */
interface ActionData {
  /** The text was edited. */
  type: { readonly text: string };
  dialect: { readonly dialect: DialectChoice };
  knob: {
    readonly knob: keyof Knobs;
    /** Absent to take back the writes/s that were stated: what the nodes should take runs. */
    readonly value: number | undefined;
  };
  /** Sets what runs are set to beside the numbers, all at once. */
  "run-knobs": { readonly run: RunKnobs };
  /** Tries constants of the model with other values, or takes over what was measured. */
  constant: { readonly set: readonly ConstantSet[] };
  /** Takes over what a person has measured, as they pasted it. */
  measured: { readonly text: string };
  palette: { readonly palette: Palette };
  log: { readonly log: boolean };
  /** Lets brightness stand for something else. */
  metric: { readonly metric: Metric };
  /** Cuts keys into the rows of the maps another way. */
  rows: { readonly rowsBy: RowsBy };
  theme: { readonly theme: Theme };
  example: { readonly example: Example };
  /** Starts from a workload or a shape: its schema, its numbers, how its load comes. */
  preset: { readonly preset: Start };
  /** Writes what a table does into the text, or, without a value, takes it out. */
  state: {
    readonly table: string;
    readonly name: string;
    readonly of?: string;
    readonly value?: string;
  };
  /** Opens the share menu with a link of what is there now, or what writes an embedding of it. */
  share: { readonly embed?: boolean };
  "share-close": object;
  /** Goes back to the draft that a link or an example took the place of. */
  earlier: object;
  /** Opens something over the page, or closes it. */
  over: { readonly over: Over | undefined };
  /** Prints a report. */
  print: object;
  /** Reloads into the newer build, or leaves it for the next visit. */
  renew: { readonly now: boolean };
  open: { readonly finding: string | undefined };
  choose: { readonly finding: string; readonly fix: string };
  /** Selects an option that cannot be shown: to keep a key as it is, or one that asks for something first. */
  pick: { readonly finding: string | undefined };
  drop: { readonly finding: string };
  /** Takes all chosen fixes back. */
  "drop-all": object;
  /** Sets a parameter of a fix, chosen or not; `undefined` goes back to what the fix suggests. */
  tune: {
    readonly finding: string;
    readonly fix: string;
    readonly set: Readonly<Record<string, string>> | undefined;
  };
  accept: { readonly finding: string; readonly reason: string };
  /** Makes a fix's edits in the person's own text. */
  "fix-here": { readonly finding: string; readonly fix: string };
  /** Makes edits that stand ready: a cure, the answer to a question, an acceptance taken back. */
  edits: { readonly edits: readonly TextEdit[] };
  /** Makes the edits of all chosen fixes in the person's own text. */
  adopt: object;
  /** Takes back what was applied or pasted. */
  unapply: object;
  /** Opens a text that came in a file. */
  file: { readonly text: string };
  /** Undo or redo took these back with the text. */
  beside: Beside;
  /** The person is at another line of the text. */
  caret: Caret;
  /** Says something above the page. */
  tell: { readonly message: string };
  /** Says whether a database with this schema holds data already. */
  deployed: { readonly deployed: boolean };
  /** Puts a text into the clipboard; `id` is told back once it is there. */
  copy: { readonly id: string; readonly text: string };
  /** Hands a text over as a file. */
  download: { readonly name: string; readonly text: string | Blob };
  /** Selects a place in the editor. */
  show: { readonly tab: Tab; readonly range: Range };
  tab: { readonly tab: Tab };
  part: { readonly part: Part };
  /** Shows the schema pane of a narrow page, or folds it. */
  schema: { readonly open: boolean };
  /** The cell both maps look at. */
  point: { readonly cursor: Cursor | undefined };
  /** The part of a map in view. */
  frame: { readonly which: Which; readonly frame: Frame };
  /** Closes the rules, or what the model rests on; links open them. */
  "guide-close": object;
  /** Runs a text that was held back. */
  run: object;
  /** Starts an engine that did not start. */
  restart: object;
  /** Gives up on the run under way. */
  cancel: object;
  dismiss: object;
  /** Decides something about the port of a dump, uses it, or goes back from it. */
  port: PortStep;
  /** Sets something on the maps. */
  map: { readonly set: Partial<MapSettings> };
}

/** Name of something done. */
export type ActionName = keyof ActionData;
/** One thing done, with what goes with it. */
export type ActionOf<D extends ActionName> = { readonly do: D } & ActionData[D];
/** Anything done. */
export type Action = { [D in ActionName]: ActionOf<D> }[ActionName];

/** Name of the event that carries an action. */
export const ACTION = "hotsplit-action";

/** Sends an action up to the page. */
export function send(from: EventTarget, action: Action): void {
  from.dispatchEvent(new CustomEvent(ACTION, { detail: action, bubbles: true, composed: true }));
}

/** What is said where a part of the page is not there: of another build, or the network is gone. */
export const MISSING =
  "A part of the page could not be loaded. Reload the page; the schema is kept.";

/** Says so, from where the part was wanted. */
export function missing(from: EventTarget): void {
  send(from, { do: "tell", message: MISSING });
}

declare global {
  interface HTMLElementEventMap {
    [ACTION]: CustomEvent<Action>;
  }
}
