/**
 * What people do, and what becomes of it: edit, ask, answer, state, draw.
 *
 * The text is read by `readings.ts`, run by `runs.ts`, kept by `autosave.ts`; `address.ts` has links
 * and the history.
 */
import type { RewriteAsk, TextEdit, Which } from "../../../pkg/hotsplit.js";
import {
  type Asked,
  Engine,
  type Listener,
  startWorker,
  type WorkerLike,
} from "../engine/client.js";
import type { Answer } from "../engine/protocol.js";
import type { ActionName, ActionOf } from "../state/actions.js";
import type { Example } from "../state/examples.js";
import type { MapSettings } from "../state/map.js";
import type { PortStep } from "../state/port.js";
import type { Route } from "../state/route.js";
import {
  type Cursor,
  choice,
  EMPTY,
  type Frame,
  type Kept,
  limited,
  type Store,
  type Task,
  withChoice,
} from "../state/state.js";
import { Address } from "./address.js";
import { Autosave } from "./autosave.js";
import * as draft from "./draft.js";
import type { NewDraft, UserEdit } from "./edits.js";
import { Outgoing } from "./outgoing.js";
import { Pictures } from "./pictures.js";
import type { Playing } from "./playing.js";
import { type MapQueries, mapQueries } from "./queries.js";
import { Questions } from "./questions.js";
import { Readings } from "./readings.js";
import { Runs } from "./runs.js";

/** Quiet after the last keystroke before the runs begin, ms. Ours: shorter made typing stutter. */
const QUIET = 150;

/** Who shows a session in a page of someone else's: it keeps nothing there. */
export interface Guest {
  /** The engine it asks, which it may share. */
  readonly engine: (listener: Listener) => Asked;
  /** What it has a use for beside the runs. */
  readonly wants: (what: "answers" | "reference" | "preview") => boolean;
}

/** Parts of the page that are loaded when they are wanted. Who makes a session says where they are. */
export interface Parts {
  /** The elements of pages of the guide. */
  guide(): Promise<unknown>;
  trust(): Promise<unknown>;
  /** The list of keys. */
  keys(): Promise<unknown>;
  /** The share menu and, where it is wanted, the dialog for embedding. */
  share(embed: boolean): Promise<unknown>;
  /** Prints a report. */
  print(store: Store): Promise<unknown>;
  /** Where lessons are played. */
  desk(session: Session): Promise<Playing & { go(address: string): void }>;
}

/** Answers what people do. */
export class Session {
  readonly engine: Asked;
  readonly questions: Questions;
  readonly readings: Readings;
  readonly pictures: Pictures;
  /** Workloads to start from are loaded. */
  readonly presets: Promise<void>;
  /** What the maps ask about the runs. */
  readonly queries: MapQueries;
  readonly #runs: Runs;
  readonly #address: Address;
  readonly #autosave: Autosave;
  readonly #out: Outgoing;
  /** Where lessons are played, once one of their addresses was opened. */
  desk: Playing | undefined;
  #desking: ReturnType<Parts["desk"]> | undefined;
  /** Works out whose rate of writes it is after an edit: `rate.ts`, which comes after the first paint. */
  rate?: typeof import("./rate.js").rateAfter;
  /** Ports dumps of other databases, once there is one. */
  porting?: { act(step: PortStep): void };
  /** Called after each picture that was asked for by itself. */
  readonly painted = new Set<() => void>();
  #lastId = 0;

  constructor(
    readonly store: Store,
    start: () => WorkerLike = startWorker,
    readonly guest?: Guest,
    readonly parts?: Parts,
  ) {
    const listener: Listener = {
      ready: (answer) => this.#ready(answer),
      failed: (message) => {
        const said = `${message} You can still edit, share and save the schema.`;
        const notice = { message: guest ? message : said, again: false, restart: true };
        store.change({ engine: "failed", notice });
      },
    };
    this.engine = guest?.engine(listener) ?? new Engine(listener, start);
    this.questions = new Questions(store, this.engine, guest !== undefined);
    const previews = () => !this.desk && (guest?.wants("preview") ?? true);
    this.readings = new Readings(store, this.questions, previews);
    this.pictures = new Pictures(this.engine);
    this.queries = mapQueries(this);
    this.#out = new Outgoing(store);
    this.presets = import("virtual:presets").then(
      ({ default: presets }) => store.change({ presets }),
      () => this.missing(),
    );
    this.#runs = new Runs(this);
    this.#address = new Address(this, guest !== undefined);
    this.#autosave = new Autosave(store, this.#address, (kept) => this.desk?.keep(kept) ?? false);
  }

