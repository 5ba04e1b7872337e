/**
 * The lane of the runs: the text is read at every change, newest wins; the rewrite and both runs
 * follow one at a time, so that dragging a slider shows pictures on the way.
 */
import type { Chosen, SimulateAsk } from "../../../pkg/hotsplit.js";
import type { Ask, Results } from "../engine/protocol.js";
import { afterRuns, fitted } from "../state/map.js";
import { effective, type Kept, type Store } from "../state/state.js";
import type { Pictures } from "./pictures.js";
import type { Playing } from "./playing.js";
import { changeOf } from "./presets.js";
import { NO_RUN, type Questions } from "./questions.js";
import type { Readings } from "./readings.js";
import { tooMany } from "./size.js";

/**
 * Quiet after a picture before what it leaves open is worked out, ms. Ours: that takes seconds of a
 * processor, in pieces that the next change has to wait for, so it begins when a person pauses.
 */
const AFTERWARDS = 1_000;

/** What is said where a link sets on the maps what its runs do not have. */
const LEFT_OUT = "Some map settings in this link don't apply to this schema and were ignored.";

/** What runs need of the page they are for. */
export interface Runner {
  readonly store: Store;
  readonly questions: Questions;
  readonly readings: Readings;
  readonly pictures: Pictures;
  /** Workloads to start from are loaded. */
  readonly presets: Promise<void>;
  /** Where a lesson is played, which says itself what runs. */
  readonly desk: Playing | undefined;
  /** What the page has a use for beside the runs. */
  wants(what: "answers" | "reference"): boolean;
  /** Keeps the draft soon. */
  save(): void;
  /** Asks for what can be looked up. */
  refer(): void;
}

/** The runs of a page. */
export class Runs {
  #running = false;
  #again = false;
  #later: ReturnType<typeof setTimeout> | undefined;
  #afterwards: ReturnType<typeof setTimeout> | undefined;
  /** Counts what would make answers that are being worked out worthless. */
  #round = 0;
  /** The round whose run is not wanted any more, also where it has yet to begin. */
  #cancelled: number | undefined;
  /** The text is longer than what is read. */
  #long = false;

  constructor(readonly page: Runner) {}

