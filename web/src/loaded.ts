/** The engine on the page's side: compiled, or about to be. */

/** What of the engine is there, and what is on its way. */
export interface Loaded {
  /** The part that a first visit needs, or all. */
  readonly first: WebAssembly.Module;
  /** Absent if the first part is all. */
  readonly rest?: {
    /** Where it is, in full: a worker may be of another place than its page. */
    readonly url: string;
    readonly module: Promise<WebAssembly.Module>;
  };
}

/** The same promise: whoever waits for it is told of its failure, and nobody else. */
export function quiet<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}
