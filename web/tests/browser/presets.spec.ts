/** Workloads to start from: with the change that belongs to each, in the dialect one writes in. */
import { expect, type Page } from "@playwright/test";
import { editor, example, open, openKey, settled, test, write } from "./page.js";

/** The name of the second run. */
function change(page: Page) {
  return page.locator("hotsplit-outcome .side.after").getByRole("heading");
}

test("a workload shows its change beside it, until a fix takes its place", async ({ page }) => {
  await open(page);
  await expect(change(page)).toContainText("preview");
  await example(page, "Ledger with a ULID key");
  await settled(page);
  await expect(change(page)).toContainText("16 shards before the key");
  await expect(change(page)).not.toContainText("preview");
  // A link needs nothing of its own for it.
  await page.reload();
  await settled(page);
  await expect(change(page)).toContainText("16 shards before the key");
  const key = await openKey(page, "Transactions");
  await key.getByRole("radio").first().check();
  await settled(page);
  await expect(change(page)).not.toContainText("16 shards before the key");
  await page.getByRole("button", { name: "Clear" }).click();
  await settled(page);
  await expect(change(page)).toContainText("16 shards before the key");
  // What is no longer the workload's own text has no change of it.
  await editor(page).press("Control+Home");
  await page.keyboard.type("-- mine\n");
  await settled(page);
  await expect(change(page)).not.toContainText("16 shards before the key");
});

test("whoever writes PostgreSQL gets the workload in PostgreSQL", async ({ page }) => {
  await open(page);
  await write(
    page,
    "CREATE TABLE t (\n  id varchar(36) PRIMARY KEY,\n  at timestamptz,\n  b jsonb\n);\n",
  );
  await expect(page.getByRole("button", { name: "Dialect: PostgreSQL (detected)" })).toBeVisible();
  await example(page, "Event log, newest last");
  await expect(editor(page)).toContainText("timestamptz");
  await settled(page);
  await expect(change(page)).toBeVisible();
  await expect(change(page)).not.toContainText("preview");
});
