/**
 * The pages of rules and fixes, and of the rules of ports, as data of the site: `virtual:pages`.
 *
 * The engine reads them while the site is built, so nothing here knows how they are written, and
 * the engine that visitors load holds none of them.
 */
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Plugin } from "vite";
import type { Page, Severity } from "../pkg/hotsplit.js";

const ID = "virtual:pages";
const RESOLVED = `\0${ID}`;
const CRATE = join(import.meta.dirname, "../crate");

/** Where pages are written: rules in a folder for each family, fixes and rules of ports in one. */
const FOLDERS = {
  rules: join(CRATE, "rules/src"),
  fixes: join(CRATE, "fixes/src/catalog"),
  losses: join(CRATE, "port/src/port/rules"),
};

/** A kind of pages. */
type Kind = keyof typeof FOLDERS;

/** What the engine does not know: a rule of a port says on its page how severe it usually is. */
const SEVERE = /^Usually (error|high|warn|ask|info)\./;

/** How severe a rule of a port usually is. */
function severityOf({ title, blocks }: Page): Severity {
  const said = blocks.map((block) => SEVERE.exec(block.text)?.[1]).find((it) => it !== undefined);
  if (said === undefined) throw new Error(`the page of ${title} does not say how severe it is`);
  // The pattern has no other words.
  return said as Severity;
}

/** Every page of a kind, by its name. */
function filesOf(kind: Kind): Map<string, string> {
  const files = readdirSync(FOLDERS[kind], { recursive: true, encoding: "utf8" });
  const pages = files.filter((file) => file.endsWith(".md"));
  const name = (file: string) => basename(file, ".md").replaceAll("_", "-");
  return new Map(pages.map((file) => [name(file), join(FOLDERS[kind], file)]));
}

/** Gives the pages to whoever imports them. */
export const pages: Plugin = {
  name: "pages",
  resolveId: (id) => (id === ID ? RESOLVED : undefined),
  async load(id) {
    if (id !== RESOLVED) return;
    // Not at the top: the engine may not be built when this file is read.
    const engine = pathToFileURL(join(import.meta.dirname, "../pkg/hotsplit.node.js")).href;
    const { readPage, reference } = (await import(engine)) as typeof import("../pkg/hotsplit.js");
    const files = {
      rules: filesOf("rules"),
      fixes: filesOf("fixes"),
      losses: filesOf("losses"),
    };
    const read = (kind: Kind, name: string): Page => {
      const file = files[kind].get(name);
      if (file === undefined) throw new Error(`no page of ${name} stands in ${FOLDERS[kind]}`);
      this.addWatchFile(file);
      return readPage(readFileSync(file, "utf8"));
    };
    const { rules, fixes } = reference();
    const losses = [...files.losses.keys()].sort().map((id) => {
      const page = read("losses", id);
      return { id, severity: severityOf(page), line: page.blocks[0]?.text ?? "", page };
    });
    const all = {
      rules: Object.fromEntries(rules.map((rule) => [rule.id, read("rules", rule.id)])),
      fixes: Object.fromEntries(fixes.map((fix) => [fix.id, read("fixes", fix.id)])),
      losses,
    };
    // Browsers read a text faster than the object itself.
    return `export default JSON.parse(${JSON.stringify(JSON.stringify(all))});`;
  },
};
