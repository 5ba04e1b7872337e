/** Reads a zip archive by its list at the end, as others read it. */
import { readFileSync } from "node:fs";
import { crc32, inflateRawSync } from "node:zlib";

/** The files of an archive by their names. */
export function unzipped(path: string): ReadonlyMap<string, Buffer> {
  const zip = readFileSync(path);
  const end = zip.lastIndexOf(Buffer.from("PK\x05\x06"));
  const files = new Map<string, Buffer>();
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    if (zip.readUInt32LE(at) !== 0x02014b50) throw new Error(`no entry at ${at}`);
    const [crc, packed] = [zip.readUInt32LE(at + 16), zip.readUInt32LE(at + 20)];
    const [name, extra, comment] = [28, 30, 32].map((field) => zip.readUInt16LE(at + field));
    const local = zip.readUInt32LE(at + 42);
    const label = zip.toString("utf8", at + 46, at + 46 + (name ?? 0));
    const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const bytes = inflateRawSync(zip.subarray(from, from + packed));
    if (crc32(bytes) !== crc) throw new Error(`${label} is damaged`);
    files.set(label, bytes);
    at += 46 + (name ?? 0) + (extra ?? 0) + (comment ?? 0);
  }
  return files;
}
