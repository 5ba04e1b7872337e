/** What stands around fixes: that they gain nothing here, what is still hot beside them, what they replaced. */
import { expect } from "@playwright/test";
import { editor, example, open, settled, test, write } from "./page.js";

/** Of a table that grows with time, with an index that does. */
const table = (name: string) => `CREATE TABLE ${name} (
  At TIMESTAMP NOT NULL OPTIONS (allow_commit_timestamp = true),
  Id STRING(36) NOT NULL,
) PRIMARY KEY (At, Id);
`;

/** An index that is nearly full, below a family of which nothing is known but that it is full if it grows. */
const ASKED = `CREATE TABLE Spaces (
  spaceId INT64 NOT NULL,
) PRIMARY KEY (spaceId);
CREATE TABLE Messages (
  messageId INT64 NOT NULL,
  spaceId INT64 NOT NULL,
  updatedAt TIMESTAMP,
) PRIMARY KEY (spaceId, messageId),
  INTERLEAVE IN PARENT Spaces ON DELETE CASCADE;
CREATE TABLE Receipts (
  spaceId INT64 NOT NULL,
  messageId INT64 NOT NULL,
  receiverId INT64 NOT NULL,
) PRIMARY KEY (spaceId, messageId, receiverId),
  INTERLEAVE IN PARENT Messages ON DELETE CASCADE;
CREATE INDEX ByUpdate ON Messages (updatedAt);
`;

test("what is still hot beside applied fixes has its row, also where it is one key", async ({
  page,
}) => {
  await open(page);
  await write(page, table("Visits") + table("Orders"));
  await settled(page);
  const rows = page.locator("hotsplit-hot-keys .name");
  await expect(rows).toHaveCount(2);
  await rows.first().click();
  await page.locator("hotsplit-key").getByRole("radio").first().check();
  await settled(page);
  await page.getByRole("button", { name: "Apply to schema" }).click();
  await settled(page);
  await expect(rows).toHaveCount(1);
  await rows.first().click();
  await expect(page.locator("hotsplit-key").getByRole("radio").first()).toBeVisible();
  await page.getByRole("button", { name: "All hot keys" }).click();
  await expect(rows).toHaveCount(1);
});

test("fixes that improve nothing here say so, with the question that may be why", async ({
  page,
}) => {
  await open(page);
  await write(page, ASKED);
  await settled(page);
  const outcome = page.locator("hotsplit-outcome");
  const numbers = outcome.getByRole("region", { name: "Numbers after" });
  await expect(numbers).toBeVisible();
  await expect(numbers.locator("[data-change].better")).toHaveCount(0);
  await expect(outcome).toContainText("At this load the fix improves none of these numbers.");
  await expect(outcome.locator("button.main")).toHaveCount(0);
  // The answer changes the run, and the question goes.
  await outcome
    .getByRole("button", { name: /^Random/ })
    .first()
    .click();
  await settled(page);
  await expect(editor(page)).toContainText("-- hotsplit: random");
  await expect(outcome).not.toContainText("Spaces.spaceId");
});

test("what Apply replaced is the earlier draft, also after a reload", async ({ page }) => {
  await open(page);
  await write(page, table("Visits"));
  await settled(page);
  const before = await editor(page).textContent();
  await page.getByRole("button", { name: /^Use this fix/ }).click();
  await settled(page);
  await expect(editor(page)).not.toHaveText(before ?? "");
  await page.reload();
  await settled(page);
  await example(page, "Your earlier draft");
  await settled(page);
  await expect(editor(page)).toHaveText(before ?? "");
});

test("what an opened file replaced is the earlier draft, also after a reload", async ({ page }) => {
  await open(page);
  await write(page, table("Visits"));
  await settled(page);
  const before = await editor(page).textContent();
  const picking = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Open…" }).press("Enter");
  await page.keyboard.press("Enter");
  const picker = await picking;
  await picker.setFiles({ name: "orders.sql", mimeType: "", buffer: Buffer.from(table("Orders")) });
  await expect(editor(page)).toContainText("Orders");
  await settled(page);
  await page.reload();
  await settled(page);
  await example(page, "Your earlier draft");
  await settled(page);
  await expect(editor(page)).toHaveText(before ?? "");
});
