/** Files that are dropped or picked. */
import { describe, expect, it } from "vitest";
import { type FileLike, openFile } from "../../src/editor/files.js";
import { bytes, tooLong } from "../../src/session/bytes.js";
import { BYTES_MAX, tooMany } from "../../src/session/size.js";

const file = (name: string, content: Uint8Array<ArrayBuffer>, size = content.length): FileLike => ({
  ...{ name, size },
  arrayBuffer: async () => new Uint8Array(content).buffer,
  slice: (from, to) => new Blob([content.slice(from, to)]),
});
const utf8 = (text: string) => new TextEncoder().encode(text);

/** What comes of files: the text, or why there is none. */
async function check(...files: FileLike[]): Promise<string> {
  const opened = await openFile(files, () => Promise.reject(new Error("it is no dump")));
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
      `a.sql has 10.0 MiB; above 10.0 MiB a file is read as a dump: it is no dump. ${kept}`,
    );
    const folder: FileLike = {
      ...{ name: "f", size: 0 },
      arrayBuffer: () => Promise.reject(new Error("a folder")),
      slice: () => new Blob(["x"]),
    };
    expect(await check(folder)).toBe(`f cannot be read. Is it a folder? ${kept}`);
  });
});

describe("opening a dump", () => {
  const condensed = async (one: FileLike) => {
    const opened = await openFile([one], async ({ name }) => `condensed ${name}`);
    return opened.ok ? opened.text : opened.why;
  };

  it("leaves the rows out of what is long or packed with gzip", async () => {
    expect(await condensed(file("long.sql", utf8("A"), BYTES_MAX + 1))).toBe("condensed long.sql");
    const gzip = new Uint8Array([0x1f, 0x8b, 8, 0]);
    expect(await condensed(file("a.sql.gz", gzip))).toBe("condensed a.sql.gz");
    expect(await condensed(file("a.sql", utf8("A")))).toBe("A");
  });

  it("says what else is packed, and what was stopped", async () => {
    const zip = file("a.zip", new Uint8Array([0x50, 0x4b, 3, 4]));
    expect(await condensed(zip)).toContain(
      "a.zip is a zip file: unpack it, and open what is in it.",
    );
    const opened = await openFile([file("a.sql", utf8("A"), BYTES_MAX + 1)], () =>
      Promise.reject(new DOMException("stopped", "AbortError")),
    );
    expect(opened).toMatchObject({ ok: false });
    expect(opened.ok ? "" : opened.why).toContain("a.sql was not read to its end.");
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
