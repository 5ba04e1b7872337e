/** The long read, from its first figure to its last: by keyboard alone, by touch alone, by mouse. */
import { type CDPSession, expect, type Locator, type Page } from "@playwright/test";
import { test } from "./page.js";
import { WHOLE } from "./sample.js";
import { fits } from "./targets.js";

const PAGE = "./why-one-server-melts.html";

const words = (figure: Locator) => figure.locator(".words");

/** Opens the page; gives its figures, once they answer. */
async function figuresOf(page: Page): Promise<Locator[]> {
  await page.goto(PAGE);
  const figures = page.locator("hotsplit-figure");
  await expect(page.locator("hotsplit-figure[data-live]")).toHaveCount(await figures.count());
  return figures.all();
}

/** Words of pictures that stick out of them. */
const cutOff = (page: Page) =>
  page.locator("hotsplit-figure svg").evaluateAll((pictures) =>
    pictures.flatMap((picture) => {
      const { left, right, top, bottom } = picture.getBoundingClientRect();
      return [...picture.querySelectorAll("text")].flatMap((one) => {
        const box = one.getBoundingClientRect();
        const out = box.left < left - 1 || box.right > right + 1;
        return out || box.top < top - 1 || box.bottom > bottom + 1 ? [one.textContent] : [];
      });
    }),
  );

/** Does something to a figure, and sees that it says something else and that its picture does too. */
async function changes(figure: Locator, what: string, act: () => Promise<void>): Promise<void> {
  const before = (await words(figure).textContent()) ?? "";
  await act();
  await expect(words(figure), what).not.toHaveText(before);
  await expect(figure, what).not.toHaveAttribute("data-waiting");
  const said = (await words(figure).textContent()) ?? "";
  await expect(figure.getByRole("img"), what).toHaveAccessibleDescription(said);
}

/** Whether a part of the picture is on the screen, with the words below it. */
async function inView(figure: Locator): Promise<void> {
  await expect(figure.locator("svg")).toBeInViewport({ ratio: 0.5 });
  await expect(words(figure)).toBeInViewport({ ratio: 0.5 });
}

/** Goes through the page by Tab, and uses each control on the way; says how many there were. */
async function byKeys(page: Page): Promise<number> {
  let used = 0;
  for (let presses = 0; presses < 200; presses++) {
    await page.keyboard.press("Tab");
    const at = page.locator(":focus");
    if ((await at.count()) === 0 || (await at.getAttribute("href")) === "./myths.html") return used;
    const figure = page.locator("hotsplit-figure").filter({ has: at });
    if ((await figure.count()) === 0) continue;
    await inView(figure);
    const name = (await figure.getAttribute("kind")) ?? "";
    const range = (await at.getAttribute("type")) === "range";
    // The last of a choice has the first behind it; a slider at its end only goes back.
    const last = await at.evaluate(
      (one) => one instanceof HTMLInputElement && one.value === one.max,
    );
    const key = range && last ? "ArrowLeft" : "ArrowRight";
    await changes(figure, `${name} by ${key}`, () => page.keyboard.press(key));
    await expect(figure.locator(":focus"), `${name} keeps the focus`).toHaveCount(1);
    used++;
  }
  throw new Error("Tab never came to the end of the page");
}

/** The point at a share of the width of what is on the screen, once a swipe before it has ended. */
async function pointAt(one: Locator, share: number): Promise<{ x: number; y: number }> {
  await one.scrollIntoViewIfNeeded();
  let box = await one.boundingBox();
  await expect(async () => {
    const before = box;
    await one.evaluate(() => new Promise((next) => requestAnimationFrame(next)));
    await one.evaluate(() => new Promise((next) => requestAnimationFrame(next)));
    box = await one.boundingBox();
    expect(box).toEqual(before);
  }).toPass();
  if (!box) throw new Error("expected it on the screen");
  return { x: box.x + box.width * share, y: box.y + box.height / 2 };
}

