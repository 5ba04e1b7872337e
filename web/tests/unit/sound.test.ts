/** A row of a map as tones. */
import { expect, test } from "vitest";
import { tune } from "../../src/map/sound.js";

test("hotter is higher, idle is the lowest, and what has no keys is silent", () => {
  const { pitch, loud, rough } = tune(Float32Array.of(0, 0.01, 0.5, 1, 4, Number.NaN));
  expect([...pitch.subarray(0, 5)]).toEqual([...pitch.subarray(0, 5)].sort((a, b) => a - b));
  expect(new Set(pitch.subarray(0, 5)).size).toBe(5);
  expect(pitch[0]).toBeCloseTo(110);
  expect(pitch[4]).toBeLessThan(1_760);
  expect([...loud].map((gain) => gain > 0)).toEqual([true, true, true, true, true, false]);
  expect([...rough].map((gain) => gain > 0)).toEqual([false, false, false, true, true, false]);
});

test("what is hot for one column of thousands is heard", () => {
  const row = new Float32Array(5_000);
  row[2_501] = 2;
  const { pitch, rough } = tune(row);
  expect(pitch).toHaveLength(600);
  expect([...rough].filter((gain) => gain > 0)).toHaveLength(1);
  expect(Math.max(...pitch)).toBeGreaterThan(900);
});

test("a single column sounds too, and an empty row is a tune of silence", () => {
  expect(tune(Float32Array.of(0.5)).pitch).toHaveLength(2);
  expect([...tune(new Float32Array()).loud]).toEqual([0, 0]);
});
