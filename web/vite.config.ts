/** Builds the page into `dist`: static files that work under any path, and offline. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { type Plugin, transformWithOxc } from "vite";
import { defineConfig } from "vitest/config";
import { headOf } from "./src/lessons/head.js";

/** What the built page may load: its own files, WebAssembly, and nothing else. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

/** Writes the policy into the built page. The development server needs inline styles, so not there. */
const policy: Plugin = {
  name: "content-security-policy",
  apply: "build",
  transformIndexHtml: () => [
    {
      tag: "meta",
      attrs: { "http-equiv": "Content-Security-Policy", content: POLICY },
      injectTo: "head-prepend",
    },
  ],
};

/** Makes `lesson.md?head` a module of what the list of lessons shows of it. */
const heads: Plugin = {
  name: "lesson-heads",
  load(id) {
    if (!id.endsWith(".md?head")) return null;
    const file = id.slice(0, -"?head".length);
    this.addWatchFile(file);
    return `export default ${JSON.stringify(headOf(readFileSync(file, "utf8")))}`;
  },
};

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
        const source = readFileSync(join(import.meta.dirname, "src/offline/sw.ts"), "utf8");
        const { code } = await transformWithOxc(source, "sw.ts");
        const files = readdirSync(out, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile() && entry.name !== "sw.js")
          .map((entry) => join(entry.parentPath, entry.name))
          .map((file) => [
            // Hosts answer for a folder with its page, and some answer for the page elsewhere.
            file
              .slice(out.length + 1)
              .replaceAll("\\", "/")
              .replace(/^index\.html$/, "./"),
            createHash("sha256").update(readFileSync(file)).digest("hex").slice(0, 16),
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
  plugins: [policy, heads, offline()],
  // A CSS or icon file inlined as `data:` would need a wider policy.
  build: { target: "es2022", assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  worker: { format: "es" },
  // `pkg` lies beside this folder.
  server: { fs: { allow: [".."] } },
  test: { include: ["tests/unit/**/*.test.ts"] },
});
