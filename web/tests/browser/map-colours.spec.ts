/** The colours of the maps: their ends, their palettes, and what brightness stands for. */
import { expect, type Page } from "@playwright/test";
import { both, frame, map, openWith, point } from "./maps.js";
import {
  brightest,
  brightness,
  closeView,
  followed,
  open,
  picture,
  setView,
  test,
  view,
} from "./page.js";
import { resize } from "./pulse.js";

test("what is full is hatched near and far, unless it is hidden", async ({ page }) => {
  await open(page);
  await setView(page, "Colours", "Inferno");
  await setView(page, "Scale", "Logarithmic");
  await map(page).focus();
  await page.keyboard.press("n");
  for (let at = 0; at < 7; at++) await page.keyboard.press("+");
  await expect
    .poll(async () => (await frame(page)).right - (await frame(page)).left)
    .toBeLessThan(0.02);
  const lines = async () => {
    const { pixels } = await picture(page, "Before");
    // Lines of the hatch are a third as bright as the brightest colours beside them.
    let [bright, dark] = [0, 0];
    for (let at = 0; at < pixels.length; at += 4) {
      const [r = 0, g = 0] = pixels.subarray(at, at + 2);
      if (r > 180 && g > 120) bright++;
      else if (r > 60 && r < 90 && g > 40) dark++;
    }
    return { bright, dark };
  };
  await expect.poll(async () => (await lines()).dark).toBeGreaterThan(20);
  await (await view(page)).getByRole("checkbox", { name: /Hatch/ }).uncheck();
  await closeView(page);
  await expect.poll(async () => (await lines()).dark).toBe(0);
  expect((await lines()).bright).toBeGreaterThan(100);
});

test("the ends of the scale and the keys make the picture brighter and darker", async ({
  page,
}) => {
  await open(page);
  await setView(page, "Colours", "Inferno");
  await setView(page, "Scale", "Logarithmic");
  const usual = await picture(page, "Before");
  const dim = (p: typeof usual) => brightness(p, Math.floor(p.width * 0.9), 4);
  const panel = await view(page);
  const white = panel.getByRole("slider", { name: /White point/ });
  const black = panel.getByRole("slider", { name: /Black point/ });
  // Everything above what idles is as bright as can be.
  await white.focus();
  for (let at = 0; at < 12; at++) await page.keyboard.press("Shift+ArrowLeft");
  await expect(white).toHaveAttribute("aria-valuenow", "2");
  await expect
    .poll(async () => (await picture(page, "Before")).pixels.equals(usual.pixels))
    .toBe(false);
  const track = await panel.locator("hotsplit-tone .track").boundingBox();
  if (!track) throw new Error("no track");
  await page.mouse.dblclick(track.x + track.width / 2, track.y + 18);
  await expect(white).toHaveAttribute("aria-valuenow", "100");
  await expect
    .poll(async () => (await picture(page, "Before")).pixels.equals(usual.pixels))
    .toBe(true);
  // The black point is dragged past the load: the diagonal is as dark as the rest.
  await page.mouse.move(track.x + 1, track.y + 18);
  await page.mouse.down();
  await page.mouse.move(track.x + track.width * 0.97, track.y + 18, { steps: 4 });
  await page.mouse.up();
  await expect(black).toHaveAttribute("aria-valuenow", /9[67]/);
  const dark = await picture(page, "Before");
  const x = Math.floor(dark.width / 2);
  expect(brightness(dark, x, brightest(dark, x))).toBeLessThan(dim(usual) + 20);
  // Keys on the map, and twice on the track for as usual.
  await page.mouse.dblclick(track.x + track.width / 2, track.y + 18);
  await closeView(page);
  await map(page).focus();
  await page.keyboard.press("]");
  await view(page);
  await expect(white).toHaveAttribute("aria-valuenow", "95");
  await closeView(page);
  await map(page).focus();
  await page.keyboard.press("[");
  await view(page);
  await expect(white).toHaveAttribute("aria-valuenow", "100");
});

