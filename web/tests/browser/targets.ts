/** What is hard to press, and what sticks out. */
import { expect, type Page } from "@playwright/test";

/** Controls below 24 px (WCAG 2.2, 2.5.8), and regions of the page that scroll sideways or are cut off. */
function faultsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const CONTROL = "button, a[href], select, summary, input:not([type=range])";
    /** What may scroll sideways: schemas, and tables of numbers. */
    const MAY_SCROLL = "pre, .cm-scroller, .cm-panels, table, .scroll";
    const named = (one: Element) =>
      `${one.localName} ${one.textContent?.trim().replace(/\s+/g, " ").slice(0, 40)}`;
    const control = (one: Element): void => {
      // What Tab passes over does what a larger one does, such as the map itself.
      if (one.matches("[tabindex='-1']")) return;
      // A link among words is as high as they are, and so is a number that can be tried.
      if (one.matches("p a, li a, small a, p .try, li .try")) return;
      // A box is ticked by its label.
      const ticked = one.matches("[type=checkbox], [type=radio]") ? one.closest("label") : null;
      const { width, height } = (ticked ?? one).getBoundingClientRect();
      if (width > 1 && height > 1 && (width < 24 || height < 24))
        found.push(`${named(one)} is ${Math.round(width)}x${Math.round(height)}`);
    };
    const scroller = (one: Element): void => {
      const { overflowX, textOverflow } = getComputedStyle(one);
      // A long name is shortened where it says so itself.
      if (
        overflowX === "visible" ||
        textOverflow === "ellipsis" ||
        one.clientWidth <= 1 ||
        one.closest(MAY_SCROLL)
      )
        return;
      const over = one.scrollWidth - one.clientWidth;
      if (over > 1) found.push(`${named(one)} is ${over} px wider than what is seen of it`);
    };
    const walk = (root: Element | ShadowRoot): void => {
      for (const one of root.querySelectorAll("*")) {
        if (one.shadowRoot) walk(one.shadowRoot);
        if (!one.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true })) continue;
        if (one.matches(CONTROL)) control(one);
        if (one instanceof HTMLElement) scroller(one);
      }
    };
    walk(document.documentElement);
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth)
      found.push(`the page is ${scrollWidth} of ${clientWidth} px wide`);
    return found;
  });
}

/** Everything that is shown can be pressed with a finger, and nothing sticks out to the side. */
export async function fits(page: Page, where = ""): Promise<void> {
  expect.soft(await faultsOf(page), where).toEqual([]);
}
