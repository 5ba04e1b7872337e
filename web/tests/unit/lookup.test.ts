/** Rules are found by their names and by the words of their pages; each has an address. */
import { readFileSync } from "node:fs";
import pages from "virtual:pages";
import { beforeAll, describe, expect, test } from "vitest";
import { initSync, type Page, type Reference, reference } from "../../../pkg/hotsplit.js";
import { type Entry, lookup } from "../../src/guide/lookup.js";
import { routeOf } from "../../src/state/route.js";

let all: Reference;
let rules: Entry[];

beforeAll(() => {
  initSync({
    module: readFileSync(new URL("../../../pkg/hotsplit_bg.wasm", import.meta.url)),
  });
  all = reference();
  rules = all.rules.map((rule) => ({ ...rule, kind: "rule", page: pageOf(rule.id) }));
});

function pageOf(rule: string): Page {
  const page = pages.rules[rule];
  if (!page) throw new Error(`${rule} has no page`);
  return page;
}

const ids = (query: string) => lookup(rules, query).map(({ entry }) => entry.id);

describe("the engine's reference", () => {
  test("every rule says in one line what it finds, and why on its page", () => {
    expect(all.rules.length).toBeGreaterThanOrEqual(14);
    for (const { id, line } of all.rules) {
      const page = pageOf(id);
      expect(line, id).not.toBe("");
      expect(line, id).toBe(page.blocks[0]?.text);
      expect(page.title, id).toBe(id);
      expect(page.blocks.filter((block) => block.kind === "code").length, id).toBeGreaterThan(0);
    }
  });

  test("every rule of a port has its page, and says how severe it is and what to decide", () => {
    expect(pages.losses.length).toBeGreaterThanOrEqual(48);
    for (const { id, severity, line, page } of pages.losses) {
      expect(id).toMatch(/^migrate-/);
      expect(page.title).toBe(id);
      expect(line, id).toBe(page.blocks[0]?.text);
      expect(["error", "high", "warn", "ask", "info"], id).toContain(severity);
      const headings = page.blocks.filter((block) => block.kind === "heading");
      expect(headings.map(({ text }) => text)).toContain("What to decide");
      expect(routeOf(`#rule/${id}`)).toEqual({ kind: "rule", id });
    }
  });

  test("every fix has its page", () => {
    for (const { id, title } of all.fixes) expect(pages.fixes[id]?.title, id).toBe(title);
  });

  test("the fixes that a rule names are there", () => {
    const fixes = new Set(all.fixes.map(({ id }) => id));
    for (const rule of all.rules) {
      expect(
        rule.fixes.filter(({ id }) => !fixes.has(id)),
        rule.id,
      ).toEqual([]);
    }
  });

  test("every rule and fix has an address that leads to it", () => {
    for (const { id } of all.rules) expect(routeOf(`#rule/${id}`)).toEqual({ kind: "rule", id });
    for (const { id } of all.fixes) expect(routeOf(`#fix/${id}`)).toEqual({ kind: "fix", id });
  });
});

describe("a search", () => {
  test("without words gives all, in their order", () => {
    expect(ids("  ")).toEqual(rules.map(({ id }) => id));
  });

  test("finds names before pages, in any case", () => {
    expect(ids("TIMESTAMP-first").slice(0, 2)).toEqual([
      "key-timestamp-first",
      "key-commit-timestamp-first",
    ]);
  });

  test("wants every word", () => {
    expect(ids("index commit")[0]).toBe("index-commit-timestamp");
    expect(ids("index zebra")).toEqual([]);
  });

  test("shows where on the page a word stands", () => {
    const found = lookup(rules, "moving_hot_spot");
    expect(found.length).toBeGreaterThan(3);
    for (const { place } of found) expect(place).toContain("MOVING_HOT_SPOT");
    expect(found[0]?.place?.length).toBeLessThan(100);
  });
});

describe("an address", () => {
  test("of the list", () => {
    expect(routeOf("#rules")).toEqual({ kind: "rules", id: "" });
  });

  test.each(["", "#", "#v1.abc", "#rule/", "#rule/a b", "#rule/<b>", "#rules/x", "#table/x"])(
    "%j is none of the rules",
    (fragment) => {
      expect(routeOf(fragment)).toBeUndefined();
    },
  );
});
