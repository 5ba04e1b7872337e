/** The editor's text as one string, put together once: of ten megabytes that takes a while. */
import type { Text } from "@codemirror/state";

const texts = new WeakMap<Text, string>();

/** All of a text. */
export function textOf(doc: Text): string {
  const known = texts.get(doc);
  if (known !== undefined) return known;
  const text = doc.toString();
  texts.set(doc, text);
  return text;
}
