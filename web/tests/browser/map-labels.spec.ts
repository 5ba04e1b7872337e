/** Labels, marks and boxes of the maps: none lies on another. */
import { expect } from "@playwright/test";
import { both, frame, map, openWith, tables } from "./maps.js";
import {
  brightest,
  brightness,
  closeView,
  open,
  picture,
  settled,
  setView,
  test,
  view,
  write,
} from "./page.js";
import { resize } from "./pulse.js";
import { oneOf } from "./sample.js";

test("a label that is cut keeps the figure at its end", async ({ page }) => {
  await open(page);
  const column = "CreatedAtTheVeryBeginningOfTheWholeOrderByTheClock";
  await write(
    page,
    `CREATE TABLE Orders (
  ${column} TIMESTAMP NOT NULL OPTIONS (allow_commit_timestamp = true),
) PRIMARY KEY (${column});
-- hotsplit: file writes=6000`,
  );
  await settled(page);
  const label = page.locator("hotsplit-heatmap .named").first();
  await expect(label).toHaveText(/^\s*moving hotspot( along \w+…)? at [\d.]+×\s*$/);
  expect(await label.evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true);
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
  await set(/Pattern labels/, false);
  await expect(page.locator("hotsplit-heatmap .named")).toHaveCount(0);
  // The band of the statement at the cursor stays lit.
  const lit = await marks();
  await set(/Load-based splits/, true);
  await expect.poll(marks).not.toBe(lit);
  await set(/Load-based splits/, false);
  await expect.poll(marks).toBe(lit);
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

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const) {
  for (const [at, many] of [22, 3, 60, 300].entries()) {
    test(
      `no label lies on another: ${many} tables, ${width} wide`,
      oneOf(at, 2),
      async ({ page }) => {
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
      },
    );
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
