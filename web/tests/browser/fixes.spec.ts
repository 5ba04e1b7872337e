/** Choosing among fixes: what each gives and costs, with a number of one's own, several at once. */
import { expect, type Locator, type Page } from "@playwright/test";
import { cleanInSchemes } from "./axe.js";
import {
  copiedLink,
  editor,
  example,
  findings,
  open,
  openKey,
  settled,
  test,
  write,
} from "./page.js";
import { resize } from "./pulse.js";

/** Two tables that get hot, one with a deep family. */
const SHOP = `CREATE TABLE Orders (
  OrderId STRING(26) NOT NULL, -- ULID
  PlacedAt TIMESTAMP NOT NULL OPTIONS (allow_commit_timestamp = true),
) PRIMARY KEY (OrderId);

CREATE INDEX OrdersByTime ON Orders(PlacedAt);
${["Lines", "Notes", "Parcels", "Refunds", "Returns", "Visits"]
  .map(
    (name) => `
CREATE TABLE ${name} (
  OrderId STRING(26) NOT NULL,
  ${name}Id STRING(36) NOT NULL, -- UUID v4
) PRIMARY KEY (OrderId, ${name}Id), INTERLEAVE IN PARENT Orders ON DELETE CASCADE;
`,
  )
  .join("")}`;

/** Two indexes that get hot. */
const CHANGES = `CREATE TABLE Customers (
  CustomerId STRING(36) NOT NULL, -- UUID v4
  CreatedAt TIMESTAMP NOT NULL OPTIONS (allow_commit_timestamp = true),
) PRIMARY KEY (CustomerId);
CREATE INDEX CustomersByCreated ON Customers(CreatedAt DESC);
CREATE TABLE Orders (
  OrderId STRING(36) NOT NULL, -- UUID v4
  UpdatedAt TIMESTAMP OPTIONS (allow_commit_timestamp = true),
) PRIMARY KEY (OrderId);
CREATE INDEX OrdersByUpdated ON Orders(UpdatedAt);
-- hotsplit: file writes=6000
`;

const option = (page: Page, title: string | RegExp) =>
  page.locator("hotsplit-key").getByRole("row").filter({ hasText: title }).first();
const radio = (page: Page, title: string | RegExp) => option(page, title).getByRole("radio");
const diff = (page: Page) => page.locator("#diff");
const shard = "Add a hash shard as the first key column";

/** Opens a finding by words of its title, in the list of all findings. */
async function problem(page: Page, title: string | RegExp): Promise<Locator> {
  const list = await findings(page);
  await list.getByRole("button", { name: title }).first().click();
  const key = page.locator("hotsplit-key");
  await expect(key.getByRole("table")).toBeVisible();
  return key;
}

/** Another text, read and run. */
async function text(page: Page, sql: string): Promise<void> {
  await write(page, sql);
  await settled(page);
}

/** Sets a field as a person does, and leaves it. */
async function set(field: Locator, value: string): Promise<void> {
  await field.fill(value);
  await field.press("Tab");
}

/** Chooses a number of shards from its menu. */
async function shards(page: Page, of: number): Promise<void> {
  await option(page, shard)
    .getByRole("button", { name: /^Shards of/ })
    .click();
  await page.getByRole("menuitemradio", { name: String(of), exact: true }).click();
}

test("an option says which key results, what it takes, and what reads cost in words", async ({
  page,
}) => {
  await open(page);
  const key = await openKey(page, "Transactions");
  const one = option(page, shard);
  await expect(one).toContainText("(ShardId, TxnId)");
  await expect(one).toContainText("28,000 /s");
  const heads = await key.getByRole("columnheader").allTextContents();
  expect(heads.map((head) => head.replace(/\s+/g, " ").trim())).toEqual([
    "Options",
    "writes up to",
    "newest 50 now 1 scan",
    "last hour now 1 scan",
    "app changes",
  ]);
  // Worse is said in a word, not in a colour alone.
  const cells = one.getByRole("cell");
  await expect(cells.nth(1)).toHaveText("16 scans worse");
  await expect(cells.nth(2)).toHaveText("16 scans worse");
  await expect(option(page, "Start the key with a full hash").getByRole("cell").nth(1)).toHaveText(
    "full scan worse",
  );
  // How to do it on a live database is the plan's business and no fix of its own.
  await expect(key.getByRole("radio")).toHaveCount(4);
  await expect(key).not.toContainText("live database without");
});

