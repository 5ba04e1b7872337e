/** A lesson or an exam played to its end by keys alone or by touch alone, on the page and elsewhere. */
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
export const sqlOf = (markdown: string, section: string): string =>
  sqlAfter(markdown, `\n## ${section}\n`) ?? "";

/** The first SQL after a heading, where there is one. */
function sqlAfter(markdown: string, heading: string): string | undefined {
  const [, after = ""] = markdown.split(heading);
  return /```sql\n([\s\S]*?)```/.exec(after)?.[1]?.trimEnd();
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
  /** Touches the page instead of pressing keys. */
  readonly touches?: boolean;
}

/** The lesson of the page. */
export const lesson = (page: Page): Locator =>
  page.getByRole("region", { name: /^(Lesson|Exam)$/ });

/** Below this width one part of the page is seen at a time, in pixels. */
const NARROW = 900;

/** One who plays the lesson of the page, with keys alone or with no keyboard but that of the screen. */
function learner(page: Page, touches: boolean): Learner {
  const results = page.locator("hotsplit-results");
  const part = async (name: string) => {
    if ((page.viewportSize()?.width ?? 0) >= NARROW) return;
    const parts = page.getByRole("navigation", { name: "Parts of the page" });
    await press({ page, touches }, parts.getByRole("button", { name, exact: true }));
  };
  return {
    ...{ page, touches, results },
    lesson: lesson(page),
    shown: async () => {
      await part("Results");
      await expect(results).toBeVisible();
      await part("Lesson");
    },
    // The lesson's own: a run beside a slider has another.
    said: page.locator("hotsplit-lesson p.unseen[role=status]").first(),
    write: async (text) => {
      await part("Editor");
      if (touches) await editor(page).tap();
      else await tabTo(page, editor(page));
      await page.keyboard.press("Control+a");
      await page.keyboard.insertText(text);
      await part("Lesson");
    },
  };
}

/** One who plays the lesson of the page, and touches nothing but keys. */
export const onPage = (page: Page): Learner => learner(page, false);

/** One who plays the lesson of the page, and has no keyboard but that of the screen. */
export const byTouch = (page: Page): Learner => learner(page, true);

/** How lessons and exams are played: `usual` are the ways that a sample plays. */
export const WAYS = (
  [
    [1440, 900],
    [390, 844],
  ] as const
).flatMap(([width, height]) =>
  [false, true].map((touches) => ({
    ...{ name: `by ${touches ? "touch" : "keyboard"} alone, ${width} wide`, touches },
    use: { viewport: { width, height }, hasTouch: touches },
    usual: touches === width < NARROW,
    learner: touches ? byTouch : onPage,
  })),
);

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

/** Presses a button: goes to it by Tab, or by what else is given, and presses Enter; or touches it. */
export async function press(
  { page, touches }: Pick<Learner, "page" | "touches">,
  button: Locator,
  key = "Tab",
): Promise<void> {
  if (touches) return button.tap();
  await tabTo(page, button, key);
  await page.keyboard.press("Enter");
}

const heading = ({ lesson }: Learner) => lesson.locator(".page h3").first();
const next = ({ lesson }: Learner) => lesson.getByRole("button", { name: "Next", exact: true });
const check = ({ lesson }: Learner) => lesson.getByRole("button", { name: /^Check/ });
const verdict = ({ lesson }: Learner) => lesson.locator("#verdict");

/** Plays the lesson that is open to its end. `seen` looks at each page of it, before it is answered. */
export async function playThrough(
  one: Learner,
  markdown: string,
  seen: (title: string, step: string) => Promise<void> = async () => {},
): Promise<void> {
  await expect(one.lesson.getByRole("heading").first()).toHaveText(titleOf(markdown));
  const steps = markdown.split("\n## Step: ").slice(1);
  for (const step of steps) {
    await press(one, next(one));
    const title = (step.split("\n")[0] ?? "").replaceAll("`", "");
    await expect(heading(one)).toBeFocused();
    await expect(heading(one)).toHaveText(title);
    await seen(title, step);
    if (step.includes("\n### Predict: ")) await predict(one, step);
    if (step.includes("\n### Check")) {
      await cure(one, sqlAfter(step, "\n### After\n") ?? sqlOf(markdown, "Solution"));
    }
  }
  await press(one, next(one));
  await expect(heading(one)).toHaveText("Takeaways");
  await expect(heading(one)).toBeFocused();
  await seen("Takeaways", "");
}

