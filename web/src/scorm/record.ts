/**
 * What a course system is told of one lesson, and what it keeps of it: the values of SCORM 1.2's data
 * model, made of what the player knows.
 */

import type { Made } from "../lessons/kept.js";
import { fromJson, type Progress, toJson } from "../lessons/progress.js";
import { pack, tried, unpack } from "../session/links.js";
import type { Entry, Handed } from "../state/play.js";
import { EMPTY, toJson as keptToJson } from "../state/state.js";

/** What a lesson asks for, written into its page when the package is made. */
export interface Key {
  /** Right choices by the step that asks. */
  readonly predictions: Readonly<Record<string, readonly number[]>>;
  /** Steps with goals. */
  readonly goals: readonly number[];
  /** It is an exam, which is handed in once. */
  readonly exam?: boolean;
}

/** What is kept of a lesson between two visits. */
export interface Saved {
  readonly progress: Progress;
  readonly made: Made | undefined;
}

/** Most letters of `cmi.suspend_data` (SCORM 1.2, CMIString4096). */
export const SUSPEND_MAX = 4096;

/** What stands before the letters; a later form gets another number. */
const PREFIX = "1.";

/**
 * Of 100: each prediction that was right and each step whose goals were met counts the same. A
 * prediction that was revealed is not right. Of an exam each check that holds and each right answer
 * counts the same, once it is handed in.
 */
export function scoreOf(entry: Entry | undefined, { predictions, goals, exam }: Key): number {
  if (exam) return entry?.handed ? shareOf(entry.handed) : 0;
  const asked = Object.entries(predictions);
  const all = asked.length + goals.length;
  if (all === 0) return entry?.done ? 100 : 0;
  const right = asked.filter(([step, choices]) => {
    const chosen = entry?.answers.get(Number(step)) ?? [];
    return chosen.length === choices.length && choices.every((one) => chosen.includes(one));
  });
  const met = goals.filter((step) => step < (entry?.steps ?? 0));
  return Math.round((100 * (right.length + met.length)) / all);
}

/** How much of an exam was right, of 100. */
function shareOf({ passed, missed, right, asked }: Handed): number {
  const all = passed.length + missed.length + asked;
  return all === 0 ? 0 : Math.round((100 * (passed.length + right)) / all);
}

/**
 * What is kept as `cmi.suspend_data`. Where the schema does not fit, the progress alone is kept;
 * `whole` says whether that was so.
 */
export async function toSuspended({
  progress,
  made,
}: Saved): Promise<{ readonly data: string; readonly whole: boolean }> {
  const entry = toJson(progress);
  const text = made && keptToJson({ ...EMPTY.kept, ...made }, "");
  const data = PREFIX + (await pack(JSON.stringify([entry, text])));
  if (data.length <= SUSPEND_MAX) return { data, whole: true };
  const short = PREFIX + (await pack(JSON.stringify([entry])));
  return { data: short.length <= SUSPEND_MAX ? short : "", whole: false };
}

/** Reads it; nothing where it is empty or not of this form. */
export async function fromSuspended(data: string): Promise<Saved> {
  const none: Saved = { progress: new Map(), made: undefined };
  if (!data.startsWith(PREFIX)) return none;
  try {
    const value: unknown = JSON.parse(await unpack(data.slice(PREFIX.length)));
    const [entry, text]: unknown[] = Array.isArray(value) ? value : [];
    const kept = typeof text === "string" ? tried(text)?.kept : undefined;
    return {
      progress: typeof entry === "string" ? fromJson(entry) : none.progress,
      made: kept && { text: kept.text, chosen: kept.chosen },
    };
  } catch {
    // Cut off or changed by the system: the lesson begins anew.
    return none;
  }
}

/** A time as SCORM 1.2 writes it, `HHHH:MM:SS.SS`. */
export function timeOf(ms: number): string {
  const most = 9999 * 3600 + 59 * 60 + 59;
  const hundredths = Math.round(Math.min(most, Math.max(0, ms / 1000)) * 100);
  const pad = (value: number, digits: number) => String(value).padStart(digits, "0");
  const seconds = Math.floor(hundredths / 100);
  const clock = [pad(Math.floor(seconds / 3600), 4), pad(Math.floor(seconds / 60) % 60, 2)];
  return `${clock.join(":")}:${pad(seconds % 60, 2)}.${pad(hundredths % 100, 2)}`;
}
