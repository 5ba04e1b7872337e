/** The engine comes in two parts: what a first visit is shown before the second, and without it. */
import { expect, type Page } from "@playwright/test";
import { editor, inWorker, open, picture, settled, test, write } from "./page.js";

const REST = /rest-.*\.wasm$/;
const HOT = `CREATE TABLE Events (
  At TIMESTAMP NOT NULL OPTIONS (allow_commit_timestamp = true),
) PRIMARY KEY (At);
CREATE INDEX EventsByAt ON Events (At);`;

/** Longer than a question about a short text may take, ms. */
const IMPATIENT = 2_500;

/** Holds the second part back until it is told what becomes of it. */
async function held(page: Page): Promise<(comes: boolean) => void> {
  let resolve: (comes: boolean) => void = () => {};
  const promise = new Promise<boolean>((settle) => {
    resolve = settle;
  });
  await page.route(REST, async (route) => {
    if (await promise) await route.continue();
    else await route.abort();
  });
  return resolve;
}

/** Makes a slice of a run end after one step: so it does where the processor is late. */
const LATE = `{
  const now = performance.now.bind(performance);
  performance.now = () => 1_000 * now();
}`;

/** A fix of the open finding, which takes the second part. */
const fix = (page: Page) => page.getByRole("article", { name: /^Fix / }).first();

/** Opens the worst finding. */
async function problem(page: Page): Promise<void> {
  await page
    .getByRole("button", { name: /Transactions.*line/ })
    .first()
    .click();
}

test("the first map and its numbers are there before the rest of the engine", async ({ page }) => {
  const go = await held(page);
  await open(page);
  await picture(page, "Before");
  await expect(page.locator("hotsplit-problems")).toContainText("TxnId");
  await problem(page);
  await expect(fix(page)).toHaveCount(0);
  go(true);
  await expect(fix(page)).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("a run that is shown in slices is there before the rest", async ({ page }) => {
  const go = await held(page);
  await inWorker(page, LATE);
  await open(page);
  await picture(page, "Before");
  go(true);
  await problem(page);
  await expect(fix(page)).toBeVisible();
});

test.describe("a screen with many pixels", () => {
  test.use({ viewport: { width: 1920, height: 1200 }, deviceScaleFactor: 2 });

  test("has its map before the rest", async ({ page }) => {
    const go = await held(page);
    await open(page);
    await picture(page, "Before");
    go(true);
  });
});

test("another text waits for the rest, however long", async ({ page }) => {
  const go = await held(page);
  await open(page);
  await write(page, HOT);
  // Nothing of the text before stands beside it.
  await expect(page.getByText("Reading…")).toBeVisible();
  await expect(page.locator("hotsplit-problems")).not.toContainText("TxnId");
  await page.waitForTimeout(IMPATIENT);
  await expect(page.getByRole("alert")).toHaveCount(0);
  go(true);
  await expect(page.locator("hotsplit-problems")).toContainText("EventsByAt");
  await settled(page);
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("a question that turns out to take the rest waits for it", async ({ page }) => {
  const go = await held(page);
  await open(page);
  const asked = page.waitForRequest(REST);
  await page.getByLabel("Rows").selectOption("ranges");
  await asked;
  await page.waitForTimeout(IMPATIENT);
  await expect(page.getByRole("alert")).toHaveCount(0);
  go(true);
  await settled(page);
  await expect(page.getByRole("application", { name: /Before/ })).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("a text that waited for the rest is not blamed for it", async ({ page }) => {
  const go = await held(page);
  await open(page);
  await write(page, HOT);
  // Longer than what is forgiven anyway.
  await page.waitForTimeout(IMPATIENT);
  await page.reload();
  go(true);
  await expect(page.locator("hotsplit-problems")).toContainText("EventsByAt");
  await settled(page);
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test.describe("a rest that does not come", () => {
  test.use({ broken: true });

  /** Told of, and had again. */
  async function backAgain(page: Page): Promise<void> {
    await expect(page.getByRole("alert")).toContainText("could not be loaded");
    await expect(page.getByRole("alert")).toContainText("can be edited, shared and kept");
    await page.unroute(REST);
    await page.getByRole("button", { name: "Start the engine again" }).click();
    await settled(page);
    await expect(page.getByRole("alert")).toHaveCount(0);
  }

  test("leaves the first map", async ({ page }) => {
    const go = await held(page);
    await open(page);
    await picture(page, "Before");
    go(false);
    await expect(page.getByRole("alert")).toContainText("could not be loaded");
    await expect(page.getByRole("region", { name: "Before", exact: true })).toBeVisible();
    await backAgain(page);
    await problem(page);
    await expect(fix(page)).toBeVisible();
  });

  test("in the midst of a question leaves the text", async ({ page }) => {
    const go = await held(page);
    await open(page);
    const asked = page.waitForRequest(REST);
    await page.getByLabel("Rows").selectOption("ranges");
    await asked;
    await write(page, HOT);
    go(false);
    await expect(editor(page)).toContainText("EventsByAt");
    await backAgain(page);
    await expect(editor(page)).toContainText("EventsByAt");
    await expect(page.locator("hotsplit-problems")).toContainText("EventsByAt");
  });
});
