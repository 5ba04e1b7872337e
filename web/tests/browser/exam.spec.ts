/** What an exam does not show before it is handed in, wherever one looks for it. */
import { expect, type Page } from "@playwright/test";
import { lesson } from "./learner.js";
import { test } from "./page.js";

const next = (page: Page) => lesson(page).getByRole("button", { name: "Next", exact: true });
const texts = (page: Page) => page.getByRole("tablist", { name: "Texts" });
const foot = (page: Page) => page.locator("hotsplit-editor .pane#yours .foot");

/** Opens an exam and answers its questions, so that the maps are shown. */
async function sit(page: Page, name: string): Promise<void> {
  await page.goto(`./#lesson/${name}`);
  await expect(lesson(page)).toContainText("Goals");
  await next(page).click();
  const choice = lesson(page).getByRole("checkbox").or(lesson(page).getByRole("radio")).first();
  if ((await choice.count()) > 0) {
    await choice.check();
    await lesson(page).getByRole("button", { name: "Answer" }).click();
  }
  await expect(page.getByRole("application").first()).toBeVisible({ timeout: 30_000 });
}

test("no diff and no plan, and no other schema is asked for, until it is handed in", async ({
  page,
}) => {
  test.slow();
  await sit(page, "exam-7");
  await expect(foot(page)).toHaveText("Ctrl-Space: completion.");
  await expect(texts(page)).toHaveCount(0);
  await expect(page.locator("hotsplit-plan")).toHaveCount(0);
  await expect(page.getByText("Paste your own DDL")).toHaveCount(0);
  await next(page).click();
  await next(page).click();
  await lesson(page).getByRole("button", { name: "Hand in", exact: true }).click();
  await expect(lesson(page)).toContainText(/\d of \d+ checks passed/, { timeout: 60_000 });
  await expect(texts(page).getByRole("tab")).toHaveText(["Schema", "Diff", "Plan"]);
});

test("the key for the next hot range does nothing, and no cell is explained", async ({ page }) => {
  test.slow();
  await sit(page, "exam-7");
  const map = page.getByRole("application").first();
  await map.focus();
  const spoken = page.locator('hotsplit-heatmap [aria-live="polite"]').first();
  await page.keyboard.press("n");
  await page.keyboard.press("Shift+N");
  // What a key does that works here is said after what these would have done.
  await page.keyboard.press("ArrowDown");
  await expect(spoken).toContainText(/of a split|limit/);
  const after = await spoken.textContent();
  await page.keyboard.press("n");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  await expect(spoken).toHaveText(after ?? "");
  await expect(page.getByText("_HOT_SPOT")).toHaveCount(0);
});
