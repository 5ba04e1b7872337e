/** The state: one way to change it, one way to hear of it, and the small rules on its values. */
import { describe, expect, test } from "vitest";
import { EMPTY, edited, effective, KNOBS, limited, Store, withChoice } from "../../src/state.js";

describe("the store", () => {
  test("tells once of changes made together", async () => {
    const store = new Store(EMPTY);
    const heard: string[] = [];
    store.listen((state) => heard.push(state.kept.text));
    store.keep({ text: "a" });
    store.keep({ text: "ab" });
    store.change({ busy: true });
    expect(heard).toEqual([]);
    await Promise.resolve();
    expect(heard).toEqual(["ab"]);
    expect(store.state.busy).toBe(true);
  });

  test("keeps what was not changed, and makes a new state each time", () => {
    const store = new Store(EMPTY);
    const before = store.state;
    store.keep({ palette: "cividis" });
    expect(store.state).not.toBe(before);
    expect(store.state.kept).toEqual({ ...EMPTY.kept, palette: "cividis" });
    expect(before.kept.palette).toBe("inferno");
  });
});

test("a knob stays within its limits", () => {
  expect(limited("nodes", 0)).toBe(1);
  expect(limited("nodes", 1.5)).toBe(1.5);
  expect(limited("nodes", 1e9)).toBe(100);
  expect(limited("writesPerSecond", 12_000.4)).toBe(12_000);
  expect(limited("minutes", Number.NaN)).toBe(10);
  expect(limited("seed", -4)).toBe(0);
});

test("the text's word stands before the knobs", () => {
  const stated = { nodes: 40 };
  expect(effective(KNOBS, stated)).toEqual({ ...KNOBS, nodes: 40 });
  expect(effective(KNOBS, undefined)).toEqual(KNOBS);
});

test("one fix a finding: the newest wins and keeps its place", () => {
  const a = { finding: "a", fix: "T5" };
  const b = { ...a, finding: "b" };
  const other = { ...a, fix: "T1" };
  expect(withChoice(withChoice([], a), b)).toEqual([a, b]);
  expect(withChoice([a, b], other)).toEqual([other, b]);
});

test("edits all speak of the text before", () => {
  const edits = [
    { from: 0, to: 1, insert: "AA" },
    { from: 3, to: 3, insert: "-" },
    { from: 4, to: 6, insert: "" },
  ];
  expect(edited("abcdef", edits)).toBe("AAbc-d");
});
