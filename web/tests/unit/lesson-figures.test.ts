/** Figures of lessons: the reader of lesson files knows the kinds of the page, and their controls. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { initSync, readLesson } from "../../../pkg/hotsplit.js";
import { firstOf, isSlider } from "../../src/figures/kind.js";
import { KINDS } from "../../src/figures/kinds/all.js";
import { lessonFigures } from "../../vite.figures.js";

const WASM = new URL("../../../pkg/hotsplit_bg.wasm", import.meta.url);
initSync({ module: readFileSync(WASM) });

/** What the reader says of a figure that a lesson begins with. */
function saidOf(figure: string): string[] {
  const { complaints } = readLesson(`# A\n\n\`\`\`figure\n${figure}\n\`\`\`\n`);
  return complaints
    .map(({ message }) => message)
    .filter((one) => /figure|control|number/.test(one));
}

test("a kind that there is not is answered with all that there are", () => {
  const [said = ""] = saidOf("fisheye");
  const names = /one of (.*), found `fisheye`/.exec(said)?.[1]?.split(", ");
  expect(names?.toSorted()).toEqual(Object.keys(KINDS).toSorted());
});

describe.each(Object.entries(KINDS))("a figure of the kind %s", (name, kind) => {
  test("may begin with the ends of each control, and with nothing beyond them", () => {
    for (const control of kind.controls) {
      const [min, max] = isSlider(control)
        ? [control.min, control.max]
        : [0, control.options.length - 1];
      for (const end of [min, max]) {
        const said = `${control.name}: ${end}`;
        expect(saidOf(`${name}\n${said}`), said).toEqual([]);
        expect(firstOf(kind, said)[control.name]).toBe(end);
      }
      for (const beyond of [min - 1, max + 1]) {
        const said = `${control.name}: ${beyond}`;
        expect(saidOf(`${name}\n${said}`), said).toHaveLength(1);
      }
    }
    expect(saidOf(`${name}\nnothing: 1`)[0]).toContain("expected a control of");
  });
});

test("what a lesson's figure begins with is within the range of its control", () => {
  expect(lessonFigures().length).toBeGreaterThan(0);
  for (const figure of lessonFigures()) expect(saidOf(figure.trim()), figure).toEqual([]);
});

test("a figure begins with what its kind does where nothing else is said", () => {
  for (const kind of Object.values(KINDS)) expect(firstOf(kind, "")).toEqual(kind.first);
});
