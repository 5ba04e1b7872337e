/**
 * Where lessons are played: it lays a lesson over the playground and takes it off again.
 *
 * The page's own editor, problems, maps and results show the learner's text. What stood there
 * before is set aside and comes back when the lesson is left. Loaded with the first lesson.
 */
import type { LessonFile, Pace, RowsBy, SimulateAsk } from "../../../pkg/hotsplit.js";
import * as draft from "../session/draft.js";
import {
  type Address,
  addressOf,
  fragmentOf,
  type LessonAddress,
} from "../session/lesson-address.js";
import type { Playing } from "../session/playing.js";
import type { Session } from "../session/session.js";
import type { Action, ActionName } from "../state/actions.js";
import {
  type Author,
  isOfPage,
  LESSON_ACTION,
  type LessonAction,
  type LessonActionOf,
  type LessonPageActionName,
  type Presented,
  type Stage,
  sitting,
} from "../state/play.js";
import { BadLink, here } from "../state/route.js";
import type { Kept, State } from "../state/state.js";
import { typing } from "../ui/typing.js";
import { LESSONS, type Listed, lessonOf } from "./catalog.js";
import * as certificate from "./certificate.js";
import * as kept from "./kept.js";
import { Marker } from "./marking.js";
import { NO_RUN, Player, settings } from "./player.js";
import { fromPacked, merged, NOTHING, toFragment } from "./progress.js";
import { isOpen, rosterOf } from "./roster.js";
import { guessed, runOf, type Slide, scaled, schemaOf, slidesOf, turned } from "./slides.js";

/** What of the page comes back when a lesson is left. */
type Aside = Pick<State, "kept" | "held" | "open" | "tab" | "part" | "frames" | "tuned">;

/** Answers what learners, presenters and authors do to the page. */
export class Desk implements Playing {
  readonly player: Player;
  #aside: Aside | undefined;
  /** The address the lesson was opened with. */
  #address: LessonAddress = { kind: "lesson", slug: "" };
  /** Counts states of the author's file. */
  #written = 0;
  /** Counts the times that marking of a class began. */
  #classTurn = 0;
  readonly #marker: Marker;
  /** What runs for the slide that is shown; absent where a learner's schema does. */
  #slideRun: string | undefined;

  constructor(readonly session: Session) {
    this.player = new Player(session, kept);
    this.#marker = new Marker(session.engine);
    document.addEventListener(LESSON_ACTION, (event) => {
      if (event instanceof CustomEvent) this.#do(event.detail);
    });
    addEventListener("keydown", this.#keys);
  }

  /** A lesson is on its way. */
  get opening(): boolean {
    return this.player.opening;
  }

  /** What to run for this text, or for the slide that is shown; absent where no lesson is played. */
  ask(text: string, rowsBy: RowsBy): Promise<SimulateAsk | undefined> {
    const { stage } = this.player.play;
    return stage?.presented
      ? this.#askOfSlide(stage, stage.presented)
      : this.player.ask(text, rowsBy);
  }

  async #askOfSlide(stage: Stage, presented: Presented): Promise<SimulateAsk> {
    const { markdown, seed, file } = stage;
    const { schema, nodes, rate } = runOf(slidesFor(stage), presented, file.run.nodes);
    const text = schemaOf(file, schema);
    const { after, ...ask } = await this.session.engine.ask("play", { markdown, text });
    // Rates that the schema states hold, whatever is asked for beside it; a pace scales them.
    const pace: Pace = { kind: "step", before: rate, second: 60 * ask.minutes };
    return {
      ...{ ...ask, before: after ?? ask.before, nodes, seed, rowsBy: "hot" },
      ...(rate === 1 ? {} : { knobs: { pace } }),
    };
  }

  /** Keeps the learner's text; says whether it was one. */
  keep(now: Kept): boolean {
    return this.player.keep(now);
  }

  /** Opens what the fragment names, or leaves the lesson where it names none. */
  go(fragment: string): void {
    const address = addressOf(fragment);
    void import("./lesson.js").catch(() => this.session.missing());
    if (!address) this.#leave();
    else void this.#open(address).catch(() => this.session.missing());
  }

  /** Hears of everything done to the page: what brings another text ends the lesson. */
  hear(action: ActionName): void {
    if (action !== "example" && action !== "preset" && action !== "earlier") return;
    if (!this.player.play.stage) return;
    this.#leave(false);
    this.#put("");
  }

