/** What the browser tests know of the page, in one place. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { deflateRawSync } from "node:zlib";
import { test as base, expect, type Locator, type Page } from "@playwright/test";
import { autopsy } from "./pulse.js";

/** A mobile operator's schema of 22 tables without a rate. */
export const TELECOM = readFileSync(
  join(import.meta.dirname, "../../../crate/wire/tests/headroom/telecom.sql"),
  "utf8",
);

/** A page that is watched: whatever a test does, none of this may happen. */
export const test = base.extend<{
  /** The test breaks something, so the browser may complain. Requests elsewhere are no less wrong. */
  broken: boolean;
  watched: string[];
}>({
  broken: [false, { option: true }],
  watched: [
    async ({ page, baseURL, broken }, use) => {
      const seen: string[] = [];
      watch(page, baseURL ?? "", seen);
      await use(seen);
      await autopsy(page);
      const wrong = broken ? seen.filter((one) => one.startsWith("request: ")) : seen;
      expect(wrong, "console errors, refused loads, requests elsewhere").toEqual([]);
    },
    { auto: true },
  ],
});

/** What Playwright itself says where the configuration keeps service workers away. */
const KEPT_AWAY = "Service Worker registration blocked by Playwright";

/** Collects errors, violations of the policy, and requests to any other place. */
export function watch(page: Page, home: string, seen: string[]): void {
  page.on("pageerror", (error) => seen.push(`error: ${error.message}`));
  page.on("console", (message) => {
    const text = message.text();
    if (text === KEPT_AWAY) return;
    if (message.type() === "error" || message.type() === "warning") seen.push(text);
  });
  // Of the whole context: a service worker's requests are nobody's page's.
  page.context().on("request", (request) => {
    const url = request.url();
    // A file that is handed over has an address of the page's own; a page on disk has no origin.
    const made = home.startsWith("file:") ? "blob:null/" : `blob:${home}`;
    if (!url.startsWith(home) && !url.startsWith(made)) seen.push(`request: ${url}`);
  });
}

/** Puts a script before the worker's own: how a test makes the engine fail. */
export async function inWorker(page: Page, script: string): Promise<void> {
  await page.route(/worker-.*\.js$/, async (route) => {
    try {
      const response = await route.fetch();
      await route.fulfill({ response, body: `${script}\n${await response.text()}` });
    } catch {
      // The page went away meanwhile, with the worker it had asked for.
    }
  });
}

/** Opens the page and waits for the first picture, and for the editor behind it, with all its aids. */
export async function open(page: Page, fragment = ""): Promise<void> {
  await page.goto(`./${fragment}`);
  await settled(page);
  await expect(page.locator("hotsplit-editor [aria-autocomplete]")).not.toHaveCount(0);
}

/** Waits until the run of the schema that stands there is shown and none is under way. */
export async function settled(page: Page): Promise<void> {
  // On a busy machine a run takes a while; it begins a moment after the last letter.
  await expect(async () => {
    expect(await isSettled(page)).toBe(true);
    await page.waitForTimeout(200);
    expect(await isSettled(page)).toBe(true);
  }).toPass({ timeout: 60_000 });
}

/** One of the three numbers of a side. */
export function figure(
  page: Page,
  side: "before" | "after",
  id: "served" | "p99" | "hottest",
): Locator {
  return page.locator(`hotsplit-outcome .side.${side} [data-figure="${id}"]`);
}

/** Whether a run is shown, and neither a reading nor a run is under way. */
function isSettled(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const editor: (Element & { text?: string; analysed?: string }) | null =
      document.querySelector("hotsplit-editor");
    const shown: (Element & { maps?: { results?: unknown }; busy?: boolean }) | null =
      document.querySelector("hotsplit-outcome, hotsplit-results");
    const read = editor?.text === editor?.analysed;
    return read && shown?.busy === false && shown.maps?.results !== undefined;
  });
}

/** The list of everything that was found; opens it where it is closed. */
export async function findings(page: Page): Promise<Locator> {
  const list = page.locator("hotsplit-problems");
  if ((await list.count()) === 0) await page.locator("details.findings > summary").click();
  await expect(list).toBeVisible();
  return list;
}

/** Opens the page of a finding by the object that it is about, and waits for its options. */
export async function openKey(page: Page, object: string): Promise<Locator> {
  const key = page.locator("hotsplit-key");
  const row = page.locator("hotsplit-hot-keys").getByRole("button", { name: object }).first();
  const why = page.getByRole("button", { name: /^Why/ });
  await expect(row.or(why).first()).toBeVisible();
  await row.or(why).first().click();
  await expect(key.getByRole("heading", { name: object, exact: false }).first()).toBeVisible();
  await expect(key.getByRole("table")).toBeVisible();
  return key;
}

/** The panel with all that can be set on the maps; opens it where it is closed. */
export async function view(page: Page): Promise<Locator> {
  const panel = page.getByRole("dialog", { name: "View", exact: true });
  const button = page.getByRole("button", { name: "View", exact: true });
  // The button hears of a panel that closes a moment after it.
  await expect(button).toHaveAttribute("aria-expanded", String(await panel.isVisible()));
  if (!(await panel.isVisible())) await button.click();
  await expect(panel.getByRole("group", { name: "Export" })).toBeVisible();
  return panel;
}