/** A finger that comes down, goes by so much in small steps, and is lifted. */
async function swipe(
  touch: CDPSession,
  { x, y }: { x: number; y: number },
  [right, down]: readonly [number, number],
): Promise<void> {
  const steps = 12;
  await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x, y }] });
  for (let at = 1; at <= steps; at++) {
    const point = { x: x + (right * at) / steps, y: y + (down * at) / steps };
    await touch.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [point] });
  }
  await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
}

/** Uses each control of a figure and its picture with a finger. */
async function byFinger(page: Page, touch: CDPSession, figure: Locator): Promise<void> {
  const name = (await figure.getAttribute("kind")) ?? "";
  for (const choice of await figure.getByRole("radio").all()) {
    if (await choice.isChecked()) continue;
    await changes(figure, `${name} by a choice`, async () => {
      const { x, y } = await pointAt(choice.locator(".."), 0.6);
      await page.touchscreen.tap(x, y);
    });
    await expect(choice).toBeChecked();
  }
  for (const slider of await figure.getByRole("slider").all()) {
    const now = Number(await slider.inputValue());
    const [min, max] = await Promise.all(
      ["min", "max"].map(async (end) => Number(await slider.getAttribute(end))),
    );
    const right = now > ((min ?? 0) + (max ?? 0)) / 2;
    await changes(figure, `${name} by a slider`, async () => {
      const { x, y } = await pointAt(slider, right ? 0.15 : 0.85);
      await page.touchscreen.tap(x, y);
    });
  }
  const picture = figure.locator("svg");
  await changes(figure, `${name} by a tap`, async () => {
    const { x, y } = await pointAt(picture, 0.62);
    await page.touchscreen.tap(x, y);
  });
  await changes(figure, `${name} by a drag`, async () => {
    await swipe(touch, await pointAt(picture, 0.3), [60, 3]);
  });
  // Whoever scrolls on with a thumb on a picture sets nothing by it.
  const before = (await words(figure).textContent()) ?? "";
  const from = await page.evaluate(() => scrollY);
  await swipe(touch, await pointAt(picture, 0.9), [2, -160]);
  await expect.poll(() => page.evaluate(() => scrollY), name).toBeGreaterThan(from);
  await expect(words(figure), `${name} while the page is scrolled`).toHaveText(before);
}

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const) {
  test.describe(`${width} wide`, () => {
    test.slow();
    test.use({ viewport: { width, height } });

    test("each figure is used by keyboard alone", width > 900 ? {} : WHOLE, async ({ page }) => {
      const figures = await figuresOf(page);
      await fits(page, "as it comes");
      expect(await cutOff(page), "as it comes").toEqual([]);
      let controls = 0;
      for (const figure of figures)
        controls +=
          (await figure.getByRole("slider").count()) + (await figure.getByRole("group").count());
      expect(await byKeys(page)).toBe(controls);
      await fits(page, "after all was used");
      expect(await cutOff(page), "after all was used").toEqual([]);
    });
  });
}

test.describe("by touch alone", () => {
  test.slow();
  for (const [width, height] of [
    [390, 844],
    [1440, 900],
  ] as const) {
    test.describe(`${width} wide`, () => {
      test.use({ viewport: { width, height }, hasTouch: true });

      test("each figure is used with a finger", width < 900 ? {} : WHOLE, async ({ page }) => {
        const figures = await figuresOf(page);
        const touch = await page.context().newCDPSession(page);
        for (const figure of figures) await byFinger(page, touch, figure);
        await fits(page, "after all was used");
      });
    });
  }
});

test("each picture is dragged with a mouse", async ({ page }) => {
  test.slow();
  for (const figure of await figuresOf(page)) {
    await changes(figure, (await figure.getAttribute("kind")) ?? "", async () => {
      const from = await pointAt(figure.locator("svg"), 0.9);
      const to = await pointAt(figure.locator("svg"), 0.62);
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(to.x, to.y);
      await page.mouse.up();
    });
  }
});
