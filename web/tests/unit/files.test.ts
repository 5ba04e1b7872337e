/** Files that are dropped or picked. */
import { describe, expect, it } from "vitest";
import { type FileLike, openFile } from "../../src/editor/files.js";
import { bytes, tooLong } from "../../src/session/bytes.js";
import { BYTES_MAX, tooMany } from "../../src/session/size.js";

const file = (name: string, content: Uint8Array, size = content.length): FileLike => ({
  ...{ name, size },
  arrayBuffer: async () => new Uint8Array(content).buffer,
});
const utf8 = (text: string) => new TextEncoder().encode(text);

/** What comes of files: the text, or why there is none. */
async function check(...files: FileLike[]): Promise<string> {
  const opened = await openFile(files);
  return opened.ok ? `${opened.name}: ${opened.text}` : opened.why;
}

describe("opening a file", () => {
  it("takes the text of one", async () => {
    expect(await check(file("a.sql", utf8("CREATE é;")))).toBe("a.sql: CREATE é;");
  });

  it("reads what Windows writes, its marks left out", async () => {
    const wide = (little: boolean) => {
      const view = new DataView(new ArrayBuffer(6));
      for (const [at, unit] of [0xfeff, 0x41, 0x3b].entries()) view.setUint16(at * 2, unit, little);
      return new Uint8Array(view.buffer);
    };
    expect(await check(file("a.sql", wide(true)))).toBe("a.sql: A;");
    expect(await check(file("a.sql", wide(false)))).toBe("a.sql: A;");
    const marked = new Uint8Array([0xef, 0xbb, 0xbf, 0x41]);
    expect(await check(file("a.sql", marked))).toBe("a.sql: A");
  });

  it("says why there is no text", async () => {
    const kept = "The schema is unchanged.";
    expect(await check()).toBe(`No file was dropped. ${kept}`);
    const a = file("a.sql", utf8("A"));
    expect(await check(a, a, a)).toBe(`One file at a time: these are 3. ${kept}`);
    expect(await check(file("a.png", new Uint8Array([0x89, 0xff])))).toBe(
      `a.png is not a text file. ${kept}`,
    );
    expect(await check(file("a.bin", new Uint8Array([65, 0, 66])))).toBe(
      `a.bin is not a text file. ${kept}`,
    );
    expect(await check(file("a.sql", utf8(" \n")))).toBe(`a.sql is empty. ${kept}`);
    expect(await check(file("a.sql", utf8("A"), BYTES_MAX + 1))).toBe(
      `a.sql has 10.0 MiB, and up to 10.0 MiB can be read. If it is a dump, run hotsplit condense on it and open the result. ${kept}`,
    );
    const folder: FileLike = {
      ...{ name: "f", size: 0 },
      arrayBuffer: () => Promise.reject(new Error("a folder")),
    };
    expect(await check(folder)).toBe(`f cannot be read. Is it a folder? ${kept}`);
  });
});

describe("the limit", () => {
  it("counts bytes, not letters", () => {
    expect(tooMany("x".repeat(BYTES_MAX))).toBeUndefined();
    expect(tooMany("x".repeat(BYTES_MAX + 1))).toBe(BYTES_MAX + 1);
    expect(tooMany("é".repeat(BYTES_MAX / 2 + 1))).toBe(BYTES_MAX + 2);
    // Letters of two halves are counted whole, wherever they stand.
    expect(tooMany(`abc${"😀".repeat(BYTES_MAX / 4 - 1)}`)).toBeUndefined();
    expect(tooMany(`abcde${"😀".repeat(BYTES_MAX / 4 - 1)}`)).toBe(BYTES_MAX + 1);
  });

  it("is told in words", () => {
    const told = tooLong(BYTES_MAX + 400_000);
    expect(told).toBe(
      "The schema has 10.4 MiB, but the limit is 10.0 MiB. It is kept, but not simulated.",
    );
    expect([999, 1_000, 12_345, 1_500_000].map(bytes)).toEqual([
      "999 B",
      "1 KB",
      "12 KB",
      "1.4 MiB",
    ]);
  });
});
