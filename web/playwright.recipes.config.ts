/**
 * What is handed out, as people use it: the one-file page, the package, the recipes for hosts of
 * documents, and the packages for course systems. `npm run recipes`; each test serves what it needs by itself.
 */
import base from "./playwright.base.js";

const { webServer: _, ...rest } = base;

export default { ...rest, testMatch: ["recipes/*.spec.ts", "scorm/*.spec.ts"], timeout: 90_000 };
