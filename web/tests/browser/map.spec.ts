/** The maps as a person uses them: with the mouse, with fingers, with keys, and without eyes. */
import { expect, type Locator, type Page } from "@playwright/test";
import { axe } from "./axe.js";
import {
  brightest,
  brightness,
  closeView,
  editor,
  followed,
  linkOf,
  open,
  picture,
  settled,
  setView,
  test,
  view,
  write,
} from "./page.js";
import { resize } from "./pulse.js";

/** The map itself, which takes the mouse and the keys. */
const map = (page: Page, which = "Before"): Locator =>
  page.getByRole("region", { name: which, exact: true }).getByRole("application");

/** The part of a map in view. */
async function frame(page: Page, which = "before") {
  return page.evaluate((which) => {
    const all = (root: ParentNode): Element[] =>
      [...root.querySelectorAll("*")].flatMap((one) => [
        one,
        ...(one.shadowRoot ? all(one.shadowRoot) : []),
      ]);
    const maps = all(document).filter((one) => one.localName === "hotsplit-heatmap");
    const one = maps.find((map) => Reflect.get(map, "which") === which);
    return one && Reflect.get(one, "frame");
  }, which);
}

/** A point of a map, from fractions of its box. */
async function point(page: Page, x: number, y: number, which = "Before") {
  const box = await map(page, which).boundingBox();
  if (!box) throw new Error("no map");
  return { x: box.x + x * box.width, y: box.y + y * box.height };
}

/** Waits for both maps: the recommended fixes are previewed. */
async function both(page: Page): Promise<void> {
  await expect(map(page, "After")).toBeVisible();
  await settled(page);
}

/** Opens the page with a schema and what is set on its maps, in colours that are told apart. */
async function openWith(page: Page, text: string, look: object = {}, kept: object = {}) {
  await open(page, linkOf({ text, palette: "inferno", log: true, ...kept, view: { look } }));
}

const WHOLE = { left: 0, right: 1, top: 0, bottom: 1 };
const near = (value: number) => expect.closeTo(value, 1);

test("the mouse draws a part, the wheel goes closer, and every step goes back", async ({
  page,
}) => {
  await open(page);
  const [from, to] = [await point(page, 0.25, 0.2), await point(page, 0.75, 0.6)];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 3 });
  await page.mouse.up();
  const drawn = { left: near(0.25), right: near(0.75), top: near(0.2), bottom: near(0.6) };
  await expect.poll(() => frame(page)).toEqual(drawn);
  await expect(page.locator(".mini").first()).toBeVisible();

  // Ctrl: time alone. Alt: keys alone. Neither: both.
  const before = await frame(page);
  await page.keyboard.down("Control");
  await page.mouse.wheel(0, -200);
  await page.keyboard.up("Control");
  await expect.poll(async () => (await frame(page)).left).toBeGreaterThan(before.left);
  expect(await frame(page)).toMatchObject({ top: before.top, bottom: before.bottom });
  const timed = await frame(page);
  await page.keyboard.down("Alt");
  await page.mouse.wheel(0, -200);
  await page.keyboard.up("Alt");
  await expect.poll(async () => (await frame(page)).top).toBeGreaterThan(timed.top);
  expect(await frame(page)).toMatchObject({ left: timed.left, right: timed.right });

  // Shift drags the part along, and so does the middle button.
  const held = await frame(page);
  const middle = await point(page, 0.5, 0.5);
  await page.mouse.move(middle.x, middle.y);
  await page.mouse.down({ button: "middle" });
  await page.mouse.move(middle.x - 60, middle.y - 40, { steps: 3 });
  await page.mouse.up({ button: "middle" });
  await expect.poll(async () => (await frame(page)).left).toBeGreaterThan(held.left);
  expect((await frame(page)).top).toBeGreaterThan(held.top);

  // Back through what was seen, then all of it.
  await map(page).focus();
  const seen: unknown[] = [];
  for (let step = 0; step < 8; step++) {
    seen.push(await frame(page));
    if (JSON.stringify(seen.at(-1)) === JSON.stringify(WHOLE)) break;
    await page.keyboard.press("Backspace");
    await expect.poll(() => frame(page)).not.toEqual(seen.at(-1));
  }
  expect(seen).toContainEqual(before);
  expect(seen.at(-1)).toEqual(WHOLE);
  await expect(page.locator(".mini")).toHaveCount(0);
});

