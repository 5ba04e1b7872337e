/**
 * Addresses of scripts, where a policy asks for trusted types: our own pages do (`vite.config.ts`),
 * and so may the host of a playground.
 */

/** What of trusted types is used; TypeScript does not know them yet. */
interface Policy {
  createScriptURL(url: string): string;
}
interface Types {
  createPolicy(name: string, rules: Policy): Policy;
}

/** Made once: a page may name each policy once. */
let policy: Policy | undefined;

/** An address that a worker may be started from: of this page's own origin, or of a blob of its own. */
function own(url: string): string {
  const { protocol, origin } = new URL(url, document.baseURI);
  if (protocol === "blob:" || origin === self.origin) return url;
  throw new TypeError(`expected an address of ${self.origin}, found ${url}`);
}

/** The same address, as a script that may be run. */
export function trusted(url: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: Types };
  if (!trustedTypes) return url;
  policy ??= trustedTypes.createPolicy("hotsplit", { createScriptURL: own });
  return policy.createScriptURL(url);
}
