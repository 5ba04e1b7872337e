/** Edits of an applied fix, the changes of a rewrite, help for directives, and hostile names. */
import { describe, expect, it } from "vitest";
import { helpAt } from "../../src/editor/help.js";
import { changes, nextOf } from "../../src/editor/hunks.js";
import { fewest } from "../../src/session/text-edits.js";
import { edited } from "../../src/state/state.js";
import { shown, withoutCode } from "../../src/ui/words.js";

describe("the fewest edits", () => {
  const before = `CREATE TABLE A (
  Id   STRING( 26 ) NOT NULL, -- ULID, see wiki
  At TIMESTAMP NOT NULL,
) PRIMARY KEY (Id);

CREATE INDEX AByAt ON A(At);
`;

  it("make the one text of the other and leave alone what is the same", () => {
    const after = before
      .replace("  Id ", "  ShardId INT64 NOT NULL,\n  Id ")
      .replace("(Id)", "(ShardId, Id)")
      .replace("ON A(At)", "ON A(ShardId, At)");
    const edits = fewest(before, after);
    expect(edited(before, edits)).toBe(after);
    expect(edits.length).toBeGreaterThanOrEqual(3);
    // No letter that stays is taken out and written again.
    expect(edits.map(({ from, to }) => before.slice(from, to)).join("")).toBe("");
  });

  it("are none where nothing differs", () => {
    expect(fewest(before, before)).toEqual([]);
  });
});

describe("the changes of a rewrite", () => {
  const text = "one\ntwo\nthree\nfour\nfive\n";
  const hunk = (id: string, finding: string, word: string) => {
    const from = text.indexOf(word);
    const line = text.slice(0, from).split("\n").length;
    const range = { from, to: from + word.length, line };
    return { fix: { id, short: id, title: "" }, finding, range };
  };
  const said = (hunks: ReturnType<typeof hunk>[]) =>
    changes({ text, hunks }).map((one) => `${one.fix.id} ${text.slice(one.from, one.to)}`);

  it("are those of neighbouring lines together, if one fix made them for one finding", () => {
    expect(said([hunk("T5", "a", "two"), hunk("T5", "a", "one")])).toEqual(["T5 one\ntwo"]);
    expect(said([hunk("T5", "a", "one"), hunk("T5", "a", "three")])).toEqual([
      "T5 one",
      "T5 three",
    ]);
    expect(said([hunk("T5", "a", "one"), hunk("T5", "b", "two")])).toEqual(["T5 one", "T5 two"]);
    expect(said([hunk("T5", "a", "one"), hunk("T6", "a", "two")])).toEqual(["T5 one", "T6 two"]);
  });

  it("are walked over both ends", () => {
    const all = changes({ text, hunks: [hunk("T5", "a", "one"), hunk("T6", "a", "four")] });
    expect(nextOf(all, 5, 1)).toBe(1);
    expect(nextOf(all, 5, -1)).toBe(0);
    expect(nextOf(all, 20, 1)).toBe(0);
    expect(nextOf(all, 0, -1)).toBe(1);
    expect(nextOf([], 0, 1)).toBe(-1);
  });
});

describe("help for a word of a directive", () => {
  const words = {
    facts: [
      { name: "lowcard", form: "lowcard(5)", of: "column", words: [], help: "Few values." },
    ] as const,
    rules: [{ id: "hot-key", line: "A key gets hot." }],
  };
  const check = (line: string) => {
    const found = helpAt(line.replace("|", ""), line.indexOf("|"), {
      facts: words.facts.map((one) => ({ ...one, words: [] })),
      rules: words.rules,
    });
    return found && `${found.form}: ${found.about}`;
  };

  it("knows facts, scopes and rules, and where it is", () => {
    expect(check("-- hotsplit: low|card(3)")).toBe("lowcard(5): Few values.");
    expect(check("/* hotsplit: col|umn A.B lowcard(3) */")).toMatch(/^column: /);
    expect(check("# hotsplit: accept(hot|-key)")).toBe("hot-key: A key gets hot.");
    expect(check("-- hot|split: lowcard(3)")).toMatch(/^hotsplit:: /);
  });

  it("has nothing to say of reasons, names and plain comments", () => {
    expect(check('-- hotsplit: accept(x) reason="a low|card b"')).toBeUndefined();
    expect(check("-- a low|card comment")).toBeUndefined();
    expect(check("-- hotsplit: table Some|thing")).toBeUndefined();
  });
});

describe("names that turn or hide letters", () => {
  it("are written out", () => {
    expect(shown("a\u202eb\u200fc\u0000d\ufeffe")).toBe("a⟨U+202E⟩b⟨U+200F⟩c⟨U+0000⟩d⟨U+FEFF⟩e");
    expect(withoutCode("`a\u2066`")).toBe("a⟨U+2066⟩");
    expect(shown("a\u200db")).toBe("a⟨U+200D⟩b");
  });

  it("keep what belongs to a script or a picture", () => {
    for (const name of ["👩‍👩‍👧", "הזמנות", "می‌خواهم", "naïve", "two\nlines"]) {
      expect(shown(name)).toBe(name);
    }
  });
});
