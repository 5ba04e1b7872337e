/**
 * The main job in Firefox, over WebDriver BiDi: a schema is pasted, its findings come, a fix is
 * chosen, the map after differs, and the link shows it again.
 *
 * Firefox is the one of `FIREFOX` or on the path. Nothing is downloaded.
 */
import { execFileSync } from "node:child_process";
import { type Browser, launch, type Page } from "puppeteer-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Host, serve } from "../browser/host.js";

/** The Firefox that is there. */
function firefox(): string {
  if (process.env.FIREFOX) return process.env.FIREFOX;
  for (const name of ["firefox-esr", "firefox"]) {
    try {
      return execFileSync("which", [name], { encoding: "utf8" }).trim();
    } catch {
      // Not this one.
    }
  }
  throw new Error("no Firefox on the path: install firefox-esr or set FIREFOX to its path");
}

const SCHEMA = `CREATE TABLE Readings (
  ReadAt TIMESTAMP NOT NULL,
  SensorId STRING(36) NOT NULL, -- UUID v4
  Value FLOAT64,
) PRIMARY KEY (ReadAt, SensorId);
`;

let host: Host;
let browser: Browser;

beforeAll(async () => {
  host = await serve();
  browser = await launch({
    browser: "firefox",
    executablePath: firefox(),
    headless: true,
    defaultViewport: { width: 1440, height: 900 },
    extraPrefsFirefox: {
      "browser.startup.homepage": "about:blank",
      "app.update.enabled": false,
      // Firefox's own preference for tests: the clipboard can be read and written unasked.
      "dom.events.testing.asyncClipboard": true,
    },
  });
});

afterAll(async () => {
  await browser?.close();
  host?.close();
});

/** A page that is watched for errors and for requests elsewhere. */
async function watched(seen: string[]): Promise<Page> {
  const page = await browser.newPage();
  page.on("pageerror", (error) => {
    seen.push(`error: ${error instanceof Error ? error.message : String(error)}`);
  });
  page.on("console", (message) => {
    if (message.type() === "error") seen.push(message.text());
  });
  page.on("request", (request) => {
    const url = request.url();
    // Firefox draws its own fields with a font that it carries as `data:`.
    if (!url.startsWith(host.home) && !url.startsWith("data:")) seen.push(`request: ${url}`);
  });
  await page.evaluateOnNewDocument(() => {
    addEventListener("securitypolicyviolation", (event) => {
      // Told as an error of the page, which is listened for above.
      reportError(new Error(`policy: ${event.violatedDirective} ${event.blockedURI}`));
    });
  });
  return page;
}

const SERVED = "hotsplit-outcome >>> .side.before dd[data-figure=served]";
const SERVED_AFTER = "hotsplit-outcome >>> .side.after dd[data-figure=served]";
const VERDICT = "hotsplit-verdict >>> h2";

const textOf = (page: Page, selector: string) =>
  page.$eval(selector, (one) => one.textContent?.replaceAll(/\s+/g, " ").trim() ?? "");

/**
 * Waits until an element is there. Puppeteer's own wait looks again when the document changes, and
 * what changes within a shadow root it does not hear of.
 */
async function appears(page: Page, selector: string): Promise<void> {
  await expect.poll(() => page.$(selector), { timeout: 20_000 }).not.toBeNull();
}

/** Waits until an element's text is as it should be. */
async function reads(page: Page, selector: string, words: RegExp): Promise<void> {
  await expect
    .poll(() => textOf(page, selector).catch(() => ""), { timeout: 20_000 })
    .toMatch(words);
}

/** How much of a map is bright, in thousandths; waits until it is painted. */
async function bright(page: Page, which: "before" | "after"): Promise<number> {
  const canvas = `hotsplit-outcome >>> hotsplit-maps >>> section.${which} >>> hotsplit-heatmap >>> canvas#keys`;
  const look = () =>
    page.$eval(canvas, (source) => {
      if (!(source instanceof HTMLCanvasElement)) return [];
      const { width, height } = source;
      const context = new OffscreenCanvas(width, height).getContext("2d");
      context?.drawImage(source, 0, 0);
      const { data = new Uint8ClampedArray() } = context?.getImageData(0, 0, width, height) ?? {};
      let [some, many] = [0, 0];
      for (let at = 0; at < data.length; at += 4) {
        const light = (data[at] ?? 0) + (data[at + 1] ?? 0) + (data[at + 2] ?? 0);
        if (light > 0) some++;
        if (light > 450) many++;
      }
      return [some, Math.round((many * 1_000) / (width * height))];
    });
  let last = [-1, -1];
  await expect
    .poll(
      async () => {
        const before = last;
        last = await look();
        return (last[0] ?? 0) > 0 && last.join() === before.join();
      },
      { timeout: 20_000, interval: 300 },
    )
    .toBe(true);
  return last[1] ?? 0;
}

test("a pasted schema is found hot, cured and shared", async () => {
  const seen: string[] = [];
  const page = await watched(seen);
  await page.goto(host.home);
  await reads(page, SERVED, /\/s/);

  // Paste over the example, as the clipboard would.
  const content = "hotsplit-editor >>> #own .cm-content";
  await appears(page, content);
  await page.click(content);
  await page.evaluate((text) => navigator.clipboard.writeText(text), SCHEMA);
  for (const key of ["a", "v"] as const) {
    await page.keyboard.down("Control");
    await page.keyboard.press(key);
    await page.keyboard.up("Control");
  }
  await reads(page, content, /Readings/);
  await reads(page, "hotsplit-verdict >>> .detail", /Readings/);
  await reads(page, SERVED, /\/s/);
  const verdict = await textOf(page, VERDICT);
  expect(verdict).not.toBe("");

  // The fix that is recommended is previewed; the first option is chosen.
  await reads(page, SERVED_AFTER, /\/s/);
  await page.click("hotsplit-outcome >>> .acts button.plain");
  await appears(page, "hotsplit-key >>> input[type=radio]");
  await page.click("hotsplit-key >>> input[type=radio]");
  await reads(page, SERVED_AFTER, /\/s/);
  const [before, after] = [await bright(page, "before"), await bright(page, "after")];
  expect(after).not.toBe(before);

  // The link, in a tab of its own.
  await page.click("hotsplit-header >>> #share");
  await appears(page, "hotsplit-share >>> button");
  await page.click("hotsplit-share >>> button");
  await reads(page, "hotsplit-share >>> button", /copied/);
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(/#v1\.[\w-]+$/);
  // Ranges come a moment after the maps; a dash alone stands for a number to come.
  await reads(page, SERVED, /\d–\d/);
  const served = await textOf(page, SERVED);

  const there = await watched(seen);
  await there.goto(link);
  await expect.poll(() => textOf(there, SERVED).catch(() => ""), { timeout: 20_000 }).toBe(served);
  await there.bringToFront();
  expect(await bright(there, "before")).toBe(before);
  expect(await bright(there, "after")).toBe(after);
  expect(seen).toEqual([]);
});
