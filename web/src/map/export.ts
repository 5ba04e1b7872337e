/** The maps as files: a picture with its names, scale and title, or the numbers of what is in view. */
import type { MetricEntry, Palette, RunAnswer, Which } from "../../../pkg/hotsplit.js";
import type { Tone } from "../state/map.js";
import type { Frame } from "../state/state.js";
import { type NamedBand, names } from "../ui/names.js";
import { hues, onRamp, ramp } from "../ui/palette.js";
import { cellAt, within } from "../ui/scale.js";
import { amount } from "../ui/words.js";
import { type CHANGE, changeColour } from "./change.js";
import { toned } from "./tone.js";

/** One map. */
export interface Exported {
  readonly which: Which;
  readonly label: string;
  readonly run: RunAnswer;
  /** Shares of the full scale of what brightness stands for. */
  readonly cells: Float32Array;
  readonly frame: Frame;
  /** Its cells, and what is drawn over them. */
  readonly layers: readonly HTMLCanvasElement[];
  /** Its servers. */
  readonly servers?: HTMLCanvasElement | undefined;
}

/** What a picture says. */
export interface Sheet {
  /** The verdict. */
  readonly title: string;
  /** The load it rests on. */
  readonly assumed: string;
  /** When the picture is made. */
  readonly date: Date;
  /** The engine's version. */
  readonly version: string;
  readonly runs: readonly Exported[];
  readonly palette: Palette;
  readonly log: boolean;
  readonly tone: Tone;
  /** White is what is hottest in view. */
  readonly relative: boolean;
  readonly mode: string;
  /** What brightness stands for. */
  readonly scale: MetricEntry | undefined;
}

/** A file to hand over. */
export interface File {
  readonly name: string;
  readonly content: Blob;
}

const [WIDTH, HEIGHT, GUTTER, GAP, TOP] = [520, 460, 120, 24, 96];

/** Height of the servers below the keys, and the room between. */
const [SERVERS, BELOW] = [40, 4];

/** Where the axis of time and the legend begin. */
const AXIS = TOP + HEIGHT + BELOW + SERVERS;
const BOTTOM = 92;

/** Height of the colours of servers, and from one to the next. */
const [SWATCHES, SWATCH] = [22, 34];

/** Makes the file of a kind. */
export async function exported(kind: string, sheet: Sheet): Promise<File> {
  if (kind === "csv") {
    const content = new Blob([csv(sheet.runs, sheet.scale)], { type: "text/csv" });
    return { name: "hotsplit-map.csv", content };
  }
  const drawing = svg(sheet);
  if (kind === "svg") {
    return { name: "hotsplit-map.svg", content: new Blob([drawing], { type: "image/svg+xml" }) };
  }
  return { name: "hotsplit-map.png", content: await png(sheet) };
}