test("the recommended option is selected, and selecting another previews it at once", async ({
  page,
}) => {
  await open(page);
  await openKey(page, "Transactions");
  await expect(radio(page, shard)).toBeChecked();
  const name = page.getByRole("region", { name: "Numbers after" }).getByRole("heading");
  await expect(name).toContainText("preview");
  await radio(page, "Use a random UUID as the key").check();
  await settled(page);
  await expect(radio(page, "Use a random UUID as the key")).toBeChecked();
  await expect(name).not.toContainText("preview");
  await page.getByRole("tab", { name: "Diff" }).click();
  await expect(diff(page)).toContainText("GENERATE_UUID()");
  // Clear goes back to what is recommended.
  await page.getByRole("button", { name: "Clear" }).click();
  await settled(page);
  await expect(radio(page, shard)).toBeChecked();
  await expect(page.getByRole("button", { name: "Clear" })).toHaveCount(0);
});

test("another number of shards is chosen in its row: reads, diff and run follow", async ({
  page,
}) => {
  await open(page);
  await openKey(page, "Transactions");
  await shards(page, 64);
  await expect(option(page, shard).getByRole("cell").nth(2)).toHaveText("64 scans worse");
  await settled(page);
  await expect(radio(page, shard)).toBeChecked();
  await page.getByRole("tab", { name: "Diff" }).click();
  await expect(diff(page)).toContainText("64)");
  await shards(page, 8);
  await expect(diff(page)).toContainText("8)");
  await expect(diff(page)).not.toContainText("64)");
  await expect(option(page, shard).getByRole("cell").nth(2)).toHaveText("8 scans worse");
  // By keyboard alone: the menu opens at the number in use, and Escape leaves it as it is.
  const menu = option(page, shard).getByRole("button", { name: /^Shards of/ });
  await menu.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitemradio", { name: "8", exact: true })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(menu).toBeFocused();
  await expect(page.getByRole("menu")).toHaveCount(0);
});

test("what the selected option costs is one press away, the count of changes leads there", async ({
  page,
}) => {
  await open(page);
  const key = await openKey(page, "Transactions");
  const told = key.locator("details.told");
  await expect(told.locator("summary")).toHaveText(/^3 costs, 4 changes to the application/);
  await expect(told.locator("dl")).toBeHidden();
  await told.locator("summary").click();
  for (const name of ["It costs", "The application must", "Reads", "Row size (bytes)"]) {
    await expect(told.getByRole("term").filter({ hasText: name })).toBeVisible();
  }
  await expect(told).toContainText(/\d+ → \d+ \(\+8\)/);
  await expect(told).toContainText("Spanner's documentation");
  // Another option's: it is selected, too.
  await option(page, "Use a random UUID as the key")
    .getByRole("button", { name: /application change/ })
    .click();
  await expect(told).toContainText("read it back with THEN RETURN");
  await expect(told.locator("summary")).toBeFocused();
  await expect(radio(page, "Use a random UUID as the key")).toBeChecked();
  await told.getByRole("link", { name: /^About this fix/ }).click();
  await expect(page.locator("hotsplit-guide")).toContainText("Use a random UUID as the key");
});

test("a choice of a fix is a menu, a list a text field", async ({ page }) => {
  await open(page);
  const key = await openKey(page, "Transactions");
  await radio(page, "Use a random UUID as the key").check();
  await settled(page);
  await key.getByRole("button", { name: /^Type of the id: STRING/ }).click();
  await page.getByRole("menuitemradio", { name: /^UUID/ }).click();
  await settled(page);
  await page.getByRole("tab", { name: "Diff" }).click();
  await expect(diff(page)).toContainText("NEW_UUID()");
  // No native select stands on the page of a key.
  await expect(key.getByRole("combobox")).toHaveCount(0);
});

