/** Pictures of runs to come are asked for with them, and taken where they are what is wanted. */
import { expect, test } from "vitest";
import type { Asked } from "../../src/engine.js";
import { Pictures } from "../../src/pictures.js";

const ASK = {
  ...{ which: "before" as const, view: "keys" as const, palette: "inferno" as const },
  ...{ width: 2, height: 1, log: true, left: 0, right: 1, top: 0, bottom: 1 },
};

/** An engine that notes what is asked for, and answers with as many pictures. */
function engine(fails = false) {
  const asked: unknown[] = [];
  const closed: number[] = [];
  let last = 0;
  const paint = () => {
    const name = ++last;
    return { name, close: () => closed.push(name) };
  };
  const ask = (_: string, asks: readonly unknown[]) => {
    asked.push(asks);
    return fails ? Promise.reject(new Error("gone")) : Promise.resolve(asks.map(paint));
  };
  // As much of an engine as pictures need.
  return { asked, closed, engine: { ask } as unknown as Pick<Asked, "ask"> };
}

test("what will be shown alike is painted once", async () => {
  const { asked, engine: one } = engine();
  const pictures = new Pictures(one);
  expect(await pictures.of("before keys", ASK)).toMatchObject({ name: 1 });
  pictures.ahead();
  expect(await pictures.of("before keys", { ...ASK })).toMatchObject({ name: 2 });
  expect(asked).toHaveLength(2);
  // It is taken only once.
  expect(await pictures.of("before keys", ASK)).toMatchObject({ name: 3 });
  expect(asked).toHaveLength(3);
});

test("what is shown in another way is painted in that way, and the other given back", async () => {
  const { asked, closed, engine: one } = engine();
  const pictures = new Pictures(one);
  await pictures.of("before keys", ASK);
  pictures.ahead();
  expect(await pictures.of("before keys", { ...ASK, width: 3 })).toMatchObject({ name: 3 });
  expect(asked).toHaveLength(3);
  await Promise.resolve();
  expect(closed).toEqual([2]);
});

test("what is not looked at any more is not painted ahead", async () => {
  const { asked, closed, engine: one } = engine();
  const pictures = new Pictures(one);
  await pictures.of("before small", ASK);
  pictures.ahead();
  pictures.ahead();
  expect(asked).toHaveLength(2);
  await Promise.resolve();
  await Promise.resolve();
  expect(closed).toEqual([2]);
});

test("what did not come is asked for like any other", async () => {
  const { asked, engine: one } = engine(true);
  const pictures = new Pictures(one);
  await expect(pictures.of("before keys", ASK)).rejects.toThrow("gone");
  pictures.ahead();
  await new Promise((done) => setTimeout(done));
  await expect(pictures.of("before keys", ASK)).rejects.toThrow("gone");
  expect(asked).toHaveLength(3);
});
