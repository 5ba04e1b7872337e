/**
 * Addresses of lessons: `#lessons`, `#lesson/slug?seed=7&v=0.1.0&present=3`, `#exam`, `#class`,
 * `#author`, `#progress/…`, `#certificate/…`.
 */
import { LIMITS } from "../state/state.js";

/** A lesson, as an address names it. */
export interface LessonAddress {
  readonly kind: "lesson";
  readonly slug: string;
  /** Another seed than the lesson's own. */
  readonly seed?: number;
  /** The engine whose pictures the class saw. */
  readonly version?: string;
  /** It is presented: the slide, counted from 1. */
  readonly present?: number;
}

/** What an address of the lessons names. */
export type Address =
  | LessonAddress
  | { readonly kind: "lessons" | "exam" | "class" | "author" }
  | { readonly kind: "progress" | "certificate"; readonly packed: string };

/** Reads a fragment; absent where it is not of the lessons. */
export function addressOf(fragment: string): Address | undefined {
  const [, name, rest = "", query = ""] =
    /^#([a-z]+)(?:\/([\w-]+))?(?:\?(.*))?$/.exec(fragment) ?? [];
  switch (name) {
    case "lessons":
    case "exam":
    case "class":
    case "author":
      return { kind: name };
    case "progress":
    case "certificate":
      return { kind: name, packed: rest };
    case "lesson":
      return rest === "" ? { kind: "lessons" } : lesson(rest, new URLSearchParams(query));
    default:
      return undefined;
  }
}

function lesson(slug: string, query: URLSearchParams): LessonAddress {
  const [least, most] = LIMITS.seed;
  const said = query.get("seed");
  const seed = said !== null && /^\d+$/.test(said) ? Number(said) : undefined;
  const version = query.get("v")?.slice(0, 40);
  const present = presented(query.get("present"));
  return {
    kind: "lesson",
    slug,
    ...(seed !== undefined && seed >= least && seed <= most ? { seed } : {}),
    ...(version ? { version } : {}),
    ...(present === undefined ? {} : { present }),
  };
}

/** Links of earlier versions name a part of the page instead of a slide. */
function presented(said: string | null): number | undefined {
  if (said === null) return undefined;
  return /^[1-9]\d?$/.test(said) ? Number(said) : 1;
}

/** The fragment of a lesson. */
export function fragmentOf({ slug, seed, version, present }: Omit<LessonAddress, "kind">): string {
  const query = new URLSearchParams({
    ...(seed === undefined ? {} : { seed: String(seed) }),
    ...(version === undefined ? {} : { v: version }),
    ...(present === undefined ? {} : { present: String(present) }),
  }).toString();
  return `#lesson/${slug}${query === "" ? "" : `?${query}`}`;
}
