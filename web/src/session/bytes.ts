/** Sizes of texts in words. */
import { BYTES_MAX } from "./size.js";

/** Bytes as people say them: `800 B`, `12 KB`, `10.4 MiB`. */
export function bytes(of: number): string {
  if (of < 1_000) return `${of} B`;
  if (of < 1024 * 1024) return `${Math.round(of / 1_000)} KB`;
  return `${(of / 1024 / 1024).toFixed(1)} MiB`;
}

/** What is said of a text that is longer than what is read. */
export function tooLong(size: number): string {
  const limit = bytes(BYTES_MAX);
  return `The schema has ${bytes(size)}, but the limit is ${limit}. It is kept, but not simulated.`;
}
