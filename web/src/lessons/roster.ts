/**
 * The certificates of a class: links out of a text or a CSV, what is said of each line, and the
 * table as CSV. Pure: `marking.ts` marks them, `class.ts` draws them.
 */
import { type ClassRow, isPassed, type Roster } from "../state/play.js";

/** Most letters that are read, and most lines that are marked. Ours: far above any class. */
export const TEXT_MAX = 4_000_000;
export const ROWS_MAX = 1_000;

/** Most letters of what else a line says: shown, and looked at for it. */
const LABEL_MAX = 120;
const CELLS_MAX = 2_000;

/** What a link ends with. Its beginning is looked for from here: from the front is quadratic. */
const FRAGMENT = /#certificate\/([\w-]*)/g;

/** What no address has in it, so that a link begins behind it. */
const OUTSIDE = /[\s,;"'<>]/;

/** Most letters of an address before its fragment. Ours. */
const ADDRESS_MAX = 400;

/** What is between two cells of CSV. */
const SEPARATOR = /[,;\t]/;

/** The lines of a text. What an earlier text had in the same way is not marked once more. */
export function rosterOf(text: string, earlier: Roster | undefined): Roster {
  const known = new Map(earlier?.rows.map((row) => [row.packed, row]));
  const cut = text.slice(0, TEXT_MAX);
  const lines = cut.replace(/^\uFEFF/, "").split(/\r\n|\r|\n/);
  const all = lines.flatMap((words, at) => rowsOf(words, at + 1));
  const rows = all.slice(0, ROWS_MAX).map((row): ClassRow => {
    const { marked, fault } = (row.packed !== "" && known.get(row.packed)) || row;
    return { ...row, marked, fault };
  });
  if (all.length > ROWS_MAX || cut.length < text.length) {
    const fault = `Only the first ${rows.length} lines are marked: paste the rest in a second turn.`;
    const line = all[ROWS_MAX]?.line ?? lines.length;
    rows.push({ line, packed: "", label: "", marked: undefined, fault });
  }
  return { text: cut, rows };
}

/** The links of a line; a line without one is named, but for an empty one and a head of columns. */
function rowsOf(words: string, line: number): ClassRow[] {
  const packed: string[] = [];
  let rest = "";
  let end = 0;
  for (const match of words.matchAll(FRAGMENT)) {
    let from = match.index;
    const least = Math.max(end, from - ADDRESS_MAX);
    while (from > least && !OUTSIDE.test(words[from - 1] ?? "")) from--;
    rest += words.slice(end, from);
    end = match.index + match[0].length;
    packed.push(match[1] ?? "");
  }
  const label = labelOf(rest + words.slice(end));
  const row = { line, label, marked: undefined };
  if (packed.length > 0) return packed.map((one) => ({ ...row, packed: one, fault: emptyOf(one) }));
  if (words.trim() === "") return [];
  if (line === 1 && SEPARATOR.test(words) && !words.includes("://")) return [];
  return [{ ...row, packed: "", fault: "This line has no link to a certificate." }];
}

/** What is wrong with a link that carries nothing. */
function emptyOf(packed: string): string {
  return packed === "" ? "This link is cut off: nothing follows #certificate/." : "";
}

/** What else a line says: its other cells, without their quotes. */
function labelOf(words: string): string {
  const cells = words.slice(0, CELLS_MAX).match(/"(?:[^"]|"")*"|[^,;\t]+/g) ?? [];
  return cells
    .map((cell) =>
      cell
        .trim()
        .replace(/^"(.*)"$/, "$1")
        .replaceAll('""', '"')
        .trim(),
    )
    .filter((cell) => cell !== "")
    .join(", ")
    .slice(0, LABEL_MAX);
}

/** Whether it is still to be marked. */
export function isOpen({ marked, fault }: ClassRow): boolean {
  return marked === undefined && fault === "";
}

/** What may go first. */
export type Order = "line" | "name" | "result";

