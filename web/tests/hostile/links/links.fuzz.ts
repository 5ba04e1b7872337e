/**
 * The links' fuzz target: `npm run fuzz:links`. `MINUTES` says how long (1 unless it is set), `SEED`
 * has the case of one seed again. The first seed is that of the clock, and is printed.
 */
import { expect, test } from "vitest";
import { oneOf } from "./fuzz.js";
import { countInflated } from "./laws.js";

const MINUTES = Number(process.env.MINUTES ?? 1);
const SEED = process.env.SEED;

countInflated();

test("links of one's own making, and damaged ones", { timeout: 0 }, async () => {
  if (SEED !== undefined) {
    await oneOf(Number(SEED));
    return;
  }
  const first = Date.now() % 0x7fff_ffff;
  const end = performance.now() + MINUTES * 60_000;
  let [seed, opened] = [first, 0];
  for (; performance.now() < end; seed++) {
    if (await oneOf(seed)) opened++;
  }
  const tried = seed - first;
  const { maxRSS } = process.resourceUsage();
  const megabytes = Math.round(maxRSS / 1_024);
  process.stdout.write(
    `seeds ${first} to ${seed - 1}: ${tried} links, ${opened} opened, ${tried - opened} refused; ` +
      `at most ${megabytes} MiB\n`,
  );
  // A target that opens nothing, or refuses nothing, tries nothing.
  expect(opened).toBeGreaterThan(tried / 10);
  expect(opened).toBeLessThan((tried * 9) / 10);
  // Ours: three times what a run of half an hour took.
  expect(megabytes).toBeLessThan(1_024);
});
