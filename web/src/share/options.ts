/** What an author sets on a playground: attributes of the element, or the fragment of `embed.html`. */

/** What is shown beside the text. */
export const VIEWS = ["map", "compare", "problems", "results", "editor"] as const;
export type View = (typeof VIEWS)[number];

/** What can be hidden. */
export const HIDEABLE = [
  "bar",
  "text",
  "headline",
  "numbers",
  "tools",
  "legend",
  "workload",
  "open",
] as const;
export type Hideable = (typeof HIDEABLE)[number];

/** What is shown only where it is asked for. */
export const SHOWABLE = ["fixes", "numbers", "tools"] as const;
export type Showable = (typeof SHOWABLE)[number];

/** Light, dark, or as the page around it. */
export const THEMES = ["auto", "light", "dark"] as const;
export type Shade = (typeof THEMES)[number];

/** Levels that headings may begin with; 0 makes none of them. */
const LEVELS: readonly number[] = [0, 1, 2, 3, 4, 5, 6];

/** Names of all attributes. */
export const ATTRIBUTES = [
  "view",
  "readonly",
  "theme",
  "seed",
  "nodes",
  "writes",
  "fix",
  "lesson",
  "dialect",
  "hide",
  "show",
  "engine-url",
  "page-url",
  "link",
  "level",
] as const;
export type Attribute = (typeof ATTRIBUTES)[number];

/** The attributes, read. What is absent is as usual. */
export interface Options {
  readonly view: View;
  /** The text cannot be changed. */
  readonly readonly: boolean;
  readonly theme: Shade;
  readonly seed: number | undefined;
  readonly nodes: number | undefined;
  /** Rows written per second; without it the engine assumes what the nodes should take. */
  readonly writes: number | undefined;
  /** Ids of fixes to begin with. */
  readonly fix: readonly string[];
  /** Name of the lesson that is played, as addresses have it: `ulid-ledger`. */
  readonly lesson: string | undefined;
  /** `googlesql` or `postgresql`; else it is told from the text. */
  readonly dialect: string | undefined;
  readonly hide: ReadonlySet<Hideable>;
  readonly show: ReadonlySet<Showable>;
  /** Where the engine's WebAssembly file is, if not beside the script. */
  readonly engineUrl: string | undefined;
  /** Where "Open in playground" leads, if not to the page beside the script. */
  readonly pageUrl: string | undefined;
  /** What a share link has after its `#`: fixes, workload, view. */
  readonly link: string | undefined;
  /** Level of the first heading among those of the page around; 0 for no headings. */
  readonly level: number | undefined;
}

/** Reads the attributes; a word that is not known counts as absent. */
export function optionsOf(get: (name: Attribute) => string | null | undefined): Options {
  const word = (name: Attribute) => get(name)?.trim() || undefined;
  const amount = (name: Attribute) => {
    const value = Number(word(name) ?? Number.NaN);
    return Number.isFinite(value) ? value : undefined;
  };
  const list = (name: Attribute) => (word(name) ?? "").split(/[\s,]+/);
  const [hidden, shown] = [list("hide"), list("show")];
  const readonly = get("readonly");
  return {
    view: oneOf(VIEWS, word("view")) ?? "compare",
    readonly: typeof readonly === "string" && readonly !== "false",
    theme: oneOf(THEMES, word("theme")) ?? "auto",
    seed: amount("seed"),
    nodes: amount("nodes"),
    writes: amount("writes"),
    fix: list("fix").filter((id) => id !== ""),
    lesson: /^[\w-]+$/.exec(word("lesson") ?? "")?.[0],
    dialect: word("dialect"),
    hide: new Set(HIDEABLE.filter((one) => hidden.includes(one))),
    show: new Set(SHOWABLE.filter((one) => shown.includes(one))),
    engineUrl: word("engine-url"),
    pageUrl: word("page-url"),
    link: word("link"),
    level: LEVELS.find((level) => level === amount("level")),
  };
}

function oneOf<T extends string>(words: readonly T[], word: string | undefined): T | undefined {
  return words.find((one) => one === word);
}
