/**
 * The gallery of shapes, as data of the site: `virtual:shapes`, and `virtual:shape-texts`, which is
 * their schemas alone.
 *
 * The engine reads the files of `shapes` and runs them while the site is built, and its heat maps
 * are the pictures, pixel by pixel. Nothing of it is worked out in the browser.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { crc32, deflateSync } from "node:zlib";
import type { Plugin } from "vite";
import type { AddedLoad, Pace, RowsBy, RunKnobs } from "../pkg/hotsplit.js";
import type { Shape, Start } from "./src/session/shapes.js";

type Engine = typeof import("../pkg/hotsplit.js");

/** What is made of them, by what it is imported as. */
const IDS = ["virtual:shapes", "virtual:shape-texts"] as const;
const FOLDER = join(import.meta.dirname, "shapes");

/** Size of a picture, device pixels. */
const [WIDTH, HEIGHT] = [192, 120];

/** A shape as its file has it, and what it is run with. */
export type Written = Omit<Shape, "picture" | "start"> & { readonly start: Start };

/** Reads a file of a shape, or says what is missing in it. */
export function shapeOf(file: string, { readPage }: Pick<Engine, "readPage">): Written {
  const { title, fields, blocks } = readPage(readFileSync(join(FOLDER, file), "utf8"));
  const wrong = (what: string) => new Error(`shapes/${file}: ${what}`);
  const field = (name: string) => fields.find((one) => one.name === name)?.value;
  const said = (name: string): string => {
    const value = field(name);
    if (!value) throw wrong(`expected \`${name}: …\` under the title`);
    return value;
  };
  const number = (name: string, text = said(name)): number => {
    const value = Number(text);
    if (!(value > 0)) throw wrong(`expected a number behind ${name}, found "${text}"`);
    return value;
  };
  const part = (heading: string): string => {
    const at = blocks.findIndex(({ kind, text }) => kind === "heading" && text === heading);
    const next = at < 0 ? undefined : blocks[at + 1];
    if (next?.kind !== "text") throw wrong(`expected a paragraph under "${heading}"`);
    return next.text;
  };
  const schema = blocks.find(({ kind }) => kind === "code");
  if (!title || blocks[0]?.kind !== "text" || !schema) {
    throw wrong("expected a title, a paragraph and a schema");
  }
  const added = fields.filter(({ name }) => name === "added").map(({ value }) => addedOf(value));
  const points = field("split-points");
  const pace = field("pace");
  const run: RunKnobs = {
    ...(pace === undefined ? {} : { pace: paceOf(pace, number) }),
    ...(points === undefined ? {} : { splitPointsPerNode: number("split-points") }),
    ...(added.length === 0 ? {} : { added }),
  };
  return {
    id: said("shape"),
    title,
    about: blocks[0].text,
    seen: said("seen"),
    look: part("What to look for"),
    means: part("What it means"),
    advice: part("What to do"),
    wrong: said("wrong").split(/, */),
    start: {
      text: schema.text,
      texts: [],
      nodes: number("nodes"),
      writesPerSecond: number("writes"),
      minutes: number("minutes"),
      run,
      rowsBy: rowsOf(field("rows"), wrong),
    },
  };
}

/** How rates change: `step 0.1 900` and `ramp 0.1 900`, a factor and seconds. */
function paceOf(said: string, number: (name: string, text: string) => number): Pace {
  const [kind, factor = "", seconds = ""] = said.split(" ");
  const [from, second] = [number("pace", factor), number("pace", seconds)];
  if (kind === "step") return { kind, before: from, second };
  if (kind === "ramp") return { kind, from, seconds: second };
  throw new Error(`expected pace "step" or "ramp", found "${kind}"`);
}

/**
 * A piece of added load, as one draws it on the map: `Orders 0 1 600 900 5000` is all keys of
 * Orders, from 10:00 to 15:00, 5,000 rows changed a second.
 */
