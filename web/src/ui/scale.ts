/** Scales: sliders, axes, the legend. Pure functions of numbers. */
import { LIMITS } from "../state/state.js";

/** Positions of the slider of writes/s. */
export const STEPS = 200;

/** A rate to its place on the slider: equal steps are equal factors. */
export function toSlider(value: number): number {
  const [least, most] = LIMITS.writesPerSecond;
  const share = Math.log(Math.max(least, value) / least) / Math.log(most / least);
  return Math.round(Math.min(1, share) * STEPS);
}

/** A place on the slider to a rate of two digits, as a person would say it. */
export function fromSlider(place: number): number {
  const [least, most] = LIMITS.writesPerSecond;
  const value = least * (most / least) ** (place / STEPS);
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(value)) - 1);
  return Math.min(most, Math.round(value / unit) * unit);
}

/** Round steps from 0 up to a top that holds the value: at most `count` of them. */
export function ticks(top: number, count: number): number[] {
  if (!(top > 0) || !Number.isFinite(top)) return [0];
  const rough = top / count;
  const unit = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((n) => n * unit).find((n) => n >= rough) ?? rough;
  const last = Math.ceil(top / step - 1e-9);
  return Array.from({ length: last + 1 }, (_, at) => at * step);
}

/** Powers of ten around two positive values, at least one decade. */
export function decades(least: number, most: number): number[] {
  const from = Math.floor(Math.log10(Math.max(least, 1e-3)));
  const to = Math.max(from + 1, Math.ceil(Math.log10(Math.max(most, 1e-3)) - 1e-9));
  return Array.from({ length: to - from + 1 }, (_, at) => 10 ** (from + at));
}

/** Minutes to mark on a time axis of this many seconds: about `count` of them. */
export function minutes(seconds: number, count: number): number[] {
  const whole = seconds / 60;
  const steps = [0.5, 1, 2, 5, 10, 15, 20, 30, 60, 120];
  const step = steps.find((n) => whole / n <= count) ?? 120;
  return Array.from({ length: Math.floor(whole / step + 1e-9) + 1 }, (_, at) => at * step);
}

/** Where a fraction of the whole stands in a frame: 0 at its start, 1 at its end. */
export function within(fraction: number, from: number, to: number): number {
  return to > from ? (fraction - from) / (to - from) : 0;
}

/** The cell a point of the picture falls in, of `cells` over the frame from `from` to `to`. */
export function cellAt(point: number, from: number, to: number, cells: number): number {
  const fraction = from + Math.min(1, Math.max(0, point)) * (to - from);
  return Math.min(cells - 1, Math.max(0, Math.floor(fraction * cells)));
}

/** The cells under each pixel of an axis: first, and one past the last. */
export function spans(cells: number, from: number, to: number, pixels: number): [number, number][] {
  return Array.from({ length: pixels }, (_, i) => {
    const edge = (i: number) => (from + ((to - from) * i) / Math.max(1, pixels)) * cells;
    const first = Math.min(cells - 1, Math.max(0, Math.floor(edge(i) + 1e-9)));
    return [first, Math.min(cells, Math.max(first + 1, Math.ceil(edge(i + 1) - 1e-9)))];
  });
}