/** A field of a CSV file; one that a spreadsheet would reckon with is marked as text. */
export function field(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The cells in view, one a line: shares of what one split can take, or another metric in its unit. */
export function csv(
  runs: readonly Pick<Exported, "which" | "run" | "cells" | "frame">[],
  scale?: MetricEntry,
): string {
  const of = scale && scale.metric !== "cpu" ? scale : undefined;
  const name = of ? of.metric.replaceAll("-", "_") : "share_of_split";
  const unit = of ? `_${of.unit.replace("/s", "_per_second")}` : "";
  const lines = [`run,table_or_index,keys_from_percent,keys_to_percent,seconds,${name}${unit}`];
  for (const { which, run, cells, frame } of runs) {
    const [left, right] = [
      cellAt(0, frame.left, frame.right, run.columns),
      cellAt(1 - 1e-9, frame.left, frame.right, run.columns),
    ];
    for (const band of run.bands) {
      for (let i = 0; i < band.rows; i++) {
        const row = band.firstRow + i;
        if ((row + 1) / run.rows <= frame.top || row / run.rows >= frame.bottom) continue;
        const keys = [i, i + 1].map((at) => ((100 * at) / band.rows).toFixed(2)).join(",");
        for (let column = left; column <= right; column++) {
          const share = cells[row * run.columns + column] ?? Number.NaN;
          const cell = Number.isNaN(share) ? "" : (share * (of?.full ?? 1)).toPrecision(4);
          const seconds = column * run.secondsPerColumn;
          lines.push(`${which},${field(band.object)},${keys},${seconds},${cell}`);
        }
      }
    }
  }
  return `${lines.join("\n")}\n`;
}

/** A name in so few letters that it fits. */
function fitted(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}

/** A text in lines of so many letters. */
function lined(text: string, most: number): string[] {
  return text.split(" ").reduce<string[]>((lines, word) => {
    const last = lines.at(-1);
    if (last === undefined || last.length + word.length + 1 > most) {
      lines.push(fitted(word, most));
    } else lines[lines.length - 1] = `${last} ${word}`;
    return lines;
  }, []);
}

/** A word of a picture: where it stands, and how. */
interface Word {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly anchor: "start" | "middle" | "end";
  readonly bold?: boolean;
}

/** Size of a picture. */
function sizeOf(sheet: Sheet): { width: number; height: number } {
  return {
    width: GAP + sheet.runs.length * (GUTTER + WIDTH + GAP),
    height: AXIS + BOTTOM + (swatches(sheet).length > 0 ? SWATCHES : 0),
  };
}

/** Servers of the run that has the most. */
function serversOf({ runs }: Sheet): number {
  return Math.max(0, ...runs.map(({ run }) => run.servers));
}

/** The colours of servers and where they stand; none where hue is not the server. */
function swatches(sheet: Sheet): { x: number; y: number; colour: string }[] {
  if (sheet.palette !== "servers" || sheet.mode === "difference") return [];
  const [left, y] = [leftOf(0), AXIS + BOTTOM];
  return hues(serversOf(sheet)).map((colour, at) => ({ x: left + at * SWATCH, y, colour }));
}

/** Left edge of a map. */
function leftOf(at: number): number {
  return GAP + at * (GUTTER + WIDTH + GAP) + GUTTER;
}

/** All that is written on a picture. */
export function wordsOf(sheet: Sheet): Word[] {
  const { width } = sizeOf(sheet);
  const head = lined(sheet.title, Math.floor(width / 7.6)).slice(0, 2);
  const rows = [...head, ...lined(saidOf(sheet), Math.floor(width / 6.4)).slice(0, 2)];
  const words: Word[] = rows.map((text, at) => ({
    text,
    x: GAP,
    y: 20 + at * 17,
    anchor: "start",
    bold: at < head.length,
  }));
  const around = sheet.runs.flatMap((run, at) => besides(run, leftOf(at), sheet.mode));
  return [...words, ...around, ...legendOf(sheet), ...numbersOf(sheet)];
}

/** That it is simulated, with what, by what and when. */
function saidOf({ assumed, version, date }: Sheet): string {
  const load = assumed === "" ? "" : ` ${assumed}.`;
  const [day] = date.toISOString().split("T");
  return `Simulated.${load} hotsplit ${version}, ${day}`;
}

/** What stands around one map. */
function besides({ label, run, frame }: Exported, x: number, mode: string): Word[] {
  const name = mode === "difference" ? "Difference: after less before" : label;
  const words: Word[] = [{ text: name, x, y: TOP - 8, anchor: "start", bold: true }];
  const edge = (row: number) =>
    Math.min(1, Math.max(0, within(row / run.rows, frame.top, frame.bottom)));
  const bands = run.bands.flatMap((band): NamedBand[] => {
    const [from, to] = [edge(band.firstRow), edge(band.firstRow + band.rows)];
    return to > from ? [{ band, from, to }] : [];
  });
  const { shown, thin } = names(bands, HEIGHT, () => false);
  for (const { band, top, height } of shown) {
    const y = TOP + top + height / 2 + 4;
    words.push({ text: fitted(band.object, 17), x: x - 8, y, anchor: "end" });
  }
  if (thin > 0) words.push({ text: `+${thin} thin`, x: x - 8, y: TOP + HEIGHT - 4, anchor: "end" });
  words.push({ text: "servers", x: x - 8, y: TOP + HEIGHT + BELOW + 24, anchor: "end" });
  const minutes = (run.columns * run.secondsPerColumn) / 60;
  for (const part of [0, 0.25, 0.5, 0.75, 1]) {
    const at = (frame.left + part * (frame.right - frame.left)) * minutes;
    const text = `${Number(at.toFixed(1))} min`;
    const anchor = part === 0 ? "start" : part === 1 ? "end" : "middle";
    words.push({ text, x: x + part * WIDTH, y: AXIS + 16, anchor });
  }
  return words;
}

/** What the colours mean. */
function legendOf({ mode, relative, scale, log }: Sheet): Word[] {
  if (mode === "difference") {
    return CHANGES.map(([, text], at) => {
      return { text, x: leftOf(0) + at * CHANGE_WIDTH + 18, y: AXIS + 42, anchor: "start" };
    });
  }
  const words: Word[] = [];
  if (relative) {
    const text = "Relative: the brightest is the most in view. Bright may still be harmless.";
    words.push({ text, x: leftOf(0), y: AXIS + 78, anchor: "start" });
  }
  const of = scale && scale.metric !== "cpu" ? scale : undefined;
  const y = AXIS + 60;
  // Beside the ramp: on it half of what is full stands too close for more than short numbers.
  words.push({ text: fitted(of?.name ?? "Of a split", 17), x: leftOf(0) - 24, y, anchor: "end" });
  for (const share of log ? (of ? [0, 0.01, 1, 4] : [0, 0.01, 0.5, 1, 4]) : [0, 0.5, 1, 4]) {
    const text = of ? amount(share * of.full, of.unit) : `${share * 100} %`;
    const x = leftOf(0) + onRamp(share, log) * WIDTH;
    words.push({ text, x, y, anchor: "middle", bold: share === 1 });
  }
  return words;
}

/** What the colours of a change mean, and the room for each. */
const CHANGES: readonly (readonly [keyof typeof CHANGE, string])[] = [
  ["less", "less load"],
  ["more", "more"],
  ["warm", "over 50 %"],
  ["hot", "over the limit"],
];
const CHANGE_WIDTH = 120;

/** Which colour is which server. */
function numbersOf(sheet: Sheet): Word[] {
  const all = swatches(sheet);
  const [first, last] = [all[0], all.at(-1)];
  if (!first || !last) return [];
  const words: Word[] = all.map(({ x, y }, at) => {
    return { text: String(at), x: x + 14, y: y + 9, anchor: "start" };
  });
  words.push({ text: "Hue: server", x: first.x - 8, y: first.y + 9, anchor: "end" });
  if (serversOf(sheet) > all.length) {
    const text = `${all.length} as 0, …`;
    words.push({ text, x: last.x + SWATCH + 8, y: last.y + 9, anchor: "start" });
  }
  return words;
}

/** The cells of a map with what is drawn over them, in one canvas. */
function flat({ layers }: Exported): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, layers[0]?.width ?? 1);
  canvas.height = Math.max(1, layers[0]?.height ?? 1);
  const context = canvas.getContext("2d");
  for (const layer of layers) {
    if (layer.width > 0 && layer.height > 0) context?.drawImage(layer, 0, 0);
  }
  return canvas;
}

