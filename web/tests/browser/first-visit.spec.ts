/** How much a first visit shows at once, and that a phone's page is one column with the verdict first. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { inView } from "./in-view.js";
import { example, open, settled, test } from "./page.js";

/** 22 tables without a rate. */
const TELECOM = readFileSync(
  join(import.meta.dirname, "../../../crate/wire/tests/headroom/telecom.sql"),
  "utf8",
);

const verdict = (page: Page) => page.locator("hotsplit-verdict");

for (const [width, height, most] of [
  [1440, 900, 15],
  [390, 844, 6],
] as const) {
  test.describe(`${width} by ${height}`, () => {
    test.use({ viewport: { width, height } });

    test(`at most ${most} controls and six type styles are in view`, async ({ page }) => {
      await page.goto("./");
      await settled(page);
      const { controls, styles } = await inView(page);
      expect(controls.length, controls.join("\n")).toBeLessThanOrEqual(most);
      expect(Object.keys(styles).length, JSON.stringify(styles)).toBeLessThanOrEqual(6);
      await expect(page.locator("select")).toHaveCount(0);
    });
  });
}

test.describe("a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test("the verdict, both maps, the fix, a paste: in this order, and nothing of the schema", async ({
    page,
  }) => {
    await page.goto("./");
    await settled(page);
    const tops = [];
    for (const part of [
      verdict(page),
      page.locator("hotsplit-maps"),
      page.getByRole("button", { name: "Use this fix" }),
      page.getByRole("button", { name: "Paste my schema" }),
      page.getByRole("button", { name: "Schema", exact: true }),
    ]) {
      await expect(part).toBeVisible();
      tops.push((await part.boundingBox())?.y ?? 0);
    }
    expect(tops).toEqual(tops.toSorted((a, b) => a - b));
    await expect(page.getByRole("textbox", { name: "Your schema" })).toBeHidden();
    await page.getByRole("button", { name: "Schema", exact: true }).click();
    await expect(page.getByRole("textbox", { name: "Your schema" })).toBeVisible();
  });

  test("a paste from the clipboard leads to its verdict", async ({ page, context }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await open(page);
    await page.evaluate((text) => navigator.clipboard.writeText(text), TELECOM);
    await page.getByRole("button", { name: "Paste my schema" }).click();
    await expect(verdict(page).getByRole("heading")).toContainText("keys and indexes");
    await expect(verdict(page).getByRole("heading")).toBeInViewport();
    await expect(verdict(page)).toBeFocused();
    await expect(verdict(page).getByRole("status").first()).toContainText("writes/s");
    expect(await page.evaluate(() => scrollY)).toBe(0);
    // It is one step, which undo takes back.
    await page.getByRole("button", { name: "Schema", exact: true }).click();
    await page.getByRole("textbox", { name: "Your schema" }).focus();
    await page.keyboard.press("Control+z");
    await expect(page.getByRole("textbox", { name: "Your schema" })).toContainText("Transactions");
  });

  test("where the clipboard is closed, the schema opens, and a paste there does the same", async ({
    page,
  }) => {
    await page.addInitScript(() => {
      navigator.clipboard.readText = () => Promise.reject(new Error("refused"));
    });
    await open(page);
    await page.getByRole("button", { name: "Paste my schema" }).click();
    const field = page.getByRole("textbox", { name: "Your schema" });
    await expect(field).toBeFocused();
    await expect(field).toBeInViewport();
    await page.evaluate((text) => {
      const data = new DataTransfer();
      data.setData("text/plain", text);
      const options = { clipboardData: data, bubbles: true, cancelable: true, composed: true };
      const inner = document.activeElement?.shadowRoot?.activeElement;
      inner?.dispatchEvent(new ClipboardEvent("paste", options));
    }, TELECOM);
    await expect(verdict(page).getByRole("heading")).toContainText("keys and indexes");
    await expect(verdict(page).getByRole("heading")).toBeInViewport();
    await expect(verdict(page)).toBeFocused();
  });

  test("an example leads to its verdict", async ({ page }) => {
    await open(page);
    await page.evaluate(() => scrollTo(0, 600));
    await page.evaluate(() => scrollTo(0, 0));
    await page.getByRole("button", { name: "Menu" }).click();
    await page
      .getByRole("group", { name: "Menu" })
      .getByRole("button", { name: "Examples" })
      .click();
    await page.getByRole("list", { name: "Examples" }).getByRole("button").nth(1).click();
    await expect(page.getByRole("list", { name: "Examples" })).toHaveCount(0);
    await settled(page);
    await expect(verdict(page).getByRole("heading")).toBeInViewport();
    await expect(verdict(page)).toBeFocused();
  });

  test("one menu has all that a wide header has", async ({ page }) => {
    await open(page);
    const menu = page.getByRole("group", { name: "Menu" });
    const press = () => page.getByRole("button", { name: "Menu" }).click();
    await press();
    for (const name of ["Learn", "Rules", "How far to trust this"])
      await expect(menu.getByRole("link", { name })).toBeVisible();
    await menu.getByRole("button", { name: "Theme: as the device" }).click();
    await expect(menu.getByRole("button", { name: "Theme: light" })).toBeFocused();
    await menu.getByRole("button", { name: "Share" }).click();
    await expect(page.getByRole("group", { name: "Share and export" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("button", { name: "Menu" })).toBeFocused();
    await press();
    await menu.getByRole("link", { name: "Rules" }).click();
    await expect(page.getByRole("main", { name: "Rules" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("button", { name: "Menu" })).toBeFocused();
  });
});

test("nothing scrolls sideways, down to 320 px, which is 400 % of a small laptop", async ({
  page,
}) => {
  await open(page);
  for (const text of ["first visit", "22 tables"]) {
    await page.setViewportSize({ width: 1440, height: 900 });
    if (text === "22 tables") await example(page, "Tenant");
    for (const width of [768, 390, 320]) {
      await page.setViewportSize({ width, height: 512 });
      await settled(page);
      const over = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(over, `${text} at ${width}`).toBeLessThanOrEqual(0);
    }
  }
});