  /** Reads the link or the draft and starts the engine. */
  async begin(): Promise<void> {
    this.store.change({ theme: draft.readTheme() });
    await Promise.all([this.#address.read(true), this.engine.open()]);
  }

  /** Does what a person asked for. */
  act<D extends ActionName>(action: ActionOf<D>): void {
    this.desk?.hear?.(action.do);
    this.#actions[action.do](action);
  }

  /** One function a deed: what changes the text, the choices or the workload asks the engine. */
  readonly #actions: { readonly [D in ActionName]: (action: ActionOf<D>) => void } = {
    type: ({ text }) => {
      this.#address.unlink();
      const { applied, pasted } = this.store.state;
      if (pasted !== text) this.store.change({ pasted: undefined });
      if (applied && applied.text !== text) this.store.change({ applied: undefined });
      this.store.keep({ text, ...this.rate?.(this.store.state, text) });
      this.#runs.changed(QUIET);
    },
    dialect: ({ dialect }) => {
      this.store.keep({ dialect });
      this.#runs.changed(0);
    },
    knob: ({ knob, value }) => {
      const { knobs, exampleRate } = this.store.state.kept;
      const set = { ...knobs, [knob]: value === undefined ? value : limited(knob, value) };
      this.store.keep({ knobs: set, exampleRate: exampleRate && knob !== "writesPerSecond" });
      this.#runs.turned();
    },
    "run-knobs": ({ run }) => {
      this.store.keep({ run });
      this.#runs.chose();
    },
    constant: (action) => this.#edit(action),
    measured: (action) => this.#edit(action),
    example: (action) => this.#edit(action),
    preset: (action) => this.#edit(action),
    state: (action) => this.#edit(action),
    rows: ({ rowsBy }) => {
      this.store.keep({ rowsBy });
      this.#runs.chose();
    },
    choose: ({ finding, fix }) => {
      const { kept, tuned } = this.store.state;
      this.store.change({ picked: undefined });
      this.#runs.chose(withChoice(kept.chosen, choice(finding, fix, tuned)));
    },
    pick: ({ finding }) => {
      this.store.change({ picked: finding });
      this.#chooseAgain();
    },
    drop: ({ finding }) =>
      this.#runs.chose(this.store.state.kept.chosen.filter((one) => one.finding !== finding)),
    "drop-all": () => this.#runs.chose([]),
    tune: (action) => this.#edit(action),
    deployed: ({ deployed }) => {
      this.store.keep({ deployed });
      this.#saveSoon();
      this.readings.plan();
    },
    copy: ({ id, text }) => void this.#out.copy(id, text),
    download: ({ name, text }) =>
      this.questions.load(import("../ui/download.js").then(({ download }) => download(name, text))),
    open: ({ finding }) => this.#open(finding),
    accept: (action) => this.#edit(action),
    "fix-here": (action) => this.#edit(action),
    edits: ({ edits }) => this.edit(this.store.state.analysed, edits),
    adopt: (action) => this.#edit(action),
    unapply: () => this.#unapply(),
    file: (action) => this.#edit(action),
    beside: ({ chosen, dialect }) => this.store.keep({ chosen, dialect }),
    caret: ({ line, object }) => this.store.change({ caret: { line, object } }),
    tell: ({ message }) => this.store.change({ notice: { message, again: false } }),
    run: () => {
      this.store.change({ held: undefined, notice: undefined });
      this.#runs.changed(0);
    },
    cancel: () => this.#runs.cancel(),
    restart: () => this.#restart(),
    share: ({ embed }) => {
      const shared = import("./sharing.js").then(({ share }) => share(this.store, embed));
      this.questions.load(this.parts?.share(embed === true) ?? Promise.resolve());
      this.questions.load(shared.then(() => this.readings.plan()));
    },
    "share-close": () => {
      const { over } = this.store.state;
      const others = over === "embed" ? undefined : over;
      this.store.change({ shared: undefined, uncopied: undefined, over: others });
    },
    earlier: () => this.#restoreEarlier(),
    over: ({ over }) => {
      if (over === "keys") this.#load("keys");
      this.store.change({ over });
    },
    print: () => this.questions.load(this.parts?.print(this.store) ?? Promise.resolve()),
    renew: ({ now }) => {
      this.store.change({ fresh: false });
      if (now) void import("./offline.js").then(({ renew }) => renew());
    },
    point: ({ cursor }) => this.#point(cursor),
    frame: ({ which, frame }) => this.#frame(which, frame),
    palette: ({ palette }) => {
      this.store.keep({ palette });
      this.#saveSoon();
    },
    metric: ({ metric }) => {
      this.store.keep({ metric });
      this.#saveSoon();
      // What is told of the cell speaks of it, too.
      if (this.store.state.cursor) this.#point(this.store.state.cursor);
    },
    log: ({ log }) => {
      this.store.keep({ log });
      this.#saveSoon();
    },
    theme: ({ theme }) => {
      draft.writeTheme(theme);
      this.store.change({ theme });
    },
    show: ({ tab, range }) =>
      this.store.change({
        place: { id: ++this.#lastId, tab, range },
        tab,
        part: "editor",
        schemaOpen: true,
      }),
    tab: ({ tab }) => {
      this.store.change({ tab });
      this.readings.plan();
    },
    part: ({ part }) => this.store.change({ part }),
    schema: ({ open }) => this.store.change({ schemaOpen: open }),
    "guide-close": () => this.#address.leaveGuide(),
    dismiss: () => this.store.change({ notice: undefined }),
    port: (step) => this.porting?.act(step),
    map: ({ set }) => this.#setMap(set),
  };

  /** Opens a finding. While no fix is chosen, those that are shown are the ones for it. */
  #open(finding: string | undefined): void {
    this.store.change({ open: finding, picked: undefined });
    this.readings.askOpenCards();
    this.#chooseAgain();
  }

  /** Runs again where other fixes are to be shown. */
  #chooseAgain(): void {
    if (this.readings.choicesChanged) this.#runs.chose();
  }

