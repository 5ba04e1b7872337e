/** What runs leave open, what they are set to, and what they rest on. */
import { expect, type Page } from "@playwright/test";
import { clean } from "./axe.js";
import { editor, example, open, settled, test, write } from "./page.js";

/** Answers come after the picture, one by one. */
async function answered(page: Page): Promise<void> {
  await expect(page.getByText("All answers are worked out")).toBeAttached({ timeout: 30_000 });
}

test("a ledger's gain is the key's, and no number of nodes would have done", async ({ page }) => {
  await open(page);
  await example(page, "ULID ledger");
  await settled(page);
  await page.getByRole("button", { name: /^Try T/ }).click();
  await settled(page);
  await answered(page);
  const rows = page.locator("hotsplit-answers #gains tbody").first().getByRole("row");
  await expect(rows).toHaveText([/^\s*Before/, /Keys\s*T\d+ Transactions/, /^\s*After/]);
  const adds = (at: number) => rows.nth(at).getByRole("cell").nth(2).innerText();
  expect(await adds(1)).toBe(await adds(2));
  const nodes = page.locator("hotsplit-answers #nodes");
  await expect(nodes).toContainText("No number of nodes takes");
  await expect(nodes).toContainText(/\d+ nodes take 12,\d+ writes\/s/);
  await expect(nodes.getByRole("img", { name: /Sustained writes\/s by nodes/ })).toBeVisible();
  await expect(page.locator("hotsplit-answers")).toContainText("hides the hotspot");
  await clean(page, "answers");
});

test("a number tells what it says and what it rests on", async ({ page }) => {
  await open(page);
  const name = page
    .locator("hotsplit-numbers")
    .first()
    .getByRole("button", { name: "p99, client" });
  await name.focus();
  await page.keyboard.press("Enter");
  const about = page.getByRole("group", { name: "About p99, client" });
  await expect(about).toContainText("wait for a free place");
  await clean(page, "a number is open");
  await page.keyboard.press("Escape");
  await expect(about).toHaveCount(0);
  await expect(name).toBeFocused();
  await page.getByRole("button", { name: "At the client" }).click();
  await expect(page.getByRole("img", { name: /p99 at the client/ })).toBeVisible();
});

test("the load comes another way, and a rate goes into the text", async ({ page }) => {
  await open(page);
  await example(page, "ULID ledger");
  await settled(page);
  await page.getByRole("button", { name: /^More/ }).click();
  await page.getByLabel("Clients send").selectOption("closed");
  await page.getByLabel("Instance").selectOption("multi");
  await expect(page.getByRole("button", { name: "More: closed, multi-region" })).toBeVisible();
  await expect(page.locator("hotsplit-results")).toContainText("1,400 users send");
  await clean(page, "more of the workload is open");
  // Users who wait set the rate themselves.
  await page.getByLabel("Clients send").selectOption("partly-open");
  const rate = page.getByLabel("Inserts of Transactions per second");
  await rate.fill("2000");
  await rate.press("Enter");
  await expect(editor(page)).toContainText("writes=2000/s");
  await settled(page);
  await expect(page.locator("hotsplit-numbers #served dd")).toHaveText(
    /^\s*(1\.\d to )?(1\.\d|2)k\/s/,
  );
  await rate.fill("");
  await rate.press("Enter");
  await expect(editor(page)).not.toContainText("writes=2000/s");
  const more = page.getByRole("group", { name: "More of the workload" });
  await more.getByRole("button", { name: "Close" }).click();
  await expect(more).toHaveCount(0);
});

test("a workload to start from brings its schema and its numbers", async ({ page }) => {
  await open(page);
  await page.getByRole("button", { name: "Examples" }).click();
  const list = page.getByRole("list", { name: "Examples" });
  await list.getByRole("button").filter({ hasText: "Ledger with a ULID key" }).click();
  await settled(page);
  await expect(editor(page)).toContainText("reads-per-write=0");
  await expect(page.locator("hotsplit-numbers #served dd")).toHaveText(
    /^\s*12k\/s\s*was (2\.\d to )?3\.[3-7]k\/s\s*$/,
  );
});