test("the picture is the part in view, and both maps and charts share the time", async ({
  page,
}) => {
  await open(page);
  await both(page);
  const whole = await picture(page, "Before");
  const row = brightest(whole, Math.floor(whole.width * 0.5));
  // Closer around the middle of the diagonal: it stays where it is.
  const at = await point(page, 0.5, (row + 0.5) / whole.height);
  await page.mouse.move(at.x, at.y);
  await page.mouse.wheel(0, -300);
  await expect.poll(async () => (await frame(page)).left).toBeGreaterThan(0.1);
  await expect(async () => {
    const closer = await picture(page, "Before");
    const there = brightest(closer, Math.floor(closer.width * 0.5));
    expect(Math.abs(there - row)).toBeLessThan(closer.height / 20);
  }).toPass();
  const [before, after] = [await frame(page), await frame(page, "after")];
  expect([after.left, after.right]).toEqual([before.left, before.right]);
  // Keys are each map's own.
  expect([after.top, after.bottom]).toEqual([0, 1]);
  await expect(page.locator("hotsplit-heatmap .axis").first()).not.toContainText(/^0/);
  // The small map carries the part along.
  const mini = await page.locator(".mini").first().boundingBox();
  await page.mouse.click((mini?.x ?? 0) + 6, (mini?.y ?? 0) + 6);
  await expect.poll(async () => (await frame(page)).left).toBe(0);
});

test("keys walk, pin, find and fit without the mouse", async ({ page }) => {
  await openWith(
    page,
    `CREATE TABLE Users (
  UserId STRING(36) NOT NULL, -- UUID v4
) PRIMARY KEY (UserId);
CREATE TABLE Visits (
  SeenAt TIMESTAMP NOT NULL,
  UserId STRING(36) NOT NULL, -- UUID v4
) PRIMARY KEY (SeenAt, UserId);`,
    {},
    { rowsBy: "keys" },
  );
  const bands = page.getByRole("region", { name: "Before", exact: true }).locator(".band");
  await expect(bands).toHaveText([/Users/, /Visits/]);
  await settled(page);
  await map(page).focus();
  const spoken = page.locator('hotsplit-heatmap [aria-live="polite"]').first();
  // The hottest range is in the table with the time in front.
  await page.keyboard.press("n");
  await expect(spoken).toContainText(/Visits.*the hottest/);
  const first = await spoken.textContent();
  await page.keyboard.press("n");
  await expect(spoken).not.toHaveText(first ?? "");
  await page.keyboard.press("Shift+N");
  await expect(spoken).toHaveText(first ?? "");
  // From table to table.
  await page.keyboard.press("Control+ArrowUp");
  await expect(spoken).toContainText("Users");
  await page.keyboard.press("Control+ArrowDown");
  await expect(spoken).toContainText("Visits");
  // F fills the map with the table, + goes closer, R shows everything.
  await page.keyboard.press("f");
  await expect.poll(async () => (await frame(page)).top).toBeGreaterThan(0.05);
  await page.keyboard.press("+");
  await expect.poll(async () => (await frame(page)).left).toBeGreaterThan(0);
  await page.keyboard.press("r");
  await expect.poll(() => frame(page)).toEqual(WHOLE);
  // Enter pins, and again takes the pin off.
  await page.keyboard.press("Enter");
  const pin = page.getByRole("group", { name: "Pin 1 on before" });
  await expect(pin).toContainText(/Visits.*the limit/s);
  await pin.getByRole("button", { name: /^line/ }).click();
  await expect(page.locator(".cm-activeLine")).toContainText("PRIMARY KEY (SeenAt");
  await pin.getByRole("button", { name: /Take pin/ }).click();
  await expect(pin).toHaveCount(0);
  // Slash finds a table and goes there.
  await map(page).focus();
  await page.keyboard.press("/");
  await page.keyboard.type("users");
  await page.keyboard.press("Enter");
  await expect(map(page)).toBeFocused();
  await expect.poll(async () => (await frame(page)).bottom).toBeLessThan(0.9);
  await expect(spoken).toContainText("Users");
  // One stop of the Tab key: the next is the other map.
  await page.keyboard.press("Tab");
  await expect(map(page, "After")).toBeFocused();
});

