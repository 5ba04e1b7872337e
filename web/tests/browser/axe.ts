/** What axe says of the page as it stands, each thing with the place it is at. */
import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** Looks at the whole page, or at parts of it; none of the rules is left out. */
export async function clean(page: Page, what: string, ...parts: string[]): Promise<void> {
  const builder = new AxeBuilder({ page }).withTags([
    ...["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
  ]);
  const { violations } = await parts.reduce((all, part) => all.include(part), builder).analyze();
  const told = violations.flatMap((one) =>
    one.nodes.map((node) => `${one.id}: ${node.html.slice(0, 200)} ${node.target}`),
  );
  expect(told, what).toEqual([]);
}
