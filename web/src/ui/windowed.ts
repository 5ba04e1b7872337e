/**
 * Draws of a long list what is in view, and leaves room for the rest.
 *
 * Ours, and not `@lit-labs/virtualizer`: that one places its children absolutely, which neither
 * rows of a table nor lists within lists bear, lets go of the entry that has the focus, says nothing
 * of places to a screen reader, and weighs 9 KB.
 */
import { html, type TemplateResult } from "lit";
import { AsyncDirective, directive } from "lit/async-directive.js";
import type { ChildPart } from "lit/directive.js";
import { repeat } from "lit/directives/repeat.js";
import { cssVariables } from "./css-variables.js";
import {
  ALL_DRAWN_MAX,
  AROUND,
  entryAt,
  FIRST,
  Heights,
  NEAR,
  type Run,
  runsOf,
  type Span,
} from "./window.js";

/** A list, as it is to be drawn. It is all that its parent holds, but for a heading before it. */
export interface Long<T> {
  readonly items: readonly T[];
  /** Tells entries apart. */
  readonly key: (item: T, at: number) => unknown;
  /** Draws one, as a single element. */
  readonly draw: (item: T, at: number) => TemplateResult;
  /** The element that entries are: its kind stands in for those that are not drawn. */
  readonly as: "li" | "div" | "tr";
  /** Entries that are drawn wherever they stand, by number. */
  readonly keep?: readonly number[];
}

/** An element of the list: an entry, or the room for some. */
interface Piece extends Run {
  readonly key: unknown;
}

class Windowed extends AsyncDirective {
  #long: Long<unknown> | undefined;
  #span: Span = { from: 0, to: FIRST };
  readonly #heights = new Heights();
  /** What stands in the document, in its order. */
  #pieces: readonly Piece[] = [];
  #parent: HTMLElement | undefined;
  #width = 0;
  #frame = 0;
  /** Ends all listening. */
  #heard: AbortController | undefined;

  override render<T>(_long: Long<T>): unknown {
    return undefined;
  }

  override update(part: ChildPart, [long]: [Long<unknown>]): unknown {
    // Entries are compared by key alone, so their type is of no account here.
    this.#long = long;
    const parent = part.parentNode;
    if (parent instanceof HTMLElement) this.#parent = parent;
    if (long.items.length <= ALL_DRAWN_MAX) {
      this.disconnected();
      this.#unmark();
      return repeat(long.items, long.key, long.draw);
    }
    if (this.isConnected) this.#soon();
    return this.#drawn(long);
  }

  override disconnected(): void {
    this.#heard?.abort();
    this.#heard = undefined;
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
  }

