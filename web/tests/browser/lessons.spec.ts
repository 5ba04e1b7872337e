/** Lessons: played, written, carried to another browser, set as an exam. */
import { expect, type Page } from "@playwright/test";
import { cleanInSchemes } from "./axe.js";
import {
  file,
  type Learner,
  lesson,
  onPage,
  playThrough,
  press,
  sqlOf,
  titleOf,
  WAYS,
} from "./learner.js";
import { editor, inWorker, open, picture, settled, test, write } from "./page.js";
import { WHOLE } from "./sample.js";
import { fits } from "./targets.js";

const MOVING_TAIL = file("02-the-moving-tail");

const list = (page: Page) => page.getByRole("main", { name: "Lessons" });
const heading = (page: Page) => lesson(page).getByRole("heading", { level: 3 }).first();
const next = (page: Page) => lesson(page).getByRole("button", { name: "Next", exact: true });
const check = (page: Page) => lesson(page).getByRole("button", { name: /^Check/ });
const hint = (page: Page) => lesson(page).getByRole("button", { name: /hint/ });
const results = (page: Page) => onPage(page).results;
const said = (page: Page) => onPage(page).said;
const verdict = (page: Page) => lesson(page).locator("#verdict");
const address = (page: Page) => new URL(page.url()).hash;

/** Shows every answer up to the step of that title. */
async function goTo(page: Page, title: string): Promise<void> {
  for (;;) {
    if ((await heading(page).textContent())?.trim() === title) return;
    const show = lesson(page).getByRole("button", { name: "Show me" });
    if (await show.isVisible()) await show.click();
    const before = await heading(page).textContent();
    await next(page).click();
    await expect(heading(page)).not.toHaveText(before ?? "");
  }
}

/** The entry of a lesson in the list. */
const entry = (page: Page, name: string) =>
  list(page).getByRole("link", { name: new RegExp(titleOf(file(name)).replace("?", ".")) });

/** Opens a lesson from the list, plays it to its end, and sees in the list that it is done. */
async function play(one: Learner, name: string): Promise<void> {
  const { page } = one;
  await page.goto("./#lessons");
  await press(one, entry(page, name));
  await expect(heading(page)).toBeFocused();
  await playThrough(one, file(name), (title) => fits(page, title));
  await press(one, lesson(page).getByRole("link", { name: "‹ All lessons" }), "Shift+Tab");
  await expect(entry(page, name)).toContainText("Done");
}

/** Lessons that are played to their end; CI plays the first of those by keyboard and by touch. */
const PLAYED = [
  "00-ulid-ledger",
  "02-the-moving-tail",
  "04-shard-count",
  "05-tenants-and-whales",
  "08-desc-is-no-cure",
  "10-index-hotspots",
];

for (const way of WAYS) {
  test.describe(way.name, () => {
    // Hundreds of presses, and runs on a machine that may be busy.
    test.slow();
    test.use(way.use);
    for (const [at, name] of PLAYED.entries()) {
      test(`a lesson is played: ${name}`, way.usual && at === 0 ? {} : WHOLE, async ({ page }) => {
        await play(way.learner(page), name);
      });
    }
  });
}

