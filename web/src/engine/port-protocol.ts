/** What the page and the worker that ports dumps send each other. */
import type { PortReport, SourceDatabase } from "../../../pkg/hotsplit_port.js";

/** A dump to port. The compiled port itself goes over once, ahead of the first. */
export interface PortAsk {
  readonly id: number;
  readonly text: string;
  readonly from: SourceDatabase;
}

/** What became of it. After a trap the worker cannot be used again. */
export type PortAnswer =
  | { readonly id: number; readonly ok: true; readonly report: PortReport }
  | { readonly id: number; readonly ok: false; readonly message: string; readonly trap: boolean };