  /** Says something above the page. */
  #tell(message: string): void {
    this.session.store.change({ notice: { message, again: false } });
  }

  /** Puts another address into the bar, without going there. */
  #put(fragment: string): void {
    const { pathname, search } = location;
    history.replaceState(history.state, "", fragment === "" ? pathname + search : fragment);
  }

  async #open(address: Address): Promise<void> {
    switch (address.kind) {
      case "lesson":
        return this.#lesson(address);
      case "author":
        return this.#write();
      case "progress":
        await this.#import(address.packed);
        this.#put("#lessons");
        return this.#list("lessons");
      case "certificate":
        return this.#certificate(address.packed);
      case "class":
        return this.#class();
      default:
        this.player.set({ notice: "" });
        return this.#list(address.kind);
    }
  }

  /** The list, or how the exam went, over whatever is open. */
  async #list(over: "lessons" | "exam"): Promise<void> {
    this.player.progress = merged(this.player.progress, kept.readProgress());
    this.player.set({ over, link: undefined });
    const link = here() + (await toFragment(this.player.progress));
    if (this.player.play.over === over) this.player.set({ link });
  }

  async #lesson(address: LessonAddress): Promise<void> {
    const listed = lessonOf(address.slug);
    const { stage } = this.player.play;
    const { seed, present } = address;
    if (listed && stage?.slug === address.slug && seed === this.#address.seed) {
      // Back from what lay over it, or from another slide.
      this.player.set({ over: undefined });
      this.#show(opened(stage, present));
      return;
    }
    const before = listed?.exam ? earlier(listed) : undefined;
    if (!listed || (before && !this.player.progress.get(before.slug)?.handed)) {
      this.#put("#lessons");
      this.#tell(
        before
          ? `The parts of the exam come in order: first hand in "${before.title}".`
          : "There is no lesson with this name. These are the available lessons.",
      );
      return this.#list("lessons");
    }
    await this.#begin(listed, address);
  }

  /** Loads a lesson and lays it over the page. */
  async #begin(listed: Listed, address: LessonAddress): Promise<void> {
    const { present, version, ...own } = address;
    const read = await this.player.read(listed, own.seed);
    if (!read) return;
    this.#address = version === undefined ? own : { ...own, version };
    const stage = { ...read, presented: opened(read, present) };
    this.#place(stage, kept.readMade(stage.slug));
    this.#otherEngine(version);
  }

  /** Says that a class saw pictures of another engine. */
  #otherEngine(version: string | undefined): void {
    const ours = this.session.store.state.version;
    if (version === undefined || version === ours) return;
    this.#tell(
      `This link was made for engine ${version}; this page uses ${ours}, so pictures and numbers may ` +
        "differ from those of other participants.",
    );
  }

  /** Lays a lesson over the page, and sets aside what stands there. */
  #place(stage: Stage, made: kept.Made | undefined, author?: Author): void {
    const { session } = this;
    const { store } = session;
    if (this.player.play.stage) this.keep(store.state.kept);
    else {
      session.leave();
      const { kept, held, open, tab, part, frames, tuned } = store.state;
      this.#aside = { kept, held, open, tab, part, frames, tuned };
    }
    this.player.place(stage, made, { author });
    this.#slideRun = slideRun(stage);
    if (stage.presented) void this.#loadSlides();
    this.#run();
  }

  /** Runs what stands there, unless it is what stopped the engine last time. */
  #run(): void {
    const { store } = this.session;
    const { text } = store.state.kept;
    if (!draft.wasTrying(text)) {
      this.session.act({ do: "run" });
      return;
    }
    const message = "The last run of this schema did not finish, so it was not started again.";
    store.change({ held: text, notice: { message, again: true } });
  }

  /** Takes the lesson off and brings back what was set aside. */
  #leave(run = true): void {
    this.player.turn++;
    const { session } = this;
    const { store } = session;
    const { stage } = this.player.play;
    if (stage) this.keep(store.state.kept);
    const waited = this.player.opening;
    this.player.opening = false;
    this.player.set({ over: undefined, stage: undefined, author: undefined });
    const aside = this.#aside;
    this.#aside = undefined;
    if (!aside) {
      if (waited) session.first();
      return;
    }
    const { palette, log } = store.state.kept;
    store.change({ ...NO_RUN, ...aside, kept: { ...aside.kept, palette, log }, sheet: undefined });
    store.change({ notice: undefined });
    if (run) session.first();
  }

  /** Does what was asked for: what learners do, the player; the rest is of the page. */
  #do(action: LessonAction): void {
    if (isOfPage(action)) this.#around(action);
    else this.player.do(action);
  }

  #around<D extends LessonPageActionName>(action: LessonActionOf<D>): void {
    this.#actions[action.do](action);
  }

  readonly #actions: { readonly [D in LessonPageActionName]: (action: LessonActionOf<D>) => void } =
    {
      present: ({ slide }) => this.#present(slide),
      turn: ({ to }) => this.#change((slides, presented) => turned(slides, presented, to)),
      nodes: ({ to }) => this.#change((slides, presented) => scaled(slides, presented, to)),
      guess: ({ choice }) =>
        this.#change((slides, presented) => guessed(slides, presented, choice)),
      "full-screen": () => void fillScreen(),
      class: () => this.act({ do: "copy", id: "class", text: this.#classLink() }),
      certify: ({ name }) => void this.#certify(name),
      roster: ({ text }) => this.#roster(text),
      close: () => this.#close(),
      leave: () => this.#go(""),
      write: ({ markdown, watching }) => void this.#rewrite(markdown, watching),
      prove: () => void this.#prove(),
    };

  act(action: Action): void {
    this.session.act(action);
  }

  /** Loads what draws slides; the page under them is hidden once that is there. */
  async #loadSlides(): Promise<void> {
    const loaded = await import("./presenter.js").catch(() => this.session.missing());
    if (loaded) this.player.stage({});
  }

  /** Goes to an address of this page. */
  #go(fragment: string): void {
    const { pathname, search } = location;
    history.pushState(undefined, "", fragment === "" ? pathname + search : fragment);
    this.session.relink();
  }

  /** Takes the list off: the lesson below has an address of its own. */
  #close(): void {
    const { stage, author } = this.player.play;
    if (author) this.#go("#author");
    else if (stage) this.#go(this.#fragment(stage.presented));
    else this.#go("");
  }

  /** The address of the lesson, or of a slide of it. */
  #fragment(presented: Presented | undefined): string {
    return fragmentOf({ ...this.#address, ...(presented ? { present: presented.slide + 1 } : {}) });
  }

  #present(slide: number | undefined): void {
    const { stage } = this.player.play;
    if (!stage) return;
    this.#turnTo(slide === undefined ? undefined : opened(stage, slide + 1));
    if (slide === undefined && document.fullscreenElement) void document.exitFullscreen();
  }

  #change(change: (slides: readonly Slide[], presented: Presented) => Presented): void {
    const { stage } = this.player.play;
    if (stage?.presented) this.#turnTo(change(slidesFor(stage), stage.presented));
  }

  /** Shows a slide and its address; each slide is an entry of the history. */
  #turnTo(next: Presented | undefined): void {
    const { stage } = this.player.play;
    if (!stage) return;
    const { presented, slug } = stage;
    this.#show(next);
    if (slug === "" || next?.slide === presented?.slide) return;
    if (next) history.pushState(undefined, "", this.#fragment(next));
    else this.#put(this.#fragment(undefined));
  }

  /** Shows a slide, or the lesson again, and runs what it needs. */
  #show(presented: Presented | undefined): void {
    if (presented) void this.#loadSlides();
    this.player.stage({ presented });
    const { stage } = this.player.play;
    const run = stage && slideRun(stage);
    if (run === this.#slideRun) return;
    this.#slideRun = run;
    this.act({ do: "run" });
  }

  /** The lesson with this seed and this engine: all who open it see the same. */
  #classLink(): string {
    const { version } = this.session.store.state;
    const { slug = "", seed = 1 } = this.player.play.stage ?? {};
    return here() + fragmentOf({ slug, seed, version });
  }

  /** Marks what a certificate holds, and shows how it went. */
  async #certificate(packed: string): Promise<void> {
    this.player.set({ over: "certificate", certificate: undefined, notice: "" });
    try {
      const marked = await this.#marker.mark(packed);
      if (this.player.play.over === "certificate") this.player.set({ certificate: marked });
    } catch (error) {
      if (!(error instanceof BadLink)) throw error;
      this.#put("#lessons");
      this.#tell(error.message);
      await this.#list("lessons");
    }
  }

  /** The page of a class. What was not marked yet when it was left is marked now. */
  async #class(): Promise<void> {
    this.player.set({ over: "class", notice: "" });
    const loaded = await import("./class.js").catch(() => this.session.missing());
    if (loaded) await this.#markClass();
  }

  /** Takes the certificates of a class. */
  #roster(text: string): void {
    this.player.set({ roster: rosterOf(text, this.player.play.roster) });
    void this.#markClass();
  }

  /** Marks one certificate of the class after another, as long as its page is open. */
  async #markClass(): Promise<void> {
    const turn = ++this.#classTurn;
    while (turn === this.#classTurn) {
      const { over, roster } = this.player.play;
      const row = over === "class" ? roster?.rows.find(isOpen) : undefined;
      if (!row) return;
      const marked = await this.#marker.row(row);
      const now = this.player.play.roster;
      if (turn === this.#classTurn && now)
        this.player.set({
          roster: { ...now, rows: now.rows.map((one) => (one === row ? marked : one)) },
        });
    }
  }

  /** Copies what was handed in as a link that anyone can have marked. */
  async #certify(name: string): Promise<void> {
    const { stage } = this.player.play;
    const { handed, answers } = stage?.entry ?? {};
    if (!stage || !handed || !answers) return;
    const { slug } = stage;
    const fragment = await certificate.toFragment({ slug, name, text: handed.text, answers });
    this.act({ do: "copy", id: "certificate", text: here() + fragment });
  }

  /** Adds what a link carries to what was done here. */
  async #import(packed: string): Promise<void> {
    try {
      const found = await fromPacked(packed);
      this.player.progress = merged(merged(this.player.progress, kept.readProgress()), found);
      const written = kept.writeProgress(this.player.progress);
      const many = found.size === 1 ? "1 lesson" : `${found.size} lessons`;
      this.player.set({ kept: written, notice: `Progress in ${many} was added from the link.` });
    } catch (error) {
      if (!(error instanceof BadLink)) throw error;
      this.#tell(`${error.message} Your progress here is unchanged.`);
    }
  }

  /** The preview of a lesson that is being written. */
  async #write(): Promise<void> {
    const { author } = this.player.play;
    if (author) {
      this.player.set({ over: undefined });
      return;
    }
    const { TEMPLATE } = await import("./author.js");
    this.player.opening = true;
    await this.#rewrite(kept.readAuthor() ?? TEMPLATE, undefined);
  }

  /** The author's file has changed: it is read, and the player shows what can be played of it. */
  async #rewrite(markdown: string, watching: string | undefined): Promise<void> {
    const { session } = this;
    const turn = this.player.play.author ? this.player.turn : ++this.player.turn;
    const written = ++this.#written;
    kept.writeAuthor(markdown);
    const { author } = this.player.play;
    if (author) {
      this.player.set({
        author: { ...author, markdown, watching, proof: undefined, proving: false },
      });
    }
    const read = await session.answered(
      session.engine.ask("lesson", { markdown }, { kind: "author" }),
    );
    if (!read || turn !== this.player.turn || written !== this.#written) return;
    this.player.opening = false;
    const { lesson, complaints } = read;
    const next: Author = {
      ...{ markdown, watching, complaints, proof: undefined, proving: false },
      behind: lesson === undefined,
    };
    const { stage } = this.player.play;
    if (!lesson) this.player.set({ author: next });
    else if (stage?.slug === "") this.#renew(stage, lesson, next);
    else {
      const { seed } = lesson.run;
      const started = { slug: "", exam: lesson.exam, markdown, file: lesson, at: 0, seed };
      const blank = { entry: NOTHING, judged: new Map(), judging: false, presented: undefined };
      this.#place({ ...started, ...blank }, undefined, next);
    }
  }

  /** Shows another state of the author's lesson at the page where one was. */
  #renew(stage: Stage, file: LessonFile, author: Author): void {
    const { store } = this.session;
    const { starter, run, hidden } = stage.file;
    const { text } = store.state.kept;
    const at = Math.min(stage.at, file.steps.length + 1);
    const { markdown } = author;
    const renewed = { ...stage, file, markdown, at, seed: file.run.seed };
    const { presented } = stage;
    // There may be fewer slides than before.
    const slide = presented && presented.slide + 1;
    this.player.set({ author, stage: { ...renewed, presented: opened(renewed, slide) } });
    const same = JSON.stringify([starter, run, hidden]);
    if (same === JSON.stringify([file.starter, file.run, file.hidden])) return;
    // Whoever has begun to play keeps their text.
    store.keep({
      ...settings(file, file.run.seed),
      ...(text === starter ? { text: file.starter } : {}),
    });
    this.act({ do: "run" });
  }

  async #prove(): Promise<void> {
    const { session } = this;
    const { author } = this.player.play;
    if (!author || author.proving || author.behind) return;
    this.player.set({ author: { ...author, proving: true } });
    const proof = await session.answered(
      session.engine.ask("prove", { markdown: author.markdown }),
    );
    const now = this.player.play.author;
    if (now?.markdown === author.markdown)
      this.player.set({ author: { ...now, proof, proving: false } });
  }

  readonly #keys = (event: KeyboardEvent): void => {
    const { stage, over } = this.player.play;
    const { ctrlKey, metaKey, altKey, key } = event;
    if (!stage || over || event.defaultPrevented || ctrlKey || metaKey || altKey) return;
    if (typing(event) || event.composedPath().some(isRange)) return;
    const { over: dialog, guide } = this.session.store.state;
    if (dialog !== undefined || guide !== undefined) return;
    const presents = key.toLowerCase() === "p";
    const action = stage.presented
      ? presenting(event)
      : presents && ({ do: "present", slide: stage.at } as const);
    if (!action) return;
    event.preventDefault();
    this.#do(action);
  };
}

