/** The page's state: one plain object, one way to change it, one way to hear of it. */
import type {
  Analysis,
  AnswersSoFar,
  Chosen,
  DialectChoice,
  Finding,
  FixCard,
  Metric,
  Palette,
  Probe,
  Range,
  RecommendedFixes,
  Reference,
  Rewrite,
  Rollout,
  RowsBy,
  RunKnobs,
  SimulateAsk,
  TextEdit,
  Trust,
  Which,
  Workload,
} from "../../../pkg/hotsplit.js";
import { MINUTES, NODES, SEED } from "./defaults.js";
import type { Example } from "./examples.js";
import { MAP, type MapSettings } from "./map.js";
import type { Play } from "./play.js";
import type { Ported } from "./port.js";
import type { PresetEntry } from "./preset-data.js";
import type { Results } from "./results.js";
import type { Route } from "./route.js";

/** What runs beside the text. Directives in the text win over the first two. */
export interface Knobs {
  /** Nodes of the instance. */
  readonly nodes: number;
  /** Rows written per second over the whole schema; absent where nobody has stated it. */
  readonly writesPerSecond: number | undefined;
  /** Minutes simulated. */
  readonly minutes: number;
  /** Seed; the same seed gives the same picture. */
  readonly seed: number;
}

/** Least and most of each knob. Ours: the range within which the model was looked at. */
export const LIMITS: { readonly [K in keyof Knobs]: readonly [number, number] } = {
  nodes: [1, 200],
  writesPerSecond: [10, 200_000],
  minutes: [10, 1_440],
  seed: [0, 0xffff_ffff],
};

/** What a link and a draft carry: everything a person made. */
export interface Kept {
  /** The schema. */
  readonly text: string;
  /** How to read it. */
  readonly dialect: DialectChoice;
  /** Fixes chosen, in order. */
  readonly chosen: readonly Chosen[];
  /** The workload. */
  readonly knobs: Knobs;
  /** The writes/s came with an example and are taken back with it: see `rate.ts`. */
  readonly exampleRate: boolean;
  /** What else runs are set to; what is absent is as usual. */
  readonly run: RunKnobs;
  /** A database with this schema holds data already. */
  readonly deployed: boolean;
  /** Colours of the heatmap. */
  readonly palette: Palette;
  /** Logarithmic brightness. */
  readonly log: boolean;
  /** What the rows of the maps are. */
  readonly rowsBy: RowsBy;
  /** What brightness stands for. */
  readonly metric: Metric;
}

/** What is open and has no address: the list of keys, the gallery of shapes, the load, an embedding. */
export type Over = "keys" | "shapes" | "load" | "embed";

/** A point both maps and the charts look at. */
export interface Cursor {
  /** The map it was set on. */
  readonly which: Which;
  /** Column of the grid. */
  readonly column: number;
  /** Row of the grid. */
  readonly row: number;
}

