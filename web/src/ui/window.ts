/** Which entries of a long list are drawn, worked out from heights alone. */

/** Entries from which on a list is drawn in part. Ours: fewer take no longer than a frame. */
export const ALL_DRAWN_MAX = 40;

/** Room around what is in view for which entries are drawn too, in pixels. Ours: a turn of the wheel. */
export const AROUND = 400;

/** Entries of a long list that are drawn before it is known what is in view. Ours: a part of a screen. */
export const FIRST = 16;

/** Entries drawn on each side of the one that has the focus. Ours: an arrow key held down for a frame. */
export const NEAR = 8;

/** Entries from one number up to another, which is not among them. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Heights of entries that were drawn, and what those of the others are taken for. */
export class Heights {
  readonly #known = new Map<unknown, number>();
  #sum = 0;

  /** Takes the height of an entry. */
  set(key: unknown, height: number): void {
    this.#sum += height - (this.#known.get(key) ?? 0);
    this.#known.set(key, height);
  }

  /** The mean. Ours where none was measured: a line of text and its padding. */
  get mean(): number {
    return this.#sum > 0 ? this.#sum / this.#known.size : 30;
  }

  /** Forgets all, as where the width has changed. */
  clear(): void {
    this.#known.clear();
    this.#sum = 0;
  }
}

/** A span, and where it stands. */
export interface Stood extends Span {
  readonly top: number;
  readonly bottom: number;
}

/** The number of the entry at a height; the first or the last where it is above or below them all. */
export function entryAt(spans: readonly Stood[], y: number): number {
  const at = spans.find(({ bottom }) => y < bottom) ?? spans.at(-1);
  if (!at) return 0;
  const { from, to, top, bottom } = at;
  const share = bottom > top ? (y - top) / (bottom - top) : 0;
  return Math.min(to - 1, Math.max(from, from + Math.floor(share * (to - from))));
}

/** A run of entries that are drawn, or of those in whose place there is room. */
export interface Run extends Span {
  readonly drawn: boolean;
}

/**
 * Runs of a list in their order: a span is drawn, the first and the last, so that keys lead there,
 * and those that are kept wherever they stand.
 */
export function runsOf(count: number, { from, to }: Span, keep: Iterable<number>): Run[] {
  const drawn = new Set<number>([0, count - 1, ...keep]);
  for (let at = from; at < to; at++) drawn.add(at);
  const order = [...drawn].filter((at) => at >= 0 && at < count).sort((a, b) => a - b);
  const runs: Run[] = [];
  let end = 0;
  for (const at of order) {
    const last = runs.at(-1);
    if (at > end) runs.push({ from: end, to: at, drawn: false });
    if (at === end && last?.drawn) runs[runs.length - 1] = { ...last, to: at + 1 };
    else runs.push({ from: at, to: at + 1, drawn: true });
    end = at + 1;
  }
  return runs;
}
