/** The main job without a mouse and without eyes: by keyboard alone, and as text. */
import { expect, type Page } from "@playwright/test";
import { editor, open, settled, TELECOM, test } from "./page.js";
import { fits } from "./targets.js";

/** Presses Tab until what has the focus is named so, and says how often that was. */
async function tabTo(page: Page, name: RegExp): Promise<number> {
  for (let presses = 1; presses < 60; presses++) {
    await page.keyboard.press("Tab");
    const focused = await page.evaluate(() => {
      let at = document.activeElement;
      while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
      return at?.getAttribute("aria-label") ?? at?.textContent?.trim().replace(/\s+/g, " ") ?? "";
    });
    if (name.test(focused)) return presses;
  }
  throw new Error(`Tab leads to nothing named ${name}`);
}

test("paste, open the worst key, choose another option, read its plan, apply: by keyboard alone", async ({
  page,
  context,
}) => {
  test.slow();
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await open(page);
  await page.evaluate((text) => navigator.clipboard.writeText(text), TELECOM);
  // The editor is the first thing behind the header.
  for (let at = 0; at < 20; at++) {
    await page.keyboard.press("Tab");
    if (await editor(page).evaluate((one) => one.matches(":focus"))) break;
  }
  await expect(editor(page)).toBeFocused();
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Control+v");
  await settled(page);
  const rows = page.locator("hotsplit-hot-keys").getByRole("listitem");
  await expect(rows.first()).toBeVisible();
  // Escape leaves the editor to Tab.
  await page.keyboard.press("Escape");
  const name = (await rows.first().getByRole("button").first().locator("code").textContent()) ?? "";
  await tabTo(page, new RegExp(`^${name}`));
  await page.keyboard.press("Enter");
  const key = page.locator("hotsplit-key");
  await expect(key.getByRole("heading", { name }).first()).toBeVisible();
  const options = key.getByRole("radio");
  await expect(options.nth(1)).toBeVisible();
  await options.first().focus();
  await page.keyboard.press("ArrowDown");
  await settled(page);
  await tabTo(page, /^Migration plan/);
  await page.keyboard.press("Enter");
  // The plan is a part of its own, which is loaded first, and then has the focus.
  const plan = page.getByRole("region", { name: /plan/i }).first();
  await expect(plan.getByRole("heading", { level: 2 }).first()).toBeFocused();
  await tabTo(page, /^Back/);
  await page.keyboard.press("Enter");
  await tabTo(page, /^(Apply|Use this fix)/);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("status").filter({ hasText: "Applied" })).toBeVisible();
});

test("a screen reader's text has the verdict, the hot keys with their load, and what the fix buys", async ({
  page,
}) => {
  await open(page);
  await editor(page).focus();
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText(TELECOM);
  await settled(page);
  await expect(page.locator("hotsplit-hot-keys")).toBeVisible();
  const main = page.getByRole("main");
  const text = await main.ariaSnapshot();
  expect(text).toMatch(/- heading "\d+ keys and indexes [^"]*" \[level=2\]/);
  expect(text).toMatch(/Assumed: [\d,]+ writes\/s over \d+ tables/);
  // Each hot key says how far it is from full.
  const keys = await page.getByRole("region", { name: "Hot keys" }).ariaSnapshot();
  expect(keys.match(/- listitem/g)?.length).toBeGreaterThanOrEqual(5);
  expect(keys).toMatch(/\d+ % of the limit|[\d.]+× the limit/);
  // Both sides are told in numbers.
  const outcome = page.locator("hotsplit-outcome");
  const before = await outcome.locator(".side.before").ariaSnapshot();
  const after = await outcome.locator(".side.after").ariaSnapshot();
  for (const side of [before, after]) {
    expect(side).toMatch(/writes served/);
    expect(side).toMatch(/p99 at the client/);
    expect(side).toMatch(/hottest server/);
  }
  expect(after).toMatch(/- heading "[^"]*(fix|With|Add|Key|Use|Lead)/i);
  expect(text).toMatch(/- button "Use (this fix|these \d+ fixes)"/);
});

test("every control of a first visit is at least 24 px high and wide", async ({ page }) => {
  await open(page);
  await fits(page);
});
