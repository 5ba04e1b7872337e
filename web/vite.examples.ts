/**
 * The examples, as data of the site: `virtual:examples`; and dumps to port, `virtual:dumps`, which come
 * with the menu that lists them.
 *
 * The engine reads the files of `content/examples` while the site is built, so that the first of
 * them stands on the page before there is an engine.
 */
import type { Example } from "./src/state/examples.js";
import { type ContentFile, dataOf, filesOf, type Reader } from "./vite.content.js";

function exampleOf(file: ContentFile): Example {
  return {
    title: file.title,
    group: file.field("group") ?? "",
    about: file.about,
    text: file.schema,
    nodes: file.numberIf("nodes"),
    writesPerSecond: file.numberIf("writes"),
  };
}

/** All examples, in the order of their files; the page begins with the first. */
export const examplesOf = (reader: Reader): Example[] => filesOf("examples", reader).map(exampleOf);

/** Gives the dumps to whoever imports them. */
export const dumps = dataOf("dumps", "dumps", (reader) => filesOf("dumps", reader).map(exampleOf));

/** Gives the examples to whoever imports them. */
export const examples = dataOf("examples", "examples", examplesOf);
