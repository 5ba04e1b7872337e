/** The view of a dump and its port: what belongs together, what is listed, what is written. */
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { initSync, type PortLoss, type PortReport, port } from "../../../pkg/hotsplit_port.js";
import { choiceOf, questionOf, writtenOf } from "../../src/port/choices.js";
import { lineAt, startsOf } from "../../src/port/lines.js";
import { countOf, grouped, groupOf, isSaidOnce, objectOf } from "../../src/port/losses.js";
import { dumpSentence, heatSentence } from "../../src/port/sentences.js";
import { judged, statementName } from "../../src/port/statements.js";
import { placeOf, tied } from "../../src/port/ties.js";
import {
  fileDirective,
  idsDirective,
  keyDirective,
  typeDirectives,
  withEdit,
} from "../../src/session/port-directives.js";

const DUMP = `-- MySQL dump 10.13
CREATE TABLE \`orders\` (
  \`id\` int NOT NULL AUTO_INCREMENT,
  \`note\` varchar(20) DEFAULT 'größer 😀',
  \`words\` text,
  PRIMARY KEY (\`id\`),
  FULLTEXT KEY \`f\` (\`words\`)
) ENGINE=InnoDB;
CREATE TABLE \`logs\` (\`at\` datetime, \`line\` text) ENGINE=InnoDB;
INSERT INTO \`orders\` VALUES (1,'a','b');
`;

beforeAll(() => {
  const wasm = new URL("../../../pkg/hotsplit_port_bg.wasm", import.meta.url);
  initSync({ module: readFileSync(wasm) });
});

const ported = (text: string): PortReport => JSON.parse(port(text, "mysql"));

/** A text with an edit that there must be. */
const made = (text: string, edit: ReturnType<typeof keyDirective>): string => {
  if (!edit) throw new Error("nothing is written");
  return withEdit(text, edit);
};

/** The line of a text that contains some words. */
function lineWith(text: string, words: string) {
  const at = text.indexOf(words);
  const from = text.lastIndexOf("\n", at) + 1;
  const to = text.indexOf("\n", at);
  return { from, to, text: text.slice(from, to) };
}

describe("what belongs together", () => {
  it("a column's line leads to its column, and back", () => {
    const { map, text } = ported(DUMP);
    const there = tied(map, "source", lineWith(DUMP, "`note`")).target;
    const target = lineWith(text, "note");
    expect(there.length).toBeGreaterThan(0);
    for (const { from, to } of there) {
      expect([from >= target.from, to <= target.to]).toEqual([true, true]);
    }
    const back = tied(map, "target", target).source;
    for (const { from } of back) {
      expect(DUMP.slice(0, from).split("\n").length).toBe(4);
    }
  });

  it("the line of a table's name leads to all of the table", () => {
    const { map, text } = ported(DUMP);
    const [part] = tied(map, "source", lineWith(DUMP, "CREATE TABLE `orders`")).target;
    expect(text.slice(part?.from, part?.to)).toMatch(
      /^CREATE TABLE orders[^;]*PRIMARY KEY \(id\);$/,
    );
  });

  it("a line of rows leads nowhere", () => {
    const { map } = ported(DUMP);
    expect(tied(map, "source", lineWith(DUMP, "INSERT"))).toEqual({ source: [], target: [] });
  });

  it("scrolling finds what comes next on the other side", () => {
    const { map, text } = ported(DUMP);
    expect(text.slice(placeOf(map, "source", 0))).toMatch(/^CREATE TABLE orders/);
    const logs = placeOf(map, "source", DUMP.indexOf("CREATE TABLE `logs`"));
    expect(text.slice(logs)).toMatch(/^CREATE TABLE logs/);
    expect(placeOf(map, "source", DUMP.length)).toBe(undefined);
  });
});

const loss = (part: Partial<PortLoss>): PortLoss => ({
  ...{ rule: "r", severity: "info", object: "t", column: null, message: "m", what: "changed" },
  ...{ source: { start: 0, end: 1 }, target: null, decision: null },
  ...part,
});

