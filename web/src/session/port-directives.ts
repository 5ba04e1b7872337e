/** Decisions about a port as directives in comments of the dump, so that the text says all of it. */
import type { TextEdit } from "../../../pkg/hotsplit.js";

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

/** Writes the columns of a table's primary key above the dump, where the last one holds. */
export function keyDirective(text: string, table: string, columns: string): TextEdit {
  const start = `-- hotsplit: table ${table} pk(`;
  for (const { from, to, line } of linesWith(text, start)) {
    const at = from + line.indexOf(start);
    return { from: at, to, insert: `${start}${columns})` };
  }
  return { from: 0, to: 0, insert: `${start}${columns})\n` };
}

/** Writes the type of columns above the dump, each as `TABLE.COLUMN`, that it says nothing of yet. */
export function typeDirectives(columns: readonly string[], type: string): TextEdit {
  const lines = columns.map((column) => `-- hotsplit: column ${column} as(${type})\n`);
  return { from: 0, to: 0, insert: lines.join("") };
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
