/**
 * A lesson, an exam and the long read as a screen reader has them: what to do now, what a figure shows
 * and how that changes, the verdict, and what comes next. What is not in the tree of accessibility,
 * has no focus and is in no live region is not there.
 */
import { readFileSync } from "node:fs";
import { expect, type Locator, type Page } from "@playwright/test";
import * as engine from "../../../pkg/hotsplit.js";
import { file, lesson, onPage, playThrough, sqlOf } from "./learner.js";
import { editor, test, write } from "./page.js";
import { WHOLE } from "./sample.js";

engine.initSync({
  module: readFileSync(new URL("../../../pkg/hotsplit_bg.wasm", import.meta.url)),
});

const next = (page: Page) => lesson(page).getByRole("button", { name: "Next", exact: true });
const heading = (page: Page) => lesson(page).getByRole("heading", { level: 3 }).first();
const body = (page: Page) => lesson(page).getByRole("region", { name: "Text of the lesson" });
const said = (page: Page) => onPage(page).said;

/** Goes on, and sees that the focus is where the next page begins. */
async function goOn(page: Page, title: string): Promise<string> {
  await next(page).focus();
  await page.keyboard.press("Enter");
  await expect(heading(page)).toHaveText(title);
  await expect(heading(page)).toBeFocused();
  return body(page).ariaSnapshot();
}

/** That a figure says what it is about, what it shows, and what a key press changes. */
async function heard(figure: Locator): Promise<void> {
  const name = (await figure.getAttribute("aria-label")) ?? "";
  expect(name).not.toBe("");
  await expect(figure).toHaveRole("group");
  const before = await figure.ariaSnapshot();
  expect(before).toContain(`img "${name}"`);
  // A live region says the whole state in a sentence; the number beside a slider does not say it twice.
  const live = figure.locator("[aria-live=polite]");
  await expect(live).toHaveCount(1);
  await expect(live).toHaveText(/\d.*\.$/);
  for (const output of await figure.locator("output").all())
    await expect(output).toHaveAttribute("aria-live", "off");
  const slider = figure.getByRole("slider").first();
  await expect(slider).toHaveAccessibleName(/\S/);
  const [value, sentence] = [await slider.getAttribute("aria-valuetext"), await live.textContent()];
  await slider.focus();
  await slider.page().keyboard.press("ArrowRight");
  await expect(slider).not.toHaveAttribute("aria-valuetext", value ?? "");
  await expect(live).not.toHaveText(sentence ?? "");
  await expect(figure).not.toHaveAttribute("data-waiting");
  expect(await figure.ariaSnapshot()).not.toBe(before);
}

test("a lesson", async ({ page }) => {
  test.slow();
  const markdown = file("02-the-moving-tail");
  await page.goto("./#lesson/the-moving-tail");
  await expect(heading(page)).toBeFocused();
  await heard(page.locator("hotsplit-figure[data-live]").first());
  // What to do: a question is a group of choices, and Next says why it waits.
  const asked = await goOn(page, "Five people, five milliseconds");
  expect(asked).toContain('group "Where do their five rows go?"');
  expect(asked).toMatch(/radio "To five places, one for each gate"/);
  await expect(next(page)).toHaveAccessibleDescription(/Make a prediction first/);
  await lesson(page).getByRole("radio").first().focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("Enter");
  // The verdict has the focus; the reply and the right answer are said.
  await expect(lesson(page).locator("#verdict")).toBeFocused();
  await expect(said(page)).toHaveText(/^Not quite\. .* The answer is: Next to each other/);
  for (const title of ["The split is full", "More nodes, and a small test"]) {
    await goOn(page, title);
    const show = lesson(page).getByRole("button", { name: "Show me" });
    if ((await show.count()) > 0) await show.click();
  }
  // A task says what to change and by what one knows that it worked.
  const task = await goOn(page, "Separate the rows");
  expect(task).toMatch(/Change the key of/);
  expect(task).toMatch(/heading "Goals" \[level=4\]/);
  const check = lesson(page).getByRole("button", { name: /^Check/ });
  await check.focus();
  await page.keyboard.press("Enter");
  await expect(said(page)).toHaveText(/^0 of 4 checks pass\. .*Measured: [\d,]+\/s, goal: /, {
    timeout: 30_000,
  });
  await expect(check).toBeFocused();
  expect(await body(page).ariaSnapshot()).toMatch(/listitem:\n\s+- text: "Not yet: rows written/);
  await write(page, sqlOf(markdown, "Solution"));
  await expect(editor(page)).toBeFocused();
  await check.focus();
  await page.keyboard.press("Enter");
  await expect(said(page)).toHaveText("All 4 checks pass. Continue with Next.", {
    timeout: 30_000,
  });
  await goOn(page, "Takeaways");
  await expect(body(page).getByRole("link", { name: "Four keys and their price" })).toBeVisible();
});

/**
 * That a screen reader has all of a page of a lesson: what is asked with every answer,
 * what is to be done and by what one knows that it worked, and what each figure shows.
 */
async function hasWords(page: Page, title: string, step: string): Promise<void> {
  const tree = await lesson(page).ariaSnapshot();
  expect(tree, title).toContain(`heading "${title}" [level=3]`);
  const words = (markdown: string) =>
    markdown.replace(/\[(.*?)\]\(\w+:[^)]*\)/g, "$1").replaceAll("`", "");
  const [, question] = /\n### Predict: (.*)/.exec(step) ?? [];
  if (question !== undefined) {
    await expect(lesson(page).getByRole("group", { name: words(question) })).toBeVisible();
    for (const [, answer = ""] of step.matchAll(/^- \[[ x]\] (.*)/gm)) {
      const name = words(answer);
      const choices = lesson(page).getByRole("radio", { name, exact: true });
      await expect(
        choices.or(lesson(page).getByRole("checkbox", { name, exact: true })),
      ).toHaveCount(1);
    }
  }
  // Before a prediction is made, nothing is said of goals.
  if (step.includes("\n### Check") && question === undefined)
    await expect(lesson(page).getByRole("heading", { name: /^Goals?$/, level: 4 })).toBeVisible();
  for (const figure of await lesson(page).locator("hotsplit-figure").all()) {
    await expect(figure).toHaveRole("group");
    await expect(figure).toHaveAccessibleName(/\S/);
    await expect(figure.locator("[aria-live=polite]")).toHaveText(/\d.*\.$/);
  }
}

