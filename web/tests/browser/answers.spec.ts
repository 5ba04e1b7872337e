/** What runs leave open, what they are set to, and what they rest on. */
import { expect, type Locator, type Page } from "@playwright/test";
import { clean } from "./axe.js";
import { editor, example, figure, open, settled, test, write } from "./page.js";

/** One server's worth of writes, as a number or as its range. */
const ONE_SERVER = /^(2\.\d–)?3\.[3-7]k writes\/s$/;

/** Opens what lies below the maps. */
async function more(page: Page): Promise<Locator> {
  await page.getByText("All numbers, more nodes").click();
  const shown = page.locator("hotsplit-more");
  await expect(shown).toBeVisible();
  return shown;
}

/** Headings from top to bottom, and from left to right. */
async function headings(within: Locator): Promise<string[]> {
  const all = await within.getByRole("heading", { level: 3 }).evaluateAll((found) =>
    found.map((one) => {
      const { top, left } = one.getBoundingClientRect();
      return { text: one.textContent?.trim() ?? "", top, left };
    }),
  );
  return all.sort((a, b) => a.top - b.top || a.left - b.left).map(({ text }) => text);
}

/** Answers come after the picture, one by one. */
async function answered(page: Page): Promise<void> {
  await expect(page.getByText("All answers are worked out")).toBeAttached({ timeout: 30_000 });
}

/** Opens the load, and its settings. */
async function load(page: Page): Promise<Locator> {
  await page.getByRole("button", { name: "Change" }).click();
  const panel = page.locator("hotsplit-workload");
  await expect(panel.getByLabel("Nodes", { exact: true })).toBeVisible();
  return panel;
}

test("a ledger's gain is the key's, and no number of nodes would have done", async ({ page }) => {
  await open(page);
  await example(page, "ULID ledger");
  await settled(page);
  const shown = await more(page);
  await answered(page);
  const rows = page.locator("hotsplit-answers #gains tbody").first().getByRole("row");
  await expect(rows).toHaveText([/^\s*Before/, /Keys\s*\S+ Transactions/, /^\s*After/]);
  const adds = (at: number) => rows.nth(at).getByRole("cell").nth(2).innerText();
  expect(await adds(1)).toBe(await adds(2));
  // It stands first, with the knee in words beside it.
  expect((await headings(shown))[0]).toBe("Effect of more nodes");
  const nodes = page.locator("hotsplit-answers #nodes");
  await expect(nodes).toContainText("No number of nodes can serve");
  await expect(nodes).toContainText(/A second node does not help \(3\.\dk writes\/s\)/);
  await expect(nodes).toContainText(/\d+ nodes can serve 12,\d+ writes\/s/);
  await expect(nodes).toContainText("if every key were spread");
  await expect(nodes.getByRole("img", { name: /Sustained writes\/s by nodes/ })).toBeVisible();
  await expect(shown).toContainText("hides the hotspot");
  await clean(page, "answers");
});

test("below the maps stands all that is known, each under a heading, drawn once it is opened", async ({
  page,
}) => {
  await open(page);
  await expect(page.locator("hotsplit-more")).toHaveCount(0);
  const shown = await more(page);
  await answered(page);
  expect(await headings(shown)).toEqual([
    "Effect of more nodes",
    "Throughput and latency over time",
    "What each fix contributes",
    "With split points",
    "A small test",
    "Servers, key ranges, events",
    "All numbers",
    "What is assumed",
    "What the model leaves out",
  ]);
  await expect(shown.getByRole("img", { name: /^Writes\/s/ })).toBeVisible();
  await expect(shown.getByRole("img", { name: /^p99 at the client/ })).toBeVisible();
  for (const [name, region] of [
    ["Mean utilisation of each server", "Mean utilisation of each server"],
    ["The maps as a table", "Hottest range of each table and index"],
    [/splits? and moves?/, "Splits and moves"],
  ] as const) {
    const table = shown.getByRole("region", { name: region });
    await expect(table).toHaveCount(0);
    await shown.getByText(name).click();
    await expect(table.getByRole("row").nth(1)).toBeVisible();
  }
  // A load is told against the limit, in one way.
  const peaks = shown.getByRole("region", { name: "Hottest range of each table and index" });
  await expect(peaks).toContainText(/3\.\d× the limit/);
  await expect(peaks).toContainText(/\d+ % of the limit/);
  const served = shown.locator("#all-servedWritesPerSecond").getByRole("cell");
  await expect(served.first()).toHaveText(/2\.\d to 3\.\dk\/s/);
  await expect(served.last()).toHaveText(/12k\/s/);
  await expect(shown.getByRole("link", { name: "How far to trust this" })).toHaveAttribute(
    "href",
    "#trust",
  );
  await page.getByText("All numbers, more nodes").click();
  await expect(page.locator("hotsplit-more")).toHaveCount(0);
});