describe("what became of a statement", () => {
  const statement = (start: number, end: number, dropped = false) => ({
    ...{ kind: "CREATE TABLE", object: "t", dropped, source: { start, end } },
  });
  const at = (start: number, part: Partial<PortLoss> = {}) =>
    loss({ source: { start, end: start + 1 }, ...part });
  const dropped = { what: "dropped" } as const;

  it("is what the worst losses in it are, with how many there are of each", () => {
    const definitions = [statement(0, 10), statement(12, 20), statement(20, 30, true)];
    const losses = [
      ...[at(0), at(3, { severity: "warn" }), at(9, { severity: "ask" })],
      ...[at(10, { severity: "error" }), at(12, { ...dropped, severity: "warn" })],
      ...[at(13, { severity: "warn" }), at(19, { severity: "warn" }), at(20, dropped)],
    ];
    const all = judged({ definitions, losses });
    expect(all.map(({ outcome, words, losses }) => [outcome, words, losses.length])).toEqual([
      ["decide", "1 to decide, 1 changed", 3],
      // What is between two statements belongs to neither.
      ["lost", "1 lost, 2 changed", 3],
      ["dropped", "left out", 1],
    ]);
  });

  it("is kept where nothing is lost, or only its form", () => {
    const definitions = [statement(0, 5), statement(6, 9)];
    const all = judged({ definitions, losses: [at(6), at(7, dropped)] });
    expect(all.map(({ outcome, words, losses }) => [outcome, words, losses.length])).toEqual([
      ["kept", "kept", 0],
      ["kept", "kept", 2],
    ]);
    expect(judged({ definitions: [], losses: [at(0)] })).toEqual([]);
  });

  it("is told of a dump, without statements of rows", () => {
    const report = ported(
      `${DUMP}SET NAMES utf8;\nCREATE VIEW v AS SELECT 1;\nGRANT ALL ON x TO y;\n`,
    );
    const all = judged(report);
    expect(all.map(({ statement, outcome }) => `${statementName(statement)}: ${outcome}`)).toEqual([
      ...["CREATE TABLE orders: decide", "CREATE TABLE logs: decide"],
      ...["CREATE VIEW v: lost", "GRANT: dropped"],
    ]);
    expect(all.flatMap(({ losses }) => losses)).toEqual(report.losses);
  });
});

describe("the list of losses", () => {
  it("asks first, then says what is lost, changed and kept", () => {
    const decision = { name: "ids", chosen: "identity", choices: ["identity", "keep"] };
    expect(groupOf(loss({ decision }))).toBe("decide");
    expect(groupOf(loss({ severity: "ask" }))).toBe("decide");
    expect(groupOf(loss({ severity: "high", decision: null }))).toBe("changed");
    // What has a default that suits most is offered where it is.
    for (const name of ["enum", "ranges", "level"]) {
      expect(groupOf(loss({ decision: { ...decision, name } }))).toBe("kept");
    }
    const views = { what: "dropped", decision: { ...decision, name: "views" } } as const;
    expect(groupOf(loss({ ...views, severity: "warn" }))).toBe("lost");
    expect(groupOf(loss(views))).toBe("needless");
    expect(groupOf(loss({ what: "dropped", severity: "warn" }))).toBe("lost");
    expect(groupOf(loss({ what: "dropped" }))).toBe("needless");
    expect(groupOf(loss({ severity: "warn" }))).toBe("changed");
    expect(groupOf(loss({}))).toBe("kept");
    const rows = grouped([
      loss({ rule: "kept" }),
      loss({ rule: "needless", what: "dropped" }),
      loss({ rule: "lost", what: "dropped", severity: "warn" }),
      loss({ rule: "worse", what: "dropped", severity: "error" }),
      loss({ rule: "lost", what: "dropped", severity: "warn" }),
      loss({ rule: "int32", decision: { ...decision, name: "client" } }),
      loss({ rule: "ids", decision }),
      loss({ rule: "ids", decision }),
    ]);
    expect(rows.map(({ rule, losses }) => `${rule} ${losses.length}`)).toEqual([
      ...["ids 2", "int32 1", "worse 1", "lost 2", "kept 1", "needless 1"],
    ]);
    expect(rows.every(isSaidOnce)).toBe(true);
    const [differ] = grouped([loss({ message: "a" }), loss({ message: "b" })]);
    expect(differ && isSaidOnce(differ)).toBe(false);
    expect(countOf(rows, "lost")).toBe(3);
    expect(countOf(rows, "decide")).toBe(2);
  });

  it("a primary key, and ids of one table, are decided for each table by itself", () => {
    for (const name of ["pk", "key"]) {
      const decision = { name, chosen: "row_id", choices: ["row_id", "pk(columns)"] };
      const rows = grouped([loss({ object: "a", decision }), loss({ object: "b", decision })]);
      expect(rows.map(({ losses }) => losses.map(objectOf))).toEqual([["a"], ["b"]]);
    }
  });

  it("of one rule has the worst severity", () => {
    const [row] = grouped([loss({ severity: "warn" }), loss({ severity: "high" })]);
    expect(row?.severity).toBe("high");
  });
});

