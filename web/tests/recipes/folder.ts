/** A folder of a test's own, and the package as people unpack it. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** The package's folder. */
export const PKG = join(import.meta.dirname, "../../../pkg");

/** A file of a package, as npm tells of it. */
interface Packed {
  readonly path: string;
  readonly size: number;
}

/** What `npm pack` tells. */
export interface Pack {
  readonly name: string;
  readonly version: string;
  readonly filename: string;
  readonly files: readonly Packed[];
}

/** Runs a program and gives what it printed; what it complains of is in the error it throws. */
export function run(
  program: string,
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv = process.env,
): string {
  return execFileSync(program, [...args], {
    cwd,
    env,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  });
}

/** Makes a folder that is gone when it is disposed of. */
export function scratch(name: string): { readonly path: string; [Symbol.dispose](): void } {
  const path = mkdtempSync(join(tmpdir(), `hotsplit-${name}-`));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true }) };
}

/** Writes files, each with the folders above it. */
export function write(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    const file = join(folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

/** Packs the package into a folder, or only tells what would be packed. */
export function pack(folder: string, ...more: string[]): Pack {
  const told = run("npm", ["pack", "--json", "--pack-destination", folder, ...more], PKG);
  const [packed] = JSON.parse(told) as Pack[];
  if (!packed) throw new Error("npm packed nothing");
  return packed;
}

/** Installs the packed package into a project, as npm does with a file, but asking no registry. */
export function install(folder: string): void {
  const { filename } = pack(folder);
  const target = join(folder, "node_modules/hotsplit");
  mkdirSync(target, { recursive: true });
  run("tar", ["-xzf", join(folder, filename), "-C", target, "--strip-components=1"], folder);
}
