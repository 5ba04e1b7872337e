/** The gallery of shapes: guessed by keyboard, wrong and right, shown, loaded. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, type Locator, type Page } from "@playwright/test";
import { cleanInSchemes } from "./axe.js";
import { editor, example, open, settled, test, write } from "./page.js";
import { WHOLE } from "./sample.js";

/** How many there are. */
const SHAPES = readdirSync(join(import.meta.dirname, "../../content/shapes")).length;

/** Opens the gallery from a menu, by keyboard. */
async function gallery(page: Page): Promise<Locator> {
  const docs = page.getByRole("button", { name: "Docs" });
  const button = (await docs.isVisible()) ? docs : page.getByRole("button", { name: "Menu" });
  await button.focus();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Guess the shape" }).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Guess the shape" });
  await expect(dialog.getByRole("img")).toHaveCount(SHAPES);
  return dialog;
}

/** Goes on with Tab until something has the focus, and presses it. */
async function press(page: Page, target: Locator): Promise<void> {
  await expect(async () => {
    await page.keyboard.press("Tab");
    await expect(target).toBeFocused({ timeout: 50 });
  }).toPass({ intervals: [0] });
  await page.keyboard.press("Enter");
}

test("a picture is guessed and its schema loaded, by keyboard alone", async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await open(page);
  expect(asked.filter((url) => /shape/.test(url))).toEqual([]);
  const dialog = await gallery(page);
  await expect(dialog.getByRole("heading", { name: "Guess the shape" })).toBeFocused();
  await expect(dialog.getByRole("status")).toHaveText(`0 of ${SHAPES} guessed`);
  await expect(dialog).not.toContainText("Moving hotspot");

  await press(page, dialog.getByRole("button", { name: /Picture 4/ }));
  await expect(dialog.getByRole("heading", { name: "What is this?" })).toBeFocused();
  await expect(dialog.getByRole("group", { name: "What is this?" }).getByRole("button")).toHaveText(
    ["Growing triangle", "Moving hotspot", "Split chase", "Parallel tails"],
  );
  await press(page, dialog.getByRole("button", { name: "Parallel tails" }));
  await expect(dialog.getByRole("heading", { name: "Moving hotspot" })).toBeFocused();
  await expect(dialog).toContainText("Not right You said: Parallel tails.");
  await expect(dialog).toContainText("What to do");
  await expect(dialog.getByRole("status")).toHaveText(`0 of ${SHAPES} guessed`);

  await press(page, dialog.getByRole("button", { name: "Next picture" }));
  await press(page, dialog.getByRole("button", { name: "Show me" }));
  await expect(dialog.getByRole("heading", { name: "Even load" })).toBeFocused();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("button", { name: /Even load\s+Shown/ })).toBeFocused();

  await press(page, dialog.getByRole("button", { name: /Picture 8/ }));
  await press(page, dialog.getByRole("button", { name: "Parallel tails" }));
  await expect(dialog.getByText("Right", { exact: true })).toBeVisible();
  await expect(dialog.getByRole("status")).toHaveText(`1 of ${SHAPES} guessed`);
  await press(page, dialog.getByRole("button", { name: "Load its schema" }));
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("button", { name: "Docs" })).toBeFocused();
  await expect(editor(page)).toContainText("CREATE TABLE Readings");
  await settled(page);
  await expect(page.locator("hotsplit-maps")).toContainText("6 write points");

  // What was guessed is known until the page goes; Escape closes.
  await gallery(page);
  await expect(dialog.getByRole("button", { name: /Parallel tails\s+Right/ })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("button", { name: "Docs" })).toBeFocused();
});

test("one's own draft is kept, however many shapes and examples follow", async ({ page }) => {
  const own = "CREATE TABLE Mine (\n  Id INT64 NOT NULL,\n) PRIMARY KEY (Id);\n";
  await open(page);
  await write(page, own);
  await expect(editor(page)).toContainText("Mine");
  const load = async (name: RegExp) => {
    const dialog = await gallery(page);
    await dialog.getByRole("button", { name }).click();
    const show = dialog.getByRole("button", { name: "Show me" });
    if (await show.isVisible()) await show.click();
    await dialog.getByRole("button", { name: "Load its schema" }).click();
  };
  await load(/Picture 4/);
  await expect(editor(page)).toContainText("CREATE TABLE Orders");
  await load(/Picture 9/);
  await expect(editor(page)).toContainText("CREATE TABLE Posts");
  // Rows as Key Visualizer cuts them belong to it.
  await settled(page);
  await expect(page.locator("hotsplit-maps")).toContainText("line pinned to the first keys");
  await page.reload();
  await settled(page);
  await example(page, "Even load");
  await expect(editor(page)).not.toContainText("CREATE TABLE Posts");
  await example(page, "Your earlier draft");
  await expect(editor(page)).toContainText("CREATE TABLE Mine");
});

test("every picture shows something", async ({ page }) => {
  await open(page);
  const dialog = await gallery(page);
  for (const image of await dialog.getByRole("img").all()) {
    const { width, height, colours } = await image.evaluate(async (source) => {
      if (!(source instanceof HTMLImageElement)) throw new Error("no image");
      await source.decode();
      const { naturalWidth: width, naturalHeight: height } = source;
      const context = new OffscreenCanvas(width, height).getContext("2d");
      if (!context) throw new Error("no context");
      context.drawImage(source, 0, 0);
      const { data } = context.getImageData(0, 0, width, height);
      return { width, height, colours: new Set(new Uint32Array(data.buffer)).size };
    });
    expect([width, height]).toEqual([192, 120]);
    expect(colours).toBeGreaterThanOrEqual(2);
    expect(await image.getAttribute("alt")).toMatch(/^[A-Z].{30,}\.$/);
  }
});

test("nothing is cut off on the smallest screen, and borders stand without colours", async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.emulateMedia({ forcedColors: "active" });
  await page.goto("./");
  await settled(page);
  const dialog = await gallery(page);
  const wider = () =>
    dialog.getByRole("region").evaluate((region) => region.scrollWidth - region.clientWidth);
  expect(await wider()).toBe(0);
  await dialog.getByRole("button", { name: /Picture 12/ }).click();
  expect(await wider()).toBe(0);
  await dialog.getByRole("button", { name: "Hot row" }).click();
  expect(await wider()).toBe(0);
  await expect(dialog).toContainText("Not right");
});

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const) {
  test(`axe finds nothing, ${width} wide`, width === 1440 ? {} : WHOLE, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto("./");
    await settled(page);
    const dialog = await gallery(page);
    await cleanInSchemes(page, "all pictures", { parts: ["hotsplit-shapes"] });
    await dialog.getByRole("button", { name: /Picture 1\b/ }).click();
    await cleanInSchemes(page, "a question", { parts: ["hotsplit-shapes"] });
    await dialog.getByRole("button", { name: "Repeated sweep" }).click();
    await cleanInSchemes(page, "an answer", { parts: ["hotsplit-shapes"] });
    await dialog.getByRole("button", { name: "Next picture" }).click();
    await dialog.getByRole("button", { name: "Pinned edge" }).click();
    await dialog.getByRole("button", { name: "All pictures" }).click();
    await cleanInSchemes(page, "all pictures, two of them guessed", { parts: ["hotsplit-shapes"] });
  });
}
