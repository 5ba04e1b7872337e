/** Pictures of the main states, for people to look at: `npm run shots` puts them into `shots`. */
import base from "./playwright.config.js";

export default { ...base, testMatch: "shots/*.ts", timeout: 120_000 };
