/** Words of a step of the plan: who does it, how long it takes, what a block of code is for. */
import type {
  Analysis,
  Rewrite,
  Rollout,
  RolloutCheck,
  RolloutParameter,
  RolloutPass,
  RolloutStep,
} from "../../../pkg/hotsplit.js";
import { count, number } from "../ui/words.js";

/** Tables and indexes that the heading of a plan names. Ours: more do not fit. */
const OBJECTS_NAMED = 3;

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
  ["application", "Application"],
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

/** Who does a step; empty where the engine says nothing of it. */
export function ownerName({ owner }: RolloutStep): string {
  return OWNERS.get(owner) ?? owner;
}

/** How to go back from a step, in a few words. */
export function wayBack({ reversible, back }: RolloutStep): string {
  if (!reversible) return "no rollback";
  const [first = ""] = (back?.words ?? "can be undone").split(/(?<=[.:;,])\s/);
  const said = first.replace(/[.:;,]$/, "").replace(/^There is nothing/, "nothing");
  return said.charAt(0).toLowerCase() + said.slice(1);
}

/** Up to which step one can go back, and what the way takes: deployments, backfills, backups. */
export function planSummary({ live, steps }: Rollout): string {
  if (!live) return "";
  const last = steps.findIndex(({ reversible }) => !reversible);
  const back = last < 0 ? "Each step can be undone." : `Reversible until step ${last + 1}.`;
  const needs = [
    [steps.filter(({ owner }) => owner === "application").length, "deployment"],
    [steps.filter(({ kind }) => kind === "copy").length, "backfill"],
    [steps.filter(({ kind }) => kind === "backup").length, "backup"],
  ] as const;
  const said = needs.filter(([of]) => of > 0).map(([of, what]) => count(of, what));
  return said.length > 0 ? `${back} Needs: ${said.join(", ")}.` : back;
}

/** What moves: `` `Orders` to (ShardId, OrderId) ``, or several names. */
export function planObjects(
  { hunks, analysis: next }: Rewrite,
  analysis: Analysis | undefined,
): string {
  const keys = new Set(hunks.map(({ finding }) => finding));
  const found = analysis?.findings.filter(({ key }) => keys.has(key)) ?? [];
  const names = [...new Set(found.map(({ object }) => object))];
  const [only = "", second] = names;
  if (second !== undefined) {
    const more = names.length > OBJECTS_NAMED ? ` and ${names.length - OBJECTS_NAMED} more` : "";
    return `${listed(names.slice(0, OBJECTS_NAMED))}${more}`;
  }
  const keyOf = (of: Analysis | undefined) => of?.objects.find(({ name }) => name === only)?.key;
  const [before, after] = [keyOf(analysis), keyOf(next)];
  const to = after !== undefined && after !== before ? ` → ${after}` : "";
  return only === "" ? "" : `\`${only}\`${to}`;
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
  "A pass processes a table in key order, range by range, each range in a separate read-write " +
  "transaction. When the query for the last key returns no row, the pass is complete. " +
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
    return `${rows} In the first range, bind ${first} to the last key of the range. In later ranges, bind ${before} to the last key of the previous range, and ${last} to the last key of the range.`;
  }
  return `${rows} Bind ${names(upto)} to the last key of the range and, in later ranges, ${names(after)} to the last key of the previous range.`;
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
