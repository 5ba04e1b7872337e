/** Builds the page as one HTML file that opens from disk: `npm run onefile`. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { deflateRawSync } from "node:zlib";
import { build, defineConfig, type Plugin, type Rolldown } from "vite";
import { ENGINE, PORT } from "./src/onefile/element.js";
import { dumps, examples } from "./vite.examples.js";
import { figures } from "./vite.figures.js";
import { heads } from "./vite.heads.js";
import { pages } from "./vite.pages.js";
import { presets } from "./vite.presets.js";
import { shapes } from "./vite.shapes.js";
import { templates } from "./vite.templates.js";
import { trusted } from "./vite.trust.js";
import { TYPES } from "./vite.types.js";

/** A file's path from this folder. */
const here = (path: string) => join(import.meta.dirname, path);

/** Modules that the one-file page has others in place of, by their paths in `src`. */
const OTHERS: Readonly<Record<string, string>> = {
  "engine/source.ts": "source.ts",
  "engine/port-source.ts": "port-source.ts",
  "session/offline.ts": "offline.ts",
  "lessons/pages.ts": "pages.ts",
  "ui/to-read.ts": "to-read.ts",
  "embed/source.ts": "playground.ts",
};

/** Puts the others in their places. */
const others: Plugin = {
  name: "one-file-sources",
  enforce: "pre",
  async resolveId(id, importer) {
    if (
      !importer ||
      importer.includes("/onefile/") ||
      !/(source|offline|pages|to-read)\.js$/.test(id)
    )
      return null;
    const found = await this.resolve(id, importer, { skipSelf: true });
    const other = found && OTHERS[relative(here("src"), found.id).replaceAll("\\", "/")];
    return other ? here(`src/onefile/${other}`) : null;
  },
};

/**
 * Makes `worker.ts?script` a module of a worker's script as text. Vite's own inline workers are
 * started from an address that no policy has made a trusted one.
 */
const workers: Plugin = {
  name: "worker-script",
  async load(id) {
    const input = /^(.*worker\.ts)\?script$/.exec(id)?.[1];
    if (input === undefined) return null;
    const built = await build({
      configFile: false,
      logLevel: "warn",
      build: {
        target: "es2022",
        write: false,
        modulePreload: false,
        rolldownOptions: { input, output: { format: "iife" } },
      },
    });
    const [script] = [built].flat().flatMap((one) => ("output" in one ? one.output : []));
    if (script?.type !== "chunk") throw new Error("expected the worker's script");
    return `export default ${JSON.stringify(script.code)}`;
  },
};

/** The hash by which a policy allows an inline script or style. */
const allowed = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** Code that may stand between tags: nothing in it ends the element or begins a comment. */
function inside(code: string): string {
  const safe = code.replace(/<(?=\/script|!--)/gi, "\\x3c");
  return safe.replace(/^\/\/# sourceMappingURL=.*$/m, "").trim();
}

/** The text of the only file of a kind that was built. */
function only(bundle: Rolldown.OutputBundle, extension: string): string {
  const names = Object.keys(bundle).filter((name) => name.endsWith(extension));
  const [name, ...more] = names;
  if (name === undefined || more.length > 0) {
    throw new Error(`expected one ${extension} file, found ${names.join(", ") || "none"}`);
  }
  const file = bundle[name];
  if (!file) throw new Error(`${name} is gone`);
  return file.type === "chunk" ? file.code : Buffer.from(file.source).toString();
}

/** What the page may do: run what is in it, and load nothing. */
function policy(scripts: readonly string[], style: string): string {
  return [
    "default-src 'none'",
    `script-src ${scripts.map(allowed).join(" ")} 'wasm-unsafe-eval'`,
    `style-src ${allowed(style)}`,
    "img-src data:",
    "worker-src blob:",
    "base-uri 'none'",
    "form-action 'none'",
    ...TYPES,
  ].join("; ");
}

/** Puts everything into the page and leaves the page alone as what is built. */
function assemble(page: string, script: string, style: string): string {
  const theme = inside(readFileSync(here("public/theme.js"), "utf8"));
  const icon = readFileSync(here("public/icon.svg")).toString("base64");
  const packed = (name: string) =>
    deflateRawSync(readFileSync(here(`../pkg/${name}`)), { level: 9 }).toString("base64");
  const head = [
    `<meta http-equiv="Content-Security-Policy" content="${policy([theme, script], style)}" />`,
    `<link rel="icon" href="data:image/svg+xml;base64,${icon}" />`,
    `<script>${theme}</script>`,
    `<style>${style}</style>`,
  ];
  const body = [
    `<script type="text/plain" id="${ENGINE}">${packed("hotsplit_bg.wasm")}</script>`,
    `<script type="text/plain" id="${PORT}">${packed("hotsplit_port_bg.wasm")}</script>`,
    `<script type="module">${script}</script>`,
  ];
  // What the page names is in it now.
  const bare = page.replace(/^\s*<(?:link|script)\b[^>]*>(?:<\/script>)?\n/gm, "");
  // A function each: what a text holds of `$&` stands for itself.
  return bare
    .replace(/(<meta charset[^>]*>)/, (charset) => [charset, ...head].join("\n    "))
    .replace("</body>", () => [...body, "</body>"].join("\n    "));
}

/** The plugin. */
function oneFile(name: string): Plugin {
  return {
    name: "one-file",
    enforce: "post",
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        const page = only(bundle, ".html");
        const script = inside(only(bundle, ".js"));
        const style = only(bundle, ".css").trim();
        for (const file of Object.keys(bundle)) delete bundle[file];
        const source = assemble(page, script, style);
        this.emitFile({ type: "asset", fileName: name, source });
      },
    },
  };
}

export default defineConfig({
  plugins: [
    others,
    workers,
    heads,
    dumps,
    examples,
    presets,
    trusted,
    pages,
    shapes("inside"),
    templates,
    figures,
    oneFile("hotsplit.html"),
  ],
  publicDir: false,
  build: {
    target: "es2022",
    outDir: "../target/one-file",
    emptyOutDir: true,
    modulePreload: false,
    cssCodeSplit: false,
    // Everything that can be is put in; what cannot is the engine, which has a place of its own.
    assetsInlineLimit: 0,
    // It is one file, and known to be large.
    chunkSizeWarningLimit: 10_000,
    rolldownOptions: {
      // The engine runs the gallery's schemas while the site is built, which takes two seconds.
      checks: { pluginTimings: false },
      output: { codeSplitting: false },
    },
  },
});
