/** The maps as a person uses them: with the mouse, with fingers, with keys, and without eyes. */
import { expect } from "@playwright/test";
import { cleanInSchemes } from "./axe.js";
import { both, frame, map, openWith, point, tables } from "./maps.js";
import {
  brightest,
  closeView,
  editor,
  open,
  picture,
  settled,
  setView,
  test,
  view,
} from "./page.js";

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
  const divider = page.getByRole("slider", { name: /Compare slider/ });
  await divider.focus();
  await page.keyboard.press("Home");
  await expect(divider).toHaveAttribute("aria-valuenow", "0");
  const box = await divider.boundingBox();
  const to = await point(page, 0.75, 0.5);
  await page.mouse.move((box?.x ?? 0) + 12, to.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 3 });
  await page.mouse.up();
  await expect(divider).toHaveAttribute("aria-valuenow", "75");
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
  await expect(page.locator("hotsplit-heatmap .map .upcoming").first()).toBeVisible();
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
  await expect(page.locator("hotsplit-heatmap .upcoming")).toHaveCount(0);
  // Where motion is not wanted the same key goes one step.
  await page.emulateMedia({ reducedMotion: "reduce" });
  await shown.fill("500");
  await map(page).focus();
  await page.keyboard.press("k");
  await expect.poll(at).toBe(517);
  await page.getByRole("button", { name: "Show the whole run" }).click();
  await expect(shown).toHaveCount(0);
  await expect(page.locator("hotsplit-heatmap .upcoming")).toHaveCount(0);
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

test("axe finds nothing on the maps", async ({ page }) => {
  test.setTimeout(180_000);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await open(page);
  await both(page);
  const check = (what: string) => cleanInSchemes(page, what, { parts: ["hotsplit-outcome"] });
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
    // The numbers say what they are of.
    await expect(
      page.getByRole("region", { name: "Numbers before" }).getByRole("heading"),
    ).toContainText(new RegExp(name, "i"));
  }
  await expect.poll(served).not.toBe(first);
  await page.getByRole("button", { name: "Turn off: twice the load" }).click();
  await settled(page);
  await expect
    .poll(async () => (await picture(page, "Before")).pixels.equals(usual.pixels))
    .toBe(true);
  await expect(page.getByRole("button", { name: /^Turn off/ })).toHaveCount(0);
  const what = (await view(page)).getByRole("group", { name: "What if…" });
  await expect(what.getByRole("radio", { name: "The load as it is" })).toBeChecked();
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
