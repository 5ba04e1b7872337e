/** What the page and the workers that port and condense dumps send each other. */
import type { PortReport, SourceDatabase } from "../../../pkg/hotsplit_port.js";
import type { PortPart } from "./port-parts.js";

/** A dump to port. The compiled port itself goes over once, ahead of the first. */
export interface PortAsk {
  readonly id: number;
  readonly text: string;
  readonly from: SourceDatabase;
}

/** What became of it, after its parts if it is long. After a trap the worker cannot be used again. */
export type PortAnswer =
  | { readonly id: number; readonly part: PortPart }
  | { readonly id: number; readonly ok: true; readonly report: PortReport }
  | { readonly id: number; readonly ok: false; readonly message: string; readonly trap: boolean };

/** A dump whose rows are to be left out. The worker does nothing else then, and is ended after it. */
export interface CondenseAsk {
  readonly condense: Blob;
}

/** How far a worker is with a dump. */
export interface CondenseProgress {
  /** Bytes of the dump that were read, unpacked. */
  readonly bytes: number;
  /** Tables that were created so far. */
  readonly tables: number;
  /** Rows that were set aside. */
  readonly rows: number;
}

/** A dump without its rows. */
export interface Condensed {
  readonly text: string;
  /** The first few lines that held bytes which are no UTF-8 and were replaced. */
  readonly replaced: readonly number[];
}

/** What the worker says of it. */
export type CondenseAnswer =
  | { readonly progress: CondenseProgress }
  | { readonly done: Condensed }
  | { readonly failed: string };
