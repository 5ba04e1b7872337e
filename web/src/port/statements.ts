/** What became of each statement of a dump, by the losses in it. */
import type { PortLoss, PortReport, PortStatement } from "../../../pkg/hotsplit_port.js";
import { type Group, groupOf } from "./losses.js";

/** What the worst of it is. */
export type Outcome = "decide" | "lost" | "changed" | "kept" | "dropped";

/** A statement with what became of it. */
export interface Judged {
  readonly statement: PortStatement;
  readonly outcome: Outcome;
  /** In words, as in "2 to decide, 1 lost". */
  readonly words: string;
  /** Its losses, in the order of the dump. */
  readonly losses: readonly PortLoss[];
}

/** Groups of losses that decide what is said of a statement, the worst first. */
const SAID: readonly (readonly [Group & Outcome, string])[] = [
  ["decide", "to decide"],
  ["lost", "lost"],
  ["changed", "changed"],
];

/** Every statement that defines something or is left out. Both lists are in the order of the dump. */
export function judged({
  definitions,
  losses,
}: Pick<PortReport, "definitions" | "losses">): Judged[] {
  let at = 0;
  return definitions.map((statement) => {
    const { start, end } = statement.source;
    while ((losses[at]?.source.start ?? end) < start) at++;
    const from = at;
    while ((losses[at]?.source.start ?? end) < end) at++;
    return judge(statement, losses.slice(from, at));
  });
}

function judge(statement: PortStatement, losses: readonly PortLoss[]): Judged {
  const groups = losses.map(groupOf);
  const parts = SAID.flatMap(([group, words]) => {
    const of = groups.filter((one) => one === group).length;
    return of === 0 ? [] : [{ group, words: `${of} ${words}` }];
  });
  const [worst] = parts;
  if (worst) {
    const words = parts.map((part) => part.words).join(", ");
    return { statement, losses, outcome: worst.group, words };
  }
  return statement.dropped
    ? { statement, losses, outcome: "dropped", words: "left out" }
    : { statement, losses, outcome: "kept", words: "kept" };
}

/** What a statement is called, as in `CREATE TABLE orders`. */
export function statementName({ kind, object }: PortStatement): string {
  return object === "" ? kind : `${kind} ${object}`;
}
