/** Hosts that make it hard: strict policies, resets, their own themes, narrow columns. */
import { expect, type Page } from "@playwright/test";
import { article, element, listenIn, SCRIPT, shown, test, told } from "./author.js";
import { clean, cleanInSchemes } from "./axe.js";
import { resize } from "./pulse.js";

const playground = (page: Page, at = 0) => page.locator("hotsplit-playground").nth(at);
const frame = (page: Page, at = 0) => playground(page, at).locator(".frame");
const maps = (page: Page) => playground(page).locator("hotsplit-maps");

/** All that a host has to allow; the docs say the same. */
const ALLOWED = [
  "default-src 'none'",
  "script-src %ORIGIN% 'wasm-unsafe-eval'",
  "connect-src %ORIGIN%",
  "worker-src blob:",
  "img-src data:",
];

test("a strict policy that names five things is enough", async ({ page, site }) => {
  const policy = ALLOWED.join("; ");
  await site.open(page, { html: article(element('view="compare"')), policy });
  await shown(page);
  await expect(maps(page)).toBeVisible({ timeout: 30_000 });
  // The editor's styles are constructed, too.
  await playground(page).getByRole("textbox", { name: "Schema" }).click();
  await expect(page.getByRole("textbox", { name: "Your schema" })).toBeFocused();
});

test("trusted types are named, and hold", async ({ page, site }) => {
  const policy = [
    ...ALLOWED,
    "require-trusted-types-for 'script'",
    "trusted-types hotsplit lit-html",
  ].join("; ");
  await site.open(page, { html: article(element('view="problems"')), policy });
  await shown(page);
  await expect(playground(page).locator("hotsplit-problems")).toBeVisible();
});

test.describe("a policy that is too strict", () => {
  test.use({ broken: true });

  for (const [lacks, words] of [
    [" 'wasm-unsafe-eval'", "add 'wasm-unsafe-eval' to script-src"],
    ["connect-src", "to connect-src"],
  ] as const) {
    test(`without ${lacks.trim()} is told of by name, and the text stays`, async ({
      page,
      site,
    }) => {
      await listenIn(page);
      const policy = lacks.startsWith(" ")
        ? ALLOWED.map((one) => one.replace(lacks, ""))
        : ALLOWED.filter((one) => !one.startsWith(lacks));
      await site.open(page, { html: article(element()), policy: policy.join("; ") });
      const status = playground(page).getByRole("status");
      await expect(status).toContainText(words);
      await expect(status).toContainText("Content-Security-Policy");
      await expect(page.locator("hotsplit-playground > pre")).toBeVisible();
      const [error] = await told(page, "hotsplit-error");
      expect(error?.message).toContain(words);
    });
  }
});

test.describe("a policy without workers", () => {
  test.use({ broken: true });
  test.slow();

  for (const source of ["worker-src 'none'", ""]) {
    test(`works on the page's own thread, and says so: ${source || "none named"}`, async ({
      page,
      site,
    }) => {
      await listenIn(page);
      const policy = [...ALLOWED.filter((one) => !one.startsWith("worker-src")), source];
      const both = element('view="compare" fix="T5" show="fixes"') + element('view="problems"');
      await site.open(page, { html: article(both), policy: policy.join("; ") });
      await shown(page);
      expect(page.workers()).toEqual([]);
      const line = playground(page).locator('[part="slow"]');
      await expect(line).toContainText("cannot start a worker");
      await expect(line).toContainText("add blob: to worker-src");
      expect((await told(page, "hotsplit-ready"))[0]).toEqual({ version: "0.1.0", worker: false });
      // Both runs, their pictures, and what is typed.
      await expect(playground(page).locator("section.run")).toHaveCount(2, { timeout: 30_000 });
      const used = playground(page).getByRole("list", { name: "Fixes in use" });
      await expect(used).toContainText("T5");
      await expect
        .poll(async () => (await told(page, "hotsplit-result")).map((one) => one.fixes), {
          timeout: 30_000,
        })
        .toContainEqual(["hash-shard-prefix"]);
      await playground(page, 1).scrollIntoViewIfNeeded();
      await shown(page, 1);
      await playground(page, 1).getByRole("textbox", { name: "Schema" }).click();
      await expect(page.getByRole("textbox", { name: "Your schema" })).toBeFocused();
      await page.keyboard.press("Control+a");
      await page.keyboard.insertText(
        "CREATE TABLE Typed (At TIMESTAMP NOT NULL) PRIMARY KEY (At);",
      );
      await expect(playground(page, 1).locator("hotsplit-problems")).toContainText("Typed.At");
      await clean(page, "without a worker");
    });
  }

  test("begins with another copy after one that broke", async ({ page, site }) => {
    await page.route(/worker-.*\.js/, async (route) => {
      const response = await route.fetch();
      const breaks = "if (!self.hasBroken) { self.hasBroken = true; throw new Error('broken'); }";
      await route.fulfill({ response, body: `${breaks}\n${await response.text()}` });
    });
    const policy = [...ALLOWED.filter((one) => !one.startsWith("worker-src")), "worker-src 'none'"];
    await site.open(page, { html: article(element()), policy: policy.join("; ") });
    await playground(page).getByRole("button", { name: "Try again" }).click({ timeout: 30_000 });
    await shown(page);
    await expect(maps(page)).toBeVisible({ timeout: 30_000 });
  });

  test("a lesson is played, too", async ({ page, site }) => {
    const policy = [...ALLOWED.filter((one) => !one.startsWith("worker-src")), "worker-src 'none'"];
    const html = article(element('lesson="ranges-and-splits"', ""));
    await site.open(page, { html, policy: policy.join("; ") });
    await shown(page);
    await expect(page.getByRole("heading", { name: "Ranges and splits" })).toBeVisible();
    await page.getByRole("button", { name: "Next", exact: true }).click();
    await page.getByRole("button", { name: "Show me" }).click();
    await expect(maps(page)).toBeVisible({ timeout: 60_000 });
  });
});

