/** The story the page is for: a ledger gets hot, one fix cures it, the link shows it to others. */
import { expect } from "@playwright/test";
import {
  brightest,
  brightness,
  copiedLink,
  editor,
  example,
  open,
  picture,
  settled,
  test,
  watch,
  write,
} from "./page.js";
import { resize } from "./pulse.js";

test("a ULID ledger is found hot, cured, and shared", async ({ page, browser, baseURL }) => {
  await open(page);
  // It is the first example too, so only the tab that it goes back to tells that it was put there.
  await page.getByRole("tab", { name: "Plan" }).click();
  await example(page, "ULID ledger");
  const schema = page.getByRole("tab", { name: "Your schema" });
  await expect(schema).toHaveAttribute("aria-selected", "true");
  await settled(page);

  // The squiggle stands under the key part.
  await expect(page.locator(".cm-lintRange.hs-high").first()).toHaveText(/TxnId/);

  // Before: one server's worth of 12,000.
  const served = page.locator("hotsplit-numbers #served dd");
  await expect(served).toHaveText(/^\s*(2\.\d to )?3\.[3-7]k\/s\s*$/);

  // The problem opens to its reason and its cards.
  await page
    .getByRole("button", { name: /Transactions.*line/ })
    .first()
    .click();
  const region = page.getByRole("region", { name: /Transactions/ }).first();
  await expect(region).toContainText("MOVING_HOT_SPOT");
  const card = page.getByRole("article", { name: "Fix T5" });
  await card.getByRole("button", { name: "Use this fix" }).click();
  await expect(served).toHaveText(/12k\/s\s*was (2\.\d to )?3\.[3-7]k\/s/);
  await expect(page.getByRole("list", { name: "Fixes in use" })).toContainText("T5");

  // Before: the load falls from the top left as time goes by.
  const before = await picture(page, "Before");
  const at = (share: number) => brightest(before, Math.floor(before.width * share));
  const rows = [0.15, 0.35, 0.55, 0.75, 0.95].map(at);
  expect(rows).toEqual([...rows].sort((a, b) => a - b));
  expect(Math.max(...rows) - Math.min(...rows)).toBeGreaterThan(before.height / 3);

  // After: no row of pixels stays dark to the end, and nothing is near saturation.
  const after = await picture(page, "After");
  const x = Math.floor(after.width * 0.9);
  const column = Array.from({ length: after.height }, (_, y) => brightness(after, x, y));
  expect(Math.max(...column)).toBeLessThan(brightness(before, x, brightest(before, x)));
  const lit = column.map((value) => value > Math.max(...column) / 3);
  for (let part = 0; part < 8; part++) {
    const size = Math.floor(lit.length / 8);
    expect(lit.slice(part * size, (part + 1) * size), `eighth ${part}`).toContain(true);
  }

  // The link shows the same picture to another.
  const link = await copiedLink(page);
  expect(link).toMatch(/#v1\.[\w-]+$/);
  const other = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const there = await other.newPage();
  const seen: string[] = [];
  watch(there, baseURL ?? "", seen);
  await there.goto(link);
  await settled(there);
  await expect(there.locator("hotsplit-numbers #served dd")).toHaveText(
    /12k\/s\s*was (2\.\d to )?3\./,
  );
  expect(await picture(there, "Before")).toEqual(before);
  expect(await picture(there, "After")).toEqual(after);
  expect(seen).toEqual([]);
  await other.close();
});

test("the whole story fits a laptop's screen, and a phone's width", async ({ page }) => {
  await open(page);
  await expect(page.getByRole("application", { name: /Before/ })).toBeInViewport({ ratio: 1 });
  for (const place of [editor(page), page.getByRole("heading", { name: "Problems" })]) {
    await expect(place).toBeInViewport();
  }
  for (const width of [1440, 899, 390, 320]) {
    await resize(page, width, 844);
    const over = await page.evaluate(() => ({
      width: document.documentElement.scrollWidth - window.innerWidth,
      height: document.documentElement.scrollHeight - window.innerHeight,
    }));
    expect(over, `at ${width}`).toEqual({ width: 0, height: 0 });
  }
});

test("what reads get is among the numbers where much is read", async ({ page }) => {
  await open(page);
  await expect(page.locator("hotsplit-numbers #served")).toBeVisible();
  await expect(page.locator("hotsplit-numbers #reads")).toHaveCount(0);
  await write(
    page,
    `CREATE TABLE Users (
  UserId STRING(36) NOT NULL, -- UUID v4
) PRIMARY KEY (UserId); -- hotsplit: reads(point)=9k/s`,
  );
  await expect(page.locator("hotsplit-numbers #reads dd")).toHaveText("9k/s");
  await expect(page.locator("hotsplit-numbers #read-p99 dd")).toHaveText(/ ms/);
  await page.getByText("All numbers").click();
  await expect(page.locator("hotsplit-numbers #all-read-p50 dd")).toHaveText(/ ms/);
});
