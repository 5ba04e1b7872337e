/** Words of lessons: links, numbers of runs, sliders. */
import { expect, test } from "vitest";
import { withNumber } from "../../src/lessons/number-words.js";
import { pieces, unlinked } from "../../src/ui/marked.js";

test("a number of a run and a slider are pieces of their own", () => {
  const text =
    "On [ten nodes](set:nodes=2..30) it serves [about 3,500](run:served,nodes=20), " +
    "[a stripe](run:starter.pattern(moving-hot-spot,Orders)) long.";
  const found = pieces(text, undefined).filter((one) => one.run !== undefined || one.set);
  expect(found).toEqual([
    { kind: "words", text: "ten nodes", set: { knob: "nodes", min: 2, max: 30 } },
    { kind: "words", text: "about 3,500", run: "served,nodes=20" },
    { kind: "words", text: "a stripe", run: "starter.pattern(moving-hot-spot,Orders)" },
  ]);
  expect(unlinked(text)).toBe("On ten nodes it serves about 3,500, a stripe long.");
});

test("what is no slider stands as words", () => {
  const [first] = pieces("[ten](set:nodes=many)", undefined);
  expect(first).toEqual({ kind: "words", text: "ten" });
  expect(unlinked("Code as `[a](run:b)` stays.")).toBe("Code as `[a](run:b)` stays.");
});

test("words take another number, with as many digits after the point", () => {
  expect(withNumber("ten nodes", 30)).toBe("30 nodes");
  expect(withNumber("Twelve nodes", 5)).toBe("5 nodes");
  expect(withNumber("about 3,500 a second", 3493.7)).toBe("3,494 a second");
  expect(withNumber("3.4 times", 2.04)).toBe("2 times");
  expect(withNumber("43 %", 99.6)).toBe("100 %");
});