test("a host's resets and looks end at the frame", async ({ page, site }) => {
  await site.open(page, article(`<div style="width: 860px">${element('show="numbers"')}</div>`));
  await shown(page);
  await expect(maps(page)).toBeVisible({ timeout: 30_000 });
  const plain = await measured(page);
  const resets = [
    "* { all: unset }",
    "*, *::before, *::after { box-sizing: content-box !important; margin: 0; padding: 9px; border: 3px solid red; font-size: 31px !important; line-height: 3 !important; letter-spacing: 5px; text-transform: uppercase; color: red !important }",
    "body { direction: rtl; text-align: center; white-space: pre; cursor: wait; visibility: visible; word-spacing: 30px; font: italic 700 40px fantasy }",
    "button, input, pre, svg, canvas { display: none !important } p { float: left; position: fixed }",
    "* { --text: red; --panel: lime; --size: 40px; --line: red; --accent: lime; --radius: 40px }",
  ];
  for (const reset of resets) {
    const head = `${SCRIPT}<style>${reset}</style>`;
    const body = `<div style="display: block; width: 860px; box-sizing: border-box !important; padding: 0 !important; border: 0 !important">${element('show="numbers"')}</div>`;
    await site.open(page, article(body, head));
    await shown(page);
    await expect(maps(page)).toBeVisible({ timeout: 30_000 });
    const there = await measured(page);
    expect(there.looks, reset).toEqual(plain.looks);
    // A border on the element itself is the host's to draw.
    expect(Math.abs(there.height - plain.height), reset).toBeLessThan(40);
  }
});

/** What a few things inside look like, and how high all of it is. */
async function measured(page: Page) {
  return frame(page).evaluate((root) => {
    const inside = (selector: string) => {
      const one = root.querySelector(selector);
      if (!one) throw new Error(`nothing is ${selector}`);
      const { fontSize, lineHeight, letterSpacing, textTransform, color, direction } =
        getComputedStyle(one);
      const { fontFamily, fontStyle, fontWeight, cursor, wordSpacing, whiteSpace, display } =
        getComputedStyle(one);
      return {
        ...{ fontSize, lineHeight, letterSpacing, textTransform, color, direction },
        ...{ fontFamily, fontStyle, fontWeight, cursor, wordSpacing, whiteSpace, display },
      };
    };
    const looks = [".headline", ".code", ".open", ".name", "hotsplit-numbers"].map(inside);
    return { looks, height: root.getBoundingClientRect().height };
  });
}

test("a host's variables and parts reach in where they are meant to", async ({ page, site }) => {
  const style = `<style>
    hotsplit-playground { --hotsplit-panel: rgb(1, 2, 3); --hotsplit-accent: rgb(4, 5, 6); }
    hotsplit-playground::part(bar) { background: rgb(7, 8, 9); }
    hotsplit-playground::part(headline) { font-size: 22px; }
  </style>`;
  await site.open(page, article(element(), SCRIPT + style));
  await shown(page);
  await expect(playground(page).locator('[part="headline"]')).toHaveCSS("font-size", "22px");
  await expect(frame(page)).toHaveCSS("background-color", "rgb(1, 2, 3)");
  await expect(playground(page).locator(".open")).toHaveCSS("color", "rgb(4, 5, 6)");
  await expect(playground(page).locator('[part="bar"]')).toHaveCSS(
    "background-color",
    "rgb(7, 8, 9)",
  );
});

