/**
 * The examples, as data of the site: `virtual:examples`.
 *
 * The engine reads the files of `examples` while the site is built, so that the first of them stands
 * on the page before there is an engine.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Plugin } from "vite";
import type { Example } from "./src/session/examples.js";

type Engine = Pick<typeof import("../pkg/hotsplit.js"), "readPage">;

const FOLDER = join(import.meta.dirname, "examples");

/** Reads the file of an example, or says what is missing in it. */
export function exampleOf(file: string, { readPage }: Engine): Example {
  const { title, fields, blocks } = readPage(readFileSync(join(FOLDER, file), "utf8"));
  const wrong = (what: string) => new Error(`examples/${file}: ${what}`);
  const field = (name: string) => fields.find((one) => one.name === name)?.value;
  const number = (name: string): number | undefined => {
    const said = field(name);
    if (said === undefined) return undefined;
    if (!(Number(said) > 0)) throw wrong(`expected a number behind ${name}, found "${said}"`);
    return Number(said);
  };
  const about = blocks.find(({ kind }) => kind === "text")?.text;
  const text = blocks.find(({ kind }) => kind === "code")?.text;
  if (!title || !about || !text) throw wrong("expected a title, a paragraph and a schema");
  const load = { nodes: number("nodes"), writesPerSecond: number("writes") };
  return { title, group: field("group") ?? "", about, text, ...load };
}

/** All examples, in the order of their files; the page begins with the first. */
export function examplesOf(engine: Engine): Example[] {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith(".md"));
  return files.sort().map((file) => exampleOf(file, engine));
}

/** Gives the examples to whoever imports them. */
export const examples: Plugin = {
  name: "examples",
  resolveId: (id) => (id === "virtual:examples" ? `\0${id}` : undefined),
  async load(id) {
    if (id !== "\0virtual:examples") return;
    // Not at the top: the engine may not be built when this file is read.
    const file = pathToFileURL(join(import.meta.dirname, "../pkg/hotsplit.node.js")).href;
    for (const name of readdirSync(FOLDER)) this.addWatchFile(join(FOLDER, name));
    return `export default ${JSON.stringify(examplesOf(await import(file)))};`;
  },
};
