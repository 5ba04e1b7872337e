/** A range of a map is heard: with its key, and from its pin. */
import { expect, type Page } from "@playwright/test";
import { open, settled, test } from "./page.js";

/** Pitches of the tones that were played, one list each. */
const played = (page: Page): Promise<number[][]> =>
  page.evaluate(() => JSON.parse(document.documentElement.dataset.played ?? "[]"));

test("the diagonal passes a range: one high tone among low ones", async ({ page }) => {
  await page.addInitScript(() => {
    const { setValueCurveAtTime } = AudioParam.prototype;
    AudioParam.prototype.setValueCurveAtTime = function (values, from, seconds) {
      const { dataset } = document.documentElement;
      const pitches = [...values];
      if (pitches.some((value) => value > 20)) {
        dataset.played = JSON.stringify([...JSON.parse(dataset.played ?? "[]"), pitches]);
      }
      return setValueCurveAtTime.call(this, values, from, seconds);
    };
    // However slow the machine, what plays is not over before it is stopped.
    AudioScheduledSourceNode.prototype.stop = () => undefined;
  });
  await open(page);
  await settled(page);
  const map = page.getByRole("application", { name: /Before/ });
  await map.focus();
  await page.keyboard.press("ArrowDown");
  const spoken = page.locator("hotsplit-heatmap p[aria-live]").first();
  // What is there is told when the engine has looked, and would be told over what comes next.
  await expect(spoken).toHaveText(/written/);
  await page.keyboard.press("s");
  await expect(spoken).toHaveText(/^Playing this range/);
  const [first = []] = await played(page);
  const high = first.filter((pitch) => pitch > 1_000).length;
  expect(first.length).toBeGreaterThan(100);
  expect(high).toBeGreaterThan(0);
  expect(high).toBeLessThan(first.length / 10);
  await page.keyboard.press("s");
  await expect(spoken).toHaveText("Stopped.");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "hear it" }).click();
  await expect.poll(async () => (await played(page)).length).toBe(4);
});
