/** Colours outside the editor: every letter once, and the words of the language told apart. */
import { expect, test } from "vitest";
import { pieces } from "../../src/ui/highlight.js";

const DDL = `-- hotsplit: append-only
CREATE TABLE T ( -- a <b>table</b> & more
  Id STRING(36) NOT NULL DEFAULT ('x'),
) PRIMARY KEY (Id);`;

test("the pieces make up the text", () => {
  for (const text of [DDL, "", "\n\n", "no sql at all", "'open", DDL.replaceAll("\n", "\r\n")]) {
    expect(
      pieces(text)
        .map((one) => one.text)
        .join(""),
    ).toBe(text);
  }
});

test("words, types, numbers, strings and comments are told apart", () => {
  const kind = (text: string) => pieces(DDL).find((one) => one.text === text)?.kind;
  expect(kind("CREATE")).toBe("keyword");
  expect(kind("STRING")).toBe("type");
  expect(kind("36")).toBe("number");
  expect(kind("'x'")).toBe("string");
  expect(kind("-- a <b>table</b> & more")).toBe("comment");
  expect(kind("-- hotsplit: append-only")).toBe("directive");
});
