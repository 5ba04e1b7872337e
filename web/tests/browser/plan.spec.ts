/** The plan: read, copied, taken along; with the keyboard alone too. */
import { readFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import type { Rollout, RolloutRule, RolloutStep } from "../../../pkg/hotsplit.js";
import { clean, cleanInSchemes } from "./axe.js";
import { editor, open, openKey, settled, test, write } from "./page.js";
import { resize } from "./pulse.js";

const plan = (page: Page) => page.getByRole("region", { name: "Migration plan", exact: true });
const steps = (page: Page) => plan(page).locator("ol > li");
const choice = (page: Page, name: "New database" | "Live database") =>
  plan(page).getByRole("radio", { name });

/** Chooses the first fix on offer and opens its plan, each step of it, for a new database or a live one. */
async function planned(page: Page, live = false): Promise<void> {
  await page.getByRole("button", { name: /^Why/ }).click();
  // The key's own fix is previewed, which may ask for another run.
  await settled(page);
  await page.getByRole("button", { name: "Migration plan for a live database" }).click();
  await expect(steps(page)).toHaveCount(14);
  if (!live) {
    await switchTo(page, "New database");
    await expect(steps(page)).toHaveCount(1);
  } else await plan(page).getByRole("button", { name: "Open all" }).click();
  await settled(page);
}

async function switchTo(page: Page, name: "New database" | "Live database"): Promise<void> {
  await plan(page).getByText(name, { exact: true }).click();
  await expect(choice(page, name)).toBeChecked();
}

test("a plan is a page over the workspace: what changes, until when one can go back, what it needs", async ({
  page,
}) => {
  await open(page);
  await page.getByRole("button", { name: /^Why/ }).click();
  const way = page.getByRole("button", { name: "Migration plan for a live database" });
  await way.focus();
  await page.keyboard.press("Enter");
  const heading = plan(page).getByRole("heading", { level: 2 });
  await expect(heading).toHaveText(/^\s*Migration plan: Transactions → \(ShardId, TxnId\)\s*$/);
  await expect(heading).toBeFocused();
  await expect(plan(page)).toContainText(
    "Reversible until step 11. Needs: 4 deployments, 1 backfill, 1 backup.",
  );
  // What lies below is out of reach.
  await expect(page.locator(".schema")).toHaveAttribute("inert");
  await expect(page.locator(".story")).toHaveAttribute("inert");
  // Each step with who, how long and the way back, in a line.
  const copy = steps(page).filter({ hasText: "Copy the rows" });
  await expect(copy.locator(".who")).toHaveText("Job");
  await expect(copy.locator(".long")).toHaveText("hours");
  await expect(copy.locator(".way")).toHaveText("stop the job");
  await expect(steps(page).nth(10).locator(".way")).toHaveText("no rollback");
  const step = copy.locator("h3 button");
  await expect(step).toHaveAttribute("aria-expanded", "false");
  await step.click();
  await expect(step).toHaveAttribute("aria-expanded", "true");
  await expect(copy).toContainText("Why it is safe");
  // Back where one was, by button and by key.
  await plan(page).getByRole("button", { name: "Back", exact: true }).click();
  await expect(way).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(heading).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(plan(page)).toHaveCount(0);
  await expect(way).toBeFocused();
});

test("the plan differs with what is deployed, and the switch is kept", async ({ page }) => {
  await open(page);
  await planned(page);
  await expect(choice(page, "New database")).toBeChecked();
  await expect(steps(page).first()).toContainText("ShardId");
  await switchTo(page, "Live database");
  await expect(steps(page)).toHaveCount(14);

  // A draft keeps it, and a reload the page.
  await page.reload();
  await settled(page);
  await expect(choice(page, "Live database")).toBeChecked();
  await expect(steps(page)).toHaveCount(14);
});

test("the plan is still there once the fixes were applied", async ({ page }) => {
  await open(page);
  const before = await editor(page).textContent();
  await page.getByRole("button", { name: /^Use this fix/ }).click();
  const toast = page.getByRole("status").filter({ hasText: "Applied 1 fix." });
  const way = toast.getByRole("button", { name: "Migration plan" });
  // At once, before the runs have come.
  await way.focus();
  await page.keyboard.press("Enter");
  const heading = plan(page).getByRole("heading", { level: 2 });
  await expect(heading).toHaveText(/^\s*Migration plan: Transactions → \(ShardId, TxnId\)\s*$/);
  await expect(steps(page).first()).toContainText("ShardId");
  await settled(page);
  await expect(plan(page)).toBeVisible();
  await expect(toast).toBeHidden();
  // It leads from the schema before to the one that stands there now.
  const newest = plan(page).getByRole("region", { name: /^Before: .*Transactions: the newest/ });
  await expect(newest).not.toContainText("ShardId");
  await switchTo(page, "Live database");
  await expect(steps(page)).toHaveCount(14);
  await page.keyboard.press("Escape");
  await expect(way).toBeFocused();
  await toast.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => editor(page).textContent()).toBe(before);
  await expect(toast).toHaveCount(0);
});

