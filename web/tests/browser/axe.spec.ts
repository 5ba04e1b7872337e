/** axe on every view, light and dark, wide and narrow: it finds nothing. */
import { expect, type Page } from "@playwright/test";
import { axe } from "./axe.js";
import { editor, settled, test, write } from "./page.js";

async function check(page: Page, what: string): Promise<void> {
  // Links to rules are taken for links that skip to a place of the page.
  const { violations } = await axe(page).disableRules(["skip-link"]).analyze();
  const told = violations.flatMap((one) => one.nodes.map((node) => `${one.id}: ${node.html}`));
  expect(told, what).toEqual([]);
}

for (const scheme of ["light", "dark"] as const) {
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    const narrow = width < 900;
    /** Shows a part of a narrow page; a wide one shows all. */
    const part = async (page: Page, name: string) => {
      if (narrow) await page.getByRole("button", { name, exact: true }).click();
    };

    test.describe(`${scheme}, ${width} wide`, () => {
      test.use({ viewport: { width, height }, colorScheme: scheme });
      // axe takes seconds a view, and there are many.
      test.slow();
      test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: "reduce" }));

      test("the page, its texts, its problems, its results", async ({ page }) => {
        await page.goto("./");
        await expect(editor(page)).toContainText("CREATE TABLE");
        await part(page, "Results");
        await settled(page);
        await check(page, "results");
        await page.getByRole("button", { name: /^Try T5/ }).click();
        await expect(page.locator("hotsplit-numbers #served dd")).toContainText("was");
        await settled(page);
        for (const summary of await page.locator("hotsplit-results summary").all()) {
          if ((await summary.locator("..").getAttribute("open")) === null) await summary.click();
        }
        await check(page, "results with a fix, all opened");
        await page.getByRole("application", { name: /Before/ }).focus();
        await page.keyboard.press("ArrowDown");
        await expect(page.locator("hotsplit-heatmap .tip")).toBeVisible();
        await check(page, "a cell");
        await part(page, "Problems");
        await page
          .getByRole("button", { name: /Transactions.*line/ })
          .first()
          .click();
        await check(page, "an open problem");
        await part(page, "Editor");
        await check(page, "the editor");
        await page.getByRole("tab", { name: "Rewritten" }).click();
        await expect(page.locator("#diff .cm-changedLine").first()).toBeVisible();
        await check(page, "the rewrite");
        await page.getByRole("tab", { name: "Plan" }).click();
        await expect(page.getByRole("button", { name: "Download plan.md" })).toBeVisible();
        await check(page, "the plan");
      });

      test("what lies over the page", async ({ page }) => {
        await page.goto("./");
        await expect(editor(page)).toContainText("CREATE TABLE");
        await part(page, "Results");
        await settled(page);
        for (const menu of ["Examples", "Share", "Help"]) {
          await page.getByRole("button", { name: menu }).click();
          await expect(page.getByRole("button", { name: menu })).toHaveAttribute(
            "aria-expanded",
            "true",
          );
          await check(page, menu);
          await page.keyboard.press("Escape");
        }
        await page.getByRole("button", { name: "Help" }).click();
        await page.getByRole("button", { name: "Keys" }).click();
        await expect(page.getByRole("dialog", { name: "Keys" })).toBeVisible();
        await check(page, "keys");
        await page.keyboard.press("Escape");
        await page.getByRole("button", { name: "Help" }).click();
        await page.getByRole("button", { name: "Guess the shape" }).click();
        await expect(page.getByRole("dialog").getByRole("img").first()).toBeVisible();
        await check(page, "shapes to guess");
        await page.keyboard.press("Escape");
        await page.getByRole("button", { name: "Help" }).click();
        await page.getByRole("button", { name: "Take the tour" }).click();
        await expect(page.getByRole("region", { name: "Tour" })).toBeVisible();
        await check(page, "the tour");
        await page.keyboard.press("Escape");
        await page.getByRole("link", { name: "Rules", exact: true }).click();
        const rules = page.getByRole("dialog", { name: "Rules" });
        await expect(rules.getByRole("link").first()).toBeVisible();
        await check(page, "the list of rules");
        await page.goto("./#rule/key-timestamp-first");
        await expect(rules.getByRole("heading", { name: "key-timestamp-first" })).toBeVisible();
        await check(page, "a rule");
      });

      test("what is said when something is wrong", async ({ page }) => {
        await page.goto("./#v1.AAAA____");
        await expect(page.getByRole("alert")).toContainText("damaged");
        await check(page, "a damaged link");
        await page.getByRole("button", { name: "Dismiss" }).click();
        await part(page, "Editor");
        await write(page, "CREATE TABLE T (Id INT64 NOT NULL PRIMARY KEY (Id)");
        await part(page, "Problems");
        await expect(page.locator("hotsplit-problems")).toContainText("expected");
        await check(page, "a syntax error");
        await page.addInitScript(() => {
          navigator.clipboard.writeText = () => Promise.reject(new Error("refused"));
        });
        await page.goto("./");
        await page.getByRole("button", { name: "Share" }).click();
        const menu = page.getByRole("group", { name: "Share and export" });
        await menu.getByRole("button", { name: "Link" }).first().click();
        await expect(menu.getByRole("textbox")).toBeFocused();
        await check(page, "to be copied by hand");
      });
    });
  }
}
