/** The engine on the page's side: compiled, or about to be. */

/** What of the engine is there, and what is on its way. */
export interface Loaded {
  /** The part that a first visit needs, or all. */
  readonly first: WebAssembly.Module;
  /** Absent if the first part is all. */
  readonly rest?: {
    /** Where it is, also for a worker. */
    readonly url: string;
    readonly module: Promise<WebAssembly.Module>;
  };
}