test("an open finding marks its band in both maps; a name opens what was found, or shows its line", async ({
  page,
}) => {
  await openWith(
    page,
    `CREATE TABLE Users (
  UserId UUID NOT NULL DEFAULT (NEW_UUID()),
) PRIMARY KEY (UserId);
CREATE TABLE Visits (
  SeenAt TIMESTAMP NOT NULL OPTIONS (allow_commit_timestamp = true),
  UserId STRING(36) NOT NULL, -- UUID v4
) PRIMARY KEY (SeenAt, UserId);`,
    {},
    { rowsBy: "keys" },
  );
  const band = (which: string, name: string) =>
    page.getByRole("region", { name: which, exact: true }).locator(".band", { hasText: name });
  await band("Before", "Visits").click();
  const key = page.locator("hotsplit-key");
  await expect(key.getByRole("heading", { name: "Visits" }).first()).toBeVisible();
  await expect(page.locator("hotsplit-heatmap .band.lit")).toHaveText([/Visits/, /Visits/]);
  await expect(page.locator("hotsplit-heatmap .tip")).toContainText(/Visits/);
  // Nothing was found about the other table.
  await editor(page).focus();
  await page.keyboard.press("Control+End");
  await band("Before", "Users").click();
  await expect(page.locator(".cm-activeLine")).toContainText(") PRIMARY KEY (UserId);");
});

