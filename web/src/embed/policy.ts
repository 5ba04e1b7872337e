/** What a host's Content-Security-Policy refused a playground, and the words that would allow it. */

/** What a browser tells of a refusal. */
export type Refusal = Pick<SecurityPolicyViolationEvent, "effectiveDirective" | "blockedURI">;

/** What has to be added to which directive, in words; nothing where it is not about us. */
export function advice(
  { effectiveDirective, blockedURI }: Refusal,
  origin: string,
): string | undefined {
  const directive = effectiveDirective.replace(/-(elem|attr)$/, "");
  if (blockedURI === "wasm-eval") return add("'wasm-unsafe-eval'", "script-src");
  if (blockedURI === "blob" || blockedURI.startsWith("blob:")) return add("blob:", directive);
  if (blockedURI.startsWith(origin)) return add(origin, directive);
  if (blockedURI === "trusted-types-policy") return add("hotsplit lit-html", "trusted-types");
  return undefined;
}

function add(what: string, directive: string): string {
  return `add ${what} to ${directive}`;
}

/** Listens until it is told to stop; says what was refused meanwhile. */
export class Refusals {
  #refused = new Set<string>();
  readonly #hear: (event: SecurityPolicyViolationEvent) => void;

  constructor(origin: string) {
    this.#hear = (event) => {
      const text = advice(event, origin);
      if (text !== undefined) this.#refused.add(text);
    };
    document.addEventListener("securitypolicyviolation", this.#hear);
  }

  /** What to change in the policy, in a sentence, or nothing. */
  get sentence(): string {
    if (this.#refused.size === 0) return "";
    return ` This page's Content-Security-Policy blocks the playground: ${[...this.#refused].join(", ")}.`;
  }

  /** Listens no more. */
  stop(): void {
    document.removeEventListener("securitypolicyviolation", this.#hear);
  }
}
