/** In place of `../lessons/pages.ts`: a page that is one file has no others beside it. */

/** There are none. */
export const PAGES: string | undefined = undefined;
