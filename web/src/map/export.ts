/** The maps as files: a picture with its names, scale and title, or the numbers of what is in view. */
import type { MetricEntry, Palette, RunAnswer, Which } from "../../../pkg/hotsplit.js";
import type { Frame } from "../state/state.js";
import { amount } from "../ui/words.js";
import { hues, onRamp, ramp } from "./palette.js";
import { cellAt, within } from "./scale.js";
import { type Tone, toned } from "./tone.js";

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
}

/** What a picture says. */
export interface Sheet {
  readonly title: string;
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

const [WIDTH, HEIGHT, GUTTER, GAP, TOP] = [520, 460, 120, 24, 84];
const BOTTOM = 84;

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
    height: TOP + HEIGHT + BOTTOM + (swatches(sheet).length > 0 ? SWATCHES : 0),
  };
}

/** Servers of the run that has the most. */
function serversOf({ runs }: Sheet): number {
  return Math.max(0, ...runs.map(({ run }) => run.servers));
}

/** The colours of servers and where they stand; none where hue is not the server. */
function swatches(sheet: Sheet): { x: number; y: number; colour: string }[] {
  if (sheet.palette !== "servers" || sheet.mode === "difference") return [];
  const [left, y] = [leftOf(0), TOP + HEIGHT + BOTTOM];
  return hues(serversOf(sheet)).map((colour, at) => ({ x: left + at * SWATCH, y, colour }));
}

/** Left edge of a map. */
function leftOf(at: number): number {
  return GAP + at * (GUTTER + WIDTH + GAP) + GUTTER;
}

/** All that is written on a picture. */
function wordsOf(sheet: Sheet): Word[] {
  const { title, runs, mode, log, relative, scale } = sheet;
  const { width } = sizeOf(sheet);
  const head = lined(title, Math.floor(width / 7.2)).slice(0, 3);
  const words: Word[] = head.map((text, at) => ({
    text,
    x: GAP,
    y: 20 + at * 17,
    anchor: "start",
    bold: at === 0,
  }));
  runs.forEach(({ label, run, frame }, at) => {
    const x = leftOf(at);
    const name = mode === "difference" ? "Difference: after less before" : label;
    words.push({ text: name, x, y: TOP - 8, anchor: "start", bold: true });
    for (const band of run.bands) {
      const edge = (row: number) =>
        Math.min(1, Math.max(0, within(row / run.rows, frame.top, frame.bottom)));
      const [from, to] = [edge(band.firstRow), edge(band.firstRow + band.rows)];
      if ((to - from) * HEIGHT < 11) continue;
      const y = TOP + ((from + to) / 2) * HEIGHT + 4;
      words.push({ text: fitted(band.object, 17), x: x - 8, y, anchor: "end" });
    }
    const minutes = (run.columns * run.secondsPerColumn) / 60;
    for (const part of [0, 0.25, 0.5, 0.75, 1]) {
      const at = (frame.left + part * (frame.right - frame.left)) * minutes;
      const text = `${Number(at.toFixed(1))} min`;
      words.push({ text, x: x + part * WIDTH, y: TOP + HEIGHT + 16, anchor: "middle" });
    }
  });
  if (mode === "difference") return words;
  if (relative) {
    const text = "Relative: white is the most in view. Bright may still be harmless.";
    words.push({ text, x: leftOf(0), y: TOP + HEIGHT + 76, anchor: "start" });
  }
  const of = scale && scale.metric !== "cpu" ? scale : undefined;
  const y = TOP + HEIGHT + 58;
  // Beside the ramp: on it half of what is full stands too close for more than short numbers.
  words.push({ text: fitted(of?.name ?? "Of a split", 17), x: leftOf(0) - 24, y, anchor: "end" });
  for (const share of log ? (of ? [0, 0.01, 1, 4] : [0, 0.01, 0.5, 1, 4]) : [0, 0.5, 1, 4]) {
    const text = of ? amount(share * of.full, of.unit) : `${share * 100} %`;
    const x = leftOf(0) + onRamp(share, log) * WIDTH;
    words.push({ text, x, y, anchor: "middle", bold: share === 1 });
  }
  return [...words, ...numbersOf(sheet)];
}

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

/** The picture as SVG: words stay words. */
export function svg(sheet: Sheet): string {
  const { width, height } = sizeOf(sheet);
  const maps = sheet.runs.map((run, at) => {
    const [x, data] = [leftOf(at), flat(run).toDataURL()];
    return (
      `<image x="${x}" y="${TOP}" width="${WIDTH}" height="${HEIGHT}" ` +
      `preserveAspectRatio="none" href="${data}"/>` +
      `<rect x="${x}" y="${TOP}" width="${WIDTH}" height="${HEIGHT}" fill="none" stroke="#80838f"/>`
    );
  });
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
        `<rect x="${leftOf(0)}" y="${TOP + HEIGHT + 32}" width="${WIDTH}" height="10" ` +
        'fill="url(#scale)"/>';
  const hued = swatches(sheet).map(
    ({ x, y, colour }) => `<rect x="${x}" y="${y}" width="10" height="10" fill="${colour}"/>`,
  );
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" ` +
    `viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12">` +
    `<title>${escaped(sheet.title)}</title><rect width="100%" height="100%" fill="#fff"/>` +
    `${maps.join("")}${legend}${hued.join("")}${words.join("")}</svg>\n`
  );
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
  sheet.runs.forEach((run, at) => {
    context.drawImage(flat(run), leftOf(at), TOP, WIDTH, HEIGHT);
    context.strokeStyle = "#80838f";
    context.strokeRect(leftOf(at), TOP, WIDTH, HEIGHT);
  });
  if (sheet.mode !== "difference") {
    const fill = context.createLinearGradient(leftOf(0), 0, leftOf(0) + WIDTH, 0);
    for (const { at, colour } of scale(sheet)) fill.addColorStop(Math.min(1, at), colour);
    context.fillStyle = fill;
    context.fillRect(leftOf(0), TOP + HEIGHT + 32, WIDTH, 10);
  }
  for (const { x, y, colour } of swatches(sheet)) {
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
      else reject(new Error("The browser could not make the picture."));
    }, "image/png");
  });
}
