/**
 * Colours for Spanner's DDL in both dialects. It knows words, strings and comments and no grammar:
 * what is right and wrong is the engine's to say.
 */
import { StreamLanguage, type StringStream } from "@codemirror/language";
import { KEYWORDS, TYPES } from "./vocabulary.js";

/** What carries over a line's end: the closing mark of what is open. */
interface Open {
  until: string | undefined;
  token: string;
}

/** Eats up to the mark that closes, over lines if it must. */
function through(stream: StringStream, open: Open): string {
  const { until, token } = open;
  while (until !== undefined && !stream.eol()) {
    if (stream.match(until)) {
      open.until = undefined;
      return token;
    }
    // A backslash guards the next letter in GoogleSQL; in PostgreSQL's strings it is rare.
    if (stream.next() === "\\" && token === "string") stream.next();
  }
  return token;
}

function begin(stream: StringStream, open: Open, until: string, token: string): string {
  open.until = until;
  open.token = token;
  return through(stream, open);
}

/** Eats one token and says what it is. */
function token(stream: StringStream, open: Open): string | null {
  if (open.until !== undefined) return through(stream, open);
  if (stream.eatSpace()) return null;
  if (stream.match(/^--\s*hotsplit:.*/)) return "meta";
  if (stream.match(/^(--|#).*/)) return "comment";
  if (stream.match("/*")) return begin(stream, open, "*/", "comment");
  for (const quotes of ["'''", '"""', "$$", "'", '"', "`"]) {
    if (!stream.match(quotes)) continue;
    return begin(stream, open, quotes, quotes === "`" ? "variableName" : "string");
  }
  if (stream.match(/^\d[\w.]*/)) return "number";
  const word = stream.match(/^[A-Za-z_@]\w*/);
  if (word && typeof word === "object") {
    const name = word[0].toLowerCase();
    if (TYPES.has(name)) return "typeName";
    if (KEYWORDS.has(name)) return "keyword";
    return "variableName";
  }
  stream.next();
  return "punctuation";
}

/** The language, for both dialects. */
export const spanner = StreamLanguage.define<Open>({
  name: "spanner",
  startState: () => ({ until: undefined, token: "" }),
  copyState: (open) => ({ ...open }),
  token,
  languageData: {
    commentTokens: { line: "--", block: { open: "/*", close: "*/" } },
    closeBrackets: { brackets: ["(", "'", '"', "`"] },
  },
});
