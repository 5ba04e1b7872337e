/** Numbers of runs: each tells what it says. */
import { expect, test } from "vitest";
import { FACTS } from "../../src/elements/facts.js";
import { TOLD } from "../../src/elements/told.js";

test("every number tells what it says and what it rests on, and nothing else does", () => {
  expect(Object.keys(TOLD).sort()).toEqual([...FACTS.map(({ id }) => id), "reason"].sort());
});
