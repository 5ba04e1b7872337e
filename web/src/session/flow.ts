/**
 * The one direction on the page: edit -> ask -> answer -> state -> draw.
 *
 * Reading the text is asked at every change, newest wins. The rewrite and the two runs follow in a
 * lane of their own, one at a time, so that dragging a slider shows pictures on the way. Where the
 * rewrite is likely to stay as it was, the runs go first, and once more if it did not.
 */
import type { Chosen, Rewrite, RewriteAsk, TextEdit, Which } from "../../../pkg/hotsplit.js";
import { tooMany } from "../editor/size.js";
import {
  type Asked,
  Engine,
  type Listener,
  Replaced,
  Stopped,
  startWorker,
  type WorkerLike,
} from "../engine/client.js";
import type { Answer, Ask } from "../engine/protocol.js";
import type { Desk } from "../lessons/desk.js";
import type { Playing } from "../lessons/play.js";
import { type ActionOf, type Deed, MISSING } from "../state/actions.js";
import { ofLessons, type Route, routeOf } from "../state/route.js";
import {
  asked,
  type Cursor,
  choice,
  curable,
  EMPTY,
  effective,
  type Frame,
  type Kept,
  limited,
  type Store,
  type Task,
  WHOLE,
  withAll,
  withChoice,
  withFields,
} from "../state/state.js";
import * as draft from "./draft.js";
import type { ByHand } from "./edits.js";
import type { Example } from "./examples.js";
import { Outgoing } from "./outgoing.js";
import { Pictures } from "./pictures.js";
import { changeOf } from "./presets.js";

/** Quiet after the last keystroke before the runs begin, ms. Ours: shorter made typing stutter. */
const QUIET = 150;

/** Quiet after a picture before what it leaves open is worked out, ms. Ours: painting goes first. */
const AFTERWARDS = 250;

/** A run younger than this is not to blame when the page goes, ms. Ours: half the engine's patience. */
const YOUNG = 1_000;

/** What is shown of a run, where there is none. */
const NO_RUN = { results: undefined, answers: undefined, cursor: undefined, probe: undefined };

type Share = typeof import("./links.js");
type Found = import("./links.js").Found;

/** What one begins with. */
export type Begun = Pick<Kept, "text" | "dialect" | "run" | "knobs"> & Partial<Kept>;

/** What a flow is told that runs in a page of someone else's: it keeps nothing there. */
export interface Guest {
  /** The engine it asks, which it may share. */
  readonly engine: (listener: Listener) => Asked;
  /** What it has a use for beside the runs. */
  readonly wants: (what: "answers" | "reference") => boolean;
}

/** Answers what people do, and what the engine says. */
export class Flow {
  readonly engine: Asked;
  readonly #out: Outgoing;
  readonly #pictures: Pictures;
  /** Where lessons are played, once one of their addresses was opened. */
  desk: Playing | undefined;
  #desking: Promise<Desk> | undefined;
  /** Works out whose rate of writes it is after an edit: `rate.ts`, which comes after the first paint. */
  rate?: typeof import("./rate.js").rateAfter;
  /** Hears of each picture that was asked for by itself. */
  painted?: () => void;
  #running = false;
  #again = false;
  #later: ReturnType<typeof setTimeout> | undefined;
  /** The dialect that the text was last read as. */
  #readAs: Kept["dialect"] | undefined;
  #saving: ReturnType<typeof setTimeout> | undefined;
  #lastId = 0;
  /** Counts what would make answers that are being worked out worthless. */
  #round = 0;
  /** The round whose run is not wanted any more, also where it has yet to begin. */
  #cancelled: number | undefined;
  #afterwards: ReturnType<typeof setTimeout> | undefined;
  /** A text whose answers took too long: the picture stands without them. */
  #unanswered: string | undefined;
  /** The text is longer than what is read. */
  #long = false;
  /** The text to begin with is known: a link, a draft, or none. */
  #begun = false;
  /** The link that was read last, as long as the text is still its. */
  #linked = "";
  /** This browser has no room for the draft: it would be gone with the page. */
  lost = false;
  /** A link that stopped being what is shown while the rules lay over its address. */
  #spent = "";
  /** What the link carried, as long as nothing of it was changed. */
  #sent: Kept | undefined;
  /** When the text was last marked as being run. */
  #tried = 0;
  /** Counts readings of addresses: the newest is shown. */
  #reading = 0;
  /** Version of the engine that wrote the link, until ours is known. */
  #writtenBy = "";
  /** The last rewrite, and what it was asked for. */
  #rewritten: { readonly ask: RewriteAsk; readonly rewrite: Rewrite } | undefined;
  /** What the plan was asked for last. */
  #planned: { readonly rewrite: Rewrite; readonly deployed: boolean } | undefined;
  /** Loads the workloads to start from. */
  readonly #presets: Promise<void>;
  /** Entries of the history since the rules were opened; 0 if the tab began with them. */
  #steps = 0;

