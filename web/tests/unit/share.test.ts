/** Links: what goes in comes out, and nothing else does. */
import { describe, expect, test } from "vitest";
import {
  CHOSEN_MAX,
  fromFragment,
  INFLATED_MAX,
  toFragment,
  tried,
  unpack,
} from "../../src/session/links.js";
import { BadLink } from "../../src/state/route.js";
import { EMPTY, type Kept } from "../../src/state/state.js";

/** The link that carries this, which is short enough. */
async function linkOf(...of: Parameters<typeof toFragment>): Promise<string> {
  const link = await toFragment(...of);
  if (link === undefined) throw new Error("more than a link may carry");
  return link;
}

const KEPT: Kept = {
  text: "CREATE TABLE Größe (Id STRING(26) NOT NULL, -- ULID 🔥\n) PRIMARY KEY (Id);",
  dialect: "googlesql",
  chosen: [
    { finding: "key-time-ordered-id Größe.Id", fix: "hash-shard-prefix", set: { shards: "32" } },
    { finding: "other X", fix: "accept", set: { reason: "2 rows a day" } },
  ],
  knobs: { nodes: 3, writesPerSecond: 4_500, minutes: 30, seed: 7 },
  exampleRate: true,
  run: {
    sending: { kind: "closed", users: 500, thinkMs: 20 },
    pace: { kind: "growth", from: 0.05, factor: 1.5, every: 300 },
    quorumMs: 25,
    commitBatch: 4,
    splitPointsPerNode: 10,
    readModifyWrite: true,
    constants: [{ name: "learn_seconds", value: 60 }],
  },
  deployed: true,
  palette: "viridis",
  log: true,
  rowsBy: "ranges",
  metric: "bytes-held",
};

/** A fragment around any bytes, deflated as a link would be. */
async function fragment(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const deflated = Buffer.from(await new Response(stream).arrayBuffer());
  return `#v1.${deflated.toString("base64url")}`;
}

const json = (value: unknown) => fragment(new TextEncoder().encode(JSON.stringify(value)));

