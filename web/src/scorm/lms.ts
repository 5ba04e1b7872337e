/**
 * One visit of a lesson, as a course system is told of it: begun, reported, ended once. Whatever the
 * system refuses is said on the page and never stops the lesson.
 */
import type { Keeper, Made } from "../lessons/kept.js";
import type { Entry, Progress } from "../state/play.js";
import type { Api } from "./api.js";
import { fromSuspended, type Key, type Saved, scoreOf, timeOf, toSuspended } from "./record.js";

/** States of a lesson that an earlier visit ended with; none is taken back. */
const ENDED: readonly string[] = ["completed", "passed", "failed"];

/** Modes in which a system wants no result: somebody looks at the lesson. */
const LOOKING: readonly string[] = ["browse", "review"];

/** What tells the page of what the system refused, or that all is well. */
export type Say = (message: string) => void;

/** A visit. */
export class Visit {
  #saved: Saved = { progress: new Map(), made: undefined };
  #ended = false;
  /** The lesson was completed, in this visit or an earlier one. */
  #completed = false;
  /** The highest score that was told. */
  #score = 0;
  /** Somebody only looks at it. */
  #looking = false;
  /** Counts what was kept: packing takes a moment, and the newest wins. */
  #turn = 0;

  constructor(
    readonly api: Api,
    readonly slug: string,
    readonly key: Key,
    readonly say: Say,
    /** Milliseconds since some moment. */
    readonly now: () => number,
  ) {
    this.#began = now();
  }

  readonly #began: number;

  /** Begins, and gets back what an earlier visit left; says whether the system took it. */
  async begin(): Promise<boolean> {
    if (!isTrue(this.api.LMSInitialize(""))) {
      this.say(`The course system did not start this lesson${this.#why()}. No result is reported.`);
      return false;
    }
    const status = this.#get("cmi.core.lesson_status");
    this.#completed = ENDED.includes(status);
    this.#looking = LOOKING.includes(this.#get("cmi.core.lesson_mode"));
    const score = Number(this.#get("cmi.core.score.raw"));
    this.#score = score > 0 && score <= 100 ? score : 0;
    this.#saved = await fromSuspended(this.#get("cmi.suspend_data"));
    if (this.#looking)
      this.say("The course system opened this lesson for a look: no result is reported.");
    else {
      if (!this.#completed) this.#set("cmi.core.lesson_status", "incomplete");
      this.#set("cmi.core.score.min", "0");
      this.#set("cmi.core.score.max", "100");
      this.#report();
      this.#commit();
    }
    return true;
  }

  /** Keeps what a learner does with the course system, in place of the browser. */
  get keeper(): Keeper {
    return {
      readProgress: () => this.#saved.progress,
      writeProgress: (progress) => {
        this.#keep({ ...this.#saved, progress });
        return true;
      },
      forget: (slug) => {
        const progress = new Map(this.#saved.progress);
        progress.delete(slug);
        this.#keep({ progress, made: undefined });
      },
      readMade: () => this.#saved.made,
      writeMade: (_, { text, chosen }) => this.#keep({ ...this.#saved, made: { text, chosen } }),
    };
  }

  /**
   * The page goes away: what is to be said is said now, for nothing is waited for any more. Nothing is
   * committed: browsers let no page that goes away wait for an answer, and to finish is to save.
   */
  end(): void {
    if (this.#ended) return;
    this.#clock();
    this.#ended = true;
    this.api.LMSFinish("");
  }

  #keep(saved: { readonly progress: Progress; readonly made: Made | undefined }): void {
    this.#saved = saved;
    this.#report();
    void this.#suspend();
  }

  /** Tells the system of the score and, at the end of the lesson, that it is completed. */
  #report(): void {
    if (this.#looking || this.#ended) return;
    const entry: Entry | undefined = this.#saved.progress.get(this.slug);
    // An exam is handed in once: what is done after it no longer counts.
    if (this.key.exam && this.#completed) return;
    const score = scoreOf(entry, this.key);
    // Who plays it once more loses nothing.
    if (score > this.#score || this.#get("cmi.core.score.raw") === "") {
      this.#score = Math.max(score, this.#score);
      this.#set("cmi.core.score.raw", String(this.#score));
    }
    const over = this.key.exam ? entry?.handed !== undefined : entry?.done;
    if (!over || this.#completed) return;
    this.#completed = true;
    const status = entry?.done ? "passed" : "failed";
    this.#set("cmi.core.lesson_status", this.key.exam ? status : "completed");
    this.#commit();
  }

  /** Has the system keep where the learner is. */
  async #suspend(): Promise<void> {
    const turn = ++this.#turn;
    const { data, whole } = await toSuspended(this.#saved);
    if (turn !== this.#turn || this.#ended || this.#looking) return;
    if (!this.#set("cmi.suspend_data", data)) return;
    if (this.#commit()) {
      this.say(
        whole
          ? ""
          : "Your schema is too long for the course system to keep: your progress is kept without it.",
      );
    }
  }

  #get(element: string): string {
    return String(this.api.LMSGetValue(element) ?? "");
  }

  #set(element: string, value: string): boolean {
    if (this.#ended) return false;
    if (isTrue(this.api.LMSSetValue(element, value))) return true;
    this.say(`The course system did not take ${element}${this.#why()}.`);
    return false;
  }

  /** How long the visit is, and how it would end now. */
  #clock(): void {
    if (this.#looking) return;
    this.#set("cmi.core.session_time", timeOf(this.now() - this.#began));
    this.#set("cmi.core.exit", this.#completed ? "" : "suspend");
  }

  /** Has all saved, with the time so far: where the browser is killed nothing of it is lost. */
  #commit(): boolean {
    if (this.#ended) return false;
    this.#clock();
    if (isTrue(this.api.LMSCommit(""))) return true;
    this.say(`The course system did not save your progress${this.#why()}.`);
    return false;
  }

  /** Why the last call failed, in the system's words. */
  #why(): string {
    const code = String(this.api.LMSGetLastError?.() ?? "");
    const words = String(this.api.LMSGetErrorString?.(code) ?? "");
    if (words === "" && (code === "" || code === "0")) return "";
    return ` (${words === "" ? `error ${code}` : words.slice(0, 200)})`;
  }
}

/** Systems answer `"true"`; some answer `true`. */
function isTrue(answer: unknown): boolean {
  return String(answer) === "true";
}
