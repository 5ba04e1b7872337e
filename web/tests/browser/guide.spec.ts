/** The rules and their pages: searched, linked, with addresses that last. */
import { expect, type Page } from "@playwright/test";
import { cleanInSchemes } from "./axe.js";
import { copiedLink, editor, open, openKey, openRules, settled, test } from "./page.js";
import { resize } from "./pulse.js";

const rulesPage = (page: Page) => page.getByRole("main", { name: "Rules" });
/** Of the page itself: the playgrounds on it have headings of their own. */
const heading = (page: Page) => rulesPage(page).locator("article .page > h3");
const address = (page: Page) => new URL(page.url()).hash;
const rules = (page: Page) => rulesPage(page).getByRole("navigation").getByRole("link");

test("the list is searched while one types, and a rule has an address", async ({ page }) => {
  await open(page);
  await openRules(page);
  await expect(rulesPage(page)).toBeVisible();
  expect(address(page)).toBe("#rules");
  const search = rulesPage(page).getByRole("textbox", { name: "Search rules" });
  await expect(search).toBeFocused();
  // The pages come when the list is first opened.
  await expect(rules(page).first()).toBeVisible();
  const all = await rules(page).count();
  expect(all).toBeGreaterThan(14);
  await page.keyboard.type("tenant skew");
  await expect(rulesPage(page).getByRole("status")).toHaveText(/^\s*1 rule, /);
  await expect(rules(page).first()).toContainText("key-tenant-skew");
  // By its page alone, with the place.
  await search.fill("idle desc moves");
  await expect(rules(page).first()).toContainText("key-timestamp-first");
  await search.fill("moving_hot_spot");
  await expect(rules(page).first()).toContainText("MOVING_HOT_SPOT");
  await search.fill("timestamp-first");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(heading(page)).toHaveText("key-timestamp-first");
  await expect(heading(page)).toBeFocused();
  expect(address(page)).toBe("#rule/key-timestamp-first");
  await expect(rules(page).first()).toHaveAttribute("aria-current", "page");

  // Back and forward walk through what was open, and out of it.
  await page.goBack();
  await expect(search).toBeFocused();
  expect(address(page)).toBe("#rules");
  await page.goBack();
  await expect(rulesPage(page)).toHaveCount(0);
  await page.goForward();
  await page.goForward();
  await expect(heading(page)).toHaveText("key-timestamp-first");
  await page.keyboard.press("Escape");
  await expect(rulesPage(page)).toHaveCount(0);
  await expect.poll(() => address(page)).toBe("");
  await expect(page.getByRole("button", { name: "Docs" })).toBeFocused();
  await page.goForward();
  await expect(search).toBeVisible();
});

test("a finding leads to its rule, the rule to its fixes, and both back", async ({ page }) => {
  await open(page);
  const key = await openKey(page, "Transactions");
  await key.getByRole("link", { name: "key-time-ordered-id" }).click();
  await expect(heading(page)).toHaveText("key-time-ordered-id");
  await rulesPage(page).getByRole("article").getByRole("link", { name: "T5" }).first().click();
  await expect(heading(page)).toContainText("T5: Add a hash shard as the first key column");
  expect(address(page)).toBe("#fix/hash-shard-prefix");
  await page.goBack();
  await rulesPage(page)
    .getByRole("article")
    .getByRole("button", { name: /TxnId is the first key column/ })
    .click();
  await expect(rulesPage(page)).toHaveCount(0);
  await expect.poll(() => address(page)).toBe("");
  await expect(page.locator("hotsplit-key").getByRole("heading").first()).toBeVisible();
});

test("an address opens its rule over the page", async ({ page }) => {
  await page.goto("./#rule/key-desc-no-cure");
  await expect(heading(page)).toHaveText("key-desc-no-cure");
  await expect(heading(page)).toBeFocused();
  await rulesPage(page).getByRole("button", { name: "Back" }).click();
  await settled(page);
  await expect(editor(page)).toContainText("Transactions");
  await expect(page.getByRole("alert")).toHaveCount(0);
  expect(address(page)).toBe("");
  await page.goto("./#rule/no-such-rule");
  await expect(rulesPage(page)).toContainText("There is no rule named no-such-rule.");
  await expect(rules(page).first()).toBeVisible();
});

