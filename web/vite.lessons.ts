/**
 * A page for each lesson, and a list of them: `lessons/…` of the built site.
 *
 * The element plays the lesson; what it stands around is the lesson to read, for those without a
 * script and for search engines. The engine reads the files, so nothing here knows how they are
 * written.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Plugin } from "vite";
import type { Block, LessonFile, LessonStep, Prediction, Reference } from "../pkg/hotsplit.js";
import { headOf, slugOf } from "./src/ui/head.js";
import { runs as listed, type Piece, pieces, unlinked } from "./src/ui/marked.js";
import { count, withoutCode } from "./src/ui/words.js";
import { figureMarkup, type Runs, runsOfBuild } from "./vite.figures.js";
import { type Head, Html, markup, type Part, page, sheetOf } from "./vite.markup.js";

const FOLDER = join(import.meta.dirname, "lessons");

/** The sheet of these pages. */
export const SHEET = "src/lessons/lesson-page.css";

/** Most letters of a description: about what search engines show. */
const DESCRIBED_MAX = 160;

/** A lesson that has a page. */
interface Lesson {
  readonly slug: string;
  /** What one will be able to do. */
  readonly goal: string;
  readonly file: LessonFile;
}

/** What the pages are made of. */
interface Course {
  /** The runs that figures are drawn from. */
  readonly runs: Runs;
  readonly lessons: readonly Lesson[];
  /** Rules and fixes there are. */
  readonly reference: Reference;
}

/** Reads the course. The parts of the exam have no pages: they come in order, each once. */
async function course(): Promise<Course> {
  // Not at the top: the engine may not be built when this file is read.
  const engine = pathToFileURL(join(import.meta.dirname, "../pkg/hotsplit.node.js")).href;
  const { readLesson, readPage, reference } = (await import(
    engine
  )) as typeof import("../pkg/hotsplit.js");
  const names = readdirSync(FOLDER).filter((name) => /^\d.*\.md$/.test(name));
  const lessons = names.sort().map((name) => {
    const markdown = readFileSync(join(FOLDER, name), "utf8");
    const { lesson, complaints } = readLesson(markdown);
    if (!lesson)
      throw new Error(`${name} is no lesson: ${complaints[0]?.message ?? "it is empty"}`);
    return { slug: slugOf(name), goal: headOf(readPage(markdown)).goal, file: lesson };
  });
  return { lessons, reference: reference(), runs: await runsOfBuild() };
}

/** Writes words, code and links, and figures. */
interface Say {
  (text: string): Html[];
  figure(text: string): Html;
}

/** Links of a page of the course: to the next one there is a page, to all else there is the site. */
function saying({ lessons, reference, runs }: Course): Say {
  const address = (to: string) => {
    const lesson = lessons.find(({ slug }) => to === `lesson/${slug}`);
    if (lesson) return `./${lesson.slug}.html`;
    return to.startsWith("https:") ? to : `../#${to}`;
  };
  const piece = ({ kind, text, to }: Piece) => {
    const inside = kind === "code" ? markup`<code>${text}</code>` : markup`${text}`;
    return to === undefined ? inside : markup`<a href="${address(to)}">${inside}</a>`;
  };
  let figures = 0;
  return Object.assign((text: string) => pieces(text, reference).map(piece), {
    figure: (text: string) => new Html(figureMarkup(text, ++figures, runs)),
  });
}

/** Blocks in their order; their headings stand under that of a step. */
function drawn(blocks: readonly Block[], say: Say): Html[] {
  return listed(blocks).map((run) => {
    const [{ kind, info, text }] = run;
    if (kind === "item")
      return markup`<ul>${run.map((one) => markup`<li>${say(one.text)}</li>`)}</ul>\n`;
    if (kind === "heading") return markup`<h3>${say(text)}</h3>\n`;
    if (kind === "code" && info === "figure") return say.figure(text);
    if (kind === "code") return code(text);
    return markup`<p>${say(text)}</p>\n`;
  });
}

/** A line break after the tag is none of the text. */
const code = (text: string) => markup`<pre tabindex="0">\n${text}</pre>\n`;

/** What opens when it is asked for. */
const folded = (summary: string, inside: Part) =>
  markup`<details>\n<summary>${summary}</summary>\n${inside}</details>\n`;

function asked({ question, choices, why }: Prediction, say: Say): Html {
  const right = choices.filter((one) => one.right);
  const item = (text: string) => markup`<li>${say(text)}</li>`;
  const reply = (text: string, said: string) =>
    markup`<li><strong>${say(text)}</strong> ${say(said)}</li>`;
  const replies = choices.flatMap(({ text, reply: said }) => (said ? reply(text, said) : []));
  return markup`<h3>${say(question)}</h3>
<ul>${choices.map(({ text }) => item(text))}</ul>
${folded("The answer", [
  markup`<ul>${right.map(({ text }) => item(text))}</ul>\n`,
  drawn(why, say),
  replies.length > 0 ? markup`<ul>${replies}</ul>\n` : undefined,
])}`;
}

