/** What nobody reads in templates: comments of their CSS, and the blanks that lines begin with. */
import type { Plugin } from "vite";

/** A part of the tree that a script is read into. */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

/** Takes it out of what Lit is given as `css`, `html` and `svg`; other texts stay as they are. */
export const templates: Plugin = {
  name: "bare-templates",
  apply: "build",
  transform(code, id) {
    if (!id.includes("/src/") || !/\b(?:css|html|svg)`/.test(code)) return null;
    const edits: { readonly start: number; readonly end: number; readonly bare: string }[] = [];
    const walk = (value: unknown): void => {
      if (Array.isArray(value)) value.forEach(walk);
      if (!isNode(value)) return;
      if (value.type === "TaggedTemplateExpression") {
        const { tag, quasi } = value as Node & Record<"tag" | "quasi", unknown>;
        const bare = BARE.get(nameOf(tag));
        for (const { start, end } of bare ? textsOf(quasi) : []) {
          const text = code.slice(start, end);
          edits.push({ start, end, bare: bare?.(text) ?? text });
        }
      }
      Object.values(value).forEach(walk);
    };
    walk(this.parse(code));
    // From the end, so that places before stay where they are.
    edits.sort((a, b) => b.start - a.start);
    const next = edits.reduce(
      (text, { start, end, bare }) => text.slice(0, start) + bare + text.slice(end),
      code,
    );
    return { code: next, map: null };
  },
};

/** One blank stands for as many as HTML has in a row, and lines of one end may stand for another. */
const markup = (text: string) => text.replace(/\s*\n\s*/g, "\n");

/** Between rules and declarations there need be none at all, and behind the last one no semicolon. */
const sheet = (text: string) =>
  markup(text.replace(/\/\*.*?\*\//gs, ""))
    .replace(/(?<=[{};,])\n|\n(?=[{}])/g, "")
    .replace(/ (?=\{)|;(?=\})/g, "");

const BARE: ReadonlyMap<string | undefined, (text: string) => string> = new Map([
  ["css", sheet],
  ["html", markup],
  ["svg", markup],
]);

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value;
}

function nameOf(tag: unknown): string | undefined {
  return isNode(tag) && "name" in tag && typeof tag.name === "string" ? tag.name : undefined;
}

/** The texts of a template between what is put in. */
function textsOf(quasi: unknown): readonly Node[] {
  const texts = isNode(quasi) && "quasis" in quasi ? quasi.quasis : [];
  return Array.isArray(texts) ? texts.filter(isNode) : [];
}
