/** A seeded generator for tests: one seed, one row of numbers, on every machine. */

/** Draws from one seed. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** A number from 0 up to 1: mulberry32. */
  share(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  }

  /** A whole number from 0 up to `end`, which is not drawn. */
  below(end: number): number {
    return Math.floor(this.share() * end);
  }

  /** Says yes as often as this. */
  chance(share: number): boolean {
    return this.share() < share;
  }

  /** One of these. */
  of<T>(all: readonly T[]): T {
    const at = this.below(all.length);
    // What stands there may be `undefined`, or nothing where the list is empty: that is no choice.
    if (!(at in all)) throw new Error("expected something to choose from");
    return all[at] as T;
  }

  /** Some of these, in their order. */
  some<T>(all: readonly T[]): T[] {
    return all.filter(() => this.chance(0.5));
  }

  /** As many as drawn below `most`, each made anew. */
  many<T>(most: number, make: (at: number) => T): T[] {
    return Array.from({ length: this.below(most) }, (_, at) => make(at));
  }
}