/** Steps of the scale, left to right. */
function scale({ palette, tone }: Sheet): { at: number; colour: string }[] {
  const stops = ramp(palette, (place) => toned(place, tone)).split(/, (?=rgb)/);
  return stops.flatMap((stop) => {
    const [, colour, at] = /^(rgb\([^)]*\)) ([\d.]+)%$/.exec(stop) ?? [];
    return colour === undefined ? [] : [{ colour, at: Number(at) / 100 }];
  });
}

/** Text that stands for itself in XML; what XML may not hold is left out. */
function escaped(text: string): string {
  const entities: Record<string, string> = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
  };
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML may not hold.
  const clean = text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "");
  return clean.replace(/[&<>"]/g, (one) => entities[one] ?? one);
}

/** A picture within the picture. */
interface Image {
  readonly source: HTMLCanvasElement;
  readonly x: number;
  readonly y: number;
  readonly height: number;
}

/** Keys and servers of all runs. */
function imagesOf({ runs }: Sheet): Image[] {
  return runs.flatMap((run, at) => {
    const x = leftOf(at);
    const keys = { source: flat(run), x, y: TOP, height: HEIGHT };
    const { servers } = run;
    const y = TOP + HEIGHT + BELOW;
    return servers && servers.width > 0
      ? [keys, { source: servers, x, y, height: SERVERS }]
      : [keys];
  });
}

/** Squares with a colour: servers by their hue, kinds of a change. */
function squaresOf(sheet: Sheet): { x: number; y: number; colour: string }[] {
  if (sheet.mode !== "difference") return swatches(sheet);
  return CHANGES.map(([name], at) => {
    return { x: leftOf(0) + at * CHANGE_WIDTH, y: AXIS + 33, colour: changeColour(name) };
  });
}

/** The picture as SVG: words stay words. */
export function svg(sheet: Sheet): string {
  const { width, height } = sizeOf(sheet);
  const maps = imagesOf(sheet).map(
    ({ source, x, y, height }) =>
      `<image x="${x}" y="${y}" width="${WIDTH}" height="${height}" ` +
      `preserveAspectRatio="none" href="${copied(source).toDataURL()}"/>` +
      `<rect x="${x}" y="${y}" width="${WIDTH}" height="${height}" fill="none" stroke="#80838f"/>`,
  );
  const words = wordsOf(sheet).map(
    ({ text, x, y, anchor, bold }) =>
      `<text x="${x}" y="${y}" text-anchor="${anchor}"${bold ? ' font-weight="600"' : ""}>` +
      `${escaped(text)}</text>`,
  );
  const stops = scale(sheet).map(
    ({ at, colour }) => `<stop offset="${at}" stop-color="${colour}"/>`,
  );
  const legend =
    sheet.mode === "difference"
      ? ""
      : `<defs><linearGradient id="scale">${stops.join("")}</linearGradient></defs>` +
        `<rect x="${leftOf(0)}" y="${AXIS + 34}" width="${WIDTH}" height="10" ` +
        'fill="url(#scale)"/>';
  const squares = squaresOf(sheet).map(
    ({ x, y, colour }) => `<rect x="${x}" y="${y}" width="10" height="10" fill="${colour}"/>`,
  );
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" ` +
    `viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12">` +
    `<title>${escaped(sheet.title)}</title><rect width="100%" height="100%" fill="#fff"/>` +
    `${maps.join("")}${legend}${squares.join("")}${words.join("")}</svg>\n`
  );
}

