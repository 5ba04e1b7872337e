/** The recipes as they stand in `web/recipes`, built by the real programs and opened in a browser. */
import { existsSync, readFileSync } from "node:fs";
import {
  access,
  appendFile,
  cp,
  mkdir,
  readdir,
  readFile,
  symlink,
  writeFile,
} from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { type BrowserContext, expect, type Locator, type Page, test } from "@playwright/test";
import { type HOSTS, snippet, type Wanted } from "../../src/share/snippet.js";
import { DIST } from "../browser/host.js";
import { pack, run, scratch } from "./folder.js";
import { type Site, serve } from "./host.js";
import { painted } from "./painted.js";

const RECIPES = join(import.meta.dirname, "../../recipes");

/** What recipes call the place of the built site where it is not beside the page. */
const ELSEWHERE = "https://hotsplit.example/";

/** A program that some machines have: named by a variable, or on the path. */
function program(name: string): string | undefined {
  const given = process.env[name.toUpperCase()];
  if (given) return given;
  const folders = (process.env.PATH ?? "").split(":");
  return folders.map((folder) => join(folder, name)).find((file) => existsSync(file));
}

/** Skips a test without its program, and says how to get that. */
function need(name: string, how: string): string {
  const found = program(name);
  if (!found) process.stdout.write(`SKIPPED: no ${name} found. To run it: ${how}\n`);
  test.skip(found === undefined, `${name} is not installed: ${how}`);
  return found ?? "";
}

/** Everything that a page and what it loads complain of. */
function complaints(context: BrowserContext): string[] {
  const seen: string[] = [];
  context.on("weberror", (error) => seen.push(error.error().message));
  context.on("console", (message) => {
    if (message.type() === "error") seen.push(message.text());
  });
  context.on("response", (response) => {
    if (response.status() >= 400) seen.push(`${response.status()} ${response.url()}`);
  });
  return seen;
}

/** Opens a page, and ends its sites afterwards; nothing may be wrong. */
async function visit(page: Page, path: string, sites: readonly Site[], look: () => Promise<void>) {
  const seen = complaints(page.context());
  await page.goto(`${sites[0]?.home}${path}`);
  await look();
  for (const site of sites) site.close();
  expect(seen).toEqual([]);
}

/** The ledger's playground: the sentence, both maps, and the way to the full page. */
async function compared(playground: Locator): Promise<void> {
  await expect(playground.locator("[part=headline]")).toContainText("1 table will get hot.", {
    timeout: 30_000,
  });
  await painted(playground, "Before");
  await painted(playground, "After");
}

/** The full page opens with what the playground shows. */
async function opens(page: Page, link: Locator, home: string): Promise<void> {
  const [full] = await Promise.all([page.context().waitForEvent("page"), link.click()]);
  await expect(full.getByRole("textbox", { name: "Your schema" })).toContainText("Transactions");
  expect(full.url().startsWith(`${home}#v1.`), full.url()).toBe(true);
  await full.close();
}

test("plain HTML: beside the page", async ({ page }) => {
  using folder = scratch("html");
  await cp(join(RECIPES, "html"), folder.path, { recursive: true });
  await cp(DIST, join(folder.path, "hotsplit"), { recursive: true });
  const site = await serve({ folder: folder.path });
  await visit(page, "", [site], async () => {
    const playground = page.locator("hotsplit-playground");
    await compared(playground);
    const link = page.getByRole("link", { name: "Open in playground" });
    await opens(page, link, `${site.home}hotsplit/`);
    // The fix that the author chose is what it goes back to.
    const reset = page.getByRole("button", { name: "Reset" });
    await expect(reset).toHaveCount(0);
    await page.getByRole("textbox", { name: "Schema" }).click();
    await expect(page.getByRole("textbox", { name: "Your schema" })).toBeFocused();
    await page.keyboard.press("Control+End");
    await page.keyboard.type("-- mine");
    await reset.click();
    await compared(playground);
    await expect(reset).toHaveCount(0);
  });
});

