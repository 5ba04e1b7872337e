/**
 * The pages of rules and fixes, as data of the site: `virtual:pages`.
 *
 * The engine reads them while the site is built, so nothing here knows how they are written, and
 * the engine that visitors load holds none of them.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Plugin } from "vite";
import type { Page } from "../pkg/hotsplit.js";

const ID = "virtual:pages";
const RESOLVED = `\0${ID}`;
const FOLDER = join(import.meta.dirname, "../crate/src");

/** Where the page of a rule or fix is written. */
const fileOf = (kind: "rules" | "fixes", name: string) =>
  join(FOLDER, kind, `${name.replaceAll("-", "_")}.md`);

/** Gives the pages to whoever imports them. */
export const pages: Plugin = {
  name: "pages",
  resolveId: (id) => (id === ID ? RESOLVED : undefined),
  async load(id) {
    if (id !== RESOLVED) return;
    // Not at the top: the engine may not be built when this file is read.
    const engine = pathToFileURL(join(import.meta.dirname, "../pkg/hotsplit.node.js")).href;
    const { readPage, reference } = (await import(engine)) as typeof import("../pkg/hotsplit.js");
    const read = (kind: "rules" | "fixes", name: string): Page => {
      const file = fileOf(kind, name);
      this.addWatchFile(file);
      return readPage(readFileSync(file, "utf8"));
    };
    const { rules, fixes } = reference();
    const all = {
      rules: Object.fromEntries(rules.map((rule) => [rule.id, read("rules", rule.id)])),
      fixes: Object.fromEntries(fixes.map((fix) => [fix.id, read("fixes", fix.name)])),
    };
    // Browsers read a text faster than the object itself.
    return `export default JSON.parse(${JSON.stringify(JSON.stringify(all))});`;
  },
};
