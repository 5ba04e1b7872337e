/** Lessons as slides: one idea each, the answer behind a second key press, and nothing else in view. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, type Locator, type Page } from "@playwright/test";
import { cleanInSchemes } from "./axe.js";
import { file, lesson, titleOf } from "./learner.js";
import { test } from "./page.js";
import { oneOf, WHOLE } from "./sample.js";

const COURSE = readdirSync(join(import.meta.dirname, "../../lessons"))
  .filter((name) => /^\d+-.*\.md$/.test(name))
  .map((name) => name.replace(/\.md$/, ""));

const slideOf = (page: Page): Locator => page.locator("hotsplit-presenter main");
const heading = (page: Page): Locator => slideOf(page).getByRole("heading");
const choices = (page: Page): Locator => slideOf(page).locator(".choices button");
const right = (page: Page): Locator => slideOf(page).locator(".choices .right");
const answer = (page: Page): Locator => slideOf(page).locator(".answer");
const caption = (page: Page): Locator => slideOf(page).locator(".foot p");
const said = (page: Page): Locator => page.locator("hotsplit-presenter [role=status]");
const address = (page: Page) => page.evaluate(() => location.hash);

/** Opens the slides of a lesson. */
async function present(page: Page, slug: string, slide: number | string = 1): Promise<void> {
  await page.goto(`./#lesson/${slug}?present=${slide}`);
  await expect(heading(page)).toBeVisible();
}

/** Which slide of how many is shown. */
async function place(page: Page): Promise<{ readonly at: number; readonly of: number }> {
  const [, at, of] = /(\d+) \/ (\d+)/.exec((await slideOf(page).textContent()) ?? "") ?? [];
  return { at: Number(at), of: Number(of) };
}

/** What is wrong with where things are: out of the screen, over each other, too small to press. */
function faults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const root = document.querySelector("hotsplit-presenter")?.shadowRoot;
    const main = root?.querySelector("main");
    if (!root || !main) return ["no slide"];
    const out: string[] = [];
    const { scrollWidth, scrollHeight } = main;
    if (scrollWidth > innerWidth) out.push(`scrolls sideways: ${scrollWidth}`);
    if (scrollHeight > innerHeight) out.push(`scrolls: ${scrollHeight} of ${innerHeight}`);
    const parts =
      "h1, .question, .scene, .points li, .choices button, .answer, .frame, .line, .names b, .foot p, .foot span, .foot button";
    const boxes = [...root.querySelectorAll(parts)].flatMap((element) => {
      const { left, right, top, bottom, width, height } = element.getBoundingClientRect();
      const name = `${element.className || element.tagName} "${element.textContent?.trim().slice(0, 40)}"`;
      return width * height > 0 ? [{ element, name, left, right, top, bottom }] : [];
    });
    for (const { element, name, left, right, top, bottom } of boxes) {
      if (left < -0.5 || top < -0.5 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5) {
        out.push(`out of the screen: ${name}`);
      }
      if (element.matches("button") && (right - left < 24 || bottom - top < 24)) {
        out.push(`too small: ${name}`);
      }
      if (element.scrollWidth > element.clientWidth + 1 && element.matches("button, h1, .answer")) {
        out.push(`cut: ${name}`);
      }
    }
    for (const [at, a] of boxes.entries()) {
      for (const b of boxes.slice(at + 1)) {
        const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (wide > 1 && high > 1) out.push(`${a.name} lies over ${b.name}`);
      }
    }
    return out;
  });
}

/** Screens that a slide has to fit. */
const SCREENS = [
  { width: 390, height: 844 },
  { width: 1920, height: 1080 },
];

