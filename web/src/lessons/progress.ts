/**
 * What a learner has done, kept in this browser and carried by a link.
 *
 * Two records of one lesson are merged, never overwritten: whatever was done in either is done.
 * Storage may be closed to us, as in a private window: then the page knows until it is closed.
 */

import { INFLATED_MAX, pack, unpack } from "../session/links.js";
import type { Entry, Handed, Progress } from "../state/play.js";
import { BadLink } from "../state/route.js";

export type { Entry, Progress } from "../state/play.js";

/** A lesson that was never opened. */
export const NOTHING: Entry = {
  steps: 0,
  done: false,
  answers: new Map(),
  hints: new Map(),
  solution: false,
  handed: undefined,
};

/** Most lessons a link may speak of, and most steps of one. Ours: far above any course. */
const LESSONS_MAX = 500;
const STEPS_MAX = 100;
/** Most letters of a schema that was handed in. Ours: twenty times a long one. */
export const TEXT_MAX = 100_000;

/**
 * Both records as one: nothing that was done in either is lost; of two answers `own` stays. Only
 * where both are more than a link may carry, what of `other` has no room is left out.
 */
export function merged(own: Progress, other: Progress): Progress {
  const all = new Map(own);
  let bytes = bytesOf(own);
  for (const [slug, theirs] of other) {
    const ours = all.get(slug);
    const next = ours ? both(ours, theirs) : theirs;
    const more = bytesOf(new Map([[slug, next]])) - (ours ? bytesOf(new Map([[slug, ours]])) : 0);
    if (bytes + more > INFLATED_MAX || (!ours && all.size >= LESSONS_MAX)) continue;
    bytes += more;
    all.set(slug, next);
  }
  return all;
}

/** Bytes of a record in a link, or a few more. */
const bytesOf = (progress: Progress): number => new TextEncoder().encode(toJson(progress)).length;

function both(own: Entry, other: Entry): Entry {
  const hints = new Map(own.hints);
  for (const [step, many] of other.hints) hints.set(step, Math.max(many, hints.get(step) ?? 0));
  return {
    steps: Math.max(own.steps, other.steps),
    ...(own.started || other.started ? { started: true } : {}),
    done: own.done || other.done,
    answers: new Map([...other.answers, ...own.answers]),
    hints,
    solution: own.solution || other.solution,
    handed: better(own.handed, other.handed),
  };
}

/** The better of two results; the first of two that are as good. */
function better(own: Handed | undefined, other: Handed | undefined): Handed | undefined {
  if (!own || !other) return own ?? other;
  const worth = ({ passed, right }: Handed) => passed.length * STEPS_MAX + right;
  return worth(other) > worth(own) ? other : own;
}

/** As it is kept and carried. */
export function toJson(progress: Progress): string {
  const lessons = [...progress].map(([slug, { answers, hints, handed, ...rest }]) => ({
    slug,
    ...rest,
    answers: [...answers],
    hints: [...hints],
    ...(handed ? { handed } : {}),
  }));
  return JSON.stringify({ lessons });
}

/** Reads it; believes only what has the right shape. */
export function fromJson(json: string): Progress {
  const value: unknown = JSON.parse(json);
  const lessons = isRecord(value) && Array.isArray(value.lessons) ? value.lessons : [];
  const all: Progress = new Map(lessons.slice(0, LESSONS_MAX).flatMap(entry));
  return all;
}

function entry(value: unknown): [string, Entry][] {
  if (!isRecord(value) || typeof value.slug !== "string") return [];
  if (!/^[\w-]{1,80}$/.test(value.slug)) return [];
  const one: Entry = {
    steps: whole(value.steps),
    ...(value.started === true ? { started: true } : {}),
    done: value.done === true,
    answers: new Map(pairs(value.answers, list)),
    hints: new Map(pairs(value.hints, whole)),
    solution: value.solution === true,
    handed: handed(value.handed),
  };
  return [[value.slug, one]];
}

function pairs<T>(value: unknown, of: (value: unknown) => T): [number, T][] {
  const all = Array.isArray(value) ? value.slice(0, STEPS_MAX) : [];
  return all.flatMap((pair): [number, T][] =>
    Array.isArray(pair) && Number.isInteger(pair[0]) && pair[0] < STEPS_MAX
      ? [[whole(pair[0]), of(pair[1])]]
      : [],
  );
}

/** Checks, as they are written. */
function texts(value: unknown): string[] {
  const all = Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
  return all.slice(0, STEPS_MAX).map((one) => one.slice(0, 400));
}

function list(value: unknown): number[] {
  return Array.isArray(value) ? value.slice(0, STEPS_MAX).map(whole) : [];
}

function handed(value: unknown): Handed | undefined {
  if (!isRecord(value) || !Array.isArray(value.passed)) return undefined;
  return {
    passed: texts(value.passed),
    missed: texts(value.missed),
    right: whole(value.right),
    asked: whole(value.asked),
    text: typeof value.text === "string" ? value.text.slice(0, TEXT_MAX) : "",
  };
}

/** A whole number from 0 to the most there may be. */
function whole(value: unknown): number {
  const sound = typeof value === "number" && Number.isInteger(value) && value >= 0;
  return sound ? Math.min(value, STEPS_MAX) : 0;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The fragment that carries progress. */
export async function toFragment(progress: Progress): Promise<string> {
  return `#progress/${await pack(toJson(progress))}`;
}

/** What such a fragment carries behind `#progress/`. */
export async function fromPacked(packed: string): Promise<Progress> {
  const json = await unpack(packed);
  try {
    return fromJson(json);
  } catch {
    throw new BadLink("This link is damaged: its progress cannot be read.");
  }
}
