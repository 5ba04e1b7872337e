/** Links, copies and files: what goes out is what is there, and what comes in is not trusted. */
import { readFile } from "node:fs/promises";
import { expect, type Page } from "@playwright/test";
import { OLD_LINKS } from "../unit/old-links.js";
import {
  closeView,
  copiedLink,
  editor,
  example,
  figure,
  followed,
  linkOf,
  open,
  openKey,
  settled,
  setView,
  test,
  view,
  write,
} from "./page.js";

const menu = (page: Page) => page.getByRole("group", { name: "Share and export" });
const entry = (page: Page, name: string | RegExp) => menu(page).getByRole("button", { name });
const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

async function share(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Share" }).click();
  await expect(menu(page)).toBeVisible();
}

/** Takes a file that an entry of the menu hands over. */
async function file(page: Page, label: string): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    entry(page, new RegExp(`^${label}`)).click(),
  ]);
  const text = await readFile(await download.path(), "utf8");
  return { name: download.suggestedFilename(), text };
}

/** Chooses a hash shard for the ledger's key, and goes back to the overview. */
async function fix(page: Page): Promise<void> {
  const key = await openKey(page, "Transactions");
  await key.getByRole("radio", { name: /random UUID/ }).check();
  await settled(page);
  await key.getByRole("radio", { name: /hash shard/ }).check();
  await settled(page);
  await page.getByRole("button", { name: "Overview" }).click();
  await expect(figure(page, "after", "served")).toHaveText("12k writes/s");
}

test("a link carries the text, the choices, the workload, the view and the colours", async ({
  page,
}) => {
  await open(page);
  await fix(page);
  await setView(page, "Colours", "Cividis");
  await page.getByRole("button", { name: "Migration plan" }).click();
  await page.getByRole("button", { name: "Back" }).click();
  // Back from the plan the maps are made anew: the key is for those.
  await settled(page);
  const map = page.getByRole("application", { name: /Before/ });
  await map.focus();
  await expect(map).toBeFocused();
  await page.keyboard.press("+");
  await expect(page.getByRole("button", { name: "Show all" }).first()).toBeVisible();
  await settled(page);
  const there = await followed(page);
  await expect(there.getByRole("button", { name: "Show all" }).first()).toBeVisible();
  await expect(figure(there, "after", "served")).toHaveText("12k writes/s");
  // Somebody chose it: it is no preview there either.
  await expect(there.getByRole("button", { name: "Apply to schema" })).toBeVisible();
  await expect(there.locator("hotsplit-outcome").getByText("preview")).toHaveCount(0);
  const colours = (await view(there)).getByRole("group", { name: "Colours" });
  await expect(colours.getByRole("radio", { name: "Cividis" })).toBeChecked();
  await closeView(there);
  // The page of the plan has an address of its own, too.
  await there.getByRole("button", { name: "Migration plan" }).click();
  const planned = await followed(there);
  await expect(planned.getByRole("region", { name: "Migration plan" })).toBeVisible();
  await planned.close();
  await there.close();
});