test("what the model rests on is shown, and a constant runs again", async ({ page }) => {
  await open(page);
  await example(page, "ULID ledger");
  await settled(page);
  const served = page.locator("hotsplit-numbers #served dd");
  await expect(served).toHaveText(/^\s*(2\.\d to )?3\.[3-7]k\/s/);
  await page.getByRole("link", { name: "Can I trust this?" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Can I trust this?" });
  await expect(dialog.getByRole("heading", { name: /^V16 / })).toBeVisible();
  await expect(dialog).toContainText("V22, changes/s of the row, 8 clients: 58.3 was published");
  await clean(page, "what to trust");
  await dialog.getByLabel("split ceiling", { exact: true }).fill("0.5");
  await dialog.getByLabel("split ceiling", { exact: true }).press("Enter");
  await expect(dialog.getByRole("button", { name: "Reset split ceiling" })).toBeEnabled();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(served).toHaveText(/^\s*1\.[6-9]k\/s/);
  await expect(page.locator("hotsplit-results")).toContainText("split_ceiling = 0.5");
  await page.goto("./#trust");
  await dialog.getByRole("button", { name: "Reset all" }).click();
  await page.getByRole("button", { name: "Close" }).click();
  await expect(served).toHaveText(/^\s*(2\.\d to )?3\.[3-7]k\/s/);
});

test("numbers become ranges, and what was measured has none and travels", async ({ page }) => {
  await open(page);
  await example(page, "ULID ledger");
  await settled(page);
  const p99 = page.locator("hotsplit-numbers #p99 dd");
  await expect(p99).toHaveText(/^\s*[\d.,]+ to [\d.,]+ ms\s*$/);
  await expect(page.locator("hotsplit-results .headline p")).toContainText(
    /p99 [\d,]+ to [\d,]+ ms/,
  );
  const served = page.locator("hotsplit-numbers #served dd");
  await expect(served).toHaveText(/^\s*2\.\d to 3\.[3-7]k\/s/);
  await page.getByRole("link", { name: "Can I trust this?" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Can I trust this?" });
  const field = dialog.getByRole("textbox", { name: "What you measured" });
  await field.fill("split rows per second: 3000\nnobody knows");
  await dialog.getByRole("button", { name: "Use these" }).click();
  await expect(dialog).toContainText("split ceiling is 0.857.");
  await expect(dialog).toContainText(
    "nobody knows was not understood; expected a name and a number",
  );
  await expect(dialog.getByLabel("split ceiling", { exact: true })).toHaveValue(/^0\.857/);
  await clean(page, "what was measured");
  await page.keyboard.press("Escape");
  await expect(served).toHaveText(/^\s*3k\/s\s*$/);
  await expect(page.locator("hotsplit-results")).toContainText(
    "Run with constants that were measured: split_ceiling = 0.857",
  );
  await page.getByRole("button", { name: "Share" }).click();
  const link = await page.locator("hotsplit-share").evaluate((one) => Reflect.get(one, "link"));
  const there = await page.context().newPage();
  await there.goto(String(link));
  await expect(there.locator("hotsplit-numbers #served dd")).toHaveText(/^\s*3k\/s\s*$/);
});

test("rows can be cut another way", async ({ page }) => {
  await open(page);
  await page.getByLabel("Rows").selectOption("ranges");
  await settled(page);
  await expect(page.getByRole("application", { name: /Before/ })).toBeVisible();
  await clean(page, "rows as in Key Visualizer");
});

test("a long run shows what is done, and can be cancelled", async ({ page }) => {
  await open(page);
  // Tables that stay overloaded: a calm run takes no time, however long it is.
  const table = (at: number) => `CREATE TABLE T${at} (
  Id STRING(26) NOT NULL, -- ULID
  At TIMESTAMP NOT NULL OPTIONS (allow_commit_timestamp = true),
  Seen TIMESTAMP NOT NULL OPTIONS (allow_commit_timestamp = true),
) PRIMARY KEY (Id);
CREATE INDEX T${at}ByAt ON T${at} (At);
CREATE INDEX T${at}BySeen ON T${at} (Seen);`;
  await write(page, Array.from({ length: 150 }, (_, at) => table(at)).join("\n"));
  await settled(page);
  await page.getByLabel("Nodes", { exact: true }).fill("200");
  await page.getByLabel("Nodes", { exact: true }).press("Enter");
  await page.getByLabel("Writes/s", { exact: true }).fill("1000000");
  await page.getByLabel("Writes/s", { exact: true }).press("Enter");
  await settled(page);
  // Whoever wants to stop a run of a day must be quick: it takes about a second. The run before may
  // still be under way and be the one that the first press stops, so it is pressed until it is said.
  const pressing = await page.evaluateHandle(() => {
    const pressing = { on: true };
    const press = () => {
      const results = document.querySelector("hotsplit-results")?.shadowRoot;
      const cancel = results?.querySelector("progress") && results.querySelector(".cancel");
      if (cancel instanceof HTMLElement) cancel.click();
      if (pressing.on) requestAnimationFrame(press);
    };
    press();
    return pressing;
  });
  await page.getByLabel("Minutes").fill("1440");
  await page.getByLabel("Minutes").press("Enter");
  await expect(page.getByRole("alert")).toContainText("Cancelled after the first");
  await pressing.evaluate((one) => {
    one.on = false;
  });
  await page.getByLabel("Minutes").fill("30");
  await page.getByLabel("Minutes").press("Enter");
  await settled(page);
});
