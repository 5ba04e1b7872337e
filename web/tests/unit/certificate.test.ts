/** Certificates: what a link carries, and how what it carries is marked. */
import { describe, expect, test } from "vitest";
import type { Judged, LessonFile } from "../../../pkg/hotsplit.js";
import {
  type Certified,
  fromPacked,
  handedOf,
  NAME_MAX,
  toFragment,
} from "../../src/lessons/certificate.js";
import { pack, unpack } from "../../src/session/links.js";
import { isPassed } from "../../src/state/play.js";

const OWN: Certified = {
  slug: "exam-7",
  name: "Ada",
  text: "CREATE TABLE T (A INT64) PRIMARY KEY (A);",
  answers: new Map([[0, [1, 3]]]),
};

const of = async (value: unknown) => fromPacked(await pack(JSON.stringify(value)));

describe("a certificate", () => {
  test("goes through a link and comes back", async () => {
    const fragment = await toFragment(OWN);
    expect(fragment).toMatch(/^#certificate\/[\w-]+$/);
    expect(await fromPacked(fragment.replace("#certificate/", ""))).toEqual(OWN);
  });

  test("is believed only where it has the right shape", async () => {
    for (const damaged of ["", "AAAA", await pack("{"), await pack("null")])
      await expect(fromPacked(damaged)).rejects.toThrow(/damaged/);
    await expect(of({ slug: "exam-7", answers: [] })).rejects.toThrow("cannot be read");
    const odd = await of({
      ...{ slug: "exam-7", text: "", name: "x".repeat(1_000) },
      answers: [1, [0, [1, -1, "2", 1e9]], ["0", []], [5, 1]],
    });
    expect(odd.name).toHaveLength(NAME_MAX);
    expect([...odd.answers]).toEqual([[0, [1]]]);
  });

  test("that was altered is refused by its checksum; one without a checksum is read", async () => {
    const { answers, ...rest } = OWN;
    const own = { ...rest, answers: [...answers] };
    expect(await of(own)).toEqual(OWN);
    const packed = (await toFragment(OWN)).replace("#certificate/", "");
    const { sum } = JSON.parse(await unpack(packed));
    expect(await of({ ...own, sum })).toEqual(OWN);
    for (const other of [{ name: "Bob" }, { text: "" }, { slug: "exam-8" }, { answers: [] }])
      await expect(of({ ...own, ...other, sum })).rejects.toThrow(/altered/);
  });

  test("is passed where all checks hold, nothing else is wrong and all answers are right", () => {
    const choice = (text: string, right: boolean) => ({ text, right });
    const choices = [choice("A", true), choice("B", false), choice("C", true)];
    const step = { title: "", blocks: [], checks: [], hints: [] };
    const file: LessonFile = {
      ...{ title: "Exam 7", exam: true, minutes: 10, topic: "", teaches: [], introduction: [] },
      ...{ starter: "", hidden: "", solution: [], solutionText: "", real: [] },
      run: { dialect: "googlesql", nodes: 1, minutes: 1, seed: 7 },
      steps: [{ ...step, predict: { question: "", choices, why: [] } }, step],
    };
    const check = { words: "", message: "", measured: "", wanted: "" };
    const judged = (passed: boolean, ...objections: string[]): Judged => ({
      passed: passed && objections.length === 0,
      checks: [{ ...check, text: "served >= 1/s", passed }],
      objections: objections.map((words) => ({ kind: "fact", words })),
      ignored: [],
    });
    const marked = (one: Judged, chosen: readonly number[]) =>
      handedOf(file, [one], new Map([[0, chosen]]), "");
    expect(isPassed(marked(judged(true), [0, 2]))).toBe(true);
    expect(isPassed(marked(judged(true), [0]))).toBe(false);
    expect(isPassed(marked(judged(true), [0, 1, 2]))).toBe(false);
    expect(isPassed(marked(judged(false), [0, 2]))).toBe(false);
    const objected = marked(judged(true, "`T` is still hot."), [0, 2]);
    expect(isPassed(objected)).toBe(false);
    expect(objected.missed).toEqual(["`T` is still hot."]);
  });
});