test("a link carries what is set on the maps: pins, the compare slider, a server", async ({
  page,
}) => {
  await open(page);
  await fix(page);
  const map = page.getByRole("application", { name: /Before/ });
  await map.focus();
  // A cell, all of its table, and a cell of the other map.
  await page.keyboard.press("n");
  await page.keyboard.press("Enter");
  const pin = (number: number, which: string, on = page) =>
    on.getByRole("group", { name: `Pin ${number} on ${which}` });
  await expect(pin(1, "before")).toBeVisible();
  await page.keyboard.press("Shift+Enter");
  await expect(pin(2, "before")).toContainText("All of Transactions");
  await page.getByRole("application", { name: /After/ }).focus();
  await page.keyboard.press("n");
  await page.keyboard.press("Enter");
  await expect(pin(1, "after")).toBeVisible();
  const servers = page.getByRole("img", { name: /^Utilisation of/ }).first();
  const box = await servers.boundingBox();
  await servers.click({ position: { x: (box?.width ?? 2) / 2, y: 3 } });
  const server = page.getByRole("group", { name: /^Server \d+ before/ });
  await expect(server).toContainText("the limit");
  const asked = await server.getAttribute("aria-label");
  await setView(page, "Compare", "Swipe");
  const divider = page.getByRole("slider", { name: /Compare slider/ });
  await divider.focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect(divider).toHaveAttribute("aria-valuenow", "60");
  const told = await pin(1, "before").innerText();
  const there = await followed(page);
  await expect(there.getByRole("slider", { name: /Compare slider/ })).toHaveAttribute(
    "aria-valuenow",
    "60",
  );
  await expect(pin(1, "before", there)).toBeVisible();
  await expect.poll(() => pin(1, "before", there).innerText()).toBe(told);
  await expect(pin(2, "before", there)).toContainText("All of Transactions");
  await expect(pin(1, "after", there)).toContainText("Where it was");
  await expect(there.getByRole("group", { name: asked ?? "" })).toContainText("the limit");
  await expect(there.getByRole("alert")).toHaveCount(0);
  // It goes on from there, and the link with it: what was taken off is not carried on.
  await pin(2, "before", there)
    .getByRole("button", { name: /^Take pin/ })
    .click();
  await setView(there, "Compare", "Difference");
  await share(there);
  await entry(there, "Link").first().click();
  await expect(entry(there, "Link copied")).toBeVisible();
  const next = await clipboard(there);
  await there.goto("about:blank");
  await there.goto(next);
  await settled(there);
  await expect(there.locator("hotsplit-legend")).toContainText(/less load\s*more, below/);
  await expect(pin(1, "before", there)).toBeVisible();
  await expect(pin(2, "before", there)).toHaveCount(0);
  await there.close();
});

test("everything can be copied and taken as a file", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await open(page);
  await fix(page);
  // Ranges come a moment after the maps.
  await expect(figure(page, "after", "p99")).toHaveText(/^\d+–\d+ ms$/);
  await share(page);
  await entry(page, "Link as Markdown").click();
  await expect(entry(page, "Link as Markdown copied")).toBeVisible();
  const verdict = await page.locator("hotsplit-verdict").getByRole("heading").innerText();
  const markdownLink = await clipboard(page);
  expect(markdownLink).toMatch(/^\[.+\]\(http[^)]+#v1\.[\w-]+\)$/);
  expect(markdownLink).toContain(`[${verdict}](`);
  await entry(page, "Report as Markdown").click();
  await expect(entry(page, "Report as Markdown copied")).toBeVisible();
  const report = await clipboard(page);
  const plain = (text: string) => text.replaceAll(/[\\`]/g, "").replaceAll(/\s+/g, " ").trim();
  expect(plain(report)).toMatch(new RegExp(`^${plain(verdict)}`));
  expect(report).toMatch(/\| Writes served \| 2\.\d to 3\.\dk\/s \| 12k\/s \|/);
  // What is 0 before and after is not said.
  expect(report).not.toContain("| Size-based splits |");
  expect(report).toContain("- **hotspot**, line ");
  expect(report).toMatch(/fix (hash-shard-prefix|T5)/);
  expect(report).toMatch(/\[Open in hotsplit\]\(http[^)]+#v1\./);

  const schema = await file(page, "Schema");
  expect(schema.name).toBe("schema.sql");
  expect(schema.text).toContain("CREATE TABLE Transactions");
  const rewritten = await file(page, "Rewritten schema");
  expect(rewritten.text).not.toBe(schema.text);
  expect(rewritten.text).toContain("CREATE TABLE Transactions");
  const plan = await file(page, "Plan");
  expect(plan).toMatchObject({ name: "plan.md", text: expect.stringContaining("```") });
  const numbers = await file(page, "Numbers");
  expect(numbers.text).toMatch(
    /^measure,before,before_low,before_high,after,after_low,after_high\r\nserved_writes_per_second(,[\d.]+){6}\r\n/,
  );
  expect(numbers.text).toMatch(/\r\noffered_writes_per_second(,12000){6}\r\n/);
  const findings: unknown = JSON.parse((await file(page, "Findings")).text);
  expect(findings).toMatchObject({ dialect: "googlesql", syntaxErrors: [] });
  const [first] = (
    findings as { findings: { span: { start: { line: number; column: number } } }[] }
  ).findings;
  // The place is a place in the text: it starts with the column's name.
  const { line, column } = first?.span.start ?? { line: 0, column: 0 };
  expect(schema.text.split("\n")[line - 1]?.slice(column - 1)).toMatch(/^\w/);
  const sarif = await file(page, "SARIF");
  expect(sarif.name).toBe("findings.sarif");
  const { results } = JSON.parse(sarif.text).runs[0];
  expect(results[0].locations[0].physicalLocation.region).toMatchObject({
    startLine: line,
    startColumn: column,
  });

  // Split points are offered where the plan has some: for a copy with a uniform key.
  await page.keyboard.press("Escape");
  await expect(menu(page)).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Share" })).toBeFocused();
  await page.getByRole("button", { name: "Migration plan" }).click();
  await page.getByText("Live database", { exact: true }).click();
  const planned = page.getByRole("region", { name: "Migration plan", exact: true });
  await planned.getByRole("button", { name: "Open all" }).click();
  await expect(planned).toContainText("splits.txt", { timeout: 30_000 });
  await share(page);
  const points = await file(page, "Split points");
  expect(points.name).toBe("splits.txt");
  expect(points.text).toMatch(/^TABLE Transactions/);
});

test("nothing says copied before it is, and what cannot be is copied by hand", async ({ page }) => {
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error("refused"));
  });
  await open(page);
  await share(page);
  await entry(page, "Link").first().click();
  await expect(menu(page).getByRole("alert")).toContainText("does not allow this page to copy");
  const field = menu(page).getByRole("textbox", { name: "Copy this" });
  await expect(field).toBeFocused();
  await expect(field).toHaveValue(/#v1\.[\w-]+$/);
  const selected = await field.evaluate((area) =>
    area instanceof HTMLTextAreaElement ? area.selectionEnd - area.selectionStart : 0,
  );
  expect(selected).toBe((await field.inputValue()).length);
  await expect(entry(page, "Link copied")).toHaveCount(0);
});

