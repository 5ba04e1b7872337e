/** The state: one way to change it, one way to hear of it, and the small rules on its values. */
import { describe, expect, test } from "vitest";
import type { FixCard, RunKnobs } from "../../../pkg/hotsplit.js";
import { withConstant } from "../../src/session/edits.js";
import {
  asked,
  choice,
  EMPTY,
  edited,
  effective,
  KNOBS,
  limited,
  Store,
  withChoice,
  withFields,
  withSet,
} from "../../src/state/state.js";

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
    expect(before.kept.palette).toBe(EMPTY.kept.palette);
  });
});

test("a knob stays within its limits", () => {
  expect(limited("nodes", 0)).toBe(1);
  expect(limited("nodes", 1.5)).toBe(1.5);
  expect(limited("nodes", 1e9)).toBe(200);
  expect(limited("writesPerSecond", 12_000.4)).toBe(12_000);
  expect(limited("minutes", Number.NaN)).toBe(10);
  expect(limited("seed", -4)).toBe(0);
});

test("directives stand before the knobs, and a rate that nobody stated is not sent", () => {
  const { minutes, seed } = KNOBS;
  const rest = { minutes, seed };
  expect(effective(KNOBS, { nodes: 40 })).toStrictEqual({ nodes: 40, ...rest });
  expect(effective(KNOBS, undefined)).toStrictEqual({ nodes: 10, ...rest });
  const knobs = { ...KNOBS, writesPerSecond: 500 };
  expect(effective(knobs, undefined)).toStrictEqual({ nodes: 10, writesPerSecond: 500, ...rest });
  expect(effective(knobs, { writesPerSecond: 70 }).writesPerSecond).toBe(70);
  expect(asked(KNOBS)).toStrictEqual({ nodes: 10 });
  expect(asked(knobs)).toStrictEqual({ nodes: 10, writesPerSecond: 500 });
});

test("one fix a finding: the newest wins and keeps its place", () => {
  const a = { finding: "a", fix: "hash-shard-prefix" };
  const b = { ...a, finding: "b" };
  const other = { ...a, fix: "random-uuid-key" };
  expect(withChoice(withChoice([], a), b)).toEqual([a, b]);
  expect(withChoice([a, b], other)).toEqual([other, b]);
});

describe("what is set of a fix", () => {
  const some = withSet(new Map(), "a", "hash-shard-prefix", { shards: "32" });

  test("is kept by finding, by fix and by name", () => {
    const more = withSet(
      withSet(some, "a", "full-hash-prefix", { column: "Id" }),
      "a",
      "hash-shard-prefix",
      { column: "X" },
    );
    expect(more.get("a")).toEqual({
      "hash-shard-prefix": { shards: "32", column: "X" },
      "full-hash-prefix": { column: "Id" },
    });
    expect(some.get("a")).toEqual({ "hash-shard-prefix": { shards: "32" } });
    expect(
      withSet(more, "a", "hash-shard-prefix", { shards: "8" }).get("a")?.["hash-shard-prefix"],
    ).toEqual({
      shards: "8",
      column: "X",
    });
  });

  test("goes back to what is suggested", () => {
    const back = withSet(some, "a", "hash-shard-prefix", undefined);
    expect(back.get("a")).toEqual({});
    expect(choice("a", "hash-shard-prefix", back)).toEqual({
      finding: "a",
      fix: "hash-shard-prefix",
    });
  });

  test("goes with the choice of that fix alone", () => {
    expect(choice("a", "hash-shard-prefix", some)).toEqual({
      finding: "a",
      fix: "hash-shard-prefix",
      set: { shards: "32" },
    });
    expect(choice("a", "full-hash-prefix", some)).toEqual({
      finding: "a",
      fix: "full-hash-prefix",
    });
    expect(choice("b", "hash-shard-prefix", some)).toEqual({
      finding: "b",
      fix: "hash-shard-prefix",
    });
  });
});

describe("a card that is rejected for what was set", () => {
  const card = (id: string, part: Partial<FixCard> = {}): FixCard => ({
    id,
    short: id,
    title: "",
    resultingKey: "",
    costs: [],
    cascade: [],
    application: [],
    asks: [],
    reads: [],
    edits: [],
    ...part,
  });
  const ask = { name: "shards", label: "Shards", kind: "number", choices: [], notes: [] };
  const before = [
    card("hash-shard-prefix", { asks: [{ ...ask, value: "16" }] }),
    card("full-hash-prefix"),
  ];

  test("keeps its fields, with what was set in them", () => {
    const next = [card("hash-shard-prefix", { refused: "too many" }), card("full-hash-prefix")];
    const shown = withFields(next, before, { "hash-shard-prefix": { shards: "99999" } });
    expect(shown[0]?.refused).toBe("too many");
    expect(shown[0]?.asks).toEqual([{ ...ask, value: "99999" }]);
    // And again, from a card that was refused already.
    const again = withFields(next, shown, { "hash-shard-prefix": { shards: "88888" } });
    expect(again[0]?.asks[0]?.value).toBe("88888");
  });

  test("shows the fields it came with", () => {
    const next = [
      card("hash-shard-prefix", { refused: "name one", asks: [{ ...ask, value: "" }] }),
    ];
    expect(withFields(next, before, { "hash-shard-prefix": { shards: "9" } })).toEqual(next);
  });

  test("has none where nothing was set, or nothing is known of them", () => {
    const next = [card("hash-shard-prefix", { refused: "no column" })];
    expect(withFields(next, before, undefined)).toEqual(next);
    expect(withFields(next, undefined, { "hash-shard-prefix": { shards: "9" } })).toEqual(next);
  });
});

test("edits all speak of the text before", () => {
  const edits = [
    { from: 0, to: 1, insert: "AA" },
    { from: 3, to: 3, insert: "-" },
    { from: 4, to: 6, insert: "" },
  ];
  expect(edited("abcdef", edits)).toBe("AAbc-d");
});

describe("a constant of the model", () => {
  test("is set, set again, and taken back without a trace", () => {
    const set = (run: RunKnobs, name: string, value: number | undefined) =>
      withConstant(run, { name, value });
    const once = set({ quorumMs: 5 }, "hot_load", 0.2);
    expect(once).toEqual({ quorumMs: 5, constants: [{ name: "hot_load", value: 0.2 }] });
    const twice = set(set(once, "burstiness", 2), "hot_load", 0.3);
    expect(twice.constants).toEqual([
      { name: "burstiness", value: 2 },
      { name: "hot_load", value: 0.3 },
    ]);
    const back = set(set(twice, "burstiness", undefined), "hot_load", undefined);
    expect(back).toEqual({ quorumMs: 5 });
  });

  test("says where it was measured", () => {
    const run = withConstant({}, { name: "commit_p99_ms", value: 15, measured: true });
    expect(run.constants).toEqual([{ name: "commit_p99_ms", value: 15, measured: true }]);
  });
});
