/** What completion offers in a directive, letter by letter. The facts are the engine's own. */
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { initSync, reference } from "../../../pkg/hotsplit.js";
import { type Known, offersAt } from "../../src/editor/offers.js";

const range = (from: number, to: number) => ({ from, to, line: 1 });
let known: Known;

beforeAll(() => {
  initSync({
    module: readFileSync(new URL("../../../pkg/hotsplit_bg.wasm", import.meta.url)),
  });
  const { facts, rules } = reference();
  known = {
    facts,
    rules,
    objects: [
      {
        name: "Visits",
        kind: "table",
        key: "(SeenAt)",
        columns: ["SeenAt", "UserId"],
        range: range(100, 200),
      },
      { name: "shop.Users", kind: "table", key: "(Id)", columns: ["Id"], range: range(300, 400) },
      {
        name: "VisitsByUser",
        kind: "index",
        of: "Visits",
        key: "(UserId)",
        columns: [],
        range: range(500, 600),
      },
      {
        name: "FK_1",
        kind: "managed index",
        of: "Visits",
        key: "(UserId)",
        columns: [],
        range: range(500, 600),
      },
      {
        name: "My Table",
        kind: "table",
        key: "(Id)",
        columns: ["Id"],
        range: range(700, 800),
      },
    ],
    dialect: "googlesql",
    found: new Set(["key-timestamp-first"]),
  };
});

/** Labels offered behind `before`, and what they would replace. */
function offered(before: string, at = 0): { replaces: string; labels: string[] } {
  const found = offersAt(before, at, known);
  if (!found) return { replaces: "", labels: [] };
  return { replaces: before.slice(found.from), labels: found.offers.map((one) => one.label) };
}

/** What an offer writes, with ‹what the person goes on with›. */
function written(before: string, label: string): string | undefined {
  const offer = offersAt(before, 0, known)?.offers.find((one) => one.label === label);
  return offer?.template.replaceAll(/\$\{\d:([^}]*)\}/g, "‹$1›");
}

describe("behind `-- hotsplit:`", () => {
  test("stand the scopes, then facts of tables and columns, then those of the file", () => {
    const { labels } = offered("-- hotsplit:");
    expect(labels.slice(0, 4)).toEqual(["table", "column", "file", "writes=12k/s"]);
    expect(labels).toContain("lowcard(5)");
    expect(labels).toContain("file nodes=10");
    expect(labels).not.toContain("nodes=10");
  });

  test("facts of columns come first inside a table", () => {
    expect(offered("  SeenAt TIMESTAMP, -- hotsplit: ", 150).labels[3]).toBe("random");
  });

  test("every fact of the engine is offered, with its sentence", () => {
    const found = offersAt("-- hotsplit: ", 0, known)?.offers ?? [];
    for (const { form, of, help } of known.facts) {
      const label = of === "file" ? `file ${form}` : form;
      expect(found.find((one) => one.label === label)?.about, form).toBe(help);
    }
  });

  test.each(["# hotsplit: ra", "/* hotsplit: ra", "id int8, --hotsplit:ra"])(
    "in %s too",
    (text) => {
      expect(offered(text)).toMatchObject({ replaces: "ra" });
      expect(offered(text).labels).toContain("random");
    },
  );

  test.each([
    "-- a remark ",
    "SELECT 1",
    "/* hotsplit: random */ ",
    '-- hotsplit: random reason="because ',
  ])("and nothing in %s", (text) => {
    expect(offered(text).labels).toEqual([]);
  });

  test("`hotsplit:` itself where a comment begins like it", () => {
    expect(offered("-- hot")).toEqual({ replaces: "hot", labels: ["hotsplit:"] });
    expect(offered("-- how").labels).toEqual([]);
  });
});

