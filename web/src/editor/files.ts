/** A file that is dropped on the editor or picked: its text, or why it cannot be had. */
import { bytes } from "../session/bytes.js";
import { BYTES_MAX } from "../session/size.js";

/** Names of files that the picker shows first. */
export const ACCEPTED = ".sql,.ddl,.txt,.pgsql,text/plain,application/sql";

/** A file's text, or what is wrong with it. */
export type Opened =
  | { readonly ok: true; readonly name: string; readonly text: string }
  | { readonly ok: false; readonly why: string };

/** What this takes of a file; tests bring their own. */
export type FileLike = Pick<File, "name" | "size" | "arrayBuffer" | "slice">;

/** Leaves the rows out of a dump that is long or packed, or rejects with what is wrong with it. */
export type Condense<F> = (file: F) => Promise<string>;

/** How packed files begin that are not unpacked here. */
const PACKED: readonly (readonly [name: string, bytes: readonly number[]])[] = [
  ["zip", [0x50, 0x4b, 0x03, 0x04]],
  ["bzip2", [0x42, 0x5a, 0x68]],
  ["xz", [0xfd, 0x37, 0x7a, 0x58, 0x5a]],
  ["zstd", [0x28, 0xb5, 0x2f, 0xfd]],
];

/** Reads the one file that is expected. */
export async function openFile<F extends FileLike>(
  files: readonly F[],
  condense: Condense<F>,
): Promise<Opened> {
  const no = (why: string): Opened => ({ ok: false, why: `${why} The schema is unchanged.` });
  const [file] = files;
  if (!file) return no("No file was dropped.");
  if (files.length > 1) return no(`One file at a time: these are ${files.length}.`);
  const { name, size } = file;
  let first: Uint8Array;
  try {
    first = new Uint8Array(await file.slice(0, 8).arrayBuffer());
  } catch {
    return no(`${name} cannot be read. Is it a folder?`);
  }
  const packed = PACKED.find(([, bytes]) => bytes.every((byte, at) => first[at] === byte));
  if (packed) return no(`${name} is a ${packed[0]} file: unpack it, and open what is in it.`);
  const gzip = first[0] === 0x1f && first[1] === 0x8b;
  if (gzip || size > BYTES_MAX) {
    try {
      return { ok: true, name, text: await condense(file) };
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      if (error instanceof DOMException) return no(`${name} was not read to its end.`);
      const long = `has ${bytes(size)}; above ${bytes(BYTES_MAX)} a file is read as a dump`;
      return no(`${name} ${gzip ? "is a gzip file, which is read as a dump" : long}: ${why}.`);
    }
  }
  let content: ArrayBuffer;
  try {
    content = await file.arrayBuffer();
  } catch {
    return no(`${name} cannot be read. Is it a folder?`);
  }
  const text = decoded(new Uint8Array(content));
  if (text === undefined) return no(`${name} is not a text file.`);
  if (text.trim() === "") return no(`${name} is empty.`);
  return { ok: true, name, text };
}

/** UTF-8, or UTF-16 with its mark as some tools on Windows write it; anything else is no text. */
function decoded(content: Uint8Array): string | undefined {
  const [first, second] = content;
  const wide = first === 0xff && second === 0xfe ? "utf-16le" : undefined;
  const label = first === 0xfe && second === 0xff ? "utf-16be" : (wide ?? "utf-8");
  try {
    const text = new TextDecoder(label, { fatal: true }).decode(content);
    return text.includes("\0") ? undefined : text;
  } catch {
    return undefined;
  }
}