for (const [at, name] of COURSE.entries()) {
  const slug = name.replace(/^\d+-/, "");

  test(
    `every slide of ${name} fits, and answers come with a second key press`,
    oneOf(at, 9),
    async ({ page }) => {
      test.slow();
      await present(page, slug);
      const title = titleOf(file(name)).replaceAll("`", "");
      await expect(heading(page)).toHaveText(title);
      await expect(heading(page)).toBeFocused();
      const { of } = await place(page);
      const steps = file(name).split("\n## Step: ").slice(1);
      expect(of).toBe(steps.length + 2);
      const all = async (what: string) => {
        const map = slideOf(page).locator("canvas");
        if ((await map.count()) > 0) await expect(caption(page)).toContainText("served");
        for (const screen of SCREENS) {
          await page.setViewportSize(screen);
          await expect.poll(() => faults(page), `${what}, ${screen.width} wide`).toEqual([]);
        }
      };
      await all("the first slide");
      for (let at = 2; at < of; at++) {
        await page.keyboard.press("ArrowRight");
        expect(await place(page)).toEqual({ at, of });
        await expect(right(page)).toHaveCount(0);
        await expect(answer(page)).toHaveCount(0);
        await all(`slide ${at}`);
        const asks = (await choices(page).count()) > 0;
        await page.keyboard.press("ArrowRight");
        expect(await place(page)).toEqual({ at, of });
        await expect(answer(page)).toHaveText(/\S/);
        if (asks) await expect(right(page).first()).toContainText("✓ right");
        await all(`slide ${at} with its answer`);
        if (!steps[at - 2]?.includes("\n### Check")) continue;
        // What a task changes is a map of its own.
        await page.keyboard.press("ArrowRight");
        expect(await place(page)).toEqual({ at, of });
        await expect(slideOf(page).locator("canvas")).toBeVisible();
        await expect(choices(page)).toHaveCount(0);
        await all(`slide ${at} with the map of its task`);
      }
      await page.keyboard.press("ArrowRight");
      await expect(heading(page)).toHaveText("Takeaways");
      await all("the last slide");
      await page.keyboard.press("ArrowRight");
      expect(await place(page)).toEqual({ at: of, of });
    },
  );
}

test("the answer runs on twelve nodes, and says what six served", async ({ page }) => {
  await present(page, "ranges-and-splits", 2);
  await page.keyboard.press("ArrowRight");
  await expect(caption(page)).toContainText("6 nodes: 13,000 of 16,000 writes/s served.");
  await page.keyboard.press("ArrowRight");
  await expect(heading(page)).toHaveText(/^The six nodes become twelve\./);
  await expect(caption(page)).toContainText("6 nodes: 13,000");
  await page.keyboard.press("ArrowRight");
  await expect(caption(page)).toContainText(
    "12 nodes: 13,000 of 16,000 writes/s served. 6 nodes: 13,000.",
  );
});

test("plus and minus run the map on other nodes while the slide is shown", async ({ page }) => {
  await present(page, "ranges-and-splits", 3);
  const nodes = slideOf(page).getByRole("group", { name: "Nodes" });
  await expect(caption(page)).toContainText("6 nodes: 13,000 of 16,000 writes/s served.");
  await page.keyboard.press("+");
  await expect(nodes).toContainText("12 nodes");
  await expect(caption(page)).toContainText(
    "12 nodes: 13,000 of 16,000 writes/s served. 6 nodes: 13,000.",
  );
  await page.keyboard.press("0");
  await expect(nodes).toContainText("6 nodes");
  await nodes.getByRole("button", { name: "Half the nodes" }).click();
  await expect(caption(page)).toContainText(/^3 nodes: /);
  await page.keyboard.press("-");
  await page.keyboard.press("-");
  await expect(nodes).toContainText("1 node");
  await page.keyboard.press("-");
  await expect(nodes).toContainText("1 node");
  // The next slide has its own.
  await page.keyboard.press("ArrowRight");
  await expect(nodes).toContainText("12 nodes");
});

test("long names leave the map most of the width, on a phone too", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await present(page, "ulid-ledger", 3);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect(caption(page)).toContainText("With the tasks so far.");
  const names = slideOf(page).locator(".names");
  await expect(names).toContainText("managed unique index of FK_DisputeTxn");
  const map = await slideOf(page).locator(".frame").boundingBox();
  expect(map?.width).toBeGreaterThan(200);
});

test("a task is followed by the map of what it changes, alone and at full width", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  await present(page, "ranges-and-splits", 4);
  await page.keyboard.press("ArrowRight");
  await expect(slideOf(page).locator(".line.added").first()).toBeVisible();
  await page.keyboard.press("ArrowRight");
  await expect(caption(page)).toContainText("With the solution. 6 nodes: 16,000 of 16,000");
  await expect(slideOf(page).locator("pre")).toHaveCount(0);
  await expect(answer(page)).toHaveCount(0);
  const map = await slideOf(page).locator(".map").boundingBox();
  expect(map?.width).toBeGreaterThan(1700);
  expect(map?.height).toBeGreaterThan(600);
  await page.keyboard.press("ArrowLeft");
  await expect(slideOf(page).locator(".line.added").first()).toBeVisible();
});

