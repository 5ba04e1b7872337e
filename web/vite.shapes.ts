/**
 * The gallery of shapes, as data of the site: `virtual:shapes`, and `virtual:shape-texts`, which is
 * their schemas alone.
 *
 * The engine reads the files of `content/shapes` and runs them while the site is built, and its heat maps
 * are the pictures, pixel by pixel. Nothing of it is worked out in the browser.
 */
import { crc32, deflateSync } from "node:zlib";
import type { Plugin } from "vite";
import type { AddedLoad, RowsBy, RunKnobs } from "../pkg/hotsplit.js";
import type { Shape, Start } from "./src/state/shapes.js";
import {
  type ContentFile,
  type Engine,
  filesOf,
  loadEngine,
  type Reader,
  watch,
} from "./vite.content.js";

/** What is made of them, by what it is imported as. */
const IDS = ["virtual:shapes", "virtual:shape-texts"] as const;

/** Size of a picture, device pixels. */
const [WIDTH, HEIGHT] = [192, 120];

/** A shape as its file has it, and what it is run with. */
export type Written = Omit<Shape, "picture" | "start"> & { readonly start: Start };

function shapeOf(file: ContentFile): Written {
  const part = (heading: string): string => {
    const at = file.blocks.findIndex(({ kind, text }) => kind === "heading" && text === heading);
    const next = at < 0 ? undefined : file.blocks[at + 1];
    if (next?.kind !== "text") throw file.error(`expected a paragraph under "${heading}"`);
    return next.text;
  };
  const added = file.all("added").map((said) => addedOf(said, file));
  const { pace } = file;
  const points = file.numberIf("split-points");
  const run: RunKnobs = {
    ...(pace === undefined ? {} : { pace }),
    ...(points === undefined ? {} : { splitPointsPerNode: points }),
    ...(added.length === 0 ? {} : { added }),
  };
  return {
    id: file.needed("shape"),
    title: file.title,
    about: file.about,
    seen: file.needed("seen"),
    look: part("What to look for"),
    means: part("What it means"),
    advice: part("What to do"),
    wrong: file.needed("wrong").split(/, */),
    start: {
      text: file.schema,
      texts: [],
      nodes: file.number("nodes"),
      writesPerSecond: file.number("writes"),
      minutes: file.number("minutes"),
      run,
      rowsBy: rowsOf(file),
    },
  };
}

/**
 * A piece of added load, as one draws it on the map: `Orders 0 1 600 900 5000` is all keys of
 * Orders, from 10:00 to 15:00, 5,000 rows changed a second.
 */
function addedOf(said: string, file: ContentFile): AddedLoad {
  const [object = "", ...rest] = said.split(" ");
  const [from, to, fromSecond, toSecond, perSecond] = rest.map(Number);
  if ([from, to, fromSecond, toSecond, perSecond].some((one) => !Number.isFinite(one))) {
    throw file.error(`expected a table, two shares, two seconds and a rate, found "${said}"`);
  }
  const place = { object, from: from ?? 0, to: to ?? 0 };
  const time = { fromSecond: fromSecond ?? 0, toSecond: toSecond ?? 0, perSecond: perSecond ?? 0 };
  return { which: "before", ...place, ...time, reads: false, oneRow: false };
}

/** What the rows of the map are; ranges of keys where nothing is said. */
function rowsOf(file: ContentFile): RowsBy {
  const said = file.field("rows");
  if (said === undefined || said === "keys") return "keys";
  if (said === "held" || said === "load" || said === "ranges") return said;
  throw file.error(`expected rows "keys", "held", "load" or "ranges", found "${said}"`);
}

/** All shapes, in the order in which they are shown. */
export const shapesOf = (reader: Reader): Written[] => filesOf("shapes", reader).map(shapeOf);

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
      const engine = await loadEngine();
      watch("shapes", this);
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
