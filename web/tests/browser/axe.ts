/** What axe says of the page as it stands, each thing with the place it is at. */
import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** The rules that hold everywhere. */
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Looks by all rules, and spells out only what is against them: that takes half of the time. */
export function axe(page: Page): AxeBuilder {
  return new AxeBuilder({ page })
    .options({ resultTypes: ["violations"] })
    .setLegacyMode()
    .withTags(TAGS);
}

/** Looks at the whole page, or at parts of it; none of the rules is left out. */
export async function clean(page: Page, what: string, ...parts: string[]): Promise<void> {
  const { violations } = await parts.reduce((all, part) => all.include(part), axe(page)).analyze();
  const told = violations.flatMap((one) =>
    one.nodes.map((node) => `${one.id}: ${node.html.slice(0, 200)} ${node.target}`),
  );
  expect(told, what).toEqual([]);
}
