/** A class with one link: `npm run class`, after `npm run build`. Minutes, so CI does not run it. */
import base from "./playwright.base.js";

export default {
  ...base,
  testMatch: "class/*.ts",
  timeout: 3_600_000,
  // Pages of several learners share one machine here, as they never do in a class.
  expect: { timeout: 30_000 },
};
