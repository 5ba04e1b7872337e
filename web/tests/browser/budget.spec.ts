/** What the built page weighs, compressed as hosts do. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Script } from "node:vm";
import { gzipSync } from "node:zlib";
import { expect, test } from "@playwright/test";
import { DIST } from "./host.js";

/**
 * Most that may be loaded before the first paint, with the editor, and by a page of others with
 * playgrounds that nobody uses; and the two parts of the engine: what it takes to read, judge, run
 * and paint the first example, and the rest, which may not grow unseen. KB after gzip.
 *
 * The engine's parts were 245 and 805 until it told how much room each key leaves, and which rows
 * the readers of an index look for, and the rest 841 until a plan for a live database said what each
 * transaction does, with code in four languages, and 902 until it said which foreign keys may stand
 * beside which on the way, and 918 until that code also moved rows, set commit timestamps and gave
 * columns, and a plan told which rights roles need, and 935 until expressions were resolved against
 * columns, functions and types, and 955 until the evidence of the model was entered in three lists with
 * seven more set-ups, and 960 until numbers had ranges, what a person measured was read and work no
 * longer grew with the square of a text, and 1,000 until wide tables had an index of their columns
 * and alike findings were told as they come; the first part was 268 until a commit's cost came from who
 * writes to its log, and 270 until commits waited for all their participants and numbers were checked
 * at the door. The entry was 20 until it said where a draft cannot be kept, and took ranges and what
 * was measured, and 20.5 until every page asked for Trusted Types and lists were drawn by what is in
 * view; what a first visit loads in all is held in `plain.spec.ts`.
 */
const BUDGETS = { entry: 21, editor: 125, idle: 20, engine: 288, rest: 1_005 } as const;

const gzip = (name: string) => gzipSync(readFileSync(join(DIST, name)), { level: 9 }).length / 1000;

/** Files that a script cannot run without: it imports them as it is loaded. */
function needs(name: string, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found;
  found.add(name);
  const code = readFileSync(join(DIST, name), "utf8");
  // `import"./x.js"` and `from"./x.js"`, not `import("./x.js")`.
  const imports = /(?:import|from)\s*["']\.\/(?:assets\/)?([\w-]+\.js)["']/g;
  for (const [, file] of code.matchAll(imports)) {
    needs(`assets/${file}`, found);
  }
  return found;
}

test("the page keeps its budgets", () => {
  const html = readFileSync(join(DIST, "index.html"), "utf8");
  const entry = /src="\.\/(assets\/index-[^"]+\.js)"/.exec(html)?.[1] ?? "";
  const scripts = readdirSync(join(DIST, "assets")).map((name) => `assets/${name}`);
  const editor = scripts.find((name) => /editor-[^/]*\.js$/.test(name)) ?? "";
  expect(entry, "the entry is in index.html").not.toBe("");
  expect(editor, "the editor is a chunk of its own").not.toBe("");
  const first = needs(entry);
  const more = [...needs(editor)].filter((name) => !first.has(name));
  const sum = (names: Iterable<string>) => [...names].reduce((all, name) => all + gzip(name), 0);
  const rows = scripts.map((name) => `${name.padEnd(44)} ${gzip(name).toFixed(1).padStart(8)} KB`);
  const idle = needs("hotsplit-playground.js");
  const engine = readdirSync(join(DIST, "assets")).filter((name) => name.endsWith(".wasm"));
  const part = (name: string) => engine.filter((one) => one.startsWith(`${name}-`));
  const whole = {
    ...{ entry: sum(first), editor: sum(more), idle: sum(idle) },
    engine: sum(part("first").map((name) => `assets/${name}`)),
    rest: sum(part("rest").map((name) => `assets/${name}`)),
  };
  const table = Object.entries(whole).map(
    ([name, size]) =>
      `${name.padEnd(44)} ${size.toFixed(1).padStart(8)} KB of ${BUDGETS[name as keyof typeof BUDGETS]}`,
  );
  process.stdout.write(`${[...rows, ...table].join("\n")}\n`);
  expect(whole.entry).toBeLessThanOrEqual(BUDGETS.entry);
  expect(whole.editor).toBeLessThanOrEqual(BUDGETS.editor);
  expect(whole.idle).toBeLessThanOrEqual(BUDGETS.idle);
  expect(engine, "one engine, in two parts").toHaveLength(2);
  expect(whole.engine).toBeGreaterThan(0);
  expect(whole.engine).toBeLessThanOrEqual(BUDGETS.engine);
  expect(whole.rest).toBeGreaterThan(0);
  expect(whole.rest).toBeLessThanOrEqual(BUDGETS.rest);
  expect([...idle], "one file, so that a page can name it").toEqual(["hotsplit-playground.js"]);
});

test("the worker is one plain script, as frames without an origin need it", () => {
  const workers = readdirSync(join(DIST, "assets")).filter((name) => /^worker-.*\.js$/.test(name));
  expect(workers).toHaveLength(1);
  for (const name of workers) {
    // Refuses imports, exports and `import.meta`.
    new Script(readFileSync(join(DIST, "assets", name), "utf8"), { filename: name });
  }
});
