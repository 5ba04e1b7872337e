/** Builds the page into `dist`: static files that work under any path, and offline. */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { type Plugin, type Rolldown, transformWithOxc } from "vite";
import { defineConfig } from "vitest/config";
import { dumps, examples } from "./vite.examples.js";
import { figures } from "./vite.figures.js";
import { first } from "./vite.first.js";
import { heads } from "./vite.heads.js";
import { lessonPages, SHEET } from "./vite.lessons.js";
import { myths } from "./vite.myths.js";
import { pages } from "./vite.pages.js";
import { presets } from "./vite.presets.js";
import { READ, reads } from "./vite.reads.js";
import { shapes } from "./vite.shapes.js";
import { templates } from "./vite.templates.js";
import { trusted } from "./vite.trust.js";
import { TYPES } from "./vite.types.js";

/**
 * What the built page may load: its own files, WebAssembly, and nothing else. A frame that its host
 * gave no origin starts its worker from a copy. Markup and addresses of scripts are taken from Lit
 * and from `src/ui/trusted.ts` alone.
 */
const policyOf = (page: string) =>
  [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "style-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    `worker-src 'self'${page.endsWith("embed.html") ? " blob:" : ""}`,
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    ...TYPES,
  ].join("; ");

/** Writes the policy into the built page. The development server needs inline styles, so not there. */
const policy: Plugin = {
  name: "content-security-policy",
  apply: "build",
  transformIndexHtml: (_, { path }) => [
    {
      tag: "meta",
      attrs: { "http-equiv": "Content-Security-Policy", content: policyOf(path) },
      injectTo: "head-prepend",
    },
  ],
};

/** `vite preview` says what `public/_headers` has hosts say: a file with a hash in its name stays. */
const kept: Plugin = {
  name: "assets-stay",
  configurePreviewServer: ({ middlewares }) => {
    middlewares.use(({ url }, response, next) => {
      if (url?.startsWith("/assets/")) {
        response.setHeader("Cache-Control", "public, max-age=31536000, immutable");
      }
      next();
    });
  },
};

/** Chunks that one cannot run without, itself among them. */
function needs(bundle: Rolldown.OutputBundle, name: string, found = new Set<string>()) {
  const one = bundle[name];
  if (found.has(name) || one?.type !== "chunk") return found;
  found.add(name);
  for (const other of one.imports) needs(bundle, other, found);
  return found;
}

/**
 * Loads parts of the page by `import()` and nothing else.
 *
 * Vite's own helper writes `<link>` tags into the page around to load ahead, and the page around a
 * playground is someone else's. Our own pages say in their HTML what to load ahead.
 */
const ahead: Plugin = {
  name: "load-ahead",
  apply: "build",
  enforce: "pre",
  load: (id) =>
    id === "\0vite/preload-helper.js" ? "export const __vitePreload = (load) => load();" : null,
  // What is left of the helper is written out: a file of its own would be loaded before all else.
  generateBundle: (_, bundle) => {
    const helper =
      /import\s*\{\s*(?:\w+ as )?(\w+)\s*\}\s*from\s*"[./\w]*preload-helper-[\w-]+\.js";/;
    for (const [name, one] of Object.entries(bundle)) {
      if (name.includes("preload-helper")) delete bundle[name];
      else if (one.type === "chunk") {
        one.code = one.code.replace(helper, (_, local) => `const ${local}=load=>load();`);
        if (one.code.includes("preload-helper")) throw new Error(`${name} needs Vite's helper`);
        one.imports = one.imports.filter((other) => !other.includes("preload-helper"));
      }
    }
  },
  transformIndexHtml: {
    order: "post",
    handler: (_, { bundle = {}, chunk }) => {
      if (!chunk) return;
      const first = needs(bundle, chunk.fileName);
      // What the page asks for as soon as it runs, but not before it does.
      const soon = chunk.dynamicImports.filter((name) => /\/(?:parts|plain)-[^/]*$/.test(name));
      const then = soon.reduce((found, name) => needs(bundle, name, found), new Set(first));
      return [...then]
        .filter((name) => name !== chunk.fileName)
        .map((name) => ({
          tag: "link",
          attrs: {
            rel: "modulepreload",
            crossorigin: true,
            href: `./${name}`,
            ...(first.has(name) ? {} : { fetchpriority: "low" }),
          },
          injectTo: "head" as const,
        }));
    },
  },
};

/** `import()` as Vite wraps it: alone, or taking out of the module what is used of it. */
const WRAPPED =
  /\b(\w+)\((?:\(\)=>|async\(\)=>\{let\{[^{}]*\}=await )(import\([^()]*\)(?:\.then\(\w+=>\w+\.\w+\))?)(?:;return\{[^{}]*\}\})?\)/g;

/** Letters of code from which on a chunk is asked for together with the first that imports it. Ours. */
const HEAVY = 50_000;

/**
 * Takes the helper above away again, which would only call what it is given, and asks for heavy
 * chunks at once, not only when another has come that imports them.
 */
