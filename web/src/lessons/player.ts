/**
 * Plays a lesson on a session, on the page and in a playground that is embedded: its pages, questions,
 * checks, hints, and what a learner makes of its schema.
 *
 * It knows no address and no list of lessons: `desk.ts` does, and `embed/view.ts` is told a name.
 */
import type { Judged, Pace, RowsBy, SimulateAsk } from "../../../pkg/hotsplit.js";
import type { Playing } from "../session/playing.js";
import type { Session } from "../session/session.js";
import {
  CLOSED,
  isCovered,
  isPassed,
  isRight,
  type LearnerActionName,
  type LessonActionOf,
  mayGoOn,
  type Play,
  type Stage,
  sitting,
  stepOf,
} from "../state/play.js";
import { asked, EMPTY, type Kept, type Part, type State } from "../state/state.js";
import { unlinked } from "../ui/marked.js";
import type { Listed } from "./catalog.js";
import { handedOf } from "./certificate.js";
import { showFigures } from "./figures.js";
import type { Keeper, Made } from "./kept.js";
import { type Entry, NOTHING, type Progress } from "./progress.js";
import { summary } from "./summary.js";

/** What of the page belongs to runs of another text. */
export const NO_RUN = {
  results: undefined,
  rewrite: undefined,
  rollout: undefined,
  answers: undefined,
  cursor: undefined,
  probe: undefined,
} as const;

/** The part of the page that a step looks at. */
const PARTS = { text: "editor", problems: "problems", map: "results", results: "results" } as const;

/** Answers what learners do. */
export class Player implements Playing {
  /** A lesson is on its way: what stands in the editor need not run. */
  opening = false;
  /** What was done of all lessons. */
  progress: Progress;
  /** Counts lessons that were opened or left: an answer for an earlier one comes too late. */
  turn = 0;
  /** Wait until no run is under way. */
  readonly #waiting: (() => void)[] = [];

  constructor(
    readonly session: Session,
    readonly keeper: Keeper,
  ) {
    this.progress = keeper.readProgress();
    session.store.listen(({ busy }) => {
      if (busy) return;
      for (const go of this.#waiting.splice(0)) go();
    });
  }

  /** What is open. */
  get play(): Play {
    return this.session.store.state.play ?? CLOSED;
  }

  /** Changes what is open, and the words that the layout goes by. */
  set(part: Partial<Play>): void {
    const next = { ...this.play, ...part };
    const { stage, author } = next;
    if (stage && stage.file !== this.play.stage?.file) showFigures(stage.file, this.session.engine);
    const step = stage && stepOf(stage);
    const look = step === undefined ? undefined : stage?.file.steps[step]?.look;
    const shape = [
      stage || author ? "on" : "",
      author ? "author" : "",
      stage && sitting(stage) ? "exam" : "",
      stage && isCovered(stage) ? "covered" : look ? `look-${look}` : "",
      // Nothing is to be seen beside an introduction but the schema.
      stage && stage.at === 0 && isCovered(stage) ? "opening" : "",
    ];
    const play = { ...next, progress: this.progress, shape: shape.filter(Boolean).join(" ") };
    this.session.store.change({ play });
  }

  /** Changes the lesson that is played. */
  stage(part: Partial<Stage>): void {
    const { stage } = this.play;
    if (stage) this.set({ stage: { ...stage, ...part } });
  }

  /** Keeps the learner's text; says whether it was one. */
  keep(now: Kept): boolean {
    const { stage } = this.play;
    if (stage && stage.slug !== "") this.keeper.writeMade(stage.slug, now);
    return stage !== undefined;
  }

  /** What to run for this text; absent where no lesson is played. */
  async ask(text: string, rowsBy: RowsBy): Promise<SimulateAsk | undefined> {
    const { stage } = this.play;
    if (!stage) return undefined;
    const { markdown, seed, file } = stage;
    const { after, ...ask } = await this.session.engine.ask("play", { markdown, text });
    // Nothing was changed yet, so there is nothing to compare.
    const changed = text !== file.starter && after !== undefined;
    return { ...ask, ...(changed ? { after } : {}), ...this.#set(file, ask), seed, rowsBy };
  }

  /** What a reader has set by the sliders of the prose. */
  #set({ run }: Stage["file"], { minutes }: SimulateAsk): Partial<SimulateAsk> {
    const { nodes, writesPerSecond } = this.session.store.state.kept.knobs;
    const own = run.writesPerSecond;
    if (own === undefined || writesPerSecond === undefined || writesPerSecond === own)
      return { nodes };
    // Rates that the schema states hold, whatever is asked for beside it; a pace scales them.
    const pace: Pace = { kind: "step", before: writesPerSecond / own, second: 60 * minutes };
    return { nodes, knobs: { pace } };
  }

  /** Takes back what was set by sliders: a page begins with the run that its text is about. */
  #unset(): void {
    const { stage } = this.play;
    const { store } = this.session;
    if (!stage) return;
    const { knobs } = settings(stage.file, stage.seed);
    const { nodes, writesPerSecond } = store.state.kept.knobs;
    if (nodes === knobs.nodes && writesPerSecond === knobs.writesPerSecond) return;
    this.session.act({ do: "knob", knob: "writesPerSecond", value: knobs.writesPerSecond });
    this.session.act({ do: "knob", knob: "nodes", value: knobs.nodes });
  }

