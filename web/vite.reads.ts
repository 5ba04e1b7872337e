/**
 * Pages to be read from beginning to end: `content/reads`. Each is a page of its own, whole without
 * a script, with figures whose first frames the build draws and numbers that it fills in.
 */
import type { Plugin, Rolldown } from "vite";
import { numberOf } from "./src/figures/named.js";
import { runs as listed, pieces } from "./src/ui/marked.js";
import { type ContentFile, type Engine, filesOf, loadEngine } from "./vite.content.js";
import { figureMarkup, Runs } from "./vite.figures.js";
import { type Head, Html, markup, type Part, page, scriptOf, sheetOf } from "./vite.markup.js";

/** The sheet of these pages, and the script of what is in them. */
export const READ = { sheet: "src/figures/read.css", script: "src/figures/figure.ts" } as const;

/** A number in prose, as in `{counter.served}`. */
const NUMBER = /\{([\w.]+)\}/;

/** Words with their numbers filled in, code and links. */
export function prose(text: string, numberFor: (name: string) => string): Html[] {
  return pieces(text, undefined).map(({ kind, text, to }) => {
    const filled: Part = text.split(NUMBER).map((part, at) => {
      if (at % 2 === 0) return part;
      return markup`<span class="number" data-of="${part}">${numberFor(part)}</span>`;
    });
    const inside = kind === "code" ? markup`<code>${filled}</code>` : filled;
    if (to === undefined) return markup`${inside}`;
    return markup`<a href="${to.startsWith("https:") ? to : `./#${to}`}">${inside}</a>`;
  });
}

/** The body of a page. */
function bodyOf(file: ContentFile, runs: Runs): Html {
  const numberFor = (name: string) => {
    const found = numberOf(name, runs.find);
    if (found === undefined) throw file.error(`expected the name of a number, found {${name}}`);
    return found;
  };
  let figures = 0;
  const parts = listed(file.blocks).map((run): Html => {
    const [{ kind, info, text }] = run;
    if (kind === "item")
      return markup`<ul>${run.map((one) => markup`<li>${prose(one.text, numberFor)}</li>`)}</ul>\n`;
    if (kind === "heading") return markup`<h2>${prose(text, numberFor)}</h2>\n`;
    if (kind === "text") return markup`<p>${prose(text, numberFor)}</p>\n`;
    if (info === "figure") return new Html(figureMarkup(text.trim(), ++figures, runs));
    return markup`<pre tabindex="0">\n${text}</pre>\n`;
  });
  const sources = file.all("source").map((one) => markup`<li>${prose(one, numberFor)}</li>\n`);
  return markup`<h1>${file.title}</h1>
${parts}<h2>Sources</h2>
<ul>
${sources}</ul>
`;
}

/** What such a page has around its body. */
export function around(
  head: Head,
  script: string,
  title: string,
  about: string,
  body: Html,
): string {
  const whole = markup`<header>
<nav aria-label="Site">
<a href="./">hotsplit</a>
<a href="./lessons/index.html">Lessons</a>
</nav>
</header>
<main>
${body}</main>
<footer>
<p><a href="./">Paste your own schema</a></p>
<p><a href="./lessons/index.html">Lessons</a></p>
<p><a href="./why-one-server-melts.html">Why one server melts</a></p>
<p><a href="./myths.html">Myth court</a></p>
</footer>
<script type="module" src="./${script}"></script>
`;
  return page(head, title, about, whole);
}

/** The pages by the names of their files. */
export function readsOf(
  engine: Engine,
  bundle: Rolldown.OutputBundle,
  policy: string,
): Map<string, string> {
  const runs = new Runs(engine);
  const head = { root: "./", style: sheetOf(bundle, READ.sheet), policy };
  const script = scriptOf(bundle, READ.script);
  return new Map(
    filesOf("reads", engine).map((file) => {
      const about = file.needed("about");
      const html = around(head, script, `${file.title}: hotsplit`, about, bodyOf(file, runs));
      return [`${file.slug}.html`, html];
    }),
  );
}

/** Writes the pages. */
export function reads(policy: string): Plugin {
  return {
    name: "reads",
    generateBundle: {
      order: "post",
      handler: async function (_, bundle) {
        const engine = await loadEngine();
        for (const [fileName, source] of readsOf(engine, bundle, policy)) {
          this.emitFile({ type: "asset", fileName, source });
        }
      },
    },
  };
}