describe("what a decision writes", () => {
  it("a line above a dump that says nothing yet", () => {
    const first = withEdit(DUMP, fileDirective(DUMP, "ids", "keep"));
    expect(first).toBe(`-- hotsplit: file ids=keep\n${DUMP}`);
    expect(ported(first).text).not.toContain("IDENTITY");
    const second = withEdit(first, fileDirective(first, "to", "postgresql"));
    expect(second).toBe(`-- hotsplit: file ids=keep to=postgresql\n${DUMP}`);
    expect(ported(second).to).toBe("postgresql");
  });

  it("in place of what the dump says, also where it says it twice", () => {
    const said = "-- hotsplit: file ids=keep zone=UTC \n  -- hotsplit: file ids=keep\nrest";
    expect(withEdit(said, fileDirective(said, "ids", "identity"))).toBe(
      "-- hotsplit: file ids=keep zone=UTC \n  -- hotsplit: file ids=identity\nrest",
    );
    expect(withEdit(said, fileDirective(said, "to", "googlesql"))).toBe(
      "-- hotsplit: file ids=keep zone=UTC to=googlesql \n  -- hotsplit: file ids=keep\nrest",
    );
  });

  it("not into a line that only mentions it", () => {
    const row = "('-- hotsplit: file ids=keep')\n";
    expect(fileDirective(row, "ids", "identity").from).toBe(0);
  });

  it("the key of a table without one, which can be changed", () => {
    const first = made(DUMP, keyDirective(DUMP, "logs", "at, line"));
    expect(first).toBe(`-- hotsplit: table logs pk(at, line)\n${DUMP}`);
    const second = made(first, keyDirective(first, "logs", "at"));
    expect(second).toBe(`-- hotsplit: table logs pk(at)\n${DUMP}`);
    expect(ported(second).text).toMatch(/CREATE TABLE logs[^;]*PRIMARY KEY \(`at`\)/);
    expect(keyDirective(first, "logs", "at,")).toBe(undefined);
  });

  it("in place of a line that says it in other words, and nothing else of it", () => {
    const said = '-- hotsplit: table `Logs` rename("log lines") pk( `line` )\n';
    const text = made(said + DUMP, keyDirective(said + DUMP, "logs", "at"));
    expect(text).toBe(`-- hotsplit: table \`Logs\` rename("log lines") pk(at)\n${DUMP}`);
    expect(ported(text).wrong).toEqual([]);
  });

  it("how ids of one table are made, until they are made as all others", () => {
    const kept = made(DUMP, idsDirective(DUMP, "orders", "keep"));
    expect(kept).toBe(`-- hotsplit: table orders key=keep\n${DUMP}`);
    const decisions = ported(kept).losses.flatMap((one) => one.decision ?? []);
    const ids = decisions.filter(({ name }) => name === "key");
    expect(ids.map(({ chosen }) => chosen)).toEqual(["keep"]);
    const sharded = made(kept, idsDirective(kept, "orders", "hash(16)"));
    expect(sharded).toBe(`-- hotsplit: table orders key=hash(16)\n${DUMP}`);
    expect(made(sharded, idsDirective(sharded, "orders", undefined))).toBe(DUMP);
    const more = "-- hotsplit: table orders key=keep skip\n";
    expect(made(more, idsDirective(more, "orders", undefined))).toBe(
      "-- hotsplit: table orders skip\n",
    );
    expect(idsDirective(DUMP, "orders", undefined)).toBe(undefined);
  });
});

