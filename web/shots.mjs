/**
 * `npm run shots`: pictures of the page's states into `shots`, with a page to look at them.
 *
 * `npm run shots -- --against REF` takes the same pictures of the page as REF builds it and puts
 * both and their difference beside each other. Pictures stay out of git: what is compared is made in
 * the same run by the same browser.
 */
import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { decode, encode } from "fast-png";
import pixelmatch from "pixelmatch";

const WEB = import.meta.dirname;
const TOP = join(WEB, "..");
const SHOTS = join(WEB, "shots");
/** Pixels that may differ before a picture counts as changed: antialiasing. Ours. */
const ALIKE = 20;

const { values, positionals } = parseArgs({
  options: { against: { type: "string" } },
  allowPositionals: true,
});

const run = (command, args, options = {}) =>
  execFileSync(command, args, { stdio: "inherit", ...options });
const git = (...args) => execFileSync("git", args, { cwd: TOP, encoding: "utf8" }).trim();

/** Takes the pictures of a built page; those that fail are missing from the folder. */
function take(dist, out) {
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const env = { ...process.env, SHOTS: out, HOTSPLIT_DIST: dist };
  const args = ["playwright", "test", "--config", "playwright.shots.config.ts", ...positionals];
  try {
    run("npx", args, { cwd: WEB, env });
    return true;
  } catch {
    return false;
  }
}

/** Builds the page of another commit and tells where it lies. */
function build(ref) {
  const folder = mkdtempSync(join(tmpdir(), "hotsplit-shots-"));
  git("worktree", "add", "--detach", folder, ref);
  const web = join(folder, "web");
  symlinkSync(join(WEB, "node_modules"), join(web, "node_modules"));
  const sameEngine =
    git("diff", "--name-only", ref, "--", "crate", "Cargo.toml", "Cargo.lock") === "";
  if (sameEngine) cpSync(join(TOP, "pkg"), join(folder, "pkg"), { recursive: true });
  else run("cargo", ["xtask", "build"], { cwd: folder });
  if (sameEngine) run("npm", ["run", "build", "--", "--logLevel", "warn"], { cwd: web });
  return { folder, dist: join(web, "dist") };
}

/** Compares two pictures: pixels that differ, and where. */
function compare(base, now) {
  const [one, other] = [base, now].map((path) => decode(readFileSync(path)));
  const { width, height } = other;
  if (one.width !== width || one.height !== height) return { pixels: width * height };
  const [a, b] = [one, other].map(withAlpha);
  const data = new Uint8Array(width * height * 4);
  const pixels = pixelmatch(a, b, data, width, height, { threshold: 0.1 });
  return { pixels, picture: encode({ width, height, data, channels: 4 }) };
}

/** Pixels of four channels, whatever the picture has. */
function withAlpha({ data, channels, width, height }) {
  if (channels === 4) return data;
  const out = new Uint8Array(width * height * 4);
  for (let at = 0; at < width * height; at++) {
    out.set(data.subarray(at * channels, at * channels + 3), at * 4);
    out[at * 4 + 3] = 255;
  }
  return out;
}

const pictures = (folder) =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith(".png"))
        .sort()
    : [];

/** A page with all pictures, those that changed most in front. */
function gallery(rows) {
  const cell = (folder, name) =>
    name
      ? `<a href="${folder}/${name}"><img loading="lazy" src="${folder}/${name}" alt=""></a>`
      : "";
  const body = rows.map(
    ({ name, pixels, base, difference }) =>
      `<section><h2>${name} <small>${pixels === undefined ? "" : `${pixels} pixels differ`}</small></h2>` +
      `<div>${cell("base", base)}${cell("now", name)}${cell("difference", difference)}</div></section>`,
  );
  return `<!doctype html><meta charset="utf-8"><title>Pictures of the page</title>
<style>body{font:14px system-ui;margin:24px}div{display:flex;gap:8px}img{max-width:31vw;border:1px solid #ccc}small{color:#666;font-weight:400}</style>
<h1>Pictures of the page${values.against ? `, against ${values.against}` : ""}</h1>${body.join("\n")}`;
}

const whole = take(join(WEB, "dist"), join(SHOTS, "now"));
let rows = pictures(join(SHOTS, "now")).map((name) => ({ name }));
if (values.against !== undefined) {
  const { folder, dist } = build(values.against);
  try {
    take(dist, join(SHOTS, "base"));
  } finally {
    git("worktree", "remove", "--force", folder);
  }
  const difference = join(SHOTS, "difference");
  rmSync(difference, { recursive: true, force: true });
  mkdirSync(difference, { recursive: true });
  const before = new Set(pictures(join(SHOTS, "base")));
  rows = rows.map(({ name }) => {
    if (!before.has(name)) return { name };
    const { pixels, picture } = compare(join(SHOTS, "base", name), join(SHOTS, "now", name));
    if (picture) writeFileSync(join(difference, name), picture);
    return { name, pixels, base: name, ...(picture ? { difference: name } : {}) };
  });
  rows.sort((a, b) => (b.pixels ?? Infinity) - (a.pixels ?? Infinity));
  const changed = rows.filter(({ pixels }) => pixels === undefined || pixels > ALIKE);
  for (const { name, pixels } of changed) {
    process.stdout.write(`${name}: ${pixels === undefined ? "new" : `${pixels} pixels differ`}\n`);
  }
  process.stdout.write(`${changed.length} of ${rows.length} pictures changed\n`);
}
writeFileSync(join(SHOTS, "index.html"), gallery(rows));
// The one picture that is in git: README shows it.
const first = join(SHOTS, "now", "first-laptop-light.png");
if (values.against === undefined && existsSync(first)) cpSync(first, join(SHOTS, "page.png"));
process.stdout.write(`Pictures: ${join(SHOTS, "index.html")}\n`);
process.exit(whole ? 0 : 1);