test("the plan follows the choices", async ({ page }) => {
  await open(page);
  const key = await openKey(page, "Transactions");
  await key.getByRole("radio", { name: /random UUID/ }).check();
  await settled(page);
  await page.getByRole("button", { name: "Migration plan for a live database" }).click();
  await switchTo(page, "New database");
  await expect(steps(page).first()).toContainText("GENERATE_UUID()");
  await expect(plan(page).getByRole("heading", { level: 2 })).not.toContainText("ShardId");
});

test("a block is copied as it stands, the whole as Markdown", async ({ page }) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await open(page);
  await planned(page);
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  const block = steps(page).first().getByRole("region").first();
  const text = (await block.textContent()) ?? "";
  expect(text).toContain("CREATE TABLE Transactions");
  expect(text.trimEnd()).toMatch(/;$/);
  await steps(page)
    .first()
    .getByRole("button", { name: /^Copy DDL/ })
    .first()
    .click();
  await expect(plan(page).getByRole("button", { name: /copied$/ })).toHaveText("Copied");
  expect(await clipboard()).toBe(text);
  await plan(page).getByRole("button", { name: "Copy", exact: true }).click();
  await page.getByRole("menuitem", { name: "Plan as Markdown" }).click();
  await expect.poll(clipboard).toMatch(/^#/m);
  expect(await clipboard()).toContain("```");
});

