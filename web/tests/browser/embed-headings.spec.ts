/** Headings of a playground stand in the order of the page around, as deep as its author says. */
import { expect, type Page } from "@playwright/test";
import { article, element, shown, test } from "./author.js";
import { clean } from "./axe.js";
import { WHOLE } from "./sample.js";

const playground = (page: Page) => page.locator("hotsplit-playground");

/** What the host has above it, down to the level before. */
function above(level: number): string {
  return Array.from({ length: Math.max(0, level - 2) }, (_, at) => {
    const tag = `h${at + 2}`;
    return `<${tag}>Chapter ${at + 2}</${tag}>`;
  }).join("");
}

/** Every heading in it that is not hidden, with the level it is read out with. */
async function outline(page: Page): Promise<{ name: string; level: number }[]> {
  const all = await playground(page).getByRole("heading").all();
  return Promise.all(
    all.map((one) =>
      one.evaluate((heading) => ({
        name: heading.textContent?.trim().replace(/\s+/g, " ") ?? "",
        level: Number(heading.getAttribute("aria-level") ?? heading.tagName.slice(1)),
      })),
    ),
  );
}

/** Opens a playground with its first problem and one fix, or with all results. */
async function opened(page: Page, view: string): Promise<void> {
  const one = playground(page);
  if (view === "problems") {
    await one.getByRole("button", { name: /is the first key column/ }).click();
    await expect(one.locator("hotsplit-fix-card").first()).toBeVisible();
    return;
  }
  const used = one.getByRole("list", { name: "Fixes in use" });
  await expect(used).toContainText("T5", { timeout: 30_000 });
  await expect(one.locator("hotsplit-numbers").first()).toBeVisible({ timeout: 30_000 });
  if (view === "compare") return;
  await expect(one.locator("hotsplit-answers")).toContainText("What each fix contributes", {
    timeout: 60_000,
  });
  await one.getByRole("button", { name: /^More/ }).first().click();
}

/** Views, and the words of a heading of each depth, the first being the playground's first. */
const VIEWS = [
  ["problems", ["Problems", "Transactions", "Fixes", "T5"]],
  ["compare", ["What runs show", "Before"]],
  ["results", ["Results", "What each fix contributes"]],
] as const;

for (const [view, words] of VIEWS) {
  for (const level of [2, 4]) {
    test(
      `${view}: from level ${level} on, each a step below the one it belongs to`,
      level === 2 ? {} : WHOLE,
      async ({ page, site }) => {
        const set = `view="${view}" level="${level}" ${view === "problems" ? "" : 'fix="T5" show="fixes numbers"'}`;
        await site.open(page, article(above(level) + element(set)));
        await shown(page);
        await opened(page, view);
        const found = await outline(page);
        for (const [depth, word] of words.entries()) {
          const heading = found.find(({ name }) => name.startsWith(word));
          expect(heading, `${word} is a heading`).toBeDefined();
          // There is none below the sixth.
          expect(heading?.level, word).toBe(Math.min(6, level + depth));
        }
        expect(Math.min(...found.map((one) => one.level))).toBe(level);
        await clean(page, `${view} from level ${level} on`);
      },
    );
  }

  test(`${view}: at level 0 its words are there, and none is a heading`, async ({ page, site }) => {
    const set = `view="${view}" level="0" ${view === "problems" ? "" : 'fix="T5" show="fixes numbers"'}`;
    await site.open(page, article(element(set)));
    await shown(page);
    await opened(page, view);
    expect(await outline(page)).toEqual([]);
    for (const word of words) await expect(playground(page)).toContainText(word);
    await clean(page, `${view} without headings`);
  });
}

test("another level is taken over while it runs", async ({ page, site }) => {
  await site.open(page, article(element('view="problems"')));
  await shown(page);
  const levels = async () => (await outline(page)).map(({ level }) => level).slice(0, 2);
  await expect.poll(levels).toEqual([2, 3]);
  await playground(page).evaluate((one) => one.setAttribute("level", "5"));
  await expect.poll(levels).toEqual([5, 6]);
  await playground(page).evaluate((one) => one.removeAttribute("level"));
  await expect.poll(levels).toEqual([2, 3]);
});
