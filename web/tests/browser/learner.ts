/** A lesson played to its end by one who touches nothing but keys, on the page and elsewhere. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type FrameLocator, type Locator, type Page } from "@playwright/test";
import { editor } from "./page.js";

const FOLDER = join(import.meta.dirname, "../../lessons");

/** The text of a lesson. */
export const file = (name: string): string => readFileSync(join(FOLDER, `${name}.md`), "utf8");

/** Its heading. */
export const titleOf = (markdown: string): string => /^# (.*)$/m.exec(markdown)?.[1] ?? "";

/** The SQL of a section of a lesson. */
export function sqlOf(markdown: string, section: string): string {
  const [, after = ""] = markdown.split(`\n## ${section}\n`);
  return (/```sql\n([\s\S]*?)```/.exec(after)?.[1] ?? "").trimEnd();
}

/** Where a lesson is played. */
export interface Learner {
  readonly page: Page;
  /** The panel with the text of the lesson. */
  readonly lesson: Locator;
  /** What is hidden as long as a question is not answered. */
  readonly results: Locator;
  /** Sees that it is no longer hidden. */
  readonly shown: () => Promise<void>;
  /** What is said to those who cannot see it. */
  readonly said: Locator;
  /** Goes to the schema and writes another one. */
  readonly write: (text: string) => Promise<void>;
}

/** The lesson of the page. */
export const lesson = (page: Page): Locator =>
  page.getByRole("region", { name: /^(Lesson|Exam)$/ });

/** One who plays the lesson of the page, and touches nothing but keys. */
export const onPage = (page: Page): Learner => ({
  page,
  lesson: lesson(page),
  results: page.locator("hotsplit-results"),
  shown: () => expect(page.locator("hotsplit-results")).toBeVisible(),
  said: page.locator("hotsplit-lesson p.unseen[role=status]"),
  write: async (text) => {
    await tabTo(page, editor(page));
    await page.keyboard.press("Control+a");
    await page.keyboard.insertText(text);
  },
});

/** The lesson inside a playground. */
export const panel = (root: Page | FrameLocator): Locator =>
  root.getByRole("group", { name: "Lesson" });

/** What brings a part of the playground that a lesson is played in. */
export const tab = (root: Page | FrameLocator, name: string): Locator =>
  root.getByRole("group", { name: "Parts of the playground" }).getByRole("button", { name });

/** One who plays the lesson of a playground, and touches nothing but keys. */
export const inPlayground = (page: Page, root: Page | FrameLocator): Learner => ({
  page,
  lesson: panel(root),
  results: root.locator("hotsplit-maps"),
  shown: () => expect(root.getByText("Predict first")).toHaveCount(0),
  said: root.locator("hotsplit-lesson p.unseen[role=status]"),
  write: async (text) => {
    await tabTo(page, tab(root, "Schema"));
    await page.keyboard.press("Enter");
    await tabTo(page, root.getByRole("textbox", { name: /schema$/i }));
    await expect(root.getByRole("textbox", { name: "Your schema" })).toBeFocused();
    await page.keyboard.press("Control+a");
    await page.keyboard.insertText(text);
  },
});

/** Presses Tab, or Shift+Tab, until it is there: that is how a keyboard gets to it. */
export async function tabTo(page: Page, to: Locator, key = "Tab"): Promise<void> {
  for (let presses = 0; presses < 200; presses++) {
    if (await to.evaluate((one) => one.matches(":focus"))) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} never came to ${to}`);
}

const heading = ({ lesson }: Learner) => lesson.locator(".page h3").first();
const next = ({ lesson }: Learner) => lesson.getByRole("button", { name: "Next", exact: true });
const check = ({ lesson }: Learner) => lesson.getByRole("button", { name: /^Check/ });
const verdict = ({ lesson }: Learner) => lesson.locator("#verdict");

/** Plays the lesson that is open to its end. */
export async function playThrough(one: Learner, markdown: string): Promise<void> {
  const { page, lesson } = one;
  await expect(lesson.getByRole("heading").first()).toHaveText(titleOf(markdown));
  const steps = markdown.split("\n## Step: ").slice(1);
  for (const step of steps) {
    await tabTo(page, next(one));
    await page.keyboard.press("Enter");
    await expect(heading(one)).toBeFocused();
    await expect(heading(one)).toHaveText((step.split("\n")[0] ?? "").replaceAll("`", ""));
    if (step.includes("\n### Predict: ")) await predict(one, step);
    if (step.includes("\n### Check")) await cure(one, markdown);
  }
  await tabTo(page, next(one));
  await page.keyboard.press("Enter");
  await expect(heading(one)).toHaveText("Takeaways");
  await expect(heading(one)).toBeFocused();
}

/** Answers with the arrows and the space bar; what is right stands in the file. */
async function predict(one: Learner, step: string): Promise<void> {
  const { page, lesson, results } = one;
  await expect(results).toBeHidden();
  const choices = [...step.matchAll(/^- \[([ x])\]/gm)].map(([, mark]) => mark === "x");
  const several = choices.filter(Boolean).length > 1;
  const boxes = lesson.getByRole(several ? "checkbox" : "radio");
  await expect(boxes).toHaveCount(choices.length);
  if (several) {
    for (const [at, right] of choices.entries()) {
      if (!right) continue;
      await tabTo(page, boxes.nth(at));
      await page.keyboard.press("Space");
    }
  } else {
    await tabTo(page, boxes.first());
    await page.keyboard.press("Space");
    for (let at = choices.indexOf(true); at > 0; at--) await page.keyboard.press("ArrowDown");
    await expect(boxes.nth(choices.indexOf(true))).toBeChecked();
  }
  await tabTo(page, lesson.getByRole("button", { name: "Answer" }));
  await page.keyboard.press("Enter");
  await expect(verdict(one)).toBeFocused();
  await expect(verdict(one)).toHaveText("That is right.");
  await one.shown();
}

/** Checks, writes the solution and checks again, unless it stands there since a step before. */
async function cure(one: Learner, markdown: string): Promise<void> {
  const { page, lesson, said } = one;
  await tabTo(page, check(one));
  await page.keyboard.press("Enter");
  await expect(said).toHaveText(/pass/, { timeout: 30_000 });
  if (/^(All|The check)/.test((await said.textContent()) ?? "")) return;
  await expect(next(one)).toHaveAttribute("aria-disabled", "true");
  await one.write(sqlOf(markdown, "Solution"));
  await expect(lesson.getByText("The schema has changed since: check again.")).toBeVisible();
  await tabTo(page, check(one), "Shift+Tab");
  await page.keyboard.press("Enter");
  await expect(said).toHaveText(/^(All \d+ checks pass|The check passes)/, { timeout: 30_000 });
}