/** A canvas that can be written out: those the worker's pictures go to cannot. */
function copied(source: HTMLCanvasElement): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [source.width, source.height];
  canvas.getContext("2d")?.drawImage(source, 0, 0);
  return canvas;
}

/** The picture as PNG: fine enough that no pixel of the maps is left out. */
async function png(sheet: Sheet): Promise<Blob> {
  const { width, height } = sizeOf(sheet);
  const canvas = document.createElement("canvas");
  const finest = sheet.runs.map(({ layers: [map] }) =>
    Math.ceil(Math.max((map?.width ?? 0) / WIDTH, (map?.height ?? 0) / HEIGHT)),
  );
  const fine = Math.max(2, ...finest);
  [canvas.width, canvas.height] = [width * fine, height * fine];
  const context = canvas.getContext("2d");
  if (!context) throw new Error("The browser gave no canvas for the picture.");
  context.scale(fine, fine);
  context.fillStyle = "#fff";
  context.fillRect(0, 0, width, height);
  // The fewest pixels a hot range has are to be kept.
  context.imageSmoothingEnabled = false;
  context.strokeStyle = "#80838f";
  for (const { source, x, y, height } of imagesOf(sheet)) {
    context.drawImage(source, x, y, WIDTH, height);
    context.strokeRect(x, y, WIDTH, height);
  }
  if (sheet.mode !== "difference") {
    const fill = context.createLinearGradient(leftOf(0), 0, leftOf(0) + WIDTH, 0);
    for (const { at, colour } of scale(sheet)) fill.addColorStop(Math.min(1, at), colour);
    context.fillStyle = fill;
    context.fillRect(leftOf(0), AXIS + 34, WIDTH, 10);
  }
  for (const { x, y, colour } of squaresOf(sheet)) {
    context.fillStyle = colour;
    context.fillRect(x, y, 10, 10);
  }
  context.fillStyle = "#1b1c21";
  for (const { text, x, y, anchor, bold } of wordsOf(sheet)) {
    context.font = `${bold ? "600 " : ""}12px sans-serif`;
    context.textAlign = anchor === "middle" ? "center" : anchor;
    context.fillText(text, x, y);
  }
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob) resolve(blob);
      else reject(new Error("The browser could not create the picture."));
    }, "image/png");
  });
}
