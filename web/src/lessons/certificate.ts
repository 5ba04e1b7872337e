/**
 * Certificates: a link whose fragment holds what was handed in for an exam. Whoever opens it has the
 * exam marked once more by their own page, so nobody has to believe the link.
 */
import type { Judged, LessonFile } from "../../../pkg/hotsplit.js";
import { pack, unpack } from "../session/links.js";
import type { Handed } from "../state/play.js";
import { BadLink } from "../state/route.js";
import { TEXT_MAX } from "./progress.js";

/** What a certificate holds. */
export interface Certified {
  /** The exam's name in addresses. */
  readonly slug: string;
  /** Whose it is, as they say themselves. */
  readonly name: string;
  /** The schema that was handed in. */
  readonly text: string;
  /** Answers to predictions by step. */
  readonly answers: ReadonlyMap<number, readonly number[]>;
}

/** Longest name. Ours. */
export const NAME_MAX = 80;

/** Most steps, and most choices of one. Ours: far above any exam. */
const STEPS_MAX = 100;

/** The fragment that carries a certificate. */
export async function toFragment({ slug, name, text, answers }: Certified): Promise<string> {
  const own = { slug, name, text, answers: [...answers] };
  const json = JSON.stringify({ ...own, sum: sumOf(JSON.stringify(own)) });
  return `#certificate/${await pack(json)}`;
}

/** What such a fragment carries behind `#certificate/`; believes only what has the right shape. */
export async function fromPacked(packed: string): Promise<Certified> {
  const value = parsed(await unpack(packed));
  const { slug, name, text, answers } = value;
  if (typeof slug !== "string" || typeof text !== "string" || !Array.isArray(answers)) {
    throw new BadLink("This link is damaged: its certificate cannot be read.");
  }
  // Links of earlier versions have no checksum.
  if (value.sum !== undefined && value.sum !== sumOf(JSON.stringify({ slug, name, text, answers })))
    throw new BadLink("This certificate was altered after it was made: its checksum is wrong.");
  return {
    slug,
    text: text.slice(0, TEXT_MAX),
    name: typeof name === "string" ? name.slice(0, NAME_MAX) : "",
    answers: new Map(answers.slice(0, STEPS_MAX).flatMap(answer)),
  };
}

function parsed(json: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(json);
    if (typeof value === "object" && value !== null) return { ...value };
  } catch {
    // It is no JSON.
  }
  throw new BadLink("This link is damaged: its certificate cannot be read.");
}

function answer(value: unknown): [number, number[]][] {
  if (!Array.isArray(value)) return [];
  const [step, chosen] = value;
  if (!isPlace(step) || !Array.isArray(chosen)) return [];
  return [[step, chosen.slice(0, STEPS_MAX).filter(isPlace)]];
}

function isPlace(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 && value < STEPS_MAX;
}

/**
 * A checksum, FNV-1a of 32 bits. It finds a link that was altered on its way, or by hand; who writes
 * a certificate anew can write its checksum too, which is why the exam is marked once more.
 */
function sumOf(text: string): number {
  let sum = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) {
    sum = Math.imul(sum ^ byte, 0x01000193) >>> 0;
  }
  return sum;
}

/** How an exam went, from how its steps were judged and what was predicted. */
export function handedOf(
  file: LessonFile,
  judged: readonly Judged[],
  answers: ReadonlyMap<number, readonly number[]>,
  text: string,
): Handed {
  const checks = judged.flatMap((one) => one.checks);
  const objections = new Set(judged.flatMap((one) => one.objections.map(({ words }) => words)));
  const asked = file.steps.flatMap(({ predict }, step) => (predict ? [{ predict, step }] : []));
  const right = asked.filter(({ predict, step }) => {
    const chosen = answers.get(step) ?? [];
    return predict.choices.every((choice, at) => choice.right === chosen.includes(at));
  });
  return {
    passed: checks.flatMap((one) => (one.passed ? [one.text] : [])),
    missed: [...checks.flatMap((one) => (one.passed ? [] : [one.text])), ...objections],
    right: right.length,
    asked: asked.length,
    text,
  };
}
