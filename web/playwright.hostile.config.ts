/**
 * What tries to break the page: `npm run hostile`, after `npm run build`. With `--grep @sample` it
 * is as much of it as CI runs.
 */
import base from "./playwright.base.js";

export default {
  ...base,
  testMatch: "hostile/*.spec.ts",
  timeout: 600_000,
  expect: { timeout: 60_000 },
};
