/** A lesson inside a playground: played to its end in a page of others, and in an iframe. */
import { expect } from "@playwright/test";
import { article, element, listenIn, SCRIPT, shown, test, told } from "./author.js";
import { clean } from "./axe.js";
import { file, inPlayground, panel, playThrough, tab, titleOf } from "./learner.js";
import { resize } from "./pulse.js";
import { WHOLE } from "./sample.js";

const FIRST = file("01-ranges-and-splits");
const LESSON = 'lesson="ranges-and-splits"';

/** A playground in a column of a width. */
const column = (width: number, attributes = LESSON) =>
  article(`<div style="max-width: ${width}px">${element(attributes, "")}</div>`);

test.describe("by keyboard alone", () => {
  // Hundreds of presses, and runs on a machine that may be busy.
  test.slow();
  for (const [width, screen] of [
    [1_100, 1_440],
    [360, 1_440],
    [360, 390],
  ] as const) {
    test(
      `lesson one is played to its end in a page of others, ${width} wide of ${screen}`,
      screen === 390 ? {} : WHOLE,
      async ({ page, site }) => {
        await resize(page, screen, 900);
        await listenIn(page);
        await site.open(page, column(width));
        await shown(page);
        await playThrough(inPlayground(page, page), FIRST);
        // The page around hears of it, and nothing is kept in its storage.
        await expect
          .poll(async () => (await told(page, "hotsplit-result")).at(-1)?.lesson)
          .toEqual({
            name: "ranges-and-splits",
            title: titleOf(FIRST),
            steps: 3,
            stepsDone: 3,
            done: true,
          });
        expect(await page.evaluate(() => localStorage.length)).toBe(0);
      },
    );
  }

  test("lesson one is played to its end in an iframe, which knows it the next time", async ({
    page,
    site,
  }) => {
    const iframe =
      '<iframe src="%HOME%embed.html#lesson=ranges-and-splits" title="hotsplit" width="700" height="1800"></iframe>';
    await site.open(page, article(iframe, ""));
    const inside = page.frameLocator("iframe");
    await expect(panel(inside)).toBeVisible({ timeout: 30_000 });
    await playThrough(inPlayground(page, inside), FIRST);
    await page.reload();
    const pages = inside.getByRole("navigation", { name: "Pages of the lesson" });
    await expect(pages.getByRole("button", { name: /Takeaways, done/ })).toBeVisible({
      timeout: 30_000,
    });
    await expect(inside.locator("pre.code")).toContainText("SiteTotals");
  });
});

test("it takes no focus, shows the part a step looks at, and hides what would tell", async ({
  page,
  site,
}) => {
  await site.open(page, column(900));
  await shown(page);
  expect(await page.evaluate(() => document.activeElement?.localName)).toBe("body");
  // Before the first question there is the schema; what was found in it would tell.
  await expect(tab(page, "Schema")).toHaveAttribute("aria-pressed", "true");
  await expect(page.locator("pre.code")).toContainText("CREATE TABLE Visits");
  await expect(page.locator("pre.code .mark")).toHaveCount(0);
  for (const part of ["Problems", "Results"]) {
    await tab(page, part).click();
    const covered = page.getByText("The picture is shown with the first question.");
    await expect(covered.filter({ visible: true })).toHaveCount(1);
  }
  await panel(page).getByRole("button", { name: "Next", exact: true }).click();
  await expect(page.locator("hotsplit-maps")).toHaveCount(0);
  await panel(page).getByRole("button", { name: "Show me" }).click();
  await expect(tab(page, "Results")).toHaveAttribute("aria-pressed", "true");
  await expect(page.locator("hotsplit-maps")).toBeVisible({ timeout: 30_000 });
  // What the step looks at is gone to with the focus.
  await tab(page, "Schema").click();
  await panel(page).getByRole("button", { name: "Look at the map" }).click();
  await expect(tab(page, "Results")).toBeFocused();
  await expect(page.locator("hotsplit-maps")).toBeVisible();
});

test("it leads to the lesson on the page, and says so where there is none", async ({
  page,
  site,
}) => {
  await listenIn(page);
  await site.open(page, article(element(`${LESSON} seed="4"`, "")));
  await shown(page);
  await expect(page.getByRole("link", { name: "Open the lesson" })).toHaveAttribute(
    "href",
    `${site.hotsplit.home}#lesson/ranges-and-splits?seed=4`,
  );
  await page.locator("hotsplit-playground").evaluate((one) => one.setAttribute("lesson", "nope"));
  await expect(page.getByRole("alert")).toContainText('There is no lesson named "nope"');
  expect((await told(page, "hotsplit-error"))[0]?.message).toContain("nope");
});

test("what plays lessons is loaded where one is named alone", async ({ page, site }) => {
  await site.open(page, article(element()));
  await shown(page);
  expect(site.asked().filter((name) => /assets\/(lesson|catalog|player)-/.test(name))).toEqual([]);
});

for (const level of [0, 2, 4]) {
  test(
    `axe finds nothing from level ${level} on, wide or narrow`,
    level === 2 ? {} : WHOLE,
    async ({ page, site }) => {
      const above = level > 2 ? "<h2>Course</h2><h3>Day one</h3>" : "";
      const body = (width: number) =>
        `<div style="max-width: ${width}px">${above}${element(`${LESSON} level="${level}"`, "")}</div>`;
      for (const width of [1_100, 340]) {
        await site.open(page, article(body(width), SCRIPT));
        await shown(page);
        await clean(page, `introduction, ${width} wide`);
        await panel(page).getByRole("button", { name: "Next", exact: true }).click();
        await panel(page).getByRole("button", { name: "Show me" }).click();
        await expect(page.locator("hotsplit-maps")).toBeVisible({ timeout: 30_000 });
        await clean(page, `first step, ${width} wide`);
        const over = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect(over, "nothing sticks out").toBeLessThanOrEqual(0);
      }
    },
  );
}
