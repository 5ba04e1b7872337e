/**
 * Names as directives about a dump write them, and words of directives: what `directive_names.rs` and
 * `directives.rs` of the port read.
 */
import type { PortColumn } from "../state/port.js";

/** A part of a name: in double quotes it is as it is written, otherwise case does not count. */
interface Part {
  readonly name: string;
  readonly exact: boolean;
}

/** Where a word of a directive is. */
export interface Word {
  readonly from: number;
  readonly to: number;
}

/** A table, with its schema before a dot where it is not in the default one. */
export function tableName(table: string): string {
  const parts = table.split(".");
  if (parts.every(isUnquoted)) return table;
  // The last part says whether the whole name is exact.
  const last = parts.length - 1;
  return parts.map((part, at) => (at === last ? quoted(part, '"') : exactName(part))).join(".");
}

/** A column of a table. */
export const columnName = ({ table, column }: PortColumn): string =>
  `${tableName(table)}.${exactName(column)}`;

/** Names as a person types them between commas; `undefined` where one is empty. */
export function listedNames(said: string): string | undefined {
  const parts = partsOf(said, ",");
  return parts.some(({ name }) => name === "") ? undefined : parts.map(typedName).join(", ");
}

/** Whether a word names a table, and whether it does so exactly. */
export function namesTable(word: string, table: string): "exactly" | "ignoring case" | undefined {
  const parts = partsOf(word, ".");
  const name = parts.map((part) => (part.exact ? part.name : part.name.toLowerCase())).join(".");
  if (parts.at(-1)?.exact) return name === table ? "exactly" : undefined;
  return name.toLowerCase() === table.toLowerCase() ? "ignoring case" : undefined;
}

/** Words of a part of a text: blanks within parentheses or quotes do not end one. */
export function wordsOf(text: string, from: number, to: number): Word[] {
  const words: Word[] = [];
  let at = from;
  while (at < to) {
    if (/\s/.test(text.charAt(at))) {
      at++;
      continue;
    }
    const end = wordEnd(text, at, to);
    words.push({ from: at, to: end });
    at = end;
  }
  return words;
}

function wordEnd(text: string, from: number, to: number): number {
  let depth = 0;
  let quote = "";
  for (let at = from; at < to; at++) {
    const c = text.charAt(at);
    if (quote !== "") quote = c === quote ? "" : quote;
    else if (c === '"' || c === "`") quote = c;
    else if (c === "(") depth++;
    else if (c === ")") depth--;
    else if (depth <= 0 && /\s/.test(c)) return at;
  }
  return to;
}

/** Whether a name is the same without quotes. */
const isUnquoted = (name: string): boolean => /^[a-z_][a-z0-9_]*$/.test(name);

const exactName = (name: string): string => (isUnquoted(name) ? name : quoted(name, '"'));

/** What a person types without double quotes is meant whatever its case. */
function typedName({ name, exact }: Part): string {
  if (exact) return exactName(name);
  return /^\w+$/.test(name) ? name : quoted(name, "`");
}

const quoted = (name: string, quote: string): string =>
  quote + name.replaceAll(quote, quote + quote) + quote;

/** What a character outside of quotes separates, without quotes and without blanks around. */
function partsOf(said: string, separator: string): Part[] {
  const all: Part[] = [];
  let [name, exact, quote, length] = ["", false, "", 0];
  const end = () => {
    all.push({ name: name.slice(0, length), exact });
    [name, exact, length] = ["", false, 0];
  };
  for (let at = 0; at < said.length; at++) {
    const c = said.charAt(at);
    if (quote !== "" && c === quote) {
      if (said.charAt(at + 1) !== quote) {
        quote = "";
        continue;
      }
      at++;
    } else if (quote === "") {
      if (c === separator) {
        end();
        continue;
      }
      if (c === '"' || c === "`") {
        quote = c;
        exact ||= c === '"';
        continue;
      }
      if (/\s/.test(c)) {
        if (length > 0) name += c;
        continue;
      }
    }
    name += c;
    length = name.length;
  }
  end();
  return all;
}
