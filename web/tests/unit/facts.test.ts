/** Numbers of runs: each tells what it says. */
import { expect, test } from "vitest";
import { EXPLANATIONS } from "../../src/results/explanations.js";
import { FACTS } from "../../src/results/facts.js";

test("every number tells what it says and what it rests on, and nothing else does", () => {
  expect(Object.keys(EXPLANATIONS).sort()).toEqual([...FACTS.map(({ id }) => id), "reason"].sort());
});
