/** Whether a page still draws: what a browser that stopped drawing is told apart by. */
import { type Page, test } from "@playwright/test";

/** Long enough for a frame on a busy machine, in milliseconds. */
const PATIENCE = 10_000;

/** Gives the window another size, and waits until the page was drawn in it. */
export async function resize(page: Page, width: number, height: number): Promise<void> {
  await page.setViewportSize({ width, height });
  if (await within(drawn(page))) return;
  // Chromium has been met that drew nothing more after this, until it was asked once again.
  tell(`nothing drawn at ${width}x${height}: ${await pulse(page)}`);
  await page.setViewportSize({ width, height: height + 1 });
  await page.setViewportSize({ width, height });
}

/** What still moves in a page, in words: its script, its frames. */
async function pulse(page: Page): Promise<string> {
  if (!(await within(page.evaluate(() => true)))) return "its script hangs";
  const frames = (await within(drawn(page))) ? "come" : "do not come";
  return `its script runs, frames ${frames}, ${await page.evaluate(() => document.visibilityState)}`;
}

/** Tells how the page of a failed test was: a hang of the page is not one of the browser. */
export async function autopsy(page: Page): Promise<void> {
  const { status, expectedStatus, title } = test.info();
  if (status !== expectedStatus && !page.isClosed()) tell(`${title}: ${await pulse(page)}`);
}

/** Into the log of the run, beside what failed. */
function tell(what: string): void {
  process.stderr.write(`${what}\n`);
}

/** Waits until the page was drawn as it is now; for some time, as it may draw nothing more. */
export async function redrawn(page: Page): Promise<void> {
  await within(drawn(page));
}

/** Two frames: the first may have been on its way before. */
function drawn(page: Page): Promise<unknown> {
  return page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );
}

async function within(what: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((done) => {
    timer = setTimeout(() => done(false), PATIENCE);
  });
  const came = what.then(
    () => true,
    () => false,
  );
  const inTime = await Promise.race([came, late]);
  clearTimeout(timer);
  return inTime;
}
