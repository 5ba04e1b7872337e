/** Slides of lessons: one idea each, and an answer behind a second key press. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { initSync, type LessonFile, readLesson } from "../../../pkg/hotsplit.js";
import {
  firstSentence,
  guessed,
  letterOf,
  type Picture,
  pictureOf,
  runOf,
  type Slide,
  type SlideSchema,
  scaled,
  schemaOf,
  slidesOf,
  statementsOf,
  turned,
} from "../../src/lessons/slides.js";
import type { Presented, Turn } from "../../src/state/play.js";

initSync({ module: readFileSync(new URL("../../../pkg/hotsplit_bg.wasm", import.meta.url)) });

const FOLDER = join(import.meta.dirname, "../../lessons");
const COURSE = readdirSync(FOLDER).filter((name) => /^\d+-.*\.md$/.test(name));

function read(markdown: string): LessonFile {
  const { lesson } = readLesson(markdown);
  if (!lesson) throw new Error("no lesson");
  return lesson;
}

/** A file of the course by the beginning of its name. */
const course = (number: string) =>
  read(readFileSync(join(FOLDER, COURSE.find((name) => name.startsWith(number)) ?? ""), "utf8"));

/** A lesson with two questions about its map, a task, and a question after it. */
const LESSON = read(`# Counters

minutes: 5
topic: counters
teaches: S1.1
dialect: googlesql
nodes: 6
writes: 10000
for: 60
seed: 1

A site counts visits. It has one counter.

## Schema

\`\`\`sql
-- hotsplit: table Totals updates=6k/s, rows=1
CREATE TABLE Totals (
  Site STRING(20) NOT NULL, -- hotsplit: constant
  Total INT64 NOT NULL,
) PRIMARY KEY (Site);

CREATE TABLE Visits (
  VisitId STRING(36) NOT NULL,
) PRIMARY KEY (VisitId);
\`\`\`

## Step: Where is the load?

Both tables take writes.

### Predict: Which range of \`Totals\` is hot?
- [ ] None
  Reply: It has one.
- [x] Its only row

There is one row. It is on one server.

### Look: map

## Step: More nodes

Of the six servers one is full.

### Predict: The six nodes become twelve. What changes?
- [x] Nothing
- [ ] Everything
  Reply: One row stays one row.

The row is on one server before and after.

### Look: results

## Step: Several rows

Change \`Totals\` so that it has several rows.
It need not be one row.

### Check
- \`unsplittable = 0\` One row is still hot.

### Hint
Think of the key.

### Hint
Write \`PRIMARY KEY (Site, Shard)\`. The quick fix does the same.

## Step: The price

Somebody reads the total.

### Predict: How many rows are read?
- [ ] One
  Reply: Each shard has its own.
- [x] Sixteen

All of them.

### Look: results

## Solution

Sixteen rows instead of one. They share the load.

The reader pays.

And so on.

\`\`\`sql
-- hotsplit: table Totals updates=6k/s, rows=1
CREATE TABLE Totals (
  Site STRING(20) NOT NULL, -- hotsplit: constant
  Shard INT64 NOT NULL, -- hotsplit: shard(16)
  Total INT64 NOT NULL,
) PRIMARY KEY (Site, Shard);

CREATE TABLE Visits (
  VisitId STRING(36) NOT NULL,
) PRIMARY KEY (VisitId);
\`\`\`

## On a real database

Ask which splits were hot. Then look.
`);

/** A table that the first task leaves as it is. */
const OTHER_TABLE = `-- hotsplit: table B writes=4k/s
CREATE TABLE B (
  Id STRING(36) NOT NULL DEFAULT (GENERATE_UUID()),
  At TIMESTAMP,
) PRIMARY KEY (Id);
`;