test("fixes that do not fit stand in one line, and say why", async ({ page }) => {
  await open(page);
  await text(page, SHOP);
  const key = await problem(page, /OrdersByTime/);
  const fold = key.getByText(/^\s*\d+ more that do(es)? not fit\s*$/);
  const many = Number.parseInt((await fold.textContent())?.replace(/\D+/, "") ?? "", 10);
  const out = key.locator(".refused li");
  await expect(out.first()).toBeHidden();
  await fold.click();
  await expect(out).toHaveCount(many);
  for (const one of await out.all()) {
    await expect(one).toContainText(/:\s+.+\./);
    await expect(one.getByRole("radio")).toHaveCount(0);
  }
});

test("to keep a key takes its fixes off, also one that was chosen before", async ({ page }) => {
  await open(page);
  const before = await editor(page).textContent();
  const key = await openKey(page, "Transactions");
  await radio(page, "Start the key with a full hash").check();
  await settled(page);
  await radio(page, /^\s*Keep it/).check();
  // At once, and not only when the run without it is there.
  await expect(page.getByRole("button", { name: "Apply to schema" })).toHaveCount(0);
  await settled(page);
  await expect(page.locator("hotsplit-outcome")).toContainText("has no preview");
  await expect(page.getByRole("region", { name: "Numbers after" })).toHaveCount(0);
  // It was not decided, so the choice is there again.
  await key.getByRole("button", { name: "Cancel" }).click();
  await settled(page);
  await expect(radio(page, "Start the key with a full hash")).toBeChecked();
  await expect(page.getByRole("button", { name: "Apply to schema" })).toBeVisible();
  await radio(page, /^\s*Keep it/).check();
  await key.getByLabel("Reason for accepting").fill("two rows a day");
  await key.getByRole("button", { name: "Accept" }).click();
  await expect(editor(page)).toContainText("two rows a day");
  await settled(page);
  expect((await editor(page).textContent())?.length).toBeLessThan((before?.length ?? 0) + 200);
});

test("a fix that needs something first asks for it, and is then shown", async ({ page }) => {
  await open(page);
  await example(page, "Tenant, then a counter");
  await settled(page);
  const key = await problem(page, /spreads the writes/);
  const rows = () => key.locator("tbody tr:not(.under)").allTextContents();
  const t9 = key
    .getByRole("row")
    .filter({ hasText: /dominate|big tenants|few values/i })
    .first();
  const place = (await rows()).indexOf((await t9.textContent()) ?? "");
  expect(place).toBeGreaterThan(0);
  await t9.getByRole("radio").check();
  await expect(key.getByRole("status")).toContainText("Not possible yet:");
  const field = key.getByLabel("Values of tenant_id that dominate");
  await field.fill("acme, umbrella");
  await page.keyboard.press("Enter");
  await expect(t9).toContainText(/\(tenant_id, .*id\)/);
  await settled(page);
  await expect(t9.getByRole("radio")).toBeChecked();
  // It is the same field still: whoever types on is not thrown out of it.
  await expect(field).toBeFocused();
  await page.getByRole("tab", { name: "Diff" }).click();
  await expect(diff(page)).toContainText("umbrella");
  await set(field, "");
  await expect(key.getByRole("status").first()).toContainText("Not possible as set:");
});

test("what changes on the way is named one by one", async ({ page }) => {
  await open(page);
  await text(page, SHOP);
  const key = await openKey(page, "Orders");
  await key.locator("details.told summary").click();
  const changed = key.locator("details.told dd").filter({ hasText: /^(table|index|foreign key)/ });
  for (const name of ["Lines", "Notes", "Parcels", "Refunds", "Returns", "Visits"]) {
    await expect(changed).toContainText(name);
  }
});

test("several fixes are chosen, applied together and cleared", async ({ page }) => {
  await open(page);
  await text(page, SHOP);
  await openKey(page, "Orders");
  await radio(page, "Start the key with a full hash").check();
  await settled(page);
  await page.locator("hotsplit-key .back").click();
  const key = await problem(page, /OrdersByTime/);
  await key.getByRole("radio").first().check();
  await settled(page);
  const acts = page.locator("hotsplit-key-acts");
  await expect(acts).toContainText("Applied together with the fix chosen for other keys.");
  await expect(page.getByRole("region", { name: "Numbers after" })).toContainText("2 fixes");
  await acts.getByRole("button", { name: "Clear" }).click();
  await settled(page);
  await expect(acts.getByRole("button", { name: "Clear" })).toHaveCount(0);
});

