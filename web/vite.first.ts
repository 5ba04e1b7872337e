/**
 * The first visit without a script: `index.html` says what the first example comes to, with both
 * maps as pictures. The engine works it out while the site is built; the page takes over in place.
 */
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { encode } from "fast-png";
import type { Plugin } from "vite";
import type {
  Recommended,
  Rewrite,
  RunAnswer,
  Simulation,
  SimulationAnswer,
  Which,
} from "../pkg/hotsplit.js";
import { FIGURES } from "./src/results/figures.js";
import { MINUTES, NODES, SEED } from "./src/state/defaults.js";
import { plain } from "./src/ui/words.js";
import { examplesOf } from "./vite.examples.js";

type Engine = typeof import("../pkg/hotsplit.js");

/** Where the page has room for it. */
const SLOT = "<!--first-->";

/** Columns that a run is carried on by at a time. */
const STEP = 10;

/** Sizes of the pictures in pixels. Ours: twice what a phone shows, sharp enough on a laptop. */
const SIZES = { keys: { width: 640, height: 320 }, servers: { width: 640, height: 44 } } as const;

/** What the first example comes to. */
export interface First {
  readonly text: string;
  readonly answer: SimulationAnswer;
  readonly rewrite: Rewrite;
  readonly recommended: readonly Recommended[];
  /** Pictures by name: `before-keys`. */
  readonly pictures: ReadonlyMap<string, Uint8Array>;
}

/** Runs the first example as the page does on a first visit. */
export function firstOf(engine: Engine): First {
  const [example] = examplesOf(engine);
  if (!example) throw new Error("expected an example to begin with");
  const { text, writesPerSecond } = example;
  const nodes = example.nodes ?? NODES;
  const workload = { nodes, ...(writesPerSecond === undefined ? {} : { writesPerSecond }) };
  const session = new engine.Session();
  const ask = { text, dialect: "auto" as const, workload };
  const { dialect } = session.analyse(ask);
  const { choices, keys } = session.recommended(ask);
  const rewrite = session.rewrite({ ...ask, chosen: choices });
  const run = engine.Simulation.begin({
    ...{ before: text, after: rewrite.text, dialect, ...workload },
    ...{ minutes: MINUTES, seed: SEED, rowsBy: "hot" as const },
  });
  while (run.advance(STEP));
  run.look();
  const answer = run.answer();
  const pictures = new Map<string, Uint8Array>();
  for (const which of ["before", "after"] as const) {
    for (const view of ["keys", "servers"] as const) {
      pictures.set(`${which}-${view}`, picture(run, which, view));
    }
  }
  run.free();
  session.free();
  return { text, answer, rewrite, recommended: keys, pictures };
}

function picture(run: Simulation, which: Which, view: keyof typeof SIZES): Uint8Array {
  const { width, height } = SIZES[view];
  const data = run.pixels({
    ...{ which, view, width, height, palette: "health", log: false, hatch: true },
    ...{ left: 0, right: 1, top: 0, bottom: 1 },
  });
  return encode({ width, height, data, channels: 4, depth: 8 });
}

const escaped = (text: string) => text.replace(/[&<>"]/g, (one) => `&#${one.codePointAt(0)};`);

/** Words of the engine with names as code. */
const coded = (text: string) =>
  escaped(plain(text.replaceAll("`", "\u0000")))
    .split("\u0000")
    .map((part, at) => (at % 2 === 1 ? `<code>${part}</code>` : part))
    .join("");

/** The page's first state as HTML; `fileOf` tells where a picture lies. */
export function htmlOf(first: First, fileOf: (name: string) => string): string {
  const { answer, text, recommended } = first;
  const { verdict } = answer;
  const [fix] = recommended;
  return `<main class="workspace">
      <section class="schema"><pre class="first-text">${escaped(text)}</pre></section>
      <section class="story" id="first">
        <div class="first-verdict">
          <h2>${coded(verdict.title)}</h2>
          <p class="detail">${coded(verdict.detail)}</p>
          <p class="assumed">${coded(verdict.assumed)}</p>
        </div>
        <div class="first-outcome">
          ${sideOf("before", "Now", answer.before, fileOf)}
          ${answer.after ? sideOf("after", `${coded(fix?.title ?? "")} <small>preview</small>`, answer.after, fileOf) : ""}
        </div>
      </section>
    </main>`;
}

function sideOf(
  which: Which,
  name: string,
  run: RunAnswer,
  fileOf: (name: string) => string,
): string {
  const object = run.bands[0]?.object ?? "";
  const figures = FIGURES.map(
    ({ name, value, show }) =>
      `<div><dd>${escaped(show(value(run)))}</dd><dt>${escaped(name)}</dt></div>`,
  );
  const image = (view: keyof typeof SIZES, alt: string) =>
    `<img class="${view}" src="${fileOf(`${which}-${view}`)}" alt="${escaped(alt)}" width="${SIZES[view].width}" height="${SIZES[view].height}">`;
  const shape = run.patterns[0] ? plain(`${run.patterns[0].object}: ${run.patterns[0].label}`) : "";
  return `<section class="first-side ${which}">
            <h3>${name}</h3>
            <dl>${figures.join("")}</dl>
            <figure>
              ${image("keys", `Load over keys and time. ${shape}`)}
              ${image("servers", "Utilisation of servers over time")}
              <figcaption>${escaped(plain(object))}</figcaption>
            </figure>
          </section>`;
}

/** Writes it into `index.html`. */
export function first(): Plugin {
  let html = "";
  const files = new Map<string, Uint8Array>();
  return {
    name: "first-visit",
    async buildStart() {
      const file = join(import.meta.dirname, "../pkg/hotsplit.node.js");
      if (!existsSync(file)) return;
      const engine = (await import(pathToFileURL(file).href)) as Engine;
      // Until the engine of this branch is built.
      if (!("recommended" in engine.Session.prototype)) return;
      let found: First;
      try {
        found = firstOf(engine);
      } catch (error) {
        this.warn(String(error));
        return;
      }
      html = htmlOf(found, (name) => {
        const bytes = found.pictures.get(name) ?? new Uint8Array();
        const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 8);
        const path = `assets/first-${name}-${hash}.png`;
        files.set(path, bytes);
        return `./${path}`;
      });
    },
    generateBundle() {
      for (const [fileName, source] of files) this.emitFile({ type: "asset", fileName, source });
    },
    transformIndexHtml: (page, { path }) =>
      path.endsWith("index.html") ? page.replace(SLOT, html) : page,
  };
}
