/** What is known of a workload to start from: see `virtual:presets`. */
import type { DialectChoice, RunKnobs } from "../../../pkg/hotsplit.js";

/** A workload to start from, read from `web/content/presets`. */
export interface PresetEntry {
  /** As in `ledger`. */
  readonly id: string;
  readonly title: string;
  /** One sentence: what happens. */
  readonly about: string;
  /** The schema as it is, in GoogleSQL. */
  readonly text: string;
  readonly dialect: DialectChoice;
  /** The same in each dialect, this one included. */
  readonly texts: readonly PresetText[];
  /** What is changed, in order; the last is the one to show beside the schema as it is. */
  readonly changes: readonly PresetChange[];
  /** Each change stands alone; otherwise each schema has the changes before it too. */
  readonly alternatives: boolean;
  readonly nodes: number;
  /** Rows written per second over the whole schema. */
  readonly writesPerSecond: number;
  readonly minutes: number;
  /** All else the run is set to. */
  readonly run: RunKnobs;
  /** Its numbers, each with where it is from. */
  readonly sources: readonly string[];
}

/** A change of a workload to start from. */
export interface PresetChange {
  /** What is done: `16 shards before the key`. */
  readonly title: string;
  /** The schema with it, in each dialect; that of before where only split points are added. */
  readonly texts: readonly PresetText[];
  /** Split points for each node that it adds before the run. */
  readonly splitPointsPerNode: number;
}

/** A schema of a workload to start from, in a dialect. */
export interface PresetText {
  readonly dialect: DialectChoice;
  readonly text: string;
}
