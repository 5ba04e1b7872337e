/**
 * A text that stops the engine.
 *
 * The engine is meant never to trap, so the trap is brought in from outside: the worker's script is
 * given a line that throws what a trap throws, for one word in the text.
 */
import { expect } from "@playwright/test";
import { editor, inWorker, open, picture, settled, test } from "./page.js";

const TRAP = `
addEventListener("message", (event) => {
  if (event.data.name === "analyse" && event.data.ask.text.includes("TrapHere")) {
    event.stopImmediatePropagation();
    postMessage({ id: event.data.id, ok: false, message: "unreachable", trap: true });
  }
  if (event.data.name === "analyse" && event.data.ask.text.includes("HangHere")) for (;;);
});
`;

test.beforeEach(({ page }) => inWorker(page, TRAP));

for (const [word, said] of [
  ["TrapHere", "stopped on"],
  ["HangHere", "took too long"],
] as const) {
  test(`the worker is replaced and the text untouched: ${word}`, async ({ page }) => {
    await open(page);
    await editor(page).focus();
    await page.keyboard.press("Control+End");
    await page.keyboard.insertText(`-- ${word}`);
    await expect(page.getByRole("alert")).toContainText(said);
    await expect(editor(page)).toContainText(word);

    // It is not run again by itself, not even after a reload.
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem("hotsplit.trying")))
      .toBe("yes");
    await page.reload();
    await expect(editor(page)).toContainText(word);
    await expect(page.getByRole("alert")).toContainText("did not finish");
    await expect(page.locator("hotsplit-verdict h2")).toHaveText("This schema has not been run.");
    const figures = page.locator("hotsplit-outcome [data-figure]");
    await expect(figures.filter({ hasText: /\d/ })).toHaveCount(0);

    // Without the word everything runs again, on canvases of the new worker.
    await editor(page).focus();
    await page.keyboard.press("Control+End");
    for (let key = 0; key < word.length + 3; key++) await page.keyboard.press("Backspace");
    await settled(page);
    await expect(page.getByRole("alert")).toHaveCount(0);
    expect((await picture(page, "Before")).width).toBeGreaterThan(0);
  });
}

test("after a trap the pictures come back in the same visit", async ({ page }) => {
  await open(page);
  await editor(page).focus();
  await page.keyboard.press("Control+End");
  await page.keyboard.insertText("-- TrapHere");
  await expect(page.getByRole("alert")).toContainText("stopped on");
  await page.keyboard.press("Control+z");
  await settled(page);
  await picture(page, "Before");
});
