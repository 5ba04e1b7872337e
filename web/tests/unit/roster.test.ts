/** The certificates of a class: which links a text holds, what is said of each, and the table as CSV. */
import { describe, expect, test } from "vitest";
import {
  csvOf,
  isOpen,
  notesOf,
  ordered,
  ROWS_MAX,
  resultOf,
  rosterOf,
  summaryOf,
  TEXT_MAX,
} from "../../src/lessons/roster.js";
import type { ClassRow, Handed } from "../../src/state/play.js";

const HOME = "https://example.com/hotsplit/#certificate/";

const HANDED: Handed = {
  ...{ passed: ["a", "b"], missed: [], right: 1, asked: 1 },
  text: "CREATE TABLE T (A INT64) PRIMARY KEY (A);",
};

/** A row of the class, marked. */
const row = (line: number, name: string, handed: Partial<Handed> = {}): ClassRow => ({
  ...{ line, packed: `p${line}`, label: "", fault: "" },
  marked: { title: "Exam no. 7", name, handed: { ...HANDED, ...handed } },
});

const bad = (line: number): ClassRow => ({
  ...{ line, packed: "", label: "", marked: undefined, fault: "This line has no link." },
});

describe("a text with links", () => {
  test("gives a row for each, with its line; empty lines are none", () => {
    const { rows } = rosterOf(
      `${HOME}aa\r\n\n  ${HOME}b-b_b and ${HOME}cc\nno link here\n`,
      undefined,
    );
    expect(rows.map(({ line, packed }) => [line, packed])).toEqual([
      [1, "aa"],
      [3, "b-b_b"],
      [3, "cc"],
      [4, ""],
    ]);
    expect(rows.filter(isOpen)).toHaveLength(3);
    expect(rows[3]?.fault).toBe("This line has no link to a certificate.");
  });

  test("as CSV keeps what else a line says, and skips its head", () => {
    const csv = `\uFEFFStudent;Group;Link\n"Lovelace, Ada";B;"${HOME}aa"\nBob\tB\t${HOME}bb\n`;
    const { rows } = rosterOf(csv, undefined);
    expect(rows.map(({ line, packed }) => [line, packed])).toEqual([
      [2, "aa"],
      [3, "bb"],
    ]);
    expect(rows[0]?.label).toBe("Lovelace, Ada, B");
    expect(rows[1]?.label).toBe("Bob, B");
  });

  test("names a link that is cut off, and a first line that is no head", () => {
    expect(rosterOf(HOME, undefined).rows[0]?.fault).toMatch(/cut off/);
    expect(rosterOf("https://example.com/a,b", undefined).rows[0]?.fault).toMatch(/no link/);
  });

  test("keeps what was marked before, and reads so much and no more", () => {
    const marked = { text: "", rows: [{ ...row(1, "Ada"), packed: "aa" }] };
    const { rows } = rosterOf(`${HOME}bb\n${HOME}aa`, marked);
    expect(rows.map(({ line, marked }) => [line, marked?.name])).toEqual([
      [1, undefined],
      [2, "Ada"],
    ]);
    const long = rosterOf(`${HOME}aa\n`.repeat(ROWS_MAX + 5), undefined);
    expect(long.rows).toHaveLength(ROWS_MAX + 1);
    expect(long.rows.at(-1)).toMatchObject({ line: ROWS_MAX + 1, packed: "" });
    expect(long.rows.at(-1)?.fault).toMatch(/first 1000 lines/);
    expect(rosterOf("x".repeat(TEXT_MAX + 1), undefined).text).toHaveLength(TEXT_MAX);
  });
});

describe("the table", () => {
  test("counts who passed, and names the lines that could not be read", () => {
    const missed = row(2, "Bob", { passed: ["a"], missed: ["b"] });
    expect([row(1, "Ada"), missed, bad(3)].map(resultOf)).toEqual([
      "Passed",
      "Not passed",
      "Not read",
    ]);
    expect(summaryOf([row(1, "Ada"), missed, bad(3)])).toBe(
      "1 of 2 certificates passed. Line 3 could not be read.",
    );
    const waits: ClassRow = { ...bad(3), fault: "", packed: "x" };
    expect(summaryOf([row(1, "Ada"), waits])).toBe("Marked 1 of 2…");
  });

  test("says which lines are the same, by their link or their schema", () => {
    const rows = [
      row(1, "Ada"),
      { ...row(2, "Ada"), packed: "p1" },
      row(3, "Bob"),
      row(4, "Cy", { text: "CREATE TABLE U (A INT64) PRIMARY KEY (A);" }),
    ];
    const notes = notesOf(rows);
    expect(rows.map((one) => notes.get(one))).toEqual([
      undefined,
      "The same link as in line 1.",
      "The same schema as in line 1.",
      undefined,
    ]);
  });

  test("is ordered by name or by result, lines without either last", () => {
    const rows = [
      bad(1),
      row(2, "bob", { passed: ["a"], missed: ["b"] }),
      row(3, "Ada"),
      row(4, ""),
    ];
    const lines = (all: readonly ClassRow[]) => all.map(({ line }) => line);
    expect(lines(ordered(rows, "line"))).toEqual([1, 2, 3, 4]);
    expect(lines(ordered(rows, "name"))).toEqual([3, 2, 1, 4]);
    expect(lines(ordered(rows, "result"))).toEqual([3, 4, 2, 1]);
  });

  test("becomes CSV that no spreadsheet takes for formulas", () => {
    const rows = [{ ...row(1, '=HYPERLINK("x")'), label: "a, b" }, bad(2)];
    expect(csvOf(rows).split("\r\n")).toEqual([
      "Line,In your list,Name,Exam,Result,Checks passed,Checks,Answers right,Answers asked,Note",
      `1,"a, b","'=HYPERLINK(""x"")",Exam no. 7,Passed,2,2,1,1,`,
      "2,,,,Not read,,,,,This line has no link.",
      "",
    ]);
  });
});
