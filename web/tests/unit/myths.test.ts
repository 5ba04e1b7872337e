/** Myth court: each claim has a verdict that its own runs support, and links that carry these runs. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import * as engine from "../../../pkg/hotsplit.js";
import { fromFragment, toFragment } from "../../src/session/links.js";
import { type Myth, mythNumber, mythsOf } from "../../vite.myths.js";

const WASM = new URL("../../../pkg/hotsplit_bg.wasm", import.meta.url);
engine.initSync({ module: readFileSync(WASM) });

const MYTHS = mythsOf(engine).map((myth) => [myth.file.slug, myth] as const);

/** Shares of what was asked for that the runs of a claim serve, in their order. */
const served = ({ runs }: Myth) => runs.map(({ result }) => result.served / result.offered);

const mythOf = (slug: string): Myth => {
  const found = MYTHS.find(([one]) => one === slug);
  if (!found) throw new Error(`no claim ${slug}`);
  return found[1];
};

test("there are enough of them, each said somewhere and each with a page of the documentation", () => {
  expect(MYTHS.length).toBeGreaterThanOrEqual(12);
  for (const [slug, { file }] of MYTHS) {
    expect(file.needed("said"), slug).toMatch(/^\[[^\]]+\]\(https:\/\/[^)]+\)$/);
    const sources = file.all("source");
    expect(sources.length, slug).toBeGreaterThan(0);
    for (const source of sources) expect(source, slug).toContain("https://cloud.google.com/");
  }
});

test.each(MYTHS)("%s: its schemas are read without a complaint", (_, { runs }) => {
  for (const { kept, name } of runs) {
    const { text, dialect, knobs } = kept;
    const { nodes, writesPerSecond = 0 } = knobs;
    const found = engine.analyse({ text, dialect, workload: { nodes, writesPerSecond } });
    expect(found.syntaxErrors, name).toEqual([]);
    const wrong = found.findings.filter(
      ({ rule, severity }) => severity === "error" || rule.startsWith("meta-"),
    );
    expect(
      wrong.map(({ title }) => title),
      name,
    ).toEqual([]);
  }
});

test.each(MYTHS)("%s: a link opens what was run", async (_, { runs }) => {
  for (const { kept } of runs) {
    const link = await toFragment(kept, engine.version());
    const found = await fromFragment(link ?? "");
    expect(found?.kept.text).toBe(kept.text);
    expect(found?.kept.knobs).toEqual(kept.knobs);
    expect(found?.kept.run).toEqual(kept.run);
  }
});

test.each(MYTHS)("%s: each number in its prose is one of its runs", (_, { file, runs }) => {
  const names = [...file.about.matchAll(/\{([\w.]+)\}/g)].map(([, name = ""]) => name);
  expect(names.length).toBeGreaterThan(0);
  for (const name of names) expect(mythNumber(runs, name), name).toBeDefined();
  expect(mythNumber(runs, "fourth.served")).toBeUndefined();
  expect(mythNumber(runs, "first.luck")).toBeUndefined();
});

/** Whether each run serves what it is asked for: what the prose of a claim says of its runs. */
const SERVES: readonly (readonly [string, readonly boolean[]])[] = [
  ["two-gigabytes", [false, true]],
  ["date-behind-user", [true, false]],
  ["newest-first", [true, true, false]],
  ["hash-prefix", [false, true, false]],
  ["constant-prefix", [true, true]],
  ["any-integer", [false, true]],
  ["uuids-are-safe", [true, false]],
  ["ulid-reduces-contention", [false, true]],
  ["commit-timestamps", [false, true]],
  ["mod-sixteen", [true, true]],
  ["row-tree", [true, false]],
  ["own-index-for-foreign-key", [false, false, true]],
  ["index-on-the-original-order", [true, false, true]],
  ["shards-are-free", [true, true]],
  ["key-range-stats", [false]],
  ["more-nodes", [false, false]],
  ["pre-splitting", [false, true, false]],
];

test("every claim has its outcome below", () => {
  expect(SERVES.map(([slug]) => slug)).toEqual(MYTHS.map(([slug]) => slug));
});

test.each(SERVES)("%s: its runs come out as its words say", (slug, outcome) => {
  expect(served(mythOf(slug)).map((share) => share > 0.99)).toEqual(outcome);
});

test("numbers that words rest on", () => {
  const number = (slug: string, name: string) => mythNumber(mythOf(slug).runs, name);
  expect(number("two-gigabytes", "first.splits")).toBe("1");
  expect(number("own-index-for-foreign-key", "first.hidden")).toBe("2");
  expect(number("own-index-for-foreign-key", "second.hidden")).toBe("2");
  expect(number("own-index-for-foreign-key", "third.hidden")).toBe("1");
  expect(number("key-range-stats", "first.reason")).toBe("MOVING_HOT_SPOT");
});
