/** Links that are meant to harm: in Node by the thousand, in the page those that are worst. */
import { expect, type Page } from "@playwright/test";
import { copiedLink, editor, linkOf, open, settled, test, write } from "../browser/page.js";
import { gauge } from "./gauge.js";
import { oneOf } from "./links/fuzz.js";
import { countInflated } from "./links/laws.js";
import { bomb, mutated, packed } from "./links/mutate.js";
import { Random } from "./links/random.js";
import { kept, view } from "./links/states.js";
import { done, odd, stillAnswers, textOf, visit } from "./sight.js";

const HOT = `CREATE TABLE Hot (
  HotId STRING(26) NOT NULL, -- ULID
) PRIMARY KEY (HotId);
`;

const OWN = "CREATE TABLE MineAlone (Id STRING(36) NOT NULL) PRIMARY KEY (Id);";

/** Seeds of this run: another row of them each day, and the same one all day. */
const FIRST = Number(process.env.SEED ?? Math.floor(Date.now() / 86_400_000));

test("two thousand links in Node @sample", async () => {
  process.stdout.write(`seeds from ${FIRST * 10_000}\n`);
  countInflated();
  for (let seed = FIRST * 10_000; seed < FIRST * 10_000 + 2_000; seed++) await oneOf(seed);
});

/** Opens a fragment in the tab that is open, as a click on a link in it does. */
async function follow(page: Page, fragment: string): Promise<void> {
  await page.evaluate((fragment) => {
    location.hash = fragment;
  }, fragment);
}

test("a hundred damaged links one after the other leave the page working", async ({ page }) => {
  process.stdout.write(`seed ${FIRST}\n`);
  await open(page);
  await write(page, OWN);
  await settled(page);
  const random = new Random(FIRST);
  for (let times = 0; times < 100; times++) {
    const json = JSON.stringify({ ...kept(random), text: HOT, view: view(random) });
    await follow(page, `#v1.${mutated(random, json)}`);
    // Half of them are gone from before they are open.
    if (random.chance(0.5)) await done(page);
  }
  await follow(page, linkOf({ text: HOT }));
  await expect.poll(() => textOf(page)).toBe(HOT);
  await done(page);
  expect(await odd(page)).toEqual([]);
  await stillAnswers(page);
});

test.describe("bombs", () => {
  const BOMB = bomb(1_500_000_000);

  for (const [what, prefix] of [
    ["a link", "#v1."],
    ["a link with progress", "#progress/"],
  ] as const) {
    test(`${what} of 1.5 MB that inflates to 1.5 GB is refused at once @sample`, async ({
      page,
    }) => {
      expect(BOMB.length).toBeGreaterThan(1_400_000);
      await open(page);
      await write(page, OWN);
      await settled(page);
      const before = await gauge(page);
      const start = performance.now();
      await follow(page, prefix + BOMB);
      const said = page.getByText("more than 1 MB and was not opened").first();
      await expect(said).toBeVisible({ timeout: 15_000 });
      const took = performance.now() - start;
      const after = await gauge(page);
      process.stdout.write(`${what}: ${took.toFixed(0)} ms\n`);
      expect(after.heap - before.heap).toBeLessThan(32);
      expect(await textOf(page)).toBe(OWN);
      // The address is not kept: a reload does not read it again.
      await expect.poll(() => page.evaluate(() => location.hash.length)).toBeLessThan(100);
    });
  }
});

test("a link with 10,000 fixes is refused, and one's own draft stays @sample", async ({ page }) => {
  await open(page);
  await write(page, OWN);
  await settled(page);
  const chosen = Array.from({ length: 10_000 }, (_, at) => ({ finding: `x ${at}`, fix: "T5" }));
  await follow(page, linkOf({ text: HOT, chosen }));
  await expect(page.getByRole("alert")).toContainText("more than 1000 fixes");
  expect(await textOf(page)).toBe(OWN);
});

