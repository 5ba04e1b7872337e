/**
 * Tests of the page in a browser: `npm run browser`, after `npm run build`. With `SAMPLE=1` it is as
 * much of them as CI runs.
 */
import { defineConfig } from "@playwright/test";
import base from "./playwright.base.js";
import { SAMPLE } from "./tests/browser/sample.js";

// One page for the tests of a worker, emptied between them. Playwright resets storage, routes, scripts
// and emulation; a test that asks for another kind of context has one of its own.
process.env.PW_TEST_REUSE_CONTEXT ??= "1";

// What that page has compiled of the engine is taken from its cache by the next test. Chromium keeps
// it by itself, but later: after two seconds, and once a megabyte is compiled.
const KEPT = "--js-flags=--wasm-caching-threshold=1000 --wasm-caching-timeout-ms=100";

const { launchOptions } = base.use ?? {};

export default defineConfig({
  ...base,
  use: {
    ...base.use,
    launchOptions: { ...launchOptions, args: [...(launchOptions?.args ?? []), KEPT] },
  },
  testMatch: "browser/*.spec.ts",
  ...(SAMPLE && { grepInvert: /@whole/ }),
});
