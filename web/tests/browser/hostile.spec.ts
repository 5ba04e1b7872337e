/** Names that do harm elsewhere are shown as they are, and every state of this part is sound. */
import { expect, type Page } from "@playwright/test";
import { clean, cleanInSchemes } from "./axe.js";
import { editor, findings, open, openKey, settled, test, write } from "./page.js";
import { resize } from "./pulse.js";
import { WHOLE } from "./sample.js";

const list = (page: Page) => page.locator("hotsplit-problems");
const verdict = (page: Page) => page.locator("hotsplit-verdict");

/** A table of this name that gets hot. */
const hot = (name: string) =>
  `CREATE TABLE \`${name}\` (\n  Id STRING(26) NOT NULL, -- ULID\n) PRIMARY KEY (Id);\n`;

/** Opens the pane of the schema where a narrow page has it closed. */
async function openSchema(page: Page): Promise<void> {
  const toggle = page.getByRole("button", { name: "Schema", exact: true });
  const shut = (await toggle.isVisible()) && (await toggle.getAttribute("aria-expanded"));
  if (shut === "false") await toggle.click();
  await expect(editor(page)).toBeVisible();
}

test("markup in names is text", async ({ page }) => {
  await open(page);
  const name = `<img src=x onerror="alert(1)"><b>Bold</b>`;
  await write(page, hot(name));
  await settled(page);
  await expect(verdict(page).locator(".detail code").first()).toHaveText(name);
  await findings(page);
  await expect(list(page).locator(".row").first()).toContainText(name);
  const key = await openKey(page, name);
  await expect(key.locator("h2 code")).toHaveText(name);
  await page.getByRole("tab", { name: "Diff" }).click();
  await expect(page.locator("#diff")).toContainText(name);
  await page.getByRole("tab", { name: "Schema" }).click();
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
  const name = "abc⟨U+202E⟩drop⟨U+2066⟩x";
  await expect(verdict(page).locator(".detail code").first()).toHaveText(name);
  await findings(page);
  await expect(list(page).locator(".row").first()).toContainText(name);
  await expect(list(page).locator("h3 code").first()).toHaveText(name);
  await expect(editor(page).locator(".cm-specialChar").first()).toBeVisible();
  for (const code of [list(page).locator(".row code"), verdict(page).locator(".detail code")]) {
    await expect(code.first()).toHaveCSS("unicode-bidi", "isolate");
  }
});

test("emoji and letters from right to left are names as any", async ({ page }) => {
  await open(page);
  await write(page, `${hot("👩‍👩‍👧")}\n${hot("👨‍👦")}\n${hot("הזמנות")}`);
  await settled(page);
  await findings(page);
  const rows = list(page).locator(".row");
  await expect(rows).toHaveCount(3);
  for (const name of ["👩‍👩‍👧", "👨‍👦", "הזמנות"]) {
    await expect(list(page).getByRole("region", { name, exact: true })).toBeVisible();
    await expect(
      page.locator("hotsplit-hot-keys .name code").filter({ hasText: name }),
    ).toHaveCount(1);
  }
  const parts = ["hotsplit-verdict", "hotsplit-hot-keys", "hotsplit-problems"];
  await clean(page, "emoji", { parts });
  // Each row leads to a page of its own.
  await rows.filter({ hasText: "👨‍👦" }).click();
  await expect(page.locator("hotsplit-key h2 code")).toHaveText("👨‍👦");
  await clean(page, "the page of an emoji", { parts: ["hotsplit-key", "hotsplit-editor"] });
});

