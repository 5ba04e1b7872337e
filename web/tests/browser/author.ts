/**
 * An author's site on an origin of its own, with pages that embed playgrounds: what the element and
 * the frame meet outside.
 */
import { createServer, type Server } from "node:http";
import { test as base, expect, type Page } from "@playwright/test";
import { type Host, serve } from "./host.js";
import { autopsy } from "./pulse.js";

/** A page of the author. */
export interface AuthorPage {
  /** Its HTML; `%HOME%` stands for where hotsplit is. */
  readonly html: string;
  /** Its policy, if it has one; `%ORIGIN%` stands for hotsplit's origin. */
  readonly policy?: string;
}

/** The author's site, and hotsplit's host beside it. */
export interface Site {
  readonly hotsplit: Host;
  /** Where the author's pages are. */
  readonly home: string;
  /** Puts a page there and opens it. */
  readonly open: (page: Page, what: AuthorPage | string) => Promise<void>;
  /** All that was asked for from hotsplit's host since the page was opened, without its folder. */
  readonly asked: () => string[];
}

/** A schema whose key follows the clock, as an author would show it. */
export const HOT = `CREATE TABLE Transactions (
  TxnId STRING(26) NOT NULL, -- ULID
  Amount NUMERIC NOT NULL
) PRIMARY KEY (TxnId);`;

/** The element around a text. */
export function element(attributes = "", text = HOT): string {
  const escaped = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return `<hotsplit-playground ${attributes}><pre>\n${escaped}\n</pre></hotsplit-playground>`;
}

/** The script of the element. */
export const SCRIPT = '<script type="module" src="%HOME%hotsplit-playground.js"></script>';

/** A whole page around some HTML. */
export function article(body: string, head = SCRIPT): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>An article</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">${head}</head>
<body><main><h1>An article</h1>${body}</main></body></html>`;
}

/** Tests with such a site. What the page's console says, and requests elsewhere, fail them. */
export const test = base.extend<{ broken: boolean; site: Site; watched: string[] }>({
  broken: [false, { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from it.
  site: async ({}, use) => {
    const hotsplit = await serve();
    const pages = new Map<string, AuthorPage>();
    const server = await listen(pages, hotsplit);
    const address = server.address();
    // By name, where hotsplit's host goes by number: another origin whatever the port.
    const home = `http://localhost:${typeof address === "object" ? address?.port : 0}/`;
    let asked: string[] = [];
    await use({
      hotsplit,
      home,
      asked: () => asked,
      open: async (page, what) => {
        const path = `article-${pages.size}`;
        pages.set(`/${path}`, typeof what === "string" ? { html: what } : what);
        asked = [];
        page.on("request", (request) => {
          const url = request.url();
          if (url.startsWith(hotsplit.home)) asked.push(url.slice(hotsplit.home.length));
        });
        await page.goto(home + path);
      },
    });
    hotsplit.close();
    server.closeAllConnections();
    server.close();
  },
  watched: [
    async ({ page, site, broken }, use) => {
      const seen: string[] = [];
      page.on("pageerror", (error) => seen.push(`error: ${error.message}`));
      page.on("console", (message) => {
        if (["error", "warning"].includes(message.type())) seen.push(message.text());
      });
      page.context().on("request", (request) => {
        const url = request.url().replace(/^blob:/, "");
        const ours = [site.home, site.hotsplit.home, "null/", "data:"];
        if (!ours.some((one) => url.startsWith(one))) seen.push(`request: ${request.url()}`);
      });
      await use(seen);
      await autopsy(page);
      const wrong = broken ? seen.filter((one) => one.startsWith("request: ")) : seen;
      expect(wrong, "console errors, refused loads, requests elsewhere").toEqual([]);
    },
    { auto: true },
  ],
});

async function listen(pages: ReadonlyMap<string, AuthorPage>, hotsplit: Host): Promise<Server> {
  const { origin } = new URL(hotsplit.home);
  const server = createServer((request, response) => {
    const page = pages.get(new URL(request.url ?? "/", "http://localhost").pathname);
    if (!page) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, {
      "content-type": "text/html; charset=utf-8",
      ...(page.policy
        ? { "content-security-policy": page.policy.replaceAll("%ORIGIN%", origin) }
        : {}),
    });
    response.end(page.html.replaceAll("%HOME%", hotsplit.home));
  });
  await new Promise<void>((ready) => server.listen(0, "localhost", ready));
  return server;
}

/** Waits until a playground shows what came of its text. */
export async function shown(page: Page, at = 0): Promise<void> {
  const frame = page.locator("hotsplit-playground").nth(at).locator(".frame");
  await expect(frame).toBeVisible({ timeout: 30_000 });
}

declare global {
  interface Window {
    /** Events that a test collects. */
    told: { type: string; detail: Record<string, unknown> }[];
  }
}

/** Collects the element's events from before the page's own scripts. */
export async function listenIn(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.told = [];
    for (const type of ["hotsplit-ready", "hotsplit-result", "hotsplit-error"]) {
      document.addEventListener(type, (event) => {
        if (event instanceof CustomEvent) window.told.push({ type, detail: event.detail });
      });
    }
  });
}

/** The events of a kind that came so far. */
export async function told(page: Page, type: string): Promise<Record<string, unknown>[]> {
  const all = await page.evaluate(() => window.told);
  return all.filter((one) => one.type === type).map((one) => one.detail);
}