/** Letters of choices. */
const CHOICES = "abcde";

/** What a key does to slides: a remote for presenters sends the arrows or the page keys. */
function presenting(event: KeyboardEvent): LessonAction | undefined {
  const { key, shiftKey } = event;
  const [target] = event.composedPath();
  switch (key) {
    case " ":
      // A button is pressed with it.
      if (target instanceof HTMLButtonElement) return undefined;
      return { do: "turn", to: shiftKey ? "previous" : "next" };
    case "ArrowRight":
    case "ArrowDown":
    case "PageDown":
      return { do: "turn", to: "next" };
    case "ArrowLeft":
    case "ArrowUp":
    case "PageUp":
      return { do: "turn", to: "previous" };
    case "Home":
      return { do: "turn", to: "first" };
    case "End":
      return { do: "turn", to: "last" };
    case "Escape":
    case "p":
    case "P":
      return { do: "present", slide: undefined };
    case "f":
    case "F":
      return { do: "full-screen" };
    case "+":
    case "=":
      return { do: "nodes", to: "twice" };
    case "-":
      return { do: "nodes", to: "half" };
    case "0":
      return { do: "nodes", to: "usual" };
    default: {
      const choice = key.length === 1 ? CHOICES.indexOf(key.toLowerCase()) : -1;
      return choice < 0 ? undefined : { do: "guess", choice };
    }
  }
}