describe("scopes", () => {
  test("tables and indexes that can be named, behind `table`", () => {
    const { replaces, labels } = offered("-- hotsplit: table Vis");
    expect([replaces, labels]).toEqual(["Vis", ["Visits", "shop.Users", "VisitsByUser"]]);
  });

  test("columns with their tables behind `column`, those nearby marked", () => {
    const found = offersAt("-- hotsplit: column ", 250, known)?.offers ?? [];
    expect(found.map((one) => one.label)).toEqual([
      "Visits.SeenAt",
      "Visits.UserId",
      "shop.Users.Id",
    ]);
    expect(found.filter((one) => one.likely).map((one) => one.label)).toEqual(["shop.Users.Id"]);
  });

  test("only facts of the scope follow", () => {
    const of = (kind: string) =>
      known.facts.filter((one) => one.of === kind).map((one) => one.form);
    expect(offered("-- hotsplit: table Visits ").labels).toEqual(of("table"));
    expect(offered("-- hotsplit: column Visits.SeenAt ").labels).toEqual(of("column"));
    expect(offered("-- hotsplit: file ").labels).toEqual(of("file"));
  });

  test("an index can be accepted or switched off, no more", () => {
    const { labels } = offered("-- hotsplit: table VisitsByUser ");
    expect(labels).toEqual(["accept(rule)", "off(rule)"]);
  });
});

describe("facts", () => {
  test("stated ones are not offered again, and a reason may follow", () => {
    const { labels } = offered("-- hotsplit: table Visits append-only, ");
    expect(labels).not.toContain("append-only");
    expect(labels).toContain("writes=12k/s");
    expect(labels.at(-1)).toBe("reason");
    expect(offered("-- hotsplit: low-write(2/s) re")).toEqual({
      replaces: "re",
      labels: ["reason"],
    });
  });

  test("a word that is complete offers nothing, so that Enter breaks the line", () => {
    for (const word of ["random", "uuidv4", "append-only", "table"]) {
      expect(offered(`-- hotsplit: ${word}`).labels, word).toEqual([]);
    }
  });

  test("the example argument is what the person goes on with", () => {
    expect(written("-- hotsplit: ", "lowcard(5)")).toBe("lowcard(‹5›)");
    expect(written("-- hotsplit: ", "writes=12k/s")).toBe("writes=‹12k/s›");
    expect(written("-- hotsplit: ", "children-per-parent<=200")).toBe("children-per-parent<=‹200›");
    expect(written("-- hotsplit: ", "skew(TenantId)=whale(40%)")).toBe(
      "skew(‹TenantId›)=whale(‹40%›)",
    );
    expect(written("-- hotsplit: ", "append-only")).toBe("append-only");
    expect(written("-- hotsplit: ", "off(rule)")).toBe("off(‹›)");
    expect(written("-- hotsplit: ", "accept(rule)")).toBe('accept(‹›) reason="‹›"');
  });
});

describe("behind the sign", () => {
  test("a fact that takes one of a few words offers them", () => {
    const { replaces, labels } = offered("-- hotsplit: reads=by");
    expect(replaces).toBe("by");
    expect(labels).toContain("by-entity");
    expect(labels).toContain("newest-first");
    expect(offered("-- hotsplit: table Visits append-only, reads=").labels).toEqual(labels);
    expect(offered("-- hotsplit: reads=by-entity").labels).toEqual([]);
  });
});

describe("between brackets", () => {
  test.each(["accept", "off"])("%s takes rules, those that found something marked", (fact) => {
    const found = offersAt(`-- hotsplit: ${fact}(key`, 0, known);
    expect(found?.offers.map((one) => one.label)).toEqual(known.rules.map(({ id }) => id));
    expect(found?.offers.filter((one) => one.likely).map((one) => one.label)).toEqual([
      "key-timestamp-first",
    ]);
    expect(found?.offers.every((one) => one.about !== "")).toBe(true);
  });

  test("a rule is listed once", () => {
    const { replaces, labels } = offered("-- hotsplit: accept(key-timestamp-first, ind");
    expect(replaces).toBe("ind");
    expect(labels).not.toContain("key-timestamp-first");
    expect(labels).toContain("index-monotonic");
  });

  test("skew takes a column of its table", () => {
    expect(offered("-- hotsplit: table Visits skew(").labels).toEqual(["SeenAt", "UserId"]);
    expect(offered("-- hotsplit: skew(", 250).labels).toEqual(["Id"]);
    expect(offered("-- hotsplit: skew(SeenAt)=whale(").labels).toEqual([]);
  });

  test("a number is the person's own", () => {
    expect(offered("-- hotsplit: lowcard(").labels).toEqual([]);
    expect(offered("-- hotsplit: writes=").labels).toEqual([]);
  });
});
