/** How long a text may be. The page begins with it: what is said of one that is longer is in `bytes.ts`. */

/** Most that the engine reads: `INPUT_BYTES_MAX` in `crate/syntax/src/lib.rs`. */
export const BYTES_MAX = 10 * 1024 * 1024;

/** Letters that are counted at a time. Ours: all at once made ten megabytes, which took 50 ms. */
const LETTERS = 16_384;

/** Bytes of a text as UTF-8. */
function sizeOf(text: string): number {
  const encoder = new TextEncoder();
  const bytes = new Uint8Array(3 * LETTERS);
  let size = 0;
  for (let at = 0; at < text.length; ) {
    // The halves of a letter stay together.
    const half = (text.charCodeAt(at + LETTERS - 1) & 0xfc00) === 0xd800;
    const end = at + LETTERS - (half ? 1 : 0);
    size += encoder.encodeInto(text.slice(at, end), bytes).written;
    at = end;
  }
  return size;
}

/** The bytes of a text, where they are more than what is read. Letters may take three bytes each. */
export function tooMany(text: string): number | undefined {
  if (text.length * 3 <= BYTES_MAX) return undefined;
  const size = text.length > BYTES_MAX ? text.length : sizeOf(text);
  return size > BYTES_MAX ? size : undefined;
}
