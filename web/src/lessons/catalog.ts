/**
 * The lessons there are: every file of `web/lessons`, listed while the page is built.
 *
 * Of each file the build takes the head into this chunk; its text is a chunk of its own, got when
 * the lesson is opened.
 */
import { LIMITS } from "../state/state.js";
import { type Head, slugOf } from "../ui/head.js";

const HEADS = import.meta.glob("../../lessons/{[0-9],exam-}*.md", {
  query: "?head",
  import: "default",
  eager: true,
});
const TEXTS = import.meta.glob("../../lessons/{[0-9],exam-}*.md", {
  query: "?raw",
  import: "default",
});

/** A lesson of the course, or a part of the exam. */
export interface Listed extends Head {
  /** Its name in addresses: that of the file without the number. */
  readonly slug: string;
  /** It is a part of the exam. */
  readonly exam: boolean;
  /** Gets the file's text; an exam of a seed comes from the engine. */
  readonly load: Source;
}

/** What gets a lesson's file, given what makes the exam of a seed. */
export type Source = (exam: (seed: number) => Promise<string>) => Promise<string>;

/** All lessons in the order of their files, the exam last. */
export const LESSONS: readonly Listed[] = Object.entries(HEADS)
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .flatMap(([path, head]) => {
    const load = TEXTS[path];
    return load ? [{ ...head, slug: slugOf(path), exam: /\/exam-[^/]*$/.test(path), load }] : [];
  })
  .sort((a, b) => Number(a.exam) - Number(b.exam));

/** The lesson of a name, or the exam of a seed, as in `exam-7`. */
export function lessonOf(slug: string): Listed | undefined {
  return LESSONS.find((one) => one.slug === slug) ?? seeded(slug);
}

/** The seed of an exam, or no number. */
const seedOf = (slug: string): number =>
  Number(/^exam-(0|[1-9]\d{0,9})$/.exec(slug)?.[1] ?? Number.NaN);

/** Whether it is the name of an exam of a seed, which is no part of the course. */
export const isSeeded = (slug: string): boolean => seeded(slug) !== undefined;

/** The exam of a seed. No part of the course: it may be taken at any time, and with any seed. */
function seeded(slug: string): Listed | undefined {
  const seed = seedOf(slug);
  const [least, most] = LIMITS.seed;
  if (!(seed >= least && seed <= most)) return undefined;
  return {
    ...{
      title: `Exam no. ${seed}`,
      minutes: 10,
      topic: "closing exam",
      goal: "",
      teaches: [],
      steps: 2,
    },
    ...{ slug, exam: true, load: (exam) => exam(seed) },
  };
}

/** The lesson or part of the exam after one; none after the last of either. An exam of a seed has the next seed. */
export function following(slug: string): Listed | undefined {
  if (isSeeded(slug)) return seeded(`exam-${seedOf(slug) + 1}`);
  const at = LESSONS.findIndex((one) => one.slug === slug);
  const next = at < 0 ? undefined : LESSONS[at + 1];
  return next && next.exam === LESSONS[at]?.exam ? next : undefined;
}

/** Lessons that teach what a part of the exam asks for, the one that teaches most of it first. */
export function teaching(exam: Head, all: readonly Listed[] = LESSONS): readonly Listed[] {
  const asked = new Set(exam.teaches);
  const shared = (one: Head) =>
    one.teaches.filter((id) => asked.has(id)).length + (one.topic === exam.topic ? 1 : 0);
  return all
    .filter((one) => !one.exam && shared(one) > 0)
    .sort((a, b) => shared(b) - shared(a))
    .slice(0, 3);
}
