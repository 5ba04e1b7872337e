/** How it looks: themes, sizes, motion, forced colours, paper. */
import { expect, type Page } from "@playwright/test";
import {
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

const ground = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);

test("the theme follows the system until one is chosen, which lasts", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await open(page);
  const dark = await ground(page);
  await page.emulateMedia({ colorScheme: "light" });
  const light = await ground(page);
  expect(light).not.toBe(dark);
  const choose = async (name: string) => {
    const theme = page.getByRole("button", { name: /^Theme: / });
    // It goes from one to the next.
    for (let at = 0; at < 3 && !(await theme.getAttribute("aria-label"))?.includes(name); at++) {
      await theme.click();
    }
    await expect(theme).toHaveAccessibleName(`Theme: ${name}`);
  };
  await choose("dark");
  expect(await ground(page)).toBe(dark);
  await page.reload();
  expect(await ground(page)).toBe(dark);
  await settled(page);
  await choose("match device");
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
    await expect(page.locator("hotsplit-editor .cm-content").first()).toBeAttached();
    const narrow = width < 900;
    const check = async (what: string) => {
      const page_ = await page.evaluate(() => ({
        wide: document.documentElement.scrollWidth - innerWidth,
        high: document.documentElement.scrollHeight - innerHeight,
      }));
      // One column is as long as what is in it.
      expect(page_, `${what}: the page scrolls`).toEqual({
        wide: 0,
        high: narrow ? expect.any(Number) : 0,
      });
      expect(await page.evaluate(overflow), what).toEqual({ over: [], tiny: [] });
    };
    await check("at once");
    await settled(page);
    await check("results");
    await view(page);
    await check("View");
    await closeView(page);
    const one = page.getByRole("button", { name: "Menu", exact: true });
    for (const menu of (await one.isVisible()) ? ["Menu"] : ["Examples", "Docs", "Share"]) {
      const button = page.getByRole("button", { name: menu, exact: true });
      await button.click();
      await expect(button).toHaveAttribute("aria-expanded", "true");
      await check(menu);
      await page.keyboard.press("Escape");
    }
  });
}

test("on a phone both maps stand below each other, names inside, nothing beside the screen", async ({
  page,
}) => {
  await resize(page, 390, 844);
  await page.goto("./");
  await settled(page);
  const maps = page.locator("hotsplit-maps");
  expect(await maps.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
  const box = async (which: string) => {
    const map = page.getByRole("application", { name: new RegExp(`^${which}`) });
    const found = await map.boundingBox();
    if (!found) throw new Error("no map");
    return found;
  };
  const [before, after] = [await box("Before"), await box("After")];
  expect(after.y).toBeGreaterThan(before.y + before.height);
  expect([after.x, after.width]).toEqual([before.x, before.width]);
  expect(before.width).toBeGreaterThan(330);
  const name = await page.locator("hotsplit-heatmap .band").first().boundingBox();
  expect(name?.y).toBeGreaterThanOrEqual(before.y - 1);
  expect(name?.x).toBeGreaterThanOrEqual(before.x - 1);
  // The legend keeps its line.
  expect((await page.locator("hotsplit-legend").boundingBox())?.height).toBeLessThan(32);
});

test("on a phone the one map of a schema without hot keys is drawn", async ({ page }) => {
  await open(page);
  await write(page, "CREATE TABLE T (Id STRING(36) NOT NULL, -- UUID v4\n) PRIMARY KEY (Id);");
  await settled(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await settled(page);
  const keys = page.locator("hotsplit-outcome canvas#keys");
  await expect(keys).toHaveCount(1);
  await expect.poll(async () => (await keys.boundingBox())?.height ?? 0).toBeGreaterThan(150);
});

test("a big screen gets bigger letters", async ({ page }) => {
  await resize(page, 3840, 2160);
  await open(page);
  const size = await page.evaluate(() =>
    Number.parseFloat(getComputedStyle(document.body).fontSize),
  );
  expect(size).toBeGreaterThanOrEqual(16);
  // The maps take the room.
  expect((await picture(page, "Before")).width).toBeGreaterThan(800);
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
  await setView(page, "Colours", "Inferno");
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

test("on a 4K screen tables have their names", async ({ page }) => {
  await page.setViewportSize({ width: 3840, height: 2160 });
  await open(page);
  const cut = await page
    .locator("hotsplit-heatmap .band")
    .first()
    .evaluate((one) => one.scrollWidth > one.clientWidth);
  expect(cut).toBe(false);
});
