/**
 * Families of texts that are easy to make long, made small: after `crate/bench/support/families.rs`,
 * which measures them at their whole size.
 */

/** A text in which one thing is said so often. */
type Write = (count: number) => string;

const each = (count: number, piece: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => piece(at)).join("");

const names = (count: number) => Array.from({ length: count }, (_, at) => `C${at}`).join(", ");

/** A table with a key that spreads, and so many columns beside it. */
const table = (name: string, count: number) => {
  const columns = each(count, (at) => `  C${at} INT64,\n`);
  const key = "  Id STRING(36) DEFAULT (GENERATE_UUID()),\n";
  return `CREATE TABLE ${name} (\n${key}${columns}) PRIMARY KEY (Id);\n`;
};

const around = (body: string) => `CREATE TABLE T (\n  Id STRING(36),\n${body}) PRIMARY KEY (Id);\n`;

const interleaved = (at: number, columns: number, parent: string) => {
  const keys = each(columns, (level) => `  C${level} INT64 NOT NULL,\n`);
  return `CREATE TABLE T${at} (\n${keys}) PRIMARY KEY (${names(columns)})${parent};\n`;
};

/** Each family, with how often its thing is said. */
export const FAMILIES: readonly (readonly [name: string, count: number, write: Write])[] = [
  [
    "columns of a key",
    300,
    (count) =>
      `CREATE TABLE T (\n${each(count, (at) => `  C${at} INT64 NOT NULL,\n`)}) PRIMARY KEY (${names(count)});\n`,
  ],
  ["columns of a table", 1_500, (count) => table("T", count)],
  ["tables", 1_500, (count) => each(count, (at) => table(`T${at}`, 2))],
  [
    "hot tables",
    500,
    (count) =>
      each(
        count,
        (at) =>
          `CREATE TABLE T${at} (\n  At TIMESTAMP NOT NULL OPTIONS (allow_commit_timestamp = true),\n) PRIMARY KEY (At);\n`,
      ),
  ],
  ["one table again and again", 1_500, (count) => each(count, () => table("T", 2))],
  [
    "indexes of a table",
    1_000,
    (count) => table("T", 100) + each(count, (at) => `CREATE INDEX I${at} ON T (C${at % 100});\n`),
  ],
  [
    "stored columns of an index",
    500,
    (count) => `${table("T", count)}CREATE INDEX I ON T (C0) STORING (${names(count)});\n`,
  ],
  [
    "tables made and dropped",
    1_000,
    (count) => each(count, (at) => `${table(`T${at}`, 1)}DROP TABLE T${at};\n`),
  ],
  [
    "foreign keys in a ring",
    400,
    (count) =>
      each(count, (at) => table(`T${at}`, 1)) +
      each(
        count,
        (at) => `ALTER TABLE T${at} ADD FOREIGN KEY (Id) REFERENCES T${(at + 1) % count} (Id);\n`,
      ),
  ],
  [
    "checks of a table",
    1_000,
    (count) =>
      around(`  C0 INT64,\n${each(count, (at) => `  CONSTRAINT K${at} CHECK (C0 > ${at}),\n`)}`),
  ],
  [
    "generated columns, each of the last",
    800,
    (count) =>
      around(
        each(count, (at) =>
          at === 0 ? "  C0 INT64,\n" : `  C${at} INT64 AS (C${at - 1} + 1) STORED,\n`,
        ),
      ),
  ],
  [
    "renames",
    2_000,
    (count) => table("T0", 2) + each(count, (at) => `ALTER TABLE T${at} RENAME TO T${at + 1};\n`),
  ],
  [
    "sequences",
    1_500,
    (count) =>
      each(
        count,
        (at) => `CREATE SEQUENCE S${at} OPTIONS (sequence_kind = 'bit_reversed_positive');\n`,
      ),
  ],
  [
    "wrong directives",
    2_000,
    (count) => table("T", 2) + each(count, (at) => `-- hotsplit: wrlds=${at}/s\n`),
  ],
  [
    "directives of one table",
    2_000,
    (count) => each(count, (at) => `-- hotsplit: writes=${at + 1}/s\n`) + table("T", 2),
  ],
  [
    "directives with numbers past all bounds",
    300,
    (count) =>
      each(count, (at) => `-- hotsplit: writes=1e${at}/s nodes=${"9".repeat(at + 1)}\n`) +
      table("T", 2),
  ],
  [
    "levels of interleaving",
    300,
    (count) =>
      each(count, (at) =>
        interleaved(at, (at % 10) + 1, at === 0 ? "" : `,\n  INTERLEAVE IN PARENT T${at - 1}`),
      ),
  ],
  ["dots", 20_000, (count) => `CREATE TABLE T${".".repeat(count)} (Id INT64) PRIMARY KEY (Id);\n`],
  [
    "bytes in a line",
    1_000_000,
    (bytes) => each(bytes / 110, (at) => table(`T${at}`, 2).replaceAll("\n", " ")),
  ],
  [
    "views, each of the last",
    500,
    (count) =>
      table("T", 1) +
      each(
        count,
        (at) =>
          `CREATE VIEW V${at} SQL SECURITY INVOKER AS SELECT x.Id FROM ${at === 0 ? "T" : `V${at - 1}`} AS x;\n`,
      ),
  ],
  ["syntax errors", 2_000, (count) => each(count, (at) => `CREATE TABEL T${at} (;\n`)],
  ["comments before a table", 5_000, (count) => each(count, (at) => `-- ${at}\n`) + table("T", 1)],
  ["words in a comment", 100_000, (count) => `-- ${"word ".repeat(count)}\n${table("T", 1)}`],
  ["open brackets", 50_000, (count) => `CREATE TABLE T (Id INT64 AS ${"(".repeat(count)}`],
  [
    "operators of an expression",
    10_000,
    (count) => around(`  C0 INT64,\n  C1 INT64 AS (C0${" + C0".repeat(count)}) STORED,\n`),
  ],
  [
    "quotes that are not closed",
    10_000,
    (count) => `CREATE TABLE T (Id INT64 DEFAULT ('${"''".repeat(count)}`,
  ],
  [
    "tables of PostgreSQL",
    1_000,
    (count) => each(count, (at) => `create table t${at} (id varchar(36) primary key, n bigint);\n`),
  ],
  [
    "rows of INSERT",
    2_000,
    (count) => table("T", 1) + each(count, (at) => `INSERT INTO T (C0) VALUES (${at});\n`),
  ],
];
