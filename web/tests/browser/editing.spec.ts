/** Editing: fixes in place, undo, the keyboard, and a text that stops the engine. */
import { expect } from "@playwright/test";
import { editor, example, findings, open, openKey, settled, test, write } from "./page.js";

test("a quick fix is one step, and one undo takes it back", async ({ page }) => {
  await open(page);
  const text = editor(page);
  const before = await text.textContent();
  await text.focus();
  await page.keyboard.press("F8");
  await page.keyboard.press("Control+.");
  await page.getByRole("menuitem", { name: /^T5/ }).click();
  await expect(text).toContainText("ShardId");
  await expect(page.locator(".cm-lintRange.hs-high")).toHaveCount(0);
  await page.keyboard.press("Control+z");
  expect(await text.textContent()).toBe(before);
});

test("the diff shows the changes with the way from one to the next", async ({ page }) => {
  await open(page);
  await openKey(page, "Transactions");
  await page.getByRole("tab", { name: "Diff" }).click();
  await expect(page.locator("#diff .cm-changedLine").first()).toContainText("ShardId");
  const bar = page.locator("hotsplit-editor .bar");
  await expect(bar).toContainText("2 changes");
  await bar.getByRole("button", { name: "Next change" }).click();
  const foot = page.locator("#rewritten .foot");
  await expect(foot).toContainText(
    "Change 1 of 2, line 2: Add a hash shard as the first key column",
  );
  await page.keyboard.press("F8");
  await expect(foot).toContainText("Change 2 of 2");
  await bar.getByRole("button", { name: "Previous change" }).click();
  await expect(foot).toContainText("Change 1 of 2");
});

test("evidence leads to its place in the text", async ({ page }) => {
  await open(page);
  const key = await openKey(page, "Transactions");
  await key
    .getByRole("button", { name: /, line \d/ })
    .first()
    .click();
  await expect(editor(page)).toBeFocused();
  const chosen = await editor(page).evaluate(() => getSelection()?.toString() ?? "");
  expect(chosen.length).toBeGreaterThan(0);
});

test("a problem is accepted with a reason, in the text itself", async ({ page }) => {
  await open(page);
  const key = await openKey(page, "Transactions");
  await key.getByRole("radio", { name: /^Keep it/ }).check();
  await page.getByRole("textbox", { name: "Reason" }).fill("two rows a day");
  await page.keyboard.press("Enter");
  await expect(editor(page)).toContainText("hotsplit: accept(");
  await settled(page);
  await expect(page.locator("details.findings > summary")).toContainText("1 accepted");
});

test("the map is walked with the keyboard and read out", async ({ page }) => {
  await open(page);
  const map = page.getByRole("application", { name: /Before/ });
  const before = page.getByRole("region", { name: "Before", exact: true });
  await before.locator(".band").last().focus();
  await page.keyboard.press("Tab");
  await expect(map).toBeFocused();
  const spoken = page.locator('hotsplit-heatmap [aria-live="polite"]').first();
  await page.keyboard.press("Shift+ArrowRight");
  await expect(spoken).toContainText(/writes\/s, .* the limit, server \d+/);
  const first = await spoken.textContent();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Shift+ArrowLeft");
  await expect(spoken).not.toHaveText(first ?? "");
  await page.keyboard.press("+");
  await expect(before.getByRole("button", { name: "Show all" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Show all" })).toHaveCount(0);
});

test("Tab leaves the editor", async ({ page }) => {
  await open(page);
  await editor(page).focus();
  await page.keyboard.press("Tab");
  await expect(editor(page)).not.toBeFocused();
});

test("a draft survives a reload, and an example can be undone", async ({ page }) => {
  await open(page);
  await write(page, "CREATE TABLE Mine (\n  Id STRING(36) NOT NULL,\n) PRIMARY KEY (Id);");
  await settled(page);
  await page.reload();
  await expect(editor(page)).toContainText("Mine");
  await example(page, "ULID ledger");
  await expect(editor(page)).toContainText("Transactions");
  await editor(page).focus();
  await page.keyboard.press("Control+z");
  await expect(editor(page)).toContainText("Mine");
});

test("a damaged link says so and leaves the page usable", async ({ page }) => {
  await open(page, "#v1.thisIsNoLink");
  await expect(page.getByRole("alert")).toContainText("damaged");
  await expect(editor(page)).toContainText("Transactions");
});

test("a syntax error leaves the other statements read", async ({ page }) => {
  await open(page);
  await editor(page).focus();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("\nCREATE TABLE Oops (Id INT64 PRIMARY KEY (Id);");
  await settled(page);
  const list = await findings(page);
  await expect(list.getByRole("region", { name: "Syntax errors" })).toBeVisible();
  await expect(list.getByRole("button", { name: /Transactions.*line/ }).first()).toBeVisible();
});

for (const [dialect, broken, cure, cured] of [
  [
    "GoogleSQL",
    "CREATE TABLE T (\n  Id STRING(36) NOT NULL,\n), PRIMARY KEY (Id);",
    "Remove the comma",
    ") PRIMARY KEY (Id);",
  ],
  [
    "PostgreSQL",
    "CREATE TABLE t (\n  id varchar(36) NOT NULL\n  made timestamptz,\n  PRIMARY KEY (id)\n);",
    "Insert a comma before it",
    "id varchar(36) NOT NULL,",
  ],
] as const) {
  test(`a slip is cured with one button: ${dialect}`, async ({ page }) => {
    await open(page);
    await page.getByRole("button", { name: /^Dialect: / }).click();
    await page.getByRole("menuitemradio", { name: dialect, exact: true }).click();
    await expect(page.getByRole("button", { name: `Dialect: ${dialect}` })).toBeFocused();
    await write(page, broken);
    await findings(page);
    const list = page.getByRole("region", { name: "Syntax errors" });
    await list.getByRole("button", { name: cure }).click();
    await expect(list).toHaveCount(0);
    await expect(editor(page)).toContainText(cured);
  });
}
