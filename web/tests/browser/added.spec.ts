/** Load drawn on the maps, with the mouse, a finger and keys; what comes of it, and the link of it. */
import { expect, type Locator, type Page } from "@playwright/test";
import { clean, cleanInSchemes } from "./axe.js";
import {
  brightness,
  closeView,
  example,
  followed,
  open,
  picture,
  settled,
  setView,
  test,
  view,
  write,
} from "./page.js";

const map = (page: Page, which = "Before"): Locator =>
  page.getByRole("region", { name: which, exact: true }).getByRole("application");

const piece = (page: Page, number = 1): Locator =>
  page.getByRole("group", { name: `Added load ${number}`, exact: true });

/** A field with one of the ends of its time. */
const minute = (page: Page, which: RegExp): Locator =>
  piece(page).getByRole("spinbutton", { name: new RegExp(`${which.source} minute`) });

/** A point of a map, from fractions of its box. */
async function point(page: Page, x: number, y: number, which = "Before") {
  const box = await map(page, which).boundingBox();
  if (!box) throw new Error("no map");
  return { x: box.x + x * box.width, y: box.y + y * box.height };
}

/** Draws over a part of a map. */
async function draw(page: Page, from: [number, number], to: [number, number], which = "Before") {
  const [a, b] = [await point(page, ...from, which), await point(page, ...to, which)];
  await page.mouse.move(a.x, a.y);
  await page.mouse.down();
  await page.mouse.move(b.x, b.y, { steps: 3 });
  await page.mouse.up();
}

/** Mean brightness of a part of a map, its outline left out. */
async function mean(page: Page, x: [number, number], y: [number, number]): Promise<number> {
  const shown = await picture(page, "Before");
  const { width, height } = shown;
  let [sum, many] = [0, 0];
  for (let row = Math.ceil(y[0] * height); row < y[1] * height; row++) {
    for (let column = Math.ceil(x[0] * width); column < x[1] * width; column++) {
      sum += brightness(shown, column, row);
      many++;
    }
  }
  return sum / many;
}

/** Has drags add load or show a part, and waits until the maps have made room for what that says. */
async function adding(page: Page, on = true): Promise<void> {
  await (await view(page)).getByRole("checkbox", { name: /^Draw load on a map/ }).setChecked(on);
  await closeView(page);
  await expect(page.locator("hotsplit-added p")).toHaveCount(on ? 1 : 0);
  await picture(page, "Before");
}

test("a burst drawn with the mouse is run, shown, told of, changed and taken off", async ({
  page,
}) => {
  await open(page);
  await setView(page, "Colours", "Inferno");
  await setView(page, "Scale", "Logarithmic");
  // Above the diagonal nothing happens.
  const [x, y] = [
    [0.7, 0.8],
    [0.15, 0.25],
  ] as [[number, number], [number, number]];
  const quiet = await mean(page, x, y);
  await adding(page);
  await draw(page, [0.6, 0.1], [0.9, 0.3]);
  await expect(piece(page)).toContainText(/Transactions, (9|10)–30 % of TxnId/);
  await expect(minute(page, /^First/)).toHaveValue(/^3[56](\.\d+)?$/);
  await expect(minute(page, /^Last/)).toHaveValue(/^5[34](\.\d+)?$/);
  await settled(page);
  await expect.poll(() => mean(page, x, y)).toBeGreaterThan(quiet + 20);
  // What is asked for is in the charts and in the words; the workload that was set stays.
  await expect(page.locator("hotsplit-verdict")).toContainText("12,000 writes/s");
  await page.getByText(/^All numbers/).click();
  await expect(
    page.getByText(/^Load added on the map changes or reads existing rows/),
  ).toBeAttached();
  // More of it is brighter; what only reads is brighter too, and less so for the same rate.
  const rate = piece(page).getByRole("spinbutton", { name: /^Rows per second/ });
  const before = await mean(page, x, y);
  await rate.fill("60000");
  await rate.press("Enter");
  await settled(page);
  await expect.poll(() => mean(page, x, y)).toBeGreaterThan(before + 10);
  // The slider is dragged with keys, and the run follows.
  const slider = piece(page).getByRole("slider", { name: /^Rate/ });
  await slider.press("Home");
  await expect(rate).toHaveValue("10");
  await settled(page);
  await expect.poll(() => mean(page, x, y)).toBeLessThan(quiet + 10);
  // Another time: where it was there is nothing again.
  await slider.press("End");
  for (const [name, value] of [
    [/^First/, "10"],
    [/^Last/, "20"],
  ] as const) {
    await minute(page, name).fill(value);
    await minute(page, name).press("Enter");
  }
  await piece(page).getByRole("combobox", { name: /^Kind/ }).selectOption("reads");
  await expect(minute(page, /^Last/)).toHaveValue("20");
  await settled(page);
  await expect.poll(() => mean(page, x, y)).toBeLessThan(quiet + 1);
  await page.getByRole("button", { name: "Take added load 1 off" }).click();
  await expect(piece(page)).toHaveCount(0);
  await settled(page);
  // Drags show a part again.
  await adding(page, false);
  await expect(page.locator("hotsplit-added")).toHaveCount(0);
  await draw(page, [0.2, 0.2], [0.6, 0.6]);
  await expect(page.getByRole("button", { name: "Show all" }).first()).toBeVisible();
  await expect(piece(page)).toHaveCount(0);
});

