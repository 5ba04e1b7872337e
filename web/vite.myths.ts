/**
 * Myth court: `content/myths`, claims about Spanner that are found in the wild. One page with a
 * verdict for each, the runs that it rests on, and links that open these on the page of the site.
 */
import type { Plugin, Rolldown } from "vite";
import type { RunAnswer } from "../pkg/hotsplit.js";
import { numberFrom } from "./src/figures/named.js";
import { type Result, resultOf } from "./src/figures/runs.js";
import { toFragment } from "./src/session/links.js";
import { EMPTY, type Kept } from "./src/state/state.js";
import { number, percent } from "./src/ui/words.js";
import { type ContentFile, type Engine, filesOf, loadEngine } from "./vite.content.js";
import { type Html, markup, type Part, scriptOf, sheetOf } from "./vite.markup.js";
import { around, prose, READ } from "./vite.reads.js";

/** A schema that was run, and how it was set. */
export interface MythRun {
  readonly name: string;
  readonly kept: Kept;
  readonly result: Result;
  readonly answer: RunAnswer;
}

/** A claim. */
export interface Myth {
  readonly file: ContentFile;
  readonly runs: readonly MythRun[];
}

/** What verdicts there are. */
const VERDICTS = ["wrong", "half true", "depends", "out of date", "invented"] as const;

/** Runs in the order of their file, as prose names them. */
const ORDER: readonly string[] = ["first", "second", "third"];

/** Reads the claims and runs their schemas. */
export function mythsOf(engine: Engine): Myth[] {
  return filesOf("myths", engine).map((file) => ({ file, runs: runsOf(engine, file) }));
}

function runsOf(engine: Engine, file: ContentFile): MythRun[] {
  const runs: MythRun[] = [];
  let [name, own] = ["", new Map<string, string>()];
  for (const { kind, info, text } of file.blocks) {
    if (kind === "heading") {
      name = /^Run: (.+)$/.exec(text)?.[1] ?? "";
      own = new Map();
    } else if (kind === "item") {
      const [, field = "", value = ""] = /^([a-z-]+): (.+)$/.exec(text) ?? [];
      own.set(field, value);
    } else if (kind === "code" && info === "sql") {
      if (name === "") throw file.error("expected `## Run: NAME` above a schema");
      runs.push(runOf(engine, file, name, { text: `${text}\n`, own }));
    }
  }
  if (runs.length === 0 || runs.length > ORDER.length) {
    throw file.error(`expected up to ${ORDER.length} runs, found ${runs.length}`);
  }
  return runs;
}

/** A schema with what is set for it alone. */
interface Own {
  readonly text: string;
  readonly own: ReadonlyMap<string, string>;
}

function runOf(
  { Simulation }: Engine,
  file: ContentFile,
  name: string,
  { text, own }: Own,
): MythRun {
  const set = (field: string) => file.number(field, own.get(field));
  const points = own.has("split-points") ? set("split-points") : undefined;
  const kept: Kept = {
    ...EMPTY.kept,
    text,
    dialect: "googlesql",
    knobs: {
      ...EMPTY.kept.knobs,
      nodes: set("nodes"),
      writesPerSecond: set("writes"),
      minutes: set("minutes"),
    },
    run: points === undefined ? {} : { splitPointsPerNode: points },
  };
  const { nodes, writesPerSecond: writes = 0, minutes, seed } = kept.knobs;
  const simulation = Simulation.run({
    ...{ before: text, dialect: kept.dialect, nodes, writesPerSecond: writes, minutes, seed },
    knobs: kept.run,
  });
  const output = {
    one: simulation.answer().before,
    grid: simulation.grid("before"),
    clientP99: simulation.series("before", "clientP99"),
  };
  simulation.free();
  const result = resultOf({ schema: "counter", nodes, writes, minutes, parts: 1 }, output, []);
  return { name, kept, result, answer: output.one };
}