test("marks are shown and hidden", async ({ page }) => {
  await open(page);
  await both(page);
  const marks = () =>
    page
      .getByRole("region", { name: "After", exact: true })
      .locator("canvas#over")
      .evaluate((canvas) => {
        if (!(canvas instanceof HTMLCanvasElement)) return 0;
        const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d");
        copy?.drawImage(canvas, 0, 0);
        const data = copy?.getImageData(0, 0, canvas.width, canvas.height).data;
        return data?.reduce((sum, byte, at) => sum + (at % 4 === 3 && byte > 0 ? 1 : 0), 0) ?? 0;
      });
  const set = async (name: RegExp, on: boolean) => {
    await (await view(page)).getByRole("checkbox", { name }).setChecked(on);
    await closeView(page);
  };
  await set(/Named shapes/, false);
  await expect(page.locator("hotsplit-heatmap .named")).toHaveCount(0);
  // The band of the statement at the cursor stays lit.
  const lit = await marks();
  await set(/Splits because of load/, true);
  await expect.poll(marks).not.toBe(lit);
  await set(/Splits because of load/, false);
  await expect.poll(marks).toBe(lit);
});

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
  await expect(legend).toContainText(/0 %.*100 %.*of a split.*over the limit.*no keys yet/s);
  // One line.
  expect((await legend.boundingBox())?.height).toBeLessThan(32);
  await setView(page, "Brightness stands for", "Bytes held, bytes");
  await expect(legend).toContainText(/8\.59 GB.*bytes held/s);
  await expect(legend.getByRole("img")).toHaveAccessibleName(
    /what a split holds before it is split/,
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
  await expect(tip).toContainText(/Bytes held\s*[\d.]+ [kM]B, (under )?[\d.]+ % of full/);
  // The bars under the handles count its cells.
  const bars = async () => (await view(page)).locator("hotsplit-tone .counts").innerHTML();
  const counted = await bars();
  await setView(page, "Brightness stands for", "Rows written, rows/s");
  await expect.poll(bars).not.toBe(counted);
  await setView(page, "Brightness stands for", "% of a split");
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

test("a shape has a caption that says what it was told by, and is not on what is hot", async ({
  page,
}) => {
  await open(page);
  await both(page);
  const named = page.locator("hotsplit-heatmap .named");
  await expect(named.first()).toHaveAttribute("title", /Transactions: .* Fits to \d+ %: .*\d/);
  const caption = await named.first().boundingBox();
  const area = await map(page).boundingBox();
  if (!caption || !area) throw new Error("no caption");
  const hottest = await page
    .locator("hotsplit-heatmap")
    .first()
    .evaluate(
      (map, { left, right, top, bottom }) => {
        const { run, grid } = map as unknown as {
          run: { rows: number; columns: number };
          grid: Float32Array;
        };
        let most = 0;
        for (let row = Math.floor(top * run.rows); row < bottom * run.rows; row++) {
          for (
            let column = Math.floor(left * run.columns);
            column < right * run.columns;
            column++
          ) {
            most = Math.max(most, grid[row * run.columns + column] || 0);
          }
        }
        return most;
      },
      {
        left: (caption.x - area.x) / area.width,
        right: (caption.x + caption.width - area.x) / area.width,
        top: (caption.y - area.y) / area.height,
        bottom: (caption.y + caption.height - area.y) / area.height,
      },
    );
  expect(hottest).toBeLessThan(0.5);
  // All of a table needs no box.
  const dashes = await page
    .locator("hotsplit-heatmap")
    .first()
    .evaluate((map) => {
      const canvas = map.shadowRoot?.querySelector<HTMLCanvasElement>("canvas#over");
      if (!canvas) throw new Error("no canvas");
      const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d");
      copy?.drawImage(canvas, 0, 0);
      const data = copy?.getImageData(0, 0, 2, canvas.height).data ?? [];
      return data.filter((byte, i) => i % 4 === 3 && byte > 0).length;
    });
  expect(dashes).toBeLessThan(12);
});

test("what is pinned before is shown where it went after", async ({ page }) => {
  await open(page);
  await both(page);
  /** Pixels in the colour of what is followed. */
  const lit = (which: string) =>
    page
      .getByRole("region", { name: which, exact: true })
      .locator("canvas#over")
      .evaluate((canvas) => {
        if (!(canvas instanceof HTMLCanvasElement)) return 0;
        const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d");
        copy?.drawImage(canvas, 0, 0);
        const data = copy?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
        let many = 0;
        for (let at = 0; at < data.length; at += 4) {
          const [r = 0, b = 0, a = 0] = [data[at], data[at + 2], data[at + 3]];
          if (a > 200 && b > 220 && r < 150) many++;
        }
        return many;
      });
  expect(await lit("After")).toBe(0);
  await map(page).focus();
  await page.keyboard.press("n");
  await page.keyboard.press("Enter");
  const pin = page.getByRole("group", { name: "Pin 1 on before" });
  await expect(pin).toContainText(/Where it went: In \d+ ranges of Transactions, [\d.]+ % of its/);
  await expect.poll(() => lit("After")).toBeGreaterThan(50);
  const few = await lit("After");
  // All of the table instead, as fingers can do it too.
  await pin.getByRole("button", { name: "follow the whole table" }).click();
  await expect(pin).toContainText(/All of Transactions.*Spread over all keys of Transactions/s);
  await expect.poll(() => lit("Before")).toBeGreaterThan(50);
  await pin.getByRole("button", { name: /^Take pin/ }).click();
  await expect.poll(() => lit("After")).toBe(0);
  // With Shift the keys and the mouse pin the whole table, and again unpin it.
  await map(page).focus();
  await page.keyboard.press("Shift+Enter");
  await expect(pin).toContainText("All of Transactions");
  await page.keyboard.press("Shift+Enter");
  await expect(pin).toHaveCount(0);
  const band = page.getByRole("region", { name: "After", exact: true }).locator(".band").first();
  await band.click({ modifiers: ["Shift"] });
  const other = page.getByRole("group", { name: "Pin 1 on after" });
  await expect(other).toContainText("Where it was: Spread over all keys of Transactions");
  expect(few).toBeGreaterThan(0);
});

test("swipe, difference and blink", async ({ page }) => {
  await open(page);
  await both(page);
  await map(page).focus();
  // Held, Space puts each map in the other's place, and nothing is painted anew.
  const place = async (which: string) => (await map(page, which).boundingBox())?.x ?? 0;
  const [left, right] = [await place("Before"), await place("After")];
  await page.keyboard.down("Space");
  await expect.poll(() => place("After")).toBe(left);
  await page.keyboard.up("Space");
  await expect.poll(() => place("After")).toBe(right);

  await page.keyboard.press("2");
  const compare = async () => (await view(page)).getByRole("group", { name: "Compare" });
  await expect((await compare()).getByRole("radio", { name: "Swipe" })).toBeChecked();
  await closeView(page);
  const curtain = page.getByRole("slider", { name: /Curtain/ });
  await curtain.focus();
  await page.keyboard.press("Home");
  await expect(curtain).toHaveAttribute("aria-valuenow", "0");
  const box = await curtain.boundingBox();
  const to = await point(page, 0.75, 0.5);
  await page.mouse.move((box?.x ?? 0) + 12, to.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 3 });
  await page.mouse.up();
  await expect(curtain).toHaveAttribute("aria-valuenow", "75");
  // To the left lies before, to the right after.
  const hit = async (x: number) => {
    const { x: px, y: py } = await point(page, x, 0.4);
    await page.mouse.move(px, py);
    return page.locator("hotsplit-heatmap .tip");
  };
  await expect(await hit(0.3)).toBeVisible();

  await setView(page, "Compare", "Difference");
  await expect(page.getByText("less load")).toBeVisible();
  const colours = () =>
    page.locator("canvas#difference").evaluate((canvas) => {
      if (!(canvas instanceof HTMLCanvasElement)) return { cool: 0, warm: 0, grey: 0 };
      const context = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d");
      context?.drawImage(canvas, 0, 0);
      const data = context?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
      let [cool, warm, grey] = [0, 0, 0];
      for (let at = 0; at < data.length; at += 4) {
        const [r = 0, g = 0, b = 0] = [data[at], data[at + 1], data[at + 2]];
        if (b > r + 60) cool++;
        else if (r > b + 40) warm++;
        else if (r > 30 && Math.abs(r - g) < 20) grey++;
      }
      return { cool, warm, grey };
    });
  // The diagonal is gone. What is new is far below the limit: a cure has no colour of a warning.
  await expect.poll(async () => (await colours()).cool).toBeGreaterThan(200);
  const seen = await colours();
  expect(seen.grey).toBeGreaterThan(200);
  expect(seen.warm).toBeLessThan(seen.cool / 20);
  await setView(page, "Compare", "Side by side");
  await expect(map(page, "After")).toBeVisible();
});