test("nothing of the page around is there, and Escape brings the lesson back where it was", async ({
  page,
}) => {
  await page.goto("./#lesson/the-moving-tail");
  await lesson(page).getByRole("button", { name: "Next", exact: true }).click();
  const own = lesson(page).getByRole("heading", { name: "Five people, five milliseconds" });
  await expect(own).toBeFocused();
  await page.keyboard.press("p");
  await expect(heading(page)).toHaveText("Where do their five rows go?");
  await expect.poll(() => address(page)).toBe("#lesson/the-moving-tail?present=2");
  for (const part of ["hotsplit-header", "main.parts", "hotsplit-editor", "hotsplit-results"]) {
    await expect(page.locator(part)).toBeHidden();
  }
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect(heading(page)).toHaveText("What does the cut do for the inserts?");
  await page.keyboard.press("Escape");
  await expect(slideOf(page)).toHaveCount(0);
  await expect(own).toBeVisible();
  await expect(own).toBeFocused();
  expect(await address(page)).toBe("#lesson/the-moving-tail");
  // What a presenter reveals is nobody's answer.
  await expect(lesson(page).getByRole("button", { name: "Show me" })).toBeVisible();
  const kept = (await page.evaluate(() => localStorage.getItem("hotsplit.lessons"))) ?? "";
  expect(kept).toContain('"answers":[]');
  expect(kept).toContain('"steps":0');
});

test("keys lead through the slides: those of people and those of remotes", async ({ page }) => {
  await present(page, "the-moving-tail");
  const state = async () =>
    `${(await place(page)).at}${(await right(page).count()) > 0 ? "!" : ""}`;
  for (const [key, then] of [
    ["Space", "2"],
    ["PageDown", "2!"],
    ["ArrowDown", "3"],
    ["ArrowRight", "3!"],
    ["ArrowLeft", "3"],
    ["PageUp", "2!"],
    ["ArrowUp", "2"],
    ["Shift+Space", "1"],
    ["End", "6"],
    ["Home", "1"],
    ["ArrowLeft", "1"],
  ] as const) {
    await page.keyboard.press(key);
    expect(await state(), key).toBe(then);
  }
});

test("a letter marks the guess of the audience, and the answer says whether it is right", async ({
  page,
}) => {
  await present(page, "the-moving-tail", 2);
  await page.keyboard.press("a");
  await expect(choices(page).nth(0)).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.press("c");
  await expect(choices(page).nth(0)).toHaveAttribute("aria-pressed", "false");
  await expect(choices(page).nth(2)).toContainText("your guess");
  await expect(said(page)).toContainText("Guess: C.");
  await choices(page).nth(2).click();
  await expect(choices(page).nth(2)).toHaveAttribute("aria-pressed", "false");
  await choices(page).nth(2).click();
  await page.keyboard.press("ArrowRight");
  await expect(choices(page).nth(2)).toContainText("✗ your guess");
  await expect(right(page)).toHaveText(/^\s*B/);
  await page.keyboard.press("b");
  await expect(choices(page).nth(1)).toHaveAttribute("aria-pressed", "false");
});

test("the right half of a slide leads on, the left one back, and buttons do both", async ({
  page,
}) => {
  await present(page, "the-moving-tail");
  await page.mouse.click(1200, 250);
  expect((await place(page)).at).toBe(2);
  await page.mouse.click(1200, 20);
  await expect(right(page)).toHaveCount(1);
  await page.mouse.click(200, 20);
  await expect(right(page)).toHaveCount(0);
  await slideOf(page).getByRole("button", { name: "Next", exact: true }).click();
  await expect(right(page)).toHaveCount(1);
  await slideOf(page).getByRole("button", { name: "Back", exact: true }).click();
  await slideOf(page).getByRole("button", { name: "Back", exact: true }).click();
  expect((await place(page)).at).toBe(1);
  await slideOf(page).getByRole("button", { name: "Leave the slides" }).click();
  await expect(lesson(page)).toBeVisible();
});