  constructor(
    readonly store: Store,
    start: () => WorkerLike = startWorker,
    readonly guest?: Guest,
  ) {
    const listener: Listener = {
      ready: (answer) => this.#ready(answer),
      failed: (message) => {
        const said = `${message} The text can be edited, shared and kept all the same.`;
        const notice = { message: guest ? message : said, again: false, restart: true };
        store.change({ engine: "failed", notice });
      },
    };
    this.engine = guest?.engine(listener) ?? new Engine(listener, start);
    this.#out = new Outgoing(store);
    this.#pictures = new Pictures(this.engine);
    this.#begun = guest !== undefined;
    this.#presets = import("virtual:presets").then(
      ({ default: presets }) => this.store.change({ presets }),
      () => this.missing(),
    );
  }

  /** Reads the link or the draft and starts the engine. */
  async begin(): Promise<void> {
    this.store.change({ theme: draft.readTheme() });
    await Promise.all([this.#readLink(true), this.engine.open()]);
  }

  /** Does what a person asked for. */
  act<D extends Deed>(action: ActionOf<D>): void {
    this.desk?.hear?.(action.do);
    this.#deeds[action.do](action);
  }

  /** One function a deed: what changes the text, the choices or the workload asks the engine. */
  readonly #deeds: { readonly [D in Deed]: (action: ActionOf<D>) => void } = {
    type: ({ text }) => {
      this.#unlink();
      this.store.keep({ text, ...this.rate?.(this.store.state, text) });
      this.#changed(QUIET);
    },
    dialect: ({ dialect }) => {
      this.store.keep({ dialect });
      this.#changed(0);
    },
    knob: ({ knob, value }) => {
      const { knobs, exampleRate } = this.store.state.kept;
      const set = { ...knobs, [knob]: value === undefined ? value : limited(knob, value) };
      this.store.keep({ knobs: set, exampleRate: exampleRate && knob !== "writesPerSecond" });
      this.#turned();
    },
    "run-knobs": ({ run }) => {
      this.store.keep({ run });
      this.chose();
    },
    constant: (action) => this.#byHand(action),
    measured: (action) => this.#byHand(action),
    example: (action) => this.#byHand(action),
    preset: (action) => this.#byHand(action),
    state: (action) => this.#byHand(action),
    rows: ({ rowsBy }) => {
      this.store.keep({ rowsBy });
      this.chose();
    },
    choose: ({ finding, fix }) => {
      const { kept, tuned } = this.store.state;
      this.chose(withChoice(kept.chosen, choice(finding, fix, tuned)));
    },
    drop: ({ finding }) =>
      this.chose(this.store.state.kept.chosen.filter((one) => one.finding !== finding)),
    "drop-all": () => this.chose([]),
    tune: (action) => this.#byHand(action),
    deployed: ({ deployed }) => {
      this.store.keep({ deployed });
      this.#save();
      this.#plan();
    },
    copy: ({ id, text }) => void this.#out.copy(id, text),
    download: ({ name, text }) =>
      this.#soon(import("../ui/download.js").then(({ download }) => download(name, text))),
    open: ({ finding }) => {
      this.store.change({ open: finding });
      this.#cards();
    },
    accept: (action) => this.#byHand(action),
    "fix-here": (action) => this.#byHand(action),
    edits: ({ edits }) => this.edit(this.store.state.analysed, edits),
    adopt: (action) => this.#byHand(action),
    file: (action) => this.#byHand(action),
    beside: ({ chosen, dialect }) => this.store.keep({ chosen, dialect }),
    caret: ({ line, object }) => this.store.change({ caret: { line, object } }),
    tell: ({ message }) => this.store.change({ notice: { message, again: false } }),
    run: () => {
      this.store.change({ held: undefined, notice: undefined });
      this.#changed(0);
    },
    cancel: () => this.#cancel(),
    restart: () => this.#restart(),
    share: () => {
      const shared = import("./sharing.js").then(({ share }) => share(this.store));
      this.#soon(shared.then(() => this.#plan()));
    },
    "share-close": () => this.store.change({ shared: undefined, uncopied: undefined }),
    earlier: () => this.#earlier(),
    tour: ({ step }) => this.#tour(step),
    over: ({ over }) => {
      if (over === "keys") this.#soon(import("../guide/keys.js"));
      this.store.change({ over });
    },
    print: () =>
      this.#soon(import("../share/report.js").then(({ toPaper }) => toPaper(this.store))),
    renew: ({ now }) => {
      this.store.change({ fresh: false });
      if (now) void import("./offline.js").then(({ renew }) => renew());
    },
    paint: (wanted) => this.#ask(this.#pictures.show(wanted), () => this.painted?.()),
    point: ({ cursor }) => this.#point(cursor),
    // Each of its own kind: none takes another's place.
    probe: ({ ask, done }) =>
      this.#ask(this.engine.ask("probe", ask, { kind: JSON.stringify(ask) }), done),
    fields: ({ metric, done }) => this.#ask(this.engine.ask("fields", { metric }), done),
    histogram: ({ ask, done }) =>
      this.#ask(this.engine.ask("histogram", ask, { later: true }), done),
    added: ({ ask, done }) => this.#ask(this.engine.ask("added", ask), done),
    went: ({ ask, done }) =>
      this.#ask(this.engine.ask("went", ask, { kind: JSON.stringify(ask) }), done),
    frame: ({ which, frame }) => this.#frame(which, frame),
    palette: ({ palette }) => {
      this.store.keep({ palette });
      this.#save();
    },
    metric: ({ metric }) => {
      this.store.keep({ metric });
      this.#save();
      // What is told of the cell speaks of it, too.
      if (this.store.state.cursor) this.#point(this.store.state.cursor);
    },
    log: ({ log }) => {
      this.store.keep({ log });
      this.#save();
    },
    theme: ({ theme }) => {
      draft.writeTheme(theme);
      this.store.change({ theme });
    },
    show: ({ tab, range }) =>
      this.store.change({ place: { id: ++this.#lastId, tab, range }, tab, part: "editor" }),
    tab: ({ tab }) => {
      this.store.change({ tab });
      this.#plan();
    },
    part: ({ part }) => this.store.change({ part }),
    "guide-close": () => this.#leaveGuide(),
    dismiss: () => this.store.change({ notice: undefined }),
    look: ({ look }) => this.store.change({ look, wanted: undefined }),
  };

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
    this.#older(this.#writtenBy);
    this.#writtenBy = "";
    this.first();
    if (state.guide) this.#lookUp(state.guide);
  }

  /** Asks once for what can be looked up: after the first picture, or when it is looked for. */
  #refer(): void {
    const { reference, engine } = this.store.state;
    if (reference || engine !== "ready") return;
    this.#ask(this.engine.ask("reference", undefined), (reference) =>
      this.store.change({ reference }),
    );
  }

  /** Asks for what lies open over the page. */
  #lookUp(guide: Route): void {
    if (guide.kind !== "trust") {
      this.#refer();
      return;
    }
    this.#soon(import("virtual:trust").then(({ default: trust }) => this.store.change({ trust })));
  }

  /** Runs what is there once both the engine and the first text are; an example where there is none. */
  first(): void {
    const { kept, generation, held, examples } = this.store.state;
    const [example] = examples;
    if (!this.#begun || this.desk?.opening) return;
    // An empty text that a link brought stays empty.
    const none = kept.text === "" && this.#linked === "";
    if (none && generation < 2 && example) this.example(example, false);
    else if (generation < 2 || held === undefined) this.#changed(0);
  }

  /** The link's state, or the draft's, or none; `first` when the page opens. */
  async #readLink(first: boolean): Promise<void> {
    const { store } = this;
    const turn = ++this.#reading;
    // A page of the rules lies over the draft, and so does a lesson.
    const over = this.#guide();
    const here = over ? "" : location.hash;
    const linked = here !== "" && here !== "#";
    const stood = first ? undefined : this.#own();
    this.#linked = here;
    // Whoever follows a link wants to see what is in it. At once, as it pushes the rest down.
    if (first && !linked && !over && draft.wantsTour()) this.#tour(0);
    try {
      const share = await import("./links.js");
      if (first) store.change({ earlier: share.tried(await draft.readEarlier())?.kept });
      const own = stood ?? share.tried(await draft.readDraft()) ?? this.#earlierDraft();
      const found = linked ? await this.#linkOf(share, here) : undefined;
      // Meanwhile another address may have been gone to.
      if (turn !== this.#reading) return;
      // Back from a link that was looked at, one's own is there again.
      const shown = found ?? (first || !linked ? own : undefined);
      if (shown) this.#show(share, shown, own, found !== undefined);
    } catch {
      this.missing();
    }
    if (first && ofLessons(location.hash)) await this.#lessons();
    this.#begun = true;
    this.first();
  }

  /**
   * What stands there, if it is one's own and neither a lesson's nor a link's that is looked at.
   * It is kept now: what takes its place comes before the moment after which it would be.
   */
  #own(): Found | undefined {
    const { kept, version, play } = this.store.state;
    if (!this.#begun || kept.text === "" || this.#linked !== "" || play?.stage) return undefined;
    clearTimeout(this.#saving);
    this.#keep();
    return { kept, version };
  }

  /** What was set aside for a link, where the browser keeps no draft. */
  #earlierDraft(): Found | undefined {
    const { earlier } = this.store.state;
    return earlier && { kept: earlier, version: "" };
  }

  /** What the link carries; a damaged one is told of, and one's own draft is shown instead. */
  async #linkOf(share: Share, fragment: string): Promise<Found | undefined> {
    const found = await share.opened(fragment);
    if (typeof found !== "string") return found;
    // By now it may be no more the address.
    if (this.#linked !== fragment) return undefined;
    this.store.change({ notice: { message: found, again: false, link: true } });
    // The next reload should not tell again.
    history.replaceState(undefined, "", location.pathname + location.search);
    this.#linked = "";
    return undefined;
  }

  /** Takes over a link or a draft. What stopped the engine last time is not run by itself. */
  #show(share: Share, found: Found, own: Found | undefined, linked: boolean): void {
    const { kept, version, view, said } = found;
    const { store } = this;
    const other = linked && own && own.kept.text !== kept.text ? own.kept : undefined;
    if (other) this.#stash(other);
    const { tuned, frames, open, tab } = EMPTY;
    const wanted = view?.look;
    store.change({ kept, tuned, frames, open, tab, ...view, look: wanted, wanted });
    if (linked && store.state.notice?.link) store.change({ notice: undefined });
    if (said !== undefined) store.change({ notice: { message: said, again: false } });
    this.#sent = linked ? kept : undefined;
    if (draft.wasTrying(kept.text)) {
      store.change({ held: kept.text, notice: { message: share.HELD, again: true } });
    } else if (linked && store.state.version !== "") this.#older(version);
    else this.#writtenBy = linked ? version : "";
  }

  /** Says that a link was made with another engine, whose numbers may differ. */
  #older(version: string): void {
    if (version === "") return;
    this.#soon(import("./links.js").then(({ older }) => older(this.store, version)));
  }

  /** Sets a draft aside, so that it can be gone back to. */
  #stash(kept: Kept): void {
    draft.writeEarlier({ ...kept, version: this.store.state.version });
    this.store.change({ earlier: kept });
  }

  /** Goes back to the draft that was set aside, and sets aside what stands there now. */
  #earlier(): void {
    const { earlier } = this.store.state;
    if (earlier) this.instead(earlier, true);
  }

  /** The text is no longer the link's, so the address must not say so. */
  #unlink(): void {
    if (this.guest) return;
    // Under the rules lies the link's address still: it is cleared on the way back to it.
    if (routeOf(location.hash)) this.#spent = this.#linked;
    else if (location.hash && !ofLessons(location.hash))
      history.replaceState(undefined, "", location.pathname + location.search);
    this.#linked = "";
    // Nor are the runs to come those it sets pins on.
    if (this.store.state.wanted) this.store.change({ wanted: undefined });
  }

  /** A part of the page could not be loaded: a new build took its place, or the network is gone. */
  missing(): void {
    this.store.change({ notice: { message: MISSING, again: false } });
  }

  /** Waits for a part that is loaded; says so where it does not come. */
  #soon(part: Promise<unknown>): void {
    part.catch(() => this.missing());
  }

  #tour(step: number | undefined): void {
    if (step === undefined) draft.endTour();
    else this.#soon(import("../guide/tour.js"));
    this.store.change({ tour: step });
  }

  /** Starts an engine that did not start, with all that waits for it. */
  #restart(): void {
    this.store.change({ engine: "loading", notice: undefined });
    void this.engine.open();
  }

  /** Opens another link in the same tab, or a page of the rules. */
  relink(): void {
    // Back from the rules the address is the old one, and its link was read then.
    if (this.#guide() || location.hash === this.#linked) return;
    const spent = this.#spent;
    this.#spent = "";
    if (location.hash !== "" && location.hash === spent) this.#unlink();
    else if (location.hash || (this.#linked !== "" && !this.desk))
      void this.#readLink(false).then(() => this.#changed(0));
  }

  /** Opens, turns or leaves a lesson, as the address says. */
  async #lessons(): Promise<void> {
    try {
      this.#desking ??= import("../lessons/desk.js").then(({ Desk }) => new Desk(this));
      const desk = await this.#desking;
      this.desk = desk;
      desk.go(location.hash);
    } catch {
      this.#desking = undefined;
      this.missing();
    }
  }

  /** Opens or closes the rules, as the address says; says whether they or a lesson are open. */
  #guide(): boolean {
    const guide = routeOf(location.hash);
    const lesson = ofLessons(location.hash);
    if (this.#begun && !guide && (lesson || this.desk)) void this.#lessons();
    if (guide) {
      if (guide.kind === "trust") this.#soon(import("../trust/trust.js"));
      else this.#soon(import("../guide/guide.js"));
      this.#lookUp(guide);
      const open = this.store.state.guide !== undefined;
      const next = open ? this.#steps && this.#steps + 1 : this.#begun ? 1 : 0;
      // An entry of the history that was here before knows its number. It is not written again: that
      // would call off a step through the history that is under way.
      const known: unknown = history.state;
      this.#steps = typeof known === "number" ? known : next;
      if (known !== this.#steps) history.replaceState(this.#steps, "");
    }
    this.store.change({ guide });
    return lesson || guide !== undefined;
  }

  /** Goes back to where the rules were opened, or, if the tab began with them, takes them off. */
  #leaveGuide(): void {
    this.store.change({ guide: undefined });
    if (this.#steps > 0) history.go(-this.#steps);
    else history.replaceState(undefined, "", location.pathname + location.search);
  }

  /** Puts an example in place of what stands there. */
  example({ text, nodes, writesPerSecond }: Example, own: boolean): void {
    const { knobs } = this.store.state.kept;
    const next = {
      text,
      // It is told from the text, so that what is pasted over it is read in its own.
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
  instead(next: Begun, own: boolean): void {
    if (own) this.#stash(this.store.state.kept);
    if (this.#begun) this.#unlink();
    const exampleRate = next.knobs.writesPerSecond !== undefined;
    this.store.keep({ chosen: [], exampleRate, ...next });
    const { open, tab, tuned, frames } = EMPTY;
    this.store.change({ open, tab, tuned, frames });
    this.#changed(0);
  }

  /** The text or the workload changed: read it, then run it. */
  #changed(quiet: number): void {
    const { state } = this.store;
    this.#save();
    this.#round++;
    if (state.engine !== "ready" || state.held === state.kept.text) return;
    if (this.#tooLong(state.kept.text)) return;
    this.#try();
    this.#read(false, () => {
      clearTimeout(this.#later);
      // At once where it may be: the page draws what was found while the run is under way.
      if (quiet === 0) void this.#run();
      else this.#later = setTimeout(() => void this.#run(), quiet);
    });
  }

  /**
   * A knob was turned: of a text that was read, the runs come first. Which tables there are and
   * what directives state does not change with the workload; what is found may, and is read after.
   */
  #turned(): void {
    const { analysis, analysed, held, kept } = this.store.state;
    const read = analysis && analysed === kept.text && this.#readAs === kept.dialect;
    if (read && held !== kept.text) {
      this.chose();
      this.#read(true);
    } else this.#changed(0);
  }

  /** Has the text read with the workload, after all else if it was read with another; then goes on. */
  #read(later: boolean, then = () => {}): void {
    const { store } = this;
    const { text, dialect, knobs } = store.state.kept;
    const workload = asked(knobs);
    const question = this.engine.ask("analyse", { text, dialect, workload }, { later });
    this.#ask(question, (analysis) => {
      // Cards of the same text stand until those for the other workload come.
      const { open, analysed, cards } = store.state;
      const stays = open !== undefined && analysed === text ? cards.get(open) : undefined;
      const shown = new Map(open !== undefined && stays ? [[open, stays]] : []);
      const tuned = withAll(store.state.tuned, store.state.kept.chosen);
      store.change({ analysis, analysed: text, cards: shown, tuned });
      this.#readAs = dialect;
      // Before the cards, for which nobody waits.
      then();
      this.#cards(true);
    });
  }

  /** A text that is longer than what is read is kept as it is, and nothing is asked about it. */
  #tooLong(text: string): boolean {
    const { store } = this;
    const size = tooMany(text);
    if (size) {
      clearTimeout(this.#later);
      store.change({ held: text, results: undefined });
      const said = import("../editor/bytes.js").then(
        ({ tooLong }) =>
          store.state.held === text && this.act({ do: "tell", message: tooLong(size) }),
      );
      this.#soon(said);
    } else if (this.#long) store.change({ held: undefined, notice: undefined });
    this.#long = size !== undefined;
    return this.#long;
  }

  /** Marks the text as being run, until a run comes back. */
  #try(): void {
    this.#tried = performance.now();
    this.#mark(this.store.state.kept.text);
  }

  #mark(text: string | undefined): void {
    if (!this.guest) draft.markTrying(text);
  }

  /** What is run has changed, and not the text; with these fixes, if they have, too. */
  chose(chosen?: readonly Chosen[]): void {
    if (chosen) this.store.keep({ chosen });
    this.#save();
    this.#round++;
    if (this.store.state.held !== this.store.state.kept.text) this.#try();
    clearTimeout(this.#later);
    void this.#run();
  }

  /** The lane of the rewrite and the runs: one at a time, and once more if something changed. */
  async #run(): Promise<void> {
    if (this.#running) {
      this.#again = true;
      return;
    }
    this.#running = true;
    this.store.change({ busy: true });
    try {
      do {
        this.#again = false;
        await this.#runOnce();
      } while (this.#again);
    } catch (error) {
      this.#stopped(error);
    } finally {
      this.#running = false;
      this.store.change({ busy: false });
      if (this.guest?.wants("reference") ?? true) this.#refer();
      clearTimeout(this.#afterwards);
      this.#afterwards = setTimeout(() => void this.#answers(), AFTERWARDS);
    }
  }

  async #runOnce(): Promise<void> {
    // The text may be one of them.
    await this.#presets;
    const { store } = this;
    const { kept, analysis } = store.state;
    if (!analysis || store.state.engine !== "ready") return;
    let likely = this.#likely(kept.chosen);
    const rewrite =
      likely ?? (kept.chosen.length > 0 ? await this.#rewrite(kept.chosen) : undefined);
    store.change({ rewrite, ...(rewrite ? {} : { tab: "yours", rollout: undefined }) });
    this.#plan();
    if (analysis.objects.length === 0) {
      this.#mark(undefined);
      store.change(NO_RUN);
      return;
    }
    const knobs = effective(kept.knobs, analysis.stated);
    const changed = rewrite?.text ?? changeOf(store.state)?.text ?? kept.text;
    const after = changed === kept.text ? {} : { after: changed };
    const { dialect } = analysis;
    const { run, rowsBy } = kept;
    const round = this.#round;
    const own = { before: kept.text, ...after, dialect, ...knobs, knobs: run, rowsBy };
    let ask: Ask<"simulate"> = (await this.desk?.ask(rewrite?.text ?? kept.text, rowsBy)) ?? own;
    // What is there of a long run is shown; it is left alone as soon as anything has changed.
    for (;;) {
      const results = await this.#pictures.run(ask);
      ask = undefined;
      const { progress } = results.answer;
      const done = progress >= 1 || this.#cancelled === round;
      const old = round !== this.#round;
      if (done || old) this.#mark(undefined);
      if (old && !done) return;
      // It ran: what was said of a text that did not is past. A damaged link stays told.
      let notice = store.state.notice?.again ? undefined : store.state.notice;
      const message = `Cancelled after the first ${Math.round(progress * 100)} % of the run.`;
      if (done && progress < 1) notice = { message, again: true };
      store.change({ ...NO_RUN, results, ran: kept.text, notice });
      if (likely && !old) {
        const rewrite = await this.#rewrite(kept.chosen);
        if (rewrite.text !== likely.text) this.#again = true;
        if (this.#again) return;
        likely = undefined;
        store.change({ rewrite });
        this.#plan();
      }
      if (done) return;
    }
  }

  /** Leaves a run alone that is told in slices; throws anything else away with its worker. */
  #cancel(): void {
    const { results } = this.store.state;
    if (this.#running && results && results.answer.progress < 1) this.#cancelled = this.#round;
    else this.engine.cancel();
  }

  /**
   * What the runs leave open, a part at a time and after everything else: asks no more as soon as
   * anything has changed.
   */
  async #answers(): Promise<void> {
    const { store, engine } = this;
    const { results, kept } = store.state;
    if (!results || results.answer.progress < 1 || this.#running || this.#unanswered === kept.text)
      return;
    const rangesOnly = !(this.guest?.wants("answers") ?? true);
    if (!rangesOnly) this.#soon(import("../results/answers.js"));
    const round = this.#round;
    const { chosen, workload } = this.rewriteAsk(kept.chosen);
    let ask: Ask<"answers"> = { chosen, workload, rangesOnly };
    for (;;) {
      const answers = await this.answered(engine.ask("answers", ask));
      if (!answers || round !== this.#round || store.state.results !== results) return;
      store.change({ answers });
      if (answers.progress >= 1) return;
      ask = undefined;
    }
  }

  /** The way to the rewrite, where it is looked at: asked for once a rewrite. */
  #plan(): void {
    const { store, engine } = this;
    const { tab, rewrite, rollout, kept } = store.state;
    const { chosen, deployed } = kept;
    if ((tab !== "plan" && this.store.state.shared === undefined) || !rewrite) return;
    const planned = this.#planned;
    if (rollout && planned?.rewrite === rewrite && planned.deployed === deployed) return;
    const wanted = { rewrite, deployed };
    this.#planned = wanted;
    this.#ask(engine.ask("rollout", { ...this.rewriteAsk(chosen), deployed }), (rollout) => {
      // Meanwhile another rewrite may have come, or none be left.
      if (this.#planned === wanted && store.state.rewrite) store.change({ rollout });
    });
  }

  /** The text with these fixes: asked for where what it depends on has changed. */
  async #rewrite(chosen: readonly Chosen[]): Promise<Rewrite> {
    const ask = this.rewriteAsk(chosen);
    if (this.#rewritten && alike(this.#rewritten.ask, ask)) return this.#rewritten.rewrite;
    const rewrite = await this.engine.ask("rewrite", ask);
    this.#rewritten = { ask, rewrite };
    return rewrite;
  }

  /**
   * The last rewrite, where only the workload has changed since: nearly always the text stays as it
   * is, so it is run before that is known.
   */
  #likely(chosen: readonly Chosen[]): Rewrite | undefined {
    const [last, now] = [this.#rewritten, this.rewriteAsk(chosen)];
    if (!last || alike(last.ask, now)) return;
    return alike({ ...last.ask, workload: now.workload }, now) ? last.rewrite : undefined;
  }

  /** How the text with these fixes is asked for. */
  rewriteAsk(chosen: readonly Chosen[]): RewriteAsk {
    const { text, dialect, knobs } = this.store.state.kept;
    return { text, dialect, workload: asked(knobs), chosen: [...chosen] };
  }

  /**
   * Cards of the open finding and, while no fix is chosen, of the worst that has any: asked for
   * once a reading.
   */
  #cards(anew = false): void {
    const { open, cards, analysis, kept } = this.store.state;
    const first = kept.chosen.length === 0 ? curable(analysis)?.key : undefined;
    for (const key of new Set([open, first])) {
      if (key === undefined || (cards.has(key) && !anew)) continue;
      if (!analysis?.findings.some((finding) => finding.key === key)) continue;
      this.#ask(this.askCards(key));
    }
  }

  /** The fixes there are for a finding. */
  async askCards(finding: string): Promise<Answer<"cards">> {
    const { kept, analysed } = this.store.state;
    const ask = { text: analysed, dialect: kept.dialect, workload: asked(kept.knobs) };
    const set = this.store.state.tuned.get(finding);
    const given = set ? { set: { ...set } } : {};
    const aside = { kind: finding, later: true };
    const found = await this.engine.ask("cards", { ...ask, finding, ...given }, aside);
    // Cards of a text that has changed meanwhile would make the wrong edits.
    if (this.store.state.analysed === analysed) {
      const { cards } = this.store.state;
      const shown = withFields(found, cards.get(finding), set);
      this.store.change({ cards: new Map(cards).set(finding, shown) });
    }
    return found;
  }

  /** What waits for a person and then for the engine is a chunk of its own: see there. */
  #byHand(action: ByHand): void {
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
    this.#ask(this.engine.ask("probe", { which, column, row, metric }), (probe) => {
      if (store.state.cursor) store.change({ probe });
    });
  }

  /** Keeps the draft, a moment after the last change. */
  #save(): void {
    if (this.guest) return;
    clearTimeout(this.#saving);
    this.#saving = setTimeout(() => this.#keep(), 300);
  }

  /** Keeps the draft now. A link that is only looked at leaves one's own draft alone. */
  #keep(now?: boolean): void {
    const { kept, version } = this.store.state;
    if (!this.#begun || kept.text === "" || this.desk?.keep(kept)) return;
    // Also on the way back from it, when its address is left already.
    if (kept === this.#sent) return;
    if (this.#linked !== "") this.#unlink();
    void draft.writeDraft({ ...kept, version }, now).then((kept) => this.#sayIfLost(kept));
  }

  /** Says once that a text cannot be kept, while there is time to take it elsewhere. */
  #sayIfLost(kept: boolean): void {
    const message = "This browser can't save a draft of this schema. Download it before you leave.";
    if (!kept && !this.lost) this.store.change({ notice: { message, again: false } });
    this.lost = !kept;
  }

  /** The page is about to go. A run that has only begun is not to blame. */
  leave(): void {
    clearTimeout(this.#saving);
    this.#keep(true);
    const young = performance.now() - this.#tried < YOUNG;
    if (young && this.store.state.held === undefined) draft.markTrying(undefined);
  }

  /** Waits for an answer, and takes care of there being none. */
  #ask<T>(question: Promise<T>, then: (answer: T) => void = () => {}): void {
    question.then(then, (error) => this.#stopped(error));
  }

  /** The same, for those who wait: nothing where there is none. */
  async answered<T>(question: Promise<T>): Promise<T | undefined> {
    try {
      return await question;
    } catch (error) {
      this.#stopped(error);
      return undefined;
    }
  }

  /** Tells of a question that failed. One that was replaced, or fell with another, is no news. */
  #stopped(error: unknown): void {
    if (error instanceof Replaced) return;
    const { store } = this;
    if (!(error instanceof Stopped)) {
      const message = error instanceof Error ? error.message : String(error);
      this.#mark(undefined);
      store.change({ notice: { message, again: false } });
      return;
    }
    if (error.how === "collateral") return;
    // The picture is what counts: it comes back with the next worker, without the rest.
    if (error.question === "answers") {
      this.#unanswered = store.state.kept.text;
      return;
    }
    this.#mark(store.state.kept.text);
    const what = error.how === "time" ? "took too long over" : "stopped on";
    store.change({
      ...NO_RUN,
      held: store.state.kept.text,
      frames: { before: WHOLE, after: WHOLE },
      notice: { message: `The engine ${what} this text. The text is untouched.`, again: true },
    });
  }
}

/** Whether two rewrites are asked for by the same question. */
function alike({ text, ...one }: RewriteAsk, { text: now, ...other }: RewriteAsk): boolean {
  return text === now && JSON.stringify(one) === JSON.stringify(other);
}