test("time is played, paused and stepped, and the numbers are of that moment", async ({ page }) => {
  await open(page);
  await both(page);
  const shown = page.getByRole("slider", { name: "Time shown" });
  await expect(shown).toHaveCount(0);
  await (await view(page)).getByRole("button", { name: "Play over time" }).click();
  await page.getByRole("button", { name: "Pause" }).click();
  await shown.fill("250");
  await expect(page.locator("hotsplit-film .now")).toContainText(/Before.*writes\/s.*After/s);
  await expect(page.locator("hotsplit-heatmap .map .veil").first()).toBeVisible();
  const at = async () => Number(await shown.inputValue());
  await map(page).focus();
  await page.keyboard.press("l");
  await expect.poll(at).toBe(267);
  await page.keyboard.press("j");
  await expect.poll(at).toBe(250);
  await page.keyboard.press("k");
  await expect.poll(at).toBeGreaterThan(280);
  await page.keyboard.press("k");
  await expect(page.getByRole("button", { name: "Play" })).toBeVisible();
  // At the end everything is shown again.
  await shown.fill("1000");
  await expect(page.locator("hotsplit-heatmap .veil")).toHaveCount(0);
  // Where motion is not wanted the same key goes one step.
  await page.emulateMedia({ reducedMotion: "reduce" });
  await shown.fill("500");
  await map(page).focus();
  await page.keyboard.press("k");
  await expect.poll(at).toBe(517);
  await page.getByRole("button", { name: "Show the whole run" }).click();
  await expect(shown).toHaveCount(0);
  await expect(page.locator("hotsplit-heatmap .veil")).toHaveCount(0);
});

test("a hot server tells what it serves", async ({ page }) => {
  await open(page);
  const servers = page.getByRole("img", { name: /^Utilisation of/ }).first();
  const box = await servers.boundingBox();
  await servers.click({ position: { x: (box?.width ?? 2) / 2, y: 3 } });
  const note = page.getByRole("group", { name: /^Server \d+ before/ });
  await expect(note).toContainText(/busy, serves.*Transactions.*the limit.*key \(TxnId\)/s);
  await note.getByRole("button", { name: "line 1" }).click();
  await expect(page.locator(".cm-activeLine")).toContainText("PRIMARY KEY (TxnId)");
});

