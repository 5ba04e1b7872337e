/**
 * What of a page is in view: its controls, and the type styles of its text. Walks shadow roots. What
 * Tab does not lead to is part of a control that it does lead to, as the labels of a map are.
 */
import type { Page } from "@playwright/test";

/** What was found. */
export interface InView {
  /** Controls, each by its element and name. */
  readonly controls: readonly string[];
  /** Pairs of size and weight, each with text that has it. */
  readonly styles: Readonly<Record<string, string>>;
}

/** Looks at what is in view now, without scrolling. */
export function inView(page: Page): Promise<InView> {
  return page.evaluate(() => {
    const CONTROL =
      "button, a[href], input, select, textarea, summary, [contenteditable=true], [tabindex='0']";
    const controls: string[] = [];
    const styles: Record<string, string> = {};
    const isVisible = (element: Element): boolean => {
      const { left, top, right, bottom, width, height } = element.getBoundingClientRect();
      const within = bottom > 0 && right > 0 && top < innerHeight && left < innerWidth;
      const options = { checkOpacity: true, checkVisibilityCSS: true };
      return within && width > 1 && height > 1 && element.checkVisibility(options);
    };
    const walk = (root: Element | ShadowRoot): void => {
      for (const element of root.querySelectorAll("*")) {
        if (element.matches(CONTROL) && !element.matches("[tabindex='-1']") && isVisible(element)) {
          const name = element.getAttribute("aria-label") ?? element.textContent ?? "";
          controls.push(`${element.localName} ${name.trim().replace(/\s+/g, " ").slice(0, 40)}`);
        }
        const text = [...element.childNodes]
          .filter((node) => node.nodeType === Node.TEXT_NODE)
          .map((node) => node.textContent?.trim() ?? "")
          .join(" ")
          .trim();
        const hidden = element.closest(".unseen") !== null;
        if (text !== "" && !hidden && isVisible(element) && element.localName !== "style") {
          const { fontSize, fontWeight } = getComputedStyle(element);
          styles[`${fontSize}/${fontWeight}`] ??= text.slice(0, 40);
        }
        if (element.shadowRoot) walk(element.shadowRoot);
      }
    };
    walk(document.documentElement);
    return { controls, styles };
  });
}
