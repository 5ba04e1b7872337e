/* tslint:disable */
/* eslint-disable */
export const __externref_drop_slice: (a: number, b: number) => void;
export const __externref_table_alloc: () => number;
export const __externref_table_dealloc: (a: number) => void;
export const __wbg_simulation_free: (a: number, b: number) => void;
export const __wbindgen_exn_store: (a: number) => void;
export const __wbindgen_externrefs: WebAssembly.Table;
export const __wbindgen_free: (a: number, b: number, c: number) => void;
export const __wbindgen_malloc: (a: number, b: number) => number;
export const __wbindgen_realloc: (a: number, b: number, c: number, d: number) => number;
export const __wbindgen_start: () => void;
export const analyse: (a: any) => [number, number, number];
export const cards: (a: any) => [number, number, number, number];
export const fixPage: (a: number, b: number) => [number, number];
export const memory: WebAssembly.Memory;
export const readPage: (a: number, b: number) => [number, number, number];
export const reference: () => [number, number, number];
export const rewrite: (a: any) => [number, number, number];
export const rulePage: (a: number, b: number) => [number, number];
export const simulation_answer: (a: number) => [number, number, number];
export const simulation_grid: (a: number, b: any) => [number, number, number];
export const simulation_paint: (a: number, b: any, c: any) => [number, number];
export const simulation_probe: (a: number, b: any) => [number, number, number];
export const simulation_run: (a: any) => [number, number, number];
export const simulation_series: (a: number, b: any, c: number, d: number) => [number, number, number];
export const simulation_serverUtilisation: (a: number, b: any) => [number, number, number];
export const start: () => void;
export const version: () => [number, number];
