/** What reads cost before and after, in the words of a table. */
import type { ReadCost } from "../../../pkg/hotsplit.js";

/** How a read fares. */
export type Verdict = "worse" | "better" | "same";

/** Compares the ranges of keys that are read; every row is more than any number of them. */
export function verdict({ before, after }: ReadCost): Verdict {
  const [was, is] = [
    before.ranges ?? Number.POSITIVE_INFINITY,
    after.ranges ?? Number.POSITIVE_INFINITY,
  ];
  return is > was ? "worse" : is < was ? "better" : "same";
}

/** Reads by what is read, in the order they came. */
export function byObject(reads: readonly ReadCost[]): { object: string; reads: ReadCost[] }[] {
  const objects = [...new Set(reads.map((one) => one.object))];
  return objects.map((object) => ({ object, reads: reads.filter((one) => one.object === object) }));
}

/**
 * What a query says that is only comments, as of a read that is no longer possible; absent where
 * there is something to run.
 */
export function remark(query: string): string | undefined {
  const lines = query.split("\n").map((line) => line.trim());
  const said = lines.filter((line) => line !== "");
  if (said.some((line) => !line.startsWith("--"))) return undefined;
  return said.map((line) => line.replace(/^--\s*/, "")).join(" ");
}
