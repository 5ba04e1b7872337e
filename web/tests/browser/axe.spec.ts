/** axe on every state of the page, light and dark, wide and narrow, and in forced colours: it finds nothing. */
import { expect, type Page } from "@playwright/test";
import { cleanInSchemes } from "./axe.js";
import { editor, findings, openKey, settled, TELECOM, test } from "./page.js";
import { WHOLE } from "./sample.js";

/** Looks at a state. Links to rules are taken for links that skip to a place of the page. */
const check = (page: Page, what: string, dark = false): Promise<void> =>
  cleanInSchemes(page, what, { off: ["skip-link"], forced: true, dark });

/** Puts another schema in place of what stands there. */
async function schema(page: Page, text: string): Promise<void> {
  const toggle = page.getByRole("button", { name: "Schema", exact: true });
  const hidden = (await toggle.isVisible()) && (await toggle.getAttribute("aria-expanded"));
  if (hidden === "false") await toggle.click();
  await editor(page).focus();
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText(text);
}

const WIDTHS = [
  [1440, 900],
  [390, 844],
] as const;

for (const [width, height] of WIDTHS) {
  const narrow = width < 900;
  /** Opens a menu of the header; on a phone all are in one. */
  const menu = async (page: Page, name: string) => {
    if (narrow) await page.getByRole("button", { name: "Menu" }).click();
    if (!narrow || name !== "Docs") await page.getByRole("button", { name, exact: true }).click();
  };

  test.describe(`${width} wide`, () => {
    test.use({ viewport: { width, height } });
    // axe takes seconds a view, and there are many.
    test.slow();
    test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: "reduce" }));

    test("a first visit, the load, all numbers, a cell", async ({ page }) => {
      await page.goto("./");
      await settled(page);
      await check(page, "a first visit", true);
      await page.getByRole("button", { name: "Change" }).click();
      for (const name of ["Rates of each table", "Simulation settings"])
        await page.locator("hotsplit-workload summary", { hasText: name }).click();
      await check(page, "the load", true);
      await page.getByRole("button", { name: "Close", exact: true }).first().click();
      await page.locator("hotsplit-outcome summary").first().click();
      await expect(page.locator("hotsplit-more")).toBeVisible();
      await check(page, "all numbers", true);
      await page.getByRole("application", { name: /Before/ }).focus();
      await page.keyboard.press("ArrowDown");
      await check(page, "a cell");
    });

    test("22 tables, a key, a fix, the plan", async ({ page }) => {
      await page.goto("./");
      await settled(page);
      await schema(page, TELECOM);
      await settled(page);
      await expect(page.locator("hotsplit-hot-keys")).toBeVisible();
      await check(page, "22 tables", true);
      await findings(page);
      await check(page, "everything that was found");
      const first = page.locator("hotsplit-hot-keys").getByRole("listitem").first();
      const name = await first.locator("code").first().textContent();
      await openKey(page, name ?? "");
      await settled(page);
      await check(page, "a key", true);
      await page.locator("hotsplit-key").getByRole("radio").nth(1).check();
      await settled(page);
      await check(page, "a fix");
      await page.getByRole("button", { name: /plan/i }).first().click();
      await expect(page.getByRole("region", { name: /plan/i }).first()).toBeVisible();
      await check(page, "the plan", true);
    });

    test("menus, and what they open", narrow ? WHOLE : {}, async ({ page }) => {
      await page.goto("./");
      await settled(page);
      for (const name of ["Examples", "Docs", "Share"]) {
        await menu(page, name);
        await check(page, name);
        await page.keyboard.press("Escape");
      }
      await menu(page, "Docs");
      await page.getByRole("button", { name: "Keyboard shortcuts" }).click();
      await expect(page.getByRole("dialog", { name: "Keys" })).toBeVisible();
      await check(page, "keys");
      await page.keyboard.press("Escape");
      await menu(page, "Docs");
      await page.getByRole("button", { name: "Embed in a page" }).click();
      await expect(page.getByRole("dialog", { name: "Embed" })).toBeVisible();
      await check(page, "an embedding");
      await page.keyboard.press("Escape");
      await menu(page, "Docs");
      await page.getByRole("link", { name: "How far to trust this" }).first().click();
      await expect(page.getByRole("heading", { name: "What is documented" })).toBeVisible();
      await check(page, "how far to trust it");
      await page.goto("./#rules");
      const rules = page.getByRole("main", { name: "Rules" });
      await expect(rules.getByRole("navigation").getByRole("link").first()).toBeVisible();
      await check(page, "the list of rules");
      await page.goto("./#rule/key-timestamp-first");
      await expect(rules.getByRole("heading", { name: "key-timestamp-first" })).toBeVisible();
      await check(page, "a rule");
    });

    test("what is said when something is wrong", narrow ? WHOLE : {}, async ({ page }) => {
      await page.goto("./#v1.AAAA____");
      await expect(page.getByRole("alert")).toContainText("damaged");
      await check(page, "a damaged link");
      await page.getByRole("button", { name: "Dismiss" }).click();
      await schema(page, "CREATE TABLE T (Id INT64 NOT NULL PRIMARY KEY (Id)");
      await expect(page.locator("hotsplit-verdict")).toContainText("could not be read");
      await check(page, "a syntax error");
      await page.addInitScript(() => {
        navigator.clipboard.writeText = () => Promise.reject(new Error("refused"));
      });
      await page.goto("./");
      await menu(page, "Share");
      const share = page.getByRole("group", { name: "Share and export" });
      await share.getByRole("button", { name: "Link" }).first().click();
      await expect(share.getByRole("textbox")).toBeFocused();
      await check(page, "to be copied by hand");
    });
  });
}
