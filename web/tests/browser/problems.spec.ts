/** The list of problems: narrowed, searched, walked, answered, accepted, and tied to the text. */
import { expect, type Page } from "@playwright/test";
import { clean } from "./axe.js";
import { editor, open, settled, test, write } from "./page.js";

/** Problems of several severities, questions, and one that is accepted, over several objects. */
const SHOP = `CREATE TABLE Orders (
  OrderId STRING(26) NOT NULL, -- ULID
  PlacedAt TIMESTAMP NOT NULL OPTIONS (allow_commit_timestamp = true),
) PRIMARY KEY (OrderId);

CREATE INDEX OrdersByTime ON Orders(PlacedAt);

-- hotsplit: table Audits accept(key-commit-timestamp-first) reason="two rows a day"
CREATE TABLE Audits (
  At TIMESTAMP NOT NULL OPTIONS (allow_commit_timestamp = true),
  AuditId STRING(36) NOT NULL, -- UUID v4
) PRIMARY KEY (At, AuditId);

CREATE TABLE Bills (
  BillId INT64 NOT NULL,
) PRIMARY KEY (BillId);

CREATE TABLE Visits (
  VisitId INT64 NOT NULL,
) PRIMARY KEY (VisitId);
`;

const list = (page: Page) => page.locator("hotsplit-problems");
const rows = (page: Page) => list(page).locator(".row");
const questions = (page: Page) => list(page).locator(".ask-box");
const status = (page: Page) => list(page).locator("[role=status]").first();
const search = (page: Page) => page.getByRole("searchbox", { name: "Search problems" });

async function shop(page: Page): Promise<void> {
  await open(page);
  await write(page, SHOP);
  await expect(questions(page)).toHaveCount(2);
  await settled(page);
}

test("problems stand under their objects, the worst first, and are counted aloud", async ({
  page,
}) => {
  await shop(page);
  const severities = await rows(page).locator(".pill").allTextContents();
  const order = ["error", "hotspot", "warning", "note", "hint"];
  const first = await list(page)
    .locator("section:has(.row)")
    .evaluateAll((all) => all.map((one) => one.querySelector(".pill")?.textContent ?? ""));
  expect(first).toEqual([...first].sort((a, b) => order.indexOf(a) - order.indexOf(b)));
  await expect(status(page)).toHaveText(`${severities.length} problems, 2 questions`);
  await expect(page.getByRole("region", { name: "OrdersByTime" }).locator(".row")).not.toHaveCount(
    0,
  );
});

test("the list is narrowed by severity, state and object, and all is shown again", async ({
  page,
}) => {
  await shop(page);
  const all = (await rows(page).count()) + 3;
  await page.getByRole("button", { name: "2 questions" }).click();
  await expect(rows(page)).toHaveCount(0);
  await expect(questions(page)).toHaveCount(2);
  await expect(status(page)).toHaveText(`2 of ${all} shown`);
  await page.getByRole("button", { name: "Show all" }).click();
  await expect(rows(page)).toHaveCount(all - 3);

  const state = page.getByRole("combobox", { name: "State" });
  await state.selectOption("Accepted");
  await expect(rows(page)).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Accepted" })).toContainText("two rows a day");
  await state.selectOption("Questions");
  await expect(questions(page)).toHaveCount(2);
  await expect(page.getByRole("region", { name: "Accepted" })).toHaveCount(0);
  await state.selectOption("Open");
  await expect(questions(page)).toHaveCount(0);
  await expect(rows(page)).toHaveCount(all - 3);
  await state.selectOption("All");

  await page.getByRole("combobox", { name: "Object" }).selectOption("Bills");
  await expect(list(page).locator("section")).toHaveCount(1);
  await expect(questions(page)).toHaveCount(1);
  await search(page).fill("nothing like it");
  await expect(list(page).getByText(/^None of \d+ problems matches\.$/)).toBeVisible();
});

