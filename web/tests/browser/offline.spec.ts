/**
 * After the first visit the page works without a network, and a newer build replaces it cleanly.
 *
 * The page is served from a sub-folder by a server of the test's own, which can be cut off, can
 * change to another build, and can be half way between two.
 */

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { build } from "vite";
import { DIST, type Host, serve } from "./host.js";
import { test as base, editor, figure, openKey, openRules, picture, settled } from "./page.js";

const test = base.extend<{ host: Host }, { next: string }>({
  /** The folder of a second build, made once: tests only read it. */
  next: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from it.
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), "hotsplit-offline-"));
      await another(folder);
      await use(folder);
      await rm(folder, { recursive: true });
    },
    { scope: "worker" },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: as above.
  host: async ({}, use) => {
    const host = await serve();
    await use(host);
    host.close();
  },
  // What is watched is this host.
  baseURL: async ({ host }, use) => use(host.home),
});

test.use({ serviceWorkers: "allow" });

/** Waits until a whole build is kept and answers for the page. */
async function kept(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state ?? "none"))
    .toBe("activated");
}

/** Names of the builds that are kept. */
const builds = (page: Page) => page.evaluate(() => caches.keys());

/** Makes a second build: as the first, with other words in the header. */
async function another(outDir: string): Promise<void> {
  await build({
    root: join(import.meta.dirname, "../.."),
    logLevel: "silent",
    build: { outDir, emptyOutDir: true },
    plugins: [
      {
        name: "other-words",
        enforce: "pre",
        transform: (code, id) =>
          id.endsWith("shell/header.ts")
            ? code.replace('href="#lessons">Learn<', 'href="#lessons">Study<')
            : undefined,
      },
    ],
  });
}

/** Brings the browser to look for a newer worker, as it does by itself once a day. */
const look = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    await registration?.update();
  });

test("the main job is done without a network, parts that were never loaded too", async ({
  page,
  host,
}) => {
  await page.goto(host.home);
  await settled(page);
  await kept(page);
  host.down = true;
  await page.context().setOffline(true);
  await page.reload();
  await settled(page);
  await expect(page.getByRole("heading", { name: "hotsplit" })).toBeVisible();
  expect((await picture(page, "Before")).width).toBeGreaterThan(0);
  await expect(figure(page, "after", "served")).toBeVisible();
  // The comparison, the rules, the share menu and the keys are parts of their own.
  await openKey(page, "Transactions");
  await page.getByRole("tab", { name: "Diff" }).click();
  await expect(page.locator("#diff .cm-changedLine").first()).toBeVisible();
  await openRules(page);
  await expect(page.getByRole("main", { name: "Rules" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Share" }).click();
  await expect(page.getByRole("group", { name: "Share and export" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Docs" }).click();
  await page.getByRole("button", { name: "Keyboard shortcuts" }).click();
  await expect(page.getByRole("dialog", { name: "Keys" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.goto(`${host.home}index.html?from=bookmark`);
  await settled(page);
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("a second build waits, is offered, and replaces the first as a whole", async ({
  page,
  host,
  next,
}) => {
  await page.goto(host.home);
  await settled(page);
  await kept(page);
  const [first, ...rest] = await builds(page);
  expect(rest).toEqual([]);
  await editor(page).focus();
  await page.keyboard.press("Control+End");
  await page.keyboard.insertText("-- mine");
  host.folder = next;
  await look(page);
  const offer = page.getByText("A new version is ready");
  await expect(offer).toBeVisible();
  // Until then it is the old build, whole, over reloads.
  await expect(page.locator("hotsplit-header")).toContainText("Learn");
  await page.reload();
  await settled(page);
  await expect(page.locator("hotsplit-header")).toContainText("Learn");
  await expect(offer).toBeVisible();
  // It can wait, and is offered again at the next visit.
  await page.getByRole("button", { name: "Later" }).click();
  await expect(offer).toHaveCount(0);
  await page.reload();
  await settled(page);
  await page.getByRole("button", { name: "Reload" }).click();
  await expect(page.locator("hotsplit-header")).toContainText("Study", {
    timeout: 30_000,
  });
  await settled(page);
  await expect(offer).toHaveCount(0);
  await expect(editor(page)).toContainText("-- mine");
  const second = await builds(page);
  expect(second).toHaveLength(1);
  expect(second).not.toContain(first);
  // And it works without a network.
  host.down = true;
  await page.reload();
  await settled(page);
  await expect(page.locator("hotsplit-header")).toContainText("Study");
});

test("a build that comes in pieces is not taken over", async ({ page, host, next }) => {
  await page.goto(host.home);
  await settled(page);
  await kept(page);
  const before = await builds(page);
  // The worker is new already, the page still old.
  host.stale = { folder: DIST, names: ["index.html"] };
  host.folder = next;
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    await new Promise<void>((done) => {
      registration?.addEventListener("updatefound", () => {
        const worker = registration.installing;
        worker?.addEventListener("statechange", () => {
          if (worker.state === "redundant") done();
        });
      });
      void registration?.update();
    });
  });
  await expect(page.getByText("A new version is ready")).toHaveCount(0);
  expect(await builds(page)).toEqual(before);
  // Once the host is done, the next look finds all of it.
  host.stale = undefined;
  await look(page);
  await expect(page.getByText("A new version is ready")).toBeVisible();
});

test("caches of other pages are left alone", async ({ page, host }) => {
  // A picture has no icon of its own; the browser asks the host for one.
  await page.route("**/favicon.ico", (route) => route.fulfill({ status: 204 }));
  await page.goto(`${host.home}icon.svg`);
  await page.evaluate(() => caches.open("somebody else's"));
  await page.goto(host.home);
  await settled(page);
  await kept(page);
  expect(await builds(page)).toContain("somebody else's");
});