test("a slider in the prose of a lesson", async ({ page }) => {
  test.slow();
  await page.goto("./#lesson/ranges-and-splits");
  await goOn(page, "Who gets cut?");
  await lesson(page).getByRole("button", { name: "Show me" }).click();
  await goOn(page, "Would more nodes help?");
  await lesson(page).getByRole("button", { name: "Show me" }).click();
  const slider = lesson(page).getByRole("slider", { name: "Nodes of the run" });
  const run = page.locator("hotsplit-lesson-run").getByRole("status");
  await expect(run).toHaveText(/^6 servers, the busiest at 100 %\. 13,\d{3} writes\/s of 16,000/);
  await slider.focus();
  await page.keyboard.press("ArrowRight");
  await expect(slider).toHaveAttribute("aria-valuetext", "7 nodes");
  await expect(run).toHaveText(/^7 servers, the busiest at 100 %\. 13,\d{3} writes\/s of 16,000/);
});

/** Sits the exam of a seed, and hears nothing that tells where it is hot. */
async function sitByEar(page: Page): Promise<void> {
  const markdown = engine.examOf(7);
  await page.goto("./#lesson/exam-7");
  await expect(heading(page)).toBeFocused();
  await expect(body(page)).toContainText("There are no hints");
  const asked = await goOn(page, "Predict");
  expect(asked).toMatch(/group "Where do all writes go to one place/);
  await expect(next(page)).toHaveAccessibleDescription("Make a prediction first.");
  await lesson(page).getByRole("checkbox").first().focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("Enter");
  await expect(lesson(page).locator("#verdict")).toBeFocused();
  await expect(said(page)).toHaveText(
    "Your answer is noted, and the maps are shown. Continue with Next.",
  );
  // Nothing of what is heard tells where it is hot.
  expect(await lesson(page).ariaSnapshot()).not.toMatch(/\(right|HOT_SPOT|✓|hotspot/i);
  const task = await goOn(page, "Rewrite");
  expect(task).toMatch(/heading "Goals when you hand in"/);
  await onPage(page).write(sqlOf(markdown, "Solution"));
  await goOn(page, "Hand in");
  await lesson(page).getByRole("button", { name: "Hand in", exact: true }).focus();
  await page.keyboard.press("Enter");
  await expect(said(page)).toHaveText(/^Handed in: (\d+) of \1 checks hold\.$/, {
    timeout: 60_000,
  });
  await expect(heading(page)).toBeFocused();
  await expect(heading(page)).toHaveText("Takeaways");
  const result = await body(page).ariaSnapshot();
  expect(result).toMatch(/paragraph: 5 of 5 checks passed, 0 of 1 answers were right\./);
  expect(result).toMatch(/Held: /);
  await expect(body(page).getByRole("textbox", { name: "Name on the certificate" })).toBeVisible();
  // What comes next: another number, and the way back.
  await expect(body(page).getByRole("link", { name: "Exam no. 8" })).toBeVisible();
  await expect(body(page).getByRole("link", { name: "All lessons" })).toBeVisible();
}

/** Hears and sets each figure of the long read. */
async function readByEar(page: Page): Promise<void> {
  await page.goto("./why-one-server-melts.html");
  const figures = page.locator("hotsplit-figure");
  await expect(page.locator("hotsplit-figure[data-live]")).toHaveCount(await figures.count());
  const names = new Set<string>();
  for (const figure of await figures.all()) {
    await heard(figure);
    names.add((await figure.getAttribute("aria-label")) ?? "");
  }
  expect(names.size, "each is told from the others").toBe(await figures.count());
}

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const) {
  test.describe(`by what is heard, ${width} wide`, () => {
    test.slow();
    test.use({ viewport: { width, height } });
    const tag = width < 900 ? WHOLE : {};
    test("an exam is sat", tag, async ({ page }) => sitByEar(page));
    test("the long read is read", tag, async ({ page }) => readByEar(page));
    for (const name of ["00-ulid-ledger", "05-tenants-and-whales", "10-index-hotspots"]) {
      test(`a lesson is played: ${name}`, WHOLE, async ({ page }) => {
        await page.goto(`./#lesson/${name.replace(/^\d+-/, "")}`);
        await playThrough(onPage(page), file(name), (title, step) => hasWords(page, title, step));
      });
    }
  });
}
