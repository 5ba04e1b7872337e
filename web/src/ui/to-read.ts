/** Pages to be read, which the build writes beside the page (`vite.reads.ts`, `vite.myths.ts`). */

/** A page. */
interface Read {
  readonly href: string;
  readonly title: string;
  /** What is there, for those who do not know it yet. */
  readonly about: string;
}

/** All of them. */
export const READS: readonly Read[] = [
  {
    href: "./why-one-server-melts.html",
    title: "Why one server melts",
    about: "Ten minutes on why one server melts",
  },
  { href: "./myths.html", title: "Myth court", about: "Claims tried in the myth court" },
];
