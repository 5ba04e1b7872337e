/** The browser's Back: it leaves the page of a hot key and the plan, and never one's text. */
import { expect, type Page } from "@playwright/test";
import { copiedLink, editor, open, settled, TELECOM, test, write } from "./page.js";

const key = (page: Page) => page.locator("hotsplit-key");
const plan = (page: Page) => page.locator("hotsplit-plan");
const rows = (page: Page) => page.locator("hotsplit-hot-keys .name");
const toPlan = (page: Page) =>
  page
    .getByRole("button", { name: /^Migration plan/ })
    .filter({ visible: true })
    .first();

async function own(page: Page): Promise<void> {
  await open(page);
  await write(page, TELECOM);
  await settled(page);
}

test("Back leaves the plan, then the key, and Forward shows them again", async ({ page }) => {
  await own(page);
  await rows(page).first().click();
  await expect(key(page)).toBeVisible();
  await toPlan(page).click();
  await expect(plan(page)).toBeVisible();
  await page.goBack();
  await expect(plan(page)).toHaveCount(0);
  await expect(key(page)).toBeVisible();
  await page.goBack();
  await expect(key(page)).toHaveCount(0);
  await expect(rows(page).first()).toBeVisible();
  await page.goForward();
  await expect(key(page)).toBeVisible();
  // What was open is open after a reload, and Back leaves it then too.
  await page.reload();
  await expect(key(page)).toBeVisible();
  await page.goBack();
  await expect(key(page)).toHaveCount(0);
  await expect(editor(page)).toContainText("CREATE TABLE");
});

test("closing a layer goes back to where it was opened: the history does not grow", async ({
  page,
}) => {
  await own(page);
  await rows(page).first().click();
  await expect(key(page)).toBeVisible();
  const length = await page.evaluate(() => history.length);
  for (const at of [1, 2, 0, 1]) {
    await page.getByRole("button", { name: "All hot keys" }).click();
    await expect(key(page)).toHaveCount(0);
    await rows(page).nth(at).click();
    await expect(key(page)).toBeVisible();
  }
  expect(await page.evaluate(() => history.length)).toBe(length);
});

test("under a layer a link that was changed is not opened again", async ({ page }) => {
  await own(page);
  const link = await copiedLink(page);
  await page.goto("about:blank");
  await page.goto(link);
  await settled(page);
  await rows(page).first().click();
  await expect(key(page)).toBeVisible();
  await editor(page).focus();
  await page.keyboard.press("Control+End");
  await page.keyboard.insertText("\n-- typed under");
  await page.keyboard.type(" the key");
  await expect.poll(() => new URL(page.url()).hash).toBe("");
  await page.goBack();
  await expect(key(page)).toHaveCount(0);
  await expect.poll(() => new URL(page.url()).hash).toBe("");
  await settled(page);
  await expect(page.locator(".cm-line").last()).toHaveText("-- typed under the key");
});

test("a page of the guide that a key leads to leads back to it", async ({ page }) => {
  await own(page);
  await rows(page).first().click();
  await key(page).getByRole("link").first().click();
  await expect(page.getByRole("main", { name: "Rules" })).toBeVisible();
  await page.goBack();
  await expect(key(page)).toBeVisible();
  await page.goForward();
  await expect(page.getByRole("main", { name: "Rules" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(key(page)).toBeVisible();
  await page.goBack();
  await expect(key(page)).toHaveCount(0);
  await expect(rows(page).first()).toBeVisible();
});

/** What a person may do next, and how many layers lie over the verdict then. */
const SCHEDULES = [3, 11, 29, 57];

for (const seed of SCHEDULES) {
  test(`no order of opening, closing and stepping loses the way (${seed})`, async ({ page }) => {
    await own(page);
    const state = () => ({ key: key(page), plan: plan(page) });
    const depth = async () => (await state().key.count()) + (await state().plan.count());
    let next = seed;
    const any = (count: number) => {
      next = (Math.imul(next, 1_103_515_245) + 12_345) & 0x7fff_ffff;
      return (next >> 8) % count;
    };
    for (let step = 0; step < 24; step++) {
      const at = await depth();
      const deed = any(5);
      if (deed === 0 && at === 0) await rows(page).nth(any(3)).click();
      else if (deed === 1 && (await plan(page).count()) === 0) await toPlan(page).click();
      else if (deed === 2 && at > 0) await page.keyboard.press("Escape");
      else if (deed === 3 && at > 0) await page.goBack();
      else if (deed === 4) await page.goForward();
      await page.waitForTimeout(60);
      const entry = await page.evaluate(() => history.state?.layer ?? 0);
      await expect.poll(depth, { message: `after ${step}: ${deed}` }).toBe(entry);
      await expect(editor(page)).toContainText("CREATE TABLE");
    }
    while ((await depth()) > 0) {
      const at = await depth();
      await page.goBack();
      await expect.poll(depth).toBeLessThan(at);
    }
    await expect(rows(page).first()).toBeVisible();
  });
}
