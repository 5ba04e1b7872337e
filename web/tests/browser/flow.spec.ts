/** The story the page is for: a ledger gets hot, one fix cures it, the link shows it to others. */
import { expect, type Page } from "@playwright/test";
import {
  brightest,
  brightness,
  copiedLink,
  editor,
  example,
  figure,
  open,
  openKey,
  picture,
  settled,
  test,
  watch,
  write,
} from "./page.js";
import { resize } from "./pulse.js";

/** The sentence that says what the schema comes to. */
const verdict = (page: Page) => page.locator("hotsplit-verdict").getByRole("heading");

test("a ULID ledger is found hot, cured, and shared", async ({ page, browser, baseURL }) => {
  await open(page);
  await example(page, "ULID ledger");
  await settled(page);

  // The sentence says it, and the squiggle stands under the key part.
  await expect(verdict(page)).toHaveText("1 table will get hot.");
  await expect(page.locator("hotsplit-verdict")).toContainText("on any number of nodes");
  await expect(page.locator(".cm-lintRange.hs-high").first()).toHaveText(/TxnId/);

  // Before: one server's worth of 12,000. After: what is recommended, though nobody has chosen it.
  await expect(figure(page, "before", "served")).toHaveText(/^(2\.\d–)?3\.[3-7]k writes\/s$/);
  await expect(figure(page, "after", "served")).toHaveText("12k writes/s");
  const outcome = page.locator("hotsplit-outcome");
  await expect(outcome.getByText("preview", { exact: true })).toBeVisible();
  await expect(outcome.locator('[data-change="served"]')).toHaveText(/^\s*3\.\d× as many\s*$/);
  await expect(outcome).toContainText("What it costs: reading");

  // Its page says why, and has the fix among its options.
  const key = await openKey(page, "Transactions");
  await expect(key).toContainText("MOVING_HOT_SPOT");
  const hash = key.getByRole("radio", { name: /hash shard/ });
  await expect(hash).toBeChecked();
  await key.getByRole("radio", { name: /random UUID/ }).check();
  await settled(page);
  await hash.check();
  await settled(page);
  await expect(outcome.getByText("preview", { exact: true })).toHaveCount(0);
  await expect(figure(page, "after", "served")).toHaveText("12k writes/s");
  await page.getByRole("button", { name: "Overview" }).click();

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
  await expect(figure(there, "before", "served")).toHaveText(/3\.[3-7]k writes\/s$/);
  await expect(figure(there, "after", "served")).toHaveText("12k writes/s");
  await expect(verdict(there)).toHaveText("1 table will get hot.");
  expect(await picture(there, "Before")).toEqual(before);
  expect(await picture(there, "After")).toEqual(after);
  expect(seen).toEqual([]);
  await other.close();
});

test("one press uses what is recommended; both maps stay, and it can be taken back", async ({
  page,
}) => {
  await open(page);
  await page.getByRole("button", { name: "Use this fix" }).click();
  await expect(page.getByText("Applied 1 fix.")).toBeVisible();
  await expect(editor(page)).toContainText("FARM_FINGERPRINT");
  await settled(page);
  await expect(verdict(page)).toHaveText("No hot key in 1 table.");
  const name = (which: string) =>
    page.getByRole("region", { name: `Numbers ${which}` }).getByRole("heading");
  await expect(name("before")).toHaveText("Before");
  await expect(name("after")).toHaveText("Now, with 1 fix");
  await expect(figure(page, "before", "served")).toHaveText(/3\.[3-7]k writes\/s$/);
  await expect(figure(page, "after", "served")).toHaveText("12k writes/s");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(editor(page)).not.toContainText("FARM_FINGERPRINT");
  await settled(page);
  await expect(name("before")).toHaveText("Now");
});