test("plain HTML: from another origin", async ({ page }) => {
  using folder = scratch("html");
  const other = await serve({
    folder: DIST,
    headers: () => ({ "access-control-allow-origin": "*" }),
  });
  const html = readFileSync(join(RECIPES, "html/index.html"), "utf8");
  await writeFile(
    join(folder.path, "index.html"),
    html.replace('src="hotsplit/', `src="${other.home}`),
  );
  const site = await serve({ folder: folder.path });
  await visit(page, "", [site, other], () => compared(page.locator("hotsplit-playground")));
});

test("mdBook: a fenced block, at any depth, and readable without a script", async ({
  page,
  browser,
}) => {
  const mdbook = need("mdbook", "cargo install mdbook --version 0.5.4");
  using folder = scratch("mdbook");
  await cp(join(RECIPES, "mdbook"), folder.path, { recursive: true });
  await cp(DIST, join(folder.path, "src/hotsplit"), { recursive: true });
  run(mdbook, ["build"], folder.path);
  const site = await serve({ folder: join(folder.path, "book") });
  const bare = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  await bare.goto(`${site.home}hotspots.html`);
  await expect(bare.getByText("CREATE TABLE Transactions")).toBeVisible();
  await bare.close();
  await visit(page, "hotspots.html", [site], async () => {
    const playground = page.locator("main hotsplit-playground");
    await compared(playground);
    const link = page.getByRole("link", { name: "Open in playground" });
    await opens(page, link, `${site.home}hotsplit/`);
    await page.goto(`${site.home}keys/timestamp.html`);
    await painted(page.locator("main hotsplit-playground"), "Before");
    // A page without one loads the script that looks for them, and no more.
    site.asked.length = 0;
    await page.goto(`${site.home}toc.html`);
    expect(site.asked.filter((path) => /hotsplit\/.*(assets|playground)/.test(path))).toEqual([]);
  });
});

