/** What is known of an example: see `virtual:examples`. */

/** A text to begin with, read from `web/content/examples`. */
export interface Example {
  /** Its heading. */
  readonly title: string;
  /** What it stands under in the list. */
  readonly group: string;
  /** One paragraph about it. */
  readonly about: string;
  /** The schema. */
  readonly text: string;
  /** Nodes it is meant for. */
  readonly nodes: number | undefined;
  /** Writes/s it is meant for. */
  readonly writesPerSecond: number | undefined;
}
