/** Packs the built site for course systems: `npm run scorm`, after `npm run build`. */
import { join } from "node:path";
import { runnerImport } from "vite";

const { module } = await runnerImport(join(import.meta.dirname, "scorm/pack.ts"), {
  configFile: false,
  logLevel: "warn",
});
const engine = await import("../pkg/hotsplit.node.js");
const names = module.pack(engine);
process.stdout.write(`${names.length} packages in target/scorm, the first is ${names[0]}\n`);