/** The slides of a lesson that is played. */
function slidesFor(stage: Stage): readonly Slide[] {
  return slidesOf(stage.file, sitting(stage));
}

/** A slide of an address, counted from 1, or the last one there is; guesses stay. */
function opened(stage: Stage, present: number | undefined): Presented | undefined {
  if (present === undefined) return undefined;
  const slide = Math.min(present, slidesFor(stage).length) - 1;
  const { presented } = stage;
  const same = presented?.slide === slide ? presented : undefined;
  return {
    slide,
    revealed: same?.revealed ?? false,
    mapped: same?.mapped ?? false,
    nodes: same?.nodes,
    guesses: presented?.guesses ?? new Map(),
  };
}

/** What runs for the slide that is shown, to be compared. */
function slideRun(stage: Stage): string | undefined {
  const { presented, file } = stage;
  return presented && JSON.stringify(runOf(slidesFor(stage), presented, file.run.nodes));
}

/** Fills the screen, or no more. A browser may refuse. */
async function fillScreen(): Promise<void> {
  const done = document.fullscreenElement
    ? document.exitFullscreen()
    : document.documentElement.requestFullscreen?.();
  await done?.catch(() => undefined);
}

/** A slider, whose arrows are its own. */
function isRange(target: EventTarget): boolean {
  return target instanceof HTMLInputElement && target.type === "range";
}

/** The part of the exam before this one. */
function earlier(listed: Listed): Listed | undefined {
  const parts = LESSONS.filter((one) => one.exam);
  return parts[parts.indexOf(listed) - 1];
}
