/** Many playgrounds on a page, and playgrounds that come and go: none leaves anything behind. */
import { expect, type Page } from "@playwright/test";
import { article, element, HOT, SCRIPT, shown, test } from "../browser/author.js";
import { gauge, told } from "./gauge.js";

const playgrounds = (page: Page) => page.locator("hotsplit-playground");

/** A text of its own for each. */
const text = (at: number) => HOT.replaceAll("Transactions", `Transactions${at}`);

test("fifty playgrounds on a page are read to its end, and share one worker", async ({
  page,
  site,
}) => {
  test.setTimeout(600_000);
  const all = Array.from({ length: 50 }, (_, at) => element('view="problems"', text(at)));
  await site.open(page, article(all.join("<p>Between two of them.</p>")));
  for (let at = 0; at < 50; at++) {
    await playgrounds(page).nth(at).scrollIntoViewIfNeeded();
    await shown(page, at);
    await expect(playgrounds(page).nth(at).locator("hotsplit-problems")).toContainText(
      `Transactions${at}.TxnId`,
    );
    expect(page.workers().length).toBe(1);
  }
  const first = await gauge(page);
  process.stdout.write(`fifty playgrounds: ${told(first)}\n`);
  // Ours: what a tab may take for an article.
  expect(first.heap).toBeLessThan(256);
  // The first still works.
  await playgrounds(page).first().scrollIntoViewIfNeeded();
  await playgrounds(page).first().getByRole("textbox", { name: "Schema" }).click();
  await page.keyboard.press("Control+End");
  await page.keyboard.insertText("\n-- typed");
  await expect
    .poll(() =>
      playgrounds(page)
        .first()
        .evaluate((one) => (one as unknown as { text: string }).text),
    )
    .toContain("typed");
  await page.evaluate(() => {
    for (const one of document.querySelectorAll("hotsplit-playground")) one.remove();
  });
  await expect.poll(() => page.workers().length).toBe(0);
});

/** Adds so many, one after the other, and takes each away again: some of them before they are up. */
async function comeAndGo(page: Page, times: number, view: string): Promise<void> {
  for (let at = 0; at < times; at++) {
    await page.evaluate(
      ({ html, at }) => {
        const place = document.createElement("div");
        place.id = `place-${at}`;
        place.innerHTML = html;
        document.querySelector("main")?.prepend(place);
      },
      { html: element(`view="${view}"`, text(at)), at },
    );
    // Of each three one is looked at, one has only begun, one was never near.
    if (at % 3 === 0) await shown(page);
    else if (at % 3 === 1) await page.waitForTimeout(30);
    await page.evaluate((at) => document.querySelector(`#place-${at}`)?.remove(), at);
  }
}

for (const [tag, times] of [
  ["@sample", 12],
  ["", 100],
] as const) {
  test(`${times} playgrounds that come and go leave no worker, listener or memory ${tag}`, async ({
    page,
    site,
  }) => {
    test.setTimeout(600_000);
    await site.open(page, article("<p>An article.</p>", SCRIPT));
    // Once beforehand: what is loaded once stays, as code does.
    await comeAndGo(page, 4, "compare");
    await expect.poll(() => page.workers().length).toBe(0);
    const before = await gauge(page);
    await comeAndGo(page, times, "compare");
    await expect.poll(() => page.workers().length).toBe(0);
    // What waits a moment before it is worked out finds that it is gone.
    await page.waitForTimeout(1_000);
    const after = await gauge(page);
    process.stdout.write(`${times} came and went: ${told(before)}; then ${told(after)}\n`);
    // Ours: less than a playground holds, however many there were.
    expect(after.heap - before.heap).toBeLessThan(3);
    expect(after.outside - before.outside).toBeLessThan(3);
    expect(after.listeners - before.listeners).toBeLessThan(20);
    // What is drawn from stays, once; one playground has two thousand.
    expect(after.nodes - before.nodes).toBeLessThan(1_000);
  });
}

test("one that is moved about a hundred times is one", async ({ page, site }) => {
  await site.open(page, article(`<div id="a">${element()}</div><div id="b"></div>`));
  await shown(page);
  const before = await gauge(page);
  for (let times = 0; times < 100; times++) {
    await page.evaluate(
      (to) => {
        const one = document.querySelector("hotsplit-playground");
        if (one) document.querySelector(to)?.append(one);
      },
      times % 2 === 0 ? "#b" : "#a",
    );
    if (times % 10 === 0) await page.waitForTimeout(50);
  }
  await shown(page);
  const after = await gauge(page);
  expect(after.workers).toBe(1);
  expect(after.heap - before.heap).toBeLessThan(8);
  expect(after.listeners - before.listeners).toBeLessThan(50);
});