test("fixes that do not go together say so at the option", async ({ page }) => {
  await open(page);
  await example(page, "ULID ledger behind 16 shards");
  await settled(page);
  await problem(page, /ranges from -15 to 15/);
  await radio(page, shard).check();
  await settled(page);
  await page.locator("hotsplit-key .back").click();
  const key = await problem(page, /is set by the application/);
  await key.getByRole("radio").first().check();
  await settled(page);
  await expect(key.getByRole("status")).toContainText("Not applied with the other fixes");
  await expect(key.getByRole("status")).toContainText("also fixes this finding");
});

test("choosing and clearing replaces nothing that stands on the page", async ({ page }) => {
  await open(page);
  await openKey(page, "Transactions");
  await page.evaluate(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    const outcome = document.querySelector("hotsplit-outcome")?.shadowRoot;
    const maps = outcome?.querySelector("hotsplit-maps")?.shadowRoot;
    const watch = (root: Node) =>
      new MutationObserver((changes) => {
        for (const { removedNodes } of changes) {
          for (const node of removedNodes) {
            if (!(node instanceof HTMLElement)) continue;
            const gone = [node, ...node.querySelectorAll("*")].map((one) => one.localName);
            seen.push(...gone.filter((name) => name.includes("-")));
          }
        }
      }).observe(root, { childList: true, subtree: true });
    if (outcome) watch(outcome);
    if (maps) watch(maps);
    watch(document.body);
  });
  await radio(page, "Start the key with a full hash").check();
  await settled(page);
  await shards(page, 32);
  await settled(page);
  await page.getByRole("button", { name: "Clear" }).click();
  await settled(page);
  expect(await page.evaluate((): unknown => Reflect.get(window, "seen"))).toEqual([]);
});

test("fixes are applied with one button, both maps stay, and Undo brings the preview back", async ({
  page,
}) => {
  await open(page);
  const before = await editor(page).textContent();
  const side = (which: string) =>
    page.getByRole("region", { name: `Numbers ${which}` }).getByRole("heading");
  await expect(side("after")).toContainText("preview");
  await openKey(page, "Transactions");
  await page.getByRole("button", { name: "Apply to schema" }).click();
  await expect(editor(page)).toContainText("ShardId");
  const toast = page.getByRole("status").filter({ hasText: "Applied 1 fix." });
  await expect(toast).toBeVisible();
  await settled(page);
  // Both maps are of what was changed: before is the schema as it was.
  await expect(page.locator("hotsplit-outcome hotsplit-heatmap")).toHaveCount(2);
  await expect(side("before")).toContainText("Before");
  await toast.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => editor(page).textContent()).toBe(before);
  await expect(toast).toHaveCount(0);
  await settled(page);
  await expect(side("after")).toContainText("preview");
  await expect(page.locator("hotsplit-outcome hotsplit-heatmap")).toHaveCount(2);

  // The same with the editor's own undo; the next edit ends the comparison.
  await page.getByRole("button", { name: /^Use this fix/ }).click();
  await expect(toast).toBeVisible();
  await settled(page);
  await editor(page).focus();
  await page.keyboard.press("Control+z");
  await expect.poll(() => editor(page).textContent()).toBe(before);
  await settled(page);
  await expect(side("after")).toContainText("preview");
  await page.keyboard.press("Control+Shift+z");
  await settled(page);
  await page.keyboard.press("Control+End");
  await page.keyboard.type("-- more");
  await settled(page);
  await expect(toast).toHaveCount(0);
  await expect(side("before")).toContainText("Now");
});