test("a long link warns", async ({ page }) => {
  await open(page);
  await share(page);
  await expect(menu(page)).toContainText(/\d characters\. It carries/);
  await page.keyboard.press("Escape");
  // Names that repeat nothing, so that deflating gains little.
  let seed = 1;
  const name = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed.toString(36);
  };
  const table = () =>
    `CREATE TABLE T${name()} (A${name()} INT64 NOT NULL, B${name()} STRING(MAX)) PRIMARY KEY (A)`;
  await write(page, Array.from({ length: 90 }, table).join(";\n"));
  await share(page);
  await expect(menu(page)).toContainText("cut links longer than 2,000");
});

const OWN = "CREATE TABLE MineAlone (Id STRING(36) NOT NULL) PRIMARY KEY (Id);";

for (const [what, fragment, said] of [
  ["tampered", "#v1.AAAA____", "damaged"],
  ["of a later form", "#v9.abcd", "does not support this kind of link"],
  ["without a schema", linkOf({ knobs: {} }), "no schema"],
  ["a bomb", linkOf("0".repeat(40_000_000)), "more than 1 MB"],
] as const) {
  test(`a link that is ${what} says so and leaves one's own draft`, async ({ page }) => {
    await open(page);
    await write(page, OWN);
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem("hotsplit.draft")))
      .toContain("MineAlone");
    await page.goto("about:blank");
    await page.goto(`./${fragment}`);
    await expect(page.getByRole("alert")).toContainText(said);
    await expect(editor(page)).toContainText("MineAlone");
    await settled(page);
    // Told once.
    await page.reload();
    await settled(page);
    await expect(page.getByRole("alert")).toHaveCount(0);
    await expect(editor(page)).toContainText("MineAlone");
  });
}

const THEIRS = "CREATE TABLE Theirs (At TIMESTAMP NOT NULL) PRIMARY KEY (At);";
const FRAMES = { before: { left: 0, right: 0.5, top: 0, bottom: 1 } };