describe("the type of columns", () => {
  const SOURCE = "CREATE TABLE t (id text PRIMARY KEY, a numeric, b numeric);\n";
  const asked = (text: string) => {
    const report: PortReport = JSON.parse(port(text, "postgresql"));
    return report.losses.filter(({ decision }) => decision?.name === "as");
  };

  it("is asked of numbers without digits, in words, and each choice answers it for all", () => {
    const losses = asked(SOURCE);
    expect(losses.map(objectOf)).toEqual(["t.a", "t.b"]);
    expect(questionOf("as")).not.toBe("as?");
    for (const choice of losses[0]?.decision?.choices ?? []) {
      expect(choiceOf("as", choice)).not.toBe(choice);
      const columns = losses.map(({ object, column }) => ({ table: object, column: column ?? "" }));
      const text = withEdit(SOURCE, typeDirectives(columns, choice));
      expect(text).toContain(`-- hotsplit: column t.a as(${choice})\n`);
      expect(asked(text)).toEqual([]);
      expect(JSON.parse(port(text, "postgresql")).text).toContain(`b ${choice}`);
    }
  });
});

describe("names that need quotes", () => {
  const NAMES = [
    ...["order", "Orders", "order lines", "order-lines", "v1.2", "a.", ".b", "2fa", "_", "größe"],
    ...['a"b', '"', "a`b", "``", "f(x), g", "(", " padded ", "a=b", "😀", "it's", "-- no", "a,b"],
  ];
  const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
  const read = (text: string): PortReport => JSON.parse(port(text, "postgresql"));

  it("are read as the page writes them, of a table and its columns", () => {
    for (const name of NAMES) {
      // Its twin differs in case, so that a directive of both would be found out.
      const twin = name === name.toUpperCase() ? name.toLowerCase() : name.toUpperCase();
      const tables = name === twin ? [name] : [name, twin];
      const source = tables
        .map((it) => `CREATE TABLE s.${quoted(it)} (a numeric, ${quoted(it)} numeric(5));\n`)
        .join("");
      const asked = ({ losses }: PortReport, what: string) =>
        losses.filter(({ decision }) => decision?.name === what).map(({ object }) => object);
      expect(asked(read(source), "pk")).toEqual(tables.map((it) => `s.${it}`));

      const exactly = made(source, keyDirective(source, `s.${name}`, `a, ${quoted(name)}`));
      const typed = typeDirectives([{ table: `s.${name}`, column: "a" }], "STRING(MAX)");
      const types = withEdit(source, typed);
      for (const [text, what] of [
        [exactly, "pk"],
        [types, "as"],
      ] as const) {
        expect([name, read(text).wrong]).toEqual([name, []]);
        // A name in small letters is written without quotes, and is that of its twin too.
        const others = /^[a-z_]+$/.test(name) ? [] : tables.slice(1).map((it) => `s.${it}`);
        expect([name, asked(read(text), what)]).toEqual([name, others]);
      }
      // The next decision takes the place of the first.
      const again = made(exactly, keyDirective(exactly, `s.${name}`, "a"));
      expect(again.length).toBeLessThan(exactly.length);
      expect(again.split("\n").length).toBe(exactly.split("\n").length);
    }
  });

  it("may be typed without quotes, in any case", () => {
    const source =
      'CREATE TABLE t ("Order Id" text NOT NULL, "B" text NOT NULL, c text NOT NULL);\n';
    const unknown = made(source, keyDirective(source, "t", "order_id"));
    expect(read(unknown).wrong).toEqual(["1:20: expected columns of `t`, found `order_id`"]);
    for (const said of ["order id, b, c", '"Order Id", "B", C', "`ORDER ID`,B,`c`"]) {
      const text = made(source, keyDirective(source, "t", said));
      expect([said, read(text).wrong]).toEqual([said, []]);
      expect(read(text).text).toMatch(/PRIMARY KEY \(Order_Id, B, c\)/);
    }
  });
});

