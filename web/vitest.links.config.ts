/** The links' fuzz target: `npm run fuzz:links`. Needs no browser and no built page. */
import { defineConfig } from "vitest/config";

export default defineConfig({ test: { include: ["tests/hostile/links/*.fuzz.ts"] } });
