/**
 * Files of `content`, as the build reads them: what kinds have in common.
 *
 * The format is the engine's, which reads lessons and pages of rules in it as well. CONTRIBUTING.md
 * describes it; `crate/content` reads the same files for tests.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Plugin } from "vite";
import type { Block, Pace } from "../pkg/hotsplit.js";

/** The engine, as the build loads it. */
export type Engine = typeof import("../pkg/hotsplit.js");

/** What reads a file. */
export type Reader = Pick<Engine, "readPage">;

/** A kind is a folder. */
export type Kind = "dumps" | "examples" | "myths" | "presets" | "reads" | "shapes" | "validation";

const ROOT = join(import.meta.dirname, "content");

/** A file of a kind. What is missing in it ends the build, with its name. */
export class ContentFile {
  readonly title: string;
  readonly blocks: readonly Block[];
  readonly #fields: readonly { readonly name: string; readonly value: string }[];

  constructor(
    readonly kind: Kind,
    readonly name: string,
    readonly text: string,
    { readPage }: Reader,
  ) {
    const { title, fields, blocks } = readPage(text);
    [this.title, this.blocks, this.#fields] = [title, blocks, fields];
    if (title === "") throw this.error("expected a heading");
  }

  /** The file's name without number and ending, as in addresses. */
  get slug(): string {
    return this.name.replace(/^\d+-/, "").replace(/\.md$/, "");
  }

  /** What is wrong in it. */
  error(what: string): Error {
    return new Error(`content/${this.kind}/${this.name}: ${what}`);
  }

  /** The value of a field, if it is there. */
  field(name: string): string | undefined {
    return this.#fields.find((one) => one.name === name)?.value;
  }

  /** Values of a field that may be there more than once. */
  all(name: string): string[] {
    return this.#fields.flatMap((one) => (one.name === name ? [one.value] : []));
  }

  /** The value of a field that has to be there. */
  needed(name: string): string {
    const value = this.field(name);
    if (!value) throw this.error(`expected \`${name}: …\` below the heading`);
    return value;
  }

  /** A number above 0, of a field unless it is given. */
  number(name: string, text = this.needed(name)): number {
    const value = Number(text);
    if (!(value > 0)) throw this.error(`expected a number behind ${name}, found "${text}"`);
    return value;
  }

  /** The number of a field, if it is there. */
  numberIf(name: string): number | undefined {
    return this.field(name) === undefined ? undefined : this.number(name);
  }

  /** The paragraph below the fields. */
  get about(): string {
    const [first] = this.blocks;
    if (first?.kind !== "text") throw this.error("expected a paragraph below the fields");
    return first.text;
  }

  /** The first schema. */
  get schema(): string {
    const schema = this.blocks.find(({ kind, info }) => kind === "code" && info === "sql");
    if (!schema) throw this.error("expected a block `sql`");
    return schema.text;
  }

  /** How rates change: `step 0.1 900` and `ramp 0.1 900`, a multiple and seconds. */
  get pace(): Pace | undefined {
    const said = this.field("pace");
    if (said === undefined) return undefined;
    const [kind, multiple = "", seconds = ""] = said.split(" ");
    const [from, second] = [this.number("pace", multiple), this.number("pace", seconds)];
    if (kind === "step") return { kind, before: from, second };
    if (kind === "ramp") return { kind, from, seconds: second };
    throw this.error(`expected pace "step" or "ramp", found "${kind}"`);
  }
}

/** Files of a kind, in the order of their names. */
export function filesOf(kind: Kind, reader: Reader): ContentFile[] {
  return namesOf(kind).map((name) => new ContentFile(kind, name, textOf(kind, name), reader));
}

/** Texts of files of a kind, in the same order. */
export function textsOf(kind: Kind): string[] {
  return namesOf(kind).map((name) => textOf(kind, name));
}

const namesOf = (kind: Kind) =>
  readdirSync(join(ROOT, kind))
    .filter((name) => name.endsWith(".md"))
    .sort();
const textOf = (kind: Kind, name: string) => readFileSync(join(ROOT, kind, name), "utf8");

/** The engine. Not imported at the top of a file: it may not be built when that is read. */
export function loadEngine(): Promise<Engine> {
  return import(pathToFileURL(join(import.meta.dirname, "../pkg/hotsplit.node.js")).href);
}

/** Watches the files of a kind, for the development server. */
export function watch(kind: Kind, context: { addWatchFile(file: string): void }): void {
  for (const name of namesOf(kind)) context.addWatchFile(join(ROOT, kind, name));
}

/** A plugin that gives what is made of the files of a kind to whoever imports `virtual:NAME`. */
export function dataOf(name: string, kind: Kind, make: (engine: Engine) => unknown): Plugin {
  const id = `virtual:${name}`;
  return {
    name,
    resolveId: (wanted) => (wanted === id ? `\0${id}` : undefined),
    async load(wanted) {
      if (wanted !== `\0${id}`) return;
      watch(kind, this);
      return `export default ${JSON.stringify(make(await loadEngine()))};`;
    },
  };
}
