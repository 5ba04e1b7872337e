/**
 * What is handed out, as people use it: the one-file page, the package, and the recipes for hosts of
 * documents. `npm run recipes`; each test serves what it needs by itself.
 */
import base from "./playwright.config.js";

const { webServer: _, ...rest } = base;

export default { ...rest, testMatch: "recipes/*.spec.ts", timeout: 90_000 };
