/** How long an answer is waited for. */
import { expect, it } from "vitest";
import { patience } from "../../src/protocol.js";

it("waits longer for a longer text, and as long as ever for a short one", () => {
  const analyse = (letters: number) => {
    const ask = { text: "x".repeat(letters), dialect: "auto", workload: {} } as const;
    return patience({ id: 1, name: "analyse", ask });
  };
  expect(analyse(0)).toBe(2_000);
  expect(analyse(1_000_000)).toBe(2_000 + 30_000);
  const run = { nodes: 1, writesPerSecond: 1, minutes: 1, seed: 1, dialect: "auto" } as const;
  const simulate = { before: "x".repeat(2_000), after: "y", ...run };
  expect(patience({ id: 1, name: "simulate", ask: simulate })).toBe(10_000 + 60);
  expect(patience({ id: 1, name: "reference", ask: undefined })).toBe(2_000);
});
