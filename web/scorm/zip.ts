/** Zip archives that are the same bytes for the same files: sorted by name, and all of one time. */
import { zipSync } from "fflate";

/** The first day that an archive knows. */
const DAY = new Date(1980, 0, 1);

/** The archive of these files, by their names in it. */
export function archive(files: ReadonlyMap<string, Uint8Array>): Uint8Array {
  const sorted = [...files].sort(([a], [b]) => (a < b ? -1 : 1));
  return zipSync(Object.fromEntries(sorted), { level: 9, mtime: DAY });
}
