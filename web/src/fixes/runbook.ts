/** Words of a step of the plan: who does it, how long it takes, what a block of code is for. */
import type {
  Rollout,
  RolloutCheck,
  RolloutParameter,
  RolloutPass,
  RolloutStep,
} from "../../../pkg/hotsplit.js";
import { number } from "../ui/words.js";

/** What a block of code is, and how it is run. */
const KINDS: ReadonlyMap<string, string> = new Map([
  ["ddl", "DDL, one call of the schema API"],
  ["dml", "DML"],
  ["pdml", "Partitioned DML"],
  ["query", "Query"],
  ["gcloud", "Shell"],
  ["file", "File of split points"],
]);

const OWNERS: ReadonlyMap<string, string> = new Map([
  ["dba", "DBA"],
  ["application", "Application team"],
  ["job", "Job"],
]);

const LANGUAGES: ReadonlyMap<string, string> = new Map([
  ["go", "Go"],
  ["java", "Java"],
  ["python", "Python"],
  ["javascript", "Node.js"],
]);

/** A kind of code as a heading. */
export function kindName(kind: string): string {
  return KINDS.get(kind) ?? kind;
}

/** A language as people write it. */
export function languageName(language: string): string {
  return LANGUAGES.get(language) ?? language;
}

/** Whether a block holds statements, as against a command or a file. */
export function isSql(kind: string): boolean {
  return kind !== "gcloud" && kind !== "file";
}

/** A block as it is pasted: statements end with a semicolon, a command and a file are as they are. */
export function textOf(kind: string, statements: readonly string[]): string {
  if (!isSql(kind)) return statements.join("\n");
  return statements.map((one) => (one.trimEnd().endsWith(";") ? one : `${one};`)).join("\n\n");
}

/** `DBA · hours · can be undone`, in parts; none where the engine says nothing of it. */
export function brief(step: RolloutStep): readonly string[] {
  if (step.owner === "") return [];
  return [
    OWNERS.get(step.owner) ?? step.owner,
    step.duration.class,
    step.reversible ? "can be undone" : "cannot be undone",
  ].filter((part) => part !== "");
}

/** `row tree 2 of 3`, where several row trees move one after another. */
export function groupOf(step: RolloutStep, { steps }: Rollout): string | undefined {
  const groups = [...new Set(steps.flatMap(({ group }) => (group === undefined ? [] : [group])))];
  const at = step.group === undefined ? -1 : groups.indexOf(step.group);
  return at < 0 || groups.length < 2 ? undefined : `row tree ${at + 1} of ${groups.length}`;
}

/** What a query should answer. */
export function expected({ expected }: RolloutCheck): string {
  return `Expected: ${expected.replace(/\.$/, "")}.`;
}

/** What a pass does, as a heading. */
export function passName({ purpose, table, copy }: RolloutPass): string {
  switch (purpose) {
    case "copy":
      return `Copy \`${table}\` into \`${copy}\``;
    case "repair":
      return `Compare \`${table}\` with \`${copy}\`, and repair rows that differ`;
    case "surplus":
      return `Delete rows of \`${copy}\` that \`${table}\` does not have`;
    case "clear":
      return `Delete all rows of \`${copy}\``;
    default:
      return `${purpose}: \`${table}\`, \`${copy}\``;
  }
}

/** How every pass is run. */
export const PASSES =
  "A pass goes over a table in the order of its key, range by range, each range in a read-write " +
  "transaction of its own. When the query for the last key returns no row, the pass has ended. " +
  "After an interruption, continue from the last key that was committed.";

/** What is particular to a pass: how long its ranges are, and what its parameters are bound to. */
export function passWords({ rowsPerRange, upto, after }: RolloutPass): string {
  const rows = `Ranges of ${number(rowsPerRange)} rows.`;
  if (upto.some(({ sql }) => sql.startsWith("$"))) {
    // PostgreSQL numbers the parameters of each statement from 1: those of the range before first.
    const [first, before, last] = [
      numbered(0, upto),
      numbered(0, after),
      numbered(after.length, upto),
    ];
    return `${rows} In the first range, bind ${first} to the last key of the range. In later ranges, bind ${before} to the last key of the range before, and ${last} to that of the range.`;
  }
  return `${rows} Bind ${names(upto)} to the last key of the range and, in later ranges, ${names(after)} to the last key of the range before.`;
}

/** `` `@TxnId`, `@Line` ``. */
function names(parameters: readonly RolloutParameter[]): string {
  return listed(parameters.map(({ sql }) => sql));
}

/** `` `$1`, `$2` ``. */
function numbered(from: number, parameters: readonly RolloutParameter[]): string {
  return listed(parameters.map((_, at) => `$${from + at + 1}`));
}

/** The key of a rule: `` `@TxnId` is `TxnId`, STRING(26) ``. */
export function keyWords(key: readonly RolloutParameter[]): string {
  return key.map(({ sql, column, type }) => `\`${sql}\` is \`${column}\`, ${type}`).join("; ");
}

/** `` `a`, `b` ``. */
export function listed(columns: readonly string[]): string {
  return columns.map((column) => `\`${column}\``).join(", ");
}
