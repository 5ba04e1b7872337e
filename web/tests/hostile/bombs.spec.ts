/** Texts that are meant to choke: after each the text is whole and the page answers as before. */
import { expect } from "@playwright/test";
import { linkOf, open, test } from "../browser/page.js";
import { FAMILIES } from "./families.js";
import { engineMemory, gauge, rememberMemory, told } from "./gauge.js";
import { done, odd, paste, stillAnswers, textOf, visit } from "./sight.js";

/** As many of the families as CI takes. */
const SAMPLE = new Set(["bytes in a line", "open brackets", "hot tables", "syntax errors"]);

for (const [tag, families] of [
  ["@sample", FAMILIES.filter(([name]) => SAMPLE.has(name))],
  ["", FAMILIES.filter(([name]) => !SAMPLE.has(name))],
] as const) {
  test(`families of texts, ${families.length} of them ${tag}`, async ({ page, watched }) => {
    await open(page);
    for (const [name, count, write] of families) {
      const text = write(count);
      await test.step(name, async () => {
        await paste(page, text);
        await done(page, 120_000);
        expect(await textOf(page)).toBe(text);
        expect(await odd(page)).toEqual([]);
        await stillAnswers(page);
      });
    }
    // The editor's own word for a line that is longer than it measures at once.
    const told = watched.filter((line) => line !== "Measure loop restarted more than 5 times");
    watched.splice(0, watched.length, ...told);
  });
}

/** Letters that go wrong elsewhere. A link carries them as they are. */
for (const [what, text] of [
  ["NULs", `CREATE TABLE A\u0000B (\u0000Id INT64) PRIMARY KEY (Id);${"\u0000".repeat(50_000)}`],
  ["bells between letters", `-- ${"\u0007x".repeat(5_000)}`],
  ["halves of letters", `CREATE TABLE \`A\ud800\` (Id INT64) PRIMARY KEY (Id); -- \udc00`],
  ["marks that turn the writing", `-- ${"\u202e\u2066\u200f".repeat(20_000)}\nCREATE TABLE`],
  ["a mark of byte order", "\ufeffCREATE TABLE T (Id INT64) PRIMARY KEY (Id);\ufeff"],
  // Chromium takes a time with the square of them to draw so many marks over one letter, also in a
  // plain field: 20,000 hold a tab up for 13 s, whatever the page does.
  ["marks upon one letter", `CREATE TABLE \`A${"\u0301".repeat(2_000)}\` (Id INT64)`],
] as const) {
  test(`a text of ${what} @sample`, async ({ page }) => {
    await visit(page, linkOf({ text }));
    expect(await textOf(page)).toBe(text);
    expect(await odd(page)).toEqual([]);
    await stillAnswers(page);
  });
}

/** Close to the most that is read, in MiB, and past it. */
const MIB = 1024 * 1024;
const filled = (bytes: number, line: string) => line.repeat(Math.floor(bytes / line.length));

for (const [what, write] of [
  ["comments", () => filled(10 * MIB, `-- ${"x".repeat(96)}\n`)],
  ["one line", () => `-- ${"x".repeat(10 * MIB - 3)}`],
  [
    "tables",
    () => {
      const tables = Array.from(
        { length: 90_000 },
        (_, at) =>
          `CREATE TABLE Table${at} (\n  Id STRING(36) NOT NULL, -- UUID v4\n  Name STRING(MAX),\n) PRIMARY KEY (Id);\n`,
      );
      return tables.join("").slice(0, 10 * MIB);
    },
  ],
  ["brackets", () => `CREATE TABLE T (Id INT64 AS ${"(".repeat(9 * MIB)}`],
] as const) {
  test(`10 MiB of ${what} are kept, and their memory is not`, async ({ page }) => {
    await rememberMemory(page);
    await open(page);
    await stillAnswers(page);
    const before = await gauge(page);
    const engine = await engineMemory(page);
    const text = write();
    await paste(page, text);
    await done(page, 400_000);
    expect(await textOf(page)).toBe(text);
    const peak = await engineMemory(page);
    await stillAnswers(page);
    const after = await gauge(page);
    const left = await engineMemory(page);
    process.stdout.write(
      `10 MiB of ${what}: ${told(before)}; then ${told(after)}; the engine's memory ` +
        `${engine.toFixed(0)}, ${peak.toFixed(0)}, ${left.toFixed(0)} MiB\n`,
    );
    // Undo may have the text still, as letters of one or two bytes each.
    expect(after.heap - before.heap).toBeLessThan(64);
    expect(after.workers).toBe(1);
    expect(left).toBeLessThan(256);
  });
}
