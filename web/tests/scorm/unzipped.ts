/** Reads a zip archive. */
import { readFileSync } from "node:fs";
import { unzipSync } from "fflate";

/** The files of an archive by their names. */
export function unzipped(path: string): ReadonlyMap<string, Buffer> {
  const files = Object.entries(unzipSync(readFileSync(path)));
  return new Map(files.map(([name, bytes]) => [name, Buffer.from(bytes)]));
}
