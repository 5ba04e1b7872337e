/** The main job in Firefox, which Playwright cannot drive as people have it installed. */
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: { include: ["tests/firefox/**/*.test.ts"], testTimeout: 120_000, hookTimeout: 120_000 },
});
