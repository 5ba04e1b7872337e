/**
 * How long a first visit waits over a link of 10 Mbit/s: until anything is painted, until the
 * schema can be read and typed in, until the first map stands, and until the editor has come. Files
 * come compressed, as from a host of static files, and nothing is in any cache.
 *
 * Printed as medians, never asserted.
 */
import { expect, test } from "@playwright/test";
import { serve } from "../browser/host.js";

/** Bits per second of the link, and ms that each request takes on its way. The latter is ours. */
const LINK = { bits: 10_000_000, latency: 20 } as const;
/** Visits. */
const VISITS = 9;

declare global {
  interface Window {
    /** When the schema, the first map and the editor came to stand on the page. */
    firsts: { text?: number; drawn?: number; map?: number; editor?: number };
  }
}

/** Notes when what a visitor waits for is there. */
function watch(): void {
  const seen: Window["firsts"] = {};
  window.firsts = seen;
  const own = ImageBitmapRenderingContext.prototype.transferFromImageBitmap;
  ImageBitmapRenderingContext.prototype.transferFromImageBitmap = function (picture) {
    own.call(this, picture);
    seen.drawn ??= performance.now();
    requestAnimationFrame(() => {
      seen.map ??= performance.now();
    });
  };
  const look = () => {
    const host = document.querySelector("hotsplit-editor");
    if (host?.querySelector("textarea")?.value) seen.text ??= performance.now();
    if (host?.shadowRoot?.querySelector(".cm-line")) seen.editor = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

const median = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

test("a first visit", async ({ browser }) => {
  test.setTimeout(180_000);
  const host = await serve();
  host.packed = true;
  const [painted, text, map, edited, bytes]: number[][] = [[], [], [], [], []];
  for (let visit = 0; visit < VISITS; visit++) {
    const context = await browser.newContext({ serviceWorkers: "block" });
    const page = await context.newPage();
    const link = await context.newCDPSession(page);
    await link.send("Network.enable");
    await link.send("Network.emulateNetworkConditions", {
      ...{ offline: false, latency: LINK.latency },
      ...{ downloadThroughput: LINK.bits / 8, uploadThroughput: LINK.bits / 8 },
    });
    await page.addInitScript(watch);
    await page.goto(host.home);
    await page.waitForFunction(() => window.firsts.map && window.firsts.editor);
    const times = await page.evaluate(() => ({
      ...window.firsts,
      painted: performance.getEntriesByName("first-contentful-paint")[0]?.startTime,
      bytes: performance
        .getEntries()
        .filter((one) => one.startTime < (window.firsts.drawn ?? 0))
        .reduce((sum, one) => sum + (Reflect.get(one, "encodedBodySize") ?? 0), 0),
    }));
    painted?.push(times.painted ?? Number.NaN);
    text?.push(times.text ?? Number.NaN);
    map?.push(times.map ?? Number.NaN);
    edited?.push(times.editor ?? Number.NaN);
    bytes?.push(times.bytes / 1000);
    await context.close();
  }
  host.close();
  expect(median(text ?? [])).toBeGreaterThan(0);
  const told = [
    `first paint ${median(painted ?? []).toFixed(0)} ms`,
    `the schema, to read and type in ${median(text ?? []).toFixed(0)} ms; aimed at 1000`,
    `the first map ${median(map ?? []).toFixed(0)} ms, for ${median(bytes ?? []).toFixed(0)} KB`,
    `the editor ${median(edited ?? []).toFixed(0)} ms`,
  ];
  // biome-ignore lint/suspicious/noConsole: the numbers are what this is for
  console.log(told.join("\n"));
});