function stepped({ title, blocks, predict, checks, hints, after }: LessonStep, say: Say): Html {
  const held = checks.map(({ words }) => markup`<li>${say(words)}</li>`);
  return markup`<h2>${say(title)}</h2>
${drawn(blocks, say)}${predict && asked(predict, say)}${
  held.length > 0 ? markup`<h3>Goals</h3>\n<ul>${held}</ul>\n` : undefined
}${hints.map((hint, at) => folded(`Hint ${at + 1} of ${hints.length}`, drawn(hint.blocks, say)))}${
  after === undefined ? undefined : folded("After this step: a schema that passes", code(after))
}`;
}

/** All that there is to read of a lesson. */
function read({ file }: Lesson, say: Say): Html {
  return markup`<h1>${say(file.title)}</h1>
<p>${count(file.minutes, "minute")}, on ${file.topic}.</p>
${drawn(file.introduction, say)}${code(file.starter)}${file.steps.map((step) => stepped(step, say))}<h2>One solution</h2>
${folded("What it does, and its text", [drawn(file.solution, say), code(file.solutionText)])}<h2>On a real database</h2>
${drawn(file.real, say)}`;
}

/** As many sentences of the introduction as fit into a description, or as much of the first. */
function described({ introduction }: LessonFile): string {
  const text = introduction
    .filter(({ kind }) => kind !== "code")
    .map((block) => withoutCode(unlinked(block.text)).replaceAll("\n", " "))
    .join(" ");
  const whole = /^.{40,158}[.?](?=\s)/.exec(text)?.[0];
  return whole ?? `${text.slice(0, DESCRIBED_MAX).replace(/\s+\S*$/, "")}…`;
}

/** The page of a lesson. */
function lessonPage(course: Course, lesson: Lesson, head: Head): string {
  const { lessons } = course;
  const { slug, file } = lesson;
  const at = lessons.indexOf(lesson);
  const to = (rel: string, one: Lesson | undefined) =>
    one && markup`<p>${rel}: <a href="./${one.slug}.html">${withoutCode(one.file.title)}</a></p>\n`;
  const body = markup`<header>
<nav aria-label="Site">
<a href="../">hotsplit</a>
<a href="./index.html">All lessons</a>
</nav>
</header>
<main>
<hotsplit-playground lesson="${slug}" level="1">
${read(lesson, saying(course))}</hotsplit-playground>
</main>
<footer>
${to("Before", lessons[at - 1])}${to("Next", lessons[at + 1])}</footer>
<script type="module" src="../hotsplit-playground.js"></script>
`;
  const title = `${withoutCode(file.title)}: lesson ${at + 1} of hotsplit`;
  return page(head, title, described(file), body);
}

/** The list of lessons. */
function listPage({ lessons }: Course, head: Head): string {
  const minutes = lessons.reduce((all, { file }) => all + file.minutes, 0);
  const about = `${count(lessons.length, "lesson")} on keys, splits and hotspots of Cloud Spanner, ${minutes} minutes in all.`;
  const items = lessons.map(
    ({ slug, goal, file }) => markup`<li><a href="./${slug}.html">${withoutCode(file.title)}</a>
<small>${file.minutes} min</small>
<small class="goal">${goal}</small></li>\n`,
  );
  const body = markup`<header>
<nav aria-label="Site">
<a href="../">hotsplit</a>
<a href="../#lessons">Lessons in the playground</a>
</nav>
</header>
<main>
<h1>Lessons</h1>
<p>${about} Each is played on its page, and can be read there without a script.</p>
<p>To begin with, <a href="../why-one-server-melts.html">why one server melts</a>, ten minutes with figures to drag; later, the <a href="../myths.html">myth court</a>.</p>
<ol class="lessons">
${items}</ol>
<p>An <a href="../#exam">exam</a> closes the course.</p>
</main>
`;
  return page(head, "Lessons of hotsplit", about, body);
}

/** Writes the pages, and says on the page where they are to those without a script. */
export function lessonPages(policy: string): Plugin {
  return {
    name: "lesson-pages",
    transformIndexHtml: (html) =>
      html.replace(
        "</noscript>",
        ' Its <a href="./lessons/index.html">lessons</a> can be read without.</noscript>',
      ),
    generateBundle: {
      order: "post",
      handler: async function (_, bundle) {
        const all = await course();
        const head = { root: "../", style: sheetOf(bundle, SHEET), policy };
        const emit = (name: string, source: string) =>
          this.emitFile({ type: "asset", fileName: `lessons/${name}.html`, source });
        emit("index", listPage(all, head));
        for (const lesson of all.lessons) emit(lesson.slug, lessonPage(all, lesson, head));
      },
    },
  };
}
