/** Shapes that several kinds of figures draw, and their words. */
import { count, number, percent } from "../ui/words.js";
import { type Drawing, draw } from "./drawing.js";
import type { Result } from "./runs.js";

/** A rectangle. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The colour of a load as a share of its limit, which the height or a number says as well. */
export function heat(share: number): string {
  if (share < 0.005) return "idle";
  if (share <= 0.5) return "cool";
  return share <= 1.005 ? "warm" : "hot";
}

/** A word at a place; `anchor` is the side of it that stays there. */
export const label = (
  x: number,
  y: number,
  text: string,
  { anchor = "start", look = "label" }: { anchor?: "start" | "middle" | "end"; look?: string } = {},
): Drawing => draw("text", { x, y, "text-anchor": anchor, class: look }, [text]);

/** A rectangle of a look. */
export const box = ({ x, y, width, height }: Box, look: string): Drawing =>
  draw("rect", { x, y, width, height, class: look });

/** Ranges of keys side by side, each as hot as its load. */
export function keys(loads: readonly number[], { x, y, width, height }: Box): Drawing[] {
  const each = width / Math.max(1, loads.length);
  return loads.map((load, at) =>
    box({ x: x + at * each + 0.5, y, width: each - 1, height }, `cell ${heat(load)}`),
  );
}

/** Keys from top to bottom, time from left to right, as the maps of the page have it. */
export function map(cells: readonly (readonly number[])[], place: Box): Drawing[] {
  const high = place.height / Math.max(1, cells.length);
  return [
    box(place, "tank"),
    ...cells.flatMap((steps, part) => {
      const wide = place.width / Math.max(1, steps.length);
      return steps.flatMap((load, at) => {
        const look = heat(load);
        const [x, y] = [place.x + at * wide, place.y + part * high];
        return look === "idle" ? [] : [box({ x, y, width: wide, height: high }, look)];
      });
    }),
  ];
}

/** Containers that fill up to a level, red once they are full, with a number above each where there is room for it. */
export function tanks(
  levels: readonly number[],
  { x, y, width, height }: Box,
  said: (level: number) => string = percent,
): Drawing[] {
  const each = width / Math.max(1, levels.length);
  return levels.flatMap((level, at) => {
    const [left, wide] = [x + at * each + 3, each - 6];
    const full = Math.min(1, Math.max(0, level)) * height;
    return [
      box({ x: left, y, width: wide, height }, "tank"),
      box(
        { x: left, y: y + height - full, width: wide, height: full },
        `level ${level >= 0.995 ? "hot" : heat(level)}`,
      ),
      ...(each < 60
        ? []
        : [label(left + wide / 2, y + height - 6, said(level), { anchor: "middle", look: "on" })]),
    ];
  });
}

/** Writes per second. */
export const writes = (perSecond: number): string => `${number(Math.round(perSecond))} writes/s`;

/** How many servers do something. */
export const atWork = ({ servers }: Result): string =>
  `${number(servers.filter((one) => one > 0.005).length)} of ${count(servers.length, "server")} at work`;

/** A time: `17 ms`, `3.2 s`, `4 min`. */
export function time(ms: number): string {
  if (ms < 1_000) return `${number(Math.round(ms))} ms`;
  if (ms < 120_000) return `${number(Number((ms / 1_000).toPrecision(2)))} s`;
  return `${number(Number((ms / 60_000).toPrecision(2)))} min`;
}

/** What a run came to, in a sentence. */
export const outcome = ({ served, offered, servers, hottest }: Result): string =>
  `${served >= offered * 0.99 ? "all" : number(served)} of ${writes(offered)} served, ` +
  `hottest of ${number(servers.length)} servers at ${percent(hottest)}`;
