/** Numbers of runs: each tells what it says. */
import { expect, test } from "vitest";
import { FACTS } from "../../src/results/facts.js";
import { TOLD } from "../../src/results/told.js";

test("every number tells what it says and what it rests on, and nothing else does", () => {
  expect(Object.keys(TOLD).sort()).toEqual([...FACTS.map(({ id }) => id), "reason"].sort());
});