test("a link with a thousand fixes, the most there may be, opens", async ({ page }) => {
  const chosen = Array.from({ length: 1_000 }, (_, at) => ({
    finding: `key-time-ordered-id Hot.HotId${at || ""}`,
    fix: at % 2 === 0 ? "T5" : "__proto__",
    set: { shards: "1e999", __proto__: "x", reason: "y".repeat(100) },
  }));
  await visit(page, linkOf({ text: HOT, chosen }));
  expect(await textOf(page)).toBe(HOT);
  expect(await odd(page)).toEqual([]);
  await stillAnswers(page);
});

test("a link with an empty text shows an empty text and not the draft @sample", async ({
  page,
}) => {
  await open(page);
  await write(page, OWN);
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem("hotsplit.draft")))
    .toContain("MineAlone");
  for (const how of ["followed", "opened"]) {
    if (how === "followed") await follow(page, linkOf({ text: "" }));
    else {
      await page.goto("about:blank");
      await page.goto(`./${linkOf({ text: "" })}`);
      await expect(page.locator("hotsplit-editor")).toBeVisible();
      await expect(page.locator("hotsplit-verdict h2")).toHaveText("Paste a schema.");
    }
    await expect.poll(() => textOf(page), how).toBe("");
  }
  await page.goto("about:blank");
  await page.goto("./");
  await expect(editor(page)).toContainText("MineAlone");
});

/** Settings past all bounds, as text: JSON has numbers that no double holds. */
const EXTREMES: readonly (readonly [what: string, json: string])[] = [
  [
    "a step at the last second there is",
    '"run":{"pace":{"kind":"step","before":9,"second":4294967295}}',
  ],
  [
    "writes of 1e308",
    '"knobs":{"writesPerSecond":1e308,"nodes":1e308,"minutes":1e308,"seed":1e308}',
  ],
  [
    "infinite knobs",
    '"knobs":{"writesPerSecond":1e999,"nodes":1e999,"minutes":-1e999,"seed":1e999}',
  ],
  ["knobs that are none", '"knobs":{"writesPerSecond":"NaN","nodes":null,"minutes":{},"seed":[]}'],
  ["growth without end", '"run":{"pace":{"kind":"growth","from":1e308,"factor":1e308,"every":1}}'],
  ["growth every no time", '"run":{"pace":{"kind":"growth","from":1,"factor":0,"every":0}}'],
  ["a ramp of no time", '"run":{"pace":{"kind":"ramp","from":1e-320,"seconds":0}}'],
  ["as many users as one likes", '"run":{"sending":{"kind":"closed","users":1e308,"thinkMs":0}}'],
  ["a quorum for ever", '"run":{"quorumMs":1e308,"commitBatch":1e308,"splitPointsPerNode":1e308}'],
  [
    "a million split points on 200 nodes",
    '"run":{"splitPointsPerNode":1000000},"knobs":{"nodes":200}',
  ],
  [
    "load past all bounds",
    `"run":{"added":[${Array.from(
      { length: 32 },
      () =>
        '{"which":"before","object":"Hot","from":0,"to":0,"fromSecond":1e308,"toSecond":0,"perSecond":1e308,"reads":true,"oneRow":true}',
    ).join()}]}`,
  ],
];

for (const [what, json] of EXTREMES) {
  test(`a link with ${what} shows finite numbers @sample`, async ({ page }) => {
    const text = JSON.stringify(HOT);
    await visit(page, `#v1.${packed(`{"text":${text},${json}}`)}`);
    await settled(page);
    await expect(page.getByRole("alert")).toHaveCount(0);
    expect(await odd(page)).toEqual([]);
    await expect(page.locator("hotsplit-outcome [data-figure=served]").first()).toContainText(/\d/);
  });
}

test("the page's own link of any state opens, and is the same state", async ({ page }) => {
  const random = new Random(FIRST + 1);
  for (let times = 0; times < 8; times++) {
    const state = { ...kept(random), text: `${HOT}-- ${times}\n` };
    await page.goto("about:blank");
    await visit(page, linkOf(state));
    await settled(page);
    const first = await copiedLink(page);
    await page.goto("about:blank");
    await page.goto(first);
    await settled(page);
    await done(page);
    await expect(page.getByRole("alert")).toHaveCount(0);
    expect(await copiedLink(page)).toBe(first);
  }
});
