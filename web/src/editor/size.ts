/** How long a text may be. The page begins with it, and with no more of what reads files. */

/** Most that the engine reads: `INPUT_BYTES_MAX` in `crate/src/syntax/mod.rs`. */
export const BYTES_MAX = 10 * 1024 * 1024;

/** Bytes as people say them: `800 B`, `12 KB`, `10.4 MiB`. */
export function bytes(of: number): string {
  if (of < 1_000) return `${of} B`;
  if (of < 1024 * 1024) return `${Math.round(of / 1_000)} KB`;
  return `${(of / 1024 / 1024).toFixed(1)} MiB`;
}

/** Says why a text is longer than what is read, if it is. Letters may take three bytes each. */
export function tooLong(text: string): string | undefined {
  if (text.length * 3 <= BYTES_MAX) return undefined;
  // Not `TextEncoder`, which makes the bytes: that took 50 ms of the page's time.
  const size = text.length > BYTES_MAX ? text.length : new Blob([text]).size;
  if (size <= BYTES_MAX) return undefined;
  const limit = bytes(BYTES_MAX);
  return `The text has ${bytes(size)}, and up to ${limit} is read. It is kept, and nothing is run.`;
}
