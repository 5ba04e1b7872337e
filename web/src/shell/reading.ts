/**
 * Pages that stand in place of the workspace: while one is open, what lies under it can neither be
 * reached nor scrolled; after it the focus and the place are those of before.
 */
import type { State } from "../state/state.js";
import { focused } from "../ui/focus.js";

/** Whether such a page is wanted: of the rules, of the model, the list of lessons, or slides. */
function isWanted({ guide, play }: State): boolean {
  return guide !== undefined || play?.over !== undefined || play?.stage?.presented !== undefined;
}

/** Whether one is open. One that is not loaded yet, or cannot be, hides nothing. */
export function isReading(state: State): boolean {
  const { guide, play } = state;
  const name = guide?.kind === "trust" ? "hotsplit-trust" : "hotsplit-guide";
  const shown = guide !== undefined && customElements.get(name) !== undefined;
  return shown || play?.over !== undefined || isPresenting(state);
}

/** Whether slides are wanted, and nothing else was opened over them. */
export function isPresented({ guide, play }: State): boolean {
  return play?.stage?.presented !== undefined && play.over === undefined && guide === undefined;
}

/** Whether slides are open. */
function isPresenting(state: State): boolean {
  return isPresented(state) && customElements.get("hotsplit-presenter") !== undefined;
}

/** Keeps the focus and the place of the page that is left. */
export class Reading {
  #wanted = false;
  #from: HTMLElement | undefined;
  #top = 0;

  constructor(readonly root: HTMLElement) {}

  /** Draws the page, and takes care of what is left or gone back to. */
  draw(state: State, draw: () => void): void {
    const before = this.#wanted;
    this.#wanted = isWanted(state);
    if (this.#wanted && !before) {
      this.#from = focused();
      this.#top = document.documentElement.scrollTop;
    }
    this.root.toggleAttribute("data-reading", isReading(state));
    this.root.toggleAttribute("data-presenting", isPresenting(state));
    draw();
    if (this.#wanted || !before) return;
    scrollTo(0, this.#top);
    this.#from?.focus({ preventScroll: true });
    this.#from = undefined;
  }
}
