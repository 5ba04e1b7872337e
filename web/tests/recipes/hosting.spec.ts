/** The built site on a host with the headers that `_headers` names, and on one with none. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page, test as plain } from "@playwright/test";
import { DIST } from "../browser/host.js";
import { test as base, picture, settled } from "../browser/page.js";
import { scratch, write } from "./folder.js";
import { type Site, serve } from "./host.js";

/** What a path is told, by the paths in `_headers`, which may end in a star. */
type Rules = readonly (readonly [string, readonly (readonly [string, string])[]])[];

/** Reads `_headers` as the hosts that know it do. */
function rules(): Rules {
  const text = readFileSync(join(DIST, "_headers"), "utf8");
  const found: [string, [string, string][]][] = [];
  for (const line of text.split("\n").filter((one) => one.trim() !== "" && !one.startsWith("#"))) {
    const [, name = "", value = ""] = /^\s+(?:! )?([\w-]+)(?:: (.*))?$/.exec(line) ?? [];
    if (line.startsWith("/")) found.push([line.trim(), []]);
    else found.at(-1)?.[1].push([name.toLowerCase(), value]);
  }
  return found;
}

/** The headers of one file. A later rule's stand in place of an earlier one's. */
function headersOf(path: string): Record<string, string> {
  const fits = (pattern: string) =>
    pattern.endsWith("*") ? `/${path}`.startsWith(pattern.slice(0, -1)) : `/${path}` === pattern;
  const told = rules().filter(([pattern]) => fits(pattern));
  return Object.fromEntries(told.flatMap(([, headers]) => headers));
}

const test = base.extend<{ site: Site }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from it.
  site: async ({}, use) => {
    const site = await serve({ folder: DIST, headers: headersOf });
    await use(site);
    site.close();
  },
  baseURL: async ({ site }, use) => use(site.home),
});

test.use({ serviceWorkers: "allow" });

/** The main job, once. */
async function job(page: Page, home: string): Promise<void> {
  await page.goto(home);
  await settled(page);
  expect((await picture(page, "Before")).width).toBeGreaterThan(0);
}

test("with its headers the page works, is kept, and is in no frame of others", async ({
  page,
  site,
}) => {
  await job(page, site.home);
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state ?? "none"))
    .toBe("activated");
  // What such hosts read and do not serve is nothing that a build waits for.
  expect(site.asked).not.toContain("_headers");
  expect(readFileSync(join(DIST, "sw.js"), "utf8")).not.toContain("_headers");
  const told = headersOf("index.html");
  expect(told["content-security-policy"]).toBe("frame-ancestors 'self'");
  expect(headersOf("embed.html")["content-security-policy"]).toBeUndefined();
});

// Not watched: what is rejected here is told on the console.
plain("the worker may send no request, not even to its own host", async ({ page }) => {
  const site = await serve({ folder: DIST, headers: headersOf });
  const other = await serve({ folder: DIST });
  await job(page, site.home);
  const [worker] = page.workers();
  const asked = (url: string) =>
    worker?.evaluate(
      (url) =>
        new Promise<string>((told) => {
          addEventListener("securitypolicyviolation", (event) => told(event.effectiveDirective));
          fetch(url).then(
            () => told("answered"),
            () => setTimeout(() => told("failed for another reason"), 1_000),
          );
        }),
      url,
    );
  expect(await asked(`${other.home}icon.svg`)).toBe("connect-src");
  expect(await asked(`${site.home}icon.svg`)).toBe("connect-src");
  other.close();
  site.close();
});

// Not watched: what is rejected here is told on the console.
plain("a frame of another origin shows embed.html, and not the page", async ({ page }) => {
  using folder = scratch("frames");
  const site = await serve({ folder: DIST, headers: headersOf });
  const frame = (name: string) => `<iframe src="${site.home}${name}"></iframe>`;
  write(folder.path, { "a.html": frame("embed.html"), "b.html": frame("index.html") });
  const other = await serve({ folder: folder.path });
  const seen: string[] = [];
  page.on("console", (message) => seen.push(message.text()));
  await page.goto(`${other.home}a.html`);
  await expect(page.frameLocator("iframe").locator("hotsplit-playground")).toBeAttached();
  expect(seen).toEqual([]);
  await page.goto(`${other.home}b.html`);
  await expect.poll(() => seen.join("\n")).toContain("frame-ancestors");
  other.close();
  site.close();
});

test("names with hashes are kept for good, and nothing else is", () => {
  for (const name of readdirSync(join(DIST, "assets"))) {
    expect(headersOf(`assets/${name}`)["cache-control"], name).toContain("immutable");
    // `name-hash.ext`, where the hash is Vite's eight letters.
    expect(name).toMatch(/-[\w-]{8}\.\w+$/);
  }
  for (const name of ["index.html", "embed.html", "sw.js", "hotsplit-playground.js", "theme.js"]) {
    expect(headersOf(name)["cache-control"], name).toBe("no-cache");
  }
});

test("without any header each page says for itself what it may load", () => {
  const lessons = readdirSync(join(DIST, "lessons")).map((name) => `lessons/${name}`);
  expect(lessons.length).toBeGreaterThan(17);
  for (const name of ["index.html", "embed.html", ...lessons]) {
    const html = readFileSync(join(DIST, name), "utf8").replaceAll("&#39;", "'");
    const policy = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(html)?.[1] ?? "";
    expect(policy, name).toContain("default-src 'none'");
    expect(policy, name).toContain("require-trusted-types-for 'script'");
    expect(html, name).toContain('<meta name="referrer" content="no-referrer" />');
    expect(policy, name).not.toMatch(/unsafe-inline|unsafe-eval'(?<!wasm-unsafe-eval')|https?:/);
  }
});