for (const [what, view, said] of [
  ["pins of another shape", { look: { pins: [{ which: "before", row: "x" }] } }, "were ignored"],
  ["a way to stand that is none", { look: { mode: "sideways" } }, "were ignored"],
  ["a part of a map that is none", { frames: { before: { left: 2, right: 1 } } }, "were ignored"],
  [
    "pins past the map's end",
    { look: { pins: [{ which: "before", row: 9_999, column: 3, rows: [9_999, 10_000] }] } },
    "don't apply",
  ],
] as const) {
  test(`a link that was tampered with, to ${what}, opens and says so`, async ({ page }) => {
    await page.goto(`./${linkOf({ text: THEIRS, view: { frames: FRAMES, ...view } })}`);
    await settled(page);
    await expect(page.getByRole("alert")).toContainText(said);
    await expect(editor(page)).toContainText("Theirs");
    await expect(page.getByRole("group", { name: /^Pin/ })).toHaveCount(0);
  });
}

test("a link that sets a second map where there is none opens and says so", async ({ page }) => {
  const text = "CREATE TABLE Even (Id STRING(36) NOT NULL) PRIMARY KEY (Id); -- UUID v4";
  const view = { frames: FRAMES, look: { mode: "difference" } };
  await page.goto(`./${linkOf({ text, view })}`);
  await settled(page);
  await expect(page.getByRole("alert")).toContainText("don't apply");
  await expect(editor(page)).toContainText("Even");
});

test("what a link pins is not looked for in the runs of another text", async ({ page }) => {
  const look = { pins: [{ which: "before", row: 1, column: 3, rows: [1, 2] }] };
  // Nothing in it runs, so the pins wait.
  await page.goto(`./${linkOf({ text: "-- nothing yet", view: { look } })}`);
  await expect(page.getByRole("heading", { name: "Paste a schema." })).toBeVisible();
  await write(page, OWN);
  await settled(page);
  await expect(editor(page)).toContainText("MineAlone");
  await expect(page.getByRole("group", { name: /^Pin/ })).toHaveCount(0);
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("a link from before pins were carried opens as it did", async ({ page }) => {
  const view = { tab: "yours", part: "editor", frames: FRAMES };
  await page.goto(`./${linkOf({ text: THEIRS, view })}`);
  await settled(page);
  await expect(page.getByRole("button", { name: "Show all" }).first()).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("links made before the page was rebuilt open, with the fixes and the view they carry", async ({
  page,
}) => {
  await page.goto(`./${OLD_LINKS.recipe}`);
  await settled(page);
  await expect(figure(page, "after", "served")).toHaveText("12k writes/s");
  await expect(page.getByRole("button", { name: "Apply to schema" })).toBeVisible();
  await page.goto("about:blank");
  await page.goto(`./${OLD_LINKS.everything}`);
  await settled(page);
  await expect(editor(page)).toContainText("Größe");
  await expect(page.locator("hotsplit-verdict")).toContainText("4,500 writes/s");
  await expect(page.locator("hotsplit-verdict")).toContainText("3 nodes");
  await page.goto("about:blank");
  await page.goto(`./${OLD_LINKS.view}`);
  await settled(page);
  await expect(editor(page)).toContainText("Theirs");
  await expect(page.getByRole("button", { name: "Show all" }).first()).toBeAttached();
});

test("the embed dialog takes the menu's place, and the focus goes back to its button", async ({
  page,
}) => {
  await open(page);
  await share(page);
  await entry(page, /^Embed/).click();
  const dialog = page.getByRole("dialog", { name: "Embed" });
  await expect(dialog).toBeVisible();
  await expect(menu(page)).toHaveCount(0);
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(menu(page)).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Share" })).toBeFocused();
});

test("a cut-off link is told in the tab that was open, too", async ({ page }) => {
  await open(page);
  const whole = new URL(await copiedLink(page)).hash;
  await page.keyboard.press("Escape");
  await write(page, OWN);
  await page.evaluate(
    (hash) => {
      location.hash = hash;
    },
    whole.slice(0, -40),
  );
  await expect(page.getByRole("alert")).toContainText("damaged");
  await expect(editor(page)).toContainText("MineAlone");
});

test("another's link leaves one's own draft, and one can go back to it", async ({ page }) => {
  await open(page);
  await write(page, OWN);
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem("hotsplit.draft")))
    .toContain("MineAlone");
  const theirs = "CREATE TABLE Theirs (At TIMESTAMP NOT NULL) PRIMARY KEY (At);";
  await page.goto("about:blank");
  await page.goto(`./${linkOf({ text: theirs, version: "0.0.1" })}`);
  await settled(page);
  await expect(editor(page)).toContainText("Theirs");
  await expect(page.getByRole("alert")).toContainText("made with engine 0.0.1");
  // Looked at only: without the link one's own is there.
  const draft = await page.evaluate(() => localStorage.getItem("hotsplit.draft"));
  expect(draft).toContain("MineAlone");
  // Edited: it takes the draft's place, and the draft is an entry of the examples.
  await editor(page).focus();
  await page.keyboard.press("Control+End");
  await page.keyboard.insertText("\n-- looked at");
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem("hotsplit.draft")))
    .toContain("looked at");
  expect(new URL(page.url()).hash).toBe("");
  await page.getByRole("button", { name: "Examples" }).click();
  await page.getByRole("button", { name: /^Your earlier draft/ }).click();
  await expect(editor(page)).toContainText("MineAlone");
  await settled(page);
});

