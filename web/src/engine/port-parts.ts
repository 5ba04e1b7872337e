/**
 * Reports of large dumps cross from the worker in parts: what arrives at once is made into objects at
 * once, and the page would stand still for half a second over tens of thousands of losses.
 */
import type { PortReport } from "../../../pkg/hotsplit_port.js";

/** The lists of a report that grow with its dump. */
export type PortLists = Pick<PortReport, "losses" | "map" | "definitions" | "tables">;

/** A part of some of them. */
export type PortPart = Partial<PortLists>;

/** Entries of a list in one part: those of losses are made in about 20 ms. Ours. */
const ENTRIES_MAX = 4_000;

/** Lists without entries. */
const none = (): PortLists => ({ losses: [], map: [], definitions: [], tables: [] });

/** Cuts a report into parts and what stays of it. One without long lists stays as it is. */
export function cutReport(report: PortReport): {
  readonly parts: readonly PortPart[];
  readonly report: PortReport;
} {
  const { losses, map, definitions, tables } = report;
  const longest = Math.max(losses.length, map.length, definitions.length, tables.length);
  if (longest <= ENTRIES_MAX) return { parts: [], report };
  const parts: PortPart[] = [
    ...slices(losses).map((losses) => ({ losses: withSharedDecisions(losses) })),
    ...slices(map).map((map) => ({ map })),
    ...slices(definitions).map((definitions) => ({ definitions })),
    ...slices(tables).map((tables) => ({ tables })),
  ];
  return { parts, report: { ...report, ...none() } };
}

/** Collects the parts of a report. */
export class PortParts {
  #lists = none();
  #any = false;

  /** Takes the next part. */
  add({ losses = [], map = [], definitions = [], tables = [] }: PortPart): void {
    this.#any = true;
    this.#lists.losses.push(...losses);
    this.#lists.map.push(...map);
    this.#lists.definitions.push(...definitions);
    this.#lists.tables.push(...tables);
  }

  /** The whole report, from what stayed of it; the next one begins without parts. */
  join(report: PortReport): PortReport {
    const whole = this.#any ? { ...report, ...this.#lists } : report;
    this.clear();
    return whole;
  }

  /** Leaves out what has come. */
  clear(): void {
    this.#lists = none();
    this.#any = false;
  }
}

function slices<Entry>(list: readonly Entry[]): Entry[][] {
  const all: Entry[][] = [];
  for (let at = 0; at < list.length; at += ENTRIES_MAX) {
    all.push(list.slice(at, at + ENTRIES_MAX));
  }
  return all;
}

/** Losses of which many have the same decision: an object that is shared crosses once. */
function withSharedDecisions(losses: PortReport["losses"]): PortReport["losses"] {
  const shared = new Map<string, PortReport["losses"][number]["decision"]>();
  return losses.map((loss) => {
    const { decision } = loss;
    if (!decision) return loss;
    const key = JSON.stringify(decision);
    const same = shared.get(key);
    if (same) return { ...loss, decision: same };
    shared.set(key, decision);
    return loss;
  });
}
