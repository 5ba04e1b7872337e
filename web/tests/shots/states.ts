/** The main states of the page, light and dark, wide and narrow. Nothing is asserted of them. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { editor, example, open, picture, settled, test, write } from "../browser/page.js";

const FOLDER = join(import.meta.dirname, "../../shots");
mkdirSync(FOLDER, { recursive: true });

const SIZES = { wide: [1440, 900], narrow: [390, 844], huge: [3840, 2160] } as const;

/** Shows a part of a narrow page; a wide one shows all. */
async function part(page: Page, name: string): Promise<void> {
  const tab = page.getByRole("button", { name, exact: true });
  if (await tab.isVisible()) await tab.click();
}

async function fix(page: Page): Promise<void> {
  await part(page, "Results");
  await page.getByRole("button", { name: /^Try T/ }).click();
  await expect(page.locator("hotsplit-numbers #served dd")).toContainText("was");
  await settled(page);
  await picture(page, "After");
}

/** A lesson whose first question was answered. */
async function answered(page: Page): Promise<void> {
  await page.goto("./#lesson/the-moving-tail");
  const lesson = page.getByRole("region", { name: "Lesson", exact: true });
  await lesson.getByRole("button", { name: "Next", exact: true }).click();
  await lesson.getByText("Next to each other").click();
  await lesson.getByRole("button", { name: "Answer" }).click();
  if ((page.viewportSize()?.width ?? 0) > 900) await picture(page, "Before");
}

/** The gallery of shapes. */
async function guess(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Help" }).click();
  await page.getByRole("button", { name: "Guess the shape" }).click();
  await expect(page.getByRole("dialog").getByRole("img").first()).toBeVisible();
}

