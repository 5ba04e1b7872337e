/**
 * Where lessons are played: it lays a lesson over the playground and takes it off again.
 *
 * The page's own editor, problems, maps and results show the learner's text. What stood there
 * before is set aside and comes back when the lesson is left. Loaded with the first lesson.
 */
import type { Judged, LessonFile, RowsBy, SimulateAsk } from "../../../pkg/hotsplit.js";
import type { Action, Deed } from "../actions.js";
import * as draft from "../draft.js";
import type { Flow } from "../flow.js";
import { BadLink } from "../route.js";
import { EMPTY, type Kept, type Part, type State } from "../state.js";
import { typing } from "../typing.js";
import { type Address, addressOf, fragmentOf, type LessonAddress } from "./address.js";
import { LESSONS, type Listed, lessonOf } from "./catalog.js";
import * as kept from "./kept.js";
import {
  type Author,
  CLOSED,
  type DeedOf,
  type Did,
  isRight,
  LESSON_DEED,
  type LessonDeed,
  mayGoOn,
  type Play,
  type Stage,
  sitting,
  stepOf,
  unanswered,
  veiled,
} from "./play.js";
import { type Entry, fromPacked, merged, NOTHING, toFragment } from "./progress.js";
import { summary } from "./summary.js";

/** What of the page comes back when a lesson is left. */
type Aside = Pick<State, "kept" | "held" | "open" | "tab" | "part" | "frames" | "tuned">;

/** What of the page belongs to runs of another text. */
const NO_RUN = {
  results: undefined,
  rewrite: undefined,
  rollout: undefined,
  answers: undefined,
  cursor: undefined,
  probe: undefined,
  wanted: undefined,
} as const;

/** The part of the page that a step looks at. */
const PARTS = { text: "editor", problems: "problems", map: "results", results: "results" } as const;

/** Answers what learners do. */
export class Desk {
  /** A lesson is on its way: what stands in the editor need not run. */
  opening = false;
  #aside: Aside | undefined;
  /** Counts lessons that were opened or left: an answer for an earlier one comes too late. */
  #turn = 0;
  /** Wait until no run is under way. */
  readonly #waiting: (() => void)[] = [];
  /** The address the lesson was opened with. */
  #address: LessonAddress = { kind: "lesson", slug: "" };
  #progress = kept.readProgress();
  /** Counts states of the author's file. */
  #written = 0;

  constructor(readonly flow: Flow) {
    document.addEventListener(LESSON_DEED, (event) => {
      if (event instanceof CustomEvent) this.#do(event.detail);
    });
    addEventListener("keydown", this.#keys);
    flow.store.listen(({ busy }) => {
      if (busy) return;
      for (const go of this.#waiting.splice(0)) go();
    });
  }

  /** Opens what the fragment names, or leaves the lesson where it names none. */
  go(fragment: string): void {
    const address = addressOf(fragment);
    void import("../elements/lesson.js").catch(() => this.flow.missing());
    if (!address) this.#leave();
    else void this.#open(address).catch(() => this.flow.missing());
  }

  /** Hears of everything done to the page: what brings another text ends the lesson. */
  hear(deed: Deed): void {
    if (deed !== "example" && deed !== "preset" && deed !== "earlier") return;
    if (!this.#play.stage) return;
    this.#leave(false);
    this.#put("");
  }

  /** Keeps the learner's text; says whether it was one. */
  keep(now: Kept): boolean {
    const { stage } = this.#play;
    if (stage && stage.slug !== "") kept.writeMade(stage.slug, now);
    return stage !== undefined;
  }

  /** What to run for this text; absent where no lesson is played. */
  async ask(text: string, rowsBy: RowsBy): Promise<SimulateAsk | undefined> {
    const { stage } = this.#play;
    if (!stage) return undefined;
    const { markdown, seed, file } = stage;
    const { after, ...ask } = await this.flow.engine.ask("play", { markdown, text });
    // Nothing was changed yet, so there is nothing to compare.
    const changed = text !== file.starter && after !== undefined;
    return { ...ask, ...(changed ? { after } : {}), seed, rowsBy };
  }

  get #play(): Play {
    return this.flow.store.state.play ?? CLOSED;
  }

  /** Changes what is open, and the words that the layout goes by. */
  #set(part: Partial<Play>): void {
    const next = { ...this.#play, ...part };
    const { stage, author } = next;
    document.documentElement.toggleAttribute("data-present", stage?.present !== undefined);
    const step = stage && stepOf(stage);
    const look = step === undefined ? undefined : stage?.file.steps[step]?.look;
    const shape = [
      stage || author ? "on" : "",
      author ? "author" : "",
      stage?.present ? `present ${stage.present}` : "",
      stage && veiled(stage) ? "veiled" : look ? `look-${look}` : "",
    ];
    const play = { ...next, progress: this.#progress, shape: shape.filter(Boolean).join(" ") };
    this.flow.store.change({ play });
  }

  /** Changes the lesson that is played. */
  #stage(part: Partial<Stage>): void {
    const { stage } = this.#play;
    if (stage) this.#set({ stage: { ...stage, ...part } });
  }

  /** Says something above the page. */
  #tell(message: string): void {
    this.flow.store.change({ notice: { message, again: false } });
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
        this.#set({ told: "" });
        return this.#list(address.kind);
    }
  }