test("the maps go out as picture, drawing and numbers", async ({ page }) => {
  await open(page);
  await both(page);
  const take = async (name: RegExp) => {
    const panel = await view(page);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      panel.getByRole("button", { name }).click(),
    ]);
    const chunks: Buffer[] = [];
    for await (const chunk of await download.createReadStream()) chunks.push(Buffer.from(chunk));
    return Buffer.concat(chunks);
  };
  const png = await take(/PNG/);
  expect(png.subarray(1, 4).toString()).toBe("PNG");
  // Two maps beside each other, twice as fine.
  expect(png.readUInt32BE(16)).toBeGreaterThan(2000);
  const svg = (await take(/SVG/)).toString();
  expect(svg).toMatch(/^<svg .*<title>.*<image .*href="data:image\/png.*>Transactions<.*<\/svg>/s);
  // The verdict, that it is simulated and with what, servers, version and date.
  expect(svg).toContain((await page.locator("hotsplit-verdict h2").innerText()).trim());
  expect(svg).toMatch(/>Simulated\. .*12,000 writes\/s.* hotsplit [\d.]+[^<]*, \d{4}-\d\d-\d\d</);
  expect(svg.match(/<image /g)).toHaveLength(4);
  expect(svg).toContain(">servers<");
  const csv = (await take(/CSV/)).toString();
  expect(csv).toMatch(/^run,table_or_index,.*\nbefore,Transactions,0\.00,/);
  const hot = csv.split("\n").filter((line) => Number(line.split(",").at(-1)) >= 1);
  expect(hot.length).toBeGreaterThan(100);
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

test("fingers pinch, pan and pin", async ({ browser }) => {
  const context = await browser.newContext({
    hasTouch: true,
    isMobile: true,
    viewport: { width: 390, height: 844 },
  });
  const page = await context.newPage();
  await page.goto("./");
  await settled(page);
  await map(page).scrollIntoViewIfNeeded();
  const box = await map(page).boundingBox();
  if (!box) throw new Error("no map");
  const client = await context.newCDPSession(page);
  const touch = (type: string, ...points: readonly (readonly [number, number])[]) =>
    client.send("Input.dispatchTouchEvent", {
      type: type as "touchStart",
      touchPoints: points.map(([x, y], id) => ({
        x: box.x + x * box.width,
        y: box.y + y * box.height,
        id,
      })),
    });
  await touch("touchStart", [0.4, 0.4], [0.6, 0.6]);
  for (const by of [0.05, 0.1, 0.15, 0.2]) {
    await touch("touchMove", [0.4 - by, 0.4 - by], [0.6 + by, 0.6 + by]);
  }
  await touch("touchEnd");
  await expect.poll(async () => (await frame(page)).left).toBeGreaterThan(0.2);
  const pinched = await frame(page);
  expect(pinched.top).toBeGreaterThan(0.2);
  // Two fingers carry it along.
  await touch("touchStart", [0.5, 0.5], [0.6, 0.5]);
  for (const by of [0.05, 0.1, 0.15]) await touch("touchMove", [0.5 - by, 0.5], [0.6 - by, 0.5]);
  await touch("touchEnd");
  await expect.poll(async () => (await frame(page)).left).toBeGreaterThan(pinched.left);
  // One finger looks, and pins where it rests.
  await touch("touchStart", [0.5, 0.5]);
  await expect(page.getByRole("group", { name: "Pin 1 on before" })).toBeVisible();
  await touch("touchEnd");
  await expect(page.locator("hotsplit-heatmap .tip")).toBeVisible();
  // What fingers press is large enough.
  await view(page);
  const small = await page
    .locator("hotsplit-view-menu")
    .evaluate(
      (menu) =>
        [...(menu.shadowRoot?.querySelectorAll("button, label") ?? [])]
          .map((one) => one.getBoundingClientRect())
          .filter(({ width, height }) => height > 0 && (height < 44 || width < 28)).length,
    );
  expect(small).toBe(0);
  await context.close();
});

test("hostile names, a thousand tables and runs without load", async ({ page }) => {
  await open(page);
  const hostile = "<img src=x onerror=alert(1)>\u202Egnp.exe";
  const table = (name: string) =>
    `CREATE TABLE \`${name}\` (\n  Id STRING(36) NOT NULL, -- UUID v4\n) PRIMARY KEY (Id);`;
  const many = Array.from({ length: 1000 }, (_, at) => table(`T${at}`));
  await setView(page, "Order of rows", "Key order");
  await write(page, many.join("\n"));
  await expect(page.locator("hotsplit-heatmap .thin")).toHaveText(/\+\d+ thin/, {
    timeout: 30_000,
  });
  await settled(page);
  const seen = await picture(page, "Before");
  expect(seen.height).toBeGreaterThan(100);
  await map(page).focus();
  await page.keyboard.press("/");
  await page.keyboard.type("T777");
  await page.keyboard.press("Enter");
  await expect(page.locator("hotsplit-heatmap .band.lit")).toHaveText(/T777/);
  await expect.poll(async () => (await frame(page)).top).toBeGreaterThan(0.5);

  await write(page, `${table(hostile)}\n${table("a".repeat(300))}`);
  await settled(page);
  await expect(page.locator("hotsplit-heatmap img, hotsplit-maps img")).toHaveCount(0);

  // Hardly any load: nothing is hot, nothing is bright, and the text says so.
  await write(page, table("Quiet"));
  await write(page, `-- hotsplit: writes=10/s\n${table("Quiet")}`);
  await settled(page);
  await expect(page.locator("hotsplit-heatmap .band")).toHaveText(/Quiet/);
  const quiet = await picture(page, "Before");
  const x = Math.floor(quiet.width / 2);
  expect(brightness(quiet, x, brightest(quiet, x))).toBeLessThan(60);
});

for (const scheme of ["light", "dark"] as const) {
  test(`axe finds nothing on the maps, ${scheme}`, async ({ page }) => {
    test.setTimeout(180_000);
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
    await open(page);
    await both(page);
    const check = async (what: string) => {
      const { violations } = await axe(page).include("hotsplit-outcome").analyze();
      const told = violations.map((one) => `${one.id}: ${one.nodes[0]?.html}`);
      expect(told, what).toEqual([]);
    };
    await map(page).focus();
    await page.keyboard.press("n");
    await page.keyboard.press("Enter");
    await page.keyboard.press("+");
    await check("zoomed and pinned");
    await page.keyboard.press("2");
    await check("swipe");
    await map(page).focus();
    await page.keyboard.press("3");
    await page.keyboard.press("k");
    await view(page);
    await check("difference at a moment, with the panel");
    await page.emulateMedia({ forcedColors: "active" });
    await expect(page.locator("hotsplit-heatmap .band").first()).toBeVisible();
  });
}

/** Tables of which every fifth sends its inserts to one place. */
function tables(many: number): string {
  return Array.from({ length: many }, (_, at) => {
    const name = `${["orders", "a_rather_long_name_of_a_table", "users"][at % 3]}_${at}`;
    const key =
      at % 5 === 0
        ? "Id TIMESTAMP NOT NULL OPTIONS (allow_commit_timestamp = true),"
        : "Id STRING(36) NOT NULL, -- UUID v4";
    return `CREATE TABLE ${name} (\n  ${key}\n  Body STRING(MAX),\n) PRIMARY KEY (Id);`;
  }).join("\n");
}

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const) {
  for (const many of [3, 22, 60, 300]) {
    test(`no label lies on another: ${many} tables, ${width} wide`, async ({ page }) => {
      test.slow();
      await resize(page, width, height);
      await openWith(page, tables(many));
      await both(page);
      const labels = () =>
        page.locator("hotsplit-heatmap").evaluateAll((maps) =>
          maps.flatMap((map, at) => {
            const root = map.shadowRoot;
            const all = [
              ...(root?.querySelectorAll(".band, .thin, .named, .axis span, .side") ?? []),
            ];
            return all.flatMap((one) => {
              // What is written, not the room around it.
              const range = document.createRange();
              range.selectNodeContents(one);
              const text = range.getBoundingClientRect();
              const box = one.getBoundingClientRect();
              const left = Math.max(text.left, box.left);
              const right = Math.min(text.right, box.right);
              if (right <= left || text.height === 0) return [];
              const { top, bottom } = text;
              return [{ left, right, top, bottom, name: `${at}: ${one.textContent?.trim()}` }];
            });
          }),
        );
      const meeting = async () => {
        const all = await labels();
        expect(all.length).toBeGreaterThan(8);
        return all.flatMap((one, at) =>
          all
            .slice(at + 1)
            .filter(
              (other) =>
                one.left < other.right - 1 &&
                other.left < one.right - 1 &&
                one.top < other.bottom - 1 &&
                other.top < one.bottom - 1,
            )
            .map((other) => `${one.name} on ${other.name}`),
        );
      };
      expect(await meeting()).toEqual([]);
      // A band that is looked at has its name however thin it is.
      await map(page).focus();
      await page.keyboard.press("n");
      await expect(page.locator("hotsplit-heatmap .band.lit")).not.toHaveCount(0);
      expect(await meeting()).toEqual([]);
      for (const order of ["Key order", "By load"]) {
        await setView(page, "Order of rows", order);
        await settled(page);
        expect(await meeting(), order).toEqual([]);
      }
    });
  }
}

