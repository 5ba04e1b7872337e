/**
 * The slides of a lesson, made from its file: one for the introduction, one for each step, one for
 * the takeaways. So a slide has the number of its page. An answer waits for a second key press, and the
 * map of a task that is done for a third.
 */
import type { Block, LessonFile, LessonStep, PredictionChoice } from "../../../pkg/hotsplit.js";
import type { NodesChange, Presented, Turn } from "../state/play.js";
import { LIMITS } from "../state/state.js";

/** A schema of the lesson: before its tasks, after them, or after those up to a step. */
export type SlideSchema = "starter" | "solution" | number;

/** What is run for a map: a schema of the lesson, on other nodes or at another rate. */
export interface SlideRun {
  readonly schema: SlideSchema;
  readonly nodes: number;
  /** Multiple of the lesson's rates. */
  readonly rate: number;
}

/** A line of a statement. */
export interface CodeLine {
  readonly text: string;
  /** What the answer does with it. */
  readonly change: "added" | "removed" | undefined;
}

/** What is shown below the words. */
export type Picture =
  | { readonly kind: "none" }
  | { readonly kind: "map"; readonly run: SlideRun }
  | { readonly kind: "code"; readonly lines: readonly CodeLine[] };

/** One idea. Words may have code in backticks. */
export interface Slide {
  readonly heading: string;
  /** What the heading is about, on the first slide. */
  readonly question: string;
  /** Sentences below the heading. */
  readonly sentences: readonly string[];
  readonly choices: readonly PredictionChoice[];
  readonly picture: Picture;
  /** What the second key press shows; absent where there is nothing to reveal. */
  readonly answer: { readonly sentence: string; readonly picture: Picture } | undefined;
  /** What the press after that shows: the map once the task is done. */
  readonly after: Picture | undefined;
}

/** Most letters of a sentence that is a heading; a longer one gives way to the title of its step. */
const HEADING_MAX = 150;
/** Weight of a name in a question, its choices or a title. */
const IN_QUESTION = 4;
/** Most lines of a statement on a slide. */
const LINES_MAX = 12;
/** What stands for lines that are left out. */
const ELIDED = "  …";
/** Words that numbers are written with. */
const NUMBERS =
  "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty".split(
    " ",
  );

const NONE: Picture = { kind: "none" };

/** Makes the slides of a lesson. An exam that is not handed in has no answers. */
export function slidesOf(file: LessonFile, sitting: boolean): readonly Slide[] {
  const { steps } = file;
  const checked = steps.flatMap(({ checks }, at) => (checks.length > 0 ? [at] : []));
  /** What stands in the editor before a step is done, as far as a file can tell. */
  const before = (at: number): SlideSchema => {
    const known = checked.filter((one) => one < at && isKnown(file, one)).at(-1);
    return known === undefined ? "starter" : known === checked.at(-1) ? "solution" : known;
  };
  /** Schemas whose map an answer has shown: it gives nothing away any more. */
  const seen = new Set<SlideSchema>();
  const slides = steps.map((step, at): Slide => {
    const { predict, look, checks } = step;
    const nodes = file.run.nodes;
    const after: Picture | undefined =
      checks.length > 0 && !sitting && isKnown(file, at)
        ? { kind: "map", run: { schema: before(at + 1), nodes, rate: 1 } }
        : undefined;
    if (!predict) return { ...taskOf(file, step, sitting), after };
    const schema = before(at);
    const code = codeOf(schemaOf(file, schema), namesOf(step));
    const looks = look === "map" || look === "results" || typeof schema === "number";
    const stays = seen.has(schema) && checks.length === 0;
    const own: SlideRun | undefined =
      looks || (stays && look === undefined) ? { schema, nodes, rate: 1 } : undefined;
    const picture: Picture = own && seen.has(own.schema) ? { kind: "map", run: own } : code;
    if (own) seen.add(own.schema);
    const shown: Picture = own ? { kind: "map", run: { ...own, ...changesOf(step, file) } } : code;
    return {
      ...{ heading: predict.question, question: "", sentences: [], choices: predict.choices },
      ...{ picture, after },
      answer: sitting ? undefined : { sentence: firstSentence(predict.why), picture: shown },
    };
  });
  return [openingOf(file), ...slides, ...(sitting ? [] : [closingOf(file)])];
}

