/** Whether a playground shows a picture. */
import { expect, type Locator } from "@playwright/test";

/** How bright the brightest pixel is at least, of 765: before it is hot, after it is calm. */
const LIGHT = { Before: 450, After: 200 } as const;

/** Waits until a map has been painted: dark where nothing is written, light where something is. */
export async function painted(within: Locator, which: "Before" | "After"): Promise<void> {
  // A map that stands alone is called otherwise.
  const canvas = within.locator(`section.run.${which.toLowerCase()} canvas#keys`);
  await expect(async () => {
    const [darkest, brightest] = await canvas.evaluate((source) => {
      if (!(source instanceof HTMLCanvasElement)) throw new Error("no canvas");
      const { width, height } = source;
      const context = new OffscreenCanvas(width, height).getContext("2d");
      if (!context) throw new Error("no context");
      context.drawImage(source, 0, 0);
      const { data } = context.getImageData(0, 0, width, height);
      let [least, most] = [765, 0];
      for (let at = 0; at < data.length; at += 4) {
        const light = (data[at] ?? 0) + (data[at + 1] ?? 0) + (data[at + 2] ?? 0);
        least = Math.min(least, light);
        most = Math.max(most, light);
      }
      return [least, most] as const;
    });
    expect(darkest).toBeLessThan(150);
    expect(brightest).toBeGreaterThan(LIGHT[which]);
  }).toPass({ timeout: 30_000 });
}
