/** The page's benchmark: numbers for people to read, none of which passes or fails. */
import base from "./playwright.config.js";

export default { ...base, testMatch: "bench/*.ts", timeout: 180_000 };
