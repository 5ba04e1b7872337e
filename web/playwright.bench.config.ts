/** The page's benchmark: numbers for people to read, none of which passes or fails. */
import base from "./playwright.base.js";

// One at a time: what is measured beside another measures that, too.
export default { ...base, testMatch: "bench/*.ts", timeout: 900_000, workers: 1 };
