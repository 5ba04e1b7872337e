/** The list of problems: narrowed, searched, walked, answered, accepted, and tied to the text. */
import { expect, type Page } from "@playwright/test";
import { clean } from "./axe.js";
import { editor, findings, open, openKey, settled, test, write } from "./page.js";

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
/** What scrolls, with the list in it. */
const story = (page: Page) => page.locator(".story");
const rows = (page: Page) => list(page).locator(".row");
const questions = (page: Page) => list(page).locator(".ask-box");
const status = (page: Page) => list(page).locator("[role=status]").first();
const search = (page: Page) => page.getByRole("searchbox", { name: "Search problems" });

async function shop(page: Page): Promise<void> {
  await open(page);
  await write(page, SHOP);
  await settled(page);
  await findings(page);
  await expect(questions(page)).toHaveCount(2);
}

test("what there is beside the hot keys stands in one line, which opens the list", async ({
  page,
}) => {
  await open(page);
  await write(page, SHOP);
  await settled(page);
  const line = page.locator("details.findings > summary");
  await expect(line).toHaveText(/2 questions · \d+ lesser findings? · .*1 accepted$/);
  await expect(list(page)).toHaveCount(0);
  await line.focus();
  await page.keyboard.press("Enter");
  await expect(questions(page)).toHaveCount(2);
  // What nobody accepted is not among what is accepted.
  await expect(page.getByRole("region", { name: "Accepted" }).locator(".accepted")).toHaveCount(1);
  await page.keyboard.press("Enter");
  await expect(list(page)).toHaveCount(0);
});

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

  const state = async (name: string) => {
    await list(page)
      .getByRole("button", { name: /^State: / })
      .click();
    await list(page).getByRole("menuitemradio", { name, exact: true }).click();
  };
  await state("Accepted");
  await expect(rows(page)).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Accepted" })).toContainText("two rows a day");
  await state("Questions");
  await expect(questions(page)).toHaveCount(2);
  await expect(page.getByRole("region", { name: "Accepted" })).toHaveCount(0);
  await state("Open");
  await expect(questions(page)).toHaveCount(0);
  await expect(rows(page)).toHaveCount(all - 3);
  await state("All");

  await list(page).getByRole("button", { name: "Object: Any object" }).click();
  await list(page).getByRole("menuitemradio", { name: "Bills", exact: true }).click();
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

