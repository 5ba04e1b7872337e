/**
 * What is left when something breaks: the text and the page, one plain message, and a way on.
 *
 * What a trap or a hang leaves is in `trap.spec.ts`.
 */
import { expect, type Page } from "@playwright/test";
import { serve } from "./host.js";
import { editor, inWorker, open, openKey, openRules, settled, test, watch, write } from "./page.js";

// These tests make the browser complain: nothing is loaded where the test refuses it.
test.use({ broken: true });

/** The page without an engine is still a page. */
async function usable(page: Page, said: string): Promise<void> {
  const alert = page.getByRole("alert");
  await expect(alert).toHaveCount(1);
  await expect(alert).toContainText(said);
  await expect(alert).toContainText("can still edit, share and save");
  await write(page, "CREATE TABLE Kept (Id INT64 NOT NULL) PRIMARY KEY (Id);");
  await expect(editor(page)).toContainText("Kept");
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem("hotsplit.draft")))
    .toContain("Kept");
  await page.getByRole("button", { name: "Share" }).click();
  await expect(page.getByRole("group", { name: "Share and export" })).toContainText("characters");
  await page.keyboard.press("Escape");
  await openRules(page);
  await expect(page.getByRole("main", { name: "Rules" })).toContainText("did not start");
  await page.keyboard.press("Escape");
}

/** The engine is there again, with what was written meanwhile. */
async function back(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Start the engine again" }).click();
  await settled(page);
  await expect(page.getByRole("alert")).toHaveCount(0);
  await expect(editor(page)).toContainText("Kept");
}

test("a worker that does not load", async ({ page }) => {
  await page.route(/worker-.*\.js$/, (route) => route.abort());
  await page.goto("./");
  await usable(page, "worker could not be started");
  await page.unroute(/worker-.*\.js$/);
  await back(page);
});

test("an engine that does not load", async ({ page }) => {
  await page.route(/\.wasm$/, (route) => route.abort());
  await page.goto("./");
  await usable(page, "engine could not be loaded");
  await page.unroute(/\.wasm$/);
  await back(page);
});

test("an engine that is cut off", async ({ page }) => {
  await page.route(/\.wasm$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.body()).subarray(0, 50_000) });
  });
  await page.goto("./");
  await usable(page, "damaged or needs a newer browser");
  await page.unroute(/\.wasm$/);
  await back(page);
});

test("an engine on a host that calls it something else", async ({ page }) => {
  await page.route(/\.wasm$/, async (route) => {
    const response = await route.fetch();
    const headers = { ...response.headers(), "content-type": "application/octet-stream" };
    await route.fulfill({ response, headers });
  });
  await open(page);
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("a browser without WebAssembly", async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, "WebAssembly"));
  await page.goto("./");
  await usable(page, "no WebAssembly");
});

test("a part of the page that does not load", async ({ page }) => {
  await page.route(/guide-.*\.js$/, (route) => route.abort());
  await open(page);
  await openRules(page);
  await expect(page.getByRole("alert")).toContainText("Reload the page");
  await expect(editor(page)).toContainText("CREATE TABLE");
});

test("search, plan and comparison that do not load", async ({ page }) => {
  await page.route(/(find|plan|compare)-.*\.js$/, (route) => route.abort());
  await page.goto("./");
  await settled(page);
  await openKey(page, "Transactions");
  await settled(page);
  const alert = page.getByRole("alert");
  const plan = page.getByRole("region", { name: "Migration plan", exact: true });
  const find = async () => {
    await page.getByRole("button", { name: "Open…" }).click();
    await page.getByRole("menuitem", { name: /^Find/ }).click();
  };
  const toPlan = page.getByRole("button", { name: "Migration plan for a live database" });
  for (const press of [
    find,
    () => toPlan.click(),
    () => page.getByRole("tab", { name: "Diff" }).click(),
  ]) {
    await expect(alert).toHaveCount(0);
    await press();
    await expect(alert).toContainText("could not be loaded. Reload the page; the schema is kept");
    // What did not come lies over nothing.
    await expect(plan).toHaveCount(0);
    await page.getByRole("tab", { name: "Schema" }).click();
    await alert.getByRole("button", { name: "Dismiss" }).click();
  }
  // The network is there again.
  await page.unroute(/(find|plan|compare)-.*\.js$/);
  await find();
  await expect(page.locator(".cm-search")).toBeVisible();
});