/** A lesson with two tasks and a question between them. */
const LESSON_OF_TWO = read(`# Two

minutes: 5
topic: two
teaches: S1.1
dialect: googlesql
nodes: 6
writes: 10000
for: 60
seed: 1

There are two tables.

## Schema

\`\`\`sql
-- hotsplit: table A writes=6k/s
CREATE TABLE A (
  At TIMESTAMP NOT NULL,
) PRIMARY KEY (At);

${OTHER_TABLE}
CREATE INDEX ByAt ON B (At);
\`\`\`

## Step: A

Spread \`A\`.

### Check
- \`served >= 1000/s\` \`A\` is slow.

### Hint
Put a shard first into \`A\`.

### After

\`\`\`sql
-- hotsplit: table A writes=6k/s
CREATE TABLE A (
  Shard INT64 NOT NULL AS (ABS(MOD(FARM_FINGERPRINT(CAST(At AS STRING)), 8))) STORED,
  At TIMESTAMP NOT NULL,
) PRIMARY KEY (Shard, At);

${OTHER_TABLE}
CREATE INDEX ByAt ON B (At);
\`\`\`

## Step: What is left

One range is hot still.

### Predict: Which one?
- [ ] None
  Reply: It has one.
- [x] \`ByAt\`

It is ordered by time.

### Look: map

## Step: The index

Drop \`ByAt\`.

### Check
- \`served >= 1000/s\` \`ByAt\` is slow.

### Hint
Drop \`ByAt\`.

## Solution

A shard, and one index less.

\`\`\`sql
-- hotsplit: table A writes=6k/s
CREATE TABLE A (
  Shard INT64 NOT NULL, -- hotsplit: shard(16)
  At TIMESTAMP NOT NULL,
) PRIMARY KEY (Shard, At);

${OTHER_TABLE}\`\`\`

## On a real database

Look.
`);

const START: Presented = {
  ...{ slide: 0, revealed: false, mapped: false, nodes: undefined },
  guesses: new Map(),
};
const SLIDES = slidesOf(LESSON, false);

const mapOf = (schema: SlideSchema, nodes: number, rate = 1): Picture => ({
  kind: "map",
  run: { schema, nodes, rate },
});
const MARKS = { added: "+", removed: "-" } as const;
const codeOf = (picture: Picture | undefined) =>
  picture?.kind === "code"
    ? picture.lines.map(({ text, change }) => `${change ? MARKS[change] : " "}${text}`)
    : picture?.kind;