  /** The text or the workload changed: read it, then run it. */
  changed(quiet: number): void {
    const { store, questions, readings } = this.page;
    const { engine, held, kept } = store.state;
    this.page.save();
    this.#round++;
    if (engine !== "ready" || held === kept.text) return;
    if (this.#tooLong(kept.text)) return;
    questions.try();
    readings.read(false, () => {
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
  turned(): void {
    const { store, readings } = this.page;
    if (readings.isCurrent && store.state.held !== store.state.kept.text) {
      this.chose();
      readings.read(true);
    } else this.changed(0);
  }

  /** What is run has changed, and not the text; with these fixes, if they have, too. */
  readonly chose = (chosen?: readonly Chosen[]): void => {
    const { store, questions } = this.page;
    if (chosen) store.keep({ chosen });
    this.page.save();
    this.#round++;
    if (store.state.held !== store.state.kept.text) questions.try();
    clearTimeout(this.#later);
    void this.#run();
  };

  /** Leaves a run alone that comes in slices; throws anything else away with its worker. */
  cancel(): void {
    const { results } = this.page.store.state;
    if (this.#running && results && results.answer.progress < 1) this.#cancelled = this.#round;
    else this.page.questions.engine.cancel();
  }

  /** One run at a time, and once more if something changed. */
  async #run(): Promise<void> {
    if (this.#running) {
      this.#again = true;
      return;
    }
    const { store, questions } = this.page;
    this.#running = true;
    store.change({ busy: true });
    try {
      do {
        this.#again = false;
        await this.#runOnce();
      } while (this.#again);
    } catch (error) {
      questions.stopped(error);
    } finally {
      this.#running = false;
      store.change({ busy: false });
      if (this.page.wants("reference")) this.page.refer();
      clearTimeout(this.#afterwards);
      this.#afterwards = setTimeout(() => void this.#answers(), AFTERWARDS);
    }
  }

  async #runOnce(): Promise<void> {
    const { store, questions, readings } = this.page;
    // The text may be one of them, and brings its change.
    await this.page.presets;
    const { analysis } = store.state;
    if (!analysis || store.state.engine !== "ready") return;
    if (analysis.objects.length > 0) await readings.recommend(this.chose);
    const { kept, applied } = store.state;
    const chosen = readings.choices();
    const likely = readings.likelyRewrite(chosen);
    const rewrite = likely ?? (chosen.length > 0 ? await readings.rewrite(chosen) : undefined);
    // What lies over the workspace for a rewrite goes with it; a dump and its port stay.
    const without = {
      tab: store.state.tab === "port" ? "port" : "yours",
      rollout: undefined,
    } as const;
    store.change({
      rewrite,
      shown: rewrite ? chosen : [],
      ...(rewrite || applied?.text === kept.text ? {} : without),
    });
    readings.plan();
    if (analysis.objects.length === 0) {
      questions.mark(undefined);
      store.change(NO_RUN);
      return;
    }
    const own = this.#askOf(kept, rewrite?.text);
    const ask = (await this.page.desk?.ask(rewrite?.text ?? kept.text, kept.rowsBy)) ?? own;
    await this.#follow(ask, kept, likely && { chosen, text: likely.text });
  }

  /** What runs: the text as it is, and with fixes, with the change of a workload, or as it was before. */
  #askOf(kept: Kept, rewritten: string | undefined): SimulateAsk {
    const { applied, analysis } = this.page.store.state;
    const knobs = effective(kept.knobs, analysis?.stated);
    const stays = rewritten === undefined && applied?.text === kept.text ? applied : undefined;
    const before = stays?.before ?? kept.text;
    const change = stays ? undefined : changeOf(this.page.store.state)?.text;
    const after = rewritten ?? change ?? kept.text;
    const { run, rowsBy } = kept;
    const { openFolded } = this.page.store.state.map;
    return {
      before,
      ...(after === before ? {} : { after }),
      dialect: analysis?.dialect ?? kept.dialect,
      ...knobs,
      knobs: run,
      rowsBy,
      ...(openFolded ? { openFolded } : {}),
    };
  }

  /**
   * Shows a run slice by slice; it is left alone as soon as anything has changed. Where it ran with
   * a rewrite that was only likely, that is asked for now.
   */
  async #follow(
    begin: SimulateAsk,
    kept: Kept,
    likely: { readonly chosen: readonly Chosen[]; readonly text: string } | undefined,
  ): Promise<void> {
    const { store, questions, readings, pictures } = this.page;
    const round = this.#round;
    let ask: Ask<"simulate"> = begin;
    let assumed = likely;
    for (;;) {
      const results = await pictures.run(ask);
      ask = undefined;
      const { progress } = results.answer;
      const done = progress >= 1 || this.#cancelled === round;
      const old = round !== this.#round;
      if (done || old) questions.mark(undefined);
      if (old && !done) return;
      this.#show(results, kept.text, done);
      if (assumed && !old) {
        const rewrite = await readings.rewrite(assumed.chosen);
        if (rewrite.text !== assumed.text) this.#again = true;
        if (this.#again) return;
        assumed = undefined;
        store.change({ rewrite });
        readings.plan();
      }
      if (done) return;
    }
  }

  #show(results: Results, ran: string, done: boolean): void {
    const { store } = this.page;
    const { progress } = results.answer;
    // The text ran, so a notice that it did not goes. A notice of a damaged link stays.
    let notice = store.state.notice?.again ? undefined : store.state.notice;
    const message = `Cancelled after the first ${Math.round(progress * 100)} % of the run.`;
    if (done && progress < 1) notice = { message, again: true };
    const { map, mapFromLink } = store.state;
    const whole = progress >= 1;
    // The runs that are there when a link is followed are those before it.
    const set = !mapFromLink
      ? afterRuns(map, results.answer)
      : whole
        ? fitted(map, results.answer)
        : map;
    if (mapFromLink && set !== map) notice = { message: LEFT_OUT, again: false };
    const settings = { map: set, mapFromLink: mapFromLink && !whole };
    store.change({ ...NO_RUN, results, ran, notice, ...settings });
  }

  /**
   * What the runs leave open, a part at a time and after everything else: asks no more as soon as
   * anything has changed.
   */
  async #answers(): Promise<void> {
    const { store, questions, readings } = this.page;
    const { results, kept, shown } = store.state;
    const known = results && results.answer.progress >= 1 && !this.#running;
    if (!known || questions.unanswered === kept.text) return;
    const rangesOnly = !this.page.wants("answers");
    const round = this.#round;
    const { chosen, workload } = readings.rewriteAsk(shown);
    let ask: Ask<"answers"> = { chosen, workload, rangesOnly };
    for (;;) {
      const answers = await questions.answered(questions.engine.ask("answers", ask));
      if (!answers || round !== this.#round || store.state.results !== results) return;
      store.change({ answers });
      if (answers.progress >= 1) return;
      ask = undefined;
    }
  }

  /** A text that is longer than what is read is kept as it is, and nothing is asked about it. */
  #tooLong(text: string): boolean {
    const { store, questions } = this.page;
    const size = tooMany(text);
    if (size) {
      clearTimeout(this.#later);
      store.change({ held: text, results: undefined });
      const said = import("./bytes.js").then(({ tooLong }) => {
        const notice = { message: tooLong(size), again: false };
        if (store.state.held === text) store.change({ notice });
      });
      questions.load(said);
    } else if (this.#long) store.change({ held: undefined, notice: undefined });
    this.#long = size !== undefined;
    return this.#long;
  }
}
