/**
 * A class opens one link: everyone sees the same picture, and plays lesson one to its end.
 *
 * `LEARNERS` says how many there are, `AT_ONCE` how many of them play at a time.
 */
import { createHash } from "node:crypto";
import { type Browser, expect, type Page } from "@playwright/test";
import { file, lesson, onPage, playThrough, sqlOf } from "../browser/learner.js";
import { editor, picture, settled, test, watch } from "../browser/page.js";

const LEARNERS = Number(process.env.LEARNERS ?? 30);
const AT_ONCE = Number(process.env.AT_ONCE ?? 3);
const FIRST = file("01-ranges-and-splits");

/** Presses a button that copies, and gives what it copied: all these pages have one clipboard. */
async function copied(page: Page, press: () => Promise<void>): Promise<string> {
  const text = page.evaluate(
    () =>
      new Promise<string>((told) => {
        navigator.clipboard.writeText = async (text) => told(text);
      }),
  );
  await press();
  return text;
}

/** What one learner saw and did. */
interface Seen {
  /** Both maps at the end: the first is what everyone began with. */
  readonly pictures: readonly string[];
  /** What the results say. */
  readonly headline: string;
  /** What was done, as a link. */
  readonly progress: string;
  /** Errors, refused loads, requests elsewhere, and what alerts said. */
  readonly stumbles: readonly string[];
  /** How long it took, from the link to the last page, s. */
  readonly seconds: number;
}

/** A map in a word. */
async function pictured(page: Page, which: "Before" | "After"): Promise<string> {
  const { width, height, pixels } = await picture(page, which);
  return `${width}x${height} ${createHash("sha256").update(pixels).digest("hex").slice(0, 16)}`;
}

/** A learner with a browser of one's own, who knows the link and nothing else. */
async function learns(browser: Browser, home: string, link: string): Promise<Seen> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    const page = await context.newPage();
    const stumbles: string[] = [];
    watch(page, home, stumbles);
    const start = performance.now();
    await page.goto(link);
    const begin = lesson(page).getByRole("button", { name: "Next", exact: true });
    await expect(begin).toBeVisible();
    const { results } = onPage(page);
    await playThrough(onPage(page), FIRST);
    const seconds = (performance.now() - start) / 1_000;
    await expect(editor(page)).toContainText(sqlOf(FIRST, "Solution").split("\n").at(-1) ?? "");
    await settled(page);
    const pictures = [await pictured(page, "Before"), await pictured(page, "After")];
    // Ranges come a moment after the maps.
    await expect(results.locator(".headline p")).toContainText(/ to .* ms/);
    const headline = (await results.locator(".headline p").textContent())?.trim() ?? "";
    stumbles.push(...(await page.getByRole("alert").allTextContents()));
    await lesson(page).getByRole("link", { name: "‹ All lessons" }).click();
    const list = page.getByRole("main", { name: "Lessons" });
    await expect(list.getByRole("link", { name: /Ranges and splits/ })).toContainText("Done");
    const copy = list.getByRole("button", { name: "Copy progress as a link" });
    const progress = await copied(page, () => copy.click());
    return { pictures, headline, progress, stumbles, seconds };
  } finally {
    await context.close();
  }
}

test(`${LEARNERS} learners with one link`, async ({ page, browser, baseURL }) => {
  const home = baseURL ?? "";
  await page.goto("./#lesson/ranges-and-splits");
  const button = lesson(page).getByRole("button", { name: /^Link for a class|Copied/ });
  const link = await copied(page, () => button.click());
  await page.close();
  const seen: Seen[] = [];
  let given = 0;
  const seat = async () => {
    while (given++ < LEARNERS) {
      const one = await learns(browser, home, link);
      seen.push(one);
      process.stdout.write(`${seen.length} of ${LEARNERS}: ${one.seconds.toFixed(1)} s\n`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, seat));
  const seconds = seen.map((one) => one.seconds).sort((a, b) => a - b);
  const told = [seconds[0], seconds[Math.floor(seconds.length / 2)], seconds.at(-1)];
  process.stdout.write(
    `${link}\n${AT_ONCE} at a time; s from the link to the last page, least, median, most: ` +
      `${told.map((one) => one?.toFixed(1)).join(", ")}\n`,
  );
  const [first] = seen;
  expect(seen).toHaveLength(LEARNERS);
  for (const one of seen) {
    expect(one.stumbles).toEqual([]);
    expect(one.pictures).toEqual(first?.pictures);
    expect(one.headline).toBe(first?.headline);
    expect(one.progress).toBe(first?.progress);
  }
  process.stdout.write(
    `${seen.length} times the same: ${first?.pictures.join(", ")}\n"${first?.headline}"\n${first?.progress}\n`,
  );
});
