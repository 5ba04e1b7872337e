/** Figures and the pages that they are on: as built, still or moving, with the engine's numbers. */
import { readFileSync } from "node:fs";
import { expect, type Locator, type Page } from "@playwright/test";
import * as engine from "../../../pkg/hotsplit.js";
import { numberOf } from "../../src/figures/named.js";
import { Runs } from "../../vite.figures.js";
import { mythNumber, mythsOf } from "../../vite.myths.js";
import { cleanInSchemes } from "./axe.js";
import { settled, test } from "./page.js";

const PAGE = "./why-one-server-melts.html";
const COURT = "./myths.html";
const WASM = new URL("../../../pkg/hotsplit_bg.wasm", import.meta.url);

const words = (figure: Locator) => figure.locator(".words");

/** The figures of a page, once they answer. */
async function figuresOf(page: Page): Promise<Locator[]> {
  const figures = page.locator("hotsplit-figure");
  await expect(page.locator("hotsplit-figure[data-live]")).toHaveCount(await figures.count());
  return figures.all();
}

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const) {
  test.describe(`${width} wide`, () => {
    test.use({ viewport: { width, height } });
    test.slow();

    test("nothing sticks out, and axe finds nothing", async ({ page }) => {
      await page.emulateMedia({ reducedMotion: "reduce" });
      for (const one of [PAGE, COURT]) {
        await page.goto(one);
        await figuresOf(page);
        const over = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect(over, one).toBeLessThanOrEqual(0);
        await cleanInSchemes(page, one, { forced: true });
      }
    });
  });
}

test("the first frame of the build is that of the page", async ({ page, browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const still = await context.newPage();
  await still.goto(new URL(PAGE, test.info().project.use.baseURL).href);
  await page.goto(PAGE);
  for (const figure of await figuresOf(page)) {
    const kind = await figure.getAttribute("kind");
    const built = still.locator(`hotsplit-figure[kind="${kind}"]`);
    await expect(built.getByRole("img")).toBeVisible();
    await expect(built.getByRole("slider"), "nothing to set").toHaveCount(0);
    expect(await figure.locator("svg").innerHTML()).toBe(await built.locator("svg").innerHTML());
    expect(await words(figure).textContent()).toBe(await words(built).textContent());
  }
  await context.close();
});

test("figures are still where motion is not wanted", async ({ page }) => {
  const moving = () =>
    page.evaluate(
      () =>
        [...document.querySelectorAll("hotsplit-figure svg *")].filter(
          (one) => Number.parseFloat(getComputedStyle(one).transitionDuration) > 0,
        ).length,
    );
  await page.goto(PAGE);
  await figuresOf(page);
  expect(await moving()).toBeGreaterThan(0);
  await page.emulateMedia({ reducedMotion: "reduce" });
  expect(await moving()).toBe(0);
});

test("figures without an engine keep what the build has drawn", async ({ page }) => {
  await page.route("**/*.wasm", (route) => route.fulfill({ body: "", contentType: "text/plain" }));
  await page.goto(PAGE);
  const [figure] = await figuresOf(page);
  if (!figure) throw new Error("expected a figure");
  const shards = page.locator('hotsplit-figure[kind="shards"]');
  await shards.getByRole("slider").focus();
  await page.keyboard.press("End");
  await expect(words(shards)).toContainText("32 shards");
  await expect(shards).not.toHaveAttribute("data-waiting");
  await expect(shards.locator("rect").first()).toBeVisible();
});

test("figures of a lesson ask the worker that the page has, beside the page's own run", async ({
  page,
}) => {
  let workers = 0;
  page.on("worker", () => workers++);
  await page.goto("./#lesson/the-moving-tail");
  const figure = page.locator("hotsplit-figure[data-live]").first();
  const before = await words(figure).textContent();
  await figure.getByRole("slider").first().focus();
  await page.keyboard.press("End");
  await expect(words(figure)).not.toHaveText(before ?? "");
  await expect(words(figure)).toContainText(/served/);
  await expect(figure).not.toHaveAttribute("data-waiting");
  expect(workers).toBe(1);
  // What the page had run is there still: its map can be asked.
  await page.getByRole("button", { name: "Next", exact: true }).click();
  await page.getByRole("button", { name: "Show me" }).first().click();
  const map = page.getByRole("application").first();
  await map.focus();
  await page.keyboard.press("ArrowDown");
  await expect(page.locator('hotsplit-heatmap [aria-live="polite"]').first()).toContainText(
    /GateEvents/,
  );
});

test("numbers in prose are the engine's", async ({ page }) => {
  engine.initSync({ module: readFileSync(WASM) });
  const { find } = new Runs(engine);
  await page.goto(PAGE);
  const numbers = await page.locator(".number").all();
  expect(numbers.length).toBeGreaterThan(3);
  for (const one of numbers) {
    const name = (await one.getAttribute("data-of")) ?? "";
    await expect(one, name).toHaveText(numberOf(name, find) ?? "no number");
  }
});

test("numbers of the myth court are the engine's, and a run opens on the page", async ({
  page,
}) => {
  engine.initSync({ module: readFileSync(WASM) });
  await page.goto(COURT);
  for (const { file, runs } of mythsOf(engine)) {
    const article = page.locator(`article#${file.slug}`);
    await expect(article.getByRole("heading")).toHaveText(file.title.replaceAll("`", ""));
    for (const one of await article.locator(".number").all()) {
      const name = (await one.getAttribute("data-of")) ?? "";
      await expect(one, `${file.slug} ${name}`).toHaveText(mythNumber(runs, name) ?? "no number");
    }
    const rows = article.locator("tbody tr");
    await expect(rows).toHaveCount(runs.length);
    for (const [at, { name, result }] of runs.entries()) {
      await expect(rows.nth(at)).toContainText(name);
      await expect(rows.nth(at)).toContainText(result.served.toLocaleString("en"));
    }
  }
  await page.locator("article#date-behind-user").getByRole("link", { name: "User first" }).click();
  await settled(page);
  await expect(page.locator("hotsplit-outcome")).toContainText("12k");
  await expect(page.locator("hotsplit-editor")).toContainText("PRIMARY KEY (UserId, OrderedAt)");
});

test("the pages are in the menu of documents and beside the lessons", async ({ page }) => {
  await page.goto("./");
  await page.getByRole("button", { name: "Docs", exact: true }).click();
  const docs = page.getByRole("group", { name: "Docs" });
  await expect(docs.getByRole("link", { name: "Myth court" })).toHaveAttribute("href", COURT);
  await docs.getByRole("link", { name: "Why one server melts" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Why one server melts");
  await page.goto("./#lessons");
  const lessons = page.getByRole("main", { name: "Lessons" });
  await expect(lessons.getByRole("link", { name: "why one server melts" })).toBeVisible();
  await page.goto("./lessons/index.html");
  await page.getByRole("link", { name: "myth court" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Myth court");
});
