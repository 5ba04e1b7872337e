/**
 * Marks certificates with this page's own engine: a link is never believed. An exam is read once,
 * however many certificates of it there are.
 */
import type { Judged, LessonFile } from "../../../pkg/hotsplit.js";
import { type Asked, Replaced, Stopped } from "../engine/client.js";
import type { Certificate, ClassRow } from "../state/play.js";
import { BadLink } from "../state/route.js";
import { lessonOf } from "./catalog.js";
import { fromPacked, handedOf } from "./certificate.js";

/** An exam that has been read. */
interface Exam {
  readonly markdown: string;
  readonly file: LessonFile;
}

/** Most exams that are kept. Ours: the five that are written, and one for each of a class. */
const EXAMS_MAX = 100;

/** Tells the questions of one certificate from those of another that is marked meanwhile. */
let last = 0;

/** Marks one certificate after another. */
export class Marker {
  readonly #exams = new Map<string, Exam>();

  constructor(readonly engine: Pick<Asked, "ask">) {}

  /** How an exam went whose certificate a link carries. Throws `BadLink` where it carries none. */
  async mark(packed: string): Promise<Certificate> {
    const { slug, name, text, answers } = await fromPacked(packed);
    const kind = `certificate ${++last}`;
    const { markdown, file } = await this.#exam(slug, kind);
    const { seed } = file.run;
    const judged: Judged[] = [];
    for (const [step, { checks }] of file.steps.entries()) {
      if (checks.length === 0) continue;
      judged.push(await this.engine.ask("judge", { markdown, step, text, seed }, { kind }));
    }
    return { title: file.title, name, handed: handedOf(file, judged, answers, text) };
  }

  /** A line of a class, marked; or with what is wrong with its link. */
  async row(row: ClassRow): Promise<ClassRow> {
    try {
      return { ...row, marked: await this.mark(row.packed) };
    } catch (error) {
      if (error instanceof BadLink) return { ...row, fault: error.message };
      // It came to nothing with the worker that another text stopped.
      if (error instanceof Replaced) return row;
      if (!(error instanceof Stopped)) throw error;
      if (error.how === "collateral") return row;
      return { ...row, fault: "The engine could not run this schema to its end." };
    }
  }

  async #exam(slug: string, kind: string): Promise<Exam> {
    const known = this.#exams.get(slug);
    if (known) return known;
    const listed = lessonOf(slug);
    if (!listed?.exam) throw new BadLink("This certificate names no exam of this page.");
    const markdown = await listed.load((seed) => this.engine.ask("exam", { seed }, { kind }));
    const { lesson } = await this.engine.ask("lesson", { markdown }, { kind });
    if (!lesson) throw new BadLink("The exam of this certificate cannot be read.");
    const exam = { markdown, file: lesson };
    const [oldest] = this.#exams.keys();
    if (this.#exams.size >= EXAMS_MAX && oldest !== undefined) this.#exams.delete(oldest);
    this.#exams.set(slug, exam);
    return exam;
  }
}
