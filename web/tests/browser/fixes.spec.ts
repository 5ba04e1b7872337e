/** Choosing among fixes: what each gives and costs, with a number of one's own, several at once. */
import { expect, type Locator, type Page } from "@playwright/test";
import { axe } from "./axe.js";
import { copiedLink, editor, example, open, settled, test, write } from "./page.js";
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

const card = (page: Page, id: string) => page.getByRole("article", { name: `Fix ${id}` });
const used = (page: Page) => page.getByRole("list", { name: "Fixes in use" });
const served = (page: Page) => page.locator("hotsplit-numbers #served dd");

/** Opens a finding by words of its title. */
async function problem(page: Page, title: string | RegExp): Promise<void> {
  await page.getByRole("button", { name: title }).first().click();
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

test("a card says what it gives and what it costs, the price in words", async ({ page }) => {
  await open(page);
  await problem(page, /Transactions.*line/);
  const t5 = card(page, "T5");
  await expect(t5).toContainText("(ShardId, TxnId)");
  await expect(t5).toContainText(/up to 28k writes\/s/);
  await expect(t5).toContainText(/\d+ → \d+ \(\+8\)/);
  const row = (name: RegExp) => t5.getByRole("row", { name });
  await expect(row(/^the newest/)).toContainText("16 scans and a merge");
  await expect(row(/^the newest/)).toContainText("worse");
  await expect(row(/^the last hour/)).toContainText("worse");
  // What stays as it is takes no row.
  await expect(row(/^one row/)).toHaveCount(0);
  await expect(t5.getByText(/^As now:/)).toContainText(/one row by TxnId \(1 scan\)/);
  // Its name leads to its page.
  await t5.getByRole("link", { name: "T5" }).click();
  await expect(page.getByRole("dialog")).toContainText("T5: Lead the key with a hash shard");
});

test("another number of shards is worked out before the fix is chosen, and after", async ({
  page,
}) => {
  await open(page);
  await problem(page, /Transactions.*line/);
  const t5 = card(page, "T5");
  const shards = t5.getByLabel("Shards");
  await expect(shards).toHaveValue("16");
  await t5.getByText("How many?").click();
  await expect(t5).toContainText("Spanner's documentation");
  await set(shards, "64");
  await expect(t5.getByRole("row", { name: /^the last hour/ })).toContainText("64 scans");
  await expect(used(page)).toHaveCount(0);

  await t5.getByRole("button", { name: "Use this fix" }).click();
  await expect(used(page)).toContainText("T5 on Transactions, shards 64");
  await page.getByRole("tab", { name: "Rewritten" }).click();
  await expect(page.locator("#diff")).toContainText("64)");

  // Now it is in use: the rewrite follows the field at once.
  await set(shards, "8");
  await expect(page.locator("#diff")).toContainText("8)");
  await expect(page.locator("#diff")).not.toContainText("64)");
  await expect(t5.getByRole("row", { name: /^the last hour/ })).toContainText("8 scans");
  await t5.getByRole("button", { name: "Back to what is suggested" }).click();
  await expect(shards).toHaveValue("16");
  await expect(page.locator("#diff")).toContainText("16)");
  await expect(used(page)).not.toContainText("shards");
});

test("a number that does not fit is told at its field, and the fix stays as it was", async ({
  page,
}) => {
  await open(page);
  await problem(page, /Transactions.*line/);
  const t5 = card(page, "T5");
  const shards = t5.getByLabel("Shards");
  for (const value of ["1", "", "4097", "2.5"]) {
    await set(shards, value);
    await expect(t5.getByRole("alert")).toHaveText("Expected a whole number from 2 to 4096.");
    await expect(shards).toHaveAttribute("aria-invalid", "true");
    await expect(t5.getByRole("row", { name: /^the last hour/ })).toContainText("16 scans");
  }
  await set(shards, "4");
  await expect(t5.getByRole("alert")).toHaveCount(0);
  await expect(t5.getByRole("row", { name: /^the last hour/ })).toContainText("4 scans");
});

test("a choice is a select, a list a text field, each with its notes", async ({ page }) => {
  await open(page);
  await problem(page, /Transactions.*line/);
  const t5 = card(page, "T5");
  await expect(t5).toBeVisible();
  // Whatever fixes ask: a card that asks for both, in place of the one that is shown.
  const element = page.locator("hotsplit-fix-card").first();
  await element.evaluate((one) => {
    const common = { choices: [], notes: [] };
    const asks = [
      {
        ...common,
        name: "type",
        label: "Type of `Id`",
        kind: "choice",
        value: "uuid",
        choices: [
          { value: "uuid", label: "UUID" },
          { value: "string", label: "STRING(36)" },
        ],
        notes: ["A UUID takes 16 bytes, its text 36."],
      },
      { ...common, name: "columns", label: "Stored columns", kind: "list", value: "A, B" },
    ];
    const card = { ...Reflect.get(one, "card"), asks };
    // It stays when the engine's own comes once more.
    Object.defineProperty(one, "card", { get: () => card, set() {} });
    Reflect.get(one, "requestUpdate").call(one);
    const sent: unknown[] = [];
    Object.assign(window, { sent });
    one.addEventListener("hotsplit-action", (event) => {
      event.stopPropagation();
      if (event instanceof CustomEvent) sent.push(event.detail);
    });
  });
  const type = t5.getByLabel("Type of Id");
  await expect(type).toHaveValue("uuid");
  await expect(type).toHaveAccessibleDescription("A UUID takes 16 bytes, its text 36.");
  await type.selectOption({ label: "STRING(36)" });
  await set(t5.getByLabel("Stored columns"), " A, C ");
  // Left as it was, it says nothing.
  await t5.getByLabel("Stored columns").focus();
  await page.keyboard.press("Tab");
  const sent: unknown = await page.evaluate(() => Reflect.get(window, "sent"));
  const tune = {
    do: "tune",
    finding: "key-time-ordered-id Transactions.TxnId",
    fix: "hash-shard-prefix",
  };
  expect(sent).toEqual([
    { ...tune, set: { type: "string" } },
    { ...tune, set: { columns: "A, C" } },
  ]);
});

/** Names of the cards in their order. */
const names = (page: Page) =>
  page
    .getByRole("article")
    .evaluateAll((all) => all.map((one) => one.getAttribute("aria-label") ?? ""));

test("fixes that cannot be used stand in one line after the others, and say why", async ({
  page,
}) => {
  await open(page);
  await text(page, SHOP);
  await problem(page, /OrdersByTime.*line/);
  await expect(page.getByRole("article").first()).toBeVisible();
  const out = page.getByRole("article", { name: /not possible/ });
  await expect(out).toHaveCount(0);
  const fold = page.getByRole("button", { name: /^\d+ more that cannot be used here$/ });
  const many = Number.parseInt((await fold.textContent())?.replace(/\D+/, "") ?? "", 10);
  await fold.focus();
  await page.keyboard.press("Enter");
  await expect(fold).toHaveAttribute("aria-expanded", "true");
  await expect(out).toHaveCount(many);
  for (const one of await out.all()) {
    await expect(one).toContainText(/Not possible here: .+\./);
    await expect(one.getByRole("button")).toHaveCount(0);
  }
  const all = await names(page);
  expect(all.slice(-many).every((name) => name.includes("not possible"))).toBe(true);
  expect(all.length).toBeGreaterThan(many);
  await page.keyboard.press("Enter");
  await expect(out).toHaveCount(0);
});

test("the first fix is marked and shown whole, the rest of the others is folded", async ({
  page,
}) => {
  await open(page);
  await problem(page, /Transactions.*line/);
  const all = page.getByRole("article");
  await expect(all.first()).toContainText("suggested");
  await expect(all.filter({ hasText: "suggested" })).toHaveCount(1);
  const first = await all.first().getByRole("link").first().textContent();
  await expect(page.getByRole("button", { name: `Try ${first}` })).toBeVisible();
  await expect(all.first().getByText("Costs", { exact: true })).toBeVisible();

  // What fixes are compared by is in sight, what they cost in words is one press away.
  const t6 = card(page, "T6");
  await expect(t6.getByText("(TxnIdHash, TxnId)")).toBeVisible();
  await expect(t6.getByText(/^up to .* writes\/s$/)).toBeVisible();
  await expect(t6.getByRole("table")).toBeVisible();
  const costs = t6.getByText("Costs", { exact: true });
  await expect(costs).toBeHidden();
  await expect(t6.getByRole("combobox")).toBeHidden();
  const rest = t6.getByRole("button", { name: /^\d+ costs?, .*choice/ });
  await rest.click();
  await expect(costs).toBeVisible();
  await expect(t6.getByRole("combobox")).toBeVisible();
  await rest.click();
  await expect(costs).toBeHidden();
  // What was folded by hand stays folded, in use too.
  await t6.getByRole("button", { name: "Use this fix" }).click();
  await expect(t6.getByRole("button", { name: "In use: remove" })).toBeVisible();
  await expect(costs).toBeHidden();
});

test("a fix that needs something first asks for it, and is then offered in its place", async ({
  page,
}) => {
  await open(page);
  await example(page, "Tenant, then a counter");
  await settled(page);
  await problem(page, /spreads events.*line/);
  const asks = page.getByRole("article", { name: "T9, something to choose first" });
  await expect(asks).toContainText("Not possible yet:");
  await expect(asks.getByRole("button", { name: "Use this fix" })).toHaveCount(0);
  const place = (await names(page)).findIndex((name) => name.startsWith("T9"));
  expect(place).toBeGreaterThan(0);

  await asks.getByRole("button", { name: "Work it out" }).click();
  const field = page.getByLabel("Values of tenant_id that dominate");
  await expect(field).toBeFocused();
  await field.fill("acme, umbrella");
  await page.keyboard.press("Enter");
  const t9 = card(page, "T9");
  await expect(t9.getByText(/^\(tenant_id, .*id\)$/)).toBeVisible();
  // It is the same field still: whoever types on is not thrown out of it.
  await expect(field).toBeFocused();
  expect((await names(page))[place]).toBe("Fix T9");
  await t9.getByRole("button", { name: "Use this fix" }).click();
  await expect(used(page)).toContainText("T9 on events, tenants acme, umbrella");
  await page.getByRole("tab", { name: "Rewritten" }).click();
  await expect(page.locator("#diff")).toContainText("umbrella");
  await t9.getByRole("button", { name: "In use: remove" }).click();

  await set(field, "");
  const without = page.getByRole("article", { name: "T9, something to choose first" });
  await expect(without.getByRole("status")).toContainText("Not possible as set:");
  await without.getByRole("button", { name: "Back to what is suggested" }).click();
  await expect(asks).toContainText("Not possible yet:");
});

test("what changes on the way is named one by one, the rest behind a button", async ({ page }) => {
  await open(page);
  await text(page, SHOP);
  await problem(page, /OrderId leads the key of Orders|Orders.*OrderId.*line/);
  const t5 = card(page, "T5");
  const changed = t5.getByRole("listitem").filter({ hasText: /^(table|index|foreign key)/ });
  await expect(changed).toHaveCount(4);
  await t5.getByRole("button", { name: /^Show \d+ more$/ }).click();
  for (const name of ["Lines", "Notes", "Parcels", "Refunds", "Returns", "Visits"]) {
    await expect(changed.filter({ hasText: name })).toHaveCount(1);
  }
  await t5.getByRole("button", { name: "Show fewer" }).click();
  await expect(changed).toHaveCount(4);
});

test("several fixes stand in one bar, each taken back alone or all at once", async ({ page }) => {
  await open(page);
  await text(page, SHOP);
  await problem(page, /Orders.*OrderId.*line/);
  await card(page, "T5").getByRole("button", { name: "Use this fix" }).click();
  await problem(page, /OrdersByTime.*line/);
  await card(page, "T13").getByRole("button", { name: "Use this fix" }).click();
  const bar = page.getByRole("region", { name: "Fixes chosen" });
  await expect(bar).toContainText("2 fixes chosen");
  await expect(used(page)).toContainText("T5 on Orders");
  await expect(used(page)).toContainText("T13 on OrdersByTime");
  await settled(page);

  // A name leads to its problem.
  await used(page).getByRole("button", { name: "T5 on Orders", exact: true }).click();
  const row = page.getByRole("button", { name: /Orders.*OrderId.*line/, expanded: true });
  await expect(row).toBeInViewport();
  await expect(card(page, "T5").getByRole("button", { name: "In use" })).toBeVisible();

  await used(page).getByRole("button", { name: "Remove T5 on Orders" }).click();
  await expect(bar).toContainText("1 fix chosen");
  await expect(used(page)).not.toContainText("T5");
  await expect(card(page, "T5").getByRole("button", { name: "Use this fix" })).toBeVisible();
  await bar.getByRole("button", { name: "Undo all" }).click();
  await expect(bar).toHaveCount(0);
  await expect(page.getByRole("button", { name: /^Try / })).toBeVisible();
});

test("fixes that do not go together say so, in the bar and on the card", async ({ page }) => {
  await open(page);
  await example(page, "ULID ledger behind 16 shards");
  await settled(page);
  await problem(page, /runs from -15 to 15/);
  await card(page, "T5").getByRole("button", { name: "Use this fix" }).click();
  await expect(used(page)).toContainText("T5 on Transactions");
  await problem(page, /is filled by the application/);
  const all = page.getByRole("button", { name: "Use this fix" });
  await expect(all.first()).toBeVisible();
  await all.first().click();
  const bar = page.getByRole("region", { name: "Fixes chosen" });
  await expect(bar).toContainText("2 fixes chosen, 1 not applied");
  await expect(bar.getByRole("status")).toContainText("cures its finding too");
  await expect(
    page.getByRole("article").filter({ hasText: "Chosen, but not applied" }),
  ).toHaveCount(1);
});

test("choosing and undoing replaces nothing that stands on the page", async ({ page }) => {
  await open(page);
  await problem(page, /Transactions.*line/);
  await page.evaluate(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    const results = document.querySelector("hotsplit-results")?.shadowRoot;
    const maps = results?.querySelector("hotsplit-maps")?.shadowRoot;
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
    if (results) watch(results);
    if (maps) watch(maps);
    watch(document.body);
  });
  const t5 = card(page, "T5");
  await t5.getByRole("button", { name: "Use this fix" }).click();
  await expect(served(page)).toContainText("12k/s");
  await settled(page);
  await set(t5.getByLabel("Shards"), "32");
  await settled(page);
  await expect(used(page)).toContainText("shards 32");
  const during: unknown = await page.evaluate(() => Reflect.get(window, "seen"));
  expect(during).toEqual([]);
  await t5.getByRole("button", { name: "In use: remove" }).click();
  await settled(page);
  // The second map and the bar go, because there is nothing for them to show.
  const after = () => page.evaluate((): unknown => Reflect.get(window, "seen").sort());
  await expect.poll(after).toEqual(["hotsplit-chosen", "hotsplit-heatmap"]);
});