test("after a chosen fix is applied and taken back, the list and the preview are as before", async ({
  page,
}) => {
  await open(page);
  await text(page, CHANGES);
  const fixes = page.locator("hotsplit-hot-keys .row .fix");
  const after = page.getByRole("region", { name: "Numbers after" }).getByRole("heading");
  await expect(fixes).not.toHaveCount(0);
  await openKey(page, "OrdersByUpdated");
  const second = page.locator("hotsplit-key").getByRole("radio").nth(1);
  await second.check();
  await settled(page);
  await page.locator("hotsplit-key .back").click();
  const before = [...(await fixes.allTextContents()), await after.textContent()];
  await page.getByRole("button", { name: "Apply to schema" }).click();
  const toast = page.getByRole("status").filter({ hasText: "Applied 1 fix." });
  await expect(toast).toBeVisible();
  await settled(page);
  await toast.getByRole("button", { name: "Undo" }).click();
  await expect(toast).toHaveCount(0);
  await settled(page);
  await expect
    .poll(async () => [...(await fixes.allTextContents()), await after.textContent()])
    .toEqual(before);
});

test("a hint is never the primary button", async ({ page }) => {
  await open(page);
  await text(page, SHOP);
  const list = await findings(page);
  const hint = list.locator(".row").filter({ hasText: /^\s*▸?\s*(hint|note)/ });
  await expect(hint).not.toHaveCount(0);
  await hint.first().click();
  await expect(page.locator("hotsplit-key").getByRole("table")).toBeVisible();
  const radios = page.locator("hotsplit-key").getByRole("radio");
  if ((await radios.count()) > 1) {
    await radios.first().check();
    await settled(page);
  }
  await expect(page.locator("hotsplit-key-acts button.main")).toHaveCount(0);
  await expect(page.locator("hotsplit-key button.main")).toHaveCount(0);
});

test("what is set for a fix goes with the link", async ({ page, browser, baseURL }) => {
  await open(page);
  await openKey(page, "Transactions");
  await shards(page, 128);
  await settled(page);
  const link = await copiedLink(page);
  const other = await (await browser.newContext(baseURL ? { baseURL } : {})).newPage();
  await other.goto(link);
  await settled(other);
  // The key is open as it was.
  await expect(radio(other, shard)).toBeChecked();
  await expect(
    option(other, shard).getByRole("button", { name: /^Shards of.*: 128 shards/ }),
  ).toBeVisible();
  await other.context().close();
});

