/**
 * Where lessons are played: it lays a lesson over the playground and takes it off again.
 *
 * The page's own editor, problems, maps and results show the learner's text. What stood there
 * before is set aside and comes back when the lesson is left. Loaded with the first lesson.
 */
import type { LessonFile, RowsBy, SimulateAsk } from "../../../pkg/hotsplit.js";
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
  type Stage,
  unanswered,
} from "../state/play.js";
import { BadLink, here } from "../state/route.js";
import type { Kept, State } from "../state/state.js";
import { typing } from "../ui/typing.js";
import { LESSONS, type Listed, lessonOf } from "./catalog.js";
import * as kept from "./kept.js";
import { NO_RUN, Player, settings } from "./player.js";
import { fromPacked, merged, NOTHING, toFragment } from "./progress.js";

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

  constructor(readonly session: Session) {
    this.player = new Player(session, kept);
    document.addEventListener(LESSON_ACTION, (event) => {
      if (event instanceof CustomEvent) this.#do(event.detail);
    });
    addEventListener("keydown", this.#keys);
    session.store.listen(({ play }) => {
      const present = play?.stage?.present !== undefined;
      document.documentElement.toggleAttribute("data-present", present);
    });
  }

  /** A lesson is on its way. */
  get opening(): boolean {
    return this.player.opening;
  }

  /** What to run for this text; absent where no lesson is played. */
  ask(text: string, rowsBy: RowsBy): Promise<SimulateAsk | undefined> {
    return this.player.ask(text, rowsBy);
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
      // Back from what lay over it.
      this.player.set({ over: undefined, stage: { ...stage, present } });
      return;
    }
    const before = listed?.exam ? earlier(listed) : undefined;
    if (!listed || (before && !this.player.progress.get(before.slug)?.handed)) {
      this.#put("#lessons");
      this.#tell(
        before
          ? `The parts of the exam come in order: first hand in "${before.title}".`
          : "There is no lesson of this name. These are the lessons there are.",
      );
      return this.#list("lessons");
    }
    await this.#begin(listed, address);
  }

  /** Loads a lesson and lays it over the page. */
  async #begin(listed: Listed, address: LessonAddress): Promise<void> {
    const { seed, present, version } = address;
    const stage = await this.player.read(listed, { seed, present });
    if (!stage) return;
    this.#address = address;
    this.#place(stage, kept.readMade(stage.slug));
    this.#otherEngine(version);
  }

  /** Says that a class saw pictures of another engine. */
  #otherEngine(version: string | undefined): void {
    const ours = this.session.store.state.version;
    if (version === undefined || version === ours) return;
    this.#tell(
      `This link was made for engine ${version}; here runs ${ours}, so pictures and numbers may ` +
        "differ from those of the rest of the class.",
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
    const message = "The last run of this text did not come back, so it was not started again.";
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
    const { present } = this.player.play.stage ?? {};
    // What is to be shown comes to the front, also where another part stands alone.
    const front = action.do === "band" ? "results" : action.do === "line" ? "editor" : undefined;
    if (front && present && present !== "all") this.#present(front);
    if (isOfPage(action)) this.#around(action);
    else this.player.do(action);
  }

  #around<D extends LessonPageActionName>(action: LessonActionOf<D>): void {
    this.#actions[action.do](action);
  }

  readonly #actions: { readonly [D in LessonPageActionName]: (action: LessonActionOf<D>) => void } =
    {
      present: ({ how }) => this.#present(how),
      class: () => this.act({ do: "copy", id: "class", text: this.#classLink() }),
      close: () => this.#close(),
      leave: () => this.#go(""),
      write: ({ markdown, watching }) => void this.#rewrite(markdown, watching),
      prove: () => void this.#prove(),
    };

  act(action: Action): void {
    this.session.act(action);
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
    const { present } = stage ?? {};
    if (author) this.#go("#author");
    else if (stage) this.#go(fragmentOf({ ...this.#address, ...(present ? { present } : {}) }));
    else this.#go("");
  }

  #present(how: Stage["present"]): void {
    const { stage } = this.player.play;
    if (!stage) return;
    const { slug, present } = stage;
    this.player.stage({ present: how });
    if (slug === "") return;
    // A class is asked what the presenter has answered before, and what it answers is not theirs.
    if (how && !present) this.player.stage({ entry: NOTHING });
    if (!how) this.player.stage({ entry: this.player.progress.get(slug) ?? NOTHING });
    const { present: _, ...address } = this.#address;
    this.#put(fragmentOf({ ...address, ...(how ? { present: how } : {}) }));
  }

  /** The lesson with this seed and this engine: all who open it see the same. */
  #classLink(): string {
    const { version } = this.session.store.state;
    const { slug = "", seed = 1 } = this.player.play.stage ?? {};
    return here() + fragmentOf({ slug, seed, version });
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
      this.#tell(`${error.message} What you have done here is still here.`);
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
      const blank = { entry: NOTHING, judged: new Map(), judging: false, present: undefined };
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
    this.player.set({ author, stage: { ...stage, file, markdown, at, seed: file.run.seed } });
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
    const { present } = stage;
    const actions: Readonly<Record<string, LessonAction>> = {
      p: { do: "present", how: present ? undefined : "all" },
      ...(present ? presenting(stage) : {}),
    };
    const action = actions[key.length === 1 ? key.toLowerCase() : key];
    if (!action) return;
    event.preventDefault();
    this.#do(action);
  };
}

/** Keys of a presenter. */
function presenting(stage: Stage): Readonly<Record<string, LessonAction>> {
  // A class answers first; then the next press turns the page.
  const on: LessonAction = unanswered(stage)
    ? { do: "predict", chosen: [] }
    : { do: "page", at: stage.at + 1 };
  const back: LessonAction = { do: "page", at: stage.at - 1 };
  return {
    ArrowRight: on,
    PageDown: on,
    ArrowLeft: back,
    PageUp: back,
    a: { do: "present", how: "all" },
    e: { do: "present", how: "editor" },
    r: { do: "present", how: "results" },
  };
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