/** Numbers and words that only myths have. */
const OWN: Readonly<Record<string, (run: MythRun) => string | undefined>> = {
  hidden: ({ answer }) =>
    number(answer.bands.filter(({ kind }) => kind === "managed index").length),
  reason: ({ answer }) => answer.unsplittable[0]?.reason,
  score: ({ answer }) => answer.unsplittable[0] && number(answer.unsplittable[0].score),
};

/** A number that the prose of a claim names as `first.served`. */
export function mythNumber(runs: readonly MythRun[], name: string): string | undefined {
  const [of = "", what = ""] = name.split(".");
  const run = runs[ORDER.indexOf(of)];
  return run && (OWN[what]?.(run) ?? numberFrom(what, run.result));
}

/** A row of the table of runs. */
async function rowOf({ name, kept, result }: MythRun, version: string): Promise<Html> {
  const link = await toFragment(kept, version);
  if (link === undefined) throw new Error(`the schema of "${name}" does not fit into a link`);
  const { served, hottest } = result;
  const cells = [number(served), numberFrom("p99", result), percent(hottest)];
  return markup`<tr><th scope="row">${name}</th>${cells.map((one) => markup`<td>${one}</td>`)}<td><a href="./${link}">Run it<span class="unseen">: ${name}</span></a></td></tr>\n`;
}

async function articleOf({ file, runs }: Myth, version: string): Promise<Html> {
  const verdict = file.needed("verdict");
  if (!VERDICTS.some((one) => one === verdict)) {
    throw file.error(`expected a verdict of ${VERDICTS.join(", ")}, found "${verdict}"`);
  }
  const numberFor = (name: string) => {
    const found = mythNumber(runs, name);
    if (found === undefined) throw file.error(`expected the name of a number, found {${name}}`);
    return found;
  };
  const rows: Html[] = [];
  for (const run of runs) rows.push(await rowOf(run, version));
  const { nodes, writesPerSecond, minutes } = runs[0]?.kept.knobs ?? EMPTY.kept.knobs;
  const say = (text: string): Part => prose(text, numberFor);
  return markup`<article id="${file.slug}">
<h2>${file.title}</h2>
<p class="verdict">${verdict[0]?.toUpperCase()}${verdict.slice(1)}</p>
<p>${say(file.about)}</p>
<table>
<caption>Simulated: ${number(writesPerSecond ?? 0)} writes/s on ${number(nodes)} nodes for ${number(minutes)} minutes</caption>
<thead><tr><th scope="col">Schema</th><th scope="col">Served, writes/s</th><th scope="col">p99</th><th scope="col">Hottest server</th><th scope="col">Live</th></tr></thead>
<tbody>
${rows}</tbody>
</table>
<p class="claimed">Claimed by ${say(file.needed("said"))}. See ${file.all("source").map(say)}.</p>
</article>
`;
}

/** The page. */
export async function courtOf(
  engine: Engine,
  bundle: Rolldown.OutputBundle,
  policy: string,
): Promise<string> {
  const myths = mythsOf(engine);
  const articles: Html[] = [];
  for (const myth of myths) articles.push(await articleOf(myth, engine.version()));
  const about = `${myths.length} claims about hotspots of Spanner as they are found in the wild, each with a verdict, a simulation to run and a link to the source.`;
  const list = myths.map(
    ({ file }) =>
      markup`<li><a href="#${file.slug}">${file.title}</a> <small>${file.needed("verdict")}</small></li>\n`,
  );
  const body = markup`<h1>Myth court</h1>
<p>${about}</p>
<p>The numbers are those of the simulation behind each verdict, which the build of this page has run. Each row opens its schema with the same settings, so that you can change it.</p>
<ul class="claims">
${list}</ul>
${articles}`;
  const head = { root: "./", style: sheetOf(bundle, READ.sheet), policy };
  return around(head, scriptOf(bundle, READ.script), "Myth court: hotsplit", about, body);
}

/** Writes the page. */
export function myths(policy: string): Plugin {
  return {
    name: "myths",
    generateBundle: {
      order: "post",
      handler: async function (_, bundle) {
        const source = await courtOf(await loadEngine(), bundle, policy);
        this.emitFile({ type: "asset", fileName: "myths.html", source });
      },
    },
  };
}
