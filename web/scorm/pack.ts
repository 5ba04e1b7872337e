/**
 * Packs the built site as SCORM 1.2: a package for each lesson, one for the whole course, and one for
 * the written exams. `npm run scorm`, after `npm run build`. Rules, fixes and other lessons that a
 * lesson links to are in the package too, so it needs nothing from outside.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { LessonFile } from "../../pkg/hotsplit.js";
import { version } from "../package.json";
import type { Key } from "../src/scorm/record.js";
import { slugOf } from "../src/ui/head.js";
import { withoutCode } from "../src/ui/words.js";
import { type Item, manifest } from "./manifest.js";
import { archive } from "./zip.js";

const WEB = join(import.meta.dirname, "..");
const DIST = join(WEB, "dist");
/** Where the packages are put. */
const OUT = join(WEB, "../target/scorm");
/** The page that a lesson is put into. */
const PAGE = "scorm.html";

/** Of the site, what a package has no use for: a worker that keeps it, what hosts read, other pages. */
const APART = /^(?:sw\.js|_headers|scorm\.html|embed\.html|hotsplit-fences\.js|lessons\/.*)$/;

/** A lesson, and what its page is told. */
interface Lesson extends Item {
  readonly key: Key;
}

/** What a lesson asks for. */
export function keyOf({ steps, exam }: LessonFile): Key {
  const asked = steps.flatMap(({ predict }, step): [string, number[]][] =>
    predict
      ? [[String(step), predict.choices.flatMap(({ right }, at) => (right ? [at] : []))]]
      : [],
  );
  const goals = steps.flatMap(({ checks }, step) => (checks.length > 0 ? [step] : []));
  return { predictions: Object.fromEntries(asked), goals, ...(exam ? { exam } : {}) };
}

/** The page of a lesson, made of that of the site. */
export function pageOf(page: string, { slug, title, key }: Lesson): string {
  const attribute = (text: string) =>
    text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
  const named = page
    .replace(/<title>[^<]*<\/title>/, () => `<title>${attribute(title)}</title>`)
    .replace('data-lesson=""', () => `data-lesson="${slug}"`)
    .replace('data-key=""', () => `data-key="${attribute(JSON.stringify(key))}"`);
  if (!named.includes(`data-lesson="${slug}"`) || !named.includes('data-key="{'))
    throw new Error(`${PAGE} has no place for a lesson: expected data-lesson="" and data-key=""`);
  return named;
}

/** What reads lessons: the engine. */
type Engine = Pick<typeof import("../../pkg/hotsplit.js"), "readLesson">;

/** The lessons of the course, or the written exams, by the names of their files. */
function lessons({ readLesson }: Engine, files: RegExp): readonly Lesson[] {
  const folder = join(WEB, "lessons");
  const names = readdirSync(folder).filter((name) => files.test(name));
  return names.sort().map((name) => {
    const { lesson } = readLesson(readFileSync(join(folder, name), "utf8"));
    if (!lesson) throw new Error(`${name} is no lesson`);
    const slug = slugOf(name);
    return { slug, title: withoutCode(lesson.title), page: `${slug}.html`, key: keyOf(lesson) };
  });
}

/** The files that every package has. */
function shared(): Map<string, Uint8Array> {
  const names = readdirSync(DIST, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(DIST.length + 1)
        .replaceAll("\\", "/"),
    )
    .filter((name) => !APART.test(name));
  const files = new Map(names.map((name) => [name, readFileSync(join(DIST, name))]));
  for (const name of ["LICENSE-APACHE", "LICENSE-MIT"])
    files.set(name, readFileSync(join(WEB, "..", name)));
  return files;
}

/** Writes all packages; gives their names. */
export function pack(engine: Engine): readonly string[] {
  const all = lessons(engine, /^\d.*\.md$/);
  const exams = lessons(engine, /^exam-.*\.md$/);
  const files = shared();
  const page = readFileSync(join(DIST, PAGE), "utf8");
  rmSync(OUT, { recursive: true, force: true });
  mkdirSync(OUT, { recursive: true });
  const write = (name: string, title: string, items: readonly Lesson[]) => {
    const contents = { id: `hotsplit-${name}`, title, version, items, shared: [...files.keys()] };
    const own = new Map(files).set("imsmanifest.xml", Buffer.from(manifest(contents)));
    for (const one of items) own.set(one.page, Buffer.from(pageOf(page, one)));
    const file = `hotsplit-${version}-scorm-${name}.zip`;
    writeFileSync(join(OUT, file), archive(own));
    return file;
  };
  return [
    write("course", "hotsplit: where a Spanner schema gets hot", all),
    write("exams", "hotsplit: exams on Spanner schemas", exams),
    ...all.map((one) => write(one.slug, one.title, [one])),
  ];
}
