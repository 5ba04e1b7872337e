/**
 * An hour of typing in a minute: edits at random, undo, pastes, fixes, knobs, faster than a person
 * can. Afterwards everything is as if the text had just been opened.
 */
import { expect, type Page } from "@playwright/test";
import { copiedLink, editor, open, settled, test } from "../browser/page.js";
import { engineMemory, gauge, rememberMemory, told } from "./gauge.js";
import { Random } from "./links/random.js";
import { done, odd, paste, stillAnswers, textOf } from "./sight.js";

const FIRST = Number(process.env.SEED ?? Math.floor(Date.now() / 86_400_000));

/** What people write, whole and in parts. */
const PIECES = [
  "CREATE TABLE Visits (\n  At TIMESTAMP NOT NULL,\n  VisitId STRING(36) NOT NULL, -- UUID v4\n) PRIMARY KEY (At, VisitId);\n",
  "CREATE TABLE Orders (\n  OrderId STRING(26) NOT NULL, -- ULID\n  Total NUMERIC,\n) PRIMARY KEY (OrderId);\n",
  "CREATE INDEX VisitsByTime ON Visits (At DESC);\n",
  "-- hotsplit: writes=9k/s nodes=20\n",
  "ALTER TABLE Orders ADD COLUMN Note STRING(MAX);\n",
  "DROP TABLE Visits;\n",
  "create table t (id bigserial primary key);\n",
  ...["(", ")", ",", ";", "'", "`", "--", "\n", " ", "INT64", "x", "/*", "*/", "1e308", "👩‍👩‍👧"],
] as const;

/** Keys that move, take away, undo. */
const KEYS = [
  ...["ArrowUp", "ArrowDown", "ArrowLeft", "Home", "End", "Control+Home", "Control+End"],
  ...["Backspace", "Delete", "Control+Backspace", "Enter", "Escape", "Tab", "Shift+ArrowDown"],
  ...["Control+z", "Control+z", "Control+Shift+z", "F8", "Control+.", "Control+ ", "Alt+ArrowUp"],
] as const;

/** Whether what has the focus takes text. */
function takesText(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    let at = document.activeElement;
    while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
    return at?.matches("input, textarea, [contenteditable=true]") ?? false;
  });
}

/** One thing that a person does. */
async function act(page: Page, random: Random): Promise<void> {
  const kind = random.below(20);
  // What is not there at the moment is not done.
  const click = (name: RegExp) =>
    page.evaluate((source) => {
      const name = new RegExp(source);
      const find = (root: ParentNode): HTMLElement | undefined => {
        for (const one of root.querySelectorAll("*")) {
          if (
            one instanceof HTMLButtonElement &&
            !one.disabled &&
            name.test(one.textContent?.trim() ?? "")
          )
            return one;
          const inner = one.shadowRoot && find(one.shadowRoot);
          if (inner) return inner;
        }
        return undefined;
      };
      find(document)?.click();
    }, name.source);
  // As an input method does. Where the focus takes no text the browser would still write it to the
  // editor's selection, in HTML of its own with inline styles; no person can do that.
  if (kind < 9) {
    const piece = random.of(PIECES);
    if (await takesText(page)) await page.keyboard.insertText(piece);
  } else if (kind < 15) await page.keyboard.press(random.of(KEYS));
  else if (kind === 15)
    await click(
      random.of([/other options/, /^Use this fix/, /^Clear/, /^Undo/, /^Apply to schema/]),
    );
  else if (kind === 16 && (await editor(page).isVisible()))
    await paste(page, random.many(6, () => random.of(PIECES)).join(""));
  else if (kind === 17) await knob(page, random);
  else if (kind === 18)
    await click(
      random.of([/^Diff/, /^Migration plan/, /^Schema/, /^Back/, /^Dismiss/, /^Change$/]),
    );
  else
    await editor(page)
      .focus({ timeout: 2_000 })
      .catch(() => {});
}

