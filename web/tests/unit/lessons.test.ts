/** Lessons: their addresses, their heads, and progress that is merged and carried by a link. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { initSync, readPage } from "../../../pkg/hotsplit.js";
import { following, LESSONS, lessonOf, teaching } from "../../src/lessons/catalog.js";
import {
  type Entry,
  fromJson,
  fromPacked,
  merged,
  NOTHING,
  type Progress,
  toFragment,
  toJson,
} from "../../src/lessons/progress.js";
import { addressOf, fragmentOf, type LessonAddress } from "../../src/session/lesson-address.js";
import { BadLink, ofLessons, routeOf } from "../../src/state/route.js";
import { headOf } from "../../src/ui/head.js";

const WASM = new URL("../../../pkg/hotsplit_bg.wasm", import.meta.url);
initSync({ module: readFileSync(WASM) });

const FOLDER = join(import.meta.dirname, "../../lessons");
const FILES = readdirSync(FOLDER).filter((name) => /^(\d+|exam-\d+)-.*\.md$/.test(name));

describe("an address", () => {
  test.each<LessonAddress>([
    { kind: "lesson", slug: "the-moving-tail" },
    { kind: "lesson", slug: "heatmap", seed: 7, version: "0.1.0" },
    { kind: "lesson", slug: "exam-1-taxi", seed: 0, present: 3 },
    { kind: "lesson", slug: "heatmap", version: "1.0 & more", present: 1 },
  ])("of a lesson comes back as it was: %o", (address) => {
    expect(addressOf(fragmentOf(address))).toEqual(address);
    expect(ofLessons(fragmentOf(address))).toBe(true);
  });

  test("names the other places of lessons", () => {
    for (const kind of ["lessons", "exam", "class", "author"] as const) {
      expect(addressOf(`#${kind}`)).toEqual({ kind });
    }
    expect(addressOf("#progress/a-b_c")).toEqual({ kind: "progress", packed: "a-b_c" });
    expect(addressOf("#certificate/a-b_c")).toEqual({ kind: "certificate", packed: "a-b_c" });
    expect(ofLessons("#certificate/a-b_c")).toBe(true);
    expect(addressOf("#lesson")).toEqual({ kind: "lessons" });
  });

  test("believes no seed out of its range, and presents from the first slide by any other word", () => {
    const of = (query: string) => addressOf(`#lesson/heatmap?${query}`);
    for (const seed of ["-1", "1.5", "4294967296", "x", ""]) {
      expect(of(`seed=${seed}`)).toEqual({ kind: "lesson", slug: "heatmap" });
    }
    for (const said of ["all", "editor", "results", "upside-down", "", "0", "-1", "100"]) {
      expect(of(`present=${said}`), said).toMatchObject({ present: 1 });
    }
    expect(of(`v=${"9".repeat(1_000)}`)).toMatchObject({ version: "9".repeat(40) });
  });

  test("of another kind is not of lessons", () => {
    for (const fragment of ["", "#", "#rules", "#rule/x", "#fix/T5", "#trust", "#v1.abc"]) {
      expect(ofLessons(fragment), fragment).toBe(false);
      expect(addressOf(fragment), fragment).toBeUndefined();
    }
    expect(routeOf("#lesson/heatmap")).toBeUndefined();
    expect(addressOf("#lesson/../../etc")).toBeUndefined();
  });
});

describe("the list", () => {
  test("has every file of the folder, by its name without the number", () => {
    expect(LESSONS.map((one) => one.slug).sort()).toEqual(
      FILES.map((name) => name.replace(/^\d+-/, "").replace(/\.md$/, "")).sort(),
    );
    for (const one of LESSONS) {
      expect(one.title, one.slug).not.toBe("");
      expect(one.minutes, one.slug).toBeGreaterThan(0);
      expect(one.topic, one.slug).not.toBe("");
      expect(one.steps, one.slug).toBeGreaterThan(0);
      expect(lessonOf(one.slug)).toBe(one);
    }
  });

  test("goes by the numbers of the files, and the exam stands last and apart", async () => {
    const exam = LESSONS.findIndex((one) => one.exam);
    expect(LESSONS.slice(exam).every((one) => one.exam)).toBe(true);
    expect(LESSONS.slice(0, exam).some((one) => one.exam)).toBe(false);
    expect(following(LESSONS[0]?.slug ?? "")).toBe(LESSONS[1]);
    expect(following(LESSONS[exam - 1]?.slug ?? "")).toBeUndefined();
    expect(following("no-such-lesson")).toBeUndefined();
    const [first] = LESSONS;
    expect(await first?.load(async () => "")).toContain(`# ${first?.title}`);
  });

  test("has an exam for every seed, which comes from the engine and stands in no list", async () => {
    const seven = lessonOf("exam-7");
    expect(seven).toMatchObject({ slug: "exam-7", title: "Exam no. 7", exam: true });
    expect(LESSONS).not.toContain(seven);
    expect(await seven?.load(async (seed) => `seed ${seed}`)).toBe("seed 7");
    expect(lessonOf("exam-4294967295")?.title).toBe("Exam no. 4294967295");
    for (const slug of ["exam-", "exam-07", "exam-4294967296", "exam-1e3", "exam-x"])
      expect(lessonOf(slug), slug).toBeUndefined();
  });

  test("finds for each part of the exam lessons that teach what it asks for", () => {
    const parts = LESSONS.filter((one) => one.exam);
    expect(parts.length).toBeGreaterThan(0);
    for (const part of parts) {
      const found = teaching(part);
      expect(found.length, part.slug).toBeGreaterThan(0);
      for (const one of found) {
        const shared = one.teaches.some((id) => part.teaches.includes(id));
        expect(shared || one.topic === part.topic, `${part.slug}: ${one.slug}`).toBe(true);
      }
    }
  });

  test("reads a head in any order, and an empty one where there is none", () => {
    const text =
      "# T\r\ntopic: x y\r\nminutes: 5\r\nteaches: S1.1, S2.2\r\nteaches: S3.3\r\n\r\nminutes: 9";
    expect(headOf(readPage(`${text}\n## Step: one\n## Step: two\n`))).toEqual({
      title: "T",
      minutes: 5,
      topic: "x y",
      goal: "",
      teaches: ["S1.1", "S2.2", "S3.3"],
      steps: 2,
    });
    expect(headOf(readPage("nothing here"))).toMatchObject({ title: "", minutes: 0, steps: 0 });
  });

  test("files have heads as the list reads them", () => {
    for (const name of FILES) {
      const head = headOf(readPage(readFileSync(join(FOLDER, name), "utf8")));
      expect(head.teaches.length, name).toBeGreaterThan(0);
    }
  });
});

const entry = (part: Partial<Entry>): Entry => ({ ...NOTHING, ...part });

const OWN: Progress = new Map([
  ["a", entry({ steps: 3, answers: new Map([[0, [1]]]), hints: new Map([[1, 2]]) })],
  ["b", entry({ done: true, steps: 2 })],
]);
const OTHER: Progress = new Map([
  [
    "a",
    entry({
      steps: 1,
      done: true,
      answers: new Map([
        [0, [0]],
        [2, []],
      ]),
      solution: true,
    }),
  ],
  [
    "c",
    entry({
      handed: {
        ...{ passed: ["served >= 1/s"], missed: ["errors = 0"], right: 1, asked: 2 },
        text: "CREATE TABLE T (A INT64) PRIMARY KEY (A);",
      },
    }),
  ],
]);

describe("progress", () => {
  test("is merged: what was done in either is done, and one's own answers stay", () => {
    const all = merged(OWN, OTHER);
    expect([...all.keys()]).toEqual(["a", "b", "c"]);
    expect(all.get("a")).toEqual({
      steps: 3,
      done: true,
      answers: new Map([
        [0, [1]],
        [2, []],
      ]),
      hints: new Map([[1, 2]]),
      solution: true,
      handed: undefined,
    });
    expect(all.get("b")).toEqual(OWN.get("b"));
    expect(merged(all, OTHER)).toEqual(all);
    expect(merged(all, OWN)).toEqual(all);
  });

  test("keeps the better result of an exam, whichever way it is merged", () => {
    const handed = (passed: string[], right: number): Progress =>
      new Map([["x", entry({ handed: { passed, missed: ["r"], right, asked: 2, text: "" } })]]);
    const [less, more] = [handed(["p"], 2), handed(["p", "q"], 0)];
    expect(merged(less, more).get("x")?.handed?.passed).toEqual(["p", "q"]);
    expect(merged(more, less).get("x")?.handed?.passed).toEqual(["p", "q"]);
  });

  test("goes through a link and comes back", async () => {
    const all = merged(OWN, OTHER);
    const fragment = await toFragment(all);
    expect(fragment).toMatch(/^#progress\/[\w-]+$/);
    const address = addressOf(fragment);
    if (address?.kind !== "progress") throw new Error("expected an address of progress");
    expect(await fromPacked(address.packed)).toEqual(all);
  });

  test("of a damaged link is refused in words", async () => {
    const { length } = "#progress/";
    const packed = (await toFragment(OWN)).slice(length);
    await expect(fromPacked(packed.slice(0, -6))).rejects.toThrow(BadLink);
    await expect(fromPacked("!!")).rejects.toThrow(BadLink);
    await expect(fromPacked("")).rejects.toThrow(BadLink);
  });

  test("of links that carry all they may still goes into a link, and loses nothing", async () => {
    const answers = Array.from({ length: 100 }, (_, at) => [
      at,
      Array.from({ length: 100 }, () => 9),
    ]);
    const full = (name: string) => {
      const lessons = Array.from({ length: 40 }, (_, at) => ({ slug: `${name}${at}`, answers }));
      return fromJson(JSON.stringify({ lessons }));
    };
    let all = OWN;
    for (const other of [full("x"), full("y"), fromJson(toJson(OTHER)), full("x")]) {
      all = merged(all, other);
      for (const slug of OWN.keys()) expect(all.has(slug)).toBe(true);
      const fragment = await toFragment(all);
      expect(await fromPacked(fragment.slice("#progress/".length))).toEqual(all);
    }
    expect(all.get("a")).toEqual(merged(OWN, OTHER).get("a"));
  });

  test("is believed only where it has the right shape", () => {
    const json = JSON.stringify({
      lessons: [
        { slug: "a", steps: 1e9, done: "yes", answers: [[0, [1, "x", -1]], ["y", [1]], 7] },
        { slug: "<img src=x>", steps: 1 },
        { slug: "__proto__", steps: 2 },
        { steps: 3 },
        7,
      ],
    });
    const found = fromJson(json);
    expect([...found.keys()]).toEqual(["a", "__proto__"]);
    expect(found.get("a")).toEqual(entry({ steps: 100, answers: new Map([[0, [1, 0, 0]]]) }));
    expect(fromJson("{}").size).toBe(0);
    expect(fromJson(toJson(OWN))).toEqual(OWN);
    const many = { lessons: Array.from({ length: 2_000 }, (_, at) => ({ slug: `s${at}` })) };
    expect(fromJson(JSON.stringify(many)).size).toBe(500);
  });
});
