/** The dialog that writes what to paste into other pages; what it writes is pasted and tried. */
import { expect, type Page } from "@playwright/test";
import { clean, cleanInSchemes } from "./axe.js";
import { open, openKey, settled, test } from "./page.js";
import { resize } from "./pulse.js";

const dialog = (page: Page) => page.getByRole("dialog", { name: "Embed" });
const field = (page: Page) => dialog(page).getByRole("textbox", { name: "To be pasted" });

async function embed(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Share" }).click();
  await page.getByRole("button", { name: /^Embed/ }).click();
  await expect(dialog(page)).toBeVisible();
}

/** Puts what was written into a page of its own, on the same host, and opens it. */
async function paste(page: Page, snippet: string): Promise<Page> {
  const there = await page.context().newPage();
  await there.route("**/pasted.html", (route) =>
    route.fulfill({
      contentType: "text/html",
      body: `<!doctype html><html lang="en"><title>Pasted</title><body><h1>Pasted</h1>${snippet}</body></html>`,
    }),
  );
  await there.goto("./pasted.html");
  return there;
}

test("while a lesson is played it is what is embedded, or its schema", async ({ page }) => {
  await page.goto("./#lesson/ranges-and-splits");
  await expect(page.getByRole("heading", { name: "Ranges and splits" })).toBeVisible();
  await embed(page);
  await expect(dialog(page).getByRole("radio", { name: /The lesson/ })).toBeChecked();
  await expect(field(page)).toHaveValue(/<hotsplit-playground lesson="ranges-and-splits">/);
  await expect(dialog(page).getByRole("combobox", { name: "Shows" })).toBeHidden();
  await clean(page, "of a lesson", { parts: ["hotsplit-header"] });
  const there = await paste(page, await field(page).inputValue());
  await expect(there.getByRole("heading", { name: "Ranges and splits" })).toBeVisible({
    timeout: 30_000,
  });
  await there.close();
  await dialog(page).getByRole("radio", { name: "The schema as it stands" }).check();
  await expect(field(page)).toHaveValue(/CREATE TABLE Visits/);
  await expect(dialog(page).getByRole("combobox", { name: "Shows" })).toBeVisible();
});

test("what it writes works where it is pasted, with what was chosen", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await open(page);
  await embed(page);
  await dialog(page).getByRole("combobox", { name: "Shows" }).selectOption("problems");
  await dialog(page).getByRole("combobox", { name: "Theme" }).selectOption("dark");
  await dialog(page).getByRole("checkbox", { name: "Read-only" }).check();
  await dialog(page).getByRole("checkbox", { name: "link to this page" }).check();
  await expect(field(page)).toHaveValue(/view="problems" theme="dark".* hide="open" readonly>/);
  await dialog(page).getByRole("button", { name: "Copy" }).click();
  await expect(dialog(page).getByRole("status")).toHaveText("Copied.");
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(await field(page).inputValue());

  const there = await paste(page, copied);
  const frame = there.locator("hotsplit-playground .frame");
  await expect(frame).toBeVisible({ timeout: 30_000 });
  await expect(frame).toHaveCSS("color-scheme", "dark");
  await expect(there.getByRole("button", { name: /TxnId is the first key column/ })).toBeVisible();
  await expect(there.getByRole("link", { name: "Open in playground" })).toHaveCount(0);
  await there.close();

  await dialog(page).getByRole("radio", { name: "Frame" }).check();
  await expect(dialog(page).getByRole("status")).toHaveText("");
  const framed = await paste(page, await field(page).inputValue());
  const inside = framed.frameLocator("iframe");
  await inside.locator(".frame").waitFor({ timeout: 30_000 });
  await expect(inside.getByRole("button", { name: /TxnId is the first key column/ })).toBeVisible();
  await expect(inside.getByRole("group", { name: "Schema" })).toContainText("Transactions");
  await framed.close();
});

test("fixes go along, and Markdown has a code block", async ({ page }) => {
  await open(page);
  const key = await openKey(page, "Transactions");
  await key.getByRole("radio", { name: /random UUID/ }).check();
  await settled(page);
  await embed(page);
  await expect(field(page)).toHaveValue(/<hotsplit-playground link="v1\.[\w-]+" view="compare">/);
  await dialog(page).getByRole("checkbox", { name: "fixes in use" }).check();
  await expect(field(page)).toHaveValue(
    /<hotsplit-playground link="v1\.[\w-]+" view="compare" show="fixes">/,
  );
  const there = await paste(page, await field(page).inputValue());
  const used = there.getByRole("list", { name: "Fixes in use" });
  await expect(used).toContainText("T1 on Transactions", { timeout: 30_000 });
  await there.close();
  await dialog(page).getByRole("radio", { name: "mdBook" }).check();
  await expect(field(page)).toHaveValue(/\n\n```sql\nCREATE TABLE Transactions/);
  await dialog(page).getByRole("radio", { name: "MkDocs" }).check();
  await expect(field(page)).toHaveValue(/^<div>\n/);
});

test("a link leads through a picture of the maps", async ({ page }) => {
  await open(page);
  await embed(page);
  await dialog(page).getByRole("radio", { name: "Link and picture" }).check();
  await expect(field(page)).toHaveValue(
    /^\[!\[.+\]\(hotsplit-map\.svg\)\]\(http[^)]+#v1\.[\w-]+\)\n$/,
  );
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    dialog(page).getByRole("button", { name: "Save the picture" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("hotsplit-map.svg");
  const { readFile } = await import("node:fs/promises");
  const svg = await readFile(await download.path(), "utf8");
  expect(svg).toMatch(/^<svg /);
  expect(svg).toContain("Transactions");
  // The map itself, and not an empty one.
  expect(svg.length).toBeGreaterThan(5_000);
});

test("it is opened, used and left by the keyboard", async ({ page }) => {
  await open(page);
  await page.getByRole("button", { name: "Share" }).focus();
  await page.keyboard.press("Enter");
  const entry = page.getByRole("button", { name: /^Embed/ });
  await expect(page.getByRole("button", { name: "Link", exact: true })).toBeFocused();
  for (let at = 0; at < 3; at++) await page.keyboard.press("ArrowDown");
  await expect(entry).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(dialog(page)).toBeVisible();
  await expect(dialog(page).getByRole("button", { name: "Close" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(dialog(page).getByRole("radio", { name: "HTML page" })).toBeFocused();
  for (let at = 0; at < 3; at++) await page.keyboard.press("ArrowRight");
  await expect(field(page)).toHaveValue(/^<iframe/);
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Share" })).toBeFocused();
});

test("what cannot be copied is selected", async ({ page }) => {
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error("refused"));
  });
  await open(page);
  await embed(page);
  await dialog(page).getByRole("button", { name: "Copy" }).click();
  await expect(dialog(page).getByRole("status")).toContainText("press Ctrl+C");
  await expect(field(page)).toBeFocused();
});

test("axe finds nothing, and nothing sticks out", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await open(page);
  await embed(page);
  for (const width of [1440, 390, 320]) {
    await resize(page, width, 844);
    for (const host of ["HTML page", "Link and picture"]) {
      await dialog(page).getByRole("radio", { name: host }).check();
      // What lies under the dialog cannot be reached, and has tests of its own.
      await cleanInSchemes(page, `${host}, ${width}`, { parts: ["hotsplit-share"] });
    }
    const over = await dialog(page).evaluate((one) => one.scrollWidth - one.clientWidth);
    expect(over, String(width)).toBe(0);
  }
});
