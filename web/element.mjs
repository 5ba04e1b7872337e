/**
 * Lays the element into the npm package: `npm run element`, after `npm run build`.
 *
 * Of the built site it takes what `hotsplit-playground.js` needs and nothing else. The engine is in
 * the package already, so the copies name that one.
 */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const DIST = join(import.meta.dirname, "dist");
const OUT = join(import.meta.dirname, "../pkg/element");

/** What pages name, and what they may name beside it. */
const ENTRY = "hotsplit-playground.js";
const BESIDE = ["hotsplit-fences.js"];

/** Files of the build by the name that code calls them by. */
const assets = new Map(readdirSync(join(DIST, "assets")).map((name) => [name, `assets/${name}`]));

/** Files that a script names, and those that they name. */
function needs(file, found = new Set()) {
  if (found.has(file)) return found;
  found.add(file);
  if (!file.endsWith(".js")) return found;
  const code = readFileSync(join(DIST, file), "utf8");
  for (const [name, other] of assets) if (code.includes(name)) needs(other, found);
  return found;
}

/** A file of WebAssembly by its name in the site, which has a hash in it. */
function wasm(name) {
  const pattern = new RegExp(`^${name}-.*\\.wasm$`);
  const [one, ...others] = [...assets.keys()].filter((file) => pattern.test(file));
  if (!one || others.length > 0) {
    throw new Error(`dist does not hold one ${name}: run \`npm run build\` first`);
  }
  return one;
}

/** The engine, and the port, which reads a long dump that is dropped on a playground's editor. */
const [engine, port] = [wasm("hotsplit_bg"), wasm("hotsplit_port_bg")];

cpSync(join(DIST, "THIRD-PARTY.txt"), join(OUT, "../THIRD-PARTY.md"));
rmSync(OUT, { recursive: true, force: true });
for (const file of [...needs(ENTRY), ...BESIDE]) {
  if (file === assets.get(engine) || file === assets.get(port)) continue;
  const target = join(OUT, file);
  mkdirSync(dirname(target), { recursive: true });
  if (!file.endsWith(".js")) cpSync(join(DIST, file), target);
  else {
    const code = readFileSync(join(DIST, file), "utf8");
    // From `element/assets`, where every script is that names them.
    const named = code.replaceAll(engine, "../../hotsplit_bg.wasm");
    writeFileSync(target, named.replaceAll(port, "../../hotsplit_port_bg.wasm"));
  }
}