test.describe("without its pages", () => {
  test.use({ broken: true });

  test("pages that do not load are told of, and asked for again", async ({ page }) => {
    const pages = "**/_virtual_pages-*.js";
    await page.route(pages, (route) => route.abort());
    await open(page);
    await openRules(page);
    const status = rulesPage(page).getByRole("status");
    await expect(status).toContainText("The pages could not be loaded");
    await page.unroute(pages);
    await page.keyboard.press("Escape");
    await openRules(page);
    await expect(rules(page).first()).toContainText("key-timestamp-first");
  });
});

test("a link's choices outlast a look at the rules", async ({ page }) => {
  await open(page);
  const link = await copiedLink(page);
  await page.goto("about:blank");
  await page.goto(link);
  await settled(page);
  const key = await openKey(page, "Transactions");
  const option = key.getByRole("radio").nth(1);
  await option.check();
  await settled(page);
  await openRules(page);
  await expect(rulesPage(page)).toBeVisible();
  await page.keyboard.press("Escape");
  // It is no longer what the link carries, so the address no longer says so.
  await expect.poll(() => address(page)).toBe("");
  await expect(option).toBeChecked();
  await page.reload();
  await settled(page);
  await expect(option).toBeChecked();
});

test("examples of a rule are live, each with a text of its own", async ({ page }) => {
  await page.goto("./#rule/key-timestamp-first");
  const live = rulesPage(page).locator("hotsplit-playground");
  const first = live.first();
  await expect(first.locator(".frame")).toBeVisible({ timeout: 30_000 });
  await expect(first).toContainText("The key starts with the timestamp PageViews.ViewedAt");
  // It is tried out where it stands; one's own text is left alone.
  await first.getByRole("textbox", { name: "Schema" }).click();
  await expect(first.getByRole("textbox", { name: "Your schema" })).toBeFocused();
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText("CREATE TABLE Tried (Id STRING(36)) PRIMARY KEY (Id);");
  await expect(first).not.toContainText("The key starts with the timestamp");
  await expect(first).toContainText("Tried");
  // Another rule has other examples, also in the places of those before.
  await turn(page, "#rule/key-monotonic-int");
  await expect(live.first().locator(".frame")).toBeVisible({ timeout: 30_000 });
  await expect(live.first()).not.toContainText("Tried");
  await expect(live.first().locator("pre.bad")).toContainText("CREATE TABLE");
  await rulesPage(page).getByRole("button", { name: "Back" }).click();
  await settled(page);
  await expect(editor(page).first()).toContainText("Transactions");
  await expect(editor(page).first()).not.toContainText("Tried");
  // With none left their worker goes; the page's own stays.
  await expect.poll(() => page.workers().length).toBe(1);
});

const ADDRESSES = [
  "#rules",
  "#rule/key-time-ordered-id",
  "#fix/T5",
  "#fix/hash-shard-prefix",
  "#rule/none",
];

/** Opens an address in place of the one before. */
async function turn(page: Page, fragment: string): Promise<void> {
  await page.evaluate((fragment) => location.replace(fragment), fragment);
  await expect(rulesPage(page)).toBeVisible();
  await expect.poll(() => address(page)).toBe(fragment);
}

test("axe finds nothing", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await open(page);
  for (const width of [1440, 390]) {
    await resize(page, width, 844);
    for (const fragment of ADDRESSES.slice(0, 3)) {
      await turn(page, fragment);
      // What lies under the dialog cannot be reached, and has tests of its own. Addresses of rules
      // are no places in the page to skip to.
      const look = { parts: ["hotsplit-guide"], off: ["skip-link"] };
      await cleanInSchemes(page, `${fragment} at ${width}`, look);
    }
  }
});

test("nothing sticks out, from a phone's width to a desk's", async ({ page }) => {
  await open(page);
  for (const width of [1440, 800, 390, 320]) {
    await resize(page, width, 844);
    for (const fragment of ADDRESSES) {
      await turn(page, fragment);
      const over = await rulesPage(page).evaluate((one) =>
        [one, ...one.querySelectorAll("nav, article, .list")]
          .filter((part) => part.scrollWidth > part.clientWidth)
          .map((part) => part.tagName),
      );
      expect(over, `${fragment} at ${width}`).toEqual([]);
    }
  }
});
