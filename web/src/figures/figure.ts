/**
 * `<hotsplit-figure kind="bits">`: a small figure that is drawn from the engine's results; `first`
 * is what its controls begin with, as in `id: 12`.
 *
 * The build has drawn its first frame into it, which stays until the first change. Without one, as
 * on a page that is not built, it is drawn here. The engine is asked only for what a person sets.
 */

import { contentOf } from "./content.js";
import { apply } from "./drawing.js";
import { firstOf, isSlider, type Kind, type State, within } from "./kind.js";
import { KINDS } from "./kinds/all.js";
import { Live } from "./live.js";

/** One engine for all figures of a page. */
const live = new Live();

let figures = 0;

/** The element. */
export class Figure extends HTMLElement {
  #kind: Kind | undefined;
  #state: State = {};
  #id = "";
  #frame: number | undefined;
  /** Ends the listeners. */
  #until = new AbortController();

  connectedCallback(): void {
    const kind = KINDS[this.getAttribute("kind") ?? ""];
    if (!kind) return;
    this.#kind = kind;
    const first = firstOf(kind, this.getAttribute("first") ?? "");
    this.#state = Object.keys(this.#state).length > 0 ? this.#state : first;
    // The build numbers them in the same order.
    this.#id ||= `figure-${++figures}`;
    this.#until = new AbortController();
    const { signal } = this.#until;
    this.addEventListener("input", (event) => this.#input(event), { signal });
    this.addEventListener("pointerdown", (event) => this.#grab(event), { signal });
    this.addEventListener("pointermove", (event) => this.#drag(event), { signal });
    live.listen(() => this.#draw(), signal);
    this.#draw();
    this.dataset.live = "";
  }

  disconnectedCallback(): void {
    this.#until.abort();
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame);
    this.#frame = undefined;
  }

  #input({ target }: Event): void {
    if (!(target instanceof HTMLInputElement) || !this.#kind) return;
    const name = target.dataset.name ?? target.name;
    const control = this.#kind.controls.find((one) => one.name === name);
    if (!control) return;
    const value = Number(target.value);
    this.#set({ ...this.#state, [name]: isSlider(control) ? within(control, value) : value });
  }

  #grab(event: PointerEvent): void {
    const { target, button, pointerId } = event;
    if (button !== 0 || !(target instanceof Element)) return;
    const picture = target.closest("svg");
    if (!picture) return;
    picture.setPointerCapture(pointerId);
    this.#drag(event);
  }

  #drag({ pointerId, clientX }: PointerEvent): void {
    const picture = this.querySelector("svg");
    if (!picture?.hasPointerCapture(pointerId) || !this.#kind) return;
    const { left, width } = picture.getBoundingClientRect();
    const at = Math.min(1, Math.max(0, (clientX - left) / Math.max(1, width)));
    this.#set(this.#kind.drag(this.#state, at));
  }

  #set(state: State): void {
    this.#state = state;
    live.ask(this, this.#kind?.runs(state) ?? []);
    this.#frame ??= requestAnimationFrame(() => {
      this.#frame = undefined;
      this.#draw();
    });
  }

  /** Draws the state; while the engine is at one of its runs, with the one before. */
  #draw(): void {
    const kind = this.#kind;
    if (!kind) return;
    const waits = kind.runs(this.#state).some((run) => live.find(run) === undefined);
    this.toggleAttribute("data-waiting", waits && !live.failed);
    apply(this, contentOf(kind, this.#state, live, this.#id));
  }
}

customElements.define("hotsplit-figure", Figure);
