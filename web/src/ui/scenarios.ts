/** Loads to try on a schema by name: what runs are set to for each, and which of them it is. */
import type { AddedLoad, RunKnobs, SimulationAnswer, TableLoad } from "../../../pkg/hotsplit.js";

/** Name of a scenario. */
export type Scenario = "usual" | "tenant" | "burst" | "twice";

/** All of them, with what people read. */
export const SCENARIOS: readonly (readonly [Scenario, string, string])[] = [
  ["usual", "The load as it is", ""],
  [
    "tenant",
    "A hot tenant",
    "0.1 % of the keys of the busiest table get an additional 50 % of its writes",
  ],
  ["burst", "A burst of 10 minutes", "Three times the load for the first ten minutes"],
  ["twice", "Twice the load", "Twice the load for the whole run"],
];

/** Keys of the hot tenant, as shares of the keys of its table. */
const TENANT = [0.5, 0.501] as const;

/** Seconds of a burst. */
const BURST = 600;

/** How many times the load is there in a burst, and in a run with twice the load. */
const [THRICE, TWICE] = [3, 2];

/** What runs are set to for a scenario; all else stays as it is set. */
export function knobsFor(
  scenario: Scenario,
  { added: pieces = [], pace, ...rest }: RunKnobs,
  { used }: Pick<SimulationAnswer, "used">,
  tables: readonly TableLoad[],
): RunKnobs {
  const added = pieces.filter((piece) => !isTenant(piece));
  const usual = { ...rest, ...(pace && !ofScenario(pace) ? { pace } : {}) };
  const others = added.length > 0 ? { added } : {};
  if (scenario === "usual") return { ...usual, ...others };
  if (scenario === "tenant") {
    const tenant = hotTenant(used.writesPerSecond, used.minutes, tables);
    return { ...usual, ...(tenant ? { added: [...added, tenant] } : others) };
  }
  const [before, second] = scenario === "burst" ? [THRICE, BURST] : [TWICE, used.minutes * 60];
  return { ...usual, ...others, pace: { kind: "step", before, second } };
}

/** Which scenario runs are set to. */
export function scenarioOf({ added = [], pace }: RunKnobs): Scenario {
  if (pace?.kind === "step" && pace.before === THRICE && pace.second === BURST) return "burst";
  if (pace && ofScenario(pace)) return "twice";
  return added.some(isTenant) ? "tenant" : "usual";
}

/** Whether a pace is one of a scenario. */
function ofScenario(pace: NonNullable<RunKnobs["pace"]>): boolean {
  if (pace.kind !== "step") return false;
  return pace.before === TWICE || (pace.before === THRICE && pace.second === BURST);
}

function isTenant({ from, to, oneRow }: AddedLoad): boolean {
  return from === TENANT[0] && to === TENANT[1] && !oneRow;
}

function hotTenant(
  writesPerSecond: number,
  minutes: number,
  tables: readonly TableLoad[],
): AddedLoad | undefined {
  const writes = ({ inserts, updates, deletes }: TableLoad) =>
    inserts.perSecond + updates.perSecond + deletes.perSecond;
  const [busiest] = [...tables].sort((a, b) => writes(b) - writes(a));
  if (!busiest) return undefined;
  return {
    which: "before",
    object: busiest.table,
    from: TENANT[0],
    to: TENANT[1],
    fromSecond: 0,
    toSecond: minutes * 60,
    perSecond: Math.max(1, Math.round(writesPerSecond / 2)),
    reads: false,
    oneRow: false,
  };
}
