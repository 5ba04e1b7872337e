/** Figures: where bits go, what is drawn, and that it is drawn from what the engine says. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import * as engine from "../../../pkg/hotsplit.js";
import { contentOf } from "../../src/figures/content.js";
import { type Drawing, draw, markupOf } from "../../src/figures/drawing.js";
import { isSlider, type Kind, type State, within } from "../../src/figures/kind.js";
import { KINDS } from "../../src/figures/kinds/all.js";
import { place } from "../../src/figures/kinds/bits.js";
import { idOf } from "../../src/figures/runs.js";
import { firstRuns, Runs } from "../../vite.figures.js";

const WASM = new URL("../../../pkg/hotsplit_bg.wasm", import.meta.url);
engine.initSync({ module: readFileSync(WASM) });

const runs = new Runs(engine);
const ALL = Object.entries(KINDS);
const drawn = (kind: Kind, state: State) =>
  contentOf(kind, state, runs, "one").map(markupOf).join("");

test("bits are read backwards as Spanner does it, the sign left where it is", () => {
  // 63 bits: 1 is the highest of them, 2 the next, 3 both.
  expect([1, 2, 3, 4].map(place)).toEqual([0.5, 0.25, 0.75, 0.125]);
});

test("markup is escaped, and has no end tags that HTML does not know", () => {
  const one = draw("p", { title: 'a "b"', hidden: false, lang: undefined }, ["<&>"]);
  expect(markupOf(one)).toBe('<p title="a &quot;b&quot;">&lt;&amp;&gt;</p>');
  expect(markupOf(draw("input", { checked: true }))).toBe('<input checked="">');
});

test("values stay on the steps of their slider", () => {
  const slider = { name: "n", label: "N", min: 1, max: 9, step: 2, words: String };
  const values = [-5, 4.2, 100, Number.NaN].map((value) => within(slider, value));
  expect(values).toEqual([1, 5, 9, 1]);
});

test.each(ALL)("%s: the same state gives the same picture", (_, kind) => {
  expect(drawn(kind, kind.first)).toBe(drawn(kind, kind.first));
});

test.each(ALL)("%s: each control changes the picture and its words", (_, kind) => {
  const { first, controls } = kind;
  const before = kind.words(first, runs.find);
  for (const control of controls) {
    const now = first[control.name] ?? 0;
    const other = isSlider(control) ? (now === control.max ? control.min : control.max) : 1 - now;
    const state = { ...first, [control.name]: other };
    expect(kind.words(state, runs.find), control.name).not.toBe(before);
    expect(drawn(kind, state), control.name).not.toBe(drawn(kind, first));
  }
});

test.each(ALL)("%s: a pointer at either end sets different things within limits", (_, kind) => {
  const [left, right] = [kind.drag(kind.first, 0), kind.drag(kind.first, 1)];
  expect(left).not.toEqual(right);
  for (const state of [left, right]) {
    for (const control of kind.controls.filter(isSlider)) {
      const value = state[control.name] ?? Number.NaN;
      expect(within(control, value)).toBe(value);
    }
  }
});

test.each(ALL)("%s: nothing that is drawn is no number, also while a run is missing", (_, kind) => {
  const numbers = (one: Drawing | string): string[] =>
    typeof one === "string"
      ? [one]
      : [...Object.values(one.attributes), ...one.children.flatMap(numbers)];
  for (const find of [runs.find, () => undefined]) {
    const content = contentOf(kind, kind.first, { find, nearest: find }, "one");
    expect(content.flatMap(numbers).filter((one) => /NaN|Infinity|undefined/.test(one))).toEqual(
      [],
    );
  }
});

test("runs of first frames are told apart, and few", () => {
  const ids = new Set(firstRuns().map(idOf));
  expect(ids.size).toBeLessThanOrEqual(40);
  const [run] = firstRuns();
  if (!run) throw new Error("expected a run");
  expect(idOf({ ...run, nodes: run.nodes + 1 })).not.toBe(idOf(run));
});

test("three shards are asked for a third each of the load, and serve what three splits can", () => {
  const run = {
    schema: "sharded",
    shards: 3,
    nodes: 10,
    writes: 12_000,
    minutes: 20,
    parts: 3,
  } as const;
  const { cells, served, servers } = runs.find(run);
  for (const steps of cells) expect(steps.at(-1)).toBeCloseTo(12_000 / 3 / 3_500, 1);
  expect(served).toBeCloseTo(3 * 3_500, -2);
  expect(servers.filter((one) => one > 0.9)).toHaveLength(3);
});
