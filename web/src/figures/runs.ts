/**
 * The runs that figures are drawn from: which schema, which load, and what is kept of the result.
 * The build and the page ask the engine the same, so that both draw the same.
 */
import type { Pace, RunAnswer, SimulateAsk } from "../../../pkg/hotsplit.js";
import { SEED } from "../state/defaults.js";
import { type SchemaName, schemaOf } from "./schemas.js";

/** A run. */
export interface RunOf {
  readonly schema: SchemaName;
  /** What the schema is made with: hash shards, the per cent of a tenant, or lines of an order. */
  readonly shards?: number;
  readonly nodes: number;
  readonly writes: number;
  readonly minutes: number;
  /** Ranges of keys that the load is kept of. */
  readonly parts: number;
  /** How rates change. */
  readonly pace?: Pace;
  /** Clients send without waiting for answers. */
  readonly open?: true;
  /** Which server has the most load is kept of each time step. */
  readonly follow?: true;
  /** Split points added before the run, for each node. */
  readonly points?: number;
}

/** What is kept of a run: plain numbers, as few as a figure draws. */
export interface Result {
  readonly offered: number;
  readonly served: number;
  readonly sustainable: number;
  readonly p99: number;
  /** Highest utilisation of a server, 0 to 1. */
  readonly hottest: number;
  /** Mean utilisation of each server, 0 to 1. */
  readonly servers: readonly number[];
  readonly splits: number;
  /** Tables and indexes with the highest load of one of their splits, as a share of its limit. */
  readonly objects: readonly {
    readonly name: string;
    readonly kind: string;
    readonly load: number;
  }[];
  /** The highest load of a split in each range of keys, by time step: a mean over the step. */
  readonly cells: readonly (readonly number[])[];
  /** 99th percentile of latency at the client by time step, ms. */
  readonly waits: readonly number[];
  /** The server of the range of keys with the most load by time step, where it is followed. */
  readonly owners: readonly number[];
  /** Minutes of a time step. */
  readonly step: number;
}

/** Time steps that are kept. */
export const STEPS = 24;

/** What tells a run from all others. */
export const idOf = (run: RunOf): string => JSON.stringify(Object.entries(run).sort());

/** What the engine is asked for it. */
export function askOf(run: RunOf): SimulateAsk {
  const { nodes, writes, minutes, pace, open, points } = run;
  return {
    before: schemaOf(run.schema, run.shards),
    dialect: "googlesql",
    ...{ nodes, writesPerSecond: writes, minutes, seed: SEED },
    knobs: {
      ...(pace === undefined ? {} : { pace }),
      ...(open === undefined ? {} : { sending: { kind: "open" } }),
      ...(points === undefined ? {} : { splitPointsPerNode: points }),
    },
  };
}

/** What the engine says of a run. */
export interface Output {
  readonly one: RunAnswer;
  /** Load by range of keys and time. */
  readonly grid: Float32Array;
  readonly clientP99: Float32Array;
}

/** A cell of the grid. */
export interface Cell {
  readonly row: number;
  readonly column: number;
}

/** The cell with the most load in the middle of each time step, of a run that is followed. */
export function followed(run: RunOf, { one, grid }: Omit<Output, "clientP99">): Cell[] {
  const { rows, columns } = one;
  if (!run.follow) return [];
  return Array.from({ length: Math.min(STEPS, columns) }, (_, at) => {
    const column = Math.floor(((at + 0.5) * columns) / Math.min(STEPS, columns));
    let row = 0;
    for (let other = 0; other < rows; other++) {
      const load = (of: number) => grid[of * columns + column] || 0;
      if (load(other) > load(row)) row = other;
    }
    return { row, column };
  });
}

/** What is kept of it; `owners` are the servers of the cells that are followed. */
export function resultOf(run: RunOf, output: Output, owners: readonly number[]): Result {
  const { one, grid, clientP99 } = output;
  const steps = Math.min(STEPS, one.columns);
  return {
    offered: rounded(one.offeredWritesPerSecond, 0),
    served: rounded(one.servedWritesPerSecond, 0),
    sustainable: rounded(one.sustainableWritesPerSecond, 0),
    p99: rounded(one.clientP99Ms, 0),
    hottest: rounded(one.serverUtilisationMax, 3),
    servers: one.serverMeans.map((mean) => rounded(mean, 3)),
    splits: one.splits,
    objects: objectsOf(one, grid),
    cells: pooled(grid, one, run.parts, steps),
    waits: Array.from({ length: steps }, (_, at) => {
      const [from, to] = [at, at + 1].map((end) => Math.floor((end * one.columns) / steps));
      return rounded(Math.max(...clientP99.slice(from, to)), 0);
    }),
    owners,
    step: (one.columns * one.secondsPerColumn) / 60 / steps,
  };
}

function objectsOf({ bands, columns }: RunAnswer, grid: Float32Array): Result["objects"] {
  return bands.map(({ object, kind, firstRow, rows }) => {
    const cells = grid.subarray(firstRow * columns, (firstRow + rows) * columns);
    // The second half of the run: what is left once Spanner has split what it can.
    const late = cells.filter((_, at) => at % columns >= columns / 2);
    return { name: object, kind, load: rounded(most(late), 3) };
  });
}

/** The greatest of each part of the keys, as a mean over each part of the time: load is noisy. */
function pooled(
  grid: Float32Array,
  { rows, columns }: RunAnswer,
  parts: number,
  steps: number,
): number[][] {
  const bounds = (at: number, all: number, of: number) =>
    [Math.floor((at * of) / all), Math.max(Math.floor(((at + 1) * of) / all), 1)] as const;
  return Array.from({ length: parts }, (_, part) =>
    Array.from({ length: steps }, (_, step) => {
      const [top, bottom] = bounds(part, parts, rows);
      const [left, right] = bounds(step, steps, columns);
      let sum = 0;
      for (let column = left; column < right; column++) {
        let peak = 0;
        for (let row = top; row < bottom; row++) {
          // Not a number where there are no keys yet.
          peak = Math.max(peak, grid[row * columns + column] || 0);
        }
        sum += peak;
      }
      return rounded(sum / Math.max(1, right - left), 2);
    }),
  );
}

/** The greatest; 0 where there are no keys. */
function most(values: Float32Array): number {
  let peak = 0;
  for (const value of values) if (value > peak) peak = value;
  return peak;
}

function rounded(value: number, digits: number): number {
  return Math.round(value * 10 ** digits) / 10 ** digits;
}
