/**
 * How much of the browser tests is run: all of them, or, with `SAMPLE=1`, as much as CI runs. A sample
 * has every test that stands for itself; of those that are the same on another text, at another width
 * or in another scheme, it has the first of their kind.
 */

/** Whether only a sample is run. */
export const SAMPLE = process.env.SAMPLE === "1";

/** The tag of a test that a sample leaves out. */
export const WHOLE = { tag: "@whole" } as const;

/** The details of one test of many that are alike, by its place among them: each nth is in a sample. */
export function oneOf(at: number, nth: number): { readonly tag?: "@whole" } {
  return at % nth === 0 ? {} : WHOLE;
}
