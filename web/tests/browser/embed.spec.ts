/** The element in pages of others: what it loads, shares, tells and leaves alone. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, type Page } from "@playwright/test";
import { article, element, HOT, listenIn, SCRIPT, shown, test, told } from "./author.js";
import { DIST } from "./host.js";

const GOOD = "CREATE TABLE Users (UserId STRING(36) NOT NULL, -- UUID v4\n) PRIMARY KEY (UserId);";
const FAR = '<div style="height: 4000px"></div>';

const playground = (page: Page, at = 0) => page.locator("hotsplit-playground").nth(at);
const text = (page: Page, at = 0) => playground(page, at).getByRole("textbox", { name: "Schema" });
const editor = (page: Page) => page.getByRole("textbox", { name: "Your schema" });
const link = (page: Page) => page.getByRole("link", { name: "Open in playground" });
const results = (page: Page) => told(page, "hotsplit-result");

test("the text is there without a script, and stays in the page with one", async ({
  browser,
  page,
  site,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const plain = await context.newPage();
  await site.open(plain, article(element()));
  await expect(plain.locator("pre")).toBeVisible();
  await expect(plain.locator("pre")).toContainText("CREATE TABLE Transactions");
  await context.close();
  await site.open(page, article(element()));
  await shown(page);
  await expect(text(page)).toContainText("CREATE TABLE Transactions");
  // Search engines and readers of the source find it where the author wrote it.
  await expect(page.locator("hotsplit-playground > pre")).toContainText("PRIMARY KEY (TxnId)");
  await expect(page.locator("hotsplit-playground > pre")).toBeHidden();
});

test("ten that are not near cost one small file, and load once they are", async ({
  page,
  site,
}) => {
  await site.open(page, article(FAR + element().repeat(10)));
  await page.waitForLoadState("networkidle");
  expect(site.asked()).toEqual(["hotsplit-playground.js"]);
  const response = await page.request.get(`${site.hotsplit.home}hotsplit-playground.js`);
  expect(gzipSync(await response.body()).length).toBeLessThan(20_000);
  await expect(page.locator("pre").first()).toContainText("CREATE TABLE");

  await page.mouse.wheel(0, 4_000);
  await shown(page);
  expect(site.asked().some((name) => name.endsWith(".wasm"))).toBe(true);
  // The editor waits until someone types.
  expect(site.asked().some((name) => /assets\/editor-/.test(name))).toBe(false);
  await text(page).click();
  await expect(editor(page)).toBeFocused();
  expect(site.asked().some((name) => /assets\/editor-/.test(name))).toBe(true);
});

test("both maps without a fix: the second has the recommended one, whatever else was found", async ({
  page,
  site,
}) => {
  // `At` is a reserved word of Spanner: that is worse, and nothing here mends it.
  const reserved = "CREATE TABLE T (At TIMESTAMP NOT NULL) PRIMARY KEY (At);";
  await site.open(page, article(element('view="compare"', reserved)));
  await expect(playground(page).getByRole("application", { name: /After/ })).toBeVisible();
  await expect(playground(page).locator("[part=headline]")).toContainText(
    "T: every insert goes to one split",
  );
  await site.open(
    page,
    article(element('view="compare"', reserved.replace("TIMESTAMP", "BYTES(9)"))),
  );
  await expect(playground(page).getByText("No automatic fix for these findings.")).toBeVisible();
});

test("one that is far away starts when it is used", async ({ page, site }) => {
  await site.open(page, article(FAR + element("", HOT)));
  await page.waitForLoadState("networkidle");
  expect(site.asked()).toHaveLength(1);
  await playground(page).evaluate((one) => one.dispatchEvent(new FocusEvent("focusin")));
  await shown(page);
});

test("all share one engine, and each has a text and a run of its own", async ({ page, site }) => {
  await listenIn(page);
  const ten = Array.from({ length: 10 }, (_, at) =>
    element('view="problems"', HOT.replace("Transactions", `Ledger${at}`)),
  );
  await site.open(page, article(ten.join("")));
  for (let at = 0; at < 10; at++) {
    await playground(page, at).scrollIntoViewIfNeeded();
    await shown(page, at);
    await expect(playground(page, at)).toContainText(`Ledger${at}.TxnId is the first key column`);
  }
  await expect.poll(async () => (await results(page)).length, { timeout: 30_000 }).toBe(10);
  expect(page.workers()).toHaveLength(1);
  expect(
    site.asked().filter((name) => name.endsWith(".wasm")),
    "the engine, once",
  ).toHaveLength(1);
  const texts = new Set((await results(page)).map((one) => one.text));
  expect(texts.size).toBe(10);
  // The last one gone takes the worker along.
  await page.evaluate(() => {
    for (const one of document.querySelectorAll("hotsplit-playground")) one.remove();
  });
  await expect.poll(() => page.workers().length).toBe(0);
});

test("one that is moved to another place in the page goes on", async ({ page, site }) => {
  await site.open(page, article(`${element()}<section id="there"></section>`));
  await shown(page);
  await page.evaluate(() => {
    const one = document.querySelector("hotsplit-playground");
    if (one) document.querySelector("#there")?.append(one);
  });
  await expect(page.locator("#there hotsplit-playground .frame")).toBeVisible();
  expect(page.workers()).toHaveLength(1);
  // Taken away and put back later it begins anew.
  await page.evaluate(async () => {
    const one = document.querySelector("hotsplit-playground");
    one?.remove();
    await new Promise((done) => setTimeout(done, 50));
    if (one) document.body.append(one);
  });
  await shown(page);
});

test("of two versions on a page the first is in charge, and neither minds", async ({
  page,
  site,
}) => {
  await page.route(/other\/hotsplit-playground\.js$/, async (route) => {
    const response = await page.request.get(`${site.hotsplit.home}hotsplit-playground.js`);
    const body = (await response.text()).replaceAll("0.1.0", "99.0.0");
    expect(body).toContain("99.0.0");
    await route.fulfill({ contentType: "text/javascript", body });
  });
  const other = SCRIPT.replace("%HOME%", "%HOME%other/");
  await site.open(page, article(HOT, ""));
  const before = new Set(await globals(page));
  await site.open(page, article(element() + element(), SCRIPT + other));
  await shown(page, 0);
  await shown(page, 1);
  const versions = await page
    .locator("hotsplit-playground")
    .evaluateAll((all) => all.map((one) => ("version" in one ? one.version : "")));
  expect(versions).toEqual(["0.1.0", "0.1.0"]);
  expect(page.workers()).toHaveLength(1);
  // What libraries leave behind of their own is not ours; nothing of hotsplit's is global.
  const after = (await globals(page)).filter((name) => !before.has(name));
  expect(after.filter((name) => !/^(lit|reactive)\w*$/.test(name))).toEqual([]);
});

const globals = (page: Page) => page.evaluate(() => Object.getOwnPropertyNames(window));

test("it tells what happens, and nothing of its insides", async ({ page, site }) => {
  await listenIn(page);
  await page.addInitScript(() => {
    for (const type of ["hotsplit-action", "hotsplit-map"]) {
      document.addEventListener(type, () => window.told.push({ type, detail: {} }));
    }
  });
  await site.open(
    page,
    article(element('view="compare" show="fixes" nodes="20" writes="30000" seed="7"')),
  );
  await expect.poll(async () => (await results(page)).length, { timeout: 30_000 }).toBe(1);
  expect(await told(page, "hotsplit-ready")).toEqual([{ version: "0.1.0", worker: true }]);
  const [first] = await results(page);
  expect(first).toMatchObject({
    text: HOT,
    edited: false,
    seed: 7,
    fixes: ["hash-shard-prefix"],
    findings: [{ rule: "key-time-ordered-id", severity: "high", object: "Transactions", line: 4 }],
    before: { offeredWritesPerSecond: 30_000 },
  });
  // Attributes can be changed while it runs.
  await playground(page).evaluate((one) => one.setAttribute("fix", "T6"));
  await expect.poll(async () => (await results(page)).length, { timeout: 30_000 }).toBe(2);
  const [, second] = await results(page);
  expect(second).toMatchObject({
    fixes: ["full-hash-prefix"],
    after: { offeredWritesPerSecond: 30_000 },
  });
  // What a reader does is told, too.
  await page.getByRole("button", { name: "Remove T6 on Transactions" }).click();
  await expect
    .poll(async () => (await results(page)).at(-1)?.fixes, { timeout: 30_000 })
    .toEqual(["hash-shard-prefix"]);
  await playground(page).evaluate((one) => one.setAttribute("writes", "500"));
  await expect
    .poll(async () => (await results(page)).at(-1)?.before, { timeout: 30_000 })
    .toMatchObject({ offeredWritesPerSecond: 500 });
  expect(await told(page, "hotsplit-action")).toEqual([]);
  expect(await told(page, "hotsplit-map")).toEqual([]);
  expect(await told(page, "hotsplit-error")).toEqual([]);
});

test("the same seed gives the same numbers, and another one others", async ({ page, site }) => {
  await listenIn(page);
  const both = element('seed="5"') + element('seed="5"') + element('seed="6"');
  await site.open(page, article(both));
  for (const at of [0, 1, 2]) await playground(page, at).scrollIntoViewIfNeeded();
  await expect.poll(async () => (await results(page)).length, { timeout: 30_000 }).toBe(3);
  const numbers = (await results(page)).map(({ before }) => JSON.stringify(before));
  const seeds = (await results(page)).map(({ seed }) => seed);
  const [a, b, c] = [5, 6].flatMap((seed) => numbers.filter((_, at) => seeds[at] === seed));
  expect(a).toBe(b);
  expect(a).not.toBe(c);
});

test("the link carries the text as it stands, typed or not", async ({ page, site }) => {
  await site.open(page, article(element('nodes="3" seed="9"')));
  await shown(page);
  await text(page).click();
  await expect(editor(page)).toBeFocused();
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText(GOOD.replace("Users", "People"));
  await expect(page.getByRole("button", { name: "Reset" })).toBeVisible();
  const before = await page.evaluate(() => history.length);
  const [there] = await Promise.all([page.context().waitForEvent("page"), link(page).click()]);
  await there.waitForLoadState();
  await expect(there.getByRole("textbox", { name: "Your schema" })).toContainText("People", {
    timeout: 30_000,
  });
  await there.getByRole("button", { name: "Change", exact: true }).click();
  await expect(there.getByRole("spinbutton", { name: "Nodes" })).toHaveValue("3");
  await there.close();
  // The host's history and address are its own.
  expect(await page.evaluate(() => [history.length, location.hash])).toEqual([before, ""]);
  await page.getByRole("button", { name: "Reset" }).click();
  await expect(editor(page)).toContainText("Transactions");
  await expect(page.getByRole("button", { name: "Reset" })).toHaveCount(0);
});

test("it keeps nothing in the host's storage", async ({ page, site }) => {
  await site.open(page, article(element('view="problems"')));
  await shown(page);
  await text(page).click();
  await expect(editor(page)).toBeFocused();
  await page.keyboard.type("-- mine");
  await expect(page.getByRole("button", { name: "Reset" })).toBeVisible();
  const kept = await page.evaluate(async () => [
    localStorage.length,
    sessionStorage.length,
    (await caches.keys()).length,
    document.cookie,
  ]);
  expect(kept).toEqual([0, 0, 0, ""]);
});

test("what is only to be read can be read, run and shown, and not changed", async ({
  page,
  site,
}) => {
  await site.open(page, article(element('readonly view="problems"')));
  await shown(page);
  const schema = playground(page).getByRole("group", { name: "Schema" });
  await schema.click();
  await page.keyboard.type("x");
  await expect(schema).toHaveText(HOT);
  await playground(page)
    .getByRole("button", { name: /is the first key column/ })
    .click();
  await expect(playground(page).locator("hotsplit-fix-card").first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Accept this problem…" })).toHaveCount(0);
  expect(site.asked().some((name) => /assets\/editor-/.test(name))).toBe(false);
});

test("an answer in place of the second map is written, where the text may be", async ({
  page,
  site,
}) => {
  const asks = "CREATE TABLE Bills (\n  BillId INT64 NOT NULL,\n) PRIMARY KEY (BillId);";
  const [free, fixed] = ['view="compare"', 'view="compare" readonly'];
  await site.open(page, article(element(free, asks) + element(fixed, asks)));
  for (const at of [0, 1]) {
    const after = playground(page, at).getByRole("group", { name: "After" });
    await expect(after).toContainText("Where do the values of Bills.BillId come from?");
    await expect(after.getByRole("button")).toHaveCount(at === 0 ? 3 : 0);
  }
  await playground(page)
    .getByRole("button", { name: /^Random/ })
    .click();
  await expect(text(page)).toContainText("-- hotsplit: random");
  await expect(playground(page).getByRole("group", { name: "After" })).toContainText(
    "Nothing to fix.",
  );
});

test("what is to be hidden is", async ({ page, site }) => {
  await site.open(
    page,
    article(
      element('hide="bar text headline numbers tools legend" show="numbers tools"') +
        element('show="numbers tools"'),
    ),
  );
  await shown(page, 0);
  await shown(page, 1);
  for (const part of ["bar", "text", "headline", "numbers"]) {
    await expect(playground(page, 0).locator(`[part="${part}"]`)).toHaveCount(0);
    await expect(playground(page, 1).locator(`[part="${part}"]`)).toBeVisible();
  }
  for (const part of ["hotsplit-maps .view", "hotsplit-legend"]) {
    await expect(playground(page, 0).locator(part)).toBeHidden();
    await expect(playground(page, 1).locator(part)).toBeVisible();
  }
  await expect(playground(page, 0).getByRole("application", { name: /Before/ })).toBeVisible();
  // Shown again by the host while it runs.
  await playground(page).evaluate((one) => one.setAttribute("hide", "open"));
  await expect(playground(page, 0).locator('[part="text"]')).toBeVisible();
  await expect(playground(page, 0).locator('[part="open"]')).toHaveCount(0);
});

test("each view shows what its name says", async ({ page, site }) => {
  const views = ["map", "compare", "problems", "results", "editor"];
  await site.open(page, article(views.map((view) => element(`view="${view}"`)).join("")));
  const has = [
    ["map", "hotsplit-maps"],
    ["compare", "hotsplit-maps"],
    ["problems", "hotsplit-problems"],
    ["results", "hotsplit-results"],
    ["editor", ".code"],
  ] as const;
  for (const [view, inside] of has) {
    const one = page.locator(`hotsplit-playground[view="${view}"]`);
    await one.scrollIntoViewIfNeeded();
    await expect(one.locator(inside).first()).toBeVisible({ timeout: 30_000 });
    const maps = view === "compare" || view === "results" ? 2 : view === "map" ? 1 : 0;
    await expect(one.locator("section.run")).toHaveCount(maps);
  }
});

test("brightness stands for what is chosen, in every view with a map", async ({ page, site }) => {
  const views = ["map", "compare", "results"];
  await site.open(
    page,
    article(views.map((view) => element(`view="${view}" show="tools"`)).join("")),
  );
  for (const at of views.keys()) {
    const one = playground(page, at);
    await one.scrollIntoViewIfNeeded();
    await shown(page, at);
    await expect(one.locator("hotsplit-legend")).toContainText(/100 %\s*of a split/, {
      timeout: 30_000,
    });
    const canvas = one.locator("canvas#keys").first();
    await canvas.scrollIntoViewIfNeeded();
    // Twice the same: it is painted.
    let usual = await canvas.screenshot();
    await expect(async () => {
      const next = await canvas.screenshot();
      const same = next.equals(usual);
      usual = next;
      expect(same).toBe(true);
    }).toPass({ timeout: 15_000 });
    await one.getByRole("button", { name: "View", exact: true }).click();
    const menu = one.getByRole("dialog", { name: "View", exact: true });
    const metric = menu.getByRole("group", { name: "Brightness shows", exact: true });
    await metric.getByRole("radio", { name: "Stored bytes, bytes" }).check();
    await page.keyboard.press("Escape");
    await expect(menu).toHaveCount(0);
    await expect(one.locator("hotsplit-legend")).toContainText(/8\.59 GB.*stored bytes/s);
    await expect.poll(async () => (await canvas.screenshot()).equals(usual)).toBe(false);
  }
});

test("fixes that are named are in use, and can be got back to", async ({ page, site }) => {
  await site.open(page, article(element('view="compare" fix="T5" show="fixes" seed="4"')));
  await shown(page);
  const used = page.getByRole("list", { name: "Fixes in use" });
  await expect(used).toContainText("T5", { timeout: 30_000 });
  // What the author chose is where a reader begins, and gets back to.
  await expect(page.getByRole("button", { name: "Reset" })).toHaveCount(0);
  await page.getByRole("button", { name: "Remove T5 on Transactions" }).click();
  await expect(used).toHaveCount(0);
  await page.getByRole("button", { name: "Reset" }).click();
  await expect(used).toContainText("T5");
});

test("what to begin with can be changed, and so can the text", async ({ page, site }) => {
  await listenIn(page);
  await site.open(page, article(element('view="compare" show="fixes"')));
  await shown(page);
  await playground(page).evaluate((one) => one.setAttribute("fix", "T5"));
  const used = page.getByRole("list", { name: "Fixes in use" });
  await expect(used).toContainText("T5", { timeout: 30_000 });
  await expect(playground(page).locator(".frame")).toHaveCount(1);
  expect(page.workers().length).toBe(1);
  // A text without a table has findings and no run; one that cannot be read says so. The run with
  // the fix may still be under way, and is told of the previous schema or not at all.
  await playground(page).evaluate((one) => Reflect.set(one, "text", "CREATE TABLE ("));
  const broken = async () => (await results(page)).filter((one) => one.text === "CREATE TABLE (");
  await expect.poll(async () => (await broken()).length, { timeout: 30_000 }).toBe(1);
  const [told] = await broken();
  expect(told?.edited).toBe(false);
  expect(told?.syntaxErrors).toBeGreaterThan(0);
  expect(told?.headline).toBeUndefined();
});

test("a text that a framework set before the script came is the text", async ({ page, site }) => {
  const early = `<script>document.querySelector("hotsplit-playground").text = ${JSON.stringify(GOOD)}</script>`;
  await site.open(page, article(element('view="problems"') + early));
  await shown(page);
  await expect(text(page)).toHaveText(GOOD);
});

test("what is read-only meanwhile is not typed in", async ({ page, site }) => {
  await site.open(page, article(element('view="editor"')));
  await shown(page);
  await text(page).click();
  await expect(editor(page)).toBeFocused();
  await playground(page).evaluate((one) => one.setAttribute("readonly", ""));
  await expect(playground(page).getByRole("group", { name: "Schema" })).toBeVisible();
  await expect(editor(page)).toHaveCount(0);
});

test("a text comes from what hosts make of a code block", async ({ page, site }) => {
  const highlighted =
    "<hotsplit-playground><pre><div class='buttons'><button>Copy</button></div>" +
    `<code class="language-sql"><span class="k">CREATE</span>${HOT.slice(6)}</code></pre></hotsplit-playground>`;
  await site.open(page, article(highlighted));
  await shown(page);
  await expect(text(page)).toHaveText(HOT);
});

test("names that are markup stay text", async ({ page, site }) => {
  const nasty = "CREATE TABLE `<img src=x onerror=alert(1)>` (Id INT64) PRIMARY KEY (Id);";
  await site.open(page, article(element('view="problems"', nasty)));
  await shown(page);
  await expect(text(page)).toHaveText(nasty);
  await expect(page.locator("hotsplit-playground img")).toHaveCount(0);
});

test.describe("where something breaks", () => {
  test.use({ broken: true });

  test("a text that stops the engine says so, and the others go on", async ({ page, site }) => {
    await page.route(/worker-.*\.js$/, async (route) => {
      const response = await route.fetch();
      const trap =
        "const post = self.postMessage; addEventListener('message', (event) => {" +
        "if (event.data.ask?.text?.includes('Poison')) {" +
        "event.stopImmediatePropagation(); post({ id: event.data.id, ok: false, message: '', trap: true }); } });";
      await route.fulfill({ response, body: `${trap}\n${await response.text()}` });
    });
    await listenIn(page);
    const bad = HOT.replace("Transactions", "Poison");
    await site.open(page, article(element() + element("", bad)));
    await shown(page, 0);
    await shown(page, 1);
    await expect(playground(page, 1).getByRole("alert")).toContainText("stopped on this schema");
    const [error] = await told(page, "hotsplit-error");
    expect(error?.message).toContain("stopped on this schema");
    await expect(playground(page, 1).getByRole("textbox", { name: "Schema" })).toContainText(
      "Poison",
    );
    await expect(playground(page, 0).locator('[part="headline"]')).toContainText("Transactions");
    await expect(playground(page, 0).getByRole("alert")).toHaveCount(0);
  });

  test("an engine that is not there leaves the text, and tells", async ({ page, site }) => {
    await listenIn(page);
    await page.route(/\.wasm$/, (route) => route.fulfill({ status: 404 }));
    await site.open(page, article(element()));
    const status = playground(page).getByRole("status");
    await expect(status).toContainText("could not be loaded");
    await expect(status).toContainText("404");
    await expect(page.locator("hotsplit-playground > pre")).toBeVisible();
    expect(await told(page, "hotsplit-error")).toHaveLength(1);
    // Once it is there again, so is the playground.
    await page.unroute(/\.wasm$/);
    await status.getByRole("button", { name: "Try again" }).click();
    await shown(page);
    await expect(page.locator("hotsplit-playground > pre")).toBeHidden();
  });

  test("a part of the element that is not there leaves the text, too", async ({ page, site }) => {
    await page.route(/view-.*\.js$/, (route) => route.abort());
    await site.open(page, article(element()));
    await expect(playground(page).getByRole("status")).toContainText("could not be loaded");
    await expect(page.locator("hotsplit-playground > pre")).toBeVisible();
  });

  test("a damaged link leaves the text", async ({ page, site }) => {
    await site.open(page, article(element('link="v1.AAAA____"')));
    await expect(playground(page).getByRole("status")).toContainText("damaged");
    await expect(page.locator("hotsplit-playground > pre")).toBeVisible();
  });
});

test("a host may serve the engine from elsewhere", async ({ page, site }) => {
  await page.route("**/elsewhere.wasm", async (route) => {
    const body = readFileSync(join(DIST, "../../pkg/hotsplit_bg.wasm"));
    // A host that does not know the type.
    await route.fulfill({ body, contentType: "application/octet-stream" });
  });
  await site.open(page, article(element('engine-url="elsewhere.wasm"')));
  await shown(page);
  expect(site.asked().some((name) => name.endsWith(".wasm"))).toBe(false);
});

test.describe("a file that is no engine", () => {
  test.use({ broken: true });

  test("and that a host names is told of", async ({ page, site }) => {
    // The smallest module there is.
    const body = Buffer.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);
    await page.route("**/elsewhere.wasm", (route) =>
      route.fulfill({ body, contentType: "application/wasm" }),
    );
    await site.open(page, article(element('engine-url="elsewhere.wasm"')));
    await expect(playground(page).getByRole("status")).toContainText("could not be started");
  });
});