test("a number tells what it says and what it rests on", async ({ page }) => {
  await open(page);
  const shown = await more(page);
  const name = shown.getByRole("button", { name: "p99, client" });
  await name.focus();
  await page.keyboard.press("Enter");
  const about = shown.locator(".about");
  await expect(about).toContainText("the wait before the request");
  await clean(page, "a number is open");
  await page.keyboard.press("Escape");
  await expect(about).toHaveCount(0);
  await expect(name).toBeFocused();
});

test("the load comes another way, and a rate goes into the text", async ({ page }) => {
  await open(page);
  await example(page, "ULID ledger");
  await settled(page);
  const panel = await load(page);
  await panel.getByText("Simulation settings").click();
  await panel.getByRole("group", { name: "Clients send" }).getByText("closed").click();
  await panel.getByText("Multi-region").click();
  await settled(page);
  const shown = await more(page);
  await expect(shown).toContainText("1,400 users send");
  await clean(page, "the load is open");
  // Users who wait set the rate themselves.
  await panel.getByRole("group", { name: "Clients send" }).getByText("partly open").click();
  await panel.getByText("Rates of each table").click();
  const rate = panel.getByLabel("Inserts of Transactions per second");
  await rate.fill("2000");
  await rate.press("Enter");
  await expect(editor(page)).toContainText("writes=2000/s");
  await settled(page);
  await expect(figure(page, "before", "served")).toHaveText(/^(1\.\d–)?(1\.\d|2)k writes\/s/);
  await rate.fill("");
  await rate.press("Enter");
  await expect(editor(page)).not.toContainText("writes=2000/s");
  await page.getByRole("button", { name: "Close", exact: true }).click();
  await expect(panel).toHaveCount(0);
});

test("a workload to start from brings its schema and its numbers", async ({ page }) => {
  await open(page);
  await page.getByRole("button", { name: "Examples" }).click();
  const list = page.getByRole("list", { name: "Examples" });
  await list.getByRole("button").filter({ hasText: "Ledger with a ULID key" }).click();
  await settled(page);
  await expect(editor(page)).toContainText("reads-per-write=0");
  await expect(figure(page, "before", "served")).toHaveText(ONE_SERVER);
  await expect(figure(page, "after", "served")).toHaveText("12k writes/s");
});

test("what the model rests on is shown, and a constant runs again", async ({ page }) => {
  await open(page);
  await example(page, "ULID ledger");
  await settled(page);
  const served = figure(page, "before", "served");
  await expect(served).toHaveText(ONE_SERVER);
  await (await more(page)).getByRole("link", { name: "How far to trust this" }).click();
  const trust = page.locator("hotsplit-trust");
  await expect(trust.getByRole("heading", { name: /^V16 / })).toBeVisible();
  await expect(trust).toContainText("V22, changes/s of the row, 8 clients: 58.3 was published");
  await clean(page, "what to trust");
  await trust.getByLabel("split ceiling", { exact: true }).fill("0.5");
  await trust.getByLabel("split ceiling", { exact: true }).press("Enter");
  await expect(trust.getByRole("button", { name: "Reset split ceiling" })).toBeEnabled();
  await page.keyboard.press("Escape");
  await expect(trust.getByRole("main")).toHaveCount(0);
  await expect(served).toHaveText(/^1\.[6-9]k writes\/s/);
  await expect(page.locator("hotsplit-more")).toContainText("split_ceiling = 0.5");
  await page.goto("./#trust");
  await trust.getByRole("button", { name: "Reset all" }).click();
  await trust.getByRole("button", { name: "Back" }).click();
  await expect(served).toHaveText(ONE_SERVER);
});