/** Part of a map that is in view, as fractions of the whole. */
export interface Frame {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** All of a map. */
export const WHOLE: Frame = { left: 0, right: 1, top: 0, bottom: 1 };

/** Something to say above the page, with what can be done about it. */
export interface Notice {
  /** In words. */
  readonly message: string;
  /** The text was not run: offer to do it all the same. */
  readonly again: boolean;
  /** The engine is not there: offer to start it. */
  readonly restart?: boolean;
  /** It is of a link that cannot be opened, and goes once another is shown. */
  readonly link?: boolean;
}

/** Where a person looks: a link carries it beside what they made. */
export interface View {
  readonly tab: Tab;
  readonly part: Part;
  /** Key of the open finding. */
  readonly open: string | undefined;
  readonly frames: { readonly [W in Which]: Frame };
  /** What is set on the maps, as far as it is not as usual. */
  readonly map?: Partial<MapSettings> | undefined;
}

/** What goes back with the text when a step is undone. */
export type Beside = Pick<Kept, "chosen" | "dialect">;

/** Edits for the editor to make as one undoable step; `text` is what they are meant for. */
export interface Task {
  readonly id: number;
  readonly text: string;
  readonly edits: readonly TextEdit[];
  /** It takes the last step back instead. */
  readonly undo?: true;
  /** What changes with the text, and back with it. */
  readonly beside?: { readonly before: Beside; readonly after: Beside };
}

/** Where in the text the person is. */
export interface Caret {
  /** Line, from 1. */
  readonly line: number;
  /** The table or index whose statement it is in. */
  readonly object: string | undefined;
}

/** A place for the editor to select. */
export interface Place {
  readonly id: number;
  readonly tab: Tab;
  readonly range: Range;
}

/** The editor's tabs, and what lies over the workspace in their place: the plan, a dump and its port. */
export type Tab = "yours" | "rewritten" | "plan" | "port";
/** The parts of a narrow page; the last two while a lesson is played or written. */
export type Part = "editor" | "problems" | "results" | "lesson" | "author";
/** Light, dark, or as the system says. */
export type Theme = "system" | "light" | "dark";

/** Parameters that a person set: by finding, by fix, by name. */
export type Tuned = ReadonlyMap<string, Readonly<Record<string, Readonly<Record<string, string>>>>>;

/** Fixes that are recommended, and the text that they are for. */
export interface Recommendation extends RecommendedFixes {
  readonly text: string;
}

/** A text that took the place of another, which is still run beside it. */
export interface Applied {
  /** The previous schema; of a dump its port without any choice. */
  readonly before: string;
  /** The text that stands in its place. */
  readonly text: string;
  /** The fixes that were applied; without them it is the port of a dump. */
  readonly fixes?: AppliedFixes;
}

/** Fixes that were written into a text: for the plan. */
export interface AppliedFixes {
  /** How many they were. */
  readonly count: number;
  /** Those fixes, what they made of the previous schema, and what had been found in that. */
  readonly chosen: readonly Chosen[];
  readonly rewrite: Rewrite;
  readonly analysis: Analysis | undefined;
}

/** Everything the page draws from. */
export interface State {
  readonly kept: Kept;
  readonly theme: Theme;
  /** How the engine is. */
  readonly engine: "loading" | "ready" | "failed";
  /** The engine's version, once known. */
  readonly version: string;
  /** Counts workers; canvases of an older one are lost. */
  readonly generation: number;
  readonly notice: Notice | undefined;
  /** A text that stopped the engine: it runs again only when asked to. */
  readonly held: string | undefined;
  readonly examples: readonly Example[];
  /** Workloads to start from. */
  readonly presets: readonly PresetEntry[];
  /** What was found, and in which text. */
  readonly analysis: Analysis | undefined;
  readonly analysed: string;
  readonly rewrite: Rewrite | undefined;
  /** Fixes that `rewrite` was asked for: those chosen or, where none is, those recommended. */
  readonly shown: readonly Chosen[];
  /** Which fixes are recommended, once the engine has said so. */
  readonly recommended: Recommendation | undefined;
  /** What was written into the text last, while it is as it was then. */
  readonly applied: Applied | undefined;
  /** The text of a file or of the clipboard, while it stands as it came in place of another. */
  readonly pasted?: string | undefined;
  /** Key of the open finding, or of a question that was gone to. */
  readonly open: string | undefined;
  /** The finding whose selected option cannot be shown: none of its fixes is, while it is open. */
  readonly picked?: string | undefined;
  readonly caret: Caret | undefined;
  /** Cards by finding, for `analysed` and the knobs it was read with. */
  readonly cards: ReadonlyMap<string, readonly FixCard[]>;
  /** Parameters of cards, those of fixes that are not chosen too. */
  readonly tuned: Tuned;
  /** How to get to `rewrite`; of an older one while a new one is on its way. */
  readonly rollout: Rollout | undefined;
  /** What was copied last. */
  readonly copied: string | undefined;
  readonly results: Results | undefined;
  /** The text that `results` are of. */
  readonly ran?: string;
  /** What the runs leave open, as far as it is known. */
  readonly answers: AnswersSoFar | undefined;
  /** What the model rests on, once it has been looked for. */
  readonly trust: Trust | undefined;
  /** What was read of pasted measurements, line by line. */
  readonly measured: readonly string[];
  /** A simulation is under way. */
  readonly busy: boolean;
  readonly cursor: Cursor | undefined;
  readonly probe: Probe | undefined;
  readonly frames: { readonly [W in Which]: Frame };
  /** What is set on the maps. */
  readonly map: MapSettings;
  /** It is as a link says, and its runs have yet to come. */
  readonly mapFromLink: boolean;
  readonly task: Task | undefined;
  readonly place: Place | undefined;
  readonly tab: Tab;
  readonly part: Part;
  /** The schema pane of a narrow page is shown. */
  readonly schemaOpen: boolean;
  /** What lies open over the page: of the rules, or what the model rests on. */
  readonly guide: Route | undefined;
  /** Facts, rules and fixes, once the engine has told. */
  readonly reference: Reference | undefined;
  /** The link of the open share menu. */
  readonly shared: string | undefined;
  /** What the browser would not copy: to be copied by hand. */
  readonly uncopied: string | undefined;
  /** What lies over the page by itself. */
  readonly over: Over | undefined;
  /** A newer build of the page waits for a reload. */
  readonly fresh: boolean;
  /** A draft that something else took the place of. */
  readonly earlier: Kept | undefined;
  /** The text is a dump of another database: see `session/porting.ts`. */
  readonly port?: Ported | undefined;
  /** The dump that a port took the place of, while it is the earlier draft. */
  readonly portedFrom?: Kept | undefined;
  /** Lessons, once one of their addresses was opened. */
  readonly play?: Play;
  /** Level of the first heading of each part, where they stand in a page of others. */
  readonly level?: number | undefined;
  /** Names the text in the editor; undo does not lead from one into another. */
  readonly sheet?: string | undefined;
}

/** The fix that accepts a finding: a directive with a reason. It is no card, it is a form. */
export const ACCEPT = "accept";

/** The worst finding that does harm and that more can be done about than to accept it. */
export const curable = (analysis: Analysis | undefined): Finding | undefined =>
  analysis?.findings.find(
    ({ fixes, harmless }) => harmless === undefined && fixes.some(({ id }) => id !== ACCEPT),
  );

/** Whether the second run shows fixes that nobody has chosen. */
export const isPreview = ({ kept, shown }: Pick<State, "kept" | "shown">): boolean =>
  kept.chosen.length === 0 && shown.length > 0;

/** The workload before anything is known. The engine chooses the writes/s where none are stated. */
export const KNOBS: Knobs = {
  nodes: NODES,
  writesPerSecond: undefined,
  minutes: MINUTES,
  seed: SEED,
};

/** The state of an empty page. */
export const EMPTY: State = {
  kept: {
    text: "",
    dialect: "auto",
    chosen: [],
    knobs: KNOBS,
    exampleRate: false,
    run: {},
    deployed: false,
    palette: "health",
    log: false,
    rowsBy: "hot",
    metric: "cpu",
  },
  theme: "system",
  engine: "loading",
  version: "",
  generation: 0,
  notice: undefined,
  held: undefined,
  examples: [],
  presets: [],
  analysis: undefined,
  analysed: "",
  rewrite: undefined,
  shown: [],
  recommended: undefined,
  applied: undefined,
  open: undefined,
  caret: undefined,
  cards: new Map(),
  tuned: new Map(),
  rollout: undefined,
  copied: undefined,
  results: undefined,
  answers: undefined,
  trust: undefined,
  measured: [],
  busy: false,
  cursor: undefined,
  probe: undefined,
  frames: { before: WHOLE, after: WHOLE },
  map: MAP,
  mapFromLink: false,
  task: undefined,
  place: undefined,
  tab: "yours",
  part: "editor",
  schemaOpen: false,
  guide: undefined,
  reference: undefined,
  shared: undefined,
  uncopied: undefined,
  over: undefined,
  fresh: false,
  earlier: undefined,
};

/** Holds the state and tells of changes, at most once a turn. */
export class Store {
  #state: State;
  #listeners: ((state: State) => void)[] = [];
  #telling = false;

