/** The list of keys. */
import { expect, type Page } from "@playwright/test";
import { KEYS, type KeyGroup } from "../../src/ui/keys.js";
import { editor, open, openKey, test } from "./page.js";

const keys = (page: Page) => page.getByRole("dialog", { name: "Keys" });

test("? lists the keys anywhere but in a text", async ({ page }) => {
  await open(page);
  await page.getByRole("link", { name: "Learn", exact: true }).focus();
  await page.keyboard.press("?");
  await expect(keys(page)).toBeVisible();
  for (const { where, keys: listed } of KEYS) {
    const section = keys(page).locator("section", {
      has: page.getByRole("heading", { name: where, exact: true }),
    });
    await expect(section.getByRole("term")).toHaveCount(listed.length);
  }
  await page.keyboard.press("Escape");
  await expect(keys(page)).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Learn", exact: true })).toBeFocused();
  await editor(page).focus();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("-- why?");
  await expect(editor(page)).toContainText("-- why?");
  await expect(keys(page)).toHaveCount(0);
});

/** Puts the focus where the keys of a group work. */
const PLACES: { readonly [G in KeyGroup["id"]]: (page: Page) => Promise<void> } = {
  page: async (page) => page.getByRole("link", { name: "Learn", exact: true }).focus(),
  menu: async (page) => {
    const examples = page.getByRole("button", { name: "Examples" });
    if ((await examples.getAttribute("aria-expanded")) !== "true") await examples.click();
    await page.getByRole("list", { name: "Examples" }).getByRole("button").nth(1).focus();
  },
  texts: async (page) => {
    const tab = page.getByRole("tab", { selected: true });
    // There are tabs once there is something to compare the schema with.
    if ((await tab.count()) === 0) await openKey(page, "Transactions");
    await tab.focus();
  },
  editor: async (page) => {
    await editor(page).focus();
    // Something to undo and something to redo.
    for (const line of ["\n-- one", "\n-- two"]) {
      await page.keyboard.press("Control+End");
      await page.keyboard.insertText(line);
      await page.keyboard.press("Control+Home");
    }
    await page.keyboard.press("Control+z");
    // A line that can go up and down.
    await page.keyboard.press("Control+Home");
    await page.keyboard.press("ArrowDown");
  },
  map: async (page) => page.getByRole("application", { name: /Before/ }).focus(),
  rules: async (page) => {
    // The way back from the last page of rules is a step of the history, which takes its time.
    await page.waitForFunction(() => !location.hash.startsWith("#rule"));
    await page.evaluate(() => {
      location.hash = "#rules";
    });
    const search = page.getByRole("textbox", { name: "Search rules" });
    // There is nothing to go to before the list has come.
    await expect(page.locator("hotsplit-guide nav a, hotsplit-guide li a").first()).toBeVisible();
    await search.focus();
    await page.keyboard.press("ArrowDown");
  },
  lesson: async (page) => presenting(page, false),
  presenter: async (page) => presenting(page, true),
};

/** Opens the second slide of a lesson, or the lesson, with the focus outside its text. */
async function presenting(page: Page, on: boolean): Promise<void> {
  const hash = `#lesson/the-moving-tail${on ? "?present=2" : ""}`;
  await page.evaluate((to) => {
    location.hash = to;
  }, hash);
  const slide = page.locator("hotsplit-presenter").getByRole("heading");
  const lesson = page.getByRole("region", { name: "Lesson", exact: true });
  if (on) await slide.focus();
  else await lesson.getByRole("button", { name: "Leave", exact: true }).focus();
}

for (const { id, where, keys: listed } of KEYS) {
  test(`each listed key is handled: ${where}`, async ({ page }) => {
    await open(page);
    // Lessons come with a listener of their own, which the one below has to hear after.
    if (id === "lesson" || id === "presenter") await PLACES[id](page);
    await page.evaluate(() => {
      // Whoever handles a key says so; this hears it last.
      addEventListener("keydown", (event) => {
        document.documentElement.dataset.handled = event.defaultPrevented ? event.key : "";
      });
    });
    for (const { press } of listed) {
      for (const chord of press) {
        await PLACES[id](page);
        await page.evaluate(() => {
          document.documentElement.dataset.handled = "";
        });
        const keys = chord.replace("Mod", "Control").replace("Ctrl", "Control");
        await page.keyboard.press(keys === "+" ? "+" : keys);
        const key = chord === "+" ? "+" : (chord.split("+").at(-1) ?? "");
        const handled = await page.evaluate(() => document.documentElement.dataset.handled);
        expect(handled, `${chord} in ${id}`).toBe(key === "Space" ? " " : key);
        // Whatever it opened is closed again, but for what the next key needs.
        if (id !== "map") await page.keyboard.press("Escape");
        if (id === "rules" || id === "editor") await page.keyboard.press("Escape");
      }
    }
  });
}