  /** Loads a lesson; nothing where another one was opened meanwhile or it cannot be read. */
  async read(listed: Listed, seed: number | undefined): Promise<Stage | undefined> {
    const turn = ++this.turn;
    this.opening = true;
    const { session } = this;
    const markdown = await listed
      .load((seed) => session.engine.ask("exam", { seed }))
      .catch((error: unknown) => {
        if (turn === this.turn) {
          this.opening = false;
          session.first();
        }
        throw error;
      });
    const read = await session.answered(
      session.engine.ask("lesson", { markdown }, { kind: "play" }),
    );
    if (turn !== this.turn) return undefined;
    this.opening = false;
    if (!read?.lesson) {
      const [first] = read?.complaints ?? [];
      const message = first
        ? `This lesson cannot be read: line ${first.line}: ${first.message}`
        : "The engine could not read this lesson. Reload the page to try again.";
      // No schema was asked about, so none is held back.
      session.store.change({ held: undefined, notice: { message, again: false } });
      session.first();
      return undefined;
    }
    const { slug, exam } = listed;
    const entry = this.progress.get(slug) ?? NOTHING;
    const started = entry.started === true || entry.steps > 0;
    const at = entry.done || !started ? 0 : entry.steps + 1;
    return {
      ...{ slug, exam, markdown, file: read.lesson, at, entry, presented: undefined },
      ...{ seed: seed ?? read.lesson.run.seed, judged: new Map(), judging: false },
    };
  }

  /** Lays a lesson over what stands there. What is to run then is for the caller to say. */
  place(stage: Stage, made: Made | undefined, over: Partial<Play> = {}): void {
    const { store } = this.session;
    const { file, seed, slug } = stage;
    const text = made?.text ?? file.starter;
    const { open, tuned, frames } = EMPTY;
    const part: Part = over.author ? "author" : "lesson";
    store.change({ ...NO_RUN, open, tuned, frames, part, tab: "yours" });
    store.change({ sheet: slug === "" ? "#author" : slug });
    store.keep({
      text,
      chosen: made?.chosen ?? [],
      ...settings(file, seed),
      run: {},
      deployed: false,
      rowsBy: "keys",
    });
    this.set({ over: undefined, author: undefined, ...over, stage, notice: "" });
  }