describe("slides", () => {
  test("are one for the introduction, each step and the takeaways", () => {
    expect(SLIDES.map(({ heading }) => heading)).toEqual([
      "Counters",
      "Which range of `Totals` is hot?",
      "The six nodes become twelve. What changes?",
      "Change `Totals` so that it has several rows.",
      "How many rows are read?",
      "Takeaways",
    ]);
  });

  test("open with the question that the lesson answers", () => {
    expect(SLIDES[0]).toMatchObject({
      question: "Where is the load?",
      sentences: ["A site counts visits."],
      answer: undefined,
    });
  });

  test("show the statement of a question first, and the map with its answer", () => {
    const [, slide] = SLIDES;
    expect(codeOf(slide?.picture)).toEqual([
      " CREATE TABLE Totals (",
      "   Site STRING(20) NOT NULL,",
      "   Total INT64 NOT NULL,",
      " ) PRIMARY KEY (Site)",
    ]);
    expect(slide?.answer).toEqual({
      sentence: "There is one row.",
      picture: mapOf("starter", 6),
    });
  });

  test("show a map that was seen with the question, and its change with the answer", () => {
    expect(SLIDES[2]?.picture).toEqual(mapOf("starter", 6));
    expect(SLIDES[2]?.answer?.picture).toEqual(mapOf("starter", 12));
  });

  test("show the statement of a task as it is, then with what the solution adds", () => {
    const [, , , slide] = SLIDES;
    expect(codeOf(slide?.picture)).not.toContainEqual(expect.stringMatching(/^[+-]/));
    expect(slide?.answer?.sentence).toBe("Write `PRIMARY KEY (Site, Shard)`.");
    expect(codeOf(slide?.answer?.picture)).toEqual([
      " CREATE TABLE Totals (",
      "   Site STRING(20) NOT NULL,",
      "+  Shard INT64 NOT NULL,",
      "   Total INT64 NOT NULL,",
      "+) PRIMARY KEY (Site, Shard)",
    ]);
  });

  test("run the solution after the last task, and close with it", () => {
    expect(SLIDES[4]?.answer?.picture).toEqual(mapOf("solution", 6));
    expect(SLIDES[5]).toMatchObject({
      sentences: ["Sixteen rows instead of one.", "The reader pays.", "Ask which splits were hot."],
      picture: mapOf("solution", 6),
      answer: undefined,
    });
  });

  test("have no answers and no solution in an exam that is not handed in", () => {
    const slides = slidesOf(LESSON, true);
    expect(slides).toHaveLength(SLIDES.length - 1);
    expect(slides.every(({ answer }) => answer === undefined)).toBe(true);
  });

  test("mark a statement that the solution drops", () => {
    const slide = slidesOf(course("12"), false).find(({ heading }) =>
      heading.startsWith("`PaymentsByOrder`"),
    );
    expect(codeOf(slide?.answer?.picture)).toEqual([
      "-CREATE INDEX PaymentsByOrder ON Payments (OrderNo)",
    ]);
  });

  test("run what a question says: other nodes, other rates", () => {
    const runs = (number: string) =>
      slidesOf(course(number), false).flatMap(({ answer }) =>
        answer?.picture.kind === "map" ? [answer.picture.run] : [],
      );
    expect(runs("02")).toContainEqual({ schema: "starter", nodes: 10, rate: 0.03 });
    expect(runs("00")).toContainEqual({ schema: "starter", nodes: 20, rate: 1 });
    expect(runs("16")).toContainEqual({ schema: "starter", nodes: 1, rate: 0.1 });
  });

  test.each(COURSE)("of %s each have one idea, and every question an answer", (name) => {
    const file = read(readFileSync(join(FOLDER, name), "utf8"));
    const slides = slidesOf(file, false);
    expect(slides).toHaveLength(file.steps.length + 2);
    for (const [at, slide] of slides.entries()) {
      expect(slide.heading).not.toBe("");
      const isEnd = at === 0 || at === slides.length - 1;
      expect(slide.answer === undefined, slide.heading).toBe(isEnd);
      if (!isEnd) expect(slide.answer?.sentence, slide.heading).toMatch(/\S/);
      for (const picture of [slide.picture, slide.answer?.picture]) {
        if (picture?.kind === "code") expect(picture.lines.length).toBeLessThanOrEqual(14);
      }
    }
    expect(slides.at(-1)?.sentences.length).toBeGreaterThan(0);
  });
});

describe("a sentence", () => {
  test.each([
    ["One. Two.", "One."],
    ["Is it 1.6 each? No.", "Is it 1.6 each?"],
    ["Call `a. b`. Then stop.", "Call `a. b`."],
    ["The choices are few:", "The choices are few:"],
  ])("ends at its stop: %s", (text, first) => {
    expect(firstSentence([{ kind: "text", info: "", text }])).toBe(first);
  });

  test("is not taken from code", () => {
    const code = { kind: "code", info: "sql", text: "SELECT 1." };
    expect(firstSentence([code, { kind: "text", info: "", text: "Words." }])).toBe("Words.");
    expect(firstSentence([])).toBe("");
  });
});

test("statements come without comments", () => {
  expect(
    statementsOf("-- a; b\nCREATE TABLE A ( -- c\n  B INT64,\n) PRIMARY KEY (B);\n\n"),
  ).toEqual(["CREATE TABLE A (\n  B INT64,\n) PRIMARY KEY (B)"]);
});

