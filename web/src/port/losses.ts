/** The losses of a port as a person reads them: in groups, what is alike together. */
import type { PortDecision, PortLoss } from "../../../pkg/hotsplit_port.js";

/** What a loss asks of a person, in the order in which the groups are shown. */
export type Group = "decide" | "lost" | "changed" | "kept" | "needless";

/** Groups with their headings. */
export const GROUPS: readonly (readonly [Group, string])[] = [
  ["decide", "To decide"],
  ["lost", "Lost"],
  ["changed", "Changed"],
  ["kept", "Kept in another form"],
  ["needless", "Left out without effect"],
];

/** Losses of one rule in one group. */
export interface Alike {
  readonly group: Group;
  readonly rule: string;
  /** Of the worst of them. */
  readonly severity: PortLoss["severity"];
  /** What a person may choose for all of them. */
  readonly decision: PortDecision | undefined;
  readonly losses: readonly PortLoss[];
}

/** Severities, the worst first: each has its place, so that the compiler misses none. */
const RANKS: Readonly<Record<PortLoss["severity"], number>> = {
  error: 0,
  high: 1,
  ask: 2,
  warn: 3,
  info: 4,
};

/** Decisions in the order in which they are asked: those that change most come first. */
const DECISIONS: readonly string[] = [
  ...["ids", "key", "pk", "ci", "unsigned", "as", "zone", "client"],
];

/** Decisions with a default that suits most schemas: they are offered where their losses are. */
const SETTLED: readonly string[] = ["enum", "ranges", "level"];

/** The group of a loss. */
export function groupOf({ decision, severity, what }: PortLoss): Group {
  // What is left out is lost whatever is chosen: the choice says whether that matters.
  const open = decision && what !== "dropped" && !SETTLED.includes(decision.name);
  if (open || severity === "ask") return "decide";
  if (what === "dropped") return severity === "info" ? "needless" : "lost";
  return severity === "info" ? "kept" : "changed";
}

/** Groups of losses that are shown: the line about a dump and the view of it have the same. */
const known = new WeakMap<readonly PortLoss[], readonly Alike[]>();

/** Losses in groups, the worst first; within a rule in the order of the dump. */
export function grouped(losses: readonly PortLoss[]): readonly Alike[] {
  const before = known.get(losses);
  if (before) return before;
  const rows = inGroups(losses);
  known.set(losses, rows);
  return rows;
}

function inGroups(losses: readonly PortLoss[]): Alike[] {
  const all = new Map<string, PortLoss[]>();
  for (const loss of losses) {
    const name = loss.decision?.name ?? "";
    const key = `${groupOf(loss)}\n${loss.rule}\n${name}\n${ofTable(name) ? loss.object : ""}`;
    const alike = all.get(key);
    if (alike) alike.push(loss);
    else all.set(key, [loss]);
  }
  const rows = [...all.values()].flatMap(alikeOf);
  const order = GROUPS.map(([group]) => group);
  const size = Object.keys(RANKS).length + DECISIONS.length;
  const within = ({ severity, decision }: Alike) => {
    const known = DECISIONS.indexOf(decision?.name ?? "");
    return known >= 0 ? known : DECISIONS.length + RANKS[severity];
  };
  const rank = (row: Alike) => order.indexOf(row.group) * size + within(row);
  return rows.sort((one, other) => rank(one) - rank(other));
}

/** Whether a decision is made for each table by itself. */
export const ofTable = (name: string | undefined): boolean => name === "pk" || name === "key";

function alikeOf(losses: readonly PortLoss[]): Alike[] {
  const [first] = losses;
  if (!first) return [];
  const worst = losses.reduce((one, other) =>
    RANKS[other.severity] < RANKS[one.severity] ? other : one,
  );
  return [
    {
      group: groupOf(first),
      rule: first.rule,
      severity: worst.severity,
      decision: first.decision ?? undefined,
      losses,
    },
  ];
}

/** How many losses are in a group; of decisions, how many there are to make. */
export function countOf(rows: readonly Alike[], group: Group): number {
  const sizeOf = ({ losses }: Alike) => (group === "decide" ? 1 : losses.length);
  return rows.reduce((sum, row) => sum + (row.group === group ? sizeOf(row) : 0), 0);
}

/** Whether what is said of all of them is the same. */
export function isSaidOnce({ losses }: Alike): boolean {
  return losses.every(({ message }) => message === losses[0]?.message);
}

/** What a loss is about, as in `orders.id`. */
export function objectOf({ object, column }: PortLoss): string {
  return column === null ? object : `${object}.${column}`;
}
