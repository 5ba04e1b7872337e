/** Hue is the server: chosen by keyboard, on both pictures, in the legend, in the link, in files. */
import { readFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import { cleanInSchemes } from "./axe.js";
import {
  brightness,
  closeView,
  example,
  followed,
  linkOf,
  open,
  type Picture,
  picture,
  settled,
  setView,
  test,
  view,
  write,
} from "./page.js";

const legend = (page: Page) => page.locator("hotsplit-legend");

/** The radio button of the palette. */
const radio = async (page: Page) =>
  (await view(page))
    .getByRole("group", { name: "Colours" })
    .getByRole("radio", { name: "By server" });

/** Chooses the palette as those do who use no mouse. */
async function byServer(page: Page): Promise<void> {
  const chosen = (await view(page)).getByRole("group", { name: "Colours" }).locator(":checked");
  await chosen.focus();
  // Radio buttons go round: the last stands before the first.
  for (let at = 0; at < 6 && !(await (await radio(page)).isChecked()); at++) {
    await page.keyboard.press("ArrowDown");
  }
  await expect(await radio(page)).toBeChecked();
  await closeView(page);
}

/** The hues of what is bright, in twelfths of the circle, with how many pixels each has. */
function huesOf(map: Picture): Map<number, number> {
  const found = new Map<number, number>();
  for (let at = 0; at < map.width * map.height; at++) {
    const [r = 0, g = 0, b = 0] = map.pixels.subarray(at * 4, at * 4 + 3);
    const [most, least] = [Math.max(r, g, b), Math.min(r, g, b)];
    if (most < 96 || most - least < 48) continue;
    const span = most - least;
    const turn = most === r ? (g - b) / span : most === g ? 2 + (b - r) / span : 4 + (r - g) / span;
    const hue = Math.floor((turn + 6) * 2) % 12;
    found.set(hue, (found.get(hue) ?? 0) + 1);
  }
  return found;
}

/** A day of writes at the end of a key: its last split is full five times over. */
const LEDGER = `CREATE TABLE Events (
  At TIMESTAMP NOT NULL,
  Id INT64 NOT NULL,
  Body BYTES(MAX),
) PRIMARY KEY (At, Id);`;

/** Even load on ten servers. */
async function even(page: Page): Promise<void> {
  await open(page);
  await example(page, "Even load");
  await expect(page.locator("hotsplit-verdict")).toContainText("20,000 writes/s");
  await settled(page);
  await setView(page, "Scale", "Logarithmic");
  await setView(page, "Order of rows", "Key order");
  await settled(page);
  await byServer(page);
}

/** Black ends where even load begins: its hues are bright then. */
async function relative(page: Page): Promise<void> {
  await (await view(page)).getByRole("checkbox", { name: "Relative" }).check();
  await closeView(page);
}

/** The map has this many hues, or more. */
async function hued(page: Page, which: "Before" | "After", many: number): Promise<void> {
  await expect
    .poll(async () => huesOf(await picture(page, which)).size)
    .toBeGreaterThanOrEqual(many);
}

test("a tail split is chased from hue to hue, and idle is dark", async ({ page }) => {
  await open(page, linkOf({ text: LEDGER, knobs: { minutes: 1_440 }, log: true, rowsBy: "keys" }));
  await byServer(page);
  await hued(page, "Before", 4);
  const map = await picture(page, "Before");
  const middle = Array.from({ length: map.height }, (_, y) => brightness(map, map.width >> 1, y));
  expect(middle.filter((light) => light > 60).length).toBeGreaterThan(0);
  expect(middle.filter((light) => light < 40).length).toBeGreaterThan(map.height * 0.9);
});

test("the legend lists the servers, each swatch the colour of its saturated server", async ({
  page,
}) => {
  await open(page);
  await expect(legend(page).getByRole("list", { name: /Hue is the server/ })).toHaveCount(0);
  await byServer(page);
  const list = legend(page).getByRole("list", { name: /Hue is the server/ });
  await expect(list.getByRole("listitem")).toHaveCount(10);
  await expect(list.getByRole("listitem").first()).toHaveText("server 0");
  const seen = await list
    .locator("i")
    .evaluateAll((all) => all.map((one) => getComputedStyle(one).backgroundColor));
  expect(new Set(seen).size).toBe(10);
  await expect(legend(page).getByRole("img")).toHaveAccessibleName(/hue is that of the server/);
  await expect(legend(page)).not.toContainText("and again");
  // What is pointed at names its server in words.
  await page.getByRole("application", { name: /Before/ }).focus();
  await page.keyboard.press("n");
  await expect(page.locator("hotsplit-heatmap .tip")).toContainText(/Server \d/);
  // There are twelve hues; of more servers that is said.
  await write(page, `-- hotsplit: nodes=14\n${LEDGER}`);
  await settled(page);
  await expect(list.getByRole("listitem")).toHaveCount(12);
  await expect(legend(page)).toContainText("and again from server 12 on");
});

test("a link keeps it, and a file has the map and the swatches", async ({ page }) => {
  await even(page);
  await relative(page);
  await hued(page, "Before", 6);
  const there = await followed(page);
  await expect(await radio(there)).toBeChecked();
  await closeView(there);
  await hued(there, "Before", 6);
  await there.close();
  await page.keyboard.press("Escape");
  const file = async (name: string) => {
    const panel = await view(page);
    const waiting = page.waitForEvent("download");
    await panel.getByRole("button", { name }).click();
    return readFileSync(await (await waiting).path());
  };
  const drawing = (await file("Picture (SVG)")).toString("utf8");
  expect(drawing).toContain("Hue: server");
  expect(drawing.match(/<rect [^>]*height="10" fill="#/g)).toHaveLength(10);
  const png = await file("Picture (PNG)");
  const drawn = await page.evaluate(async (bytes) => {
    const data = Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0));
    const picture = await createImageBitmap(new Blob([data], { type: "image/png" }));
    const context = new OffscreenCanvas(picture.width, picture.height).getContext("2d");
    if (!context) throw new Error("no context");
    context.drawImage(picture, 0, 0);
    const {
      width,
      height,
      data: pixels,
    } = context.getImageData(0, 0, picture.width, picture.height);
    let text = "";
    for (let at = 0; at < pixels.length; at += 0x8000) {
      text += String.fromCharCode(...pixels.subarray(at, at + 0x8000));
    }
    return { width, height, text: btoa(text) };
  }, png.toString("base64"));
  const { width, height, text } = drawn;
  expect(huesOf({ width, height, pixels: Buffer.from(text, "base64") }).size).toBeGreaterThan(5);
});

test("both maps have it, also one over the other; a difference has its own colours", async ({
  page,
}) => {
  await open(page);
  await setView(page, "Scale", "Logarithmic");
  await byServer(page);
  // What was on one server before is on all of them after.
  await hued(page, "After", 6);
  expect(huesOf(await picture(page, "Before")).size).toBe(1);
  await setView(page, "Compare", "Swipe");
  await hued(page, "After", 6);
  await setView(page, "Compare", "Difference");
  await expect(legend(page).getByRole("list")).toHaveCount(0);
  await expect(legend(page)).toContainText("less load");
});

test("axe finds nothing", async ({ page }) => {
  test.slow();
  await page.emulateMedia({ reducedMotion: "reduce" });
  await even(page);
  await picture(page, "Before");
  await cleanInSchemes(page, "by server", { parts: ["hotsplit-outcome"] });
});
