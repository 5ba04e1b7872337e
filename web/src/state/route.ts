/** Addresses: `#rules`, `#rule/key-timestamp-first`, `#fix/hash-shard-prefix`, `#trust`. Links with a state are `share.ts`'s. */

/** What lies open over the page. */
export interface Route {
  readonly kind: "rules" | "rule" | "fix" | "trust";
  /** The rule or fix; empty for the others. */
  readonly id: string;
}

/** The route a fragment names, if it names one. */
export function routeOf(fragment: string): Route | undefined {
  const [, list, kind, id = ""] = /^#(?:(rules|trust)|(rule|fix)\/([\w-]+))$/.exec(fragment) ?? [];
  if (list === "rules" || list === "trust") return { kind: list, id };
  return kind === "rule" || kind === "fix" ? { kind, id } : undefined;
}

/** Says whether a fragment is of the lessons: `lessons/address.ts` reads it. */
export function ofLessons(fragment: string): boolean {
  return /^#(lessons?|exam|class|author|progress|certificate)\b/.test(fragment);
}

/** The page's address without a fragment. One opened from disk has no origin to put before a path. */
export function here(): string {
  return location.href.replace(/#.*$/s, "");
}

/** A link that cannot be read, said so that a person understands it. */
export class BadLink extends Error {}
