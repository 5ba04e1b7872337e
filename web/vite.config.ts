/** Builds the page into `dist`: static files that work under any path. */
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

/** What the built page may load: its own files, WebAssembly, and nothing else. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
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

export default defineConfig({
  base: "./",
  plugins: [policy],
  // A CSS or icon file inlined as `data:` would need a wider policy.
  build: { target: "es2022", assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  worker: { format: "es" },
  // `pkg` lies beside this folder.
  server: { fs: { allow: [".."] } },
  test: { include: ["tests/unit/**/*.test.ts"] },
});