test("/ goes to the search, words narrow, the arrow goes to what is left, Escape clears", async ({
  page,
}) => {
  await shop(page);
  await page.getByRole("heading", { name: "Problems" }).click();
  await page.keyboard.press("/");
  await expect(search(page)).toBeFocused();
  const all = await rows(page).count();
  await page.keyboard.type("ulid orders");
  await expect(rows(page)).toHaveCount(1);
  await expect(status(page)).toHaveText(/^1 of \d+ shown$/);
  await page.keyboard.press("ArrowDown");
  await expect(rows(page).first()).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await expect(search(page)).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(rows(page)).toHaveCount(all);
  // In the text a slash is a slash.
  await editor(page).focus();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("/");
  await expect(editor(page).locator(".cm-line").last()).toHaveText("/");
});

test("arrows walk problems and questions, Enter opens and closes", async ({ page }) => {
  await shop(page);
  const count = await rows(page).count();
  await rows(page).first().focus();
  await page.keyboard.press("ArrowDown");
  await expect(rows(page).nth(1)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(rows(page).nth(1)).toHaveAttribute("aria-expanded", "true");
  await expect(list(page).getByText("Evidence", { exact: true })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(rows(page).nth(1)).toHaveAttribute("aria-expanded", "false");
  await page.keyboard.press("End");
  await expect(
    page.getByRole("region", { name: "Accepted" }).getByRole("button").first(),
  ).toBeFocused();
  await page.keyboard.press("Home");
  await expect(rows(page).first()).toBeFocused();
  for (let step = 0; step < count; step++) await page.keyboard.press("ArrowDown");
  await expect(questions(page).first().locator("[data-item]")).toBeFocused();
});

test("a question is answered with one tap of the keyboard, and the next one has the focus", async ({
  page,
}) => {
  await shop(page);
  await questions(page)
    .first()
    .getByRole("button", { name: /^Random/ })
    .focus();
  await page.keyboard.press("Enter");
  await expect(editor(page)).toContainText("random");
  await expect(questions(page)).toHaveCount(1);
  await expect(questions(page).first().locator("[data-item]")).toBeFocused();
});

test("accepting asks for a reason and writes it; withdrawing takes it out", async ({ page }) => {
  await shop(page);
  const before = await editor(page).textContent();
  await page.getByRole("button", { name: /Orders.OrderId.*leads/ }).click();
  await page.getByRole("button", { name: "Accept this problem" }).click();
  const reason = page.getByRole("textbox", { name: "Reason" });
  await expect(reason).toBeFocused();
  await reason.fill("   ");
  await page.keyboard.press("Enter");
  await expect(list(page).getByRole("alert")).toContainText("A reason is needed");
  await expect(reason).toBeFocused();
  await expect(reason).toHaveAttribute("aria-invalid", "true");
  await reason.fill("loaded once a night");
  await page.keyboard.press("Enter");
  const accepted = page.getByRole("region", { name: "Accepted" });
  await expect(accepted).toContainText("loaded once a night");
  await expect(editor(page)).toContainText('reason="loaded once a night"');
  await accepted.getByRole("button", { name: /^Withdraw: Orders.OrderId/ }).click();
  await expect(accepted).not.toContainText("loaded once a night");
  expect(await editor(page).textContent()).toBe(before);
});

test("an open problem says why, with evidence, the number and a query to copy", async ({
  page,
}) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await shop(page);
  await page.getByRole("button", { name: /Orders.OrderId.*leads/ }).click();
  const region = page.getByRole("region", { name: /^Orders.OrderId leads/ });
  await expect(region).toContainText(
    /holds the schema at about [\d,]+ writes\/s, whatever the nodes/,
  );
  await expect(region).toContainText(/assumed share: \d+ %/);
  await expect(region.getByRole("button", { name: 'the comment "ULID", line 2' })).toBeVisible();
  await expect(region).toContainText("MOVING_HOT_SPOT");
  await region.getByRole("button", { name: "Copy query" }).click();
  await expect(region.getByRole("button", { name: "Copied" })).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain("SPANNER_SYS.");
  expect(copied).toBe(await region.locator("pre").first().textContent());
  // With a stated rate, its load over the limit.
  await page.getByRole("spinbutton", { name: "Writes/s" }).fill("100000");
  await page.getByRole("spinbutton", { name: "Writes/s" }).press("Enter");
  await expect(region).toContainText(/load: [\d.,]+× the limit/);
});

test("the list follows the cursor, and the cursor what is opened", async ({ page }) => {
  await shop(page);
  const here = list(page).locator('section[aria-current="location"]');
  await editor(page).getByText("VisitId INT64").click();
  await expect(here).toHaveAccessibleName("Visits");
  await expect(here).toBeInViewport();
  await editor(page).getByText("OrderId STRING").click();
  await expect(here).toHaveAccessibleName("Orders");
  await page.getByRole("region", { name: "OrdersByTime" }).locator(".row").first().click();
  await expect(here).toHaveAccessibleName("OrdersByTime");
  const chosen = await page
    .locator("hotsplit-editor .cm-activeLine")
    .evaluateAll((lines) => lines.map((line) => line.textContent));
  expect(chosen.join()).toContain("CREATE INDEX OrdersByTime");
  // Who clicks in the list stays in the list.
  await expect(editor(page)).not.toBeFocused();
});

test.describe("a thousand tables", () => {
  const TABLES = 1_000;
  const sections = (page: Page) => list(page).locator("section:has(.ask-box)");
  const entries = (page: Page) => list(page).locator(".objects > li[aria-posinset]");
  const places = (page: Page) =>
    entries(page).evaluateAll((all) => all.map((one) => Number(one.ariaPosInSet)));

  test.beforeEach(async ({ page }) => {
    test.setTimeout(180_000);
    await open(page);
    const many = Array.from(
      { length: TABLES },
      (_, at) => `CREATE TABLE T${at} (Id${at} INT64 NOT NULL) PRIMARY KEY (Id${at});\n`,
    ).join("");
    await write(page, many);
    await expect(status(page)).toHaveText(/, 1,000 questions$/, { timeout: 90_000 });
    await expect(entries(page)).not.toHaveCount(0);
  });

  test("are drawn where they are in view, and any of them is found at once", async ({ page }) => {
    await expect.poll(() => sections(page).count()).toBeLessThan(60);
    await expect(entries(page).first()).toHaveAttribute("aria-setsize", String(TABLES));
    await page.keyboard.press("Control+End");
    await page.keyboard.press("ArrowUp");
    // The cursor is in the last table, which comes into view with its neighbours.
    await expect(list(page).locator("section.here")).toHaveAccessibleName(`T${TABLES - 1}`);
    await expect(list(page).locator("section.here")).toBeInViewport();
    await expect(sections(page).filter({ hasText: `T${TABLES - 3}.` })).toBeVisible();
    await list(page).evaluate((host) => host.scrollTo(0, host.scrollHeight / 2));
    await expect
      .poll(async () => (await places(page)).some((at) => Math.abs(at - TABLES / 2) < 50))
      .toBe(true);
    await expect.poll(() => sections(page).count()).toBeLessThan(60);
    await search(page).fill("T777");
    await expect(sections(page)).toHaveCount(1);
    await expect(sections(page).first()).toHaveAccessibleName("T777");
  });

  test("are walked over by keys as if all were there", async ({ page }) => {
    const focused = () =>
      list(page).evaluate((host) =>
        Number(host.shadowRoot?.activeElement?.closest(".objects > li")?.ariaPosInSet),
      );
    await search(page).focus();
    await page.keyboard.press("ArrowDown");
    await expect.poll(focused).toBe(1);
    // Faster than frames come.
    for (let step = 0; step < 70; step++) await page.keyboard.press("ArrowDown");
    await expect.poll(focused).toBe(71);
    await page.keyboard.press("End");
    await expect.poll(focused).toBe(TABLES);
    await page.keyboard.press("ArrowUp");
    await expect.poll(focused).toBe(TABLES - 1);
    // Whoever scrolls away keeps the place that has the focus.
    await list(page).evaluate((host) => host.scrollTo(0, 0));
    await expect.poll(async () => (await places(page)).includes(3)).toBe(true);
    expect(await focused()).toBe(TABLES - 1);
    await page.keyboard.press("Home");
    await expect.poll(focused).toBe(1);
    await clean(page, "a thousand tables", "hotsplit-problems");
  });
});

test("where only an answer can tell, it is asked in place of the second map too", async ({
  page,
}) => {
  await open(page);
  const after = page.getByRole("region", { name: "After" });
  const headline = page.locator("hotsplit-results .headline p");
  const answers = (name: string) =>
    after.getByRole("group", { name: `Where do the values of ${name} come from?` });
  const table = (name: string) =>
    `CREATE TABLE ${name}s (\n  ${name}Id INT64 NOT NULL,\n) PRIMARY KEY (${name}Id);\n`;
  await write(page, table("Bill") + table("Visit"));
  await expect(answers("Bills.BillId").getByRole("button")).toHaveCount(3);
  await settled(page);
  await expect(headline).toContainText("Assumes that Bills.BillId increases with time");

  // By keyboard: one answer after the other, and what comes in place of the buttons is at hand.
  await answers("Bills.BillId")
    .getByRole("button", { name: /^Random/ })
    .focus();
  await page.keyboard.press("Enter");
  await expect(answers("Visits.VisitId")).toBeVisible();
  await expect(editor(page)).toContainText("-- hotsplit: random");
  await expect(after).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(answers("Visits.VisitId").getByRole("button").first()).toBeFocused();
  await page.keyboard.press("Enter");
  const fix = after.getByRole("button", { name: /^Try / });
  await expect(fix).toBeVisible();
  await expect(after).toBeFocused();
  await settled(page);
  // Now it is known.
  await expect(headline).toContainText("First to fill up: Visits");
  await expect(headline).not.toContainText("Assumes that");
  await page.keyboard.press("Tab");
  await expect(fix).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(after.locator("hotsplit-heatmap")).toBeVisible();
  await expect(after).toBeFocused();
});

test.describe("a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("a finger narrows, opens and answers", async ({ page }) => {
    await page.goto("./");
    await expect(editor(page)).toContainText("Transactions");
    await write(page, SHOP);
    await page.getByRole("button", { name: "Problems", exact: true }).tap();
    await expect(questions(page)).toHaveCount(2);
    await page.getByRole("button", { name: "2 questions" }).tap();
    await expect(rows(page)).toHaveCount(0);
    await questions(page)
      .first()
      .getByRole("button", { name: /^Random/ })
      .tap();
    await expect(questions(page)).toHaveCount(1);
    await page.getByRole("button", { name: "Show all" }).tap();
    await page.getByRole("button", { name: /Orders.OrderId.*leads/ }).tap();
    await expect(list(page).getByText("Evidence", { exact: true })).toBeVisible();
    // Everything that is tapped is as large as a finger, but links within a sentence.
    const small = await list(page).evaluate((host) => {
      const all = [...(host.shadowRoot?.querySelectorAll("button, select, input") ?? [])];
      return all
        .map((one) => ({ box: one.getBoundingClientRect(), name: one.textContent?.trim() }))
        .filter(({ box }) => box.width > 0 && (box.height < 43.5 || box.width < 43.5))
        .map(({ box, name }) => `${name}: ${box.width} × ${box.height}`);
    });
    expect(small).toEqual([]);
    await page.getByRole("button", { name: "Editor", exact: true }).tap();
    await page.getByRole("button", { name: "Next problem" }).tap();
    await expect(page.locator("#yours .foot")).toContainText(/leads|starts with|come from/);
    const bars = await page.locator("hotsplit-editor").evaluate((host) => {
      const all = [...(host.shadowRoot?.querySelectorAll(".bar button, .foot button") ?? [])];
      return all.map((one) => one.getBoundingClientRect()).filter((box) => box.width > 0);
    });
    for (const box of bars) expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(43.5);
  });

  test("a finger answers in place of the second map, and tries a fix there", async ({ page }) => {
    await page.goto("./");
    await expect(editor(page)).toContainText("Transactions");
    await write(page, "CREATE TABLE Bills (\n  BillId INT64 NOT NULL,\n) PRIMARY KEY (BillId);");
    await page.getByRole("button", { name: "Results", exact: true }).tap();
    const buttons = page.getByRole("region", { name: "After" }).getByRole("button");
    for (const [label, count] of [
      ["A counter", 3],
      ["Try ", 1],
    ] as const) {
      await expect(buttons.first()).toContainText(label);
      await expect(buttons).toHaveCount(count);
      for (const one of await buttons.all()) {
        expect((await one.boundingBox())?.height).toBeGreaterThan(43.5);
      }
      await buttons.first().tap();
    }
    await expect(page.getByRole("list", { name: "Fixes in use" })).toContainText("Bills");
  });
});