test("brightness stands for what is written, read or held, in its own unit", async ({ page }) => {
  await open(page);
  await setView(page, "Colours", "Inferno");
  await setView(page, "Scale", "Logarithmic");
  const usual = await picture(page, "Before");
  const legend = page.locator("hotsplit-legend");
  await expect(legend).toContainText(/0 %.*100 %.*of a split.*over the limit.*empty key range/s);
  // One line.
  expect((await legend.boundingBox())?.height).toBeLessThan(32);
  await setView(page, "Brightness shows", "Stored bytes, bytes");
  await expect(legend).toContainText(/8\.59 GB.*stored bytes/s);
  await expect(legend.getByRole("img")).toHaveAccessibleName(
    /the size at which a split is divided/,
  );
  await expect
    .poll(async () => (await picture(page, "Before")).pixels.equals(usual.pixels))
    .toBe(false);
  // What was written early is held to the end; its load is long gone.
  const held = await picture(page, "Before");
  const [x, y] = [Math.floor(usual.width * 0.95), Math.floor(usual.height * 0.2)];
  expect(brightness(held, x, y)).toBeGreaterThan(brightness(usual, x, y));
  const { x: px, y: py } = await point(page, 0.9, 0.3);
  await page.mouse.move(px, py);
  const tip = page.locator("hotsplit-heatmap .tip");
  await expect(tip).toContainText(/Stored bytes\s*[\d.]+ [kM]B, (under )?[\d.]+ % of full/);
  // The bars under the handles count its cells.
  const bars = async () => (await view(page)).locator("hotsplit-tone .counts").innerHTML();
  const counted = await bars();
  await setView(page, "Brightness shows", "Rows written, rows/s");
  await expect.poll(bars).not.toBe(counted);
  await setView(page, "Brightness shows", "% of a split");
  await expect
    .poll(async () => (await picture(page, "Before")).pixels.equals(usual.pixels))
    .toBe(true);
});

/** A table whose load is even and far from what its splits can take. */
const CALM = "CREATE TABLE Calm (\n  Id STRING(36) NOT NULL, -- UUID v4\n) PRIMARY KEY (Id);\n";

/** The brightest colour of Inferno. */
const WHITE = [0xfc, 0xff, 0xa4];

/** Says how much of a map is as bright as can be. */
function white({ pixels, width, height }: Awaited<ReturnType<typeof picture>>): number {
  let many = 0;
  for (let at = 0; at < pixels.length; at += 4) {
    if (WHITE.every((channel, i) => pixels[at + i] === channel)) many++;
  }
  return many / (width * height);
}

