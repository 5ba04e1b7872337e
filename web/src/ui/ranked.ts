/**
 * Lets a heading stand in the order of the page around.
 *
 * Elements write headings as on the page, where their first is an `<h2>`. In a page of others that
 * first one has a level that its author says, and the rest follow.
 */
import { nothing } from "lit";
import { Directive, directive, type ElementPart } from "lit/directive.js";

/** The first level of an element on the page, and the deepest there is. */
const FIRST = 2;
const DEEPEST = 6;

class Ranked extends Directive {
  override render(_first: number | undefined): typeof nothing {
    return nothing;
  }

  override update({ element }: ElementPart, [first]: [number | undefined]): typeof nothing {
    const own = Number(element.tagName.slice(1));
    const level = first && Math.min(DEEPEST, own + first - FIRST);
    set(element, "role", first === 0 ? "presentation" : undefined);
    set(element, "aria-level", level && level !== own ? String(level) : undefined);
    return nothing;
  }
}

function set(element: Element, name: string, value: string | undefined): void {
  if (value === undefined) element.removeAttribute(name);
  else element.setAttribute(name, value);
}

/** `<h3 ${ranked(this.level)}>`: as it is written where there is no level, none where it is 0. */
export const ranked = directive(Ranked);