/** A state by its name: how a person gets there. */
const STATES: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  first: async () => {},
  results: async (page) => {
    await part(page, "Results");
    await picture(page, "Before");
  },
  fixed: fix,
  added: async (page) => {
    await fix(page);
    await page.getByRole("button", { name: "Add load", exact: true }).click();
    const map = page.getByRole("region", { name: "Before", exact: true }).getByRole("application");
    await map.scrollIntoViewIfNeeded();
    const box = await map.boundingBox();
    if (!box) throw new Error("no map");
    await page.mouse.move(box.x + box.width * 0.6, box.y + box.height * 0.15);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.85, box.y + box.height * 0.3, { steps: 3 });
    await page.mouse.up();
    await expect(page.getByRole("group", { name: "Added load 1", exact: true })).toBeVisible();
    await settled(page);
    await picture(page, "After");
  },
  problem: async (page) => {
    await part(page, "Problems");
    await page
      .getByRole("button", { name: /Transactions.*line/ })
      .first()
      .click();
    await expect(page.getByRole("article").first()).toBeVisible();
  },
  rewritten: async (page) => {
    await fix(page);
    await part(page, "Editor");
    await page.getByRole("tab", { name: "Rewritten" }).click();
    await expect(page.locator("#diff .cm-changedLine").first()).toBeVisible();
  },
  plan: async (page) => {
    await fix(page);
    await part(page, "Editor");
    await page.getByRole("tab", { name: "Plan" }).click();
    await expect(page.getByRole("button", { name: "Download plan.md" })).toBeVisible();
  },
  cell: async (page) => {
    await fix(page);
    await page.getByRole("application", { name: /Before/ }).hover({ position: { x: 90, y: 100 } });
    await expect(page.locator("hotsplit-heatmap .tip")).toBeVisible();
  },
  examples: async (page) => page.getByRole("button", { name: "Examples" }).click(),
  share: async (page) => {
    await fix(page);
    await page.getByRole("button", { name: "Share" }).click();
    await expect(page.getByRole("group", { name: "Share and export" })).toContainText("plan.md");
  },
  rules: async (page) => {
    await page.getByRole("link", { name: "Rules", exact: true }).click();
    await expect(page.getByRole("dialog").getByRole("link").nth(3)).toBeVisible();
  },
  rule: async (page) => {
    await page.goto("./#rule/key-timestamp-first");
    await expect(page.getByRole("heading", { name: "key-timestamp-first" })).toBeVisible();
  },
  keys: async (page) => {
    await page.getByRole("button", { name: "Help" }).click();
    await page.getByRole("button", { name: "Keys" }).click();
    await expect(page.getByRole("dialog", { name: "Keys" })).toBeVisible();
  },
  shapes: guess,
  question: async (page) => {
    await guess(page);
    await page.getByRole("button", { name: /Picture 4/ }).click();
  },
  answer: async (page) => {
    await guess(page);
    await page.getByRole("button", { name: /Picture 4/ }).click();
    await page.getByRole("button", { name: "Parallel tails" }).click();
  },
  many: async (page) => {
    await example(page, "Tenant");
    await part(page, "Results");
    await settled(page);
    await picture(page, "Before");
  },
  error: async (page) => {
    await part(page, "Editor");
    await write(page, "CREATE TABLE T (Id INT64 NOT NULL PRIMARY KEY (Id);");
    await part(page, "Problems");
    await expect(page.locator("hotsplit-problems")).toContainText("expected");
  },
  lessons: async (page) => {
    await page.goto("./#lessons");
    await expect(page.getByRole("dialog", { name: "Lessons" })).toBeVisible();
  },
  lesson: async (page) => {
    await answered(page);
    await expect(page.getByRole("region", { name: "Lesson", exact: true })).toBeVisible();
  },
  checked: async (page) => {
    await answered(page);
    const lesson = page.getByRole("region", { name: "Lesson", exact: true });
    for (let step = 2; step <= 4; step++) {
      await lesson.getByRole("button", { name: "Next", exact: true }).click();
      const show = lesson.getByRole("button", { name: "Show me" });
      if (await show.isVisible()) await show.click();
    }
    await lesson.getByRole("button", { name: "Check" }).click();
    await expect(lesson.locator(".because").first()).toBeVisible({ timeout: 30_000 });
  },
  presented: async (page) => {
    await answered(page);
    await page.keyboard.press("p");
    await page.keyboard.press("r");
    // A class is asked once more.
    await page.keyboard.press("ArrowRight");
    await expect(page.locator("hotsplit-header")).toBeHidden();
    if ((page.viewportSize()?.width ?? 0) > 900) await picture(page, "Before");
  },
  author: async (page) => {
    await page.goto("./#author");
    const field = page.getByRole("textbox", { name: "Markdown of the lesson" });
    await field.fill((await field.inputValue()).replace("after.served", "after.serve"));
    await expect(page.locator("hotsplit-author li").first()).toBeVisible();
  },
  link: async (page) => {
    await page.goto("about:blank");
    await page.goto("./#v1.AAAA____");
    await expect(page.getByRole("alert")).toBeVisible();
  },
};

for (const [size, [width, height]] of Object.entries(SIZES)) {
  for (const scheme of ["light", "dark"] as const) {
    for (const [name, go] of Object.entries(STATES)) {
      test(`${name}, ${size}, ${scheme}`, async ({ page }) => {
        await page.setViewportSize({ width, height });
        await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
        if (size !== "narrow") await open(page);
        else {
          await page.goto("./");
          await expect(editor(page)).toContainText("CREATE TABLE");
        }
        await go(page);
        await page.screenshot({ path: join(FOLDER, `${name}-${size}-${scheme}.png`) });
      });
    }
  }
}

/** The one picture that is in git. */
test("README", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await open(page);
  await fix(page);
  // From below the header to the times under the maps.
  const clip = { x: 0, y: 54, width: 1440, height: 651 };
  await page.screenshot({ path: join(FOLDER, "page.png"), clip });
});

test("printed", async ({ page }) => {
  await open(page);
  await fix(page);
  await page.pdf({ path: join(FOLDER, "printed.pdf"), format: "A4", printBackground: true });
});