test("an accepted problem is taken back, and the text is as it was", async ({ page }) => {
  await open(page);
  const before = await editor(page).textContent();
  await problem(page, /Transactions.*line/);
  await page.getByRole("button", { name: "Accept this problem" }).click();
  await page.getByRole("textbox", { name: "Reason" }).fill("two rows a day");
  await page.keyboard.press("Enter");
  const accepted = page.getByRole("region", { name: "Accepted" });
  await expect(accepted).toContainText("two rows a day");
  await accepted.getByRole("button", { name: /^Withdraw/ }).click();
  await expect(accepted).toHaveCount(0);
  await expect.poll(() => editor(page).textContent()).toBe(before);
  await expect(page.getByRole("button", { name: /Transactions.*line/ })).toBeVisible();
});

test("what is set for a fix goes with the link", async ({ page, browser, baseURL }) => {
  await open(page);
  await problem(page, /Transactions.*line/);
  await set(card(page, "T5").getByLabel("Shards"), "128");
  await card(page, "T5").getByRole("button", { name: "Use this fix" }).click();
  await settled(page);
  const link = await copiedLink(page);
  const other = await (await browser.newContext(baseURL ? { baseURL } : {})).newPage();
  await other.goto(link);
  await settled(other);
  await expect(used(other)).toContainText("T5 on Transactions, shards 128");
  // The problem is open as it was.
  await expect(card(other, "T5").getByLabel("Shards")).toHaveValue("128");
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
  await page.getByRole("button", { name: "Problems", exact: true }).tap();
  await page.getByRole("button", { name: /Transactions.*line/ }).tap();
  await card(page, "T5").getByRole("button", { name: "Use this fix" }).tap();
  await expect(used(page)).toContainText("T5 on Transactions");
  await page.getByRole("button", { name: "Plan", exact: true }).tap();
  const plan = page.getByRole("tabpanel", { name: "Plan" });
  await expect(plan.getByRole("heading", { level: 3 }).first()).toBeVisible();
  await plan.getByText("Holds data already").tap();
  await expect(plan.getByRole("radio", { name: "Holds data already" })).toBeChecked();
  await page.getByRole("button", { name: "Remove T5 on Transactions" }).tap();
  await expect(used(page)).toHaveCount(0);
  await context.close();
});

