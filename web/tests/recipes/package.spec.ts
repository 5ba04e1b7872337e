/** The npm package: what is in it, and that it runs in Node.js, with types, in a page, bundled. */
import { execFileSync } from "node:child_process";
import { cpSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { build } from "vite";
import { install, PKG, pack, run, scratch, write } from "./folder.js";
import { serve } from "./host.js";
import { painted } from "./painted.js";

const DDL = "CREATE TABLE Visits (SeenAt TIMESTAMP NOT NULL) PRIMARY KEY (SeenAt)";

/** What every way of using it must find in `DDL` first. */
const FOUND = "key-timestamp-first";

/** The README's own lines of JavaScript, so that what it says is what is tested. */
function lines(language: string, at: number): string {
  const readme = readFileSync(join(PKG, "README.md"), "utf8");
  const blocks = [...readme.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)];
  const block = blocks.filter(([, name]) => name === language)[at]?.[2];
  if (block === undefined) throw new Error(`the README has no ${language} block ${at}`);
  return block;
}

/** A program of the README's lines that prints each finding; in a page, into its body. */
const program = (at: number) => `const ddl = ${JSON.stringify(DDL)};\n${lines("js", at)}`;

/** Runs it as a page and tells what it wrote. */
async function shown(page: Page, home: string): Promise<string> {
  await page.goto(home);
  const body = page.locator("body[data-done]");
  await expect(body).toBeVisible();
  return (await body.textContent()) ?? "";
}

const IN_PAGE = `${program(1)}
document.body.textContent = findings.map((finding) => finding.rule).join(" ");
document.body.dataset.done = "";
`;

test("it holds what it says, and nothing else", () => {
  using folder = scratch("pack");
  const { name, files } = pack(folder.path, "--dry-run");
  expect(name).toBe("hotsplit");
  const names = files.map(({ path }) => path).sort();
  const own = names.filter((path) => !path.startsWith("element/"));
  expect(own).toEqual([
    "LICENSE-APACHE",
    "LICENSE-MIT",
    "README.md",
    "THIRD-PARTY.md",
    "element.d.ts",
    "hotsplit.d.ts",
    "hotsplit.js",
    "hotsplit.node.js",
    "hotsplit_bg.wasm",
    "hotsplit_bg.wasm.d.ts",
    "hotsplit_port.d.ts",
    "hotsplit_port.js",
    "hotsplit_port_bg.wasm",
    "hotsplit_port_bg.wasm.d.ts",
    "package.json",
  ]);
  const element = names.filter((path) => path.startsWith("element/"));
  expect(element).toContain("element/hotsplit-fences.js");
  expect(element.filter((path) => !path.endsWith(".js"))).toEqual([]);
  const size = (path: string) => files.find((file) => file.path === path)?.size ?? 0;
  for (const licence of ["LICENSE-APACHE", "LICENSE-MIT"]) {
    expect(size(licence)).toBe(readFileSync(join(PKG, "..", licence)).length);
  }
  expect(size("hotsplit_bg.wasm")).toBeGreaterThan(1_000_000);
  // Every address that the package gives out is in it.
  const { exports } = JSON.parse(readFileSync(join(PKG, "package.json"), "utf8"));
  const named = JSON.stringify(exports).match(/"\.\/[^"]+"/g) ?? [];
  const targets = named.map((one) => one.slice(3, -1)).filter((one) => /\./.test(one));
  for (const target of new Set(targets)) {
    expect(names, `${target} is exported`).toContain(target);
  }
});

test("it packs to the same bytes twice", () => {
  using one = scratch("pack");
  using two = scratch("pack");
  const bytes = (folder: string) => readFileSync(join(folder, pack(folder).filename));
  expect(bytes(one.path).equals(bytes(two.path))).toBe(true);
});

test("Node.js runs it, with and without waiting for it", () => {
  using folder = scratch("node");
  install(folder.path);
  write(folder.path, {
    "a.mjs": program(0),
    "b.mjs": `${program(1)}console.log(findings[0].rule);`,
  });
  const node = (file: string) =>
    execFileSync(process.execPath, [file], { cwd: folder.path, encoding: "utf8" });
  expect(node("a.mjs").split("\n")[0]).toContain(` ${FOUND} `);
  expect(node("b.mjs").trim()).toBe(FOUND);
});