  override reconnected(): void {
    if ((this.#long?.items.length ?? 0) > ALL_DRAWN_MAX) this.#soon();
  }

  /** Looks again before each frame in which something moved. */
  #listen(parent: HTMLElement): void {
    const heard = new AbortController();
    this.#heard = heard;
    const { signal } = heard;
    const passive = { signal, passive: true, capture: true };
    const soon = () => this.#soon();
    addEventListener("resize", soon, passive);
    // What scrolls within a shadow root is not told outside of it.
    for (
      let at: Node | undefined = parent;
      at;
      at = at instanceof ShadowRoot ? at.host : undefined
    ) {
      at = at.getRootNode();
      at.addEventListener("scroll", soon, passive);
    }
    const size = new ResizeObserver(soon);
    size.observe(parent);
    signal.addEventListener("abort", () => size.disconnect());
    parent.addEventListener("focusin", (event) => this.#follow(event), { signal });
  }

  #soon(): void {
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      this.#look();
    });
  }

  /** Measures what is drawn, and draws what has come into view. */
  #look(): void {
    const [long, parent] = [this.#long, this.#parent];
    if (!long || !parent?.isConnected) return;
    // Not before: while it is drawn for the first time it stands in no document yet.
    if (!this.#heard) this.#listen(parent);
    const { width } = parent.getBoundingClientRect();
    // It is in a part of the page that is not shown.
    if (width === 0) return;
    if (width !== this.#width) this.#heights.clear();
    this.#width = width;
    this.#measure(long);
    const view = viewOf(parent);
    const boxes = this.#elements().map((one) => one.getBoundingClientRect());
    const stood = this.#pieces.flatMap(({ from, to }, n) => {
      const box = boxes[n];
      return box ? [{ from, to, top: box.top, bottom: box.bottom }] : [];
    });
    const seen = (around: number) => ({
      from: entryAt(stood, view.top - around),
      to: entryAt(stood, view.bottom + around) + 1,
    });
    const near = seen(AROUND / 2);
    const { from, to } = this.#span;
    if (near.from >= from && near.to <= to && to - from < 2 * (near.to - near.from) + ALL_DRAWN_MAX)
      return;
    this.#draw(seen(AROUND));
    this.#soon();
  }

  /** The elements of the list: the last ones of the parent. */
  #elements(): Element[] {
    return [...(this.#parent?.children ?? [])].slice(-this.#pieces.length);
  }

  /** Takes the heights of what is drawn, and tells screen readers which entries these are. */
  #measure({ items, as }: Long<unknown>): void {
    const elements = this.#elements();
    const tops = elements.map((one) => one.getBoundingClientRect());
    this.#pieces.forEach(({ from, drawn, key }, n) => {
      const [element, box, next] = [elements[n], tops[n], tops[n + 1]];
      if (!drawn || !element || !box) return;
      // With what is between it and the next one.
      const height = next ? next.top - box.top : box.height;
      this.#heights.set(key, height);
      mark(element, as, from, items.length);
    });
  }

  /** A short list tells its places by itself. */
  #unmark(): void {
    for (const one of this.#elements()) for (const name of MARKS) one.removeAttribute(name);
    this.#pieces = [];
  }

  /** The entry that has got the focus is followed at once: the next key may come before a frame. */
  #follow({ target }: FocusEvent): void {
    const at = this.#pieceOf(target)?.from;
    const count = this.#long?.items.length ?? 0;
    if (at === undefined) return;
    const { from, to } = this.#span;
    const near = { from: Math.max(0, at - NEAR), to: Math.min(count, at + NEAR + 1) };
    if (near.from >= from && near.to <= to) return;
    // One at the end of what is drawn takes some with it, one elsewhere all.
    const apart = near.to < from || near.from > to;
    this.#draw(apart ? near : { from: Math.min(from, near.from), to: Math.max(to, near.to) });
    this.#soon();
  }

  /** What of the list something stands in. */
  #pieceOf(target: EventTarget | null): Piece | undefined {
    if (!(target instanceof Node) || !this.#parent?.contains(target)) return undefined;
    return this.#pieces[this.#elements().findIndex((one) => one.contains(target))];
  }

  #draw(span: Span): void {
    this.#span = span;
    if (this.#long) this.setValue(this.#drawn(this.#long));
  }

  #drawn(long: Long<unknown>): unknown {
    const { items, draw, as } = long;
    this.#pieces = this.#piecesOf(long);
    const { mean } = this.#heights;
    return repeat(
      this.#pieces,
      (one) => one.key,
      ({ from, to, drawn }) =>
        drawn ? draw(items[from], from) : roomOf(as, Math.round((to - from) * mean)),
    );
  }

  /** What is drawn: the span in view, what is kept, what has the focus, and room between them. */
  #piecesOf({ items, key, keep = [] }: Long<unknown>): readonly Piece[] {
    const root = this.#parent?.getRootNode();
    const within = root instanceof ShadowRoot || root instanceof Document;
    const focused = within ? this.#pieceOf(root.activeElement)?.key : undefined;
    // Entries may have other numbers than before.
    const at = focused === undefined ? -1 : items.findIndex((one, at) => key(one, at) === focused);
    return runsOf(items.length, this.#span, [...keep, at]).flatMap((run, n): Piece[] => {
      if (!run.drawn) return [{ ...run, key: `room ${n}` }];
      return Array.from({ length: run.to - run.from }, (_, n) => {
        const from = run.from + n;
        return { from, to: from + 1, drawn: true, key: key(items[from], from) };
      });
    });
  }
}

/** What tells a screen reader which entry it is, and of how many. */
const MARKS = ["aria-posinset", "aria-setsize", "aria-rowindex"] as const;

function mark(element: Element, as: Long<unknown>["as"], at: number, count: number): void {
  if (as === "div") return;
  const position = as === "tr" ? { "aria-rowindex": at + 2 } : { "aria-posinset": at + 1 };
  const all = as === "li" ? { ...position, "aria-setsize": count } : position;
  for (const [name, value] of Object.entries(all)) {
    if (element.getAttribute(name) !== String(value)) element.setAttribute(name, String(value));
  }
}

/** Room for entries that are not drawn. */
function roomOf(as: Long<unknown>["as"], pixels: number): TemplateResult {
  const height = cssVariables({ height: `${pixels}px`, padding: "0", margin: "0" });
  if (as === "li") return html`<li aria-hidden="true" ${height}></li>`;
  if (as === "div") return html`<div aria-hidden="true" ${height}></div>`;
  return html`<tr aria-hidden="true"><td ${height}></td></tr>`;
}

/** What of the screen an element is seen through: the window, less what scrolls around it. */
function viewOf(element: Element): { readonly top: number; readonly bottom: number } {
  let [top, bottom] = [0, innerHeight];
  for (let at = around(element); at && at !== document.body; at = around(at)) {
    if (!/auto|scroll|hidden/.test(getComputedStyle(at).overflowY)) continue;
    const box = at.getBoundingClientRect();
    top = Math.max(top, box.top);
    bottom = Math.min(bottom, box.bottom);
  }
  return { top, bottom: Math.max(top, bottom) };
}

/** The element around one, as it is drawn. */
function around(element: Element): Element | undefined {
  const { assignedSlot, parentElement } = element;
  const root = element.getRootNode();
  return assignedSlot ?? parentElement ?? (root instanceof ShadowRoot ? root.host : undefined);
}

const drawn = directive(Windowed);

/** `<ul>${windowed({ items, key, draw, as: "li" })}</ul>`. */
export function windowed<T>(long: Long<T>): unknown {
  return drawn(long as Long<unknown>);
}