test.describe("relative brightness", () => {
  test.use({ hasTouch: true });

  const box = async (page: Page) => (await view(page)).getByRole("checkbox", { name: "Relative" });

  test("the most in view is white, which is said to be harmless at times", async ({ page }) => {
    await openWith(page, CALM);
    const usual = await picture(page, "Before");
    expect(white(usual)).toBe(0);
    const note = page
      .locator("hotsplit-legend")
      .getByText(
        /^Relative: the brightest is [\d.]+ % of a split, the most in view\. Bright may still be harmless\.$/,
      );
    await expect(note).toHaveCount(0);
    await (await box(page)).click();
    await expect(note).toBeVisible();
    await expect.poll(async () => white(await picture(page, "Before"))).toBeGreaterThan(0);
    const relative = await picture(page, "Before");
    // The ramp ends where the maps do.
    await expect((await view(page)).getByRole("slider", { name: /White/ })).toHaveAttribute(
      "aria-valuetext",
      /^[\d.]+ % of a split$/,
    );
    // With a finger, and with its key on a map.
    await (await box(page)).tap();
    await expect(note).toHaveCount(0);
    await closeView(page);
    await expect
      .poll(async () => (await picture(page, "Before")).pixels.equals(usual.pixels))
      .toBe(true);
    await map(page).focus();
    await page.keyboard.press("b");
    await expect(note).toBeVisible();
    await expect
      .poll(async () => (await picture(page, "Before")).pixels.equals(relative.pixels))
      .toBe(true);
    // Whoever follows the link sees the same.
    const there = await followed(page);
    await expect(await box(there)).toBeChecked();
    await closeView(there);
    await expect
      .poll(async () => (await picture(there, "Before")).pixels.equals(relative.pixels))
      .toBe(true);
    await there.close();
    // A white point of one's own is no longer the most in view.
    await page.keyboard.press("Escape");
    await map(page).focus();
    await page.keyboard.press("]");
    await expect(note).toHaveCount(0);
  });

  test("both maps have one scale, and a difference has its own", async ({ page }) => {
    await open(page);
    await both(page);
    await setView(page, "Colours", "Inferno");
    await (await box(page)).click();
    await closeView(page);
    // The hottest is on the first map; the second is measured by it, so it has no white.
    await expect.poll(async () => white(await picture(page, "Before"))).toBeGreaterThan(0);
    await expect.poll(async () => white(await picture(page, "After"))).toBe(0);
    const said = page.locator("hotsplit-legend").getByText(/^Relative:/);
    const whole = await said.innerText();
    await setView(page, "Compare", "Difference");
    await expect(said).toHaveCount(0);
    await setView(page, "Compare", "Side by side");
    await expect(said).toHaveText(whole);
  });
});

test("the colours are one of six palettes, and greys are grey", async ({ page }) => {
  await open(page);
  const colours = (await view(page)).getByRole("group", { name: "Colours" });
  await expect(colours.locator("label")).toHaveText([
    ...["Health", "Inferno", "Cividis", "Viridis", "Greys", "By server"],
  ]);
  await closeView(page);
  const seen = new Set<string>();
  for (const name of ["Inferno", "Cividis", "Viridis", "Greys"] as const) {
    await setView(page, "Colours", name);
    // The ramp of the legend is painted by the page, the map by the engine: they meet.
    const stops = await page
      .locator("hotsplit-legend .ramp")
      .evaluate((ramp) => getComputedStyle(ramp).getPropertyValue("--stops"));
    const idle = /^rgb\((\d+) (\d+) (\d+)\)/.exec(stops)?.slice(1).map(Number) ?? [];
    seen.add(idle.join());
    await expect(async () => {
      const { pixels } = await picture(page, "Before");
      let same = 0;
      for (let at = 0; at < pixels.length; at += 4) {
        if (idle.every((channel, i) => pixels[at + i] === channel)) same++;
      }
      // Most of a ledger is idle at any time.
      expect(same).toBeGreaterThan(pixels.length / 4 / 3);
    }).toPass();
  }
  expect(seen.size).toBe(4);
  const { pixels } = await picture(page, "Before");
  const bright = pixels.findIndex((byte, at) => at % 4 === 0 && byte > 200);
  expect(pixels[bright + 1]).toBe(pixels[bright]);
  expect(pixels[bright + 2]).toBe(pixels[bright]);
});

test("one hot row is seen at every height, at one and two pixels a point", async ({ browser }) => {
  for (const deviceScaleFactor of [1, 2]) {
    const context = await browser.newContext({
      deviceScaleFactor,
      viewport: { width: 1440, height: 900 },
    });
    const page = await context.newPage();
    await open(page);
    await setView(page, "Colours", "Inferno");
    // One column of the diagonal is one hot row: it must be there at any height.
    for (const height of [200, 333, 620, 1000, 1400]) {
      await resize(page, 1440, height + 420);
      const seen = await picture(page, "Before");
      let least = 255;
      for (let x = 0; x < seen.width; x += 7) {
        least = Math.min(least, brightness(seen, x, brightest(seen, x)));
      }
      expect(least, `${height} at ${deviceScaleFactor}`).toBeGreaterThan(150);
    }
    await context.close();
  }
});
