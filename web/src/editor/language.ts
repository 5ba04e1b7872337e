/**
 * Colours for Spanner's DDL in both dialects. It knows words, strings and comments and no grammar:
 * what is right and wrong is the engine's to say.
 */
import { StreamLanguage, type StringStream } from "@codemirror/language";

/** Words of both dialects, in small letters. */
export const KEYWORDS = new Set(
  `action add all alter always analyze and array as asc between bit_reversed_positive by cascade
   change check column columnar commit constraint create current_timestamp database default delete
   deletion desc distinct drop else enforced exists false for foreign format from full function
   generated grant group hidden identity if in index inner insert interleave into invoker is join
   key left like limit local locality locality_group model not null null_filtered of older on only
   optimizer options or order parent partition placement policy policy primary property references
   remote rename replace restrict return returns revoke role row rows schema search security select
   sequence set skip range start counter with statistics storing stored stream synonym table then to
   trigger true ttl union unique update using values vector view when where include no cluster
   materialized refresh virtual bundle proto interval concurrently`.split(/\s+/),
);

/** Names of types by dialect, in small letters. */
export const TYPES_OF = {
  googlesql: `bool int64 float32 float64 numeric string bytes date timestamp json uuid tokenlist
    struct enum array max`.split(/\s+/),
  postgresql: `bool boolean bigint int8 int4 integer int smallint real float4 float8 double
    precision numeric decimal varchar character varying char text bytea date timestamptz timestamp
    jsonb uuid serial bigserial oid interval`.split(/\s+/),
} as const;

/** Names of types of both. */
export const TYPES: ReadonlySet<string> = new Set(Object.values(TYPES_OF).flat());

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
