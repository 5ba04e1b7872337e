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
export type FileLike = Pick<File, "name" | "size" | "arrayBuffer">;

/** Reads the one file that is expected. */
export async function openFile(files: readonly FileLike[]): Promise<Opened> {
  const no = (why: string): Opened => ({ ok: false, why: `${why} The schema is unchanged.` });
  const [file] = files;
  if (!file) return no("No file was dropped.");
  if (files.length > 1) return no(`One file at a time: these are ${files.length}.`);
  const { name, size } = file;
  if (size > BYTES_MAX) {
    return no(
      `${name} has ${bytes(size)}, and up to ${bytes(BYTES_MAX)} can be read. ` +
        "If it is a dump, run hotsplit condense on it and open the result.",
    );
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