test("each slide has its address, and Back goes to the one before", async ({ page }) => {
  await page.goto("./#lesson/the-moving-tail");
  await expect(lesson(page)).toBeVisible();
  await lesson(page).getByRole("button", { name: "Present" }).click();
  for (const _ of [1, 2, 3]) await page.keyboard.press("ArrowRight");
  await expect.poll(() => address(page)).toBe("#lesson/the-moving-tail?present=3");
  await page.goBack();
  await expect(heading(page)).toHaveText("Where do their five rows go?");
  await page.goForward();
  await expect(heading(page)).toHaveText("What does the cut do for the inserts?");
  await page.reload();
  await expect(heading(page)).toHaveText("What does the cut do for the inserts?");
  for (const _ of [1, 2, 3]) await page.goBack();
  await expect(slideOf(page)).toHaveCount(0);
  await expect(lesson(page)).toBeVisible();
});

test("links of earlier versions open the first slide, and a number too high the last", async ({
  page,
}) => {
  for (const said of ["all", "editor", "results"]) {
    await present(page, "the-moving-tail", said);
    expect((await place(page)).at, said).toBe(1);
    await page.goto("about:blank");
  }
  await present(page, "the-moving-tail", 99);
  await expect(heading(page)).toHaveText("Takeaways");
});

test("an exam that is not handed in gives no answer away", async ({ page }) => {
  await present(page, "exam-1-taxi");
  expect((await place(page)).of).toBe(3);
  await page.keyboard.press("ArrowRight");
  await expect(choices(page).first()).toBeVisible();
  for (const _ of [1, 2, 3]) await page.keyboard.press("ArrowRight");
  expect((await place(page)).at).toBe(3);
  await expect(right(page)).toHaveCount(0);
  await expect(answer(page)).toHaveCount(0);
  await expect(slideOf(page).locator(".line.added")).toHaveCount(0);
});

test("F fills the screen and gives it back", async ({ page }) => {
  await present(page, "the-moving-tail");
  const isFull = () => page.evaluate(() => document.fullscreenElement !== null);
  await page.keyboard.press("f");
  await expect.poll(isFull).toBe(true);
  await page.keyboard.press("f");
  await expect.poll(isFull).toBe(false);
});

test("a slide is said to those who cannot see it", async ({ page }) => {
  await present(page, "the-moving-tail");
  await page.keyboard.press("ArrowRight");
  await expect(said(page)).toContainText("Slide 2 of 6. Where do their five rows go?");
  await expect(said(page)).toContainText("B: Next to each other, after all existing rows.");
  await page.keyboard.press("ArrowRight");
  await expect(said(page)).toHaveText(/^Answer\. B: Next to each other.* Rows are ordered by/);
  await expect(slideOf(page).getByRole("img")).toHaveAccessibleName(/Hottest: GateEvents/);
});

test("on a screen too low for a slide it scrolls, and nothing lies over anything", async ({
  page,
}) => {
  await page.setViewportSize({ width: 844, height: 390 });
  await present(page, "ranges-and-splits");
  for (let press = 0; press < 9; press++) {
    const found = await faults(page);
    expect(found.filter((one) => /lies over|sideways|too small|cut/.test(one))).toEqual([]);
    await page.keyboard.press("ArrowRight");
  }
});

test("the heading is 40 px high on a screen of 1920, and larger than all but a title", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  await present(page, "ranges-and-splits", 3);
  const size = await heading(page).evaluate((one) =>
    Number.parseFloat(getComputedStyle(one).fontSize),
  );
  expect(size).toBeCloseTo(40, 0);
});

for (const [width, height] of [
  [1920, 1080],
  [1440, 900],
  [390, 844],
] as const) {
  test(`slides are accessible at ${width}`, width === 1920 ? {} : WHOLE, async ({ page }) => {
    test.slow();
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ reducedMotion: "reduce" });
    await present(page, "ranges-and-splits");
    const look = (what: string) => cleanInSchemes(page, what, { forced: true });
    await look("the title");
    for (const what of ["a question", "an answer", "a question with its map", "its answer"]) {
      await page.keyboard.press("ArrowRight");
      await page.keyboard.press("a");
      await look(what);
      expect(await faults(page), what).toEqual([]);
    }
    for (const what of ["a task", "its change", "its map", "the takeaways"]) {
      await page.keyboard.press("ArrowRight");
      await look(what);
      expect(await faults(page), what).toEqual([]);
    }
  });
}