test("numbers become ranges, and what was measured has none and travels", async ({ page }) => {
  await open(page);
  await example(page, "ULID ledger");
  await settled(page);
  await expect(figure(page, "before", "p99")).toHaveText(/^[\d.]+–\d+ s$/);
  await expect(figure(page, "after", "p99")).toHaveText(/^\d+–\d+ ms$/);
  const served = figure(page, "before", "served");
  await expect(served).toHaveText(/^2\.\d–3\.[3-7]k writes\/s$/);
  await expect(figure(page, "before", "hottest")).toHaveText(/^\d\d–100 %$/);
  await (await more(page)).getByRole("link", { name: "How far to trust this" }).click();
  const trust = page.locator("hotsplit-trust");
  const field = trust.getByRole("textbox", { name: "What you measured" });
  await field.fill("split rows per second: 3000\nnobody knows");
  await trust.getByRole("button", { name: "Use these" }).click();
  await expect(trust).toContainText("split ceiling is 0.857.");
  await expect(trust).toContainText(
    "nobody knows was not understood; expected a name and a number",
  );
  await expect(trust.getByLabel("split ceiling", { exact: true })).toHaveValue(/^0\.857/);
  await clean(page, "what was measured");
  await page.keyboard.press("Escape");
  await expect(served).toHaveText("3k writes/s");
  await expect(page.locator("hotsplit-more")).toContainText(
    "Run with measured constants: split_ceiling = 0.857",
  );
  await page.getByRole("button", { name: "Share" }).click();
  const link = await page.locator("hotsplit-share").evaluate((one) => Reflect.get(one, "link"));
  const there = await page.context().newPage();
  await there.goto(String(link));
  await expect(figure(there, "before", "served")).toHaveText("3k writes/s");
});

test("rows can be cut another way", async ({ page }) => {
  await open(page);
  await page.getByRole("button", { name: "View" }).click();
  await page.getByText("Key Visualizer").click();
  await page.keyboard.press("Escape");
  await settled(page);
  await expect(page.getByRole("application", { name: /Before/ })).toBeVisible();
  await clean(page, "rows as in Key Visualizer");
});

test("a long run shows what is done, and can be cancelled", async ({ page }) => {
  // Alone it takes a quarter of a minute, most of it in runs.
  test.slow();
  await open(page);
  // Tables that stay overloaded: a calm run takes no time, however long it is.
  const table = (at: number) => `CREATE TABLE T${at} (
  Id STRING(26) NOT NULL, -- ULID
  At TIMESTAMP NOT NULL OPTIONS (allow_commit_timestamp = true),
  Seen TIMESTAMP NOT NULL OPTIONS (allow_commit_timestamp = true),
) PRIMARY KEY (Id);
CREATE INDEX T${at}ByAt ON T${at} (At);
CREATE INDEX T${at}BySeen ON T${at} (Seen);`;
  await write(page, Array.from({ length: 12 }, (_, at) => table(at)).join("\n"));
  await settled(page);
  const panel = await load(page);
  const set = async (name: string, value: string) => {
    await panel.getByLabel(name, { exact: true }).fill(value);
    await panel.getByLabel(name, { exact: true }).press("Enter");
  };
  await set("Nodes", "40");
  await set("Writes/s", "100000");
  await settled(page);
  await panel.getByText("Simulation settings").click();
  // The numbers of the run before stay meanwhile, dimmed.
  const sides = page.locator("hotsplit-outcome dl");
  await expect(sides.first()).toHaveAttribute("aria-busy", "false", { timeout: 60_000 });
  // Whoever wants to stop a run of a day must be quick: it takes about a second. The run before may
  // still be under way and be the one that the first press stops, so it is pressed until it is said.
  const pressing = await page.evaluateHandle(() => {
    const pressing = { on: true, seen: [] as (string | null | undefined)[] };
    const press = () => {
      const verdict = document.querySelector("hotsplit-verdict")?.shadowRoot;
      const numbers = document.querySelector("hotsplit-outcome")?.shadowRoot?.querySelector("dl");
      const cancel = verdict?.querySelector(".running:has(progress) button");
      if (cancel instanceof HTMLElement) {
        pressing.seen.push(numbers?.getAttribute("aria-busy"), numbers?.textContent);
        cancel.click();
      }
      if (pressing.on) requestAnimationFrame(press);
    };
    press();
    return pressing;
  });
  await set("Minutes", "1440");
  await expect(page.getByRole("alert")).toContainText("Cancelled after the first");
  const seen = await pressing.evaluate((one) => {
    one.on = false;
    return one.seen;
  });
  expect(seen[0]).toBe("true");
  expect(seen[1]).toMatch(/[1-9].*writes\/s/s);
  await set("Minutes", "30");
  await settled(page);
});
