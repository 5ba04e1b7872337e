/** How long an answer is waited for. */
import { expect, it } from "vitest";
import { patience } from "../../src/engine/protocol.js";

it("waits longer for a longer text, and as long as ever for a short one", () => {
  const analyse = (letters: number) => {
    const ask = { text: "x".repeat(letters), dialect: "auto", workload: {} } as const;
    return patience({ id: 1, name: "analyse", ask });
  };
  expect(analyse(0)).toBeGreaterThanOrEqual(1_000);
  expect(analyse(1_000_000) - analyse(0)).toBe(30_000);
  const run = { nodes: 1, writesPerSecond: 1, minutes: 1, seed: 1, dialect: "auto" } as const;
  const simulate = (letters: number) => {
    const ask = { before: "x".repeat(letters), after: "y", ...run };
    return patience({ id: 1, name: "simulate", ask });
  };
  expect(simulate(2_000) - simulate(0)).toBe(60);
  expect(simulate(0)).toBeGreaterThan(analyse(0));
  expect(patience({ id: 1, name: "reference", ask: undefined })).toBe(analyse(0));
});