test("mdBook: with nothing but what the README says", async ({ page }) => {
  const mdbook = need("mdbook", "cargo install mdbook --version 0.5.4");
  const readme = readFileSync(join(RECIPES, "../../README.md"), "utf8");
  const section =
    readme.split("\n## ").find((one) => one.startsWith("Put it into your docs")) ?? "";
  const block = (fence: string, language: string) =>
    section.split(`\n${fence}${language}\n`)[1]?.split(`\n${fence}\n`)[0] ?? "";
  const shell = block("```", "sh").split("\n");
  expect(shell.shift(), "the site is built").toBe("cargo xtask build");
  using folder = scratch("readme");
  // As in the folder of the repository, for a person who has mdBook.
  await mkdir(join(folder.path, "web"));
  await symlink(DIST, join(folder.path, "web/dist"));
  const env = { ...process.env, PATH: `${dirname(mdbook)}${delimiter}${process.env.PATH}` };
  const say = (line: string) => run("sh", ["-c", line], folder.path, env);
  for (const line of shell) say(line);
  const book = join(folder.path, "my-book");
  await appendFile(join(book, "book.toml"), `\n${block("```", "toml")}\n`);
  await appendFile(join(book, "src/chapter_1.md"), `\n${block("````", "markdown")}\n`);
  // The mdBook of CI has no server; what it would serve is what is built.
  expect(section).toContain("`mdbook serve --open my-book`");
  say("mdbook build my-book");
  const site = await serve({ folder: join(book, "book") });
  await visit(page, "chapter_1.html", [site], () =>
    compared(page.locator("main hotsplit-playground")),
  );
  // As `mdbook build --open` opens it.
  await page.goto(pathToFileURL(join(book, "book/chapter_1.html")).href);
  await expect(page.getByText("CREATE TABLE Transactions")).toBeVisible();
  await expect(page.getByText("opened from disk can load no playground")).toBeVisible();
  // A newer build is laid over it with the same line.
  say(shell.at(-1) ?? "");
  await expect(access(join(book, "src/hotsplit/dist"))).rejects.toThrow("ENOENT");
});

test("mdBook: with the npm package, in a folder of any name", async ({ page }) => {
  const mdbook = need("mdbook", "cargo install mdbook --version 0.5.4");
  using folder = scratch("package-book");
  await cp(join(RECIPES, "mdbook"), folder.path, { recursive: true });
  const { filename } = pack(folder.path);
  const target = join(folder.path, "src/of-others/playground");
  await mkdir(target, { recursive: true });
  const from = join(folder.path, filename);
  run("tar", ["-xzf", from, "-C", target, "--strip-components=1"], folder.path);
  const toml = join(folder.path, "book.toml");
  const script = "src/of-others/playground/element/hotsplit-fences.js";
  const named = (await readFile(toml, "utf8")).replace("src/hotsplit/hotsplit-fences.js", script);
  await writeFile(toml, named);
  run(mdbook, ["build"], folder.path);
  const site = await serve({ folder: join(folder.path, "book") });
  await visit(page, "hotspots.html", [site], async () => {
    await compared(page.locator("main hotsplit-playground"));
    await page.goto(`${site.home}keys/timestamp.html`);
    await painted(page.locator("main hotsplit-playground"), "Before");
  });
});

test("MkDocs: a fenced block, at any depth", async ({ page }) => {
  const mkdocs = need("mkdocs", "pip install mkdocs==1.6.1");
  using folder = scratch("mkdocs");
  await cp(join(RECIPES, "mkdocs"), folder.path, { recursive: true });
  await cp(DIST, join(folder.path, "docs/hotsplit"), { recursive: true });
  run(mkdocs, ["build", "--quiet", "--strict"], folder.path);
  // Nothing of the built site becomes a page.
  const pages = async (of: string) =>
    (await readdir(of, { recursive: true })).filter((name) => name.endsWith("index.html")).sort();
  expect(await pages(join(folder.path, "site/hotsplit"))).toEqual(await pages(DIST));
  const site = await serve({ folder: join(folder.path, "site") });
  await visit(page, "", [site], async () => {
    await compared(page.locator("hotsplit-playground"));
    await page.goto(`${site.home}keys/timestamp/`);
    await painted(page.locator("hotsplit-playground"), "Before");
  });
});

test("a wiki: an iframe of another origin", async ({ page }) => {
  using folder = scratch("wiki");
  const other = await serve({
    folder: DIST,
    headers: () => ({ "access-control-allow-origin": "*" }),
  });
  const html = readFileSync(join(RECIPES, "wiki/page.html"), "utf8");
  expect(html).not.toContain("<script");
  await writeFile(join(folder.path, "index.html"), html.replaceAll(ELSEWHERE, other.home));
  // Some wikis let a frame do less.
  const boxed = html.replace("<iframe", '<iframe sandbox="allow-scripts allow-popups"');
  await writeFile(join(folder.path, "boxed.html"), boxed.replaceAll(ELSEWHERE, other.home));
  const headers = () => ({
    "content-security-policy": `default-src 'none'; frame-src ${other.home}; style-src 'unsafe-inline'`,
  });
  const site = await serve({ folder: folder.path, headers });
  await visit(page, "", [site, other], async () => {
    const frame = page.frameLocator("iframe");
    await compared(frame.locator("hotsplit-playground"));
    // All of it is in view in the frame as the recipe has it.
    const over = await frame
      .locator(":root")
      .evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
    expect(over).toBeLessThanOrEqual(0);
    const link = frame.getByRole("link", { name: "Open in playground" });
    await opens(page, link, other.home);
    await page.goto(`${site.home}boxed.html`);
    await compared(page.frameLocator("iframe").locator("hotsplit-playground"));
  });
});

test("a host of links and pictures: the picture, and the playground behind it", async ({
  page,
}) => {
  using folder = scratch("link");
  const other = await serve({ folder: DIST });
  const text = readFileSync(join(RECIPES, "link/page.md"), "utf8");
  const found = /\[!\[([^\]]+)\]\(([^)]+)\)\]\(([^)]+)\)/.exec(text);
  const [, words = "", picture = "", address = ""] = found ?? [];
  expect(address.startsWith(`${ELSEWHERE}#v1.`)).toBe(true);
  // What such a host makes of it.
  const link = address.replace(ELSEWHERE, other.home);
  const html = `<!doctype html><title>p</title><a href="${link}" target="_blank" rel="noopener">
<img src="${picture}" alt="${words}"></a>`;
  await writeFile(join(folder.path, "index.html"), html);
  await cp(join(RECIPES, "link", picture), join(folder.path, picture));
  const headers = () => ({ "content-security-policy": "default-src 'none'; img-src 'self'" });
  const site = await serve({ folder: folder.path, headers });
  await visit(page, "", [site, other], async () => {
    const image = page.getByRole("img", { name: /even load after/ });
    await expect(image).toBeVisible();
    const width = await image.evaluate((one) =>
      one instanceof HTMLImageElement ? one.naturalWidth : 0,
    );
    expect(width).toBeGreaterThan(300);
    await opens(page, image, other.home);
  });
});

