/** Links that were made before the page was rebuilt still carry what they carried. */
import { expect, test } from "vitest";
import { fromFragment } from "../../src/session/links.js";
import { OLD_LINKS } from "./old-links.js";

test("a link out of a recipe brings its schema and its fix", async () => {
  const found = await fromFragment(OLD_LINKS.recipe);
  expect(found?.kept.text).toContain("CREATE TABLE");
  expect(found?.kept.chosen.map(({ fix }) => fix)).toEqual(["hash-shard-prefix"]);
});

test("a link with all that could be set brings all of it, fixes by their ids", async () => {
  const found = await fromFragment(OLD_LINKS.everything);
  expect(found?.version).toBe("0.1.0");
  expect(found?.kept).toMatchObject({
    text: "CREATE TABLE Größe (Id STRING(26) NOT NULL, -- ULID 🔥\n) PRIMARY KEY (Id);",
    dialect: "googlesql",
    chosen: [
      {
        finding: "key-time-ordered-id Größe.Id",
        fix: "hash-shard-prefix",
        set: { shards: "32" },
      },
      { finding: "other X", fix: "accept", set: { reason: "2 rows a day" } },
    ],
    knobs: { nodes: 3, writesPerSecond: 4_500, minutes: 30, seed: 7 },
    exampleRate: true,
    run: {
      sending: { kind: "closed", users: 500, thinkMs: 20 },
      quorumMs: 25,
      constants: [{ name: "learn_seconds", value: 60 }],
    },
    deployed: true,
    palette: "viridis",
    log: true,
    rowsBy: "ranges",
    metric: "bytes-held",
  });
});

test("a link of a text alone brings no rate", async () => {
  const found = await fromFragment(OLD_LINKS.textAlone);
  expect(found?.kept.text).toContain("CREATE TABLE Theirs");
  expect(found?.kept.knobs.writesPerSecond).toBeUndefined();
  expect(found?.view).toBeUndefined();
});

test("a link with a view brings where its writer looked, and nothing is left out", async () => {
  const found = await fromFragment(OLD_LINKS.view);
  expect(found?.said).toBeUndefined();
  expect(found?.view).toMatchObject({
    tab: "plan",
    part: "problems",
    open: "key-timestamp-first Theirs.At",
    frames: { before: { left: 0, right: 0.5, top: 0, bottom: 1 } },
  });
  expect(found?.view?.map).toEqual({
    mode: "swipe",
    divider: 0.6,
    pins: [{ which: "before", row: 1, column: 3, rows: [1, 2] }],
  });
});