test("a click is one hot row for the whole run, whatever the key", async ({ page }) => {
  await open(page);
  await expect(map(page, "After")).toBeVisible();
  await settled(page);
  await adding(page);
  await draw(page, [0.5, 0.8], [0.5, 0.8]);
  await expect(piece(page).getByRole("checkbox", { name: "on one row" })).toBeChecked();
  await expect(minute(page, /^First/)).toHaveValue("0");
  await expect(minute(page, /^Last/)).toHaveValue("60");
  const rate = piece(page).getByRole("spinbutton", { name: /^Rows per second/ });
  await rate.fill("30000");
  await rate.press("Enter");
  // No key spreads one row: the rewritten schema has a split now that cannot be cut, too.
  await settled(page);
  await map(page, "After").focus();
  await page.keyboard.press("n");
  await expect(page.locator("hotsplit-heatmap .tip")).toContainText("HOT_ROW");
});

test("keys alone add load, and leave it", async ({ page }) => {
  await open(page);
  await map(page).focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("a");
  await expect(page.locator("hotsplit-heatmap .drag.load")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.locator("hotsplit-heatmap .drag.load")).toHaveCount(0);
  await page.keyboard.press("a");
  for (let step = 0; step < 6; step++) await page.keyboard.press("Shift+ArrowRight");
  for (let step = 0; step < 5; step++) await page.keyboard.press("Shift+ArrowUp");
  await page.keyboard.press("a");
  await expect(piece(page)).toContainText("Transactions,");
  await expect(piece(page).getByRole("checkbox", { name: "on one row" })).not.toBeChecked();
  await settled(page);
  // Focus stays on the map, to draw more.
  await expect(map(page)).toBeFocused();
});

test.describe("with a finger", () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

  test("one draws where two would zoom", async ({ page, context }) => {
    await page.goto("./");
    await settled(page);
    await adding(page);
    await map(page).scrollIntoViewIfNeeded();
    const [from, to] = [await point(page, 0.6, 0.1), await point(page, 0.9, 0.4)];
    const client = await context.newCDPSession(page);
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", at?: { x: number; y: number }) =>
      client.send("Input.dispatchTouchEvent", { type, touchPoints: at ? [at] : [] });
    await touch("touchStart", from);
    await touch("touchMove", { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 });
    await touch("touchMove", to);
    await touch("touchEnd");
    await expect(piece(page)).toContainText("Transactions,");
    await settled(page);
    await clean(page, "drawn by touch", { off: ["skip-link"] });
  });
});

test("a link carries it, an example leaves it, and what a link cannot mean is left out", async ({
  page,
}) => {
  await open(page);
  await expect(map(page, "After")).toBeVisible();
  await settled(page);
  await adding(page);
  await draw(page, [0.5, 0.2], [0.8, 0.5], "After");
  await expect(piece(page)).toContainText("drawn on after");
  await settled(page);
  const there = await followed(page);
  await expect(piece(there)).toContainText("drawn on after");
  await expect(
    (await view(there)).getByRole("checkbox", { name: /^Draw load on a map/ }),
  ).not.toBeChecked();
  await there.close();
  await page.keyboard.press("Escape");
  // Without the rewritten schema there is nothing that it was drawn on.
  await write(
    page,
    "CREATE TABLE Transactions (\n  Id STRING(36), -- UUID v4\n) PRIMARY KEY (Id);",
  );
  await settled(page);
  await expect(piece(page)).toContainText("not part of the run before");
  await example(page, "Even load");
  await expect(piece(page)).toHaveCount(0);
});

test("axe finds nothing", async ({ page }) => {
  await open(page);
  await adding(page);
  await draw(page, [0.6, 0.1], [0.9, 0.3]);
  await expect(piece(page)).toBeVisible();
  await settled(page);
  await cleanInSchemes(page, "added load", { off: ["skip-link"] });
});
