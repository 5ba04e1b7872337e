/** The draft in this browser: it survives, and one that stopped the engine is not run by itself. */
import { expect } from "@playwright/test";
import {
  editor,
  inWorker,
  leaveAsked,
  linkOf,
  open,
  openKey,
  settled,
  test,
  write,
} from "./page.js";

test("text, fixes and workload survive a reload", async ({ page }) => {
  await open(page);
  await editor(page).focus();
  await page.keyboard.press("Control+End");
  await page.keyboard.insertText("\n-- mine");
  await settled(page);
  const load = page.locator("hotsplit-verdict").getByRole("button", { name: /^(Change|Close)$/ });
  const nodes = page.getByLabel("Nodes", { exact: true });
  await load.click();
  await nodes.fill("7");
  await nodes.press("Enter");
  await load.click();
  await settled(page);
  const uuid = page.locator("hotsplit-key").getByRole("radio", { name: /random UUID/ });
  await openKey(page, "Transactions");
  await uuid.check();
  await settled(page);
  const after = page.getByRole("region", { name: "Numbers after" }).getByRole("heading");
  const name = (await after.textContent()) ?? "";
  expect(name).not.toContain("preview");
  await expect(page.locator('hotsplit-outcome [data-change="served"]')).toHaveClass(/better/);
  await page.reload();
  await settled(page);
  await expect(editor(page).locator(".cm-line").last()).toHaveText("-- mine");
  // Where one was, too.
  await expect(uuid).toBeChecked();
  await expect(after).toHaveText(name);
  await expect(page.locator('hotsplit-outcome [data-change="served"]')).toHaveClass(/better/);
  await page.getByRole("button", { name: "Overview" }).click();
  await load.click();
  await expect(nodes).toHaveValue("7");
});

test("what was typed a moment before the page goes is kept", async ({ page }) => {
  await open(page);
  await write(page, "CREATE TABLE LastWord (Id INT64 NOT NULL) PRIMARY KEY (Id);");
  await page.reload();
  await expect(editor(page)).toContainText("LastWord");
  await settled(page);
  await expect(page.getByRole("alert")).toHaveCount(0);
});

/** A text of so many megabytes whose first line tells it apart. */
const large = (name: string, megabytes: number) =>
  `CREATE TABLE ${name} (Id INT64 NOT NULL) PRIMARY KEY (Id);\n${"-- A long comment.\n".repeat(
    (megabytes * 1_000_000) / 19,
  )}`;

test("a text that the small storage has no room for survives too", async ({ page }) => {
  // Megabytes are written and read again, which takes its time beside other tests.
  test.slow();
  await open(page);
  await write(page, large("Large", 6));
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem("hotsplit.draft")), { timeout: 30_000 })
    .toBe("large");
  await page.reload();
  // The plain field has it at once; the editor takes a while to make its lines.
  const field = editor(page);
  const there = () =>
    field.evaluate((it) => (it instanceof HTMLTextAreaElement ? it.value : it.textContent));
  await expect.poll(there, { timeout: 30_000 }).toContain("CREATE TABLE Large");
  // A small one takes its place again.
  await write(page, "CREATE TABLE Small (Id INT64 NOT NULL) PRIMARY KEY (Id);");
  await page.reload();
  await expect(editor(page)).toContainText("CREATE TABLE Small");
});

test("where nothing can be kept the page says so", async ({ page }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
    indexedDB.open = () => {
      throw new DOMException("closed", "SecurityError");
    };
  });
  await open(page);
  await write(page, "CREATE TABLE Lost (Id INT64 NOT NULL) PRIMARY KEY (Id);");
  await expect(page.getByRole("alert")).toContainText(
    "This browser can't save a draft of this schema",
  );
  await leaveAsked(page);
});

test("a run that never came back is not started again, and can be", async ({ page }) => {
  await open(page);
  await write(page, "CREATE TABLE Slow (Id STRING(36) NOT NULL) PRIMARY KEY (Id);");
  await settled(page);
  // What a tab leaves that dies in a run: the mark, and no word of farewell.
  await page.evaluate(() => {
    addEventListener("pagehide", (event) => event.stopImmediatePropagation(), true);
  });
  await expect.poll(() => page.evaluate(() => localStorage.getItem("hotsplit.tried"))).toBeNull();
  await page.addInitScript(() => {
    if (sessionStorage.getItem("died")) return;
    sessionStorage.setItem("died", "yes");
    const { text } = JSON.parse(localStorage.getItem("hotsplit.draft") ?? "{}");
    let print = text.length;
    for (let at = 0; at < text.length; at++) {
      print = (Math.imul(print, 31) + text.charCodeAt(at)) | 0;
    }
    localStorage.setItem("hotsplit.trying", "yes");
    localStorage.setItem("hotsplit.tried", String(print));
  });
  await page.reload();
  const alert = page.getByRole("alert");
  await expect(alert).toContainText("did not finish");
  await expect(editor(page)).toContainText("Slow");
  await expect(page.locator("hotsplit-verdict h2")).toHaveText("This schema has not been run.");
  const figures = page.locator("hotsplit-outcome [data-figure]");
  await expect(figures.filter({ hasText: /\d/ })).toHaveCount(0);
  await alert.getByRole("button", { name: "Run it anyway" }).click();
  await settled(page);
  await expect(alert).toHaveCount(0);
});

test("a link whose text stopped the engine is held, too", async ({ page }) => {
  await inWorker(
    page,
    `addEventListener("message", (event) => {
      if (event.data.name !== "analyse" || !event.data.ask.text.includes("TrapHere")) return;
      event.stopImmediatePropagation();
      postMessage({ id: event.data.id, ok: false, message: "unreachable", trap: true });
    });`,
  );
  const text = "CREATE TABLE TrapHere (Id INT64 NOT NULL) PRIMARY KEY (Id);";
  const link = linkOf({ text });
  await page.goto(`./${link}`);
  await expect(page.getByRole("alert")).toContainText("stopped on");
  await page.reload();
  await expect(page.getByRole("alert")).toContainText("did not finish");
  await expect(editor(page)).toContainText("TrapHere");
});