describe("a link", () => {
  test("carries the whole state", async () => {
    const link = await linkOf(KEPT, "0.1.0");
    expect(link).toMatch(/^#v1\.[\w-]+$/);
    expect(await fromFragment(link)).toEqual({ kept: KEPT, version: "0.1.0" });
  });

  test("names fixes by their ids, also where an older one has short forms", async () => {
    expect(await unpack((await linkOf(KEPT, "0.1.0")).slice("#v1.".length))).not.toMatch(/"T\d/);
    const short = ["T5", "T25"].map((fix, at) => ({ ...KEPT.chosen[at], fix }));
    const older = { ...KEPT, chosen: short };
    expect((await fromFragment(await json(older)))?.kept.chosen).toEqual(KEPT.chosen);
    expect(tried(JSON.stringify(older))?.kept.chosen).toEqual(KEPT.chosen);
    expect(tried(older)?.kept.chosen).toEqual(KEPT.chosen);
    const unknown = [{ finding: "a", fix: "T99" }];
    expect(tried({ ...KEPT, chosen: unknown })?.kept.chosen).toEqual(unknown);
  });

  test("carries no rate where none is stated, and one that an older link has as stated", async () => {
    const knobs = { ...KEPT.knobs, writesPerSecond: undefined };
    const link = await linkOf({ ...KEPT, knobs, exampleRate: false }, "0.1.0");
    expect(await unpack(link.slice("#v1.".length))).not.toContain("writesPerSecond");
    expect((await fromFragment(link))?.kept.knobs).toEqual(knobs);
    const { exampleRate: _, ...older } = KEPT;
    const back = await fromFragment(await json(older));
    expect(back?.kept.knobs.writesPerSecond).toBe(4_500);
    expect(back?.kept.exampleRate).toBe(false);
  });

  test("carries any colours there are", async () => {
    for (const palette of ["inferno", "cividis", "viridis", "greys", "servers"] as const) {
      const back = await fromFragment(await linkOf({ ...KEPT, palette }, "0.1.0"));
      expect(back?.kept.palette).toBe(palette);
    }
  });

  test("carries where its writer looked, and believes no part of a map that is none", async () => {
    const { WHOLE } = await import("../../src/state/state.js");
    const before = { left: 0.25, right: 0.5, top: 0, bottom: 1 };
    const view = {
      tab: "plan" as const,
      part: "results" as const,
      open: "key-timestamp-first Visits.SeenAt",
      frames: { before, after: WHOLE },
    };
    expect((await fromFragment(await linkOf(KEPT, "0.1.0", view)))?.view).toEqual(view);
    const wrong = { tab: "x", part: 7, open: 1, frames: { before: { left: 0.5, right: 0.2 } } };
    const back = await fromFragment(await json({ text: "", view: wrong }));
    expect(back?.view).toEqual({
      tab: "yours",
      part: "editor",
      open: undefined,
      frames: { before: WHOLE, after: WHOLE },
    });
  });

  test("carries what is set on the maps, and believes no more of it than these have", async () => {
    const { WHOLE } = await import("../../src/state/state.js");
    const view = {
      ...{ tab: "yours" as const, part: "results" as const, open: undefined },
      frames: { before: WHOLE, after: WHOLE },
      map: {
        mode: "swipe" as const,
        divider: 0.25,
        layers: ["over", "splits"] as const,
        tone: { dark: 0.1, bright: 0.9 },
        moment: 0.5,
        pins: [{ which: "after" as const, row: 4, column: 2, rows: [4, 5] as const }],
        served: { which: "before" as const, server: 3, column: 7 },
        openFolded: true,
      },
    };
    const back = await fromFragment(await linkOf(KEPT, "0.1.0", view));
    expect(back?.view).toEqual(view);
    expect(back?.said).toBeUndefined();
    const pin = { which: "before", row: 4, column: 2, rows: [4, 5] };
    for (const look of [
      { mode: "blink" },
      { divider: 2 },
      { layers: ["lasers"] },
      { tone: { dark: 0.9, bright: 0.1 } },
      { moment: -1 },
      { pins: [{ ...pin, which: "both" }] },
      { pins: [{ ...pin, rows: [5, 4] }] },
      { pins: Array.from({ length: 10 }, () => pin) },
      { served: { which: "before", server: 1.5, column: 0 } },
      { openFolded: "yes" },
      { future: true },
      "all",
    ]) {
      const found = await fromFragment(await json({ text: "", view: { look } }));
      expect(found?.said, JSON.stringify(look)).toMatch(/were ignored/);
    }
  });

  test("carries the empty page", async () => {
    const back = await fromFragment(await linkOf(EMPTY.kept, ""));
    expect(back?.kept).toEqual(EMPTY.kept);
  });

  test("is short where the text repeats itself", async () => {
    const text = "CREATE TABLE T (Id INT64 NOT NULL) PRIMARY KEY (Id);\n".repeat(200);
    expect((await linkOf({ ...KEPT, text }, "")).length).toBeLessThan(1_000);
  });

  test("is absent where there is no fragment", async () => {
    expect(await fromFragment("")).toBeUndefined();
    expect(await fromFragment("#")).toBeUndefined();
  });
});

describe("a bad link says so", () => {
  const link = async () => linkOf(KEPT, "0.1.0");
  test.each([
    ["of another form", async () => "#v2.abcd"],
    ["an anchor", async () => "#top"],
    ["no base64", async () => "#v1.@@@"],
    ["no deflate", async () => "#v1.AAAAAAAA"],
    ["nothing", async () => "#v1."],
    ["cut off", async () => (await link()).slice(0, -20)],
    ["no JSON", async () => fragment(new TextEncoder().encode("CREATE TABLE"))],
    ["no object", async () => json("text")],
    ["no text", async () => json({ ...KEPT, text: 5 })],
  ])("%s", async (_, make) => {
    await expect(fromFragment(await make())).rejects.toThrow(BadLink);
  });

  test("past the cap, long before it is inflated", async () => {
    const bomb = await fragment(new Uint8Array(60 * INFLATED_MAX));
    expect(bomb.length).toBeLessThan(100_000);
    await expect(fromFragment(bomb)).rejects.toThrow(/more than 1 MB/);
  });
});

test("what a link may not carry gets none", async () => {
  const long = { ...KEPT, text: "x".repeat(INFLATED_MAX) };
  expect(await toFragment(long, "0.1.0")).toBeUndefined();
  const many = Array.from({ length: CHOSEN_MAX + 1 }, () => ({ finding: "a", fix: "T5" }));
  expect(await toFragment({ ...KEPT, chosen: many }, "0.1.0")).toBeUndefined();
  await expect(fromFragment(await json({ ...KEPT, chosen: many }))).rejects.toThrow(/1000 fixes/);
  const most = await toFragment({ ...KEPT, chosen: many.slice(1) }, "0.1.0");
  expect((await fromFragment(most ?? ""))?.kept.chosen).toHaveLength(CHOSEN_MAX);
});

/** A piece of added load. */
const PIECE = {
  ...{ which: "before", object: "T", from: 0.1, to: 0.5 },
  ...{ fromSecond: 0, toSecond: 60, perSecond: 9, reads: true, oneRow: false },
};

test("a field of the wrong shape is not believed", async () => {
  const back = await fromFragment(
    await json({
      text: "x",
      dialect: "mysql",
      chosen: [{ finding: "a", fix: "T5", set: { shards: -3 } }, { fix: "T1" }, "T2", null],
      knobs: { nodes: 9_999, writesPerSecond: "many", minutes: -1, seed: 1.5 },
      palette: "rainbow",
      log: "yes",
      rowsBy: "rainbow",
      metric: "toString",
      run: {
        sending: { kind: "closed", users: "many" },
        pace: { kind: "step", before: 0.1, second: 1.5 },
        quorumMs: -1,
        commitBatch: 2,
        readModifyWrite: "yes",
        constants: [{ name: "hot_load", value: "x" }, { name: 3, value: 1 }, null],
        added: [
          null,
          { ...PIECE, which: "both" },
          { ...PIECE, from: 1.5 },
          { ...PIECE, perSecond: "many" },
          { ...PIECE, toSecond: Number.NaN },
          { ...PIECE, object: 3 },
          { ...PIECE, reads: "yes", extra: 1 },
          ...Array.from({ length: 99 }, () => PIECE),
        ],
        extra: 1,
      },
      deployed: "yes",
      extra: "<script>",
    }),
  );
  expect(back?.kept).toEqual({
    text: "x",
    dialect: "auto",
    chosen: [{ finding: "a", fix: "hash-shard-prefix" }],
    knobs: { nodes: 200, writesPerSecond: undefined, minutes: 10, seed: 2 },
    exampleRate: false,
    deployed: false,
    palette: "inferno",
    log: false,
    rowsBy: "keys",
    metric: "cpu",
    run: {
      commitBatch: 2,
      added: [{ ...PIECE, reads: false }, ...Array.from({ length: 25 }, () => PIECE)],
    },
  });
});