describe("keys", () => {
  const press = (from: Presented, ...turns: readonly Turn[]) =>
    turns.reduce((presented, turn) => turned(SLIDES, presented, turn), from);
  const place = ({ slide, revealed, mapped }: Presented) =>
    `${slide}${mapped ? "+" : revealed ? "!" : ""}`;

  test("reveal the answer and its map before they go on, and hide them before they go back", () => {
    const seen: string[] = [];
    let at = START;
    for (let press = 0; press < 12; press++) {
      seen.push(place(at));
      at = turned(SLIDES, at, "next");
    }
    const all = ["0", "1", "1!", "2", "2!", "3", "3!", "3+", "4", "4!", "5"];
    expect(seen).toEqual([...all, "5"]);
    const back: string[] = [];
    for (let press = 0; press < 12; press++) {
      back.push(place(at));
      at = turned(SLIDES, at, "previous");
    }
    expect(back).toEqual([...all.toReversed(), "0"]);
  });

  test("go to both ends", () => {
    expect(place(press(START, "next", "next", "last"))).toBe("5");
    expect(place(press(START, "next", "next", "first"))).toBe("0");
  });

  test("mark one guess a slide, until the answer is shown", () => {
    const asked = press(START, "next");
    const marked = guessed(SLIDES, asked, 1);
    expect(marked.guesses.get(1)).toBe(1);
    expect(guessed(SLIDES, marked, 0).guesses.get(1)).toBe(0);
    expect(guessed(SLIDES, marked, 1).guesses.has(1)).toBe(false);
    expect(guessed(SLIDES, asked, 2)).toBe(asked);
    const revealed = turned(SLIDES, marked, "next");
    expect(guessed(SLIDES, revealed, 0)).toBe(revealed);
    expect(guessed(SLIDES, START, 0)).toBe(START);
    expect([0, 1, 2].map(letterOf).join("")).toBe("ABC");
  });
});

describe("between the first and the last task", () => {
  const two = LESSON_OF_TWO;

  test("a task is followed by its map, and a question has the map of the tasks before it", () => {
    const slides = slidesOf(two, false);
    expect(slides.map(({ after }) => after)).toEqual([
      undefined,
      mapOf(0, 6),
      undefined,
      mapOf("solution", 6),
      undefined,
    ]);
    expect(slides[2]?.answer?.picture).toEqual(mapOf(0, 6));
    expect(slidesOf(two, true).every(({ after }) => after === undefined)).toBe(true);
  });

  test("the schema of a task is the author's, and that of the last the solution", () => {
    expect(schemaOf(two, "starter")).toBe(two.starter);
    expect(schemaOf(two, "solution")).toBe(two.solutionText);
    const half = schemaOf(two, 0);
    expect(half).toBe(two.steps[0]?.after);
    expect(half).toContain("PRIMARY KEY (Shard, At)");
    expect(half).toContain("CREATE INDEX ByAt ON B (At);");
  });

  test("where the author gives none, no map follows, and a question has the map before the task", () => {
    const steps = two.steps.map(({ after, ...step }) => step);
    const slides = slidesOf({ ...two, steps }, false);
    expect(slides[1]?.after).toBeUndefined();
    expect(slides[2]?.answer?.picture).toEqual(mapOf("starter", 6));
    expect(slides[3]?.after).toEqual(mapOf("solution", 6));
  });
});

test("nodes are twice or half as many on a map, within what can be run, until it is left", () => {
  const map: Presented = { ...START, slide: 2 };
  const twice = scaled(SLIDES, map, "twice");
  expect(runOf(SLIDES, twice, 6)).toEqual({ schema: "starter", nodes: 12, rate: 1 });
  expect(scaled(SLIDES, twice, "usual").nodes).toBeUndefined();
  expect(scaled(SLIDES, twice, "half").nodes).toBeUndefined();
  expect(scaled(SLIDES, { ...map, nodes: 200 }, "twice").nodes).toBe(200);
  expect(scaled(SLIDES, { ...map, nodes: 1 }, "half").nodes).toBe(1);
  expect(turned(SLIDES, twice, "next").nodes).toBeUndefined();
  // The statement of a question has no nodes.
  expect(scaled(SLIDES, { ...START, slide: 1 }, "twice").nodes).toBeUndefined();
});

test("what runs is the map that is shown, or the one behind the answer", () => {
  const run = (slide: number, revealed: boolean) =>
    runOf(SLIDES, { ...START, slide, revealed }, LESSON.run.nodes);
  expect(run(0, false)).toEqual({ schema: "starter", nodes: 6, rate: 1 });
  expect(run(1, false)).toEqual({ schema: "starter", nodes: 6, rate: 1 });
  expect(run(2, true)).toEqual({ schema: "starter", nodes: 12, rate: 1 });
  expect(run(5, false)).toEqual({ schema: "solution", nodes: 6, rate: 1 });
  const slide = SLIDES[2] as Slide;
  expect(pictureOf(slide, START)).toBe(slide.picture);
  expect(pictureOf(slide, { ...START, revealed: true })).toBe(slide.answer?.picture);
});
