/** Workloads to start from: with the change that belongs to each, in the dialect one writes in. */
import { expect, type Page } from "@playwright/test";
import { editor, example, open, settled, test, write } from "./page.js";

/** What is said of the change that is shown. */
function change(page: Page) {
  return page.getByText(/It comes with this workload/);
}

test("a workload shows its change beside it, until a fix takes its place", async ({ page }) => {
  await open(page);
  await expect(change(page)).toHaveCount(0);
  await expect(page.getByRole("button", { name: /^Try T/ })).toBeVisible();
  await example(page, "Ledger with a ULID key");
  await settled(page);
  await expect(change(page)).toContainText("After: 16 shards before the key");
  await expect(page.getByRole("button", { name: /^Try T/ })).toHaveCount(0);
  await expect(page.locator("hotsplit-numbers #served dd")).toContainText("was");
  // A link needs nothing of its own for it.
  await page.reload();
  await settled(page);
  await expect(change(page)).toBeVisible();
  await page.getByRole("button", { name: /Transactions.*line/ }).click();
  await page.getByRole("button", { name: "Use this fix" }).first().click();
  await expect(page.getByRole("region", { name: "Fixes chosen" })).toBeVisible();
  await expect(change(page)).toHaveCount(0);
  await page.getByRole("button", { name: "Undo all" }).click();
  await expect(change(page)).toBeVisible();
  // What is no longer the workload's own text has no change of it.
  await editor(page).press("Control+Home");
  await page.keyboard.type("-- mine\n");
  await expect(change(page)).toHaveCount(0);
  await expect(page.getByRole("button", { name: /^Try T/ })).toBeVisible();
});

test("whoever writes PostgreSQL gets the workload in PostgreSQL", async ({ page }) => {
  await open(page);
  await write(
    page,
    "CREATE TABLE t (\n  id varchar(36) PRIMARY KEY,\n  at timestamptz,\n  b jsonb\n);\n",
  );
  await expect(page.getByRole("option", { name: "Auto: PostgreSQL" })).toHaveCount(1);
  await example(page, "Event log, newest last");
  await expect(editor(page)).toContainText("timestamptz");
  await settled(page);
  await expect(change(page)).toBeVisible();
});
