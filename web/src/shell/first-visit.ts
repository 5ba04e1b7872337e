/**
 * What the build wrote of the first example: it lies over the page until that has drawn as much, so
 * that nothing moves when the engine has answered.
 */
import type { State } from "../state/state.js";

/** Pictures of two runs: keys and servers. */
const PAINTED = 4;

/** How long after the first run what was written waits for these at most, ms. Ours. */
const PATIENCE = 1_000;

/** The first visit to a page. */
export class FirstVisit {
  /** What the build wrote. Nothing for a visitor with a schema of their own, or once it is removed. */
  written: Element | undefined;
  /** Pictures of the first run that are on the screen. */
  #painted = 0;
  #waiting: ReturnType<typeof setTimeout> | undefined;

  constructor(
    root: HTMLElement,
    /** Draws the page anew. */
    readonly draw: () => void,
  ) {
    const own = "own" in document.documentElement.dataset;
    this.written = (own ? undefined : root.querySelector("#first")) ?? undefined;
    root.replaceChildren();
  }

  /** Whether what was written is all there is to show. */
  isAll(state: State): boolean {
    if (!this.written) return false;
    const { results, engine, held, analysis, examples, kept, over, open } = state;
    if (results || engine === "failed" || held !== undefined) return false;
    if (over === "load" || open !== undefined) return false;
    const isExample = kept.text === examples[0]?.text;
    return (!analysis || isExample) && (kept.text === "" || isExample);
  }

  /** Gives way once the page shows as much, or something else. */
  giveWay(state: State): void {
    if (!this.written || this.isAll(state)) return;
    const isExample = state.kept.text === state.examples[0]?.text;
    if (state.results && isExample && this.#painted < PAINTED) {
      this.#waiting ??= setTimeout(() => this.#end(), PATIENCE);
      return;
    }
    this.#remove();
  }

  /** A picture is on the screen. */
  readonly count = (): void => {
    if (!this.written) return;
    this.#painted++;
    this.draw();
  };

  #end(): void {
    this.#remove();
    this.draw();
  }

  #remove(): void {
    clearTimeout(this.#waiting);
    this.written?.remove();
    this.written = undefined;
  }
}
