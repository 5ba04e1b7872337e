/** Texts with long lists of everything: the page's thread does nothing for long on any of them. */
import { expect, type Page } from "@playwright/test";
import { editor, findings, open, test } from "./page.js";
import { WHOLE } from "./sample.js";
import { type Step, type Traced, trace, workIn } from "./steps.js";

const each = (count: number, piece: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => piece(at)).join("");

const tableOf = (name: string) =>
  `CREATE TABLE ${name} (\n  Id STRING(36) DEFAULT (GENERATE_UUID()),\n  C0 INT64,\n) PRIMARY KEY (Id);\n`;

/** Families of `crate/bench/support/families.rs`: what makes lists, marks or lines long. */
const TEXTS: readonly (readonly [string, () => string])[] = [
  [
    "hot tables",
    () =>
      each(
        5_000,
        (at) =>
          `CREATE TABLE T${at} (\n  At TIMESTAMP NOT NULL OPTIONS (allow_commit_timestamp = true),\n) PRIMARY KEY (At);\n`,
      ),
  ],
  [
    "tables whose origin is asked for",
    () => each(5_000, (at) => `CREATE TABLE T${at} (\n  Id INT64 NOT NULL,\n) PRIMARY KEY (Id);\n`),
  ],
  [
    "syntax errors",
    () => each(10_000, (at) => `CREATE TABLE T${at} (Id INT64 NOT, Name STRING) PRIMARY (Id);\n`),
  ],
  ["wrong directives", () => tableOf("T") + each(50_000, (at) => `-- hotsplit: wrlds=${at}/s\n`)],
  [
    "columns that come",
    () => tableOf("T") + each(49_000, (at) => `ALTER TABLE T ADD COLUMN N${at} INT64;\n`),
  ],
];

/** Pastes a text over all that is there, as a person does. */
async function paste(page: Page, text: string): Promise<void> {
  await editor(page).focus();
  await page.keyboard.press("Control+a");
  await page.evaluate((text) => Object.assign(window, { text }), text);
  await editor(page).evaluate((element) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", (window as unknown as { text: string }).text);
    const init = { clipboardData, bubbles: true, cancelable: true };
    // In a step of its own: what the test asks for is none of the page's.
    setTimeout(() => element.dispatchEvent(new ClipboardEvent("paste", init)));
  });
}

/** Waits until what was pasted is read, and run where there is anything to run. */
async function read(page: Page): Promise<void> {
  const done = () =>
    page.evaluate(() => {
      interface Given extends Element {
        readonly analysed?: string;
        readonly analysis?: { readonly objects: readonly unknown[] };
        readonly maps?: { readonly results?: unknown };
        readonly busy?: boolean;
      }
      const one = (name: string): Given | null => document.querySelector(name);
      const { text } = window as unknown as { text: string };
      const reader = one("hotsplit-editor");
      const outcome = one("hotsplit-outcome");
      if (reader?.analysed !== text || outcome?.busy) return false;
      return reader.analysis?.objects.length === 0 || outcome?.maps?.results !== undefined;
    });
  await expect.poll(done, { timeout: 60_000 }).toBe(true);
}

/** Scrolls, narrows, opens, walks and types. */
async function use(page: Page): Promise<void> {
  const list = await findings(page);
  const row = list.locator(".row").first();
  const search = page.getByRole("searchbox", { name: "Search problems" });
  await page.locator("details.findings > summary").hover();
  for (let turn = 0; turn < 4; turn++) {
    await page.mouse.wheel(0, 1_500);
    await page.waitForTimeout(50);
  }
  if ((await search.count()) > 0) {
    await search.pressSequentially("T12");
    await search.fill("");
  }
  if ((await row.count()) > 0) {
    await row.click();
    await page.locator("hotsplit-key .back").click();
  }
  await editor(page).focus();
  for (const key of ["F8", "F8", "Control+End", "Control+Home"]) await page.keyboard.press(key);
  await page.keyboard.type("-- a\n");
  const change = page.getByRole("button", { name: "Change" });
  // Where no table is analysed there is no load to change.
  if ((await change.count()) > 0) {
    await change.click();
    await page.locator("hotsplit-workload summary").first().click();
    await page.getByRole("button", { name: "Close", exact: true }).click();
  }
}

const told = (steps: readonly Step[]) => steps.map(({ ms, did }) => `${Math.round(ms)} ms: ${did}`);

/** No step is longer than the fixed piece of work at its slowest but one */
function short({ steps, pieces }: Traced): void {
  const piece = pieces.map(({ ms }) => ms).sort((a, b) => b - a)[1] ?? 0;
  expect(piece, "the fixed piece of work was traced").toBeGreaterThan(0);
  expect(steps.length, "steps were traced").toBeGreaterThan(100);
  const long = steps.filter(({ ms }) => ms > piece);
  const about = `steps longer than the fixed piece of work, ${Math.round(piece)} ms`;
  expect(told(long), about).toEqual([]);
}

for (const [name, text] of TEXTS) {
  // A sample has the text that is read the fastest.
  const details = name === "syntax errors" ? {} : WHOLE;
  test(`no step is long: ${name}`, details, async ({ page }) => {
    test.setTimeout(120_000);
    await open(page);
    const traced = await trace(page);
    await workIn(page, 3);
    await paste(page, text());
    await read(page);
    await use(page);
    await workIn(page, 2);
    short(await traced.stop());
  });
}

test("no step is long: ten megabytes in one line are pasted, walked and typed into", async ({
  page,
}) => {
  test.setTimeout(120_000);
  await open(page);
  const line = each(110_000, (at) => tableOf(`T${at}`).replaceAll("\n", " ")).slice(
    0,
    10 * 1024 * 1024,
  );
  const traced = await trace(page);
  await workIn(page, 3);
  await paste(page, line);
  const shows = (text: string) =>
    expect.poll(() => editor(page).evaluate((one, text) => one.textContent?.includes(text), text));
  await shows("CREATE TABLE T108").toBe(true);
  await page.keyboard.press("Control+Home");
  await page.keyboard.type("ab");
  await shows("abCREATE").toBe(true);
  await workIn(page, 2);
  short(await traced.stop());
});
