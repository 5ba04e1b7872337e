/** Decisions about a port as directives in comments of the dump, so that the text says all of it. */
import type { TextEdit } from "../../../pkg/hotsplit.js";
import type { PortColumn } from "../state/port.js";
import {
  columnName,
  listedNames,
  namesTable,
  tableName,
  type Word,
  wordsOf,
} from "./directive-names.js";

const TABLE = "-- hotsplit: table ";
const FILE = "-- hotsplit: file ";

/** Where a directive about the whole file is: its line, and where the line ends. */
interface Line {
  readonly from: number;
  readonly to: number;
  readonly words: string;
}

/** Writes `name=choice`: in place of what the dump says of it, else in its first such line, or above. */
export function fileDirective(text: string, name: string, choice: string): TextEdit {
  const lines = fileLines(text);
  // The last one holds.
  for (const { from, words } of [...lines].reverse()) {
    const said = new RegExp(`(?<=^|\\s)${name}=\\S*`, "g");
    const last = [...words.matchAll(said)].at(-1);
    if (!last) continue;
    const start = from + last.index;
    return { from: start, to: start + last[0].length, insert: `${name}=${choice}` };
  }
  const [first] = lines;
  return first
    ? { from: first.to, to: first.to, insert: ` ${name}=${choice}` }
    : { from: 0, to: 0, insert: `${FILE}${name}=${choice}\n` };
}

/** Whether a directive may state it as a time zone: the characters that the port takes. */
export const isZone = (zone: string): boolean => /^[A-Za-z0-9_/+:-]+$/.test(zone);

/** Writes the columns of a table's primary key, as a person types them between commas. */
export function keyDirective(text: string, table: string, columns: string): TextEdit | undefined {
  const names = listedNames(columns);
  return names === undefined ? undefined : tableDirective(text, table, "pk", `pk(${names})`);
}

/** Writes how ids of a table are made; without a choice they are made as those of all tables. */
export function idsDirective(
  text: string,
  table: string,
  choice: string | undefined,
): TextEdit | undefined {
  if (choice !== undefined) return tableDirective(text, table, "key", `key=${choice}`);
  const holds = holding(decisionsOf(text, table, "key"));
  return holds && without(text, holds);
}

/** Writes the type of columns above the dump, of which it says nothing yet. */
export function typeDirectives(columns: readonly PortColumn[], type: string): TextEdit {
  const lines = columns.map((column) => `-- hotsplit: column ${columnName(column)} as(${type})\n`);
  return { from: 0, to: 0, insert: lines.join("") };
}

/** Writes a decision about a table: in place of the one that holds, else above the dump. */
function tableDirective(text: string, table: string, name: string, insert: string): TextEdit {
  const holds = holding(decisionsOf(text, table, name));
  return holds
    ? { from: holds.from, to: holds.to, insert }
    : { from: 0, to: 0, insert: `${TABLE}${tableName(table)} ${insert}\n` };
}

/** A decision about a table in a line of directives. */
interface Decision extends Word {
  /** The table's name is written as it is. */
  readonly exact: boolean;
  /** The line, if it says nothing else. */
  readonly line: Word | undefined;
}

/** The last one that writes the table's name exactly, else the last. */
const holding = (all: readonly Decision[]): Decision | undefined =>
  all.filter(({ exact }) => exact).at(-1) ?? all.at(-1);

/** What a dump decides of a table under a name, in its order. */
function decisionsOf(text: string, table: string, name: string): Decision[] {
  return [...linesWith(text, TABLE)].flatMap(({ from, to, line }) => {
    const [object, ...words] = wordsOf(text, from + line.indexOf(TABLE) + TABLE.length, to);
    const named = object && namesTable(text.slice(object.from, object.to), table);
    if (!named) return [];
    const own = words.filter((word) => {
      const said = text.slice(word.from, word.to);
      return said.startsWith(`${name}=`) || said.startsWith(`${name}(`);
    });
    const alone = words.length === 1 ? { from, to } : undefined;
    return own.map((word) => ({ ...word, exact: named === "exactly", line: alone }));
  });
}

/** Takes a decision away, and its line if that says nothing else. */
function without(text: string, { from, to, line }: Decision): TextEdit {
  if (line) return { from: line.from, to: Math.min(line.to + 1, text.length), insert: "" };
  const blanks = /\s*$/.exec(text.slice(0, from))?.[0].length ?? 0;
  return { from: from - blanks, to, insert: "" };
}

/** The text with an edit made. */
export function withEdit(text: string, { from, to, insert }: TextEdit): string {
  return text.slice(0, from) + insert + text.slice(to);
}

function fileLines(text: string): Line[] {
  return [...linesWith(text, FILE)].map(({ from, to, line }) => {
    const start = from + line.indexOf(FILE) + FILE.length;
    const end = to - (line.length - line.trimEnd().length);
    return { from: start, to: end, words: text.slice(start, end) };
  });
}

/** Lines that begin with some words, blanks aside. */
function* linesWith(text: string, start: string) {
  for (let at = text.indexOf(start); at >= 0; at = text.indexOf(start, at + start.length)) {
    const from = text.lastIndexOf("\n", at) + 1;
    if (text.slice(from, at).trim() !== "") continue;
    const end = text.indexOf("\n", at);
    const to = end < 0 ? text.length : end;
    yield { from, to, line: text.slice(from, to) };
  }
}
