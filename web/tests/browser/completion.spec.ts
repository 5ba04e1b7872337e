/** Directives are written with completion, by keyboard alone; and the text can be searched. */
import { expect, type Page } from "@playwright/test";
import type {} from "../../src/editor/editor.js";
import { cleanInSchemes } from "./axe.js";
import { editor, findings, open, settled, test, write } from "./page.js";

/** Begins a line of its own above the text. */
async function above(page: Page): Promise<void> {
  // What is offered of facts and rules comes with the rest of the engine.
  await page.waitForFunction(() => document.querySelector("hotsplit-editor")?.reference);
  await editor(page).focus();
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowUp");
}

const list = (page: Page) => page.getByRole("listbox", { name: "Completions" });
const selected = (page: Page) => list(page).getByRole("option", { selected: true });
const firstLine = (page: Page) => editor(page).locator(".cm-line").first();

/**
 * Presses a key once the list takes keys: a list that has just opened leaves them to the text. What is
 * offered may come in parts, and the list opens anew with them.
 */
async function press(page: Page, key: string, over: string | RegExp): Promise<void> {
  await expect(async () => {
    await expect(selected(page)).toContainText(over);
    const option = await selected(page).elementHandle();
    await page.waitForTimeout(150);
    expect(await option?.evaluate((it) => it.isConnected && it.ariaSelected === "true")).toBe(true);
  }).toPass();
  await page.keyboard.press(key);
}

test("a fact is written without knowing its name", async ({ page }) => {
  await open(page);
  await above(page);
  await page.keyboard.type("-- ho");
  await press(page, "Enter", "hotsplit:");
  await press(page, "ArrowDown", "table");
  await press(page, "Enter", "column");
  await expect(list(page).getByRole("option")).toHaveCount(3);
  await page.keyboard.type("Txn");
  await press(page, "Enter", "Transactions.TxnId");
  await page.keyboard.type("low");
  await expect(selected(page)).toContainText("One of few values, and how many there are.");
  await press(page, "Enter", "lowcard(5)");
  await expect(firstLine(page)).toHaveText("-- hotsplit: column Transactions.TxnId lowcard(5)");
  // The example is selected: the person's own number goes over it.
  await page.keyboard.type("7");
  await expect(firstLine(page)).toHaveText("-- hotsplit: column Transactions.TxnId lowcard(7)");
  await expect(page.getByRole("region", { name: "Notes" })).toHaveCount(0);
});

test("a finding is accepted with a rule from the list, those that fire first", async ({ page }) => {
  await open(page);
  await above(page);
  await page.keyboard.type("-- hotsplit: table Transactions acc");
  await press(page, "Enter", "accept(rule)");
  await press(page, "Enter", "key-time-ordered-id");
  await page.keyboard.press("Tab");
  await page.keyboard.type("two rows a day");
  await expect(firstLine(page)).toHaveText(
    '-- hotsplit: table Transactions accept(key-time-ordered-id) reason="two rows a day"',
  );
  await settled(page);
  await findings(page);
  const accepted = page.getByRole("region", { name: "Accepted" });
  await expect(accepted).toContainText("two rows a day");
  await expect(accepted.getByRole("link", { name: "key-time-ordered-id" })).toBeVisible();
});

test("Ctrl-Space asks for offers, Escape leaves them, and nothing is offered unasked", async ({
  page,
}) => {
  await open(page);
  await above(page);
  await page.keyboard.type("CREATE TA");
  await expect(list(page)).toHaveCount(0);
  await page.keyboard.press("Control+Space");
  await expect(selected(page)).toHaveText("TABLE");
  await page.keyboard.press("Escape");
  await expect(list(page)).toHaveCount(0);
  await expect(editor(page)).toBeFocused();
  await write(page, "CREATE TABLE Mine (Id INT64, MineOnly INT64) PRIMARY KEY (Id);\n");
  await settled(page);
  await page.keyboard.press("Control+Space");
  await expect(selected(page)).toContainText("-- hotsplit:");
  await page.keyboard.type("MineO");
  await expect(selected(page)).toContainText("column of Mine");
});

test("a screen reader is told which offer is chosen", async ({ page }) => {
  await open(page);
  await above(page);
  await page.keyboard.type("-- hotsplit: ");
  await expect(selected(page)).toContainText("Applies to the table");
  await press(page, "ArrowDown", "table");
  const id = await selected(page).getAttribute("id");
  await expect(editor(page)).toHaveAttribute("aria-activedescendant", id ?? "none");
  await expect(editor(page)).toHaveAttribute("aria-controls", /./);
});

test("a word that is complete leaves Enter to the text", async ({ page }) => {
  await open(page);
  await above(page);
  await page.keyboard.type("-- hotsplit: file nodes=40\n-- hotsplit: append-only\n-- end");
  await expect(editor(page).locator(".cm-line").nth(1)).toHaveText("-- hotsplit: append-only");
  await expect(editor(page).locator(".cm-line").nth(2)).toHaveText("-- end");
});

test("Ctrl-F finds in the text, Escape goes back to it", async ({ page }) => {
  await open(page);
  await editor(page).focus();
  await page.keyboard.press("Control+f");
  await expect(page.getByRole("textbox", { name: "Find" })).toBeFocused();
  await page.keyboard.type("TxnId");
  await expect(editor(page).locator(".cm-searchMatch")).toHaveCount(2);
  await page.keyboard.press("Enter");
  await expect(editor(page).locator(".cm-searchMatch-selected")).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(editor(page)).toBeFocused();
  expect(await editor(page).evaluate(() => getSelection()?.toString())).toBe("TxnId");
});

test("axe finds nothing in offers and search", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await open(page);
  await above(page);
  await page.keyboard.type("-- hotsplit: ");
  await expect(selected(page)).toBeVisible();
  // The list takes its keys while the text has the focus, as lists of offers do.
  const off = ["scrollable-region-focusable"];
  await cleanInSchemes(page, "offers", { off });
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+f");
  await page.keyboard.type("Txn");
  await expect(editor(page).locator(".cm-searchMatch").first()).toBeVisible();
  await cleanInSchemes(page, "search", { off });
});
