/**
 * `<hotsplit-figure kind="bits">`: a small figure that is drawn from the engine's results; `first`
 * is what its controls begin with, as in `id: 12`.
 *
 * The build has drawn its first frame into it, which stays until the first change. Without one, as
 * on a page that is not built, it is drawn here. The engine is asked only for what a person sets: the
 * one that the page has, or else one that is loaded for figures.
 */

import { contentOf } from "./content.js";
import { apply } from "./drawing.js";
import { firstOf, isSlider, type Kind, type State, within } from "./kind.js";
import { KINDS } from "./kinds/all.js";
import { type FigureEngine, Live } from "./live.js";

/** One engine for all figures of a page. */
const live = new Live();

/** Has the runs of figures made by the engine that a page has already. */
export const useEngine = (engine: FigureEngine): void => live.use(engine);

/** A finger that has gone so far sideways drags, px. Ours: as far as browsers allow a tap to slip. */
const SIDEWAYS = 8;

let figures = 0;

/** The element. */
export class Figure extends HTMLElement {
  #kind: Kind | undefined;
  #state: State = {};
  #id = "";
  #frame: number | undefined;
  /** Where a finger came down that may yet scroll the page. */
  #touched: { readonly id: number; readonly x: number } | undefined;
  /** Ends the listeners. */
  #until = new AbortController();

  connectedCallback(): void {
    const kind = KINDS[this.getAttribute("kind") ?? ""];
    if (!kind) return;
    this.#kind = kind;
    // Controls of several figures have the same names.
    this.setAttribute("role", "group");
    this.setAttribute("aria-label", kind.title);
    const first = firstOf(kind, this.getAttribute("first") ?? "");
    this.#state = Object.keys(this.#state).length > 0 ? this.#state : first;
    // The build numbers them in the same order.
    this.#id ||= `figure-${++figures}`;
    this.#until = new AbortController();
    const { signal } = this.#until;
    this.addEventListener("input", (event) => this.#input(event), { signal });
    this.addEventListener("pointerdown", (event) => this.#grab(event), { signal });
    this.addEventListener("pointermove", (event) => this.#move(event), { signal });
    this.addEventListener("pointerup", (event) => this.#lift(event), { signal });
    this.addEventListener("pointercancel", () => this.#forget(), { signal });
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
    const { target, button, pointerId, pointerType, clientX } = event;
    if (button !== 0 || !(target instanceof Element)) return;
    const picture = target.closest("svg");
    if (!picture) return;
    // A finger that goes up or down scrolls the page, and sets nothing on its way.
    this.#touched = pointerType === "touch" ? { id: pointerId, x: clientX } : undefined;
    picture.setPointerCapture(pointerId);
    if (!this.#touched) this.#drag(event);
  }

  #move(event: PointerEvent): void {
    if (this.#touched && Math.abs(event.clientX - this.#touched.x) < SIDEWAYS) return;
    this.#forget();
    this.#drag(event);
  }

  /** A finger that neither scrolled nor dragged has tapped. */
  #lift(event: PointerEvent): void {
    if (event.pointerId !== this.#touched?.id) return;
    this.#forget();
    this.#drag(event);
  }

  #forget(): void {
    this.#touched = undefined;
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
