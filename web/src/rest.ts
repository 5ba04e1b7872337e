/**
 * The worker's side of an engine in two parts: has the rest fetched as soon as it is needed.
 *
 * The first part exports a table, `rest`, with a place for each function that lies in the rest and,
 * in front, one for the function that is called where such a place is empty. See
 * `crate/xtask/src/split.rs`.
 */

/**
 * The smallest module that hands on a function, as tables take none of JavaScript's:
 * `(module (func (import "" "") (export "")))`.
 */
const HANDS_ON = Uint8Array.of(
  ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
  ...[0x01, 0x04, 0x01, 0x60, 0x00, 0x00],
  ...[0x02, 0x05, 0x01, 0x00, 0x00, 0x00, 0x00],
  ...[0x07, 0x04, 0x01, 0x00, 0x00, 0x00],
);

/** An engine, of which a part may still be missing. */
export class Rest {
  #joined = false;
  readonly #table: WebAssembly.Table;
  /** Why there is no rest, in words, if it was needed and did not come. */
  lost: string | undefined;

  constructor(
    readonly first: WebAssembly.Exports,
    /** Fetches the rest while everything waits. */
    readonly fetched: () => WebAssembly.Module,
  ) {
    const { rest } = first;
    if (!(rest instanceof WebAssembly.Table)) throw new Error("expected an engine in two parts");
    this.#table = rest;
    const needed = () => this.#need();
    const hands = new WebAssembly.Instance(new WebAssembly.Module(HANDS_ON), {
      "": { "": needed },
    });
    rest.set(0, hands.exports[""]);
  }

  /** Puts the two parts together. */
  join(rest: WebAssembly.Module): void {
    this.#join(() => rest);
  }

  #need(): void {
    this.#join(this.fetched);
  }

  #join(part: () => WebAssembly.Module): void {
    if (this.#joined) return;
    try {
      new WebAssembly.Instance(part(), { first: this.first });
      // Another module than the rest leaves its places empty.
      if (this.#table.get(1) === null) throw new Error("expected the rest of the engine");
      this.#joined = true;
    } catch (error) {
      this.lost = "The engine could not be loaded.";
      throw error;
    }
  }
}

/** Fetches a module while the whole worker waits: in the midst of the engine nothing else can. */
export function fetched(url: string): WebAssembly.Module {
  const request = new XMLHttpRequest();
  request.open("GET", url, false);
  request.responseType = "arraybuffer";
  request.send();
  if (request.status !== 200) throw new Error(`${url}: ${request.status}`);
  return new WebAssembly.Module(request.response);
}
