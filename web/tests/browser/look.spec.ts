/** How it looks: themes, sizes, motion, forced colours, paper. */
import { expect, type Page } from "@playwright/test";
import { brightness, example, open, picture, settled, test } from "./page.js";
import { resize } from "./pulse.js";

const ground = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);

test("the theme follows the system until one is chosen, which lasts", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await open(page);
  const dark = await ground(page);
  await page.emulateMedia({ colorScheme: "light" });
  const light = await ground(page);
  expect(light).not.toBe(dark);
  const theme = page.getByRole("combobox", { name: "Theme" });
  await theme.selectOption("dark");
  expect(await ground(page)).toBe(dark);
  await page.reload();
  expect(await ground(page)).toBe(dark);
  await settled(page);
  await theme.selectOption("system");
  expect(await ground(page)).toBe(light);
});

/** What hangs over an edge of the screen, or of what clips it, in the whole tree of shadows. */
function overflow(): { over: string[]; tiny: string[] } {
  const over: string[] = [];
  const tiny: string[] = [];
  const walk = (root: Document | ShadowRoot): void => {
    for (const element of root.querySelectorAll("*")) {
      if (element.shadowRoot) walk(element.shadowRoot);
      if (!(element instanceof HTMLElement)) continue;
      const box = element.getBoundingClientRect();
      if (box.width === 0 || box.height === 0 || !element.checkVisibility()) continue;
      const style = getComputedStyle(element);
      const name = `${element.localName}.${element.className} ${element.textContent?.trim().slice(0, 30)}`;
      const own = [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
      );
      if (own && Number.parseFloat(style.fontSize) < 10.5) tiny.push(`${style.fontSize} ${name}`);
      // What scrolls may be wider inside, and what is hidden from the eye stands anywhere.
      if (style.clipPath !== "none" || scrolls(element)) continue;
      if (own && (box.right > innerWidth + 1 || box.left < -1)) over.push(name);
    }
  };
  /** Says whether some box around it scrolls or clips sideways. */
  const scrolls = (element: Element): boolean => {
    for (let at: Node | null = element; at; at = at.parentNode ?? (at as ShadowRoot).host ?? null) {
      if (at instanceof ShadowRoot) at = at.host;
      if (!(at instanceof HTMLElement)) continue;
      if (at.localName === "html" || at.localName === "body") break;
      if (getComputedStyle(at).overflowX !== "visible") return true;
    }
    return false;
  };
  walk(document);
  return { over, tiny };
}

for (const [width, height] of [
  [320, 640],
  [390, 844],
  [768, 1024],
  [1440, 900],
  [3840, 2160],
] as const) {
  test(`nothing hangs over the edge or is too small to read: ${width}`, async ({ page }) => {
    await resize(page, width, height);
    await page.goto("./");
    await expect(page.locator("hotsplit-editor .cm-content").first()).toBeVisible();
    const narrow = width < 900;
    const check = async (what: string) => {
      const page_ = await page.evaluate(() => ({
        wide: document.documentElement.scrollWidth - innerWidth,
        high: document.documentElement.scrollHeight - innerHeight,
      }));
      expect(page_, `${what}: the page scrolls`).toEqual({ wide: 0, high: 0 });
      expect(await page.evaluate(overflow), what).toEqual({ over: [], tiny: [] });
    };
    for (const part of narrow ? ["Editor", "Problems", "Results"] : [""]) {
      if (part) await page.getByRole("button", { name: part, exact: true }).click();
      await check(part || "all");
    }
    await settled(page);
    await check("results");
    for (const menu of ["Examples", "Share", "Help"]) {
      await page.getByRole("button", { name: menu }).click();
      await expect(page.getByRole("button", { name: menu })).toHaveAttribute(
        "aria-expanded",
        "true",
      );
      await check(menu);
      await page.keyboard.press("Escape");
    }
  });
}

test("on a phone the whole first map is seen at once, below its numbers", async ({ page }) => {
  await resize(page, 390, 844);
  await page.goto("./");
  await page.getByRole("button", { name: "Results", exact: true }).click();
  await settled(page);
  const results = page.locator("hotsplit-results");
  const sideways = () => results.evaluate((one) => one.scrollWidth - one.clientWidth);
  expect(await sideways()).toBe(0);
  // Ranges make the headline and the numbers longer.
  await expect(results.locator(".headline p")).toContainText(/\d to \d/);
  const map = await page.getByRole("application", { name: /^Before/ }).boundingBox();
  const workload = await page.locator("hotsplit-workload").boundingBox();
  expect((map?.y ?? 0) + (map?.height ?? 844)).toBeLessThan(workload?.y ?? 0);
  // All numbers are in sight, none beside the screen; with the keyboard one comes to the last.
  const numbers = page.locator("hotsplit-numbers").first();
  expect(await numbers.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
  const row = numbers.locator("dl");
  expect(await row.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
  for (const name of await numbers.getByRole("button").all()) {
    await expect(name).toBeInViewport({ ratio: 1 });
  }
  const last = page.getByRole("button", { name: "Cannot split" });
  await page.getByRole("button", { name: "Hottest server" }).focus();
  await page.keyboard.press("Tab");
  await expect(last).toBeFocused();
  await page.keyboard.press("Enter");
  const about = page.getByRole("group", { name: "About Cannot split" });
  await expect(about).toContainText("Spanner's own word");
  await expect(about).toBeInViewport({ ratio: 1 });
  expect(await sideways()).toBe(0);
});

test("a big screen gets bigger letters", async ({ page }) => {
  await resize(page, 3840, 2160);
  await open(page);
  const size = await page.evaluate(() =>
    Number.parseFloat(getComputedStyle(document.body).fontSize),
  );
  expect(size).toBeGreaterThanOrEqual(16);
  // The maps take the room.
  expect((await picture(page, "Before")).width).toBeGreaterThan(900);
});

test("nothing moves where motion is reduced", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await open(page);
  const moving = await page.evaluate(() => {
    const all: string[] = [];
    const walk = (root: Document | ShadowRoot): void => {
      for (const element of root.querySelectorAll("*")) {
        if (element.shadowRoot) walk(element.shadowRoot);
        const { transitionDuration, animationName, animationDuration } = getComputedStyle(element);
        const long = (times: string) =>
          times.split(",").some((time) => Number.parseFloat(time) > 0.01);
        if (long(transitionDuration)) all.push(`${element.localName} transition`);
        if (animationName !== "none" && long(animationDuration)) {
          all.push(`${element.localName} ${animationName}`);
        }
      }
    };
    walk(document);
    return all;
  });
  // The blinking cursor is the editor's, and stands still while it is not focused.
  expect(moving.filter((one) => !one.includes("cm-blink"))).toEqual([]);
});

test("forced colours leave the maps and all borders", async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active" });
  await open(page);
  const map = await picture(page, "Before");
  // Dark where nothing is written, bright where everything is.
  const light = Array.from({ length: map.width * map.height }, (_, at) =>
    brightness(map, at % map.width, Math.floor(at / map.width)),
  );
  expect(light.some((one) => one > 150)).toBe(true);
  expect(light.filter((one) => one < 60).length).toBeGreaterThan(light.length / 2);
  const share = page.getByRole("button", { name: "Share" });
  const border = await share.evaluate((one) => getComputedStyle(one).borderTopStyle);
  expect(border).toBe("solid");
});

