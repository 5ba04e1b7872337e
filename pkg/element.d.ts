/**
 * `<hotsplit-playground>`: importing `hotsplit/element` defines it.
 *
 * Attributes: `view` (`map`, `compare`, `problems`, `results`, `editor`), `fix` (fixes to begin
 * with, as in `hash-shard-prefix` or `T5`), `nodes`, `writes`, `seed`, `dialect`, `lesson` (the
 * name of a lesson of the course, which is played), `link`, `readonly`, `theme` (`auto`, `light`,
 * `dark`), `hide` (any of `bar`, `text`, `headline`, `numbers`, `tools`, `legend`, `workload`,
 * `open`), `level` (0 to 6, of its first heading; 0 for no headings), `engine-url`, `page-url`.
 * The schema is the text of a `<pre>` inside.
 */

/** The element. */
export interface HotsplitPlayground extends HTMLElement {
  /** The schema: what was typed, or what the author wrote. */
  text: string;
  /** A link of the full page with what is shown now. */
  readonly href: string;
  /** The version in charge: the first that defined the element on this page. */
  readonly version: string;
  /** Loads and runs it now, wherever on the page it is. */
  start(): Promise<void>;
}

/** Numbers of one run. */
export interface PlaygroundNumbers {
  /** Rows that clients want to write, per second. */
  readonly offeredWritesPerSecond: number;
  /** Rows that were written, per second. */
  readonly servedWritesPerSecond: number;
  /** Rows per second that could be kept up. */
  readonly sustainableWritesPerSecond: number;
  /** Median of commit latency at the server, ms. */
  readonly p50Ms: number;
  /** 99th percentile of the same. */
  readonly p99Ms: number;
  /** Splits at the end. */
  readonly splits: number;
  /** How often a split moved to another server. */
  readonly moves: number;
}

/** How far a learner is in a lesson. */
export interface PlaygroundLesson {
  /** Its name, as the attribute has it. */
  readonly name: string;
  readonly title: string;
  /** Steps it has. */
  readonly steps: number;
  /** Steps that are done, from the first on. */
  readonly stepsDone: number;
  /** It was played to its end. */
  readonly done: boolean;
}

/** `detail` of `hotsplit-result`. */
export interface PlaygroundResult {
  /** The schema it is about. */
  readonly text: string;
  /** It is not what the author wrote. */
  readonly edited: boolean;
  /** Seed of the runs; the same seed gives the same picture. */
  readonly seed: number;
  /** What was found, worst first. */
  readonly findings: readonly {
    readonly rule: string;
    readonly severity: string;
    readonly object: string;
    /** From 1. */
    readonly line: number;
    readonly title: string;
  }[];
  /** How much could not be read. */
  readonly syntaxErrors: number;
  /** Ids of the fixes that `after` has, chosen or recommended, as in `hash-shard-prefix`. */
  readonly fixes: readonly string[];
  /** What happens, in a sentence; absent where nothing was run. */
  readonly headline: string | undefined;
  readonly before: PlaygroundNumbers | undefined;
  /** The same workload with these fixes. */
  readonly after: PlaygroundNumbers | undefined;
  /** Where a lesson is played. */
  readonly lesson: PlaygroundLesson | undefined;
}

declare global {
  interface HTMLElementTagNameMap {
    "hotsplit-playground": HotsplitPlayground;
  }
  interface HTMLElementEventMap {
    /** There is something to show in place of the `<pre>`; `worker` says whether one may run. */
    "hotsplit-ready": CustomEvent<{ readonly version: string; readonly worker: boolean }>;
    /** A text was read and, where it has tables, run; or a step of a lesson was done. */
    "hotsplit-result": CustomEvent<PlaygroundResult>;
    /** It could not be loaded or started; the `<pre>` stays. */
    "hotsplit-error": CustomEvent<{ readonly message: string }>;
  }
}