test("both maps stand in equal boxes, with no control of their own in view but View", async ({
  page,
}) => {
  await open(page);
  await both(page);
  const [before, after] = [await map(page).boundingBox(), await map(page, "After").boundingBox()];
  expect(after?.width).toBeCloseTo(before?.width ?? 0, 0);
  expect([after?.height, after?.y]).toEqual([before?.height, before?.y]);
  const inView = await page.locator("hotsplit-maps").evaluate((maps) => {
    const found: string[] = [];
    const walk = (root: ParentNode): void => {
      for (const one of root.querySelectorAll("*")) {
        if (one.shadowRoot) walk(one.shadowRoot);
        const control = one.matches("button, select, input, summary, [tabindex='0']");
        if (control && one.checkVisibility() && !one.matches(".band, .named")) {
          found.push(
            `${one.localName} ${one.getAttribute("aria-label") ?? one.textContent?.trim()}`,
          );
        }
      }
    };
    if (maps.shadowRoot) walk(maps.shadowRoot);
    return found.map((one) => one.split(":")[0]);
  });
  expect(inView).toEqual(["div Before", "div After", "button View"]);
  await expect(page.locator("hotsplit-maps select")).toHaveCount(0);
});

test("scenarios are tried, seen and taken back", async ({ page }) => {
  await open(page);
  await both(page);
  const usual = await picture(page, "Before");
  const served = () => page.locator('hotsplit-outcome [data-figure="served"]').last().innerText();
  const first = await served();
  for (const name of ["A hot tenant", "A burst of 10 minutes", "Twice the load"]) {
    await setView(page, "What if…", name);
    await settled(page);
    await expect
      .poll(async () => (await picture(page, "Before")).pixels.equals(usual.pixels), name)
      .toBe(false);
    const what = (await view(page)).getByRole("group", { name: "What if…" });
    await expect(what.getByRole("radio", { name })).toBeChecked();
    await closeView(page);
  }
  await expect.poll(served).not.toBe(first);
  await setView(page, "What if…", "The load as it is");
  await settled(page);
  await expect
    .poll(async () => (await picture(page, "Before")).pixels.equals(usual.pixels))
    .toBe(true);
});

