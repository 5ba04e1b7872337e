/** Numbers of runs: each tells what it says. */
import { expect, test } from "vitest";
import { EXPLANATIONS } from "../../src/results/explanations.js";
import { RUN_NUMBERS } from "../../src/ui/run-numbers.js";

test("every number tells what it says and what it rests on, and nothing else does", () => {
  expect(Object.keys(EXPLANATIONS).sort()).toEqual(
    [...RUN_NUMBERS.map(({ id }) => id), "reason"].sort(),
  );
});