/** The text of a schema of the lesson. */
export function schemaOf(file: LessonFile, schema: SlideSchema): string {
  if (schema === "starter") return file.starter;
  return (schema === "solution" ? undefined : file.steps[schema]?.after) ?? file.solutionText;
}

/** Whether the file has the schema once a task is done. That of the last is the solution. */
function isKnown({ steps }: LessonFile, task: number): boolean {
  const isLast = steps.findLastIndex(({ checks }) => checks.length > 0) === task;
  return isLast || steps[task]?.after !== undefined;
}

/** The title, and the question that the lesson answers. */
function openingOf({ title, introduction, steps }: LessonFile): Slide {
  const titled = steps.find((step) => step.title.endsWith("?"))?.title;
  const asked = steps.find(({ predict }) => predict)?.predict?.question;
  return {
    heading: title,
    question: titled ?? asked ?? steps[0]?.title ?? "",
    sentences: [firstSentence(introduction)],
    choices: [],
    picture: NONE,
    answer: undefined,
    after: undefined,
  };
}

function closingOf({ solution, real, run }: LessonFile): Slide {
  const sentences = (blocks: readonly Block[], most: number) =>
    blocks
      .filter(({ kind }) => kind === "text")
      .map((block) => firstSentence([block]))
      .filter((sentence) => !sentence.endsWith(":"))
      .slice(0, most);
  return {
    ...{
      heading: "Takeaways",
      question: "",
      sentences: [...sentences(solution, 2), ...sentences(real, 1)],
    },
    choices: [],
    picture: { kind: "map", run: { schema: "solution", nodes: run.nodes, rate: 1 } },
    answer: undefined,
    after: undefined,
  };
}

/** A step that asks for a change: its statement, and the same one in the solution. */
function taskOf(file: LessonFile, step: LessonStep, sitting: boolean): Omit<Slide, "after"> {
  const sentence = firstSentence(step.blocks);
  const isHeading = sentence !== "" && sentence.length <= HEADING_MAX && !sentence.endsWith(":");
  const names = namesOf(step, step.hints.at(-1)?.blocks);
  const solved = statementsOf(file.solutionText);
  const changes = (one: string) => {
    const name = createdBy(one);
    const other = solved.find((it) => createdBy(it) === name);
    return other !== one;
  };
  const changed = statementsOf(file.starter).filter(changes);
  const chosen = best(changed, names) ?? changed[0] ?? best(statementsOf(file.starter), names);
  const after = chosen && solved.find((one) => createdBy(one) === createdBy(chosen));
  const hint = firstSentence(step.hints.at(-1)?.blocks ?? []);
  const words = [hint, firstSentence(file.solution)].find(
    (one) => one !== "" && !one.endsWith(":"),
  );
  const before = chosen ? excerpt(chosen, { other: after, names }) : NONE;
  return {
    heading: isHeading ? sentence : step.title,
    ...{ question: "", sentences: [], choices: [], picture: before },
    answer: sitting
      ? undefined
      : {
          sentence: words ?? "",
          picture: chosen ? answered(chosen, after, names) : before,
        },
  };
}

/** The first sentence of some blocks; of a paragraph without an end, all of it. */
export function firstSentence(blocks: readonly Block[]): string {
  const text = blocks.find(({ kind }) => kind === "text" || kind === "item")?.text ?? "";
  return /^(?:`[^`]*`|[^`])*?[.?!](?=\s|$)/.exec(text)?.[0] ?? text;
}

/** What a question says of the run it is about: `The six nodes become twelve.` */
function changesOf({ blocks, predict }: LessonStep, { run }: LessonFile): Partial<SlideRun> {
  const words = `${firstSentence(blocks)} ${predict?.question}`;
  const nodes = numberOf(/\bnodes become (\w+)|\bon (\w+) nodes?\b/i.exec(words));
  const rate = numberOf(/\bwere ([\d,]+) \w+ a second/.exec(words));
  const share = /\ba tenth of\b/.test(words) ? 0.1 : undefined;
  const { writesPerSecond = 0 } = run;
  return {
    ...(nodes === undefined ? {} : { nodes }),
    ...(rate !== undefined && writesPerSecond > 0 ? { rate: rate / writesPerSecond } : {}),
    ...(share === undefined ? {} : { rate: share }),
  };
}

