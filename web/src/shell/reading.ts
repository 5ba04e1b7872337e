/**
 * Pages that stand in place of the workspace: while one is open, what lies under it can neither be
 * reached nor scrolled; after it the focus and the place are those of before.
 */
import type { State } from "../state/state.js";
import { focused } from "../ui/focus.js";

/** Whether such a page is open: of the rules, what the model rests on, or the list of lessons. */
export function isReading({ guide, play }: State): boolean {
  return guide !== undefined || play?.over !== undefined;
}

/** Keeps the focus and the place of the page that is left. */
export class Reading {
  #on = false;
  #from: HTMLElement | undefined;
  #top = 0;

  constructor(readonly root: HTMLElement) {}

  /** Draws the page, and takes care of what is left or gone back to. */
  draw(on: boolean, draw: () => void): void {
    const was = this.#on;
    this.#on = on;
    if (on && !was) {
      this.#from = focused();
      this.#top = document.documentElement.scrollTop;
    }
    this.root.toggleAttribute("data-reading", on);
    draw();
    if (on || !was) return;
    scrollTo(0, this.#top);
    this.#from?.focus({ preventScroll: true });
    this.#from = undefined;
  }
}
