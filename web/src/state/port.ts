/** A dump of another database, and what becomes of it: see `session/porting.ts`. */
import type { PortReport, SourceDatabase } from "../../../pkg/hotsplit_port.js";

/** Hot keys of a schema, as the engine counts them. */
export interface HotKeys {
  /** Of the schema without generators of keys. */
  readonly literal: number;
  /** Of the port as it is decided. */
  readonly decided: number;
  /** Questions that the port leaves open: an answer may make a key hot. */
  readonly open: number;
  /** Keys of the schema as it is do not spread, and are harmless at the writes that are assumed. */
  readonly harmless: boolean;
}

/** A dump that is on the page. */
export interface Ported {
  /** The dump that the report is of. */
  readonly text: string;
  /** The database that it is from. */
  readonly from: SourceDatabase;
  /** Its port, once there is one: of an older text while a new one is on its way. */
  readonly report: PortReport | undefined;
  /** Why there is none. */
  readonly failed: string | undefined;
  /** Absent until the engine has counted them. */
  readonly hot: HotKeys | undefined;
}

/** A column of a dump. */
export interface PortColumn {
  readonly table: string;
  readonly column: string;
}

/** Something that a person does about a dump. */
export type PortStep =
  /** Writes a decision about the whole dump into it. */
  | { readonly step: "decide"; readonly name: string; readonly choice: string }
  /** Writes the primary key of a table into it. */
  | { readonly step: "key"; readonly table: string; readonly columns: string }
  /** Writes how ids of a table are made into it; without a choice they are made as all others. */
  | { readonly step: "ids"; readonly table: string; readonly choice: string | undefined }
  /** Writes the type of columns into it. */
  | { readonly step: "types"; readonly columns: readonly PortColumn[]; readonly type: string }
  /** Puts the port in place of the dump, which is set aside. */
  | { readonly step: "use" }
  /** Goes back to the dump. */
  | { readonly step: "back" };
