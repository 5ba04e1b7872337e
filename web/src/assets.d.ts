/** What Vite makes of imports that are no code. */

declare module "*.wasm?url" {
  /** Address of the file. */
  const url: string;
  export default url;
}

declare module "*?script" {
  /** A worker's script as text: `vite.onefile.config.ts` builds it. */
  const script: string;
  export default script;
}

declare module "*?worker&url" {
  /** Address of the worker's script. */
  const url: string;
  export default url;
}

declare module "*.css?inline" {
  /** The sheet as text. */
  const css: string;
  export default css;
}

declare module "*.css" {}

declare module "virtual:dumps" {
  /** Dumps of other databases to begin with, in the order in which they are listed. */
  const dumps: readonly import("./state/examples.js").Example[];
  export default dumps;
}

declare module "virtual:examples" {
  /** The examples, in the order in which they are listed; the page begins with the first. */
  const examples: readonly import("./state/examples.js").Example[];
  export default examples;
}

declare module "virtual:pages" {
  /** A page by the id of its rule or fix. */
  type Pages = Readonly<Record<string, import("../../pkg/hotsplit.js").Page>>;
  /** A rule of ports of other databases' schemas, which the engine does not know. */
  interface LossRule {
    readonly id: string;
    readonly severity: import("../../pkg/hotsplit.js").Severity;
    readonly line: string;
    readonly page: import("../../pkg/hotsplit.js").Page;
  }
  const pages: {
    readonly rules: Pages;
    readonly fixes: Pages;
    readonly losses: readonly LossRule[];
  };
  export default pages;
}

declare module "virtual:presets" {
  /** Workloads to start from, in the order in which they are listed. */
  const presets: readonly import("./state/preset-data.js").PresetEntry[];
  export default presets;
}

declare module "virtual:trust" {
  /** What the model rests on. */
  const trust: import("../../pkg/hotsplit.js").Trust;
  export default trust;
}

declare module "virtual:figures" {
  /** Results of the runs that the first frames of figures are drawn from, by run. */
  const results: Readonly<Record<string, import("./figures/runs.js").Result>>;
  export default results;
}

declare module "virtual:shapes" {
  /** The gallery, in the order in which it is shown. */
  const shapes: readonly import("./state/shapes.js").Shape[];
  export default shapes;
}

declare module "virtual:shape-texts" {
  /** Schemas of the gallery. */
  const texts: readonly string[];
  export default texts;
}

interface ImportMeta {
  /** How the page is built. */
  readonly env: { readonly PROD: boolean };
  /** Files that match, as text. Vite replaces the call while it builds. */
  glob(
    pattern: string,
    options: { query: "?raw"; import: "default"; eager: true },
  ): Record<string, string>;
  /** The same, each in a chunk of its own. */
  glob(
    pattern: string,
    options: { query: "?raw"; import: "default" },
  ): Record<string, () => Promise<string>>;
  /** Heads of lessons that match: `vite.config.ts` reads them. */
  glob(
    pattern: string,
    options: { query: "?head"; import: "default"; eager: true },
  ): Record<string, import("./ui/head.js").Head>;
}