  /** Has the editor take back the step that applied fixes, or put another text in place. */
  #unapply(): void {
    const { applied, kept, pasted } = this.store.state;
    if (pasted !== kept.text && (!applied?.fixes || applied.text !== kept.text)) return;
    this.store.change({
      task: { id: ++this.#lastId, text: kept.text, edits: [], undo: true },
      tab: "yours",
    });
  }

  /** Sets something on the maps. Other rows are other runs. */
  #setMap(set: Partial<MapSettings>): void {
    const { map } = this.store.state;
    this.store.change({ map: { ...map, ...set } });
    if ((set.openFolded ?? map.openFolded) !== map.openFolded) this.#runs.chose();
  }

  #frame(which: Which, frame: Frame): void {
    const { before, after } = this.store.state.frames;
    const { left, right } = frame;
    // Time is shared, keys are not: the bands of the two runs differ.
    const linked = { before: { ...before, left, right }, after: { ...after, left, right } };
    this.store.change({ frames: { ...linked, [which]: frame } });
  }

  /** A worker is up: the first, or one after a stop. */
  #ready({ version }: Answer<"start">): void {
    const { state } = this.store;
    const generation = state.generation + 1;
    this.store.change({ engine: "ready", version, generation });
    this.#address.compareVersions();
    this.first();
    if (state.guide) this.lookUp(state.guide);
  }

  /** Whether the page has a use for it. */
  wants(what: "answers" | "reference"): boolean {
    return this.guest?.wants(what) ?? true;
  }

  /** Asks once for what can be looked up: after the first picture, or when it is looked for. */
  refer(): void {
    const { reference, engine } = this.store.state;
    if (reference || engine !== "ready") return;
    this.questions.ask(this.engine.ask("reference", undefined), (reference) =>
      this.store.change({ reference }),
    );
  }

  /** Asks for what lies open over the page. */
  lookUp(guide: Route): void {
    if (guide.kind !== "trust") {
      this.refer();
      return;
    }
    const trust = import("virtual:trust").then(({ default: trust }) =>
      this.store.change({ trust }),
    );
    this.questions.load(trust);
  }

  /** Runs what is there once both the engine and the first text are; an example where there is none. */
  first(): void {
    const { kept, generation, held, examples } = this.store.state;
    const [example] = examples;
    if (!this.#address.hasText || this.desk?.opening) return;
    // An empty text that a link brought stays empty.
    const none = kept.text === "" && !this.#address.isLinked;
    if (none && generation < 2 && example) this.example(example, false);
    else if (generation < 2 || held === undefined) this.changed();
  }

  /** Reads and runs what is there. */
  changed(): void {
    this.#runs.changed(0);
  }

  /** What is run has changed, and not the text; with these fixes, if they have, too. */
  chose(chosen?: Kept["chosen"]): void {
    this.#runs.chose(chosen);
  }

  /** A part of the page could not be loaded. */
  missing(): void {
    this.questions.missing();
  }

  /** Waits for an answer: nothing where there is none. */
  answered<T>(question: Promise<T>): Promise<T | undefined> {
    return this.questions.answered(question);
  }

  /** The fixes there are for a finding. */
  askCards(finding: string): Promise<Answer<"cards">> {
    return this.readings.askCards(finding);
  }

  /** How the text with these fixes is asked for. */
  rewriteAsk(chosen: Kept["chosen"]): RewriteAsk {
    return this.readings.rewriteAsk(chosen);
  }

  /** This browser has no room for the draft. */
  get lost(): boolean {
    return this.#autosave.lost;
  }

  /** Keeps the draft soon. */
  save(): void {
    this.#saveSoon();
  }

  /** Keeps the draft now. */
  saveNow(): void {
    this.#autosave.now();
  }

  #saveSoon(): void {
    if (!this.guest) this.#autosave.soon();
  }

  /** The page is about to go. */
  leave(): void {
    this.#autosave.now({ leaving: true });
    this.questions.leave();
  }

  /** Another address was gone to. */
  relink(): void {
    this.#address.change();
  }

  /** Goes back to the draft that was set aside, and sets aside what stands there now. */
  #restoreEarlier(): void {
    const { earlier } = this.store.state;
    if (earlier) this.instead(earlier, true);
  }

  /** Starts an engine that did not start, with all that waits for it. */
  #restart(): void {
    this.store.change({ engine: "loading", notice: undefined });
    void this.engine.open();
  }

  /** Loads a part of the page. */
  #load(part: "keys"): void {
    this.questions.load(this.parts?.[part]() ?? Promise.resolve());
  }

  /** Loads the page of the guide that is open. */
  loadGuide(kind: Route["kind"]): Promise<unknown> {
    const loaded = kind === "trust" ? this.parts?.trust() : this.parts?.guide();
    return loaded ?? Promise.resolve();
  }

  /** Opens, turns or leaves a lesson, as the address says. */
  async openLesson(): Promise<void> {
    try {
      this.#desking ??= this.parts?.desk(this);
      const desk = await this.#desking;
      this.desk = desk;
      desk?.go(location.hash);
    } catch {
      this.#desking = undefined;
      this.missing();
    }
  }

  /** Puts an example in place of what stands there. */
  example({ text, nodes, writesPerSecond }: Example, own: boolean): void {
    const { knobs } = this.store.state.kept;
    const next = {
      text,
      // Detected from the text, so that what is pasted over it is read in its own dialect.
      dialect: "auto" as const,
      run: {},
      knobs: {
        ...knobs,
        nodes: nodes ?? knobs.nodes,
        writesPerSecond,
      },
    };
    this.instead(next, own);
  }

  /** Puts something else in place of what stands there, which is set aside if it is one's own. */
  instead(next: NewDraft, own: boolean): void {
    if (own) this.setAside();
    if (this.#address.hasText) this.#address.unlink();
    const exampleRate = next.knobs.writesPerSecond !== undefined;
    this.store.keep({ chosen: [], exampleRate, ...next });
    const { open, tab, tuned, frames } = EMPTY;
    this.store.change({ open, tab, tuned, frames });
    this.#runs.changed(0);
  }

  /** Sets what stands there aside. */
  setAside(): void {
    this.#address.setAside(this.store.state.kept);
  }

  /** What waits for a person and then for the engine is a chunk of its own: see there. */
  #edit(action: UserEdit): void {
    import("./edits.js").then(
      ({ write }) => write(this, action),
      () => this.missing(),
    );
  }

  /** Has the editor make edits of a text as one step. */
  edit(text: string, edits: readonly TextEdit[], beside?: Task["beside"]): void {
    const task = { id: ++this.#lastId, text, edits, ...(beside ? { beside } : {}) };
    this.store.change({ task, tab: "yours" });
  }

  #point(cursor: Cursor | undefined): void {
    const { store } = this;
    store.change({ cursor, ...(cursor ? {} : { probe: undefined }) });
    if (!cursor) return;
    const { which, column, row } = cursor;
    const { metric } = store.state.kept;
    this.questions.ask(this.engine.ask("probe", { which, column, row, metric }), (probe) => {
      if (store.state.cursor) store.change({ probe });
    });
  }
}