function addedOf(said: string): AddedLoad {
  const [object = "", ...rest] = said.split(" ");
  const [from, to, fromSecond, toSecond, perSecond] = rest.map(Number);
  if ([from, to, fromSecond, toSecond, perSecond].some((one) => !Number.isFinite(one))) {
    throw new Error(`expected a table, two shares, two seconds and a rate, found "${said}"`);
  }
  const place = { object, from: from ?? 0, to: to ?? 0 };
  const time = { fromSecond: fromSecond ?? 0, toSecond: toSecond ?? 0, perSecond: perSecond ?? 0 };
  return { which: "before", ...place, ...time, reads: false, oneRow: false };
}

/** What the rows of the map are; ranges of keys where nothing is said. */
function rowsOf(said: string | undefined, wrong: (what: string) => Error): RowsBy {
  if (said === undefined || said === "keys") return "keys";
  if (said === "held" || said === "load" || said === "ranges") return said;
  throw wrong(`expected rows "keys", "held", "load" or "ranges", found "${said}"`);
}

/** All shapes, in the order in which they are shown. */
export function shapesOf(engine: Pick<Engine, "readPage">): Written[] {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith(".md"));
  return files.sort().map((file) => shapeOf(file, engine));
}

/** Runs the schema of a shape as the page does it. */
export function runOf({ Simulation }: Pick<Engine, "Simulation">, { start }: Written, seed = 1) {
  const { text: before, nodes, writesPerSecond, minutes, run, rowsBy = "keys" } = start;
  const load = { nodes, writesPerSecond, minutes, seed, knobs: run };
  return Simulation.run({ before, dialect: "auto", ...load, rowsBy });
}

/** The heat map of a shape, as a PNG. */
function pictureOf(engine: Engine, shape: Written): Buffer {
  const run = runOf(engine, shape);
  const whole = { left: 0, right: 1, top: 0, bottom: 1 };
  const size = { width: WIDTH, height: HEIGHT };
  const looks = { palette: "inferno", log: true } as const;
  const pixels = run.pixels({ which: "before", view: "keys", ...size, ...looks, ...whole });
  run.free();
  return png(pixels);
}

/** RGBA as a PNG of three bytes a pixel: maps are opaque. */
function png(pixels: Uint8Array): Buffer {
  const rows = Buffer.alloc(HEIGHT * (1 + WIDTH * 3));
  for (let at = 0; at < WIDTH * HEIGHT; at++) {
    // Each row begins with its filter, and 0 is none.
    const to = Math.floor(at / WIDTH) + 1 + at * 3;
    rows.set(pixels.subarray(at * 4, at * 4 + 3), to);
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(WIDTH, 0);
  header.writeUInt32BE(HEIGHT, 4);
  // Eight bits each of red, green and blue.
  header.set([8, 2], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const data = deflateSync(rows, { level: 9 });
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("IDAT", data),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** A part of a PNG: its length, its name, what is in it, a checksum. */
function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

/**
 * Gives the shapes to whoever imports them. Their pictures are files beside the page, or in the
 * module itself where the page may load none.
 */
export function shapes(pictures: "files" | "inside"): Plugin {
  let inside = pictures === "inside";
  return {
    name: "shapes",
    configResolved: ({ command }) => {
      inside ||= command === "serve";
    },
    resolveId: (id) => (IDS.some((one) => one === id) ? `\0${id}` : undefined),
    async load(id) {
      const what = IDS.find((one) => id === `\0${one}`);
      if (what === undefined) return;
      // Not at the top: the engine may not be built when this file is read.
      const file = pathToFileURL(join(import.meta.dirname, "../pkg/hotsplit.node.js")).href;
      const engine: Engine = await import(file);
      for (const name of readdirSync(FOLDER)) this.addWatchFile(join(FOLDER, name));
      const all = shapesOf(engine);
      if (what === "virtual:shape-texts") {
        return `export default ${JSON.stringify(all.map(({ start }) => start.text))};`;
      }
      const addresses = all.map((shape) => {
        const source = pictureOf(engine, shape);
        if (inside) return JSON.stringify(`data:image/png;base64,${source.toString("base64")}`);
        const name = `shape-${shape.id}.png`;
        return `import.meta.ROLLUP_FILE_URL_${this.emitFile({ type: "asset", name, source })}`;
      });
      return `const pictures = [${addresses}];
export default ${JSON.stringify(all)}.map((shape, at) => ({ ...shape, picture: pictures[at] }));`;
    },
  };
}
