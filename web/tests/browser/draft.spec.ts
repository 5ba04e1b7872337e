/** The draft in this browser: it survives, and one that stopped the engine is not run by itself. */
import { deflateRawSync } from "node:zlib";
import { expect } from "@playwright/test";
import { editor, inWorker, open, settled, test, write } from "./page.js";

test("text, fixes and workload survive a reload", async ({ page }) => {
  await open(page);
  await page.getByRole("button", { name: /^Try T5/ }).click();
  await expect(page.locator("hotsplit-numbers #served dd")).toContainText("was");
  await settled(page);
  await page.reload();
  await settled(page);
  await expect(page.getByRole("list", { name: "Fixes in use" })).toContainText("T5");
  await expect(page.locator("hotsplit-numbers #served dd")).toContainText("was");
});

test("what was typed a moment before the page goes is kept", async ({ page }) => {
  await open(page);
  await write(page, "CREATE TABLE LastWord (Id INT64 NOT NULL) PRIMARY KEY (Id);");
  await page.reload();
  await expect(editor(page)).toContainText("LastWord");
  await settled(page);
  await expect(page.getByRole("alert")).toHaveCount(0);
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
  await expect(alert).toContainText("did not come back");
  await expect(editor(page)).toContainText("Slow");
  await expect(page.locator("hotsplit-numbers")).toHaveCount(0);
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
  const link = `#v1.${deflateRawSync(JSON.stringify({ text })).toString("base64url")}`;
  await page.goto(`./${link}`);
  await expect(page.getByRole("alert")).toContainText("stopped on");
  await page.reload();
  await expect(page.getByRole("alert")).toContainText("did not come back");
  await expect(editor(page)).toContainText("TrapHere");
});