test("its types are found and hold, as Node.js and as bundlers look for them", () => {
  using folder = scratch("types");
  install(folder.path);
  write(folder.path, {
    "package.json": '{ "type": "module" }',
    "right.ts": `import init, { analyse, type Finding, Simulation } from "hotsplit";
await init();
const { findings } = analyse({ text: "", dialect: "auto", workload: {} });
const rules: readonly string[] = findings.map((finding: Finding) => finding.rule);
using run = Simulation.run({
  before: "", dialect: "googlesql", nodes: 3, writesPerSecond: 1, minutes: 1, seed: 1,
});
const grid: Float32Array = run.grid("before");
export { grid, rules };
`,
    "element.ts": `import "hotsplit/element";
const playground = document.createElement("hotsplit-playground");
playground.text = "CREATE TABLE T (Id INT64) PRIMARY KEY (Id)";
playground.addEventListener("hotsplit-result", ({ detail }) => {
  console.log(detail.after?.p99Ms ?? 0, detail.findings.map(({ rule }) => rule));
});
await playground.start();
export {};
`,
    "wrong.ts": `import { analyse } from "hotsplit";
analyse({ text: 1, dialect: "auto", workload: {} });
`,
  });
  const tsc = join(PKG, "../web/node_modules/typescript/bin/tsc");
  const check = (file: string, module: string, resolution: string) =>
    run(
      process.execPath,
      [
        ...[tsc, file, "--noEmit", "--strict", "--target", "es2022", "--types", ""],
        ...["--lib", "es2023,esnext.disposable,dom", "--ignoreConfig"],
        ...["--module", module, "--moduleResolution", resolution],
      ],
      folder.path,
    );
  for (const [module, resolution] of [
    ["nodenext", "nodenext"],
    ["esnext", "bundler"],
  ] as const) {
    expect(check("right.ts", module, resolution)).toBe("");
    expect(check("element.ts", module, resolution)).toBe("");
    expect(() => check("wrong.ts", module, resolution)).toThrow();
  }
});

test("a page runs it as it is, from the folder of the package", async ({ page }) => {
  using folder = scratch("page");
  install(folder.path);
  cpSync(join(folder.path, "node_modules/hotsplit"), join(folder.path, "hotsplit"), {
    recursive: true,
  });
  write(folder.path, {
    "index.html": `<!doctype html><title>p</title><body><script type="module">
${IN_PAGE.replace('"hotsplit"', '"./hotsplit/hotsplit.js"')}</script></body>`,
  });
  const site = await serve({ folder: folder.path });
  expect(await shown(page, site.home)).toContain(FOUND);
  expect(site.asked).toContain("hotsplit/hotsplit_bg.wasm");
  site.close();
});

test("Vite bundles it for a page and for Node.js", async ({ page }) => {
  using folder = scratch("vite");
  install(folder.path);
  write(folder.path, {
    "index.html":
      '<!doctype html><title>p</title><body><script type="module" src="/main.js"></script>',
    "main.js": IN_PAGE,
    "server.js": program(0),
    "package.json": '{ "type": "module" }',
  });
  await build({ root: folder.path, base: "./", logLevel: "error", configFile: false });
  const names = readdirSync(join(folder.path, "dist/assets"));
  expect(names.filter((name) => name.endsWith(".wasm"))).toHaveLength(1);
  const site = await serve({ folder: join(folder.path, "dist") });
  expect(await shown(page, site.home)).toContain(FOUND);
  site.close();
  await build({
    root: folder.path,
    logLevel: "error",
    configFile: false,
    build: { ssr: "server.js", outDir: "server" },
  });
  const told = run(process.execPath, ["server/server.js"], folder.path);
  expect(told.split("\n")[0]).toContain(` ${FOUND} `);
});

test("Vite bundles the element for a page", async ({ page }) => {
  using folder = scratch("vite-element");
  install(folder.path);
  write(folder.path, {
    "index.html": `<!doctype html><title>p</title><body>
<hotsplit-playground view="compare"><pre>${DDL}</pre></hotsplit-playground>
<script type="module" src="/main.js"></script></body>`,
    "main.js": 'import "hotsplit/element";\n',
  });
  await build({ root: folder.path, base: "./", logLevel: "error", configFile: false });
  const site = await serve({ folder: join(folder.path, "dist") });
  await page.goto(site.home);
  const playground = page.locator("hotsplit-playground");
  await expect(
    playground.getByText(/will get hot|every insert goes to one split/).first(),
  ).toBeVisible();
  await painted(playground, "Before");
  expect(site.asked.filter((path) => path.endsWith(".wasm"))).toHaveLength(1);
  site.close();
});