/** A theme that fetches nothing from elsewhere. */
const CALM = "theme:\n  name: mkdocs\n  highlightjs: false\n";

/** What the share menu writes for a host, for the ledger with its fix. */
function pasted(host: (typeof HOSTS)[number], home: string): string {
  const text = readFileSync(join(RECIPES, "html/index.html"), "utf8");
  const schema = /<pre>\n([\s\S]*?)<\/pre>/.exec(text)?.[1] ?? "";
  const link = readFileSync(join(RECIPES, "link/page.md"), "utf8");
  const fragment = /#v1\.[\w-]+/.exec(link)?.[0] ?? "";
  const wanted: Wanted = {
    ...{ view: "compare", theme: "auto", readonly: false, hide: [], show: [], whole: true },
    ...{ nodes: 10, writes: 12_000, seed: 42, headline: "" },
    // An empty line is where Markdown ends what it takes for HTML.
    ...{ text: schema.replace("CREATE", "\nCREATE"), fragment, home },
  };
  return snippet(host, wanted);
}

for (const host of ["html", "mdbook", "mkdocs", "iframe"] as const) {
  test(`what the share menu writes for ${host} works there`, async ({ page }) => {
    using folder = scratch(host);
    const other = await serve({
      folder: DIST,
      headers: () => ({ "access-control-allow-origin": "*" }),
    });
    const text = pasted(host, other.home);
    let out = folder.path;
    if (host === "mdbook") {
      const mdbook = need("mdbook", "cargo install mdbook --version 0.5.4");
      await mkdir(join(folder.path, "src"));
      await writeFile(join(folder.path, "book.toml"), '[book]\ntitle = "B"\n');
      await writeFile(join(folder.path, "src/SUMMARY.md"), "# Summary\n\n- [One](index.md)\n");
      await writeFile(join(folder.path, "src/index.md"), `# One\n\n${text}\nMore.\n`);
      run(mdbook, ["build"], folder.path);
      out = join(folder.path, "book");
    } else if (host === "mkdocs") {
      const mkdocs = need("mkdocs", "pip install mkdocs==1.6.1");
      await mkdir(join(folder.path, "docs"));
      await writeFile(join(folder.path, "mkdocs.yml"), `site_name: S\n${CALM}`);
      await writeFile(join(folder.path, "docs/index.md"), `# One\n\n${text}\nMore.\n`);
      run(mkdocs, ["build", "--quiet", "--strict"], folder.path);
      // Nothing of the built site becomes a page.
      const pages = await readdir(join(folder.path, "site"), { recursive: true });
      const own = pages.filter(
        (name) => name.startsWith("hotsplit/") && name.endsWith("/index.html"),
      );
      expect(own).toEqual([]);
      out = join(folder.path, "site");
    } else {
      await writeFile(join(folder.path, "index.html"), `<!doctype html><title>p</title>${text}`);
    }
    const site = await serve({ folder: out });
    await visit(page, "", [site, other], async () => {
      const at = host === "iframe" ? page.frameLocator("iframe") : page;
      await compared(at.locator("hotsplit-playground"));
    });
  });
}