/** Chooses something in that panel, and closes it. */
export async function setView(page: Page, group: string, choice: string | RegExp): Promise<void> {
  const panel = await view(page);
  const own = panel.getByRole("group", { name: group, exact: true });
  await own.getByRole("radio", { name: choice }).check();
  await closeView(page);
}

/** Closes that panel. */
export async function closeView(page: Page): Promise<void> {
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog", { name: "View", exact: true })).toHaveCount(0);
}

/** Opens the page of the rules by the header's menu. */
export async function openRules(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Docs" }).click();
  await page.getByRole("link", { name: "Rules", exact: true }).click();
}

/** Goes away, and is asked whether to. */
export async function leaveAsked(page: Page): Promise<void> {
  const asked = page.waitForEvent("dialog");
  // With the question `close` does not wait until the page is gone, which the next test would be given.
  const gone = page.waitForEvent("close");
  await page.close({ runBeforeUnload: true });
  const dialog = await asked;
  expect(dialog.type()).toBe("beforeunload");
  await dialog.accept();
  await gone;
}

/** The fragment of a link around any value, as a tampering hand would make it. */
export function linkOf(value: unknown): string {
  const json = typeof value === "string" ? value : JSON.stringify(value);
  return `#v1.${deflateRawSync(json).toString("base64url")}`;
}

/** Copies the link of what is shown. */
export async function copiedLink(page: Page): Promise<string> {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Share" }).click();
  await page.getByRole("button", { name: "Link", exact: true }).click();
  await expect(page.getByRole("button", { name: "Link copied" })).toBeVisible();
  return page.evaluate(() => navigator.clipboard.readText());
}

/** Copies the link and opens it in a tab of its own. */
export async function followed(page: Page): Promise<Page> {
  const link = await copiedLink(page);
  const there = await page.context().newPage();
  await there.goto(link);
  await settled(there);
  return there;
}

/** Opens an example by its title. */
export async function example(page: Page, title: string): Promise<void> {
  const shown = () =>
    page.evaluateHandle(() => {
      const element: (Element & { maps?: { results?: unknown } }) | null = document.querySelector(
        "hotsplit-outcome, hotsplit-results",
      );
      return element?.maps?.results;
    });
  const before = await shown();
  await page.getByRole("button", { name: "Examples" }).click();
  const list = page.getByRole("list", { name: "Examples" });
  await list.getByRole("button").filter({ hasText: title }).first().click();
  // The run that stands there is of the previous schema: its fixes can be pressed, and go with it.
  await expect(async () => {
    const now = await shown();
    expect(await now.evaluate((one, old) => one !== old, before)).toBe(true);
  }).toPass({ timeout: 30_000 });
}

/** The editor of the person's own text. */
export function editor(page: Page): Locator {
  return page.getByRole("textbox", { name: "Your schema" });
}

/** Writes another text over the person's own, as if it was typed. */
export async function write(page: Page, text: string): Promise<void> {
  await editor(page).focus();
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText(text);
}

/** A picture's size and its pixels, four bytes each. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly pixels: Buffer;
}

/** The pixels of a map as they stand on the screen; waits until it is painted. */
export async function picture(page: Page, which: "Before" | "After"): Promise<Picture> {
  const canvas = page.getByRole("region", { name: which, exact: true }).locator("canvas#keys");
  let found: Picture | undefined;
  await expect(async () => {
    const { width, height, text } = await canvas.evaluate((source) => {
      if (!(source instanceof HTMLCanvasElement)) throw new Error("no canvas");
      const { width, height, clientWidth, clientHeight } = source;
      const off = (css: number, pixels: number) => Math.abs(css - pixels / devicePixelRatio) > 1;
      if (off(clientWidth, width) || off(clientHeight, height)) {
        throw new Error("not painted at this size yet");
      }
      const context = new OffscreenCanvas(width, height).getContext("2d");
      if (!context) throw new Error("no context");
      // The canvas itself was handed to the worker; what it shows can still be drawn.
      context.drawImage(source, 0, 0);
      const { data } = context.getImageData(0, 0, width, height);
      // As text: half a million numbers take seconds on their way here.
      let text = "";
      for (let at = 0; at < data.length; at += 0x8000) {
        text += String.fromCharCode(...data.subarray(at, at + 0x8000));
      }
      return { width, height, text: btoa(text) };
    });
    const next = { width, height, pixels: Buffer.from(text, "base64") };
    expect(next.pixels.some((byte, at) => at % 4 < 3 && byte > 0)).toBe(true);
    // Twice the same: nothing is on its way to the screen any more.
    const same = found?.pixels.equals(next.pixels) ?? false;
    found = next;
    expect(same).toBe(true);
  }).toPass({ timeout: 15_000 });
  if (!found) throw new Error("never painted");
  return found;
}

/** How bright a pixel is, 0 to 255; 0 where there are no keys, which are drawn grey. */
export function brightness({ width, pixels }: Picture, x: number, y: number): number {
  const at = (y * width + x) * 4;
  const [r = 0, g = 0, b = 0] = pixels.subarray(at, at + 3);
  if (r === 0x80 && g === 0x80 && b === 0x84) return 0;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** The brightest row of a column of pixels. */
export function brightest(map: Picture, x: number): number {
  let best = 0;
  for (let y = 1; y < map.height; y++) {
    if (brightness(map, x, y) > brightness(map, x, best)) best = y;
  }
  return best;
}
