/** Findings that were accepted just now, whose table is still simulated at an assumed rate. */
import type { Analysis, Finding } from "../../../pkg/hotsplit.js";

/** A finding that was accepted, and its table. */
export interface Accepted {
  readonly key: string;
  readonly table: string;
  /** Inserts per second that are assumed. */
  readonly perSecond: number;
  readonly reason: string;
}

/**
 * The finding that was accepted since the last reading, as long as its table has no stated rate. A
 * schema that comes with acceptances is none of that, so it has to be exactly one.
 */
export function newlyAccepted(
  analysis: Analysis,
  before: readonly Finding[] | undefined,
  last: Accepted | undefined,
): Accepted | undefined {
  const { accepted } = analysis;
  const known = new Set(before?.map(({ key }) => key));
  const added = before ? accepted.filter(({ key }) => !known.has(key)) : [];
  const [one] = added;
  if (one && added.length === 1) return rateOf(analysis, one);
  const still = accepted.find(({ key }) => key === last?.key);
  return still && rateOf(analysis, still);
}

/** The rate of the finding's table, where nobody has stated it. */
function rateOf({ tables, objects }: Analysis, finding: Finding): Accepted | undefined {
  const about = objects.find(({ name }) => name === finding.object);
  const name = about && about.kind !== "table" ? about.of : finding.object;
  const load = tables.find(({ table }) => table === name);
  if (!load || load.inserts.stated || load.inserts.perSecond <= 0) return undefined;
  const { key, accepted: reason = "" } = finding;
  return { key, table: load.table, perSecond: load.inserts.perSecond, reason };
}

/** Seconds of the units that people write reasons in. */
const SECONDS: { readonly [unit: string]: number } = {
  s: 1,
  second: 1,
  min: 60,
  minute: 60,
  h: 3_600,
  hour: 3_600,
  d: 86_400,
  day: 86_400,
  week: 604_800,
  month: 2_592_000,
};

/** The rate per second that a reason such as `20 rows a day` states; none where it states none. */
export function perSecondOf(reason: string): string | undefined {
  const found =
    /(\d[\d,.]*)\s*(k|m)?\s*(?:rows?|inserts?|writes?)?\s*(?:\/|an?\s|per\s|each\s|every\s)\s*(second|minute|min|hour|day|week|month|s|h|d)\b/i.exec(
      reason,
    );
  const [, digits = "", scale = "", unit = ""] = found ?? [];
  const seconds = SECONDS[unit.toLowerCase()];
  const many = Number(digits.replaceAll(",", "")) * ({ k: 1e3, m: 1e6 }[scale.toLowerCase()] ?? 1);
  if (!seconds || !Number.isFinite(many)) return undefined;
  return String(Number((many / seconds).toPrecision(2)));
}
