/** Editing: fixes in place, undo, the keyboard, and a text that stops the engine. */
import { expect } from "@playwright/test";
import { editor, example, open, settled, test, write } from "./page.js";

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

test("the rewrite is shown as changes, and adopted in one step", async ({ page }) => {
  await open(page);
  const text = editor(page);
  await page.getByRole("button", { name: /^Try T5/ }).click();
  await settled(page);
  await page.getByRole("tab", { name: "Rewritten" }).click();
  await expect(page.locator("#diff .cm-changedLine").first()).toContainText("ShardId");
  await expect(page.getByRole("list", { name: "Changes by fix" })).toContainText("T5, line");
  await page.getByRole("button", { name: "Apply to my text" }).click();
  await expect(text).toContainText("ShardId");
  await expect(page.getByRole("list", { name: "Fixes in use" })).toHaveCount(0);
  await page.keyboard.press("Control+z");
  await expect(text).not.toContainText("ShardId");
});

test("evidence leads to its place in the text", async ({ page }) => {
  await open(page);
  await page
    .getByRole("button", { name: /Transactions.*line/ })
    .first()
    .click();
  const region = page.getByRole("region", { name: /Transactions/ });
  await region
    .getByRole("button", { name: /, line \d/ })
    .first()
    .click();
  await expect(editor(page)).toBeFocused();
  const chosen = await editor(page).evaluate(() => getSelection()?.toString() ?? "");
  expect(chosen.length).toBeGreaterThan(0);
});

test("a problem is accepted with a reason, in the text itself", async ({ page }) => {
  await open(page);
  await page
    .getByRole("button", { name: /Transactions.*line/ })
    .first()
    .click();
  await page.getByRole("button", { name: "Accept this problem" }).click();
  await page.getByRole("textbox", { name: "Reason" }).fill("two rows a day");
  await page.keyboard.press("Enter");
  await expect(editor(page)).toContainText("hotsplit: accept(");
  await expect(page.getByRole("region", { name: "Accepted" })).toBeVisible();
});

test("the knobs run again, and the text's word stands before them", async ({ page }) => {
  await open(page);
  const served = page.locator("hotsplit-numbers #served dd");
  await page.getByLabel("Writes/s", { exact: true }).fill("2000");
  await page.keyboard.press("Enter");
  await expect(served).toHaveText(/2k\/s/);
  await editor(page).focus();
  await page.keyboard.press("Control+Home");
  await page.keyboard.type("-- hotsplit: file nodes=40\n");
  const nodes = page.getByLabel(/^Nodes/);
  await expect(nodes).toHaveValue("40");
  await expect(nodes).toBeDisabled();
});

test("the map is walked with the keyboard and read out", async ({ page }) => {
  await open(page);
  const map = page.getByRole("application", { name: /Before/ });
  await page.locator("hotsplit-heatmap .band").last().focus();
  await page.keyboard.press("Tab");
  await expect(map).toBeFocused();
  const spoken = page.locator('hotsplit-heatmap [aria-live="polite"]').first();
  await page.keyboard.press("Shift+ArrowRight");
  await expect(spoken).toContainText(/writes\/s, .* of a split, server \d+/);
  const first = await spoken.textContent();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Shift+ArrowLeft");
  await expect(spoken).not.toHaveText(first ?? "");
  await page.keyboard.press("+");
  await expect(page.getByRole("button", { name: "Show all" })).toBeVisible();
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
  await expect(page.getByRole("region", { name: "Syntax errors" })).toBeVisible();
  await expect(page.getByRole("button", { name: /Transactions.*line/ }).first()).toBeVisible();
});

for (const [dialect, broken, cure, cured] of [
  [
    "GoogleSQL",
    "CREATE TABLE T (\n  Id STRING(36) NOT NULL,\n), PRIMARY KEY (Id);",
    "Take the comma out",
    ") PRIMARY KEY (Id);",
  ],
  [
    "PostgreSQL",
    "CREATE TABLE t (\n  id varchar(36) NOT NULL\n  made timestamptz,\n  PRIMARY KEY (id)\n);",
    "Put a comma before it",
    "id varchar(36) NOT NULL,",
  ],
] as const) {
  test(`a slip is cured with one button: ${dialect}`, async ({ page }) => {
    await open(page);
    await page.getByLabel("Dialect").selectOption({ label: dialect });
    await write(page, broken);
    const list = page.getByRole("region", { name: "Syntax errors" });
    await list.getByRole("button", { name: cure }).click();
    await expect(list).toHaveCount(0);
    await expect(editor(page)).toContainText(cured);
  });
}
