/** Names that do harm elsewhere are shown as they are, and every state of this part is sound. */
import { expect, type Page } from "@playwright/test";
import { clean } from "./axe.js";
import { editor, open, settled, test, write } from "./page.js";
import { resize } from "./pulse.js";

const list = (page: Page) => page.locator("hotsplit-problems");

/** A table of this name that gets hot. */
const hot = (name: string) =>
  `CREATE TABLE \`${name}\` (\n  Id STRING(26) NOT NULL, -- ULID\n) PRIMARY KEY (Id);\n`;

test("markup in names is text", async ({ page }) => {
  await open(page);
  const name = `<img src=x onerror="alert(1)"><b>Bold</b>`;
  await write(page, hot(name));
  await settled(page);
  const row = list(page).locator(".row").first();
  await expect(row).toContainText(name);
  await row.click();
  await expect(page.getByRole("article").first()).toBeVisible();
  await editor(page).focus();
  await page.keyboard.press("F8");
  await page.keyboard.press("Control+.");
  await expect(page.getByRole("menu")).toContainText(name);
  await page.keyboard.press("Escape");
  const made = await page.evaluate(() => {
    const all: Element[] = [];
    const walk = (root: ParentNode) => {
      for (const one of root.querySelectorAll("*")) {
        all.push(one);
        if (one.shadowRoot) walk(one.shadowRoot);
      }
    };
    walk(document);
    return all.filter((one) => one.textContent === "Bold" || one.hasAttribute("onerror")).length;
  });
  expect(made).toBe(0);
});

test("marks that turn the writing are written out and turn nothing around them", async ({
  page,
}) => {
  await open(page);
  await write(page, hot("abc\u202edrop\u2066x"));
  await settled(page);
  await expect(list(page).locator(".row").first()).toContainText("abc⟨U+202E⟩drop⟨U+2066⟩x");
  await expect(list(page).locator("h3 code").first()).toHaveText("abc⟨U+202E⟩drop⟨U+2066⟩x");
  await expect(editor(page).locator(".cm-specialChar").first()).toBeVisible();
  const isolated = await list(page)
    .locator(".row code")
    .first()
    .evaluate((code) => getComputedStyle(code).unicodeBidi);
  expect(isolated).toBe("isolate");
});

test("emoji and letters from right to left are names as any", async ({ page }) => {
  await open(page);
  await write(page, `${hot("👩‍👩‍👧")}\n${hot("👨‍👦")}\n${hot("הזמנות")}`);
  await settled(page);
  const rows = list(page).locator(".row");
  await expect(rows).toHaveCount(3);
  for (const name of ["👩‍👩‍👧", "👨‍👦", "הזמנות"]) {
    await expect(list(page).getByRole("region", { name, exact: true })).toBeVisible();
  }
  // Each row has a region of its own.
  const controls = await rows.evaluateAll((all) =>
    all.map((one) => one.getAttribute("aria-controls")),
  );
  expect(new Set(controls).size).toBe(3);
  await rows.first().click();
  await clean(page, "emoji", "hotsplit-problems", "hotsplit-editor");
});

for (const width of [1440, 390, 320]) {
  test(`a name of 5,000 letters is cut where it would push, and whole where it is opened: ${width}`, async ({
    page,
  }) => {
    await resize(page, width, 844);
    await page.goto("./");
    await expect(editor(page)).toContainText("Transactions");
    const name = "Long".repeat(1_250);
    await write(page, hot(name));
    const part = (name: string) => page.getByRole("button", { name, exact: true });
    if (width < 900) await part("Problems").click();
    const row = list(page).locator(".row").filter({ hasText: "leads the key" });
    await expect(row).toContainText(name);
    const closed = await row.boundingBox();
    expect(closed?.height ?? 999).toBeLessThan(140);
    await row.click();
    const opened = await row.boundingBox();
    expect(opened?.height ?? 0).toBeGreaterThan(400);
    await expect(page.getByRole("article").first()).toBeVisible();
    if (width < 900) await part("Editor").click();
    await page.getByRole("button", { name: "Previous problem" }).click();
    await page.keyboard.press("Control+.");
    await expect(page.getByRole("menu", { name: "Quick fixes" })).toBeVisible();
    const menu = await page.getByRole("menu", { name: "Quick fixes" }).boundingBox();
    expect(menu?.height ?? 999).toBeLessThan(400);
    await page.keyboard.press("Escape");
    for (const one of ["hotsplit-problems", "hotsplit-editor"]) {
      const out = await page.locator(one).evaluate((host) => host.scrollWidth - host.clientWidth);
      expect(out, one).toBeLessThanOrEqual(0);
    }
  });
}

