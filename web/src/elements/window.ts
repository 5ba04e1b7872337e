/** Which entries of a long list are drawn, worked out from heights alone. */

/** Entries from which on a list is drawn in part. Ours: fewer take no longer than a frame. */
export const FEW = 40;

/** Room around what is in view for which entries are drawn too, in pixels. Ours: a turn of the wheel. */
export const AROUND = 600;

/** Entries drawn on each side of the one that has the focus. Ours: an arrow key held down for a frame. */
export const NEAR = 8;

/** Entries from one number up to another, which is not among them. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Heights of entries: those that were measured, and their mean for all others. */
export class Heights {
  readonly #known = new Map<unknown, number>();
  #sum = 0;

  /** Takes a height; says whether it is another than before. */
  set(key: unknown, height: number): boolean {
    const before = this.#known.get(key);
    if (before !== undefined && Math.abs(before - height) < 1) return false;
    this.#known.set(key, height);
    this.#sum += height - (before ?? 0);
    return true;
  }

  /** The height of an entry. Ours where none was measured: a line of text and its padding. */
  of(key: unknown): number {
    return this.#known.get(key) ?? (this.#known.size > 0 ? this.#sum / this.#known.size : 30);
  }

  /** Forgets all, as where the width has changed. */
  clear(): void {
    this.#known.clear();
    this.#sum = 0;
  }
}

/** The entries that lie between two heights, both counted from the top of the list. */
export function spanIn(count: number, height: (at: number) => number, top: number, end: number) {
  let [at, below] = [0, 0];
  while (at < count - 1 && below + height(at) <= top) below += height(at++);
  const from = at;
  while (at < count && below < end) below += height(at++);
  return { from, to: Math.max(from + 1, at) };
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
