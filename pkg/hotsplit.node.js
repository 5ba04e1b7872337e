/**
 * The engine for Node.js: `hotsplit.js`, with the WebAssembly read from the disk as this is loaded.
 *
 * `import "hotsplit"` comes here in Node.js and to `hotsplit.js` elsewhere, so that one source runs
 * in both: `await init()` does nothing more here.
 */
import { readFileSync } from "node:fs";
import { initSync } from "./hotsplit.js";

export * from "./hotsplit.js";

const exported = initSync({
  module: readFileSync(new URL("./hotsplit_bg.wasm", import.meta.url)),
});

/** The engine is there already; what it is asked to load is left alone. */
export default async function init() {
  return exported;
}
