/** What is said of a dump and its port. */
import type { PortReport, SourceDatabase } from "../../../pkg/hotsplit_port.js";
import type { HotKeys } from "../state/port.js";
import { amount, count } from "../ui/words.js";

const DATABASES: Readonly<Record<SourceDatabase, string>> = {
  mysql: "MySQL",
  postgresql: "PostgreSQL",
};

/** Dialects that are written. */
export const DIALECTS: readonly (readonly [PortReport["to"], string])[] = [
  ["googlesql", "GoogleSQL"],
  ["postgresql", "PostgreSQL"],
];

/** A database's name. */
export const databaseName = (from: SourceDatabase): string => DATABASES[from];

/** A dialect's name. */
export const dialectName = (to: PortReport["to"]): string =>
  DIALECTS.find(([value]) => value === to)?.[1] ?? to;

/** What the text is: "A MySQL dump, 16 tables, 4 MB of rows set aside". */
export function dumpSentence(from: SourceDatabase, report: PortReport | undefined): string {
  // What `hotsplit condense` leaves of a dump says how many rows there were.
  const rows = report?.tables.reduce((sum, table) => sum + table.rows, 0) ?? 0;
  const noun = report && report.rowBytes === 0 && rows === 0 ? "schema" : "dump";
  const parts = [`A ${databaseName(from)} ${noun}`];
  if (report) parts.push(count(report.tables.length, "table"));
  if (report && report.rowBytes > 0) {
    // One digit says how large they are.
    const size = Number(report.rowBytes.toPrecision(report.rowBytes < 1_000 ? 3 : 2));
    parts.push(`${amount(size, "bytes")} of rows set aside`);
  } else if (rows > 0) parts.push(`${count(rows, "row")} set aside`);
  return parts.join(", ");
}

/** How hot the schema is as it is, and with what is decided. */
export function heatSentence(hot: HotKeys | undefined): string {
  if (!hot) return "";
  const { literal, decided, open, harmless } = hot;
  // Of a key that nobody knows the ids of, nothing is promised. These are asked in the schema, and are
  // not among what is decided here.
  const asked = open === 0 ? "" : `, with ${count(open, "question")} about its keys still open`;
  const kept = harmless ? " (others do not spread, but are harmless at the writes assumed)" : "";
  const first = `${literal === 0 ? "no hot key" : count(literal, "hot key")}${kept}`;
  if (literal === 0 && decided === 0) return `Ported as it is: ${first}${asked}.`;
  return `Ported as it is: ${first}; with these choices: ${decided || "none"}${asked}.`;
}
