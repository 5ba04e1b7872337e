/* tslint:disable */
/* eslint-disable */
/** How many statements had which outcome. */
export interface PortCounts {
    kept: number;
    converted: number;
    dropped: number;
    asked: number;
    rows: number;
    session: number;
}

/** A choice that a person has, written as `-- hotsplit: file NAME=CHOICE`; `pk` and `key` are of a table, `as` of a column. */
export interface PortDecision {
    name: string;
    chosen: string;
    choices: string[];
}

/** A difference between the dump and the port. */
export interface PortLoss {
    /** The rule, as in `migrate-index-kind`. */
    rule: string;
    severity: "error" | "high" | "warn" | "ask" | "info";
    /** The table, index or other object. */
    object: string;
    column: string | null;
    message: string;
    what: "dropped" | "narrowed" | "widened" | "renamed" | "changed";
    /** Its place in the dump. */
    source: PortSpan;
    /** What replaces it in the port. */
    target: PortSpan | null;
    decision: PortDecision | null;
}

/** What `port` returns as JSON. */
export interface PortReport {
    from: "source-mysql" | "source-postgresql";
    to: "googlesql" | "postgresql";
    level: "proven" | "current";
    statements: PortCounts;
    /** Bytes of statements that hold rows. */
    rowBytes: number;
    tables: PortTable[];
    /** In the order of the dump. */
    losses: PortLoss[];
    /** The schema for Spanner. */
    text: string;
    /** Start and end in the dump, start and end in the port, in the order of the dump. */
    map: [number, number, number, number][];
    /** The schema without generators of keys: what it would be if nothing was decided. */
    literal: string;
    /** Statements in the order of the dump, without those that hold rows or set up a session. */
    definitions: PortStatement[];
    /** What is wrong with directives of the dump. */
    wrong: string[];
}

/** A range in UTF-16 code units. */
export interface PortSpan {
    start: number;
    end: number;
}

/** A statement of the dump that defines something, or has no counterpart. */
export interface PortStatement {
    /** What it is, as in `CREATE TABLE`. */
    kind: string;
    /** What it is about; empty where that is not known. */
    object: string;
    /** It has no counterpart. */
    dropped: boolean;
    /** Its place in the dump. */
    source: PortSpan;
}

/** A table, and what its rows show of rates: averages, never the peak. */
export interface PortTable {
    /** Its name in the dump. */
    source: string;
    /** Its name in the port. */
    target: string;
    rows: number;
    /** How fast rows came on average, as in `57 a day`, by the times of a column. */
    average?: { rate: string; column: string; from: string; to: string } | null;
    /** How many of its rows name a row of a parent, and how many rows that has. */
    children?: { parent: string; rows: number; parents: number }[];
}

/** A database that dumps are from. */
export type SourceDatabase = "mysql" | "postgresql";

/**
 * Leaves the rows out of a dump of any size, which comes in parts.
 */
export class Condenser {
    free(): void;
    [Symbol.dispose](): void;
    /**
     * The dump without its rows; to be called once.
     *
     * # Errors
     *
     * As of `push`.
     */
    finish(): string;
    /**
     * For a dump that says itself which database it is from.
     */
    constructor();
    /**
     * Takes the next part of the dump.
     *
     * # Errors
     *
     * If it is no dump, or longer than is read.
     */
    push(part: Uint8Array | number[]): void;
    /**
     * The first few lines of it that held bytes which are no UTF-8 and were replaced.
     */
    readonly replaced: Uint32Array;
    /**
     * Rows that were set aside so far.
     */
    readonly rows: number;
    /**
     * Tables that were created so far.
     */
    readonly tables: number;
}

/**
 * Which database a text is from: `mysql`, `postgresql`, `spanner`, or nothing where it is not known.
 */
export function detect(text: string): string;

/**
 * Ports a dump, to the dialect that it asks for itself, else to GoogleSQL. `from` is a
 * `SourceDatabase`, or empty to tell it from the text. Returns a `PortReport` as JSON.
 *
 * # Errors
 *
 * If it is not known which database the dump is from, or it is too long.
 */
export function port(text: string, from: string): string;

export type InitInput = RequestInfo | URL | Response | BufferSource | WebAssembly.Module;

export interface InitOutput {
    readonly __externref_table_dealloc: (a: number) => void;
    readonly __wbg_condenser_free: (a: number, b: number) => void;
    readonly __wbindgen_externrefs: WebAssembly.Table;
    readonly __wbindgen_free: (a: number, b: number, c: number) => void;
    readonly __wbindgen_malloc: (a: number, b: number) => number;
    readonly __wbindgen_realloc: (a: number, b: number, c: number, d: number) => number;
    readonly __wbindgen_start: () => void;
    readonly condenser_finish: (a: number) => [number, number, number, number];
    readonly condenser_new: () => number;
    readonly condenser_push: (a: number, b: number, c: number) => [number, number];
    readonly condenser_replaced: (a: number) => [number, number];
    readonly condenser_rows: (a: number) => number;
    readonly condenser_tables: (a: number) => number;
    readonly detect: (a: number, b: number) => [number, number];
    readonly memory: WebAssembly.Memory;
    readonly port: (a: number, b: number, c: number, d: number) => [number, number, number, number];
}

export type SyncInitInput = BufferSource | WebAssembly.Module;

/**
 * Instantiates the given `module`, which can either be bytes or
 * a precompiled `WebAssembly.Module`.
 *
 * @param {{ module: SyncInitInput }} module - Passing `SyncInitInput` directly is deprecated.
 *
 * @returns {InitOutput}
 */
export function initSync(module: { module: SyncInitInput } | SyncInitInput): InitOutput;

/**
 * If `module_or_path` is {RequestInfo} or {URL}, makes a request and
 * for everything else, calls `WebAssembly.instantiate` directly.
 *
 * @param {{ module_or_path: InitInput | Promise<InitInput> }} module_or_path - Passing `InitInput` directly is deprecated.
 *
 * @returns {Promise<InitOutput>}
 */
export default function __wbg_init (module_or_path?: { module_or_path: InitInput | Promise<InitInput> } | InitInput | Promise<InitInput>): Promise<InitOutput>;