test("more contrast gives stronger lines and words", async ({ page }) => {
  await open(page);
  const quiet = () =>
    page.evaluate(() => {
      const probe = document.createElement("i");
      probe.className = "probe";
      document.body.append(probe);
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(".probe { color: var(--quiet); border-color: var(--line) }");
      document.adoptedStyleSheets = [sheet];
      const { color, borderTopColor } = getComputedStyle(probe);
      probe.remove();
      return `${color} ${borderTopColor}`;
    });
  const before = await quiet();
  await page.emulateMedia({ contrast: "more" });
  expect(await quiet()).not.toBe(before);
});

test("what is printed is a report: all of it, and nothing cut off", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await open(page);
  await example(page, "ULID ledger");
  await settled(page);
  await page.getByRole("button", { name: /^Try T5/ }).click();
  await expect(page.locator("hotsplit-numbers #served dd")).toContainText("was");
  await settled(page);
  await picture(page, "After");
  await page.evaluate(() => {
    // As printing does.
    dispatchEvent(new Event("beforeprint"));
  });
  await page.emulateMedia({ media: "print" });
  const report = page.getByRole("article").filter({ hasText: "Made with hotsplit" });
  await expect(report).toBeVisible();
  await expect(page.locator("#page")).toBeHidden();
  for (const heading of ["Numbers", "Load by key range over time", "Rewritten schema", "Schema"]) {
    await expect(report.getByRole("heading", { name: heading, exact: true })).toBeVisible();
  }
  await expect(report).toContainText("What the model leaves out");
  await expect(report).toContainText("Fix in use: T5");
  await expect(report.locator("canvas")).toHaveCount(2);
  const report_ = await report.evaluate((root) => {
    const clipped = [...root.querySelectorAll("*")]
      .filter((one) => one.scrollHeight > one.clientHeight + 1 && one.clientHeight > 0)
      .filter((one) => getComputedStyle(one).overflowY !== "visible")
      .map((one) => one.localName);
    const blank = [...root.querySelectorAll("canvas")].filter((canvas) => {
      const data = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height).data;
      return !data?.some((value, at) => at % 4 < 3 && value > 60);
    });
    const { backgroundColor } = getComputedStyle(document.body);
    return { clipped, blank: blank.length, backgroundColor };
  });
  expect(report_).toEqual({ clipped: [], blank: 0, backgroundColor: "rgb(255, 255, 255)" });
  await page.evaluate(() => dispatchEvent(new Event("afterprint")));
  await page.emulateMedia({ media: "screen" });
  await expect(page.locator("#page")).toBeVisible();
});

test("on a phone the chosen fixes take one line, with the cross of each in sight", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("./");
  await page.getByRole("button", { name: "Results", exact: true }).click();
  await page.getByRole("button", { name: /^Try T5/ }).click();
  await settled(page);
  const bar = page.getByRole("region", { name: "Fixes chosen" });
  const box = await bar.boundingBox();
  expect(box?.height).toBeLessThan(60);
  for (const name of [/^Remove T5/, "Plan", "Apply all to my text", "Undo all"]) {
    await expect(bar.getByRole("button", { name })).toBeInViewport({ ratio: 1 });
  }
  // What the change buys stands at the end of the sentence.
  const headline = page.locator("hotsplit-results .headline p");
  expect(await headline.evaluate((one) => one.scrollHeight > one.clientHeight + 1)).toBe(false);
  // More of the map than of what stands above and below it.
  const workload = await page.locator("hotsplit-workload").boundingBox();
  expect(workload?.height).toBeLessThan(110);
});

test("on a 4K screen the headline is read from afar, and tables have their names", async ({
  page,
}) => {
  await page.setViewportSize({ width: 3840, height: 2160 });
  await open(page);
  const headline = page.locator("hotsplit-results .headline p");
  const size = await headline.evaluate((one) => Number.parseFloat(getComputedStyle(one).fontSize));
  expect(size).toBeGreaterThan(26);
  const cut = await page
    .locator("hotsplit-heatmap .band")
    .first()
    .evaluate((one) => one.scrollWidth > one.clientWidth);
  expect(cut).toBe(false);
});
