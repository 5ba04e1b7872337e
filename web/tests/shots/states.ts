/** The states of the page, light and dark, from a phone to a large screen. Nothing is asserted of them. */
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { example, open, settled, TELECOM, test, write } from "../browser/page.js";

const FOLDER = process.env.SHOTS ?? join(import.meta.dirname, "../../shots/now");

const SIZES = {
  laptop: [1440, 900],
  desk: [1920, 1080],
  tablet: [768, 1024],
  phone: [390, 844],
} as const;

async function own(page: Page): Promise<void> {
  await write(page, TELECOM);
  await settled(page);
}

async function key(page: Page): Promise<void> {
  await own(page);
  await page.locator("hotsplit-hot-keys .name").first().click();
  await expect(page.locator("hotsplit-key")).toBeVisible();
  await settled(page);
}

async function option(page: Page): Promise<void> {
  await key(page);
  await page.locator("hotsplit-key input[type=radio]").nth(1).check();
  await settled(page);
}

async function button(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole("button", { name }).first().click();
}

/** A state by its name: how a person gets there. */
const STATES: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  first: async () => {},
  own,
  key,
  option,
  applied: async (page) => {
    await own(page);
    await button(page, /^Use these/);
    await settled(page);
  },
  plan: async (page) => {
    await option(page);
    await button(page, /Migration plan/);
    await expect(page.locator("hotsplit-plan")).toBeVisible();
  },
  load: async (page) => button(page, "Change"),
  numbers: async (page) => {
    await page.locator("hotsplit-outcome summary").first().click();
    await page.locator("hotsplit-answers").first().scrollIntoViewIfNeeded();
  },
  findings: async (page) => {
    await own(page);
    await page.locator(".findings > summary").click();
    await page.locator("hotsplit-problems").scrollIntoViewIfNeeded();
  },
  view: async (page) => button(page, /^View/),
  examples: async (page) => button(page, "Examples"),
  share: async (page) => button(page, "Share"),
  docs: async (page) => button(page, "Docs"),
  rule: async (page) => {
    await page.goto("./#rule/key-timestamp-first");
    await expect(page.getByRole("heading", { name: "key-timestamp-first" })).toBeVisible();
  },
  trust: async (page) => page.goto("./#trust").then(() => undefined),
  many: async (page) => example(page, "Tenant"),
  even: async (page) => {
    await write(
      page,
      "CREATE TABLE T (\n  Id STRING(36) DEFAULT (GENERATE_UUID()),\n  V INT64,\n) PRIMARY KEY (Id);",
    );
    await settled(page);
  },
  question: async (page) => {
    await write(page, "CREATE TABLE T (\n  Id INT64 NOT NULL,\n  V INT64,\n) PRIMARY KEY (Id);");
    await settled(page);
  },
  error: async (page) => write(page, "CREATE TABLE T (Id INT64 NOT NULL PRIMARY KEY (Id);"),
  foreign: async (page) =>
    write(
      page,
      "CREATE TABLE `t` (\n  `id` bigint NOT NULL AUTO_INCREMENT,\n  PRIMARY KEY (`id`)\n) ENGINE=InnoDB;",
    ),
  empty: async (page) => write(page, ""),
  lessons: async (page) => page.goto("./#lessons").then(() => undefined),
  lesson: async (page) => page.goto("./#lesson/the-moving-tail").then(() => undefined),
  author: async (page) => page.goto("./#author").then(() => undefined),
  link: async (page) => {
    await page.goto("about:blank");
    await page.goto("./#v1.AAAA____");
    await expect(page.getByRole("alert")).toBeVisible();
  },
};

for (const [size, [width, height]] of Object.entries(SIZES)) {
  for (const scheme of ["light", "dark"] as const) {
    for (const [name, go] of Object.entries(STATES)) {
      test(`${name}, ${size}, ${scheme}`, async ({ page }) => {
        // On a phone the editor is closed: the state is reached on a wide page, which is then narrow.
        if (size !== "phone") await page.setViewportSize({ width, height });
        await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
        await open(page);
        await go(page);
        if (size === "phone") await page.setViewportSize({ width, height });
        // What a run leaves open follows it a moment later.
        await page.waitForTimeout(1_500);
        await page.screenshot({ path: join(FOLDER, `${name}-${size}-${scheme}.png`) });
      });
    }
  }
}
