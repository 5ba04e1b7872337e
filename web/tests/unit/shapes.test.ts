/**
 * The gallery of shapes as the build runs it: the engine names in each picture what its file says.
 * All else that a file has to be is tested in `crate/content`.
 */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import * as engine from "../../../pkg/hotsplit.js";
import { runOf, shapesOf } from "../../vite.shapes.js";

const WASM = new URL("../../../pkg/hotsplit_bg.wasm", import.meta.url);
engine.initSync({ module: readFileSync(WASM) });

const SHAPES = shapesOf(engine).map((shape) => [shape.id, shape] as const);

test.each(SHAPES)("%s is the worst shape of its picture", (id, shape) => {
  const run = runOf(engine, shape);
  const { patterns } = run.answer().before;
  run.free();
  expect(patterns[0]?.id).toBe(id);
});