  /** Adds to what was done of the lesson. */
  #note(part: Partial<Entry>): void {
    const { stage } = this.play;
    if (!stage) return;
    const entry = { ...stage.entry, ...part };
    if (stage.slug === "") {
      this.stage({ entry });
      return;
    }
    this.progress = new Map(this.progress).set(stage.slug, entry);
    const written = this.keeper.writeProgress(this.progress);
    this.set({ kept: written, stage: { ...stage, entry } });
  }

  /** Does what a learner asked for. */
  do<D extends LearnerActionName>(action: LessonActionOf<D>): void {
    this.#actions[action.do](action);
  }

  readonly #actions: { readonly [D in LearnerActionName]: (action: LessonActionOf<D>) => void } = {
    page: ({ at }) => this.#page(at),
    predict: ({ chosen }) => this.#predict(chosen),
    check: () => void this.#check(),
    hint: () => this.#hint(),
    solution: () => this.#note({ solution: true }),
    take: () => this.#take(),
    reset: () => this.#reset(),
    "hand-in": () => void this.#submit(),
    band: ({ which, object }) => this.#band(which, object),
    problem: ({ finding }) => {
      const { session } = this;
      // Once more, where it is open already.
      session.act({ do: "open", finding: undefined });
      session.act({ do: "open", finding });
      session.act({ do: "part", part: "problems" });
    },
    line: ({ line }) => this.#line(line),
    look: () => this.session.act({ do: "part", part: looked(this.session.store.state) }),
  };

  /** Turns to a page. Those behind a step that is not done stay closed. */
  #page(to: number): void {
    const { stage } = this.play;
    if (!stage) return;
    const { file, entry } = stage;
    const at = Math.max(0, Math.min(file.steps.length + 1, to));
    const free = stage.slug === "" || entry.done;
    const next = at === stage.at + 1 && mayGoOn(stage);
    if (at > stage.at && !free && !next && at > entry.steps + 1) return;
    this.#unset();
    this.stage({ at });
    this.set({ notice: "" });
    // Whoever goes on has done the step before.
    const steps = at > entry.steps + 1 ? at - 1 : entry.steps;
    const done = entry.done || (at > file.steps.length && !stage.exam);
    const begins = at > 0 && entry.started !== true;
    if (begins || steps !== entry.steps || done !== entry.done) {
      this.#note({ steps, done, ...(begins ? { started: true } : {}) });
    }
  }

  #predict(chosen: readonly number[]): void {
    const { stage } = this.play;
    const step = stage && stepOf(stage);
    if (!stage || step === undefined) return;
    this.#note({ answers: new Map(stage.entry.answers).set(step, chosen) });
    const after = this.play.stage;
    if (after) this.set({ notice: this.#verdict(after, step, chosen) });
  }

  #verdict(stage: Stage, step: number, chosen: readonly number[]): string {
    if (sitting(stage)) return "Your answer is noted, and the maps are shown. Continue with Next.";
    const { choices = [] } = stage.file.steps[step]?.predict ?? {};
    const right = choices.flatMap((one) => (one.right ? [unlinked(one.text)] : [])).join("; ");
    if (chosen.length === 0) return `The answer is: ${right}`;
    if (isRight(stage, step)) return "Your answer is right.";
    const replies = chosen.flatMap((at) => choices[at]?.reply ?? []).map((one) => ` ${one}`);
    return `Not quite.${unlinked(replies.join(""))} The answer is: ${right}`;
  }

  #hint(): void {
    const { stage } = this.play;
    const step = stage && stepOf(stage);
    if (!stage || step === undefined) return;
    const { hints } = stage.entry;
    const most = stage.file.steps[step]?.hints.length ?? 0;
    const many = Math.min(most, (hints.get(step) ?? 0) + 1);
    this.#note({ hints: new Map(hints).set(step, many) });
  }

  /** The learner's text, with the fixes they chose. */
  async #text(): Promise<string | undefined> {
    const { session } = this;
    const { text, chosen, dialect, knobs } = session.store.state.kept;
    if (chosen.length === 0) return text;
    const ask = { text, dialect, workload: asked(knobs), chosen: [...chosen] };
    const rewrite = await session.answered(session.engine.ask("rewrite", ask, { kind: "lesson" }));
    return rewrite?.text;
  }

  /** Waits for the run that is under way: what is judged by it need not be run once more. */
  #idle(): Promise<void> {
    if (!this.session.store.state.busy) return Promise.resolve();
    return new Promise((go) => this.#waiting.push(go));
  }

  /** Judges a step of the lesson for a text. */
  async #judge(stage: Stage, step: number, text: string): Promise<Judged | undefined> {
    const { session } = this;
    const { markdown, seed } = stage;
    const ask = { markdown, step, text, seed };
    return session.answered(session.engine.ask("judge", ask, { kind: String(step) }));
  }

  async #check(): Promise<void> {
    const { stage } = this.play;
    const step = stage && stepOf(stage);
    if (!stage || step === undefined || stage.judging) return;
    const turn = this.turn;
    this.stage({ judging: true });
    this.set({ notice: "Checking the schema." });
    await this.#idle();
    const text = await this.#text();
    const judged = text === undefined ? undefined : await this.#judge(stage, step, text);
    const now = this.play.stage;
    if (!now || turn !== this.turn) return;
    this.stage({ judging: false });
    if (!judged || text === undefined) return;
    this.stage({ judged: new Map(now.judged).set(step, { judged, text }) });
    this.set({ notice: summary(judged) });
    if (judged.passed && step >= now.entry.steps) this.#note({ steps: step + 1 });
  }

  /** Judges every step of a part of the exam at once. */
  async #submit(): Promise<void> {
    const { stage } = this.play;
    if (!stage || stage.judging || !sitting(stage)) return;
    const turn = this.turn;
    this.stage({ judging: true });
    this.set({ notice: "Judging the schema." });
    await this.#idle();
    const text = await this.#text();
    const judged = new Map<number, { judged: Judged; text: string }>();
    for (const [step, { checks }] of stage.file.steps.entries()) {
      if (text === undefined || checks.length === 0) continue;
      const one = await this.#judge(stage, step, text);
      if (one) judged.set(step, { judged: one, text });
    }
    if (!this.play.stage || turn !== this.turn) return;
    this.stage({ judging: false });
    const many = stage.file.steps.filter(({ checks }) => checks.length > 0).length;
    if (judged.size < many) return;
    this.stage({ judged });
    const steps = [...judged.values()].map((one) => one.judged);
    const handed = handedOf(stage.file, steps, stage.entry.answers, text ?? "");
    const done = isPassed(handed);
    this.#note({ handed, done, steps: stage.file.steps.length });
    const of = handed.passed.length + handed.missed.length;
    const notice = `Handed in: ${handed.passed.length} of ${of} checks hold.`;
    this.set({ notice });
    this.stage({ at: stage.file.steps.length + 1 });
  }

  /** Puts the solution into the editor, as one step that can be undone. */
  #take(): void {
    const { stage } = this.play;
    if (!stage) return;
    this.#replace(stage.file.solutionText);
  }

  #replace(text: string): void {
    const { session } = this;
    const { text: now, chosen, dialect } = session.store.state.kept;
    const edits = [{ from: 0, to: now.length, insert: text }];
    session.edit(now, edits, { before: { chosen, dialect }, after: { chosen: [], dialect } });
  }

  /** Forgets what was done of the lesson; undo brings the text back. */
  #reset(): void {
    const { stage } = this.play;
    if (!stage) return;
    if (stage.slug !== "") {
      this.keeper.forget(stage.slug);
      const rest = new Map(this.progress);
      rest.delete(stage.slug);
      this.progress = rest;
    }
    this.#unset();
    this.stage({ at: 0, entry: NOTHING, judged: new Map() });
    this.set({ notice: "The lesson was reset." });
    this.#replace(stage.file.starter);
  }

  /** Shows the hottest cell of a table or index. */
  #band(side: "before" | "after", object: string): void {
    const { results } = this.session.store.state;
    const which = results?.after ? side : "before";
    const peaks = results?.[which]?.peaks.filter((one) => one.object === object) ?? [];
    const [first, ...rest] = peaks;
    this.session.act({ do: "part", part: "results" });
    if (!first) return;
    const { row, column } = rest.reduce((a, b) => (b.share > a.share ? b : a), first);
    this.session.act({ do: "point", cursor: { which, row, column } });
  }

  #line(line: number): void {
    const { text } = this.session.store.state.kept;
    const lines = text.split("\n");
    const from = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
    const to = from + (lines[line - 1]?.length ?? 0);
    if (to > text.length) return;
    this.session.act({ do: "part", part: "editor" });
    this.session.act({ do: "show", tab: "yours", range: { from, to, line } });
  }
}

/** The part that the step looks at. */
export function looked({ play }: State): Part {
  const stage = play?.stage;
  const step = stage && stepOf(stage);
  return PARTS[(step !== undefined && stage?.file.steps[step]?.look) || "map"];
}

/** What a lesson sets the page to. */
export function settings(
  { run }: Stage["file"],
  seed: number,
): Pick<Kept, "dialect" | "knobs" | "exampleRate"> {
  const { dialect, nodes, writesPerSecond, minutes } = run;
  return { dialect, knobs: { nodes, writesPerSecond, minutes, seed }, exampleRate: false };
}