const bare: Plugin = {
  name: "load-bare",
  apply: "build",
  generateBundle: {
    order: "post",
    handler: (_, bundle) => {
      for (const [name, one] of Object.entries(bundle)) {
        if (one.type !== "chunk") continue;
        const code = one.code.replaceAll(",[],import.meta.url)", ")");
        const [helper, local] = /const (\w+)=load=>load\(\);/.exec(code) ?? [];
        if (helper === undefined) continue;
        one.code = code
          .replace(helper, "")
          .replace(WRAPPED, (all, by, load) => (by === local ? load : all));
        const left = new RegExp(
          `\\b${local}\\((?:async)?\\(\\)=>(?:\\{let\\{[^{}]*\\}=await )?import\\(`,
        );
        if (left.test(one.code)) throw new Error(`${name}: expected no call of Vite's helper`);
        const here = needs(bundle, name);
        for (const part of one.dynamicImports) {
          const heavy = [...needs(bundle, part)].filter((other) => {
            const chunk = bundle[other];
            return chunk?.type === "chunk" && chunk.code.length >= HEAVY && !here.has(other);
          });
          const file = (path: string) => path.split("/").at(-1) ?? "";
          for (const other of heavy.filter((other) => other !== part)) {
            one.code = one.code.replaceAll(
              new RegExp(`import\\((.)([^()]*)${file(part)}\\1\\)`, "g"),
              (all, quote, folder) =>
                `(import(${quote}${folder}${file(other)}${quote}).catch(()=>{}),${all})`,
            );
          }
        }
      }
    },
  },
};

/**
 * What is not kept for use without a network: the worker itself, what hosts read and do not serve,
 * what nobody reads then, and the pages of lessons, which the page itself plays.
 */
const APART = /^(?:sw\.js|_headers|scorm\.html|THIRD-PARTY\.txt|lessons\/.*)$/;

/** Writes the service worker beside the page, with a list of all that was built. */
function offline(): Plugin {
  let out = "";
  return {
    name: "service-worker",
    apply: "build",
    configResolved: (config) => {
      out = resolve(config.root, config.build.outDir);
    },
    closeBundle: {
      order: "post",
      sequential: true,
      handler: async () => {
        // A build that failed has told why; there is nothing to list.
        if (!existsSync(out)) return;
        const source = readFileSync(join(import.meta.dirname, "src/offline/sw.ts"), "utf8");
        const { code } = await transformWithOxc(source, "sw.ts");
        const files = readdirSync(out, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => join(entry.parentPath, entry.name).slice(out.length + 1))
          .map((name) => name.replaceAll("\\", "/"))
          .filter((name) => !APART.test(name))
          .map((name) => [
            // Hosts answer for a folder with its page, and some answer for the page elsewhere.
            name.replace(/^index\.html$/, "./"),
            createHash("sha256")
              .update(readFileSync(join(out, name)))
              .digest("hex")
              .slice(0, 16),
          ])
          .sort();
        const list = JSON.stringify(files);
        const build = createHash("sha256").update(list).update(code).digest("hex").slice(0, 16);
        const head = `const FILES = ${list};\nconst BUILD = "${build}";\n`;
        writeFileSync(join(out, "sw.js"), head + code);
      },
    },
  };
}

export default defineConfig({
  base: "./",
  plugins: [
    ahead,
    kept,
    bare,
    policy,
    heads,
    dumps,
    examples,
    first(),
    presets,
    trusted,
    pages,
    shapes("files"),
    templates,
    figures,
    lessonPages(policyOf("lessons")),
    reads(policyOf("reads")),
    myths(policyOf("myths")),
    offline(),
  ],
  // A CSS or icon file inlined as `data:` would need a wider policy.
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: false,
    // The pages of all rules, half a megabyte, come when one is opened.
    chunkSizeWarningLimit: 600,
    license: { fileName: "THIRD-PARTY.txt" },
    rollupOptions: {
      // The engine runs the gallery's schemas while the site is built, which takes two seconds.
      checks: { pluginTimings: false },
      input: [
        "index.html",
        "embed.html",
        "scorm.html",
        "src/embed/playground.ts",
        SHEET,
        ...Object.values(READ),
      ],
      output: {
        // What figures share with the page, in one chunk: each of its own would cost a first visit.
        codeSplitting: {
          groups: [
            {
              name: "words",
              test: /src\/(?:engine\/client|ui\/words|session\/storage|state\/actions)\.ts$|\/lit-html\//,
            },
          ],
        },
        // Pages of others name the element's file, so its name says nothing of what is in it.
        entryFileNames: ({ facadeModuleId }) =>
          facadeModuleId?.endsWith("/embed/playground.ts")
            ? "hotsplit-playground.js"
            : "assets/[name]-[hash].js",
      },
    },
  },
  // One script, which frames without an origin can start too: see `embed/source.ts`.
  worker: { format: "iife" },
  // `pkg` lies beside this folder.
  server: { fs: { allow: [".."] } },
  // The limit catches what never ends; how long a test takes is the machine's affair.
  test: { include: ["tests/unit/**/*.test.ts"], testTimeout: 60_000 },
});
