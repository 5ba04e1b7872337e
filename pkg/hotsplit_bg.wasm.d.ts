/* tslint:disable */
/* eslint-disable */
export const __wbindgen_externrefs: WebAssembly.Table;
export const __wbindgen_free: (a: number, b: number, c: number) => void;
export const __wbindgen_start: () => void;
export const memory: WebAssembly.Memory;
export const version: () => [number, number];
