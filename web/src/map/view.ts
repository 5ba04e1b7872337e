/** Which part of a map is in view: zoom, pan and where the old picture lies meanwhile. */
import { type Frame, WHOLE } from "../state/state.js";

/** A point, or a factor, of either axis: x is time, y is keys. */
export interface Pair {
  readonly x: number;
  readonly y: number;
}

/** Least part of each axis that fills a map, as fractions. */
export function least(columns: number, rows: number): Pair {
  return { x: Math.min(1, 4 / Math.max(1, columns)), y: Math.min(1, 4 / Math.max(1, rows)) };
}

/** An axis after its span changes by a factor around a point, which stays where it is. */
function stretched(from: number, to: number, at: number, by: number, least: number) {
  // Not even by rounding.
  if (by === 1) return [from, to] as const;
  const size = Math.min(1, Math.max(Math.min(least, to - from), (to - from) * by));
  const start = from + at * (to - from) - at * size;
  const held = Math.min(1 - size, Math.max(0, start));
  return [held, held + size] as const;
}

/** Closer (`by` below 1) or farther, around a point of the picture. */
export function zoomed(frame: Frame, at: Pair, by: Pair, least: Pair): Frame {
  const [left, right] = stretched(frame.left, frame.right, at.x, by.x, least.x);
  const [top, bottom] = stretched(frame.top, frame.bottom, at.y, by.y, least.y);
  return { left, right, top, bottom };
}

/** Moved by fractions of the picture, within the whole. */
export function panned(frame: Frame, by: Pair): Frame {
  const moved = (from: number, to: number, by: number) => {
    const size = to - from;
    const start = Math.min(1 - size, Math.max(0, from + by * size));
    return [start, start + size] as const;
  };
  const [left, right] = moved(frame.left, frame.right, by.x);
  const [top, bottom] = moved(frame.top, frame.bottom, by.y);
  return { left, right, top, bottom };
}

/** The part of the picture between two points; an axis without a span stays as it is. */
export function boxed(frame: Frame, from: Pair, to: Pair, least: Pair): Frame {
  const axis = (low: number, high: number, a: number, b: number, least: number) => {
    if (a === b) return [low, high] as const;
    const [start, end] = [Math.min(a, b), Math.max(a, b)].map((at) => low + at * (high - low));
    const missing = Math.max(0, least - ((end ?? 1) - (start ?? 0))) / 2;
    const first = Math.min(1 - least, Math.max(0, (start ?? 0) - missing));
    return [first, Math.min(1, Math.max(first + least, (end ?? 1) + missing))] as const;
  };
  const [left, right] = axis(frame.left, frame.right, from.x, to.x, least.x);
  const [top, bottom] = axis(frame.top, frame.bottom, from.y, to.y, least.y);
  return { left, right, top, bottom };
}

/** A frame moved as little as shows a point of the whole. */
export function showing(frame: Frame, at: Pair): Frame {
  const by = (from: number, to: number, at: number) =>
    at < from ? (at - from) / (to - from) : at > to ? (at - to) / (to - from) : 0;
  return panned(frame, {
    x: by(frame.left, frame.right, at.x),
    y: by(frame.top, frame.bottom, at.y),
  });
}

/** Says whether two frames are the same, but for rounding. */
export function same(a: Frame, b: Frame): boolean {
  const near = (a: number, b: number) => Math.abs(a - b) < 1e-9;
  return (
    near(a.left, b.left) && near(a.right, b.right) && near(a.top, b.top) && near(a.bottom, b.bottom)
  );
}

/** Says whether a frame shows less than everything. */
export function isZoomed(frame: Frame): boolean {
  return !same(frame, WHOLE);
}

/** Where a picture of one frame lies in another, as a CSS transform from the top left corner. */
export function transform(painted: Frame, now: Frame): string {
  if (same(painted, now)) return "none";
  const [width, height] = [now.right - now.left, now.bottom - now.top];
  const [x, y] = [(painted.left - now.left) / width, (painted.top - now.top) / height];
  const [sx, sy] = [
    (painted.right - painted.left) / width,
    (painted.bottom - painted.top) / height,
  ];
  return `translate(${x * 100}%, ${y * 100}%) scale(${sx}, ${sy})`;
}