test("a finger does it all on a phone", async ({ browser, baseURL }) => {
  const context = await browser.newContext({
    ...(baseURL ? { baseURL } : {}),
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const page = await context.newPage();
  await page.goto("./");
  await settled(page);
  await page.getByRole("button", { name: /^Why/ }).tap();
  const key = page.locator("hotsplit-key");
  await expect(key.getByRole("table")).toBeVisible();
  // What reads cost stands below the selected option.
  await expect(key.locator(".reads")).toContainText(/newest 50: 16 scans\s+worse/);
  await radio(page, "Start the key with a full hash").tap();
  await settled(page);
  await expect(key.locator(".reads")).toContainText(/newest 50: full scan\s+worse/);
  // Everything that is tapped is as large as a finger, but links within a sentence.
  const small = await key.evaluate((host) => {
    const all = [...(host.shadowRoot?.querySelectorAll("button:not(.link), label, summary") ?? [])];
    return all
      .map((one) => ({ box: one.getBoundingClientRect(), name: one.textContent?.trim() }))
      .filter(({ box }) => box.width > 0 && box.height < 43.5)
      .map(({ box, name }) => `${name}: ${box.width} × ${box.height}`);
  });
  expect(small).toEqual([]);
  await page.getByRole("button", { name: "Migration plan for a live database" }).tap();
  const plan = page.getByRole("region", { name: "Migration plan", exact: true });
  await expect(plan.getByRole("heading", { level: 3 }).first()).toBeVisible();
  await expect(plan.getByRole("radio", { name: "Live database" })).toBeChecked();
  await plan.getByRole("button", { name: "Back", exact: true }).tap();
  await page.getByRole("button", { name: "Clear" }).tap();
  await settled(page);
  await expect(page.getByRole("button", { name: "Clear" })).toHaveCount(0);
  await context.close();
});

test("axe finds nothing in hot keys, options and the list", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await open(page);
  await text(page, SHOP);
  for (const width of [1440, 390]) {
    await resize(page, width, 844);
    // The maps have tests of their own.
    const check = (what: string) =>
      cleanInSchemes(page, `${what} at ${width}`, {
        parts: [".story"],
        without: ["hotsplit-maps"],
      });
    await settled(page);
    await findings(page);
    await check("lists");
    const key = await openKey(page, "Orders");
    await key.locator("details.told summary").click();
    await key.getByRole("radio", { name: /^Keep it/ }).check();
    await key.getByRole("button", { name: "Accept" }).click();
    await expect(key.getByRole("alert")).toBeVisible();
    await check("options");
    await key.getByRole("button", { name: "Cancel" }).click();
    await key.locator(".back").click();
  }
});

test("lists and options stick out nowhere, from a phone's width to a desk's", async ({ page }) => {
  await open(page);
  await text(page, SHOP);
  const over = () =>
    page.evaluate(() => {
      const inner = ["hotsplit-hot-keys", "hotsplit-key", "hotsplit-key-acts"].map((name) =>
        document.querySelector(name),
      );
      const edge = document.querySelector(".story")?.getBoundingClientRect().right ?? 0;
      const parts = inner.flatMap((part) => [...(part?.shadowRoot?.querySelectorAll("*") ?? [])]);
      return [document.documentElement, ...inner]
        .filter((part) => part && part.scrollWidth > part.clientWidth)
        .map((part) => part?.tagName)
        .concat(
          parts
            .filter((part) => part.getBoundingClientRect().right > edge + 0.5)
            .map((part) => part.tagName),
        );
    });
  for (const width of [1440, 1000, 390, 320]) {
    await resize(page, width, 844);
    expect(await over(), `list at ${width}`).toEqual([]);
    const key = await openKey(page, "Orders");
    await key.locator("details.told summary").click();
    expect(await over(), `options at ${width}`).toEqual([]);
    await key.locator(".back").click();
  }
});

test("a knob is followed by what a fix writes, and the runs by that", async ({ page }) => {
  await page.addInitScript(() => {
    const asked: string[] = [];
    Object.assign(window, { asked });
    const Real = window.Worker;
    window.Worker = class extends Real {
      override postMessage(message: { name: string; ask?: unknown }, transfer?: unknown): void {
        // A run that is told in slices goes on without an ask.
        if (message.ask !== undefined) asked.push(message.name);
        super.postMessage(message, Array.isArray(transfer) ? transfer : []);
      }
    };
  });
  await open(page);
  await openKey(page, "Transactions");
  await radio(page, "Use a random UUID as the key").check();
  await radio(page, shard).check();
  await settled(page);
  await page.getByRole("tab", { name: "Diff" }).click();
  await page.locator("hotsplit-key .back").click();
  await page.locator("hotsplit-verdict").getByRole("button", { name: "Change" }).click();
  /** Turns a knob; gives the first shape that the map after it shows, and what was asked for. */
  const turn = async (knob: string, value: string): Promise<readonly [string, string]> => {
    await page.evaluate(() => Reflect.get(window, "asked").splice(0));
    await set(page.getByLabel(knob, { exact: true }), value);
    await settled(page);
    const shape = await page
      .locator("hotsplit-maps")
      .evaluate((element) => Reflect.get(element, "results").answer.after.patterns[0].label);
    const asked = await page.evaluate(() => Reflect.get(window, "asked"));
    const runs = asked.filter((name: string) => name === "simulate" || name === "rewrite");
    return [shape, runs.join(" ")];
  };
  const rewritten = page.getByRole("textbox", { name: "Rewritten schema" });
  // It writes the same: it is asked for behind the run.
  const [more, once] = await turn("Writes/s", "11000");
  expect(more).toMatch(/^16 write points/);
  expect(once).toBe("simulate rewrite");
  await expect(rewritten).toContainText("FARM_FINGERPRINT(TxnId), 16)");
  // It writes something else: that is run, too.
  const [wider, twice] = await turn("Nodes", "100");
  expect(wider).toMatch(/^128 write points/);
  expect(twice).toBe("simulate rewrite simulate");
  await expect(rewritten).toContainText("FARM_FINGERPRINT(TxnId), 128)");
});