/** The rows in another order; those that are alike stay in the order of their lines. */
export function ordered(rows: readonly ClassRow[], order: Order): readonly ClassRow[] {
  if (order === "line") return rows;
  const key = (row: ClassRow) => (order === "name" ? nameOf(row).toLocaleLowerCase("en") : "");
  const share = ({ marked }: ClassRow) => {
    if (!marked) return -1;
    const { passed, missed, right, asked } = marked.handed;
    return (passed.length + right) / Math.max(1, passed.length + missed.length + asked);
  };
  return [...rows].sort((a, b) => {
    if (order === "result") return share(b) - share(a);
    // Those without a name come last.
    if (key(a) === "" || key(b) === "") return Number(key(a) === "") - Number(key(b) === "");
    return key(a) < key(b) ? -1 : Number(key(a) > key(b));
  });
}

/** Whose a certificate is, as its holder wrote. */
export function nameOf({ marked }: ClassRow): string {
  return marked?.name.trim() ?? "";
}

/** How a line went, in a word or two. */
export function resultOf(row: ClassRow): "Passed" | "Not passed" | "Not read" | "Waiting" {
  if (row.marked) return isPassed(row.marked.handed) ? "Passed" : "Not passed";
  return row.fault === "" ? "Waiting" : "Not read";
}

/** What is to be said of each row: what is wrong with it, or that it is another one once more. */
export function notesOf(rows: readonly ClassRow[]): ReadonlyMap<ClassRow, string> {
  const links = new Map<string, number>();
  const schemas = new Map<string, number>();
  const notes = new Map<ClassRow, string>();
  for (const row of rows) {
    const { packed, line, marked, fault } = row;
    const link = packed === "" ? undefined : links.get(packed);
    const schema = marked && JSON.stringify([marked.title, marked.handed.text]);
    const same = schema === undefined ? undefined : schemas.get(schema);
    if (fault !== "") notes.set(row, fault);
    else if (link !== undefined) notes.set(row, `The same link as in line ${link}.`);
    else if (same !== undefined) notes.set(row, `The same schema as in line ${same}.`);
    if (link === undefined) links.set(packed, line);
    if (schema !== undefined && same === undefined) schemas.set(schema, line);
  }
  return notes;
}

/** How the class did, in one or two sentences. */
export function summaryOf(rows: readonly ClassRow[]): string {
  const open = rows.filter(isOpen).length;
  if (open > 0) return `Marked ${rows.length - open} of ${rows.length}…`;
  const certificates = rows.filter(({ marked }) => marked);
  const passed = certificates.filter((row) => resultOf(row) === "Passed").length;
  const bad = rows.filter(({ fault }) => fault !== "").map(({ line }) => line);
  const many = certificates.length === 1 ? "1 certificate" : `${certificates.length} certificates`;
  if (bad.length === 0) return `${passed} of ${many} passed.`;
  const lines = `${bad.length === 1 ? "Line" : "Lines"} ${bad.slice(0, 10).join(", ")}${bad.length > 10 ? " and others" : ""}`;
  return `${passed} of ${many} passed. ${lines} could not be read.`;
}

/** The table as CSV, as spreadsheets read it. */
export function csvOf(rows: readonly ClassRow[]): string {
  const notes = notesOf(rows);
  const head =
    "Line,In your list,Name,Exam,Result,Checks passed,Checks,Answers right,Answers asked,Note";
  const lines = rows.map((row) => {
    const { line, label, marked } = row;
    const { passed = [], missed = [], right, asked } = marked?.handed ?? {};
    const checks = marked
      ? [passed.length, passed.length + missed.length, right, asked]
      : ["", "", "", ""];
    const own = [label, nameOf(row), marked?.title ?? "", resultOf(row)];
    return [line, ...own, ...checks, notes.get(row) ?? ""].map(cell).join(",");
  });
  return `${[head, ...lines].join("\r\n")}\r\n`;
}

/** A cell of CSV. A name that begins like a formula must not become one. */
function cell(value: string | number | undefined): string {
  const text = String(value ?? "");
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
