/** Addresses: `#rules`, `#rule/key-timestamp-first`, `#fix/T5`. Links with a state are `share.ts`'s. */

/** What of the rules is open. */
export interface Route {
  readonly kind: "rules" | "rule" | "fix";
  /** The rule or fix; empty for the list. */
  readonly id: string;
}

/** The route a fragment names, if it names one. */
export function routeOf(fragment: string): Route | undefined {
  const [, list, kind, id = ""] = /^#(?:(rules)|(rule|fix)\/([\w-]+))$/.exec(fragment) ?? [];
  if (list) return { kind: "rules", id };
  return kind === "rule" || kind === "fix" ? { kind, id } : undefined;
}

/** A link that cannot be read, said so that a person understands it. */
export class BadLink extends Error {}
