/**
 * The fragment of `embed.html`, in parts: `#v1.…&view=map&theme=dark` or `#view=map&text=…`.
 *
 * What has no name is the payload of a share link.
 */

/** The fields a fragment has, by name; of two of one name the first counts. */
export function fieldsOf(fragment: string): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  for (const part of fragment.replace(/^#/, "").split("&")) {
    const at = part.indexOf("=");
    const bare = at < 0 && /^v\d+\./.test(part);
    const name = bare ? "link" : at < 0 ? part : part.slice(0, at);
    const value = bare ? part : at < 0 ? "" : decoded(part.slice(at + 1));
    if (name !== "" && !fields.has(name)) fields.set(name, value);
  }
  return fields;
}

/** The fragment for fields; `link` stands first and bare. */
export function fragmentOf(fields: ReadonlyMap<string, string>): string {
  const parts = [...fields].map(([name, value]) => {
    if (name === "link") return value;
    return value === "" ? name : `${name}=${encodeURIComponent(value)}`;
  });
  return parts.length > 0 ? `#${parts.join("&")}` : "";
}

/** A value, as it is where it is no URL encoding. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
}