describe("what is said", () => {
  it("how large a dump is, and how hot", () => {
    const report = ported(DUMP);
    expect(dumpSentence("mysql", undefined)).toBe("A MySQL dump");
    expect(dumpSentence("mysql", report)).toBe("A MySQL dump, 2 tables, 39 B of rows set aside");
    const rows = { ...report, rowBytes: 4_130_000 };
    expect(dumpSentence("mysql", rows)).toBe("A MySQL dump, 2 tables, 4.1 MB of rows set aside");
    const condensed = { ...report, rowBytes: 0 };
    expect(dumpSentence("mysql", condensed)).toBe("A MySQL dump, 2 tables, 1 row set aside");
    const none = { ...condensed, tables: report.tables.map((one) => ({ ...one, rows: 0 })) };
    expect(dumpSentence("postgresql", none)).toBe("A PostgreSQL schema, 2 tables");
    expect(heatSentence({ literal: 13, decided: 0, open: 0, harmless: false })).toBe(
      "Ported as it is: 13 hot keys; with these choices: none.",
    );
    expect(heatSentence({ literal: 1, decided: 1, open: 0, harmless: false })).toBe(
      "Ported as it is: 1 hot key; with these choices: 1.",
    );
    const even = { literal: 0, decided: 0, open: 0, harmless: false };
    expect(heatSentence(even)).toBe("Ported as it is: no hot key.");
    expect(heatSentence({ ...even, harmless: true })).toBe(
      "Ported as it is: no hot key (others do not spread, but are harmless at the writes assumed).",
    );
    expect(heatSentence({ literal: 2, decided: 0, open: 1, harmless: false })).toBe(
      "Ported as it is: 2 hot keys; with these choices: none, with 1 question about its keys still open.",
    );
    expect(heatSentence(undefined)).toBe("");
  });

  it("lines count from 1, and a line feed at the end begins none", () => {
    const starts = startsOf("a\n\nbc\n");
    expect(starts).toEqual([0, 2, 3]);
    expect([0, 1, 2, 3, 5, 99].map((at) => lineAt(starts, at))).toEqual([1, 1, 2, 3, 3, 3]);
    expect(startsOf("")).toEqual([0]);
  });
});

describe("decisions", () => {
  /** A dump in which everything is to be decided that a directive about the file states. */
  const OPEN = `-- MySQL dump 10.13
CREATE TABLE \`people\` (
  \`id\` bigint NOT NULL AUTO_INCREMENT,
  \`mail\` varchar(99) COLLATE utf8mb4_0900_ai_ci NOT NULL,
  \`born\` date NOT NULL DEFAULT '0000-00-00',
  \`hits\` bigint unsigned NOT NULL,
  \`ref\` uuid NOT NULL,
  \`kind\` enum('a','b') NOT NULL,
  \`price\` decimal(9,2) NOT NULL,
  \`at\` datetime NOT NULL,
  \`changed\` timestamp NOT NULL ON UPDATE CURRENT_TIMESTAMP,
  PRIMARY KEY (\`id\`),
  UNIQUE KEY \`mail\` (\`mail\`)
) ENGINE=InnoDB;
CREATE VIEW \`adults\` AS SELECT \`id\` FROM \`people\`;
`;

  it("have words, and each choice is taken as it is written", () => {
    const decisions = ported(OPEN).losses.flatMap(({ decision }) => decision ?? []);
    const names = new Set(decisions.map(({ name }) => name));
    expect([...names].sort()).toEqual([
      ...["ci", "client", "enum", "ids", "level", "ranges", "unsigned", "uuid", "views"],
      ...["zero-date", "zone"],
    ]);
    for (const { name, choices } of decisions) {
      expect(questionOf(name)).not.toBe(`${name}?`);
      for (const choice of choices) {
        // A zone is typed.
        if (name !== "zone") expect(choiceOf(name, choice)).not.toBe(choice);
        const edit = fileDirective(OPEN, name, writtenOf(choice));
        const { wrong, losses } = ported(withEdit(OPEN, edit));
        expect(wrong).toEqual([]);
        const still = losses.filter(({ decision }) => decision?.name === name);
        for (const { decision } of still) expect(decision?.chosen).toBe(choice);
      }
    }
  });
});