  constructor(state: State) {
    this.#state = state;
  }

  /** The state now. */
  get state(): State {
    return this.#state;
  }

  /** Changes some of it. */
  change(part: Partial<State>): void {
    this.#state = { ...this.#state, ...part };
    if (this.#telling) return;
    this.#telling = true;
    queueMicrotask(() => {
      this.#telling = false;
      for (const listener of this.#listeners) listener(this.#state);
    });
  }

  /** Changes some of what a link carries. */
  keep(part: Partial<Kept>): void {
    this.change({ kept: { ...this.#state.kept, ...part } });
  }

  /** Hears of every change. */
  listen(listener: (state: State) => void): void {
    this.#listeners.push(listener);
  }
}

/** What a person made as JSON, as a draft and a link keep it. */
export function toJson(kept: Kept, version: string): string {
  return JSON.stringify({ ...kept, version });
}

/** A dialect, or `auto` for any other word. */
export function dialect(value: unknown): DialectChoice {
  return value === "googlesql" || value === "postgresql" ? value : "auto";
}

/** Ways of cutting keys into rows, or by equal ranges for any other word. */
export function rowsBy(value: unknown): RowsBy {
  const known: readonly RowsBy[] = ["hot", "held", "load", "ranges"];
  return known.find((one) => one === value) ?? "keys";
}

/** A number within its knob's limits; a seed or minutes also whole. */
export function limited(knob: keyof Knobs, value: number): number {
  const [least, most] = LIMITS[knob];
  if (!Number.isFinite(value)) return least;
  const whole = knob === "nodes" ? value : Math.round(value);
  return Math.min(most, Math.max(least, whole));
}

/** The workload as the engine is asked with it: a rate only where one is stated. */
export function asked({
  nodes,
  writesPerSecond,
}: Pick<Knobs, "nodes" | "writesPerSecond">): Workload & Pick<Knobs, "nodes"> {
  return { nodes, ...(writesPerSecond === undefined ? {} : { writesPerSecond }) };
}

/** The workload that runs: directives in the schema first, then the knobs. */
export function effective(
  knobs: Knobs,
  stated: Workload | undefined,
): Pick<SimulateAsk, "nodes" | "writesPerSecond" | "minutes" | "seed"> {
  const { minutes, seed } = knobs;
  const nodes = stated?.nodes ?? knobs.nodes;
  const writesPerSecond = stated?.writesPerSecond ?? knobs.writesPerSecond;
  return { ...asked({ nodes, writesPerSecond }), minutes, seed };
}

/** The choices after one more: one fix a finding, the newest wins and keeps its place. */
export function withChoice(chosen: readonly Chosen[], next: Chosen): Chosen[] {
  const at = chosen.findIndex((one) => one.finding === next.finding);
  return at < 0 ? [...chosen, next] : chosen.map((one, i) => (i === at ? next : one));
}

/** The parameters of a fix after some are set, or none of it after they are taken back. */
export function withSet(
  tuned: Tuned,
  finding: string,
  fix: string,
  set: Readonly<Record<string, string>> | undefined,
): Tuned {
  const { [fix]: before, ...others } = tuned.get(finding) ?? {};
  return new Map(tuned).set(finding, set ? { ...others, [fix]: { ...before, ...set } } : others);
}

/** What is set for cards: what a person tried, and what stands with a choice. */
export function withAll(tuned: Tuned, chosen: readonly Chosen[]): Tuned {
  return chosen.reduce(
    (all, { finding, fix, set }) => (set ? withSet(all, finding, fix, set) : all),
    tuned,
  );
}

/** A choice with what was set for its fix, and with nothing where nothing was. */
export function choice(finding: string, fix: string, tuned: Tuned): Chosen {
  const set = tuned.get(finding)?.[fix];
  return { finding, fix, ...(set ? { set: { ...set } } : {}) };
}

/**
 * Cards as they came, but those that were refused for what was set and came without fields keep
 * theirs: how else would one set something that fits?
 */
export function withFields(
  next: readonly FixCard[],
  before: readonly FixCard[] | undefined,
  set: Readonly<Record<string, Readonly<Record<string, string>>>> | undefined,
): readonly FixCard[] {
  return next.map((card) => {
    const values = set?.[card.id];
    const asks = before?.find((one) => one.id === card.id)?.asks;
    if (card.refused === undefined || card.asks.length > 0 || !values || !asks) return card;
    return {
      ...card,
      asks: asks.map((ask) => ({ ...ask, value: values[ask.name] ?? ask.value })),
    };
  });
}

/** The text after edits, whose ranges all speak of the text before. */
export function edited(text: string, edits: readonly TextEdit[]): string {
  const backwards = [...edits].sort((a, b) => b.from - a.from || b.to - a.to);
  return backwards.reduce(
    (out, edit) => out.slice(0, edit.from) + edit.insert + out.slice(edit.to),
    text,
  );
}