test("the theme is the host's, however it says so, until the author sets one", async ({
  page,
  site,
}) => {
  const style = `<style>
    body { background: #fff; } body.night { background: #111; color: #eee; }
  </style>`;
  await page.emulateMedia({ colorScheme: "dark" });
  await site.open(page, article(element('view="problems"'), SCRIPT + style));
  await shown(page);
  // The page is light whatever the system is.
  await expect(frame(page)).toHaveCSS("color-scheme", "light");
  await page.evaluate(() => document.body.classList.add("night"));
  await expect(frame(page)).toHaveCSS("color-scheme", "dark");
  await playground(page).evaluate((one) => one.setAttribute("theme", "light"));
  await expect(frame(page)).toHaveCSS("color-scheme", "light");
  await playground(page).evaluate((one) => one.removeAttribute("theme"));
  await expect(frame(page)).toHaveCSS("color-scheme", "dark");

  // A host that follows the system and says so to the browser alone.
  await site.open(
    page,
    article(element('view="problems"'), `${SCRIPT}<style>:root{color-scheme:light dark}</style>`),
  );
  await shown(page);
  await expect(frame(page)).toHaveCSS("color-scheme", "dark");
  await page.emulateMedia({ colorScheme: "light" });
  await expect(frame(page)).toHaveCSS("color-scheme", "light");
});

test("keys of the host are the host's", async ({ page, site }) => {
  await site.open(page, article(element('view="problems"')));
  await shown(page);
  await playground(page).getByRole("textbox", { name: "Schema" }).click();
  const editor = page.getByRole("textbox", { name: "Your schema" });
  await expect(editor).toBeFocused();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("-- x");
  await expect(editor).toContainText("-- x");
  await page.locator("h1").click();
  const prevented = await page.evaluate(() => {
    const press = (init: KeyboardEventInit) => {
      const event = new KeyboardEvent("keydown", { ...init, bubbles: true, cancelable: true });
      document.body.dispatchEvent(event);
      return event.defaultPrevented;
    };
    return [press({ key: "z", ctrlKey: true }), press({ key: "/" }), press({ key: "?" })];
  });
  expect(prevented).toEqual([false, false, false]);
  await expect(editor).toContainText("-- x");
});

test("links to rules lead to the page, not into the host", async ({ page, site }) => {
  await site.open(page, article(element('view="problems"')));
  await shown(page);
  await playground(page)
    .getByRole("button", { name: /is the first key column/ })
    .click();
  // Its fixes come a moment later, and draw the problem anew.
  await expect(playground(page).locator("hotsplit-fix-card").first()).toBeVisible();
  const link = playground(page).getByRole("link", { name: "key-time-ordered-id" });
  await link.hover();
  await expect(link).toHaveAttribute("href", `${site.hotsplit.home}#rule/key-time-ordered-id`);
  await expect(link).toHaveAttribute("rel", "noopener");
  // By the keyboard, too.
  await page.reload();
  await shown(page);
  await playground(page)
    .getByRole("button", { name: /is the first key column/ })
    .click();
  await expect(playground(page).locator("hotsplit-fix-card").first()).toBeVisible();
  await link.focus();
  const [there] = await Promise.all([
    page.context().waitForEvent("page"),
    page.keyboard.press("Enter"),
  ]);
  await expect(there.getByRole("main", { name: "Rules" })).toBeVisible();
  await there.close();
});

test("axe finds nothing in any view", async ({ page, site }) => {
  test.setTimeout(180_000);
  await page.emulateMedia({ reducedMotion: "reduce" });
  const ground = "<style>:root { color-scheme: light dark }</style>";
  for (const view of ["map", "compare", "problems", "results", "editor"]) {
    await site.open(
      page,
      article(element(`view="${view}" show="fixes numbers tools"`), SCRIPT + ground),
    );
    await shown(page);
    if (!["problems", "editor"].includes(view)) {
      await expect(maps(page)).toBeVisible({ timeout: 30_000 });
    }
    for (const width of [1280, 390]) {
      await resize(page, width, 844);
      await cleanInSchemes(page, `${view}, ${width}`);
    }
  }
});

test("axe finds nothing where several are on a page", async ({ page, site }) => {
  const views = ["map", "map", "compare", "compare", "problems", "problems", "editor"];
  await site.open(page, article(views.map((view) => element(`view="${view}"`)).join("")));
  for (const at of views.keys()) {
    await playground(page, at).scrollIntoViewIfNeeded();
    await shown(page, at);
  }
  await expect(page.locator("hotsplit-maps")).toHaveCount(4, { timeout: 30_000 });
  await clean(page, "several");
});

test("nothing sticks out of a narrow column", async ({ page, site }) => {
  const views = ["map", "compare", "problems", "results", "editor"];
  await site.open(page, article(views.map((view) => element(`view="${view}"`)).join("")));
  for (const at of views.keys()) {
    await playground(page, at).scrollIntoViewIfNeeded();
    await shown(page, at);
  }
  for (const width of [1280, 700, 390, 320]) {
    await resize(page, width, 844);
    const over = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(over, String(width)).toBeLessThanOrEqual(0);
    const inside = await page.locator("hotsplit-playground").evaluateAll((all) =>
      all.map((one) => {
        const frame = one.shadowRoot?.querySelector(".frame");
        return frame ? frame.scrollWidth - frame.clientWidth : 0;
      }),
    );
    expect(inside, String(width)).toEqual(views.map(() => 0));
  }
});
