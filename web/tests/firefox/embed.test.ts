/**
 * Playgrounds in Firefox: in a page of another origin, and in a frame without an origin.
 *
 * Firefox is the one of `FIREFOX` or on the path. Nothing is downloaded.
 */
import { execFileSync } from "node:child_process";
import { createServer, type Server } from "node:http";
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

const HOT = "CREATE TABLE Readings (ReadAt TIMESTAMP NOT NULL) PRIMARY KEY (ReadAt);";

let host: Host;
let author: Server;
let home: string;
let browser: Browser;
/** What the author's page is. */
let body = "";

beforeAll(async () => {
  host = await serve();
  author = createServer((_, response) => {
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
    response.end(
      `<!doctype html><html lang="en"><title>An article</title><link rel="icon" href="data:,">${body}</html>`,
    );
  });
  await new Promise<void>((ready) => author.listen(0, "localhost", ready));
  const address = author.address();
  home = `http://localhost:${typeof address === "object" ? address?.port : 0}/`;
  browser = await launch({
    browser: "firefox",
    executablePath: firefox(),
    headless: true,
    defaultViewport: { width: 1200, height: 900 },
    extraPrefsFirefox: {
      "browser.startup.homepage": "about:blank",
      "app.update.enabled": false,
    },
  });
});

afterAll(async () => {
  await browser?.close();
  author?.close();
  host?.close();
});

/** Opens the author's page, which is watched for errors. */
async function opened(html: string, seen: string[]): Promise<Page> {
  body = html;
  const page = await browser.newPage();
  page.on("pageerror", (error) => {
    seen.push(error instanceof Error ? error.message : String(error));
  });
  await page.goto(home);
  return page;
}

test("a playground on another origin shows its map, and its editor takes keys", async () => {
  const seen: string[] = [];
  const page = await opened(
    `<script type="module" src="${host.home}hotsplit-playground.js"></script>
     <hotsplit-playground view="compare"><pre>${HOT}</pre></hotsplit-playground>`,
    seen,
  );
  const headline = "hotsplit-playground >>> .headline";
  const words = () => page.$eval(headline, (one) => one.textContent ?? "").catch(() => "");
  await expect.poll(words, { timeout: 30_000 }).toContain("Readings");
  const code = "hotsplit-playground >>> .code";
  // Not `waitForSelector`: it sees nothing change within shadow roots.
  await expect.poll(() => page.$(code), { timeout: 20_000 }).not.toBeNull();
  await page.click(code);
  const content = "hotsplit-playground >>> hotsplit-editor >>> .cm-content";
  await expect.poll(() => page.$(content), { timeout: 20_000 }).not.toBeNull();
  await page.keyboard.type("-- typed ");
  const text = () => page.$eval("hotsplit-playground", (one) => Reflect.get(one, "text"));
  await expect.poll(text, { timeout: 10_000 }).toContain("-- typed");
  expect(seen).toEqual([]);
  await page.close();
});

test("where a policy lets no worker start, the page itself runs it", async () => {
  const seen: string[] = [];
  const { origin } = new URL(host.home);
  const policy = [
    "default-src 'none'",
    `script-src ${origin} 'wasm-unsafe-eval'`,
    `connect-src ${origin}`,
    "worker-src 'none'",
    "img-src data:",
  ].join("; ");
  const page = await opened(
    `<meta http-equiv="Content-Security-Policy" content="${policy}">
     <script type="module" src="${host.home}hotsplit-playground.js"></script>
     <hotsplit-playground view="compare"><pre>${HOT}</pre></hotsplit-playground>`,
    seen,
  );
  const of = (part: string) => () =>
    page.$eval(`hotsplit-playground >>> ${part}`, (one) => one.textContent ?? "").catch(() => "");
  await expect.poll(of(".slow"), { timeout: 30_000 }).toContain("cannot start a worker");
  await expect.poll(of(".headline"), { timeout: 60_000 }).toContain("Readings");
  // The browser tells of what it refused, and there is nothing else to tell of.
  expect(seen.filter((one) => !one.includes("worker-src"))).toEqual([]);
  await page.close();
});

test("a lesson is played as far as its first answer", async () => {
  const seen: string[] = [];
  const page = await opened(
    `<script type="module" src="${host.home}hotsplit-playground.js"></script>
     <hotsplit-playground lesson="ranges-and-splits"></hotsplit-playground>`,
    seen,
  );
  const lesson = "hotsplit-playground >>> hotsplit-lesson";
  const press = (name: string, within: string) =>
    expect
      .poll(
        () =>
          page
            .$$eval(
              `${within} >>> button`,
              (all, name) => {
                const button = all.find((one) => one.textContent?.trim() === name);
                button?.click();
                return button !== undefined;
              },
              name,
            )
            .catch(() => false),
        { timeout: 30_000 },
      )
      .toBe(true);
  await press("Next", lesson);
  await press("Show me", `${lesson} >>> hotsplit-step`);
  const maps = () => page.$("hotsplit-playground >>> hotsplit-maps");
  await expect.poll(maps, { timeout: 30_000 }).not.toBeNull();
  expect(seen).toEqual([]);
  await page.close();
});

test("a frame without an origin runs, and tells its height", async () => {
  const seen: string[] = [];
  const page = await opened(
    `<iframe src="${host.home}embed.html#view=problems&text=${encodeURIComponent(HOT)}"
       title="hotsplit playground" width="900" height="300" sandbox="allow-scripts"></iframe>
     <script>addEventListener("message", ({ data }) => { window.told = data; });</script>`,
    seen,
  );
  await expect.poll(() => page.frames().length, { timeout: 10_000 }).toBe(2);
  const frame = page.frames().find((one) => one.url().includes("embed.html"));
  if (!frame) throw new Error("the frame is not there");
  const problems = "hotsplit-playground >>> hotsplit-problems";
  const words = () =>
    frame.$eval(problems, (one) => one.shadowRoot?.textContent ?? "").catch(() => "");
  await expect.poll(words, { timeout: 30_000 }).toContain("Readings.ReadAt");
  await expect
    .poll(() => page.evaluate(() => Reflect.get(window, "told")), { timeout: 10_000 })
    .toMatchObject({ type: "hotsplit-playground:height", height: expect.any(Number) });
  expect(seen).toEqual([]);
  await page.close();
});
