/** Pictures of runs to come are asked for with them, and shown before what is told of them. */
import { expect, test } from "vitest";
import type { Asked } from "../../src/engine/client.js";
import { Pictures } from "../../src/session/pictures.js";

const ASK = {
  ...{ which: "before" as const, view: "keys" as const, palette: "inferno" as const },
  ...{ width: 2, height: 1, log: true, left: 0, right: 1, top: 0, bottom: 1 },
};

const RUN = {
  ...{ before: "CREATE …", dialect: "auto" as const },
  ...{ nodes: 1, writesPerSecond: 9, minutes: 5, seed: 1 },
};

// As much of a canvas as pictures need: that it is one and the same.
const CANVAS = {} as HTMLCanvasElement;

/** An engine that notes what is asked for, and answers with as many pictures. */
function engine(fails = false) {
  const asked: string[] = [];
  let last = 0;
  const paint = () => ({ name: ++last });
  const ask = (name: string, asks: readonly unknown[]) => {
    asked.push(name);
    if (name !== "paint") return Promise.resolve(name === "results" ? {} : undefined);
    return fails ? Promise.reject(new Error("gone")) : Promise.resolve(asks.map(paint));
  };
  // As much of an engine as pictures need.
  return { asked, engine: { ask } as unknown as Pick<Asked, "ask"> };
}

/** Asks for pictures of one canvas, and notes which came. */
function shower(pictures: Pictures, surface: "before keys" | "before small" = "before keys") {
  const shown: unknown[] = [];
  const show = (ask = ASK, on = CANVAS) =>
    pictures.show(
      { surface, ask },
      {
        canvas: on,
        show: (picture) => {
          shown.push(Reflect.get(picture, "name"));
        },
      },
    );
  return { shown, show };
}

test("of the same texts the next pictures are shown before the results come", async () => {
  const { asked, engine: one } = engine();
  const pictures = new Pictures(one);
  const { shown, show } = shower(pictures);
  await pictures.run(RUN);
  await show();
  expect(asked).toEqual(["simulate", "results", "paint"]);
  const run = pictures.run({ ...RUN, seed: 2 });
  expect(asked.slice(3)).toEqual(["simulate", "paint"]);
  await run;
  expect(shown).toEqual([1, 2]);
  // The map that is drawn then has nothing to ask for, once.
  await show({ ...ASK });
  expect(asked.slice(3)).toEqual(["simulate", "paint", "results"]);
  await show();
  expect(shown).toEqual([1, 2, 3]);
});

test("of other texts they wait for the map, whose tables are others", async () => {
  const { asked, engine: one } = engine();
  const pictures = new Pictures(one);
  const { shown, show } = shower(pictures);
  await pictures.run(RUN);
  await show();
  await pictures.run({ ...RUN, before: "CREATE … two" });
  expect(shown).toEqual([1]);
  await show();
  expect(shown).toEqual([1, 2]);
  expect(asked.slice(3)).toEqual(["simulate", "results", "paint"]);
});

test.each([
  ["what is shown in another way is painted in that way", { ...ASK, width: 3 }, CANVAS],
  ["a canvas that took the place of another gets a picture of its own", ASK, {}],
])("%s", async (_, ask, on) => {
  const { engine: one } = engine();
  const pictures = new Pictures(one);
  const { shown, show } = shower(pictures);
  await pictures.run(RUN);
  await show();
  await pictures.run(RUN);
  await show(ask, on as HTMLCanvasElement);
  expect(shown).toEqual([1, 2, 3]);
});

test("what is not looked at any more is not painted ahead", async () => {
  const { asked, engine: one } = engine();
  const pictures = new Pictures(one);
  const { show } = shower(pictures, "before small");
  await pictures.run(RUN);
  await show();
  await pictures.run(RUN);
  await pictures.run(RUN);
  expect(asked.filter((name) => name === "paint")).toHaveLength(2);
});

test("what did not come is asked for like any other", async () => {
  const { asked, engine: one } = engine(true);
  const pictures = new Pictures(one);
  const { show } = shower(pictures);
  await pictures.run(RUN);
  await expect(show()).rejects.toThrow("gone");
  await pictures.run(RUN);
  await expect(show()).rejects.toThrow("gone");
  expect(asked.filter((name) => name === "paint")).toHaveLength(3);
});