for (const width of [1440, 390, 320]) {
  test(
    `a name of 5,000 letters is cut where it would push, and whole where it is opened: ${width}`,
    width === 390 ? {} : WHOLE,
    async ({ page }) => {
      await resize(page, width, 844);
      await page.goto("./");
      await settled(page);
      await openSchema(page);
      await expect(editor(page)).toContainText("Transactions");
      const name = "Long".repeat(1_250);
      await write(page, hot(name));
      await settled(page);
      await expect(verdict(page)).toContainText("LongLong");
      const height = async (part: string) =>
        (await page.locator(part).boundingBox())?.height ?? 9_999;
      // Neither the sentence nor what a fix costs pushes away what stands below it.
      expect(await height("hotsplit-verdict")).toBeLessThan(300);
      expect(await height("hotsplit-outcome .cost")).toBeLessThan(180);
      await findings(page);
      const row = list(page).locator(".row").filter({ hasText: "is the first key column" });
      await expect(row).toContainText(name);
      const closed = await row.boundingBox();
      expect(closed?.height ?? 999).toBeLessThan(140);
      await row.click();
      const heading = page.locator("hotsplit-key h2 code");
      await expect(heading).toHaveText(name);
      expect((await heading.boundingBox())?.height ?? 0).toBeGreaterThan(400);
      await expect(page.locator("hotsplit-key").getByRole("table")).toBeVisible();
      await openSchema(page);
      await editor(page).focus();
      await page.keyboard.press("Shift+F8");
      await page.keyboard.press("Control+.");
      await expect(page.getByRole("menu", { name: "Quick fixes" })).toBeVisible();
      const menu = await page.getByRole("menu", { name: "Quick fixes" }).boundingBox();
      expect(menu?.height ?? 999).toBeLessThan(400);
      await page.keyboard.press("Escape");
      for (const one of ["html", "hotsplit-key", "hotsplit-editor"]) {
        const out = await page.locator(one).evaluate((host) => host.scrollWidth - host.clientWidth);
        expect(out, one).toBeLessThanOrEqual(0);
      }
      await page.locator("hotsplit-key .back").click();
      for (const one of ["html", "hotsplit-problems", "hotsplit-verdict"]) {
        const out = await page.locator(one).evaluate((host) => host.scrollWidth - host.clientWidth);
        expect(out, one).toBeLessThanOrEqual(0);
      }
    },
  );
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

for (const width of [1440, 390, 320]) {
  test(
    `axe finds nothing in any state of editor, findings and options: ${width} wide`,
    width === 1440 ? {} : WHOLE,
    async ({ page }) => {
      test.setTimeout(240_000);
      await page.emulateMedia({ reducedMotion: "reduce" });
      await resize(page, width, 844);
      await page.goto("./");
      await settled(page);
      await openSchema(page);
      const look = (what: string, ...parts: string[]) =>
        cleanInSchemes(page, what, {
          parts: ["hotsplit-editor", "hotsplit-verdict", "header", ...parts],
        });
      await write(page, ALL);
      await settled(page);
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
      await findings(page);
      await expect(list(page).getByRole("region", { name: "Syntax errors" })).toBeVisible();
      await look("all that was found", "hotsplit-problems");
      const search = page.getByRole("searchbox", { name: "Search problems" });
      await search.fill("bills");
      await look("narrowed", "hotsplit-problems");
      await search.fill("no such");
      await look("narrowed to nothing", "hotsplit-problems");
      await page.getByRole("button", { name: "Show all" }).click();
      await list(page)
        .getByRole("button", { name: /Orders.OrderId.*is the first key column/ })
        .click();
      const key = page.locator("hotsplit-key");
      await expect(key.getByRole("table")).toBeVisible();
      const lookAtKey = (what: string) =>
        cleanInSchemes(page, what, {
          parts: ["hotsplit-editor", "hotsplit-key", "hotsplit-key-acts", "header"],
        });
      await lookAtKey("an open problem");
      await key.getByRole("radio", { name: /^Keep it/ }).check();
      await key.getByRole("button", { name: "Accept" }).click();
      await expect(key.getByRole("alert")).toBeVisible();
      await lookAtKey("a reason that lacks");
      await key.getByRole("button", { name: "Cancel" }).click();
      await key.getByRole("radio").nth(1).check();
      await settled(page);
      await expect(page.getByRole("button", { name: "Apply to schema" })).toBeVisible();
      await lookAtKey("a fix");
      await page.getByRole("tab", { name: "Diff" }).click();
      await page.getByRole("button", { name: "Next change" }).click();
      await expect(page.locator("#diff .cm-fix-name").first()).toBeVisible();
      await lookAtKey("the difference");
    },
  );
}

test("nothing is told by colour alone when the system sets the colours", async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active" });
  await open(page);
  await write(page, ALL);
  await settled(page);
  await findings(page);
  const pill = page.getByRole("button", { name: /^\d+ questions?$/ });
  const border = (width: string) => expect(pill).toHaveCSS("border-top-width", width);
  await border("1px");
  await pill.click();
  await border("2px");
  await page.getByRole("button", { name: "Show all" }).click();
  await editor(page).getByText("BillId INT64").click();
  await expect(list(page).locator("section.here")).toHaveCSS("border-left-width", "3px");
  await list(page)
    .getByRole("button", { name: /Orders.OrderId.*is the first key column/ })
    .click();
  const key = page.locator("hotsplit-key");
  await key.getByRole("radio").nth(1).check();
  await settled(page);
  const tab = page.getByRole("tab", { name: "Schema" });
  const other = page.getByRole("tab", { name: "Diff" });
  const colour = (one: typeof tab) => one.evaluate((tab) => getComputedStyle(tab).borderTopColor);
  expect(await colour(tab)).not.toBe(await colour(other));
});

test("with less motion nothing turns or glides", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await open(page);
  await findings(page);
  const still = async (...hosts: string[]) => {
    for (const host of hosts) {
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
  };
  await still("hotsplit-verdict", "hotsplit-outcome", "hotsplit-problems", "hotsplit-editor");
  await openKey(page, "Transactions");
  await still("hotsplit-key", "hotsplit-key-acts");
});
