/** Asks the engine, and takes care of what cannot be answered. */
import type { Asked } from "../engine/client.js";
import { Replaced, Stopped } from "../engine/client.js";
import { MISSING } from "../state/actions.js";
import { type Store, WHOLE } from "../state/state.js";
import * as draft from "./draft.js";

/** A run younger than this is not to blame when the page goes, ms. Ours: half the engine's patience. */
const YOUNG = 1_000;

/** What is shown of a run, where there is none. */
export const NO_RUN = {
  results: undefined,
  answers: undefined,
  cursor: undefined,
  probe: undefined,
} as const;

/** Questions of one page or playground. */
export class Questions {
  /** A text whose answers took too long: the picture stands without them. */
  unanswered: string | undefined;
  /** When the text was last marked as being run. */
  #tried = 0;

  constructor(
    readonly store: Store,
    readonly engine: Asked,
    /** It stands in a page of someone else's, and keeps nothing there. */
    readonly isGuest: boolean,
  ) {}

  /** Waits for an answer, and takes care of there being none. */
  ask<T>(question: Promise<T>, then: (answer: T) => void = () => {}): void {
    question.then(then, (error) => this.stopped(error));
  }

  /** The same, for those who wait: nothing where there is none. */
  async answered<T>(question: Promise<T>): Promise<T | undefined> {
    try {
      return await question;
    } catch (error) {
      this.stopped(error);
      return undefined;
    }
  }

  /** Waits for a part of the page; says so where it does not come. */
  load(part: Promise<unknown>): void {
    part.catch(() => this.missing());
  }

  /** A part of the page could not be loaded: a new build took its place, or the network is gone. */
  missing(): void {
    this.store.change({ notice: { message: MISSING, again: false } });
  }

  /** Marks the text as being run, until a run comes back. */
  try(): void {
    this.#tried = performance.now();
    this.mark(this.store.state.kept.text);
  }

  /** Marks a text as one that may stop the engine, or none. */
  mark(text: string | undefined): void {
    if (!this.isGuest) draft.markTrying(text);
  }

  /** The page is about to go. A run that has only begun is not to blame. */
  leave(): void {
    const young = performance.now() - this.#tried < YOUNG;
    if (young && this.store.state.held === undefined) draft.markTrying(undefined);
  }

  /** Says that a question failed. One that was replaced, or fell with another, is no news. */
  stopped(error: unknown): void {
    if (error instanceof Replaced) return;
    const { store } = this;
    if (!(error instanceof Stopped)) {
      const message = error instanceof Error ? error.message : String(error);
      this.mark(undefined);
      store.change({ notice: { message, again: false } });
      return;
    }
    if (error.how === "collateral") return;
    // The picture is what counts: it comes back with the next worker, without the rest.
    if (error.question === "answers") {
      this.unanswered = store.state.kept.text;
      return;
    }
    this.mark(store.state.kept.text);
    const what = error.how === "time" ? "took too long over" : "stopped on";
    store.change({
      ...NO_RUN,
      held: store.state.kept.text,
      frames: { before: WHOLE, after: WHOLE },
      notice: { message: `The engine ${what} this schema. The schema is unchanged.`, again: true },
    });
  }
}
