/** The colours of servers on the page are those the engine paints them with. */
import { readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { initSync, type PaintAsk, Simulation } from "../../../pkg/hotsplit.js";
import { colour, hues } from "../../src/ui/palette.js";

const ROOT = new URL("../../../", import.meta.url);

/** Random keys, far too many for any server. */
const SQL = `CREATE TABLE Events (
  Id STRING(36) NOT NULL DEFAULT (GENERATE_UUID()),
  Note STRING(100),
) PRIMARY KEY (Id);`;

const SERVERS = 14;

/** Level of a server that is just saturated: the least above what it can take. */
const SATURATED = 184;

beforeAll(() => {
  initSync({ module: readFileSync(new URL("pkg/hotsplit_bg.wasm", ROOT)) });
});

/** The brightest colour of each server at the end of the run; the others are its hatch. */
function painted(): number[][] {
  const ask = { dialect: "auto", nodes: SERVERS, writesPerSecond: 900_000, minutes: 20 } as const;
  const run = Simulation.run({ ...ask, before: SQL, seed: 1 });
  const paint: PaintAsk = {
    ...({ which: "before", view: "servers", palette: "servers", log: true } as const),
    ...{ width: 6, height: SERVERS, left: 0.99, right: 1, top: 0, bottom: 1 },
  };
  const pixels = run.pixels(paint);
  run.free();
  return Array.from({ length: SERVERS }, (_, row) => {
    const all = Array.from({ length: 6 }, (_, x) => [
      ...pixels.subarray((row * 6 + x) * 4, (row * 6 + x) * 4 + 3),
    ]);
    const sum = (rgb: number[]) => rgb.reduce((a, b) => a + b, 0);
    return all.reduce((best, one) => (sum(one) > sum(best) ? one : best));
  });
}

const css = (rgb: number[]) =>
  `#${rgb.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;

test("each swatch is its saturated server, and with more than twelve they repeat", () => {
  const found = painted().map(css);
  expect(hues(SERVERS)).toHaveLength(12);
  expect(found).toEqual([...hues(SERVERS), ...hues(SERVERS - 12)]);
  expect(hues(3)).toEqual(found.slice(0, 3));
});

test("the ramp is as light as the swatches", () => {
  // Relative luminance says it well enough: it is 0.2 to 0.3 for the hues of one lightness.
  const light = ([r = 0, g = 0, b = 0]: number[]) => {
    const linear = (channel: number) => (channel / 255) ** 2.2;
    return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
  };
  const grey = light(colour("servers", SATURATED).match(/\d+/g)?.map(Number) ?? []);
  for (const rgb of painted()) expect(Math.abs(light(rgb) - grey)).toBeLessThan(0.05);
});
