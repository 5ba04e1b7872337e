/** What an author pastes into another page, for each kind of host. */
import { fragmentOf as fragmentOfLesson } from "../session/lesson-address.js";
import { fragmentOf } from "./fields.js";
import type { Hideable, Shade, Showable, View } from "./options.js";

/** Kinds of hosts, by what they let an author write. */
export const HOSTS = ["html", "mdbook", "mkdocs", "iframe", "link"] as const;
export type Host = (typeof HOSTS)[number];

/** What the playground is to be. */
export interface Wanted {
  readonly view: View;
  readonly theme: Shade;
  readonly readonly: boolean;
  readonly hide: readonly Hideable[];
  readonly show: readonly Showable[];
  /** The schema. */
  readonly text: string;
  /** The page's link with all that was set, from its `#`. */
  readonly fragment: string;
  /** Fixes or settings that only the link can say are set. */
  readonly whole: boolean;
  readonly nodes: number;
  /** Absent where nobody has stated a rate. */
  readonly writes: number | undefined;
  readonly seed: number;
  /** Where the page is. */
  readonly home: string;
  /** What the picture shows, in a sentence. */
  readonly headline: string;
  /** The lesson that is embedded in place of the schema. */
  readonly lesson?: WantedLesson | undefined;
}

/** A lesson of the course. */
export interface WantedLesson {
  /** Its name in addresses. */
  readonly slug: string;
  readonly title: string;
  /** Another seed than its own. */
  readonly seed: number | undefined;
}

/** Its height with a lesson: a step with what it looks at below it. Ours. */
const LESSON_HEIGHT = 1_300;

/** The height of an iframe that cannot tell its host: enough for a view without a bar. Ours. */
const HEIGHTS: { readonly [V in View]: number } = {
  editor: 480,
  problems: 640,
  map: 900,
  compare: 1_000,
  results: 1_400,
};

/** The text to paste. */
export function snippet(host: Host, wanted: Wanted): string {
  switch (host) {
    case "html":
      return `${script(wanted)}\n${open(wanted)}\n${readable(wanted)}\n${CLOSE}\n`;
    case "mdbook":
      return `${script(wanted)}\n\n${open(wanted)}\n\n${inText(wanted)}\n\n${CLOSE}\n`;
    case "mkdocs":
      // Within a block that Markdown knows it leaves all as it is, empty lines too.
      return `<div>\n${snippet("html", wanted)}</div>\n`;
    case "iframe":
      return iframe(wanted);
    default:
      if (wanted.lesson) return `${inText(wanted)}\n`;
      return `[![${inMarkdown(wanted.headline)}](hotsplit-map.svg)](${wanted.home}${wanted.fragment})\n`;
  }
}

const CLOSE = "</hotsplit-playground>";

/** What readers see where scripts do not run, as HTML: the schema, or a way to the lesson. */
function readable(wanted: Wanted): string {
  const { lesson, text } = wanted;
  if (!lesson) return `<pre>\n${escaped(text)}\n</pre>`;
  return `<p><a href="${inAttribute(addressOf(wanted, lesson))}">${escaped(lesson.title)}</a></p>`;
}

/** The same as Markdown. */
function inText(wanted: Wanted): string {
  const { lesson, text } = wanted;
  if (!lesson) return fence(text);
  return `[${inMarkdown(lesson.title)}](${addressOf(wanted, lesson)})`;
}

/** Where the lesson is played on the page. */
function addressOf({ home }: Wanted, { slug, seed }: WantedLesson): string {
  return home + fragmentOfLesson({ slug, ...(seed === undefined ? {} : { seed }) });
}

function script({ home }: Wanted): string {
  return `<script type="module" src="${inAttribute(`${home}hotsplit-playground.js`)}"></script>`;
}

/** Attributes, without those that are as usual. */
function fields(wanted: Wanted): Map<string, string> {
  const { view, theme, hide, whole, fragment, nodes, writes, seed, lesson } = wanted;
  if (lesson) {
    // All else that runs is the lesson's own.
    return new Map([
      ...pair("lesson", lesson.slug),
      ...pair("theme", theme === "auto" ? "" : theme),
      ...pair("seed", lesson.seed ?? ""),
      ...pair("hide", hide.join(" ")),
    ]);
  }
  return new Map([
    ...pair("link", whole ? fragment.slice(1) : ""),
    ...pair("view", view),
    ...pair("theme", theme === "auto" ? "" : theme),
    ...(whole
      ? []
      : [...pair("nodes", nodes), ...pair("writes", writes ?? ""), ...pair("seed", seed)]),
    ...pair("hide", hide.join(" ")),
    ...pair("show", wanted.show.join(" ")),
    ...(wanted.readonly ? [["readonly", ""] as const] : []),
  ]);
}

function pair(name: string, value: string | number): (readonly [string, string])[] {
  return value === "" ? [] : [[name, String(value)]];
}

function open(wanted: Wanted): string {
  const set = [...fields(wanted)].map(([name, value]) =>
    value === "" ? ` ${name}` : ` ${name}="${inAttribute(value)}"`,
  );
  return `<hotsplit-playground${set.join("")}>`;
}

function iframe(wanted: Wanted): string {
  // The link carries the text; what it carries too need not be said twice.
  const set = fields({ ...wanted, whole: true });
  return `<iframe
  src="${inAttribute(`${wanted.home}embed.html${fragmentOf(set)}`)}"
  title="hotsplit playground"
  width="100%"
  height="${wanted.lesson ? LESSON_HEIGHT : HEIGHTS[wanted.view]}"
  loading="lazy"
  allow="clipboard-write"
></iframe>
`;
}

/** A code block that no line of the text ends. */
function fence(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const mark = "`".repeat(longest + 1);
  return `${mark}sql\n${text.trimEnd()}\n${mark}`;
}

/** Text as it stands between tags. */
export function escaped(text: string): string {
  return text.trimEnd().replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function inAttribute(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}

function inMarkdown(text: string): string {
  return text.replaceAll(/[\\[\]]/g, "\\$&");
}
