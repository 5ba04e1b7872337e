/** Heads of lessons, for every build of the page. */
import { readFileSync } from "node:fs";
import type { Plugin } from "vite";
import { headOf } from "./src/ui/head.js";
import { loadEngine } from "./vite.content.js";

/** Makes `lesson.md?head` a module of what the list of lessons shows of it. */
export const heads: Plugin = {
  name: "lesson-heads",
  async load(id) {
    if (!id.endsWith(".md?head")) return null;
    const file = id.slice(0, -"?head".length);
    this.addWatchFile(file);
    const { readPage } = await loadEngine();
    return `export default ${JSON.stringify(headOf(readPage(readFileSync(file, "utf8"))))}`;
  },
};
