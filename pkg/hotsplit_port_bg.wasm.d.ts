/* tslint:disable */
/* eslint-disable */
export const __externref_table_dealloc: (a: number) => void;
export const __wbg_condenser_free: (a: number, b: number) => void;
export const __wbindgen_externrefs: WebAssembly.Table;
export const __wbindgen_free: (a: number, b: number, c: number) => void;
export const __wbindgen_malloc: (a: number, b: number) => number;
export const __wbindgen_realloc: (a: number, b: number, c: number, d: number) => number;
export const __wbindgen_start: () => void;
export const condenser_finish: (a: number) => [number, number, number, number];
export const condenser_new: () => number;
export const condenser_push: (a: number, b: number, c: number) => [number, number];
export const condenser_replaced: (a: number) => [number, number];
export const condenser_rows: (a: number) => number;
export const condenser_tables: (a: number) => number;
export const detect: (a: number, b: number) => [number, number];
export const memory: WebAssembly.Memory;
export const port: (a: number, b: number, c: number, d: number) => [number, number, number, number];