test("the plan is a file to take along", async ({ page }) => {
  await open(page);
  await planned(page, true);
  await plan(page).getByRole("button", { name: "Download" }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("menuitem", { name: "plan.md" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("plan.md");
  const text = readFileSync(await download.path(), "utf8");
  for (const heading of await plan(page).locator("ol h3").allTextContents()) {
    expect(text.replaceAll("`", "")).toContain(heading.trim());
  }
});

test("split points are a file of their own, as the plan's command wants it", async ({ page }) => {
  await open(page);
  await planned(page, true);
  const points = page.getByRole("region", { name: /^File of split points/ });
  await expect(points).toContainText("TABLE Transactions_new");
  await expect(steps(page).filter({ has: points })).toContainText("splits.txt");
  await plan(page).getByRole("button", { name: "Download" }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("menuitem", { name: "splits.txt" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("splits.txt");
  expect(readFileSync(await download.path(), "utf8")).toBe(await points.textContent());
});

test("each way of reading stands with its query before and after", async ({ page }) => {
  await open(page);
  await planned(page);
  const queries = plan(page).getByRole("region", { name: "Queries", exact: true });
  const newest = queries.getByRole("region", { name: /^Before: .*Transactions: the newest/ });
  await expect(newest).toContainText("ORDER BY TxnId DESC");
  await expect(newest).not.toContainText("ShardId");
  const after = queries.getByRole("region", { name: /^After: .*Transactions: the newest/ });
  await expect(after).toContainText("ShardId");
  await expect(queries).toContainText("worse");
});

test("queries before and after line up, and none is cut", async ({ page }) => {
  await open(page);
  await planned(page);
  const wrong = await plan(page)
    .locator(".pair:not(.one)")
    .evaluateAll((pairs) =>
      pairs.flatMap((pair) => {
        const all = [...pair.querySelectorAll("pre")];
        const tops = new Set(all.map((one) => Math.round(one.getBoundingClientRect().top)));
        const cut = all.filter((one) => one.scrollWidth > one.clientWidth);
        return tops.size > 1 || cut.length > 0 ? [pair.textContent] : [];
      }),
    );
  expect(wrong).toEqual([]);
  await expect(plan(page).locator(".pair:not(.one) pre")).not.toHaveCount(0);
});

test("a plan is text: what looks like markup in a schema stays what it is", async ({ page }) => {
  await open(page);
  const evil = '<img src=x onerror="document.title=1">';
  await write(
    page,
    `CREATE TABLE Transactions (
  Id STRING(26) NOT NULL, -- ULID
  Note STRING(MAX) NOT NULL DEFAULT ('${evil}'),
) PRIMARY KEY (Id);`,
  );
  await settled(page);
  await planned(page);
  await expect(steps(page).first()).toContainText(evil);
  await expect(plan(page).locator("img")).toHaveCount(0);
});

test("a fix is chosen with another number and its plan read, with the keyboard alone", async ({
  page,
}) => {
  await open(page);
  await editor(page).focus();
  /** Tabs on until something with these words has the focus. */
  const reach = async (what: RegExp, key = "Tab") => {
    for (let step = 0; step < 80; step++) {
      const told = await page.evaluate(() => {
        let one: Element | null = document.activeElement;
        while (one?.shadowRoot?.activeElement) one = one.shadowRoot.activeElement;
        const label = one instanceof HTMLInputElement ? one.labels?.[0]?.textContent : undefined;
        return (one?.getAttribute("aria-label") ?? label ?? one?.textContent ?? "").trim();
      });
      if (what.test(told.replaceAll(/\s+/g, " "))) return;
      await page.keyboard.press(key);
    }
    throw new Error(`${what} is not reached with ${key}`);
  };
  await reach(/^Why, and/);
  await page.keyboard.press("Enter");
  await expect(page.locator("hotsplit-key").getByRole("table")).toBeVisible();
  await reach(/^Shards of/);
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await settled(page);
  await reach(/^\d costs, /);
  await page.keyboard.press("Enter");
  await expect(
    page.locator("details.told").getByText("Spanner's documentation: as many"),
  ).toBeVisible();
  await reach(/^Migration plan for a live database/);
  await page.keyboard.press("Enter");
  await expect(choice(page, "Live database")).toBeChecked();
  await reach(/^Live database$/);
  await page.keyboard.press("ArrowLeft");
  await expect(choice(page, "New database")).toBeChecked();
  await expect(steps(page).first()).toContainText("32");
  await reach(/^Copy$/);
  await reach(/^(DDL|DML|Query|Shell|Partitioned)/);
  // A block takes the focus, so that it can be scrolled.
  await expect(plan(page).getByRole("region").first()).toBeVisible();
});

/** A step of the application, with all that a step may have. */
function stepOf(said: Partial<RolloutStep>): RolloutStep {
  const key = { column: "Id", parameter: "Id", sql: "@Id", type: "INT64" };
  const rule = (table: string): RolloutRule => ({
    table,
    copies: [`${table}_new`],
    key: [key],
    afterWrite: [`INSERT OR UPDATE INTO ${table}_new (Id) SELECT Id FROM ${table} WHERE Id = @Id`],
    beforeDelete: {
      first: [`DELETE FROM ${table}_first WHERE Id = @Id`],
      rows: [{ table: "Legs", query: `SELECT Id FROM Legs WHERE Id = @Id` }],
      statements: [`DELETE FROM ${table}_new WHERE Id = @Id`],
    },
    supplied: [],
    shapes: ["go", "java", "python", "javascript"].map((language) => ({
      language,
      code: `${language} of ${table}`,
    })),
  });
  const range = { end: "SELECT Id FROM T", find: "SELECT 1", statements: ["DELETE FROM T"] };
  return {
    id: "follow-t",
    kind: "follow",
    title: "Follow `T`",
    owner: "application",
    duration: { class: "days", why: "a deployment of every writer" },
    reversible: false,
    safe: "One transaction changes both.",
    notes: ["Behind a flag."],
    watch: ["commit latency"],
    stop: ["latency doubles"],
    code: [{ kind: "ddl", statements: ["CREATE TABLE T"], limit: "One call." }],
    checks: [
      { query: "SELECT 7", expected: "no rows", when: "before" },
      { query: "SELECT 8", expected: "one row", when: "after" },
    ],
    rules: [rule("T"), rule("Legs")],
    passes: [
      {
        purpose: "repair",
        table: "T",
        copy: "T_new",
        rowsPerRange: 8000,
        upto: [{ ...key, sql: "@UptoId" }],
        after: [{ ...key, sql: "@AfterId" }],
        first: range,
        next: range,
      },
    ],
    back: { words: "Drop it.", code: [{ kind: "ddl", statements: ["DROP TABLE T"] }] },
    ...said,
  };
}

/** Shows these steps in place of the engine's. */
async function shown(page: Page, steps: RolloutStep[]): Promise<void> {
  const placeholders = [{ name: "INSTANCE", means: "the instance" }];
  const rollout: Rollout = {
    version: 1,
    dialect: "googlesql",
    live: true,
    placeholders,
    steps,
    reads: [],
    markdown: "",
  };
  await page.locator("hotsplit-plan").evaluate((element, rollout) => {
    // It stays when the engine's own comes once more.
    Object.defineProperty(element, "rollout", { get: () => rollout, set() {} });
    Reflect.get(element, "requestUpdate").call(element);
  }, rollout);
  await expect(plan(page).locator("ol > li")).toHaveCount(steps.length);
  const all = plan(page).getByRole("button", { name: "Open all" });
  if (steps.length > 1) await all.click();
}

test("a step is read from top to bottom: who, how long, why, what, and the way back", async ({
  page,
}) => {
  await open(page);
  await planned(page);
  await shown(page, [stepOf({}), stepOf({ reversible: true })]);
  const step = steps(page).first();
  await expect(plan(page)).toContainText("INSTANCE");
  await expect(step.locator(".way")).toHaveText("no rollback");
  await expect(steps(page).nth(1).locator(".way")).toHaveText("drop it");
  const text = ((await step.textContent()) ?? "").replaceAll(/\s+/g, " ");
  const order = [
    "Follow T",
    "Application",
    "One transaction changes both.",
    "a deployment of every writer",
    "commit latency",
    "latency doubles",
    "Behind a flag.",
    "SELECT 7",
    "Expected: no rows.",
    "INSERT OR UPDATE INTO T_new",
    "SELECT Id FROM Legs",
    "DELETE FROM T_new",
    "CREATE TABLE T",
    "One call.",
    "@UptoId",
    "First range",
    "Each later range",
    "SELECT 8",
    "Expected: one row.",
    "Drop it.",
    "DROP TABLE T",
  ];
  const at = order.map((one) => text.indexOf(one));
  expect(at.every((place) => place >= 0)).toBe(true);
  expect(at).toEqual([...at].sort((a, b) => a - b));
  // Each block is copied by a button with a name of its own.
  const names = await plan(page)
    .getByRole("button", { name: /^Copy .*step/ })
    .evaluateAll((buttons) => buttons.map((one) => one.ariaLabel));
  expect(new Set(names).size).toBe(names.length);
});

test("application code is there in one language at a time, the same for all rules", async ({
  page,
}) => {
  await open(page);
  await planned(page);
  await shown(page, [stepOf({})]);
  for (const rule of await plan(page).locator("ol details").all()) {
    await rule.locator("summary").click();
  }
  const code = plan(page).getByRole("tabpanel").locator("pre");
  await expect(code).toHaveText(["go of T", "go of Legs"]);
  const languages = plan(page).getByRole("tablist").first();
  await languages.getByRole("tab", { name: "Python" }).click();
  await expect(code).toHaveText(["python of T", "python of Legs"]);
  await page.keyboard.press("ArrowRight");
  await expect(languages.getByRole("tab", { name: "Node.js" })).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(languages.getByRole("tab", { name: "Go" })).toBeFocused();
  await expect(code).toHaveText(["go of T", "go of Legs"]);
  await clean(page, "code in four languages", { parts: ["hotsplit-plan"] });
});

test("the arrows walk over the tabs of the schema", async ({ page }) => {
  await open(page);
  // Nobody compares yet: there is no tab.
  await expect(page.getByRole("tab")).toHaveCount(0);
  await openKey(page, "Transactions");
  await page.getByRole("tab", { name: "Schema" }).focus();
  for (const name of ["Diff", "Schema"]) {
    await page.keyboard.press("ArrowRight");
    await expect(page.getByRole("tab", { name })).toBeFocused();
    await expect(page.getByRole("tab", { name })).toHaveAttribute("aria-selected", "true");
  }
  await page.keyboard.press("ArrowLeft");
  await expect(page.getByRole("tab", { name: "Diff" })).toBeFocused();
});

test("axe finds nothing in the plan", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await open(page);
  await planned(page);
  for (const width of [1440, 390]) {
    await resize(page, width, 844);
    for (const state of ["New database", "Live database"] as const) {
      await switchTo(page, state);
      await expect(steps(page)).toHaveCount(state === "New database" ? 1 : 14);
      const all = plan(page).getByRole("button", { name: "Open all" });
      if (await all.isVisible()) await all.click();
      await cleanInSchemes(page, `${state} at ${width}`, { parts: ["hotsplit-plan"] });
    }
  }
});

test("the plan sticks out nowhere, from a phone's width to a desk's", async ({ page }) => {
  await open(page);
  await planned(page, true);
  for (const width of [1440, 1000, 390, 320]) {
    await resize(page, width, 844);
    const over = await page
      .locator("hotsplit-plan")
      .evaluate((one) =>
        [
          document.documentElement,
          one,
          ...(one.shadowRoot?.querySelectorAll(".page, .row, .step") ?? []),
        ]
          .filter((part) => part.scrollWidth > part.clientWidth)
          .map((part) => part.className || part.tagName),
      );
    expect(over, `at ${width}`).toEqual([]);
  }
});

test("a read that is no longer possible is told, and is no query to run", async ({ page }) => {
  await open(page);
  const notes =
    "CREATE TABLE Notes (\n  NoteId STRING(26) NOT NULL, -- ULID\n) PRIMARY KEY (NoteId);";
  await write(page, notes);
  await settled(page);
  const key = await openKey(page, "Notes");
  await key.getByRole("radio", { name: /random UUID/ }).check();
  await settled(page);
  await page.getByRole("button", { name: "Migration plan for a live database" }).click();
  const queries = plan(page).getByRole("region", { name: "Queries", exact: true });
  await expect(queries).toContainText("After: not possible (");
  await expect(queries).toContainText("No column of Notes has a time.");
  const blocks = await queries.locator("pre").allTextContents();
  expect(blocks.length).toBeGreaterThan(0);
  for (const block of blocks) expect(block).toMatch(/^(?!\s*--)/m);
  await expect(queries.getByRole("button", { name: /^Copy/ })).toHaveCount(blocks.length);
});