test("arrows walk problems and questions, Enter opens a problem", async ({ page }) => {
  await shop(page);
  const count = await rows(page).count();
  await rows(page).first().focus();
  await page.keyboard.press("ArrowDown");
  await expect(rows(page).nth(1)).toBeFocused();
  await page.keyboard.press("End");
  await expect(
    page.getByRole("region", { name: "Accepted" }).getByRole("button").first(),
  ).toBeFocused();
  await page.keyboard.press("Home");
  await expect(rows(page).first()).toBeFocused();
  for (let step = 0; step < count; step++) await page.keyboard.press("ArrowDown");
  await expect(questions(page).first().locator("[data-item]")).toBeFocused();
  // A problem has a page of its own, and the list is as it was on the way back.
  await page.keyboard.press("Home");
  await page.keyboard.press("Enter");
  await expect(page.locator("hotsplit-key").getByText("Evidence:")).toBeVisible();
  await expect(page.locator("hotsplit-key h2")).toBeFocused();
  await page.getByRole("button", { name: "All hot keys" }).click();
  await expect(rows(page)).toHaveCount(count);
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

test("keeping it asks for a reason and writes it; withdrawing takes it out", async ({ page }) => {
  await shop(page);
  const before = await editor(page).textContent();
  const key = await openKey(page, "Orders");
  await key.getByRole("radio", { name: "Keep it: accept the risk…" }).check();
  const reason = key.getByRole("textbox", { name: "Reason" });
  await reason.fill("   ");
  await page.keyboard.press("Enter");
  await expect(key.getByRole("alert")).toContainText("A reason is needed");
  await expect(reason).toBeFocused();
  await expect(reason).toHaveAttribute("aria-invalid", "true");
  await reason.fill("loaded once a night");
  await page.keyboard.press("Enter");
  await expect(editor(page)).toContainText('reason="loaded once a night"');
  await expect(key).toHaveCount(0);
  await settled(page);
  await findings(page);
  const accepted = page.getByRole("region", { name: "Accepted" });
  await expect(accepted).toContainText("loaded once a night");
  await accepted.getByRole("button", { name: /^Withdraw: Orders.OrderId/ }).click();
  await expect(accepted).not.toContainText("loaded once a night");
  expect(await editor(page).textContent()).toBe(before);
});

test("a hot key says why, on what evidence, how far from full, and how to check it", async ({
  page,
}) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await shop(page);
  const key = await openKey(page, "Orders");
  await expect(key).toContainText("Orders.OrderId is the first key column");
  await expect(key).toContainText(
    /Hot from [\d,.]+ rows\/s\.\s+Now\s+[\d,.]+ rows\/s \(assumed\): /,
  );
  await expect(key).toContainText(/of the limit|× the limit/);
  await key.locator("summary", { hasText: "Check your live database" }).click();
  await expect(key).toContainText("MOVING_HOT_SPOT");
  await key.getByRole("button", { name: "Copy query" }).click();
  await expect(key.getByRole("button", { name: "Copied" })).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain("SPANNER_SYS.");
  expect(copied).toBe(await key.locator("pre").first().textContent());
  // Its evidence leads to the line, and the key stays open.
  await key.getByRole("button", { name: 'the comment "ULID", line 2' }).click();
  await expect(editor(page)).toBeFocused();
  expect(await editor(page).evaluate(() => getSelection()?.toString())).toContain("ULID");
  await expect(key).toBeVisible();
});

test.describe("hot keys", () => {
  const keys = (page: Page) => page.locator("hotsplit-hot-keys");
  const names = (page: Page) => keys(page).locator(".name code").allTextContents();
  const rate = (page: Page, of: string) =>
    keys(page).getByRole("textbox", { name: `Rows per second written to ${of}`, exact: true });

  test.beforeEach(async ({ page }) => {
    await open(page);
    await write(page, SHOP);
    await settled(page);
  });

  test("lead the story: the fullest first, with what is hot, what is now and a fix in words", async ({
    page,
  }) => {
    await expect(keys(page).getByRole("heading")).toHaveText(/^Hot keys \(\d+\)$/);
    const row = keys(page).getByRole("listitem").filter({ hasText: "Orders" }).first();
    await expect(row).toContainText(/[\d,]+ \/s/);
    await expect(row).toContainText(/\d+ %|×/);
    await expect(row).toContainText("Add a hash shard to Orders");
    const loads = await keys(page)
      .locator(".share")
      .evaluateAll((all) =>
        all.map(({ textContent = "" }) =>
          textContent?.includes("×")
            ? 100 * Number.parseFloat(textContent)
            : Number.parseFloat(textContent ?? ""),
        ),
      );
    expect(loads).toEqual([...loads].sort((a, b) => b - a));
    // A screen reader hears the load and the cause with the name.
    await expect(
      keys(page).getByRole("button", { name: /^Orders ?, .*limit, .* is first/ }),
    ).toBeVisible();
  });

  test("are walked with the arrows, opened with Enter, and keep the place on the way back", async ({
    page,
  }) => {
    const buttons = keys(page).locator(".name");
    await buttons.first().focus();
    await page.keyboard.press("ArrowDown");
    await expect(buttons.nth(1)).toBeFocused();
    await page.keyboard.press("End");
    await expect(buttons.last()).toBeFocused();
    await page.keyboard.press("Home");
    await expect(buttons.first()).toBeFocused();
    const orders = keys(page).getByRole("button", { name: /^Orders ?,/ });
    await orders.focus();
    await page.keyboard.press("Enter");
    await expect(page.locator("hotsplit-key h2")).toContainText("Orders");
    await expect(page.locator("hotsplit-key h2")).toBeFocused();
    await page.getByRole("button", { name: "All hot keys" }).focus();
    await page.keyboard.press("Enter");
    await expect(orders).toBeFocused();
  });

  test("take a typed rate: Enter writes it, Escape takes it back, and what is none is said", async ({
    page,
  }) => {
    const field = rate(page, "Orders");
    const now = await field.inputValue();
    await field.fill("77");
    await field.press("Escape");
    await expect(field).toHaveValue(now);
    await field.fill("plenty");
    await field.press("Enter");
    await expect(keys(page).getByRole("alert")).toContainText("Expected a rate such as");
    await expect(field).toHaveAttribute("aria-invalid", "true");
    await expect(editor(page)).not.toContainText("writes=");
    await field.fill("9k/s");
    await field.press("Enter");
    await expect(editor(page)).toContainText("writes=9000/s");
    await settled(page);
    await expect(field).toHaveValue("9,000");
    await expect(field).toBeFocused();
    // The order, the bar and the verdict follow.
    expect((await names(page))[0]).toBe("Orders");
    await expect(keys(page).locator(".row").first()).toHaveClass(/hot/);
    await expect(page.locator("hotsplit-verdict h2")).toContainText(/get hot|hot/);
  });

  test("whose origin is a question are not counted: the line below leads to the questions", async ({
    page,
  }) => {
    for (const name of await names(page)) expect(["Bills", "Visits"]).not.toContain(name);
    await findings(page);
    const questions = list(page).getByRole("group", { name: /^Where do the values of/ });
    await expect(questions).toHaveCount(2);
    await questions.first().getByRole("button").first().click();
    await expect(questions).toHaveCount(1);
  });
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
  await expect(page.locator("hotsplit-key h2")).toContainText("OrdersByTime");
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
    await expect(page.locator("details.findings > summary")).toContainText("1,000 questions", {
      timeout: 90_000,
    });
    await findings(page);
    await expect(status(page)).toHaveText(/, 1,000 questions$/, { timeout: 90_000 });
    await expect(entries(page)).not.toHaveCount(0);
  });

  test("are drawn where they are in view, and any of them is found at once", async ({ page }) => {
    await expect.poll(() => sections(page).count()).toBeLessThan(60);
    await expect(entries(page).first()).toHaveAttribute("aria-setsize", String(TABLES));
    await editor(page).focus();
    await page.keyboard.press("Control+End");
    await page.keyboard.press("ArrowUp");
    // The cursor is in the last table, which comes into view with its neighbours.
    await expect(list(page).locator("section.here")).toHaveAccessibleName(`T${TABLES - 1}`);
    await expect(list(page).locator("section.here")).toBeInViewport();
    await expect(sections(page).filter({ hasText: `T${TABLES - 3}.` })).toBeVisible();
    await story(page).evaluate((host) => host.scrollTo(0, host.scrollHeight / 2));
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
    await story(page).evaluate((host) => host.scrollTo(0, 0));
    await expect.poll(async () => (await places(page)).includes(3)).toBe(true);
    expect(await focused()).toBe(TABLES - 1);
    await page.keyboard.press("Home");
    await expect.poll(focused).toBe(1);
    await clean(page, "a thousand tables", { parts: ["hotsplit-problems"] });
  });
});

test("findings that are hot by design at a low load say from which rate they get hot", async ({
  page,
}) => {
  await open(page);
  await write(page, `-- hotsplit: table Orders writes=5/s\n${SHOP}`);
  await settled(page);
  await expect(page.locator("details.findings > summary")).toContainText(
    /\d+ hot by design at low load/,
  );
  await findings(page);
  const low = page.getByRole("region", { name: "Hot by design, low load at the stated rate" });
  await expect(low.locator(".because").first()).toContainText(
    /5 writes\/s are [\d.]+ % of what a split can take; it is full at about [\d,]+ writes\/s\./,
  );
  await expect(page.getByRole("region", { name: "Accepted" })).not.toContainText("Orders");
});
