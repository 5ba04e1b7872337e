/** What is opened and closed again and again leaves nothing: the heap, nodes, listeners, workers. */
import { expect, type Page } from "@playwright/test";
import { open, openRules, settled, test } from "../browser/page.js";
import { engineMemory, type Gauge, gauge, rememberMemory, told } from "./gauge.js";
import { done } from "./sight.js";

/** Does something so often, and says what one more time of it leaves behind. */
async function repeated(
  page: Page,
  what: string,
  times: number,
  once: (at: number) => Promise<void>,
): Promise<void> {
  // What is loaded or made once stays; what grows afterwards is a leak.
  for (let at = 0; at < 3; at++) await once(at);
  const before = await gauge(page);
  let engine = await engineMemory(page);
  const steps: number[] = [];
  for (let at = 0; at < times; at++) {
    await once(at);
    const now = await engineMemory(page);
    steps.push(now - engine);
    engine = now;
  }
  const after = await gauge(page);
  const grown = steps.reduce((sum, step) => sum + step, 0);
  process.stdout.write(
    `${what}, ${times} times: ${told(before)}; then ${told(after)}; the engine grew by ${grown.toFixed(1)} MiB\n`,
  );
  const each = (of: (one: Gauge) => number) => (of(after) - of(before)) / times;
  expect(
    each(({ heap }) => heap),
    "MiB each",
  ).toBeLessThan(0.15);
  expect(
    each(({ outside }) => outside),
    "MiB each",
  ).toBeLessThan(0.3);
  expect(
    each(({ listeners }) => listeners),
    "listeners each",
  ).toBeLessThan(3);
  expect(
    each(({ nodes }) => nodes),
    "nodes each",
  ).toBeLessThan(40);
  // An engine's memory never shrinks, and holds the most that it ever needed: that is more, once, as a
  // run is given up while another begins. A leak grows again and again.
  const again = grown - Math.max(...steps);
  expect(again / times, "MiB of the engine each, but for its largest step").toBeLessThan(0.5);
  expect(after.workers).toBe(1);
}

for (const [tag, times] of [
  ["@sample", 10],
  ["", 60],
] as const) {
  test(`a fix that is tried and taken back, with its plan, ${times} times ${tag}`, async ({
    page,
  }) => {
    await rememberMemory(page);
    await open(page);
    await repeated(page, "fixes and plans", times, async () => {
      await page.getByRole("button", { name: /other options/ }).click();
      await page.locator("hotsplit-key input[type=radio]").nth(1).click();
      await page.getByRole("button", { name: /^Migration plan/ }).click();
      await expect(page.locator("hotsplit-plan")).toBeVisible();
      await page.getByRole("button", { name: "Back", exact: true }).click();
      await page.getByRole("tab", { name: "Diff" }).click();
      await page.getByRole("tab", { name: "Schema" }).click();
      await page.getByRole("button", { name: "Clear", exact: true }).click();
      await page.locator("hotsplit-key").getByRole("button").first().click();
      await expect(page.locator("hotsplit-key")).toHaveCount(0);
      await done(page);
      await settled(page);
    });
  });
}

test("examples that are opened one after the other", async ({ page }) => {
  await rememberMemory(page);
  await open(page);
  await repeated(page, "examples", 20, async (at) => {
    await page.getByRole("button", { name: "Examples" }).click();
    const list = page.getByRole("list", { name: "Examples" });
    const all = list.getByRole("button");
    await all.nth((at * 7) % 20).click();
    await done(page);
    await settled(page);
  });
});

test("lessons that are opened and left", async ({ page }) => {
  await rememberMemory(page);
  await open(page);
  await repeated(page, "lessons", 30, async (at) => {
    const slug = ["ranges-and-splits", "the-moving-tail", "heatmap"][at % 3];
    await page.evaluate((slug) => {
      location.hash = `#lesson/${slug}`;
    }, slug);
    await expect(page.getByRole("button", { name: "Next", exact: true })).toBeVisible();
    await page.evaluate(() => {
      location.hash = "";
    });
    await expect(page.getByRole("button", { name: "Next", exact: true })).toHaveCount(0);
    await done(page);
  });
});

test("menus, rules and the trust in numbers, opened and closed", async ({ page }) => {
  await rememberMemory(page);
  await open(page);
  await repeated(page, "menus and rules", 40, async () => {
    await page.getByRole("button", { name: "Share" }).click();
    await expect(page.getByRole("group", { name: "Share and export" })).toBeVisible();
    await page.keyboard.press("Escape");
    await openRules(page);
    await expect(page.getByRole("main", { name: "Rules" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("main", { name: "Rules" })).toHaveCount(0);
  });
});