test("a worker that panics is replaced, and its text is run again only when asked", async ({
  page,
}) => {
  // What the engine does on a panic: a line on the console, then a trap.
  await inWorker(
    page,
    `addEventListener("message", (event) => {
      // A run that is told in slices goes on without an ask.
      if (event.data.name !== "simulate" || !event.data.ask?.before.includes("PanicHere")) return;
      event.stopImmediatePropagation();
      console.error("panicked at crate/model/src/sim/mod.rs");
      postMessage({ id: event.data.id, ok: false, message: "unreachable", trap: true });
    });`,
  );
  await open(page);
  await write(page, "CREATE TABLE PanicHere (Id INT64 NOT NULL) PRIMARY KEY (Id);");
  const alert = page.getByRole("alert");
  await expect(alert).toContainText("The schema is unchanged");
  await expect(alert.getByRole("button", { name: "Run it anyway" })).toBeVisible();
  const figures = page.locator("hotsplit-outcome [data-figure]").filter({ hasText: /\d/ });
  await expect(figures).toHaveCount(0);
  await write(page, "CREATE TABLE Calm (Id INT64 NOT NULL) PRIMARY KEY (Id);");
  await settled(page);
  await expect(alert).toHaveCount(0);
  await expect(figures).not.toHaveCount(0);
});

test.describe("storage is rejected", () => {
  test("a private window that throws", async ({ page, baseURL }) => {
    const seen: string[] = [];
    watch(page, baseURL ?? "", seen);
    await page.addInitScript(() => {
      Object.defineProperty(globalThis, "localStorage", {
        get: () => {
          throw new DOMException("refused", "SecurityError");
        },
      });
    });
    await open(page);
    await write(page, "CREATE TABLE Here (Id INT64 NOT NULL) PRIMARY KEY (Id);");
    await page.getByRole("button", { name: "Theme: match device" }).click();
    await page.getByRole("button", { name: "Theme: light" }).click();
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
    await settled(page);
    expect(seen).toEqual([]);
  });

  test("a full disk", async ({ page, baseURL }) => {
    const seen: string[] = [];
    watch(page, baseURL ?? "", seen);
    await page.addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException("full", "QuotaExceededError");
      };
    });
    await page.goto("./");
    await settled(page);
    await write(page, "CREATE TABLE Here (Id INT64 NOT NULL) PRIMARY KEY (Id);");
    await settled(page);
    expect(seen).toEqual([]);
  });

  test("a sandboxed frame of another page: no storage, no worker, still a page", async ({
    browser,
  }) => {
    // A page of its own: nothing of it is the other host's.
    const page = await browser.newPage();
    const host = await serve();
    try {
      const frame = `<iframe sandbox="allow-scripts" src="${host.home}" width="1200" height="700">`;
      await page.route("**/around.html", (route) =>
        route.fulfill({ contentType: "text/html", body: `<!doctype html>${frame}</iframe>` }),
      );
      const errors: string[] = [];
      page.on("pageerror", (error) => errors.push(error.message));
      await page.goto(`${host.home}around.html`);
      const inside = page.frameLocator("iframe");
      await expect(inside.getByRole("alert")).toContainText("open the page in a separate tab");
      const text = inside.getByRole("textbox", { name: "Your schema" });
      await text.focus();
      await page.keyboard.insertText("CREATE TABLE Inside (Id INT64) PRIMARY KEY (Id);");
      await expect(text).toContainText("Inside");
      await inside.getByRole("button", { name: "Theme: match device" }).click();
      await inside.getByRole("button", { name: "Theme: light" }).click();
      await expect(inside.locator("html")).toHaveAttribute("data-theme", "dark");
      expect(errors).toEqual([]);
    } finally {
      host.close();
      await page.close();
    }
  });
});
