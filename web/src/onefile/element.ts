/** What the one-file page and its build both know. */

/** The id of the element that holds the engine. */
export const ENGINE = "hotsplit-engine";

/** The id of the element that has the port of dumps. */
export const PORT = "hotsplit-port-wasm";
