/** The gallery of shapes: the engine names in each picture what its file says, above all else. */
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import * as engine from "../../../pkg/hotsplit.js";
import { runOf, shapesOf, type Written } from "../../vite.shapes.js";

const WASM = new URL("../../../pkg/hotsplit_bg.wasm", import.meta.url);
engine.initSync({ module: readFileSync(WASM) });

const SHAPES = shapesOf(engine);

/** Names of the shapes that the engine finds, the worst first. */
function found(shape: Written, seed: number): string[] {
  const run = runOf(engine, shape, seed);
  const { patterns } = run.answer().before;
  run.free();
  return patterns.map(({ id }) => id);
}

describe.each(SHAPES.map((shape) => [shape.id, shape] as const))("%s", (id, shape) => {
  let names: string[] = [];
  beforeAll(() => {
    names = found(shape, 1);
  });

  test("is the worst shape of its picture, whatever the seed", () => {
    expect(names[0]).toBe(id);
    expect(found(shape, 7)[0]).toBe(id);
  });

  test("has a schema that can be read and that Spanner takes", () => {
    const { text, nodes, writesPerSecond } = shape.start;
    const workload = { nodes, writesPerSecond };
    const read = engine.analyse({ text, dialect: "auto", workload });
    expect(read.syntaxErrors).toEqual([]);
    expect(read.findings.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(text.split("\n").length).toBeLessThanOrEqual(20);
  });

  test("offers three answers that are wrong", () => {
    const others = SHAPES.map((one) => one.id).filter((other) => other !== id);
    expect(new Set(shape.wrong).size).toBe(3);
    for (const wrong of shape.wrong) {
      expect(others).toContain(wrong);
      expect(names, "what is in the picture as well is no wrong answer").not.toContain(wrong);
    }
  });

  test("is described without its name", () => {
    expect(shape.seen.toLowerCase()).not.toContain(shape.title.toLowerCase());
    expect(shape.seen).toMatch(/^[A-Z].*\.$/);
  });
});

test("even load shows nothing else", () => {
  const even = SHAPES.find(({ id }) => id === "even");
  expect(even && new Set(found(even, 1))).toEqual(new Set(["even"]));
});

test("each shape is there once, under a name of its own", () => {
  expect(new Set(SHAPES.map(({ id }) => id)).size).toBe(SHAPES.length);
  expect(new Set(SHAPES.map(({ title }) => title)).size).toBe(SHAPES.length);
});