/** Problems, questions, an acceptance and a syntax error at once. */
const ALL = `CREATE TABLE Orders (
  OrderId STRING(26) NOT NULL, -- ULID
) PRIMARY KEY (OrderId);

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
), PRIMARY KEY (VisitId);
`;

for (const scheme of ["light", "dark"] as const) {
  // The narrowest once: its colours are those of the others.
  for (const width of scheme === "light" ? [1440, 390, 320] : [1440, 390]) {
    test(`axe finds nothing in any state of editor and problems: ${scheme}, ${width}`, async ({
      page,
    }) => {
      test.setTimeout(240_000);
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
      await resize(page, width, 844);
      await page.goto("./");
      await expect(editor(page)).toContainText("Transactions");
      const to = async (name: string) => {
        if (width < 900) await page.getByRole("button", { name, exact: true }).click();
      };
      const look = (what: string) =>
        clean(page, what, "hotsplit-editor", "hotsplit-problems", "header");
      await write(page, ALL);
      await expect(page.locator("#yours .cm-lintRange").first()).toBeVisible();
      await page.keyboard.press("Control+Home");
      await page.keyboard.press("F8");
      await look("walked to a problem");
      if (width === 1440) {
        const mark = await editor(page).locator(".cm-lintRange").first().boundingBox();
        if (!mark) throw new Error("no squiggle in sight");
        await page.mouse.move(700, 10);
        await page.mouse.move(mark.x + mark.width / 2, mark.y + mark.height / 2, { steps: 4 });
        await expect(page.locator(".cm-tooltip")).toBeVisible();
        await look("a hover");
        await page.mouse.move(700, 10);
        await expect(page.locator(".cm-tooltip")).toHaveCount(0);
      }
      await page.keyboard.press("Control+.");
      await expect(page.getByRole("menu")).toBeVisible();
      await look("quick fixes");
      await page.keyboard.press("Escape");
      await to("Problems");
      await expect(list(page).getByRole("region", { name: "Syntax errors" })).toBeVisible();
      await page.getByRole("button", { name: /Orders.OrderId.*leads/ }).click();
      await expect(page.getByRole("article").first()).toBeVisible();
      await look("an open problem");
      await page.getByRole("button", { name: "Accept this problem" }).click();
      await page.keyboard.press("Enter");
      await look("a reason that lacks");
      await page.getByRole("button", { name: "Cancel" }).click();
      await page.getByRole("searchbox", { name: "Search problems" }).fill("bills");
      await look("narrowed");
      await page.getByRole("searchbox", { name: "Search problems" }).fill("no such");
      await look("narrowed to nothing");
      await page.getByRole("button", { name: "Show all" }).click();
      await page.getByRole("button", { name: "Use this fix" }).first().click();
      await expect(page.getByRole("list", { name: "Fixes in use" })).toBeVisible();
      await to("Editor");
      await page.getByRole("tab", { name: "Rewritten" }).click();
      await page.getByRole("button", { name: "Next change" }).click();
      await expect(page.locator("#diff .cm-fix-name").first()).toBeVisible();
      await clean(page, "rewritten", "hotsplit-editor", "hotsplit-chosen");
    });
  }
}

test("nothing is told by colour alone when the system sets the colours", async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active" });
  await open(page);
  await write(page, ALL);
  const pill = page.getByRole("button", { name: /^\d+ questions?$/ });
  const border = (width: string) => expect(pill).toHaveCSS("border-top-width", width);
  await border("1px");
  await pill.click();
  await border("2px");
  await page.getByRole("button", { name: "Show all" }).click();
  await editor(page).getByText("BillId INT64").click();
  await expect(list(page).locator("section.here")).toHaveCSS("border-left-width", "3px");
  const tab = page.getByRole("tab", { name: "Your schema" });
  const other = page.getByRole("tab", { name: "Plan" });
  const colour = (one: typeof tab) => one.evaluate((tab) => getComputedStyle(tab).borderTopColor);
  expect(await colour(tab)).not.toBe(await colour(other));
});

test("with less motion nothing turns or glides", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await open(page);
  for (const host of ["hotsplit-problems", "hotsplit-editor"]) {
    const moving = await page.locator(host).evaluate(
      (host) =>
        [...(host.shadowRoot?.querySelectorAll("*") ?? [])]
          .filter((one) => !one.closest(".cm-editor"))
          .map((one) => getComputedStyle(one))
          .filter(
            ({ transitionDuration, animationName, animationDuration }) =>
              Number.parseFloat(transitionDuration) > 0.001 ||
              (animationName !== "none" && Number.parseFloat(animationDuration) > 0.001),
          ).length,
    );
    expect(moving, host).toBe(0);
  }
});
