/** In place of `../ui/to-read.ts`: a page that is one file has no others beside it. */

/** There are none. */
export const READS: readonly never[] = [];