test("the whole story fits a laptop's screen, and a phone's width", async ({ page }) => {
  await open(page);
  for (const place of [
    editor(page),
    verdict(page),
    page.getByRole("application", { name: /Before/ }),
    page.getByRole("application", { name: /After/ }),
    page.getByRole("button", { name: "Use this fix" }),
    figure(page, "after", "hottest"),
  ]) {
    await expect(place).toBeInViewport({ ratio: 1 });
  }
  for (const width of [1440, 899, 390, 320]) {
    await resize(page, width, 844);
    const over = await page.evaluate(
      () => document.documentElement.scrollWidth - window.innerWidth,
    );
    expect(over, `at ${width}`).toBe(0);
    // Three numbers a side, in one row.
    const tops = await page
      .locator("hotsplit-outcome .before [data-figure]")
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
    expect(tops).toHaveLength(3);
    expect(new Set(tops).size, `rows at ${width}`).toBe(1);
  }
});

test("nothing moves while a run is under way, when ranges come, or with the second run", async ({
  page,
}) => {
  await page.addInitScript(() => {
    const moved: number[] = [];
    Object.assign(window, { moved });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput } = entry as PerformanceEntry & {
          value: number;
          hadRecentInput: boolean;
        };
        if (!hadRecentInput) moved.push(value);
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
  await open(page);
  await expect(figure(page, "before", "served")).toHaveText(/–/);
  await page.evaluate(() => Reflect.get(window, "moved").splice(0));
  const boxes = () =>
    page.locator("hotsplit-outcome :is([data-figure], hotsplit-maps)").evaluateAll((all) =>
      all.map((one) => {
        const { left, top, height } = one.getBoundingClientRect();
        return [left, top, height].map(Math.round);
      }),
    );
  const were = await boxes();
  // Another load: as many numbers, none of them a range at first.
  await page.evaluate(() => {
    const knob = { do: "knob", knob: "writesPerSecond", value: 9_000 };
    document
      .querySelector("hotsplit-outcome")
      ?.dispatchEvent(new CustomEvent("hotsplit-action", { detail: knob, bubbles: true }));
  });
  await expect(figure(page, "after", "served")).toHaveText(/^9k/);
  expect(await boxes()).toEqual(were);
  await expect(figure(page, "before", "served")).toHaveText(/–/);
  expect(await boxes()).toEqual(were);
  // A unit goes along with its number, within its column.
  const moved = await page.evaluate((): number[] => Reflect.get(window, "moved"));
  expect(moved.reduce((sum, one) => sum + one, 0)).toBeLessThan(0.001);
});

test("where there is no second run it says why, and asks what it depends on once", async ({
  page,
}) => {
  await open(page);
  const none = page.getByRole("region", { name: "No second run" });
  await write(page, "CREATE TABLE T (Id STRING(36) NOT NULL) PRIMARY KEY (Id); -- UUID v4");
  await settled(page);
  await expect(verdict(page)).toHaveText("No hot key in 1 table.");
  await expect(none).toContainText("Every key spreads its load. No change is needed.");
  await expect(page.getByRole("region", { name: "Numbers after" })).toHaveCount(0);

  await write(page, "CREATE TABLE T (Id INT64 NOT NULL, A STRING(MAX)) PRIMARY KEY (Id);");
  await settled(page);
  await expect(verdict(page)).toHaveText("It depends on how T.Id is generated.");
  const answer = page.getByRole("button", { name: "Random, hashed or bit-reversed" });
  await expect(answer).toHaveCount(1);
  await expect(none).toContainText("The answer decides");
  await answer.click();
  await settled(page);
  await expect(verdict(page)).toHaveText("No hot key in 1 table.");
  await expect(editor(page)).toContainText("hotsplit:");
});

test("what could not be read gets no verdict, and what is another database's says so", async ({
  page,
}) => {
  await open(page);
  await write(page, "CREATE TABEL T (Id INT64) PRIMARY KEY (Id);");
  await expect(verdict(page)).toHaveText("No table could be read.");
  await expect(page.locator("hotsplit-outcome [data-figure]")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Go to line 1" })).toBeVisible();

  await write(page, "CREATE TABLE [dbo].[Orders]([Id] [int] IDENTITY(1,1) NOT NULL)\nGO\n");
  await expect(verdict(page)).toHaveText("This looks like SQL Server.");
  await expect(page.locator("hotsplit-outcome [data-figure]")).toHaveCount(0);

  // Of two statements one is read: its verdict stands, with a way to the other.
  await write(
    page,
    "CREATE TABLE T (Id STRING(36) NOT NULL) PRIMARY KEY (Id); -- UUID v4\nCREATE TABEL X;",
  );
  await settled(page);
  await expect(verdict(page)).toHaveText("No hot key in 1 table.");
  await expect(page.locator("hotsplit-verdict")).toContainText("Syntax errors: line 2");

  await write(page, " ");
  await expect(verdict(page)).toHaveText("Paste a schema.");
  await expect(page.locator("hotsplit-outcome [data-figure]")).toHaveCount(0);
});

test("once a finding is accepted its table's real rate can be set", async ({ page }) => {
  await open(page);
  const key = await openKey(page, "Transactions");
  await key.getByRole("radio", { name: /^Keep it/ }).check();
  await key.getByRole("textbox", { name: "Reason for accepting" }).fill("20 rows a day");
  await key.getByRole("button", { name: "Accept", exact: true }).click();
  await expect(editor(page)).toContainText("20 rows a day");
  const offer = page.locator("hotsplit-verdict form");
  await expect(offer).toContainText("Transactions is still simulated at 12,000 rows/s");
  const rate = offer.getByRole("textbox", { name: "Real inserts/s of Transactions" });
  await expect(rate).toHaveValue("0.00023");
  await rate.fill("2");
  await offer.getByRole("button", { name: "Set it" }).click();
  await expect(editor(page)).toContainText("writes=2/s");
  await expect(offer).toHaveCount(0);
  await settled(page);
  await expect(figure(page, "before", "served")).toHaveText(/^2 writes\/s$/);
});

test("what reads get is among all numbers", async ({ page }) => {
  await open(page);
  await write(
    page,
    `CREATE TABLE Users (
  UserId STRING(36) NOT NULL, -- UUID v4
) PRIMARY KEY (UserId); -- hotsplit: reads(point)=9k/s`,
  );
  await settled(page);
  await page.getByText("All numbers, more nodes").click();
  const row = (id: string) => page.locator(`hotsplit-number-table #all-${id}`);
  await expect(row("readsServedPerSecond").getByRole("cell").first()).toHaveText("9k/s");
  await expect(row("readP99Ms")).toContainText(" ms");
  await expect(row("readP50Ms")).toContainText(" ms");
});

test("all numbers of both runs stand beside each other on a phone", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page);
  await settled(page);
  await page.getByText("All numbers, more nodes").click();
  const table = page.locator("hotsplit-number-table").getByRole("table");
  // The widest are ranges.
  await expect(table).toContainText(" to ");
  await expect(table.getByRole("columnheader", { name: "After" })).toBeVisible();
  const right = await table.evaluate((it) => it.getBoundingClientRect().right);
  expect(right).toBeLessThanOrEqual(390);
});

test("what is pasted on a phone can be undone, also where it cannot be read", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page);
  // The pane is folded.
  const text = () => page.locator("hotsplit-editor").evaluate((one) => Reflect.get(one, "text"));
  const before = await text();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.evaluate(() => navigator.clipboard.writeText("a note,\r\nand no schema"));
  const paste = page.getByRole("button", { name: "Paste my schema" });
  await paste.click();
  const toast = page.getByRole("status").filter({ hasText: "Your schema was replaced." });
  await expect(toast).toBeVisible();
  await expect.poll(text).toBe("a note,\nand no schema");
  await expect(paste).toBeVisible();
  await toast.getByRole("button", { name: "Undo" }).click();
  await expect.poll(text).toBe(before);
  await expect(toast).toHaveCount(0);
  await settled(page);
});

test("a run has one name above its numbers and above its map", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page);
  const numbers = page.getByRole("region", { name: "Numbers before" }).getByRole("heading");
  const map = page.getByRole("region", { name: "Before", exact: true }).getByRole("heading");
  await expect(numbers).toHaveText("Now");
  await expect(map).toHaveText("Now");
});
