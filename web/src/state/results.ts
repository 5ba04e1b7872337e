/** What came of runs, as the page draws it. */
import type { SimulationAnswer } from "../../../pkg/hotsplit.js";

/** A metric of both runs: shares of its full scale, row by row, each by column. */
export interface Fields {
  readonly before: Float32Array;
  /** Absent where there is one run. */
  readonly after: Float32Array | undefined;
}

/** Hottest and mean load of one band of rows. */
export interface Peak {
  /** The table or index. */
  readonly object: string;
  /** Hottest cell as a share of what one split can take. */
  readonly share: number;
  /** Row of that cell. */
  readonly row: number;
  /** Column of that cell. */
  readonly column: number;
  /** Mean share over the band's cells. */
  readonly mean: number;
}

/** Of each row of a grid: its hottest cell, and what its mean is worked out of. */
export interface RowPeaks {
  /** Share of the hottest cell; 0 where none has load. */
  readonly share: Float32Array;
  /** Column of that cell. */
  readonly column: Uint32Array;
  /** Sum of the shares. */
  readonly sum: Float64Array;
  /** Cells that have keys. */
  readonly cells: Uint32Array;
}

/** One run's series, one value a column, and its peaks. */
export interface Series {
  /** Rows/s the workload asks to write. */
  readonly offered: Float32Array;
  /** Rows/s written. */
  readonly served: Float32Array;
  /** Median of commit latency at the server, ms. */
  readonly p50: Float32Array;
  /** 99th percentile of commit latency at the server, ms. */
  readonly p99: Float32Array;
  /** Median of latency as a client sees it, ms. */
  readonly clientP50: Float32Array;
  /** 99th percentile of latency as a client sees it, ms. */
  readonly clientP99: Float32Array;
  /** Shares of what one split can take: row by row, each by column; none: not a number. */
  readonly grid: Float32Array;
  /** Peaks, one a band, in the order of the bands. */
  readonly peaks: readonly Peak[];
  /** Peaks, one a row. */
  readonly rows: RowPeaks;
}

/** What came of a simulation, with what the charts draw. */
export interface Results {
  /** Numbers and words. */
  readonly answer: SimulationAnswer;
  /** Series of the schema as it is. */
  readonly before: Series;
  /** Series of the schema with fixes. */
  readonly after: Series | undefined;
}