/** Goes back to the schema from wherever the acts led: a plan, what a fix changes. */
async function toSchema(page: Page): Promise<void> {
  const ways = [
    page.getByRole("button", { name: "Back", exact: true }),
    page.getByRole("tab", { name: "Schema" }),
  ];
  for (const way of ways) if (await way.first().isVisible()) await way.first().click();
}

/** Turns a knob as a slider does, many times a second. */
async function knob(page: Page, random: Random): Promise<void> {
  await page.evaluate(
    (values) => {
      const root = document.querySelector("hotsplit-workload")?.shadowRoot;
      const all = [...(root?.querySelectorAll<HTMLInputElement>("input") ?? [])];
      for (const value of values) {
        const one = all[value % Math.max(1, all.length)];
        if (!one || one.disabled || /checkbox|radio|file/.test(one.type)) continue;
        one.value = String(value);
        for (const type of ["input", "change"])
          one.dispatchEvent(new Event(type, { bubbles: true }));
      }
    },
    random.many(8, () => random.below(5_000)),
  );
}

/** What is told of the text that stands there. */
function answered(page: Page) {
  return page.evaluate(() => {
    type Given = Element & {
      analysis?: { findings: { key: string; severity: string }[]; syntaxErrors: unknown[] };
      maps?: { results?: { answer: { headline: string; before: object } } };
    };
    const problems: Given | null = document.querySelector("hotsplit-verdict");
    const results: Given | null = document.querySelector("hotsplit-outcome");
    const answer = results?.maps?.results?.answer;
    return JSON.stringify({
      findings: problems?.analysis?.findings,
      errors: problems?.analysis?.syntaxErrors,
      headline: answer?.headline,
      before: answer?.before,
    });
  });
}

for (const [tag, seconds] of [
  ["@sample", 10],
  ["", 60],
] as const) {
  test(`typing for ${seconds} s as fast as can be ${tag}`, async ({ page }) => {
    process.stdout.write(`SEED=${FIRST}\n`);
    await rememberMemory(page);
    await open(page);
    await stillAnswers(page);
    const before = await gauge(page);
    const random = new Random(FIRST);
    const end = performance.now() + seconds * 1_000;
    let acts = 0;
    for (; performance.now() < end; acts++) {
      await act(page, random);
      // Now and then a text as long as any at the end of such an hour goes.
      if (acts % 400 === 399) {
        await toSchema(page);
        await paste(page, PIECES[0] + PIECES[1]);
      }
    }
    await page.keyboard.press("Escape");
    await toSchema(page);
    await paste(page, `${await textOf(page)}\n`);
    await done(page);
    await page.waitForTimeout(500);
    await done(page);
    expect(await odd(page)).toEqual([]);
    const text = await textOf(page);
    const link = await copiedLink(page);
    await page.keyboard.press("Escape");
    const here = await answered(page);
    // The same in a page that has just been opened.
    const other = await page.context().newPage();
    await other.goto(link);
    await expect.poll(() => textOf(other)).toBe(text);
    await expect(other.locator("hotsplit-editor [aria-autocomplete]")).not.toHaveCount(0);
    await done(other);
    await other.waitForTimeout(500);
    await done(other);
    expect(await answered(other)).toBe(here);
    await other.close();
    await page.bringToFront();
    // A rate that was typed for a table that had just gone is rejected, and the page says so until
    // that is dismissed.
    const notice = page.getByRole("alert").getByRole("button", { name: "Dismiss" });
    if (await notice.isVisible()) await notice.click();
    await toSchema(page);
    await stillAnswers(page);
    await settled(page);
    const after = await gauge(page);
    const memory = await engineMemory(page);
    process.stdout.write(
      `${acts} acts in ${seconds} s, ${text.length} letters at the end: ${told(before)}; ` +
        `then ${told(after)}; the engine has ${memory.toFixed(0)} MiB\n`,
    );
    expect(after.workers).toBe(1);
    // Undo has each text that stood there; ours.
    expect(after.heap - before.heap).toBeLessThan(48);
    expect(memory).toBeLessThan(128);
  });
}
