/** Lessons as pages of their own: read without a script, and played by the element. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { slugOf } from "../../src/ui/head.js";
import { cleanInSchemes } from "./axe.js";
import { file, inPlayground, panel, playThrough, titleOf } from "./learner.js";
import { test } from "./page.js";

/** The lessons there are, without the exam. */
const NAMES = readdirSync(join(import.meta.dirname, "../../lessons"))
  .filter((name) => /^\d.*\.md$/.test(name))
  .sort()
  .map((name) => name.slice(0, -".md".length));

const addressOf = (name: string) => `${slugOf(name)}.html`;

/** Words as they stand on a page. */
const bare = (text: string) =>
  text
    .replaceAll("`", "")
    .replace(/\[([^\]]+)\]\((?:[^()]|\([^()]*\))+\)/g, "$1")
    .replace(/\s+/g, " ")
    .trim();

/** What a learner is to read of a lesson, line by line: no wrong answers, and nothing hidden. */
function linesOf(markdown: string): string[] {
  // A figure draws itself.
  const sections = markdown.replaceAll(/^```figure\n[\s\S]*?^```$/gm, "").split(/\n(?=## )/);
  return sections
    .filter((section) => !/^## (?:Wrong:|Hidden)/.test(section))
    .flatMap((section) => section.replace(/\n### Check\n[\s\S]*?(?=\n###? |$)/, "").split("\n"))
    .filter((line) => !/^(?:[a-z]+: |```|### (?:Hint|Look)|## (?:Schema|Solution))/.test(line))
    .map((line) =>
      bare(line.replace(/^(?:#+ (?:Step: |Predict: )?|- (?:\[[ x]\] )?| {2}Reply: )/, "")),
    )
    .filter((line) => line !== "");
}

/** Nothing sticks out to the side. */
async function fits(page: Page): Promise<void> {
  const over = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(over).toBeLessThanOrEqual(0);
}

test.describe("without a script", () => {
  test.use({ javaScriptEnabled: false });

  test("all of every lesson is on its page, and the list leads there", async ({ page }) => {
    expect(NAMES.length).toBeGreaterThanOrEqual(17);
    await page.goto("./lessons/index.html");
    for (const name of NAMES) {
      const markdown = file(name);
      const link = page.getByRole("link", { name: bare(titleOf(markdown)), exact: true });
      await expect(link).toHaveAttribute("href", `./${addressOf(name)}`);
      const minutes = /^minutes: (\d+)$/m.exec(markdown)?.[1];
      const goal = /^goal: (.*)$/m.exec(markdown)?.[1];
      const entry = page.getByRole("listitem").filter({ has: link });
      await expect(entry).toContainText(`${minutes} min`);
      await expect(entry).toContainText(bare(goal ?? "a goal"));
    }
    for (const name of NAMES) {
      const markdown = file(name);
      await page.goto(`./lessons/${addressOf(name)}`);
      expect(await page.title()).toContain(bare(titleOf(markdown)));
      const about = page.locator("meta[name=description]");
      await expect(about).toHaveAttribute("content", /^.{40,160}$/);
      const told = bare((await page.locator("main").textContent()) ?? "");
      expect(linesOf(markdown).filter((line) => !told.includes(line))).toEqual([]);
    }
  });

  test("answers, hints and the solution open when they are asked for", async ({ page }) => {
    await page.goto("./");
    await page.getByRole("link", { name: "lessons" }).click();
    await page.getByRole("link", { name: "Ranges and splits" }).click();
    for (const [summary, inside] of [
      ["The answer", "A cut goes between two different keys"],
      ["Hint 1 of 3", "A total can be the sum of several rows"],
      ["What it does, and its text", "The cost is on the read side"],
    ] as const) {
      const words = page.getByText(bare(inside)).first();
      await expect(words).toBeHidden();
      await page.getByText(summary).first().click();
      await expect(words).toBeVisible();
    }
    await page.getByRole("link", { name: "The moving tail" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("The moving tail");
  });
});

test("axe finds nothing, read or played", async ({ page }) => {
  for (const width of [1_280, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto("./lessons/index.html");
    await fits(page);
    await cleanInSchemes(page, `the list, ${width} wide`);
    await page.route("**/hotsplit-playground.js", (route) =>
      route.fulfill({ contentType: "text/javascript", body: "" }),
    );
    await page.goto("./lessons/migration.html");
    await expect(page.getByText("Hint 1 of").first()).toBeVisible();
    await fits(page);
    await cleanInSchemes(page, `to be read, ${width} wide`);
    await page.unroute("**/hotsplit-playground.js");
    await page.reload();
    await expect(panel(page)).toBeVisible({ timeout: 30_000 });
    await expect(page.getByText("Hint 1 of").first()).toBeHidden();
    await fits(page);
    await cleanInSchemes(page, `played, ${width} wide`);
  }
});

test("a lesson is played on its page by keyboard alone, and the page of all knows of it", async ({
  page,
}) => {
  test.slow();
  const markdown = file("01-ranges-and-splits");
  await page.goto("./#lessons");
  const list = page.getByRole("main", { name: "Lessons" });
  await list.getByRole("link", { name: "a page of its own" }).click();
  await page.getByRole("link", { name: titleOf(markdown) }).click();
  await expect(panel(page)).toBeVisible({ timeout: 30_000 });
  // What was there to read has given way: its title is there once.
  await expect(page.getByRole("heading", { name: titleOf(markdown) })).toHaveCount(1);
  await playThrough(inPlayground(page, page), markdown);
  const link = page.getByRole("link", { name: "Open the lesson" });
  await expect(link).toHaveAttribute("href", /\/#lesson\/ranges-and-splits$/);
  await page.goto("./#lessons");
  await expect(list.getByRole("link", { name: new RegExp(titleOf(markdown)) })).toContainText(
    "Done",
  );
});

test("there is no page for what is no lesson, nor for the exam", async ({ page }) => {
  await page.goto("./lessons/index.html");
  const links = page.locator("main ol a");
  await expect(links).toHaveCount(NAMES.length);
  await expect(page.locator('main a[href*="exam-"]')).toHaveCount(0);
  await expect(page.getByRole("link", { name: "exam" })).toHaveAttribute("href", "../#exam");
});
