/** Texts and lines that are long: what takes a while is done once, or left out. */
import type { Text } from "@codemirror/state";

/** Letters from which on a line is long. Ours: a directive and a column are read by people, too. */
export const LINE_MAX = 10_000;

const texts = new WeakMap<Text, string>();

/** All of a text as one string, put together once: of ten megabytes that takes a while. */
export function textOf(doc: Text): string {
  const known = texts.get(doc);
  if (known !== undefined) return known;
  const text = doc.toString();
  texts.set(doc, text);
  return text;
}
