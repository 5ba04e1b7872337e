/** Where lessons lie as pages of their own, which the build writes (`vite.lessons.ts`). */

/** The list of them, from the page. */
export const PAGES: string | undefined = "./lessons/index.html";