test("what changes turns into the next, unless motion is not wanted", async ({ page }) => {
  const fades = () =>
    page.evaluate(() => {
      const { dataset } = document.documentElement;
      const { animate } = Element.prototype;
      Element.prototype.animate = function (frames, how) {
        if (this.matches("canvas.ghost")) dataset.faded = String(Number(dataset.faded ?? 0) + 1);
        return animate.call(this, frames, how);
      };
    });
  const faded = () => page.evaluate(() => Number(document.documentElement.dataset.faded ?? 0));
  const two = tables(6);
  await openWith(page, two);
  await both(page);
  await fades();
  const rows = page.locator("hotsplit-hot-keys").getByRole("button", { name: /orders|long/ });
  await rows.first().click();
  await expect.poll(faded).toBeGreaterThan(0);
  await expect(page.locator("canvas.ghost")).toHaveCount(0);
  const before = await faded();
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.getByRole("button", { name: /All hot keys/ }).click();
  await settled(page);
  await picture(page, "After");
  expect(await faded()).toBe(before);
});

test("a split that is cut is seen while time is played, and not before or after", async ({
  page,
}) => {
  await open(page);
  await both(page);
  const seen = await page
    .locator("hotsplit-heatmap")
    .nth(1)
    .evaluate(async (map) => {
      const one = map as unknown as {
        run: {
          columns: number;
          secondsPerColumn: number;
          events: { kind: string; seconds: number }[];
        };
        until: number | undefined;
        moving: boolean;
        updateComplete: Promise<unknown>;
      };
      const { run } = one;
      const cut = run.events.find(({ kind }) => kind === "split");
      if (!cut) throw new Error("no split");
      const at = cut.seconds / (run.columns * run.secondsPerColumn);
      const drawn = async (until: number, moving: boolean) => {
        [one.until, one.moving] = [until, moving];
        await one.updateComplete;
        const canvas = map.shadowRoot?.querySelector<HTMLCanvasElement>("canvas#over");
        if (!canvas) throw new Error("no canvas");
        const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d");
        if (!copy) throw new Error("no context");
        copy.drawImage(canvas, 0, 0);
        const { data } = copy.getImageData(0, 0, canvas.width, canvas.height);
        return data.filter((byte, i) => i % 4 === 3 && byte > 0).length;
      };
      return {
        before: await drawn(at - 0.005, true),
        at: await drawn(at + 0.005, true),
        stands: await drawn(at + 0.005, false),
      };
    });
  // The band of the statement at the cursor may be marked, too.
  expect(seen.before).toBe(seen.stands);
  expect(seen.at).toBeGreaterThan(seen.stands + 10);
});

test("hot objects come first, 40 px high each; even ones are a line that opens and folds", async ({
  page,
}) => {
  await openWith(page, tables(22), {}, { rowsBy: "hot" });
  await both(page);
  const bands = page.getByRole("region", { name: "Before", exact: true }).locator(".band");
  await expect(bands).toHaveText([/_0/, /_5/, /_10/, /_15/, /_20/, /^\s*17 even tables\s*$/]);
  const hot = await bands.evaluateAll((all) =>
    all.slice(0, -1).map((one) => one.getBoundingClientRect().height),
  );
  expect(Math.min(...hot)).toBeGreaterThanOrEqual(39.5);
  const folded = page.locator(".band.folded").first();
  const fold = async () =>
    (await view(page)).getByRole("checkbox", { name: "Even tables one by one" });
  for (const way of ["click", "Enter"]) {
    if (way === "click") await folded.click();
    else await folded.press("Enter");
    await expect(page.locator(".band.folded")).toHaveCount(0);
    await settled(page);
    expect(await bands.count()).toBeGreaterThan(6);
    await (await fold()).uncheck();
    await closeView(page);
    await expect(folded).toBeVisible();
  }
  // On the map itself Enter opens it, too.
  await map(page).focus();
  for (let at = 0; at < 6; at++) await page.keyboard.press("Control+ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page.locator(".band.folded")).toHaveCount(0);
});