/**
 * Sits the exam that is open to its end: answers, writes the solution of the file and hands it in.
 * `seen` looks at each page of it.
 */
export async function sitThrough(
  one: Learner,
  markdown: string,
  seen: (title: string) => Promise<void> = async () => {},
): Promise<void> {
  const { lesson, said } = one;
  await expect(lesson.getByRole("heading").first()).toHaveText(titleOf(markdown));
  await seen("Introduction");
  let key = "Tab";
  for (const step of markdown.split("\n## Step: ").slice(1)) {
    await press(one, next(one), key);
    const title = step.split("\n")[0] ?? "";
    await expect(heading(one)).toBeFocused();
    await expect(heading(one)).toHaveText(title);
    await seen(title);
    if (step.includes("\n### Predict: ")) {
      await choose(one, step);
      await expect(verdict(one)).toBeFocused();
      await expect(verdict(one)).toHaveText("Noted.");
      await one.shown();
      await seen(`${title}, answered`);
    }
    if (!step.includes("\n### Check")) continue;
    await one.write(sqlOf(markdown, "Solution"));
    // The lesson stands before the editor.
    key = "Shift+Tab";
  }
  await press(one, next(one), key);
  await expect(heading(one)).toHaveText("Hand in");
  await expect(heading(one)).toBeFocused();
  await seen("Hand in");
  await press(one, lesson.getByRole("button", { name: "Hand in", exact: true }));
  const [, ...goals] = markdown.split("\n### Check\n");
  const checks = goals.reduce(
    (all, goal) => all + (/^(?:- `.*\n)*/.exec(goal)?.[0].split("\n").length ?? 1) - 1,
    0,
  );
  await expect(said).toHaveText(`Handed in: ${checks} of ${checks} checks hold.`, {
    timeout: 60_000,
  });
  await expect(heading(one)).toHaveText("Takeaways");
  await expect(heading(one)).toBeFocused();
  await seen("Takeaways");
}

/** Answers, and sees that it was right. */
async function predict(one: Learner, step: string): Promise<void> {
  await choose(one, step);
  await expect(verdict(one)).toBeFocused();
  await expect(verdict(one)).toHaveText("That is right.");
  await one.shown();
}

/** Answers with the arrows and the space bar, or by touch; what is right stands in the file. */
async function choose(one: Learner, step: string): Promise<void> {
  const { page, lesson, results } = one;
  await expect(results).toBeHidden();
  const choices = [...step.matchAll(/^- \[([ x])\]/gm)].map(([, mark]) => mark === "x");
  const several = choices.filter(Boolean).length > 1;
  const boxes = lesson.getByRole(several ? "checkbox" : "radio");
  await expect(boxes).toHaveCount(choices.length);
  if (one.touches) {
    for (const [at, right] of choices.entries()) if (right) await boxes.nth(at).tap();
  } else if (several) {
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
  await press(one, lesson.getByRole("button", { name: "Answer" }));
}

/** Checks, writes what passes and checks again, unless a text before passes already. */
async function cure(one: Learner, text: string): Promise<void> {
  const { lesson, said } = one;
  await press(one, check(one));
  await expect(said).toHaveText(/pass/, { timeout: 30_000 });
  if (/^(All|The check)/.test((await said.textContent()) ?? "")) return;
  await expect(next(one)).toHaveAttribute("aria-disabled", "true");
  await one.write(text);
  await expect(lesson.getByText("The schema has changed since: check again.")).toBeVisible();
  await press(one, check(one), "Shift+Tab");
  await expect(said).toHaveText(/^(All \d+ checks pass|The check passes)/, { timeout: 30_000 });
}