test("whoever leaves the list by Escape is where the lesson was", async ({ page }) => {
  await page.goto("./#lesson/the-moving-tail");
  await expect(heading(page)).toBeFocused();
  await lesson(page).getByRole("link", { name: "‹ All lessons" }).click();
  await expect(list(page)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(list(page)).toHaveCount(0);
  await expect(heading(page)).toBeVisible();
});

test("a lesson that is opened by its address before anything else has its text in the editor", async ({
  page,
}) => {
  await page.goto("./#lesson/the-moving-tail");
  await expect(heading(page)).toHaveText("Introduction");
  await expect(page.locator("textarea")).toHaveCount(0);
  await expect(editor(page)).toHaveCount(1);
  await expect(editor(page)).toHaveClass(/cm-content/);
  await expect(editor(page)).toContainText("CREATE TABLE GateEvents");
  // It can be typed in at once.
  await editor(page).focus();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("\n-- my own line");
  await expect(editor(page)).toContainText("-- my own line");
});

test("a prediction is asked before anything is shown, and the answer tells why", async ({
  page,
}) => {
  await page.goto("./#lesson/the-moving-tail");
  await expect(heading(page)).toHaveText("Introduction");
  // Not even behind the introduction: what is asked next would be seen.
  await expect(results(page)).toBeHidden();
  await expect(page.locator("hotsplit-problems")).toBeHidden();
  await expect(page.locator("hotsplit-editor .cm-lintRange")).toHaveCount(0);
  await next(page).click();
  await expect(next(page)).toHaveAttribute("aria-disabled", "true");
  await next(page).focus();
  await page.keyboard.press("Enter");
  await expect(heading(page)).toHaveText("Five people, five milliseconds");
  await lesson(page).getByText("To five places, one for each gate").click();
  await lesson(page).getByRole("button", { name: "Answer" }).click();
  await expect(verdict(page)).toBeFocused();
  await expect(verdict(page)).toHaveText("Not quite.");
  await expect(said(page)).toContainText("Next to each other");
  await expect(lesson(page)).toContainText("Rows are ordered by the first key column");
  await expect(
    lesson(page).getByRole("listitem").filter({ hasText: "one for each gate" }),
  ).toContainText("your answer");
  await settled(page);
  await expect(page.locator("main")).toHaveAttribute("data-lesson", /look-map/);
  await expect(page.locator("hotsplit-editor .cm-lintRange").first()).toBeVisible();
  // It is not asked twice, also not of who comes back.
  await page.reload();
  await expect(heading(page)).toHaveText("Five people, five milliseconds");
  await expect(lesson(page).getByText("Not quite.")).toBeVisible();
});

test("who reloads at the first step is there again, with the introduction done", async ({
  page,
}) => {
  await page.goto("./#lesson/ulid-ledger");
  await expect(heading(page)).toHaveText("Introduction");
  await next(page).click();
  await expect(heading(page)).not.toHaveText("Introduction");
  const title = (await heading(page).textContent()) ?? "";
  await page.reload();
  await expect(heading(page)).toHaveText(title);
  await expect(lesson(page).getByRole("button", { name: /^1 of .*, done$/ })).toBeVisible();
});

test("a figure answers in the introduction, and a number of the prose sets the run beside it", async ({
  page,
}) => {
  await page.goto("./#lesson/ulid-ledger");
  const figure = page.locator("hotsplit-lesson hotsplit-figure");
  await expect(figure).toHaveAttribute("data-live", "");
  await expect(figure.locator(".words")).toContainText("Ids that count up at 12,000 writes/s");
  await figure.getByRole("radio", { name: "Random ids" }).check();
  const words = figure.locator(".words");
  await expect(words).toContainText("10 of 10 servers at work", { timeout: 30_000 });
  await next(page).click();
  // Not before the answer: it would be seen.
  await expect(lesson(page).getByRole("slider")).toHaveCount(0);
  await lesson(page).getByRole("button", { name: "Show me" }).click();
  const nodes = lesson(page).getByRole("slider", { name: "Nodes of the run" });
  const servers = page.locator("hotsplit-lesson-run div").first();
  await expect(servers).toHaveAttribute("aria-label", /^10 servers, /, { timeout: 30_000 });
  await nodes.fill("20");
  await expect(nodes).toHaveAttribute("aria-valuetext", "20 nodes");
  await expect(lesson(page).locator(".set b").first()).toHaveText("20 nodes");
  await expect(servers).toHaveAttribute("aria-label", /^20 servers, /, { timeout: 30_000 });
  await settled(page);
  await expect(results(page)).toContainText("20 servers");
  // A number that was of the lesson's run follows the one that is shown.
  await expect(lesson(page).locator(".number").first()).toHaveText(/^3,[45]\d\d$/);
  await lesson(page)
    .getByRole("button", { name: /^Back to the lesson's 10 nodes/ })
    .first()
    .click();
  await expect(lesson(page).locator(".set b").first()).toHaveText("ten nodes");
  await expect(servers).toHaveAttribute("aria-label", /^10 servers, /, { timeout: 30_000 });
  // Each page begins with the lesson's own run.
  await nodes.fill("30");
  await next(page).click();
  await lesson(page).getByRole("button", { name: "Back", exact: true }).click();
  await expect(lesson(page).locator(".set b").first()).toHaveText("ten nodes");
});

test("a check is judged at the lesson's own load, whatever a slider shows", async ({ page }) => {
  await page.goto("./#lesson/interleaving-and-when-it-traps");
  await next(page).click();
  await lesson(page).getByRole("button", { name: "Show me" }).click();
  await settled(page);
  const measured = lesson(page).getByText(/^Measured: [\d,]+\/s/);
  await check(page).click();
  await expect(measured).toBeVisible({ timeout: 30_000 });
  const own = (await measured.textContent()) ?? "";
  await lesson(page).getByRole("slider", { name: "Nodes of the run" }).fill("30");
  const servers = page.locator("hotsplit-lesson-run div").first();
  await expect(servers).toHaveAttribute("aria-label", /^30 servers, /, { timeout: 30_000 });
  await settled(page);
  await check(page).click();
  await expect(check(page)).toHaveAttribute("aria-disabled", "false", { timeout: 30_000 });
  await expect(measured).toHaveText(own);
});

test("a wrong answer gets a reply of its own", async ({ page }) => {
  await page.goto("./#lesson/the-moving-tail");
  await next(page).click();
  await lesson(page).getByText("To five places, because").click();
  await lesson(page).getByRole("button", { name: "Answer" }).click();
  const reply = lesson(page).locator(".reply");
  await expect(reply).toHaveCount(1);
  await expect(reply).toContainText("a later column decides only where the earlier ones are equal");
  await expect(said(page)).toContainText("a later column decides");
});

test("a shard that nothing fills is told what is missing, and directives do not count", async ({
  page,
}) => {
  await page.goto("./#lesson/the-moving-tail");
  await goTo(page, "Separate the rows");
  const text = sqlOf(MOVING_TAIL, "Schema")
    .replace("writes=9k/s", "writes=1/s")
    .replace("  OpenedAt", "  Shard INT64 NOT NULL,\n  OpenedAt")
    .replace("KEY (OpenedAt", "KEY (Shard, OpenedAt");
  await write(page, text);
  await settled(page);
  await check(page).click();
  await expect(lesson(page)).toContainText("what fills Shard of GateEvents (line 3)", {
    timeout: 30_000,
  });
  await expect(lesson(page)).toContainText("GateEvents is still hot");
  await expect(lesson(page)).toContainText("writes=1/s on line 1 does not count");
});

test("what may be chosen together is ticked together, and can be shown instead", async ({
  page,
}) => {
  await page.goto("./#lesson/the-moving-tail");
  await next(page).click();
  await page.locator("hotsplit-lesson .cover").getByRole("button", { name: "Show me" }).click();
  await expect(verdict(page)).toBeFocused();
  await expect(verdict(page)).toHaveText("Here is the answer.");
  await expect(results(page)).toBeVisible();
  await expect(next(page)).toHaveAttribute("aria-disabled", "false");
});

test("hints come one at a time, then a solution, and the step is done", async ({ page }) => {
  await page.goto("./#lesson/the-moving-tail");
  await goTo(page, "Separate the rows");
  for (const at of [1, 2, 3]) {
    await expect(lesson(page).getByRole("heading", { name: `Hint ${at} of 3` })).toHaveCount(0);
    await expect(lesson(page).getByRole("button", { name: "Show the solution" })).toHaveCount(0);
    await hint(page).click();
    await expect(lesson(page).getByRole("heading", { name: `Hint ${at} of 3` })).toBeFocused();
  }
  await expect(hint(page)).toHaveCount(0);
  await lesson(page).getByRole("button", { name: "Show the solution" }).click();
  await expect(lesson(page).getByRole("heading", { name: "One solution" })).toBeFocused();
  await expect(lesson(page)).toContainText("The price is order.");
  await lesson(page).getByRole("button", { name: "Copy it to the editor" }).click();
  await expect(editor(page)).toContainText("PRIMARY KEY (EventId)");
  await check(page).click();
  await expect(said(page)).toHaveText("All 4 checks pass. Continue with Next.", {
    timeout: 30_000,
  });
  await expect(lesson(page).getByText("All goals met: continue with Next.")).toBeVisible();
  // One step back in the editor brings the starter.
  await editor(page).focus();
  await page.keyboard.press("Control+z");
  await expect(editor(page)).toContainText("PRIMARY KEY (OpenedAt, EventId)");
  await next(page).click();
  await expect(heading(page)).toHaveText("Takeaways");
  await expect(lesson(page)).toContainText("SPANNER_SYS.SPLIT_STATS_TOP_10MINUTE");
  await lesson(page).getByRole("link", { name: "Four keys and their price" }).click();
  await expect(lesson(page).getByRole("heading", { level: 2 })).toHaveText(
    "Four keys and their price",
  );
});

test("a check that fails is explained: the author, the values, the rule, the split", async ({
  page,
}) => {
  await page.goto("./#lesson/the-moving-tail");
  await goTo(page, "Separate the rows");
  await settled(page);
  await check(page).click();
  await expect(said(page)).toHaveText(/^0 of 4 checks pass\. Most events/, {
    timeout: 30_000,
  });
  const missed = lesson(page).locator(".checks > li.missed");
  await expect(missed).toHaveCount(4);
  const served = missed.first();
  await expect(served).toContainText("Most events still wait for one server");
  await expect(served).toContainText(/Measured: [\d,]+\/s\. Goal: at least 9,700\/s\./);
  await expect(served).toContainText("MOVING_HOT_SPOT");
  await served.getByRole("button", { name: "Show GateEvents on the map" }).click();
  await expect(page.locator("hotsplit-heatmap .tip")).toContainText("GateEvents");
  await served.getByRole("button", { name: "Show the problem" }).click();
  const open = page.locator('hotsplit-problems .row[aria-expanded="true"]');
  await expect(open).toContainText("GateEvents.OpenedAt");
  // Another text that does not do: another because, and the map is that of the learner's own run.
  await write(page, sqlOf(MOVING_TAIL, "Wrong: a counter instead of the time"));
  await expect(results(page).getByRole("application", { name: /After/ })).toBeVisible();
  await settled(page);
  await check(page).click();
  await expect(served).toContainText(/Measured: [\d,]+\/s/, { timeout: 30_000 });
  await expect(lesson(page).locator(".because").first()).toContainText("EventNo");
  const rule = lesson(page).locator('.because a[href^="#rule/"]').first();
  await rule.click();
  await expect(page.getByRole("main", { name: "Rules" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect.poll(() => address(page)).toBe("#lesson/the-moving-tail");
  await expect(heading(page)).toHaveText("Separate the rows");
  // What cannot be read is said with its line.
  await write(page, "CREATE TABLE GateEvents (Id INT64 NOT NULL PRIMARY KEY (Id)");
  await check(page).click();
  await expect(said(page)).toHaveText(/^\d of 4 checks/, { timeout: 30_000 });
});

test("the draft is set aside and comes back, and undo does not lead across", async ({ page }) => {
  await open(page);
  await write(page, "CREATE TABLE Mine (Id INT64 NOT NULL) PRIMARY KEY (Id);");
  await page.getByRole("link", { name: "Learn", exact: true }).click();
  await list(page)
    .getByRole("link", { name: /The moving tail/ })
    .click();
  await expect(editor(page)).toContainText("CREATE TABLE GateEvents");
  await editor(page).focus();
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+z");
  await expect(editor(page)).toContainText("CREATE TABLE GateEvents");
  await page.keyboard.press("Control+End");
  await page.keyboard.type("\n-- my own line");
  // A reload in the middle: the lesson's text is kept, and so is the draft.
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem("hotsplit.lesson.the-moving-tail")))
    .toContain("my own line");
  await page.reload();
  await expect(editor(page)).toContainText("-- my own line");
  await lesson(page).getByRole("button", { name: "Leave" }).click();
  await expect(lesson(page)).toHaveCount(0);
  await expect(editor(page)).toContainText("CREATE TABLE Mine");
  await expect(editor(page)).not.toContainText("GateEvents");
  expect(address(page)).toBe("");
  await editor(page).focus();
  await page.keyboard.press("Control+z");
  await expect(editor(page)).toContainText("CREATE TABLE Mine");
  await settled(page);
  // An example ends a lesson, too, and what it stashes is the draft.
  await page.goBack();
  await expect(editor(page)).toContainText("-- my own line");
  await page.getByRole("button", { name: "Examples" }).click();
  const examples = page.getByRole("list", { name: "Examples" });
  await examples.getByRole("button").nth(1).click();
  await expect(lesson(page)).toHaveCount(0);
  await page.getByRole("button", { name: "Examples" }).click();
  await examples.getByRole("button", { name: /Your earlier draft/ }).click();
  await expect(editor(page)).toContainText("CREATE TABLE Mine");
});

test("a link that is followed from within a lesson ends it, and the draft is kept", async ({
  page,
}) => {
  await open(page);
  await write(page, "CREATE TABLE Mine (Id INT64 NOT NULL) PRIMARY KEY (Id);");
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem("hotsplit.draft")))
    .toContain("CREATE TABLE Mine");
  const fragment = await page.evaluate(async () => {
    const json = JSON.stringify({ text: "CREATE TABLE Theirs (Id INT64) PRIMARY KEY (Id);" });
    const stream = new Blob([json]).stream().pipeThrough(new CompressionStream("deflate-raw"));
    const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
    const letters = btoa(String.fromCharCode(...bytes));
    return `#v1.${letters.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
  });
  await page.goto("./#lesson/the-moving-tail");
  await expect(editor(page)).toContainText("CREATE TABLE GateEvents");
  await page.goto(`./${fragment}`);
  await expect(editor(page)).toContainText("CREATE TABLE Theirs");
  await expect(lesson(page)).toHaveCount(0);
  await page.getByRole("button", { name: "Examples" }).click();
  await page.getByRole("button", { name: /Your earlier draft/ }).click();
  await expect(editor(page)).toContainText("CREATE TABLE Mine");
});

test("a lesson begins anew when it is asked for twice", async ({ page }) => {
  await page.goto("./#lesson/the-moving-tail");
  await goTo(page, "Separate the rows");
  await write(page, "CREATE TABLE Other (Id INT64 NOT NULL) PRIMARY KEY (Id);");
  await lesson(page).getByRole("button", { name: "Reset" }).click();
  await expect(lesson(page).getByRole("button", { name: "Yes, reset" })).toBeFocused();
  await lesson(page).getByRole("button", { name: "No", exact: true }).click();
  await expect(editor(page)).toContainText("CREATE TABLE Other");
  await lesson(page).getByRole("button", { name: "Reset" }).click();
  await lesson(page).getByRole("button", { name: "Yes, reset" }).click();
  await expect(editor(page)).toContainText("CREATE TABLE GateEvents");
  await expect(heading(page)).toHaveText("Introduction");
  await expect(results(page)).toBeHidden();
  await page.reload();
  await expect(heading(page)).toHaveText("Introduction");
  await expect(editor(page)).toContainText("CREATE TABLE GateEvents");
});

test("progress is carried by a link and added to what is there", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("./#lesson/the-moving-tail");
  await goTo(page, "More nodes, and a small test");
  await page.goto("./#lessons");
  await expect(list(page).getByRole("link", { name: /The moving tail/ })).toContainText(
    "2 of 4 steps",
  );
  await list(page).getByRole("button", { name: "Copy progress as a link" }).click();
  await expect(list(page).getByRole("button", { name: "Copied" })).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toContain("#progress/");

  // Another browser, where something else was done.
  await page.evaluate(() => localStorage.removeItem("hotsplit.lessons"));
  await page.goto("./#lesson/swapping");
  await page.reload();
  await next(page).click();
  const show = lesson(page).getByRole("button", { name: "Show me" });
  if (await show.isVisible()) await show.click();
  await next(page).click();
  await page.goto(link);
  await expect(list(page).getByRole("status")).toContainText("Progress in 1 lesson was added");
  await expect(list(page).getByRole("link", { name: /The moving tail/ })).toContainText("2 of 4");
  await expect(list(page).getByRole("link", { name: /swapped/ })).toContainText("1 of");
  expect(address(page)).toBe("#lessons");
  await page.reload();
  await expect(list(page).getByRole("link", { name: /The moving tail/ })).toContainText("2 of 4");

  // A damaged link takes nothing away.
  await page.goto(link.slice(0, -8));
  await expect(page.getByRole("alert")).toContainText("damaged");
  await expect(list(page).getByRole("link", { name: /The moving tail/ })).toContainText("2 of 4");
});

test("where nothing is kept it is said, and lessons work all the same", async ({ page }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
    Storage.prototype.getItem = () => {
      throw new DOMException("closed", "SecurityError");
    };
  });
  await page.goto("./#lesson/the-moving-tail");
  await goTo(page, "The split is full");
  await lesson(page).getByRole("link", { name: "‹ All lessons" }).click();
  await expect(list(page)).toContainText("This browser keeps nothing of it");
  await expect(list(page).getByRole("link", { name: /The moving tail/ })).toContainText("1 of 4");
});

test("the link for a class shows everyone the same picture", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("./#lesson/the-moving-tail?seed=7");
  await expect(lesson(page)).toContainText("seed 7");
  await lesson(page).getByRole("button", { name: "Link for a class" }).click();
  await expect(lesson(page).getByRole("button", { name: "Copied" })).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(/#lesson\/the-moving-tail\?seed=7&v=\d+\.\d+\.\d+$/);
  await next(page).click();
  await lesson(page).getByRole("button", { name: "Show me" }).click();
  await settled(page);
  // Ranges come a moment after the maps, and a longer headline leaves the maps less room.
  const range = / to .* ms/;
  await expect(results(page).locator(".headline p")).toContainText(range);
  const here = await picture(page, "Before");
  const headline = await results(page).locator(".headline p").textContent();

  const other = await context.newPage();
  // It is begun in this browser, so it goes on where it was.
  await other.goto(link);
  await settled(other);
  await expect(results(other).locator(".headline p")).toContainText(range);
  const there = await picture(other, "Before");
  expect(there.pixels.equals(here.pixels)).toBe(true);
  expect(await results(other).locator(".headline p").textContent()).toBe(headline);
  await expect(other.getByRole("alert")).toHaveCount(0);
  await other.close();

  // Made for another engine: it is said.
  await page.goto(link.replace(/v=[\d.]+/, "v=0.0.1"));
  await page.reload();
  await expect(page.getByRole("alert")).toContainText("made for engine 0.0.1");
});

test("a lesson that is not there leads to those that are", async ({ page }) => {
  await page.goto("./#lesson/no-such-thing");
  await expect(list(page)).toBeVisible();
  await expect(page.getByRole("alert")).toContainText("no lesson with this name");
  await page.keyboard.press("Escape");
  await settled(page);
  await expect(editor(page)).toContainText("CREATE TABLE Transactions");
  expect(address(page)).toBe("");
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("lesson, editor and results are parts one switches between", async ({ page }) => {
    await page.goto("./#lesson/the-moving-tail");
    const part = (name: string) =>
      page.locator(".part-tabs").getByRole("button", { name, exact: true });
    await expect(part("Lesson")).toHaveAttribute("aria-pressed", "true");
    await expect(heading(page)).toBeVisible();
    await expect(editor(page)).toBeHidden();
    await next(page).click();
    await part("Results").click();
    await expect(lesson(page)).toBeHidden();
    await expect(results(page)).toBeHidden();
    await page.getByRole("button", { name: "To the question" }).click();
    await lesson(page).getByText("Next to each other").click();
    await lesson(page).getByRole("button", { name: "Answer" }).click();
    await lesson(page).getByRole("button", { name: "Look at the map" }).click();
    await settled(page);
    await expect(page.getByRole("application", { name: /Before/ })).toBeVisible();
    await part("Editor").click();
    await expect(editor(page)).toBeVisible();
    await part("Problems").click();
    await expect(page.locator("hotsplit-problems")).toContainText("GateEvents");
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide).toBeLessThanOrEqual(390);
  });
});

test("a lesson that stops the engine is reported, and the page goes on without it", async ({
  page,
}) => {
  await inWorker(
    page,
    `addEventListener("message", (event) => {
      const { id, name } = event.data;
      if (name !== "lesson") return;
      event.stopImmediatePropagation();
      postMessage({ id, ok: false, message: "unreachable", trap: true });
    });`,
  );
  await page.goto("./#lesson/the-moving-tail");
  await expect(page.getByRole("alert")).toContainText("The engine could not read this lesson.");
  await settled(page);
  await expect(page.locator("hotsplit-verdict")).toContainText("will get hot");
  await expect(page.getByRole("alert")).toHaveCount(1);
});

test.describe("a lesson whose text does not come", () => {
  test.use({ broken: true });

  test("is reported, and the page goes on without it", async ({ page }) => {
    await page.route(/the-moving-tail-.*\.js$/, (route) => route.abort());
    await page.goto("./#lesson/the-moving-tail");
    await expect(page.getByRole("alert")).toBeVisible();
    await settled(page);
    await expect(page.locator("hotsplit-verdict")).toContainText("will get hot");
    await expect(page.getByRole("alert")).toHaveCount(1);
  });
});

test.describe("zoomed in to 400 %", () => {
  // A window of 1440 by 900.
  test.use({ viewport: { width: 360, height: 225 } });

  test("nothing of a lesson lies over its text", async ({ page }) => {
    await page.goto("./#lesson/the-moving-tail");
    await expect(heading(page)).toBeVisible();
    const first = await heading(page).textContent();
    const apart = () =>
      heading(page).evaluate((one) => {
        const root = one.getRootNode();
        if (!(root instanceof ShadowRoot)) throw new Error("it stands in a lesson");
        const of = (part: string) => root.querySelector(part)?.getBoundingClientRect();
        const [text, foot] = [of(".page"), of(".foot")];
        return text && foot && text.bottom <= foot.top;
      });
    expect(await apart()).toBe(true);
    await next(page).click();
    await expect(heading(page)).not.toHaveText(first ?? "");
    await expect(heading(page)).toBeInViewport();
    expect(await apart()).toBe(true);
  });
});

test.describe("an author", () => {
  const field = (page: Page) => page.getByRole("textbox", { name: "Markdown of the lesson" });
  const wrong = (page: Page) => page.getByRole("region", { name: "What is wrong with the lesson" });

  test("sees the lesson as it will be, and mistakes with their lines", async ({ page }) => {
    await page.goto("./#author");
    await expect(field(page)).toBeFocused();
    await expect(lesson(page).getByRole("heading", { level: 2 })).toHaveText(
      "A key that is a clock",
    );
    await expect(editor(page)).toContainText("CREATE TABLE Events");
    await expect(wrong(page)).toContainText("can be read");
    await field(page).fill(MOVING_TAIL);
    await expect(lesson(page).getByRole("heading", { level: 2 })).toHaveText("The moving tail");
    await expect(editor(page)).toContainText("CREATE TABLE GateEvents");
    // Pages turn freely, and what a learner would do can be done.
    await goTo(page, "Separate the rows");
    await write(page, sqlOf(MOVING_TAIL, "Solution"));
    await check(page).click();
    await expect(said(page)).toHaveText("All 4 checks pass. Continue with Next.", {
      timeout: 30_000,
    });

    // A mistake: its line, and nothing is lost.
    const broken = MOVING_TAIL.replace("`served >= 9700/s` Most", "`served >> 9700` Most");
    const line = broken.slice(0, broken.indexOf("`served >> 9700`")).split("\n").length;
    await field(page).fill(broken);
    const at = wrong(page).getByRole("button", { name: `line ${line}`, exact: true });
    await expect(at).toBeVisible();
    await at.click();
    await expect(field(page)).toBeFocused();
    const selected = await field(page).evaluate((one) =>
      one instanceof HTMLTextAreaElement
        ? one.value.slice(one.selectionStart, one.selectionEnd)
        : "",
    );
    expect(selected).toContain("`served >> 9700`");
    await expect(editor(page)).toContainText("PRIMARY KEY (EventId)");
    await expect(heading(page)).toHaveText("Separate the rows");

    // So badly broken that there is no lesson: the last one stays.
    await field(page).fill("# Only a heading\n");
    await expect(wrong(page)).toContainText("the lesson as it could last be read");
    await expect(heading(page)).toHaveText("Separate the rows");
    await expect(editor(page)).toContainText("PRIMARY KEY (EventId)");
    await field(page).fill(MOVING_TAIL);
    await expect(wrong(page)).toContainText("can be read");
    await expect(heading(page)).toHaveText("Separate the rows");

    // A file that is dropped takes its place.
    const dropped = await page.evaluateHandle(
      (text) => {
        const data = new DataTransfer();
        data.items.add(new File([text], "x.md", { type: "text/markdown" }));
        return data;
      },
      MOVING_TAIL.replace("# The moving tail", "# Dropped"),
    );
    await field(page).dispatchEvent("drop", { dataTransfer: dropped });
    await expect(lesson(page).getByRole("heading", { level: 2 })).toHaveText("Dropped");
    await field(page).fill(MOVING_TAIL);

    // The file is still there after a reload, and the draft after it is left.
    await page.reload();
    await expect(field(page)).toHaveValue(MOVING_TAIL);
    await lesson(page).getByRole("button", { name: "Leave" }).click();
    await settled(page);
    await expect(editor(page)).toContainText("CREATE TABLE Transactions");
  });

  test("has the lesson tested: starter, solution, wrong answers", async ({ page }) => {
    test.slow();
    await page.goto("./#author");
    await field(page).fill(MOVING_TAIL.replace(">= 9700/s` Most", ">= 1/s` Most"));
    await page.getByRole("button", { name: "Test the lesson" }).click();
    await expect(wrong(page).getByRole("listitem").first()).toBeVisible({ timeout: 60_000 });
    await field(page).fill(MOVING_TAIL);
    await expect(wrong(page).getByRole("listitem")).toHaveCount(0);
    await page.getByRole("button", { name: "Test the lesson" }).click();
    await expect(wrong(page)).toContainText("Sound:", { timeout: 60_000 });
  });

  test("has a file followed while another program writes it", async ({ page }) => {
    // A file of the browser's own stands in for one on the disk: the same kind of handle.
    await page.addInitScript(() => {
      Object.assign(window, {
        showOpenFilePicker: async () => {
          const root = await navigator.storage.getDirectory();
          return [await root.getFileHandle("07-lesson.md", { create: true })];
        },
      });
    });
    const save = (text: string) =>
      page.evaluate(async (what) => {
        const root = await navigator.storage.getDirectory();
        const handle = await root.getFileHandle("07-lesson.md", { create: true });
        const stream = await handle.createWritable();
        await stream.write(what);
        await stream.close();
      }, text);
    await page.goto("./#author");
    await save(MOVING_TAIL);
    await page.getByRole("button", { name: "Open a file" }).click();
    await expect(lesson(page).getByRole("heading", { level: 2 })).toHaveText("The moving tail");
    await expect(page.getByText("Follows 07-lesson.md")).toBeVisible();
    await expect(field(page)).not.toBeEditable();
    await save(MOVING_TAIL.replace("# The moving tail", "# The tail that moves"));
    await expect(lesson(page).getByRole("heading", { level: 2 })).toHaveText("The tail that moves");
    await page.getByRole("button", { name: "Edit here" }).click();
    await expect(field(page)).toBeEditable();
    await save(MOVING_TAIL);
    await field(page).press("Control+End");
    await page.keyboard.type("More.");
    await expect(field(page)).toHaveValue(/# The tail that moves[\s\S]*More\.$/);
  });
});

test.describe("the exam", () => {
  test("has no hints before it is handed in, then tells what held and where to look", async ({
    page,
  }) => {
    test.slow();
    await page.goto("./#lesson/exam-2-tenant");
    await expect(page.getByRole("alert")).toContainText("come in order");
    await expect(list(page)).toBeVisible();
    await list(page)
      .getByRole("link", { name: /^Exam 1|Exam 1/ })
      .click();
    await expect(lesson(page)).toContainText("Goals");
    await expect(lesson(page)).toContainText(/key ranges .*Trips.*: at most 16/);
    for (;;) {
      await next(page).click();
      await expect(hint(page)).toHaveCount(0);
      await expect(lesson(page).getByRole("button", { name: "Show me" })).toHaveCount(0);
      await expect(check(page)).toHaveCount(0);
      const boxes = lesson(page).getByRole("radio").or(lesson(page).getByRole("checkbox"));
      if ((await boxes.count()) > 0) {
        await boxes.first().check();
        await lesson(page).getByRole("button", { name: "Answer" }).click();
        await expect(verdict(page)).toBeFocused();
        await expect(verdict(page)).toHaveText("Noted.");
      }
      if ((await heading(page).textContent())?.trim() === "Hand in") break;
    }
    await lesson(page).getByRole("button", { name: "Hand in", exact: true }).click();
    await expect(lesson(page)).toContainText(/\d of \d+ checks passed/, { timeout: 60_000 });
    await expect(lesson(page)).toContainText("Missed: ");
    await expect(lesson(page).getByRole("heading", { name: "One solution" })).toBeVisible();
    await lesson(page).getByRole("link", { name: "How the exam went" }).click();
    const went = page.getByRole("main", { name: "Exam" });
    await expect(went).toContainText("1 of 5 handed in");
    const part = went.getByRole("region", { name: /Exam 1/ });
    await expect(part).toContainText("checks passed");
    await expect(part.getByRole("listitem").first()).toContainText("Missed: ");
    await part.getByRole("link").last().click();
    await expect(went).toHaveCount(0);
    await expect(lesson(page)).toHaveAccessibleName("Lesson");
    // The second part is open now, and the first is no exam any more: hints are there.
    await page.goto("./#lesson/exam-2-tenant");
    await expect(lesson(page)).toContainText("Goals");
  });

  test("of a number shows the schema, the load and the maps alone, and gives credit by cause", async ({
    page,
  }) => {
    test.slow();
    await page.goto("./#lesson/exam-7");
    await expect(heading(page)).toHaveText("Introduction");
    // What is hot is not told by the goals either.
    await expect(lesson(page)).not.toContainText("ranges that reading");
    /** Nothing of what was found is shown. */
    const bare = async () => {
      await expect(page.locator("hotsplit-problems")).toHaveCount(0);
      await expect(page.locator("hotsplit-map-notes")).toHaveCount(0);
      await expect(page.locator("hotsplit-editor .cm-lintRange")).toHaveCount(0);
      await expect(page.getByRole("button", { name: /Share/ })).toHaveCount(0);
      await expect(page.getByText(/Hottest|MOVING_HOT_SPOT/)).toHaveCount(0);
    };
    /** Answers, and hands in what stands in the editor. */
    const handIn = async (answers: readonly string[]) => {
      await next(page).click();
      for (const answer of answers) await lesson(page).getByLabel(answer, { exact: true }).check();
      await lesson(page).getByRole("button", { name: "Answer" }).click();
      await expect(verdict(page)).toHaveText("Noted.");
      await expect(page.getByRole("application").first()).toBeVisible({ timeout: 30_000 });
      await bare();
      await next(page).click();
      await next(page).click();
      await lesson(page).getByRole("button", { name: "Hand in", exact: true }).click();
      await expect(lesson(page)).toContainText(/\d of \d+ checks passed/, { timeout: 60_000 });
    };
    await bare();
    await next(page).click();
    const first = (await lesson(page).locator("label").first().textContent())?.trim() ?? "";
    await lesson(page).getByRole("button", { name: "Back" }).click();
    await handIn([first]);
    await expect(lesson(page)).toContainText("The whole schema: 0 of 1");
    await expect(lesson(page)).toContainText("0 of 1 answers were right");
    await expect(page.locator("hotsplit-problems")).toBeVisible();
    const solution = (await lesson(page).locator("pre").last().textContent()) ?? "";
    // What was asked is answered now, and a wrong answer has its reply.
    await lesson(page).getByRole("button", { name: "Back" }).click();
    await lesson(page).getByRole("button", { name: "Back" }).click();
    await expect(verdict(page)).toHaveText("Not quite.");
    const right = await lesson(page).locator(".choice.right code").allTextContents();
    expect(right).toHaveLength(2);
    await lesson(page).getByRole("button", { name: "Reset", exact: true }).click();
    await lesson(page).getByRole("button", { name: "Yes, reset" }).click();
    await expect(heading(page)).toHaveText("Introduction");
    await write(page, solution);
    await handIn(right);
    await expect(lesson(page)).toContainText("The whole schema: solved");
    await expect(lesson(page)).not.toContainText("Missed: ");
    await expect(lesson(page)).toContainText("1 of 1 answers were right");
    // Whoever opens the certificate has it marked by their own page.
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await lesson(page).getByLabel("Name on the certificate").fill("Ada");
    await lesson(page).getByRole("button", { name: "Copy certificate as a link" }).click();
    await expect(lesson(page).getByRole("button", { name: "Copied" })).toBeVisible();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    expect(new URL(link).hash).toMatch(/^#certificate\/[\w-]+$/);
    await page.goto(link);
    const certificate = page.getByRole("main", { name: "Certificate" });
    await expect(certificate).toContainText("Passed, by Ada", { timeout: 60_000 });
    await expect(certificate).toContainText("1 of 1 answers were right");
    await expect(certificate.getByRole("listitem").first()).toContainText("Held: ");
    // A link that says more than it holds is marked by what it holds.
    await page.goto(`${link.slice(0, -6)}AAAAAA`);
    await expect(page.getByRole("alert")).toContainText("damaged");
  });
});

/** Links within the page lead to lessons, and skip nothing. */
const OFF = ["skip-link"];

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const) {
  test.describe(`axe: ${width} wide`, () => {
    test.use({ viewport: { width, height } });
    test.slow();
    test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: "reduce" }));

    test("every view of lessons", width === 1440 ? {} : WHOLE, async ({ page }) => {
      await page.goto("./#lessons");
      await expect(list(page).getByRole("link").first()).toBeVisible();
      await cleanInSchemes(page, "the list", { off: OFF });
      await page.goto("./#exam");
      await expect(page.getByRole("main", { name: "Exam" })).toBeVisible();
      await cleanInSchemes(page, "the exam", { off: OFF });
      await page.goto("./#lesson/the-moving-tail");
      await expect(heading(page)).toBeFocused();
      await cleanInSchemes(page, "the introduction", { off: OFF });
      await next(page).click();
      await cleanInSchemes(page, "a prediction", { off: OFF });
      await lesson(page).getByRole("button", { name: "Show me" }).click();
      if (width > 900) await settled(page);
      await cleanInSchemes(page, "an answer", { off: OFF });
      await goTo(page, "Separate the rows");
      await check(page).click();
      await expect(lesson(page).locator(".because").first()).toBeVisible({ timeout: 30_000 });
      for (const _ of [1, 2, 3]) await hint(page).click();
      await lesson(page).getByRole("button", { name: "Show the solution" }).click();
      await cleanInSchemes(page, "failed checks, hints and the solution", { off: OFF });
      await page.goto("./#author");
      await expect(page.getByRole("textbox", { name: "Markdown of the lesson" })).toBeVisible();
      await page.getByRole("textbox", { name: "Markdown of the lesson" }).fill("# Broken\n");
      await expect(page.locator("hotsplit-author li").first()).toBeVisible();
      await cleanInSchemes(page, "the author's desk", { off: OFF });
    });
  });
}