/** The number that an expression found, in digits or as a word. */
function numberOf(match: RegExpExecArray | null): number | undefined {
  const word = match?.slice(1).find((one) => one !== undefined);
  if (word === undefined) return undefined;
  if (/^[\d,]+$/.test(word)) return Number(word.replaceAll(",", ""));
  const at = NUMBERS.indexOf(word.toLowerCase());
  return at < 0 ? undefined : at + 1;
}

/** Names in backticks with their weight: those of the question tell more than those of the text. */
type Names = ReadonlyMap<string, number>;

function namesOf({ title, blocks, predict }: LessonStep, hint: readonly Block[] = []): Names {
  const names = new Map<string, number>();
  const note = (text: string, weight: number) => {
    for (const [, code = ""] of text.matchAll(/`([^`]+)`/g)) {
      for (const [name] of code.matchAll(/[A-Za-z_]\w*/g)) {
        names.set(name, Math.max(weight, names.get(name) ?? 0));
      }
    }
  };
  for (const { text } of blocks) note(text, 1);
  for (const { text } of hint) note(text, 2);
  note(firstSentence(blocks), 2);
  for (const text of [
    title,
    predict?.question ?? "",
    ...(predict?.choices ?? []).map((one) => one.text),
  ])
    note(text, IN_QUESTION);
  return names;
}

/** The statements of a schema, without comments. */
export function statementsOf(schema: string): readonly string[] {
  return schema
    .replace(/[ \t]*--.*$/gm, "")
    .split(";")
    .map((one) => one.replace(/\n\s*\n/g, "\n").trim())
    .filter((one) => one !== "");
}

/** What a statement creates. */
const CREATED =
  /^CREATE\s+(?:(?:UNIQUE|NULL_FILTERED|OR\s+REPLACE)\s+)*\w+\s+(?:IF\s+NOT\s+EXISTS\s+)?[`"]?(\w+)/i;

/** The name that a statement creates; absent where it creates none. */
function createdBy(statement: string): string | undefined {
  return CREATED.exec(statement)?.[1];
}

/** The statement that is most about some names; none where none is. */
function best(statements: readonly string[], names: Names): string | undefined {
  let found: { readonly statement: string; readonly score: number } | undefined;
  for (const statement of statements) {
    const own = createdBy(statement);
    let score = 0;
    for (const [name, weight] of names) {
      if (name === own) score += 4 * weight;
      else if (new RegExp(`\\b${name}\\b`).test(statement)) score += weight / 4;
    }
    if (score > (found?.score ?? 0.5)) found = { statement, score };
  }
  return found?.statement;
}

/** The statements that a question names, the one it is about, or the only table there is. */
function codeOf(schema: string, names: Names): Picture {
  const statements = statementsOf(schema);
  const tables = statements.filter((one) => /^CREATE\s+TABLE/i.test(one));
  const asked = statements.filter((one) => names.get(createdBy(one) ?? "") === IN_QUESTION);
  const together = asked.join("\n\n");
  if (asked.length > 1 && together.split("\n").length <= LINES_MAX) {
    return excerpt(together, { names });
  }
  const statement = best(statements, names) ?? (tables.length === 1 ? tables[0] : undefined);
  return statement === undefined ? NONE : excerpt(statement, { names });
}

/** What decides which lines of a long statement are shown. */
interface Around {
  readonly names: Names;
  /** The statement before or after the change: lines that it lacks are shown. */
  readonly other?: string | undefined;
  /** Lines that the other one lacks are marked as this. */
  readonly mark?: CodeLine["change"];
}

/** As much of a statement as a slide has room for. */
function excerpt(statement: string, { names, other = statement, mark }: Around): Picture {
  const known = new Set(other.split("\n").map((line) => line.trim()));
  const keys = /PRIMARY KEY\s*\(([^)]*)\)/i.exec(statement)?.[1]?.match(/\w+/g) ?? [];
  const columns = [...keys, ...names.keys()];
  const all = statement.split("\n");
  const lines: CodeLine[] = [];
  for (const [at, text] of all.entries()) {
    const isOther = !known.has(text.trim());
    const isShown =
      all.length <= LINES_MAX ||
      at === 0 ||
      at === all.length - 1 ||
      isOther ||
      /PRIMARY KEY|INTERLEAVE/i.test(text) ||
      columns.some((name) => text.trim().startsWith(`${name} `));
    if (isShown) lines.push({ text, change: isOther ? mark : undefined });
    else if (lines.at(-1)?.text !== ELIDED) lines.push({ text: ELIDED, change: undefined });
  }
  return { kind: "code", lines };
}

/** A statement as the solution has it, or as it goes. */
function answered(statement: string, solved: string | undefined, names: Names): Picture {
  return solved === undefined
    ? excerpt(statement, { other: "", names, mark: "removed" })
    : excerpt(solved, { other: statement, names, mark: "added" });
}

/** What stands on a slide now. */
export function pictureOf(slide: Slide, { revealed, mapped }: Presented): Picture {
  return (mapped && slide.after) || (revealed && slide.answer?.picture) || slide.picture;
}

/** What runs while a slide is shown; before an answer, its run, so that it does not wait. */
export function runOf(slides: readonly Slide[], presented: Presented, nodes: number): SlideRun {
  const slide = slides[presented.slide];
  const shown = slide && pictureOf(slide, presented);
  const pictures = [shown, slide?.answer?.picture, slide?.after];
  const map = pictures.find((one) => one?.kind === "map");
  const run: SlideRun = map?.kind === "map" ? map.run : { schema: "starter", nodes, rate: 1 };
  return shown?.kind === "map" ? { ...run, nodes: presented.nodes ?? run.nodes } : run;
}

/** Reveals an answer and what comes of it, hides them, or goes to another slide. */
export function turned(slides: readonly Slide[], presented: Presented, turn: Turn): Presented {
  const { slide, revealed, mapped } = presented;
  const last = slides.length - 1;
  const to = (next: number, whole: boolean): Presented => {
    const { answer, after } = slides[next] ?? {};
    const shown = { revealed: whole && answer !== undefined, mapped: whole && after !== undefined };
    return { ...presented, ...shown, slide: next, nodes: undefined };
  };
  /** The same slide in another state. */
  const state = (part: Partial<Presented>): Presented => ({
    ...{ ...presented, nodes: undefined },
    ...part,
  });
  switch (turn) {
    case "first":
      return to(0, false);
    case "last":
      return to(last, false);
    case "next":
      if (slides[slide]?.answer !== undefined && !revealed) return state({ revealed: true });
      if (slides[slide]?.after !== undefined && !mapped) return state({ mapped: true });
      return slide === last ? presented : to(slide + 1, false);
    case "previous":
      if (mapped) return state({ mapped: false });
      if (revealed) return state({ revealed: false });
      return slide === 0 ? presented : to(slide - 1, true);
  }
}

/** Runs the map that is shown on other nodes; a slide without a map stays as it is. */
export function scaled(
  slides: readonly Slide[],
  presented: Presented,
  change: NodesChange,
): Presented {
  const slide = slides[presented.slide];
  const picture = slide && pictureOf(slide, presented);
  if (picture?.kind !== "map") return presented;
  const now = presented.nodes ?? picture.run.nodes;
  const [least, most] = LIMITS.nodes;
  const nodes = { twice: 2 * now, half: Math.round(now / 2), usual: picture.run.nodes }[change];
  const next = Math.min(most, Math.max(least, nodes));
  return { ...presented, nodes: next === picture.run.nodes ? undefined : next };
}

/** Marks a choice as the guess of the audience, or takes the mark away. */
export function guessed(slides: readonly Slide[], presented: Presented, choice: number): Presented {
  const { slide, revealed, guesses } = presented;
  if (revealed || slides[slide]?.choices[choice] === undefined) return presented;
  const next = new Map(guesses);
  if (next.get(slide) === choice) next.delete(slide);
  else next.set(slide, choice);
  return { ...presented, guesses: next };
}

/** The letter of a choice. */
export function letterOf(choice: number): string {
  return String.fromCharCode("A".charCodeAt(0) + choice);
}