  /** The list, or how the exam went, over whatever is open. */
  async #list(over: "lessons" | "exam"): Promise<void> {
    this.#progress = merged(this.#progress, kept.readProgress());
    this.#set({ over, link: undefined });
    const link = location.origin + location.pathname + (await toFragment(this.#progress));
    if (this.#play.over === over) this.#set({ link });
  }

  async #lesson(address: LessonAddress): Promise<void> {
    const listed = lessonOf(address.slug);
    const { stage } = this.#play;
    const { seed, present } = address;
    if (listed && stage?.slug === address.slug && seed === this.#address.seed) {
      // Back from what lay over it.
      this.#set({ over: undefined, stage: { ...stage, present } });
      return;
    }
    const before = listed?.exam ? earlier(listed) : undefined;
    if (!listed || (before && !this.#progress.get(before.slug)?.handed)) {
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
    const turn = ++this.#turn;
    this.opening = true;
    const { flow } = this;
    const markdown = await listed.load();
    const read = await flow.answered(flow.engine.ask("lesson", { markdown }, { kind: "play" }));
    if (turn !== this.#turn) return;
    this.opening = false;
    if (!read?.lesson) {
      const [first] = read?.complaints ?? [];
      if (first) this.#tell(`This lesson cannot be read: line ${first.line}: ${first.message}`);
      flow.first();
      return;
    }
    this.#address = address;
    const { slug, exam } = listed;
    const { seed = read.lesson.run.seed, present } = address;
    const entry = (present ? undefined : this.#progress.get(slug)) ?? NOTHING;
    const at = entry.done || present || entry.steps === 0 ? 0 : entry.steps + 1;
    const stage = { slug, exam, markdown, file: read.lesson, at, seed, entry, present };
    this.#place({ ...stage, judged: new Map(), judging: false }, kept.readMade(slug));
    this.#otherEngine(address.version);
  }

  /** Says that a class saw pictures of another engine. */
  #otherEngine(version: string | undefined): void {
    const ours = this.flow.store.state.version;
    if (version === undefined || version === ours) return;
    this.#tell(
      `This link was made for engine ${version}; here runs ${ours}, so pictures and numbers may ` +
        "differ from those of the rest of the class.",
    );
  }

  /** Lays a lesson over the page, and sets aside what stands there. */
  #place(stage: Stage, made: kept.Made | undefined, author?: Author): void {
    const { flow } = this;
    const { store } = flow;
    const before = this.#play.stage;
    if (before) this.keep(store.state.kept);
    else {
      flow.leave();
      const { kept, held, open, tab, part, frames, tuned } = store.state;
      this.#aside = { kept, held, open, tab, part, frames, tuned };
    }
    const { file, seed, slug } = stage;
    const text = made?.text ?? file.starter;
    const { open, tuned, frames } = EMPTY;
    const part: Part = author ? "author" : "lesson";
    store.change({ ...NO_RUN, open, tuned, frames, part, tab: "yours", tour: undefined });
    store.change({ sheet: slug === "" ? "#author" : slug });
    store.keep({
      text,
      chosen: made?.chosen ?? [],
      ...settings(file, seed),
      run: {},
      deployed: false,
      rowsBy: "keys",
    });
    this.#set({ over: undefined, stage, author, told: "" });
    this.#run();
  }

  /** Runs what stands there, unless it is what stopped the engine last time. */
  #run(): void {
    const { store } = this.flow;
    const { text } = store.state.kept;
    if (!draft.wasTrying(text)) {
      this.flow.act({ do: "run" });
      return;
    }
    const message = "The last run of this text did not come back, so it was not started again.";
    store.change({ held: text, notice: { message, again: true } });
  }

  /** Takes the lesson off and brings back what was set aside. */
  #leave(run = true): void {
    this.#turn++;
    const { flow } = this;
    const { store } = flow;
    const { stage } = this.#play;
    if (stage) this.keep(store.state.kept);
    const waited = this.opening;
    this.opening = false;
    this.#set({ over: undefined, stage: undefined, author: undefined });
    const aside = this.#aside;
    this.#aside = undefined;
    if (!aside) {
      if (waited) flow.first();
      return;
    }
    const { palette, log } = store.state.kept;
    store.change({ ...NO_RUN, ...aside, kept: { ...aside.kept, palette, log }, sheet: undefined });
    store.change({ notice: undefined });
    if (run) flow.first();
  }