for (const scheme of ["light", "dark"] as const) {
  test(`axe finds nothing in cards and the bar, ${scheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
    await open(page);
    await example(page, "ULID ledger behind 16 shards");
    await settled(page);
    await problem(page, /runs from -15 to 15/);
    await set(card(page, "T5").getByLabel("Shards"), "1");
    await card(page, "T5").getByText("How many?").click();
    await card(page, "T5").getByRole("button", { name: "Use this fix" }).click();
    await expect(used(page)).toContainText("T5");
    await problem(page, /is filled by the application/);
    await page.getByRole("button", { name: "Use this fix" }).first().click();
    await expect(page.getByRole("list", { name: "Not applied" })).toBeVisible();
    for (const width of [1440, 390]) {
      await resize(page, width, 844);
      if (width < 900) {
        await page.getByRole("button", { name: "Problems", exact: true }).click();
      }
      await settledNarrow(page);
      const { violations } = await axe(page)
        .include("hotsplit-problems")
        .include("hotsplit-chosen")
        .analyze();
      const told = violations.map((one) => `${one.id}: ${one.nodes[0]?.html}`);
      expect(told, `${width}`).toEqual([]);
    }
  });
}

/** A run may be out of sight on a phone. */
async function settledNarrow(page: Page): Promise<void> {
  await expect(page.locator("hotsplit-results .cancel")).toHaveCount(0);
}

test("cards and bar stick out nowhere, from a phone's width to a desk's", async ({ page }) => {
  await open(page);
  await text(page, SHOP);
  await problem(page, /Orders.*OrderId.*line/);
  await card(page, "T5").getByRole("button", { name: "Use this fix" }).click();
  await problem(page, /OrdersByTime.*line/);
  await card(page, "T13").getByRole("button", { name: "Use this fix" }).click();
  await expect(used(page).getByRole("listitem")).toHaveCount(2);
  for (const width of [1440, 1000, 390, 320]) {
    await resize(page, width, 844);
    const tab = page.getByRole("button", { name: "Problems", exact: true });
    if (await tab.isVisible()) await tab.click();
    const over = await page.evaluate(() => {
      const cards = [
        ...(document
          .querySelector("hotsplit-problems")
          ?.shadowRoot?.querySelectorAll("hotsplit-fix-card") ?? []),
      ];
      const bar = document.querySelector("hotsplit-chosen")?.shadowRoot?.querySelector("section");
      const inner = cards.map((one) => one.shadowRoot?.querySelector("article"));
      return [document.documentElement, document.querySelector("hotsplit-problems"), bar, ...inner]
        .filter((part) => part && part.scrollWidth > part.clientWidth)
        .map((part) => part?.tagName);
    });
    expect(over, `at ${width}`).toEqual([]);
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
  await page.getByRole("button", { name: /^Try T5/ }).click();
  await settled(page);
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
  await page.getByRole("tab", { name: "Rewritten" }).click();
  const rewritten = page.getByRole("textbox", { name: "Rewritten schema" });
  // It writes the same: it is asked for behind the run.
  const [more, once] = await turn("Writes/s", "11000");
  expect(more).toMatch(/^16 parallel tails/);
  expect(once).toBe("simulate rewrite");
  await expect(rewritten).toContainText("FARM_FINGERPRINT(TxnId), 16)");
  // It writes something else: that is run, too.
  const [wider, twice] = await turn("Nodes", "100");
  expect(wider).toMatch(/^128 parallel tails/);
  expect(twice).toBe("simulate rewrite simulate");
  await expect(rewritten).toContainText("FARM_FINGERPRINT(TxnId), 128)");
});