test("back from a link that was looked at stands one's own text, as it was left", async ({
  page,
}) => {
  await open(page);
  await write(page, OWN);
  await settled(page);
  const theirs = linkOf({ text: "CREATE TABLE Theirs (At TIMESTAMP NOT NULL) PRIMARY KEY (At);" });
  // Typed, and gone elsewhere before the draft is kept.
  await editor(page).focus();
  await page.keyboard.press("Control+End");
  await page.keyboard.insertText(" -- just now");
  await page.evaluate((hash) => {
    location.hash = hash;
  }, theirs);
  await expect(editor(page)).toContainText("Theirs");
  await page.goBack();
  await expect(editor(page)).toContainText("MineAlone");
  await expect(editor(page)).toContainText("just now");
  await expect(page.locator("hotsplit-verdict")).not.toContainText("Theirs");
  await page.goForward();
  await expect(editor(page)).toContainText("Theirs");
  await page.goBack();
  await page.reload();
  await settled(page);
  await expect(editor(page)).toContainText("just now");
});

test("of two links that are followed at once the later is shown, and is the address", async ({
  page,
}) => {
  await open(page);
  const long = `-- ${"x".repeat(400_000)}\nCREATE TABLE Long (Id INT64 NOT NULL) PRIMARY KEY (Id);`;
  const short = linkOf({ text: OWN });
  await page.evaluate(
    ([one, other]) => {
      location.hash = one;
      location.hash = other;
    },
    [linkOf({ text: long }), short] as const,
  );
  await expect(editor(page)).toContainText("MineAlone");
  await settled(page);
  await expect(editor(page)).toContainText("MineAlone");
  expect(new URL(page.url()).hash).toBe(short);
});

test("names with markup stay text in what is copied", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await open(page);
  await write(
    page,
    "CREATE TABLE T (`<img src=x onerror=y>` TIMESTAMP NOT NULL) PRIMARY KEY (`<img src=x onerror=y>`);",
  );
  await settled(page);
  await expect(page.locator("hotsplit-verdict")).toContainText("T");
  await share(page);
  await entry(page, "Report as Markdown").click();
  await expect(entry(page, "Report as Markdown copied")).toBeVisible();
  const report = await clipboard(page);
  expect(report).toContain("onerror");
  // Only between backticks, where Markdown takes it as code.
  expect(report.replaceAll(/`[^`]*`/g, "")).not.toContain("<img");
});

for (const [what, name] of [
  ["an example", "ULID ledger"],
  ["a workload to start from", "Event log, newest last"],
] as const) {
  test(`${what} keeps a text that a person wrote`, async ({ page }) => {
    await open(page);
    await write(page, OWN);
    await settled(page);
    await example(page, name);
    await expect(editor(page)).not.toContainText("MineAlone");
    await page.getByRole("button", { name: "Examples" }).click();
    await page.getByRole("button", { name: /^Your earlier draft/ }).click();
    await expect(editor(page)).toContainText("MineAlone");
  });
}
