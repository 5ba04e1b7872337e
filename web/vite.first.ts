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
import type { Recommended, Rewrite, Simulation, SimulationAnswer, Which } from "../pkg/hotsplit.js";
import { costWords } from "./src/results/cost.js";
import { MINUTES, NODES, SEED } from "./src/state/defaults.js";
import { MAIN_NUMBERS, shownOf } from "./src/ui/main-numbers.js";
import { shown, unbroken, withoutCode } from "./src/ui/words.js";
import { examplesOf } from "./vite.examples.js";

type Engine = typeof import("../pkg/hotsplit.js");

/** Where the page has room for it. */
const SLOT = "<!--first-->";

/** Columns that a run is carried on by at a time. */
const STEP = 10;

/** Sizes of the pictures in pixels. Ours: twice what a phone shows, sharp enough on a laptop. */
const SIZES = { keys: { width: 604, height: 716 }, servers: { width: 604, height: 76 } } as const;

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
  escaped(shown(text))
    .split("`")
    .map((part, at) => (at % 2 === 1 ? `<code>${part}</code>` : part))
    .join("");

/** The page's first state as HTML; `fileOf` tells where a picture lies. */
export function htmlOf(first: First, fileOf: (name: string) => string): string {
  const { answer, text, rewrite, recommended } = first;
  const { verdict } = answer;
  const [fix] = recommended;
  const name = fix ? `<span>${coded(fix.title)}</span><small class="tag">preview</small>` : "";
  const after = answer.after && sideOf("after", name, answer, fileOf);
  return `<header class="first-bar">${LOGO}<b>hotsplit</b></header>
    <main class="workspace">
      <section class="schema"><div class="first-title">Schema</div><pre class="first-text">${numbered(text)}</pre></section>
      <section class="story" id="first">
        <div>
          <h2>${coded(verdict.title)}</h2>
          <p class="detail">${coded(verdict.detail)}</p>
          <p class="assumed">${coded(verdict.assumed)}</p>
        </div>
        <div class="first-outcome">
          ${sideOf("before", "<span>Now</span>", answer, fileOf)}
          ${after ?? ""}
          <p class="first-legend">${LEGEND}</p>
          <p class="first-acts"><span class="first-main">Use this fix</span></p>
          ${costOf(rewrite)}
        </div>
      </section>
    </main>`;
}

const LOGO =
  '<svg viewBox="0 0 16 16" width="20" height="20" aria-hidden="true"><rect width="16" height="16" rx="3.5" fill="#1b1030"></rect><path d="M3 3h3v3H3z" fill="#fca50a"></path><path d="M6.5 6.5h3v3h-3z" fill="#f06b22"></path><path d="M10 10h3v3h-3z" fill="#fcffa4"></path></svg>';

const LEGEND =
  "Dark blue is idle, blue is up to 50 % of what a split takes, amber up to 100 %, red is over the limit.";

/** The text with the numbers of its lines, as the editor has them. */
function numbered(text: string): string {
  const lines = text.replace(/\n$/, "").split("\n");
  return lines.map((line, at) => `<i>${at + 1}</i>${escaped(line)}`).join("\n");
}

/** The read that loses most by the fixes. */
function costOf({ reads }: Rewrite): string {
  const cost = costWords(reads);
  return cost === undefined ? "" : `<p class="first-cost">${coded(cost)}</p>`;
}

function sideOf(
  which: Which,
  name: string,
  answer: SimulationAnswer,
  fileOf: (name: string) => string,
): string {
  const { before } = answer;
  const run = answer[which] ?? before;
  const numbers = MAIN_NUMBERS.map((one) => {
    const { value, unit } = shownOf(one, run, undefined);
    const differs = one.change(one.value(before), one.value(run));
    const change = unbroken(differs?.words ?? "unchanged");
    return (
      `<div><dd>${escaped(value)}<small>${escaped(unit)}</small></dd><dt>${escaped(one.name)}</dt>` +
      `${which === "after" ? `<dd class="change">${escaped(change)}</dd>` : ""}</div>`
    );
  });
  const [shape] = run.patterns;
  const said = shape ? ` ${shape.object}: ${shape.label}.` : "";
  const image = (view: keyof typeof SIZES, alt: string) =>
    `<img class="${view}" src="${fileOf(`${which}-${view}`)}" alt="${escaped(withoutCode(alt))}" width="${SIZES[view].width}" height="${SIZES[view].height}">`;
  const minutes = Math.round((run.columns * run.secondsPerColumn) / 60);
  return `<section class="first-side ${which}">
            <h3>${name}</h3>
            <dl>${numbers.join("")}</dl>
            <figure>
              <figcaption>${escaped(withoutCode(run.bands[0]?.object ?? ""))}</figcaption>
              ${image("keys", `Load over keys, top to bottom, and time, left to right.${said}`)}
              <small>servers</small>
              ${image("servers", `Utilisation of ${run.servers} servers over ${minutes} minutes`)}
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
      const found = firstOf(engine);
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
