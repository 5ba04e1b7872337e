/**
 * Zip archives that are the same bytes for the same files: sorted by name, and all of one time. A file
 * that is in several archives is packed once.
 */
import { crc32, deflateRawSync } from "node:zlib";

/** A file, packed for archives. */
export interface Packed {
  readonly crc: number;
  readonly size: number;
  readonly deflated: Buffer;
}

/** 1 January 1980, the first day that an archive knows. */
const DAY = (1 << 5) | 1;
/** Needed to unpack: 2.0, for deflate. */
const VERSION = 20;
/** Names are UTF-8. */
const UTF8 = 0x0800;
const DEFLATE = 8;

/** Packs a file. */
export function packed(bytes: Buffer): Packed {
  return { crc: crc32(bytes), size: bytes.length, deflated: deflateRawSync(bytes, { level: 9 }) };
}

/** The archive of these files, by their names in it. */
export function archive(files: ReadonlyMap<string, Packed>): Buffer {
  const sorted = [...files].sort(([a], [b]) => (a < b ? -1 : 1));
  const parts: Buffer[] = [];
  const list: Buffer[] = [];
  let at = 0;
  for (const [name, file] of sorted) {
    const bytes = Buffer.from(name);
    const common = fields(file, bytes.length);
    const head = Buffer.concat([number(0x04034b50, 4), common, bytes]);
    // No comment, disk 0, no attributes; then where the file is.
    const rest = [number(0, 2), number(0, 2), number(0, 2), number(0, 4), number(at, 4)];
    list.push(number(0x02014b50, 4), number(VERSION, 2), common, ...rest, bytes);
    parts.push(head, file.deflated);
    at += head.length + file.deflated.length;
  }
  const listed = Buffer.concat(list);
  const many = number(sorted.length, 2);
  const end = [number(0x06054b50, 4), number(0, 2), number(0, 2), many, many];
  return Buffer.concat([
    ...parts,
    listed,
    ...end,
    number(listed.length, 4),
    number(at, 4),
    number(0, 2),
  ]);
}

/** What is said of a file both before it and in the list. */
function fields({ crc, size, deflated }: Packed, name: number): Buffer {
  return Buffer.concat([
    ...[number(VERSION, 2), number(UTF8, 2), number(DEFLATE, 2), number(0, 2), number(DAY, 2)],
    ...[number(crc, 4), number(deflated.length, 4), number(size, 4), number(name, 2), number(0, 2)],
  ]);
}

/** A number in so many bytes, the lowest first. */
function number(value: number, bytes: 2 | 4): Buffer {
  const buffer = Buffer.alloc(bytes);
  if (bytes === 2) buffer.writeUInt16LE(value);
  else buffer.writeUInt32LE(value);
  return buffer;
}
