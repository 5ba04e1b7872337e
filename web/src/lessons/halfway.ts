/**
 * The schema of a lesson with some of its tasks done. A file has the schema before the first task and
 * the one after the last; what is between is put together of their statements, for slides alone.
 */
import type { LessonFile, LessonStep } from "../../../pkg/hotsplit.js";

/** A statement with what stands before it: directives are comments. */
interface Statement {
  readonly text: string;
  /** Its words without comments, to be compared. */
  readonly body: string;
  /** What it creates; of other statements, all of it. */
  readonly name: string;
}

/** What a statement creates. */
const CREATED =
  /^CREATE\s+(?:(?:UNIQUE|NULL_FILTERED|OR\s+REPLACE)\s+)*\w+\s+(?:IF\s+NOT\s+EXISTS\s+)?[`"]?(\w+)/i;

/** The name that a statement creates; absent where it creates none. */
export function createdBy(statement: string): string | undefined {
  return CREATED.exec(statement)?.[1];
}

/** The schema once the tasks up to a step are done, that step among them. */
export function schemaAfter(file: LessonFile, step: number): string {
  const tasks = file.steps.flatMap(({ checks }, at) => (checks.length > 0 ? [at] : []));
  const done = tasks.filter((task) => task <= step);
  if (done.length === 0) return file.starter;
  if (done.length === tasks.length) return file.solutionText;
  const [before, after] = [statements(file.starter), statements(file.solutionText)];
  const due = dueAt(file.steps, tasks, before, after);
  const isDone = ({ name }: Statement) => (due.get(name) ?? 0) <= step;
  const old = new Map(before.map((one) => [one.name, one]));
  const known = new Set(after.map(({ name }) => name));
  const kept = after.flatMap((one) => {
    const other = old.get(one.name);
    if (!due.has(one.name) || isDone(one)) return [one];
    return other ? [other] : [];
  });
  // What the solution drops stands until its task is done. Nothing but queries can need it.
  const dropped = before.filter((one) => !known.has(one.name) && !isDone(one));
  return [...kept, ...dropped].map(({ text }) => text.trim()).join("\n\n");
}

/** By which task each statement that the solution changes is due. */
function dueAt(
  steps: readonly LessonStep[],
  tasks: readonly number[],
  before: readonly Statement[],
  after: readonly Statement[],
): ReadonlyMap<string, number> {
  const old = new Map(before.map((one) => [one.name, one.body]));
  const solved = new Map(after.map((one) => [one.name, one.body]));
  const changed = [...before, ...after].filter(({ name }) => old.get(name) !== solved.get(name));
  const due = new Map(changed.map((one) => [one.name, taskOf(steps, tasks, one)]));
  // What is due together is due with the first of it: a child with its parent, a use with its table.
  for (let again = true; again; ) {
    again = false;
    for (const { name, body } of changed) {
      const parent = /\bINTERLEAVE\s+IN\s+(?:PARENT\s+)?[`"]?(\w+)/i.exec(body)?.[1];
      const on = /^CREATE\s+(?:\w+\s+)*INDEX\s+.*?\bON\s+[`"]?(\w+)/is.exec(body)?.[1];
      for (const other of [parent, on]) {
        const own = due.get(name);
        const its = other === undefined ? undefined : due.get(other);
        if (own === undefined || its === undefined || other === undefined || own === its) continue;
        // An index may wait for later than its table, unless that has lost a column of it.
        if (other === on && own > its && has(solved.get(on) ?? "", body)) continue;
        due.set(own < its ? other : name, Math.min(own, its));
        again = true;
      }
    }
  }
  return due;
}

/** Whether a table has every column of an index on it. */
function has(table: string, index: string): boolean {
  const columns = /\(([^)]*)\)/.exec(index)?.[1]?.match(/\w+/g) ?? [];
  return columns.every(
    (one) => /^(?:ASC|DESC)$/i.test(one) || new RegExp(`\\b${one}\\b`).test(table),
  );
}

/** The task that speaks most of a statement; the last where none does. */
function taskOf(
  steps: readonly LessonStep[],
  tasks: readonly number[],
  { name, body }: Statement,
): number {
  const word = new RegExp(`\\b${createdBy(body) ?? "\\0"}\\b`, "g");
  let found = { task: tasks.at(-1) ?? 0, score: 0 };
  for (const task of tasks) {
    const step = steps[task];
    const count = (text: string) => (text.match(word) ?? []).length;
    const all = (texts: readonly { readonly text: string }[]) =>
      texts.reduce((sum, { text }) => sum + count(text), 0);
    const hints = step?.hints.flatMap(({ blocks }) => blocks) ?? [];
    // What is checked tells more than what is only mentioned.
    const score =
      2 * count(step?.title ?? "") +
      2 * all(step?.checks ?? []) +
      2 * all(hints) +
      all(step?.blocks ?? []);
    if (score > found.score) found = { task, score };
  }
  return name === "" ? (tasks[0] ?? 0) : found.task;
}

/** The statements of a schema with the comments before them; what is after the last goes with it. */
function statements(schema: string): readonly Statement[] {
  const all: Statement[] = [];
  let text = "";
  let body = "";
  const end = () => {
    const words = body.trim().replace(/\s+/g, " ");
    if (words === "") return;
    all.push({ text, body: words, name: createdBy(words) ?? words });
    [text, body] = ["", ""];
  };
  for (const line of schema.split("\n")) {
    const code = line.replace(/--.*$/, "");
    text += `${line}\n`;
    body += `${code}\n`;
    if (!code.trimEnd().endsWith(";")) continue;
    body = body.trimEnd().slice(0, -1);
    end();
  }
  end();
  return all;
}