  /** Adds to what was done of the lesson; a presenter's steps are not a learner's. */
  #note(part: Partial<Entry>): void {
    const { stage } = this.#play;
    if (!stage) return;
    const entry = { ...stage.entry, ...part };
    if (stage.slug === "" || stage.present) {
      this.#stage({ entry });
      return;
    }
    this.#progress = new Map(this.#progress).set(stage.slug, entry);
    const written = kept.writeProgress(this.#progress);
    this.#set({ kept: written, stage: { ...stage, entry } });
  }

  /** Does what a learner asked for. */
  #do<D extends Did>(deed: DeedOf<D>): void {
    this.#deeds[deed.do](deed);
  }

  readonly #deeds: { readonly [D in Did]: (deed: DeedOf<D>) => void } = {
    page: ({ at }) => this.#page(at),
    predict: ({ chosen }) => this.#predict(chosen),
    check: () => void this.#check(),
    hint: () => this.#hint(),
    solution: () => this.#note({ solution: true }),
    take: () => this.#take(),
    reset: () => this.#reset(),
    "hand-in": () => void this.#handIn(),
    band: ({ which, object }) => this.#band(which, object),
    problem: ({ finding }) => {
      // Once more, where it is open already.
      this.act({ do: "open", finding: undefined });
      this.act({ do: "open", finding });
      this.act({ do: "part", part: "problems" });
    },
    line: ({ line }) => this.#line(line),
    look: () => this.act({ do: "part", part: this.#looked() }),
    present: ({ how }) => this.#present(how),
    class: () => this.act({ do: "copy", id: "class", text: this.#classLink() }),
    close: () => this.#close(),
    leave: () => this.#go(""),
    write: ({ markdown, watching }) => void this.#rewrite(markdown, watching),
    prove: () => void this.#prove(),
  };

  act(action: Action): void {
    this.flow.act(action);
  }

  /** Goes to an address of this page. */
  #go(fragment: string): void {
    const { pathname, search } = location;
    history.pushState(undefined, "", fragment === "" ? pathname + search : fragment);
    this.flow.relink();
  }

  /** Takes the list off: the lesson below has an address of its own. */
  #close(): void {
    const { stage, author } = this.#play;
    const { present } = stage ?? {};
    if (author) this.#go("#author");
    else if (stage) this.#go(fragmentOf({ ...this.#address, ...(present ? { present } : {}) }));
    else this.#go("");
  }

  /** Turns to a page. Those behind a step that is not done stay closed. */
  #page(to: number): void {
    const { stage } = this.#play;
    if (!stage) return;
    const { file, entry } = stage;
    const at = Math.max(0, Math.min(file.steps.length + 1, to));
    const free = stage.slug === "" || stage.present !== undefined || entry.done;
    const next = at === stage.at + 1 && mayGoOn(stage);
    if (at > stage.at && !free && !next && at > entry.steps + 1) return;
    this.#stage({ at });
    this.#set({ told: "" });
    // Whoever goes on has done the step before.
    const steps = at > entry.steps + 1 ? at - 1 : entry.steps;
    const done = entry.done || (at > file.steps.length && !stage.exam);
    if (steps !== entry.steps || done !== entry.done) this.#note({ steps, done });
  }

  #predict(chosen: readonly number[]): void {
    const { stage } = this.#play;
    const step = stage && stepOf(stage);
    if (!stage || step === undefined) return;
    this.#note({ answers: new Map(stage.entry.answers).set(step, chosen) });
    const after = this.#play.stage;
    if (after && !sitting(after)) this.#set({ told: this.#verdict(after, step, chosen) });
  }

  #verdict(stage: Stage, step: number, chosen: readonly number[]): string {
    const { choices = [] } = stage.file.steps[step]?.predict ?? {};
    const right = choices.flatMap((one) => (one.right ? [one.text] : [])).join("; ");
    if (chosen.length === 0) return `The answer is: ${right}`;
    return isRight(stage, step) ? "Your answer is right." : `Not quite. The answer is: ${right}`;
  }

  #hint(): void {
    const { stage } = this.#play;
    const step = stage && stepOf(stage);
    if (!stage || step === undefined) return;
    const { hints } = stage.entry;
    const most = stage.file.steps[step]?.hints.length ?? 0;
    const many = Math.min(most, (hints.get(step) ?? 0) + 1);
    this.#note({ hints: new Map(hints).set(step, many) });
  }

  /** The learner's text, with the fixes they chose. */
  async #text(): Promise<string | undefined> {
    const { flow } = this;
    const { text, chosen, dialect, knobs } = flow.store.state.kept;
    if (chosen.length === 0) return text;
    const workload = { nodes: knobs.nodes, writesPerSecond: knobs.writesPerSecond };
    const ask = { text, dialect, workload, chosen: [...chosen] };
    const rewrite = await flow.answered(flow.engine.ask("rewrite", ask, { kind: "lesson" }));
    return rewrite?.text;
  }

  /** Waits for the run that is under way: what is judged by it need not be run once more. */
  #idle(): Promise<void> {
    if (!this.flow.store.state.busy) return Promise.resolve();
    return new Promise((go) => this.#waiting.push(go));
  }

  /** Judges a step of the lesson for a text. */
  async #judge(stage: Stage, step: number, text: string): Promise<Judged | undefined> {
    const { flow } = this;
    const { markdown, seed } = stage;
    const ask = { markdown, step, text, seed };
    return flow.answered(flow.engine.ask("judge", ask, { kind: String(step) }));
  }

  async #check(): Promise<void> {
    const { stage } = this.#play;
    const step = stage && stepOf(stage);
    if (!stage || step === undefined || stage.judging) return;
    const turn = this.#turn;
    this.#stage({ judging: true });
    this.#set({ told: "" });
    await this.#idle();
    const text = await this.#text();
    const judged = text === undefined ? undefined : await this.#judge(stage, step, text);
    const now = this.#play.stage;
    if (!now || turn !== this.#turn) return;
    this.#stage({ judging: false });
    if (!judged || text === undefined) return;
    this.#stage({ judged: new Map(now.judged).set(step, { judged, text }) });
    this.#set({ told: summary(judged) });
    if (judged.passed && step >= now.entry.steps) this.#note({ steps: step + 1 });
  }

  /** Judges every step of a part of the exam at once. */
  async #handIn(): Promise<void> {
    const { stage } = this.#play;
    if (!stage || stage.judging || !sitting(stage)) return;
    const turn = this.#turn;
    this.#stage({ judging: true });
    await this.#idle();
    const text = await this.#text();
    const judged = new Map<number, { judged: Judged; text: string }>();
    for (const [step, { checks }] of stage.file.steps.entries()) {
      if (text === undefined || checks.length === 0) continue;
      const one = await this.#judge(stage, step, text);
      if (one) judged.set(step, { judged: one, text });
    }
    if (!this.#play.stage || turn !== this.#turn) return;
    this.#stage({ judging: false });
    const many = stage.file.steps.filter(({ checks }) => checks.length > 0).length;
    if (judged.size < many) return;
    this.#stage({ judged });
    const all = [...judged.values()].flatMap((one) => one.judged.checks);
    const asked = stage.file.steps.flatMap(({ predict }, step) => (predict ? [step] : []));
    const handed = {
      passed: all.flatMap((one) => (one.passed ? [one.text] : [])),
      missed: all.flatMap((one) => (one.passed ? [] : [one.text])),
      right: asked.filter((step) => isRight(stage, step)).length,
      asked: asked.length,
    };
    const done = handed.missed.length === 0;
    this.#note({ handed, done, steps: stage.file.steps.length });
    const told = `Handed in: ${handed.passed.length} of ${all.length} checks hold.`;
    this.#set({ told });
    this.#stage({ at: stage.file.steps.length + 1 });
  }

  /** Puts the solution into the editor, as one step that can be undone. */
  #take(): void {
    const { stage } = this.#play;
    if (!stage) return;
    this.#replace(stage.file.solutionText);
  }

  #replace(text: string): void {
    const { flow } = this;
    const { text: now, chosen, dialect } = flow.store.state.kept;
    const edits = [{ from: 0, to: now.length, insert: text }];
    flow.edit(now, edits, { before: { chosen, dialect }, after: { chosen: [], dialect } });
  }

  /** Forgets what was done of the lesson; undo brings the text back. */
  #reset(): void {
    const { stage } = this.#play;
    if (!stage) return;
    if (stage.slug !== "") {
      kept.forget(stage.slug);
      const rest = new Map(this.#progress);
      rest.delete(stage.slug);
      this.#progress = rest;
    }
    this.#stage({ at: 0, entry: NOTHING, judged: new Map() });
    this.#set({ told: "The lesson begins anew." });
    this.#replace(stage.file.starter);
  }

  /** Shows the hottest cell of a table or index. */
  #band(side: "before" | "after", object: string): void {
    const { results } = this.flow.store.state;
    const which = results?.after ? side : "before";
    const peaks = results?.[which]?.peaks.filter((one) => one.object === object) ?? [];
    const [first, ...rest] = peaks;
    this.#show("results");
    if (!first) return;
    const { row, column } = rest.reduce((a, b) => (b.share > a.share ? b : a), first);
    this.act({ do: "point", cursor: { which, row, column } });
  }

  #line(line: number): void {
    const { text } = this.flow.store.state.kept;
    const lines = text.split("\n");
    const from = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
    const to = from + (lines[line - 1]?.length ?? 0);
    if (to > text.length) return;
    this.#show("editor");
    this.act({ do: "show", tab: "yours", range: { from, to, line } });
  }

  /** Brings a part of the page to the front, also where another one stands alone. */
  #show(part: "editor" | "results"): void {
    const { stage } = this.#play;
    if (stage?.present && stage.present !== "all") this.#present(part);
    this.act({ do: "part", part });
  }

  /** The part that the step looks at. */
  #looked(): Part {
    const { stage } = this.#play;
    const step = stage && stepOf(stage);
    return PARTS[(step !== undefined && stage?.file.steps[step]?.look) || "map"];
  }

  #present(how: Stage["present"]): void {
    const { stage } = this.#play;
    if (!stage) return;
    const { slug, present } = stage;
    this.#stage({ present: how });
    if (slug === "") return;
    // A class is asked what the presenter has answered before, and what it answers is not theirs.
    if (how && !present) this.#stage({ entry: NOTHING });
    if (!how) this.#stage({ entry: this.#progress.get(slug) ?? NOTHING });
    const { present: _, ...address } = this.#address;
    this.#put(fragmentOf({ ...address, ...(how ? { present: how } : {}) }));
  }

  /** The lesson with this seed and this engine: all who open it see the same. */
  #classLink(): string {
    const { version } = this.flow.store.state;
    const { slug = "", seed = 1 } = this.#play.stage ?? {};
    const { origin, pathname, search } = location;
    return origin + pathname + search + fragmentOf({ slug, seed, version });
  }

  /** Adds what a link carries to what was done here. */
  async #import(packed: string): Promise<void> {
    try {
      const found = await fromPacked(packed);
      this.#progress = merged(merged(this.#progress, kept.readProgress()), found);
      const written = kept.writeProgress(this.#progress);
      const many = found.size === 1 ? "1 lesson" : `${found.size} lessons`;
      this.#set({ kept: written, told: `Progress in ${many} was added from the link.` });
    } catch (error) {
      if (!(error instanceof BadLink)) throw error;
      this.#tell(`${error.message} What you have done here is still here.`);
    }
  }

  /** The preview of a lesson that is being written. */
  async #write(): Promise<void> {
    const { author } = this.#play;
    if (author) {
      this.#set({ over: undefined });
      return;
    }
    const { TEMPLATE } = await import("../elements/author.js");
    this.opening = true;
    await this.#rewrite(kept.readAuthor() ?? TEMPLATE, undefined);
  }

  /** The author's file has changed: it is read, and the player shows what can be played of it. */
  async #rewrite(markdown: string, watching: string | undefined): Promise<void> {
    const { flow } = this;
    const turn = this.#play.author ? this.#turn : ++this.#turn;
    const written = ++this.#written;
    kept.writeAuthor(markdown);
    const { author } = this.#play;
    if (author) {
      this.#set({ author: { ...author, markdown, watching, proof: undefined, proving: false } });
    }
    const read = await flow.answered(flow.engine.ask("lesson", { markdown }, { kind: "author" }));
    if (!read || turn !== this.#turn || written !== this.#written) return;
    this.opening = false;
    const { lesson, complaints } = read;
    const next: Author = {
      ...{ markdown, watching, complaints, proof: undefined, proving: false },
      behind: lesson === undefined,
    };
    const { stage } = this.#play;
    if (!lesson) this.#set({ author: next });
    else if (stage?.slug === "") this.#renew(stage, lesson, next);
    else {
      const { seed } = lesson.run;
      const begun = { slug: "", exam: lesson.exam, markdown, file: lesson, at: 0, seed };
      const blank = { entry: NOTHING, judged: new Map(), judging: false, present: undefined };
      this.#place({ ...begun, ...blank }, undefined, next);
    }
  }

  /** Shows another state of the author's lesson at the page where one was. */
  #renew(stage: Stage, file: LessonFile, author: Author): void {
    const { store } = this.flow;
    const { starter, run, hidden } = stage.file;
    const { text } = store.state.kept;
    const at = Math.min(stage.at, file.steps.length + 1);
    const { markdown } = author;
    this.#set({ author, stage: { ...stage, file, markdown, at, seed: file.run.seed } });
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
    const { flow } = this;
    const { author } = this.#play;
    if (!author || author.proving || author.behind) return;
    this.#set({ author: { ...author, proving: true } });
    const proof = await flow.answered(flow.engine.ask("prove", { markdown: author.markdown }));
    const now = this.#play.author;
    if (now?.markdown === author.markdown) this.#set({ author: { ...now, proof, proving: false } });
  }

  readonly #keys = (event: KeyboardEvent): void => {
    const { stage, over } = this.#play;
    const { ctrlKey, metaKey, altKey, key } = event;
    if (!stage || over || event.defaultPrevented || ctrlKey || metaKey || altKey) return;
    if (typing(event) || event.composedPath().some(isRange)) return;
    const { present } = stage;
    const deeds: Readonly<Record<string, LessonDeed>> = {
      p: { do: "present", how: present ? undefined : "all" },
      ...(present ? presenting(stage) : {}),
    };
    const deed = deeds[key.length === 1 ? key.toLowerCase() : key];
    if (!deed) return;
    event.preventDefault();
    this.#do(deed);
  };
}

/** Keys of a presenter. */
function presenting(stage: Stage): Readonly<Record<string, LessonDeed>> {
  // A class answers first; then the next press turns the page.
  const on: LessonDeed = unanswered(stage)
    ? { do: "predict", chosen: [] }
    : { do: "page", at: stage.at + 1 };
  const back: LessonDeed = { do: "page", at: stage.at - 1 };
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

/** What a lesson sets the page to. */
function settings({ run }: LessonFile, seed: number): Pick<Kept, "dialect" | "knobs"> {
  const { dialect, nodes, writesPerSecond, minutes } = run;
  return { dialect, knobs: { nodes, writesPerSecond, minutes, seed } };
}

/** The part of the exam before this one. */
function earlier(listed: Listed): Listed | undefined {
  const parts = LESSONS.filter((one) => one.exam);
  return parts[parts.indexOf(listed) - 1];
}
