/**
 * The report that is printed in place of the page: two sheets. The first says what the schema comes
 * to, with three numbers a side, both maps and the hot keys; the second what the fixes cost, the
 * plan in short, and what the numbers rest on.
 *
 * It is made when printing begins and taken away after. Browsers wait for no promise there, so the
 * maps are copied as they stand on the screen.
 */
import { html, nothing, render, type TemplateResult } from "lit";
import type {
  Analysis,
  AnswersSoFar,
  HotKey,
  Rewrite,
  Rollout,
  RunAnswer,
  SchemaVerdict,
  Which,
} from "../../../pkg/hotsplit.js";
import type { Results } from "../engine/protocol.js";
import { appliedOf } from "../state/selectors.js";
import { type Frame, isPreview, type State, type Store, WHOLE } from "../state/state.js";
import { cssVariables } from "../ui/css-variables.js";
import { MAIN_NUMBERS, shownOf } from "../ui/main-numbers.js";
import { rangesOf } from "../ui/ranges.js";
import { verdict as judge } from "../ui/reads.js";
import { looks as listed, served } from "../ui/served.js";
import { beforeName, nowName } from "../ui/sides.js";
import { againstLimit, amount, clock, count, rounded, words } from "../ui/words.js";
import looks from "./report.css?inline";

/** Entries that fit a sheet of A4 and of US Letter. Ours, tried with names of usual length. */
const [KEYS, COSTS, STEPS, LINES] = [7, 6, 12, 7];

/** How long printing waits for a plan that is on its way, ms. Ours: plans take less than half. */
const PATIENCE = 2_000;

/** How long maps take to be painted after they are shown whole, ms. Ours. */
const PAINTING = 300;

/** Makes the report whenever printing begins. */
export function listen(state: () => State): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`${looks}${listed.cssText}`);
  document.adoptedStyleSheets.push(sheet);
  const root = document.createElement("article");
  root.id = "report";
  document.body.append(root);
  addEventListener("beforeprint", () => {
    render(report(state()), root);
    for (const which of ["before", "after"] as const) {
      for (const canvas of ["keys", "servers"] as const) copyMap(root, which, canvas);
    }
  });
  addEventListener("afterprint", () => render(nothing, root));
}

/** Prints the report, with both maps whole and the plan once it is there. */
export async function toPaper(store: Store): Promise<void> {
  store.change({ shared: undefined, part: "results", frames: { before: WHOLE, after: WHOLE } });
  const later = (ms: number) => new Promise((go) => setTimeout(go, ms));
  const until = performance.now() + PATIENCE;
  await later(PAINTING);
  while (store.state.rewrite && !store.state.rollout && performance.now() < until) await later(50);
  print();
}

function report(state: State): TemplateResult {
  const { analysis, results, answers, rewrite, rollout, version } = state;
  const verdict = results?.answer.verdict ?? analysis?.verdict;
  return html`
    <section class="sheet">
      ${verdict ? sentence(verdict) : html`<h1>Nothing was analysed.</h1>`}
      ${results ? sides(state, results, answers) : nothing}
      ${analysis ? keys(state, analysis) : nothing}
      ${analysis && !results ? unread(analysis) : nothing}
    </section>
    <section class="sheet">
      ${rewrite ? costs(rewrite) : nothing}
      ${rewrite && rollout ? plan(rollout) : nothing}
      ${results ? list("What is assumed", results.answer.assumptions) : nothing}
      ${results ? list("What the model leaves out", results.answer.leftOut) : nothing}
      <footer>
        Made with hotsplit, engine ${version}, on ${new Date().toLocaleDateString("en-CA")}.
        Simulated: the numbers are from a model, not measurements. Trust ratios and shapes more than
        milliseconds.
      </footer>
    </section>
  `;
}

function sentence({ title, detail, assumed }: SchemaVerdict): TemplateResult {
  return html`<p class="name">hotsplit</p>
    <h1>${words(title)}</h1>
    ${detail === "" ? nothing : html`<p>${words(detail)}</p>`}
    ${assumed === "" ? nothing : html`<p class="quiet">${words(assumed)}</p>`}`;
}

function sides(state: State, results: Results, answers: AnswersSoFar | undefined): TemplateResult {
  const { kept, frames } = state;
  const { before, after, used } = results.answer;
  const ranges = rangesOf(answers);
  const side = (which: Which, name: unknown, run: RunAnswer) => html`<section class="side">
      <h2>${name}</h2>
      <dl>
        ${MAIN_NUMBERS.map((one) => {
          const { value, unit } = shownOf(one, run, ranges[which]);
          return html`<div>
            <dd>${value}<small>${unit}</small></dd>
            <dt>${one.name}</dt>
          </div>`;
        })}
      </dl>
      ${map(which, run, frames[which])}
    </section>`;
  return html`<div class=${after ? "sides" : "sides alone"}>
      ${side("before", beforeName(appliedOf(state)), before)}
      ${after ? side("after", afterName(state), after) : nothing}
    </div>
    <p class="quiet">
      Keys from top to bottom, time from left to right, ${used.minutes} minutes. Colour is the load
      of ${scaleOf(kept, before)}, on ${kept.log ? "a logarithmic" : "a linear"} scale, the same for
      both. Seed ${used.seed}.
    </p>
    ${
      kept.palette === "servers" ? served(Math.max(before.servers, after?.servers ?? 0)) : nothing
    }`;
}

function afterName(state: State): unknown {
  const applied = appliedOf(state);
  if (applied) return nowName(applied);
  const mark = isPreview(state) ? " (preview)" : "";
  return `With ${count(state.shown.length, "fix", "fixes")}${mark}`;
}

/** What colour stands for, in words. */
function scaleOf({ metric }: State["kept"], run: RunAnswer): string {
  const scale = run.metrics.find((one) => one.metric === metric);
  if (!scale || metric === "cpu") return "one split against its limit";
  return `${scale.name.toLowerCase()}, full at ${amount(scale.full, scale.unit)} (${scale.fullInWords})`;
}

function map(which: Which, run: RunAnswer, { left, right, top, bottom }: Frame): TemplateResult {
  const seconds = run.columns * run.secondsPerColumn;
  const rows = (bottom - top) * run.rows;
  const bands = run.bands.flatMap((band) => {
    const from = Math.max(0, (band.firstRow - top * run.rows) / rows);
    const to = Math.min(1, (band.firstRow + band.rows - top * run.rows) / rows);
    return to - from > 0.05 ? [{ ...band, from, height: to - from }] : [];
  });
  return html`<figure>
    <div class="map">
      <div class="bands">
        ${bands.map(
          (band) =>
            html`<span ${cssVariables({ "--top": band.from, "--height": band.height })}
              >${band.object}</span
            >`,
        )}
      </div>
      <div class="picture" data-copy=${`${which} keys`}></div>
      <span class="label">servers</span>
      <div class="picture servers" data-copy=${`${which} servers`}></div>
    </div>
    <p class="axis"><span>${clock(left * seconds)}</span><span>${clock(right * seconds)}</span></p>
    <figcaption>Hottest key range: ${againstLimit(run.peakShare)}.</figcaption>
  </figure>`;
}

/** Copies a map from the screen. */
function copyMap(root: HTMLElement, which: Which, id: "keys" | "servers"): void {
  const place = root.querySelector(`[data-copy="${which} ${id}"]`);
  if (!place) return;
  const maps = document
    .querySelector("hotsplit-outcome, hotsplit-results")
    ?.shadowRoot?.querySelector("hotsplit-maps")?.shadowRoot;
  const map = maps?.querySelector(`section.${which} hotsplit-heatmap`)?.shadowRoot;
  const source = map?.querySelector<HTMLCanvasElement>(`canvas#${id}`);
  const copy = document.createElement("canvas");
  const context = copy.getContext("2d");
  if (!source || !context || source.clientWidth === 0) {
    if (id === "keys") place.textContent = "The map was not on the screen when this was printed.";
    return;
  }
  copy.width = source.width;
  copy.height = source.height;
  context.drawImage(source, 0, 0);
  place.append(copy);
}

/** Hot keys with their fixes, those that are full first in front. */
function keys(state: State, analysis: Analysis): TemplateResult | typeof nothing {
  const { results, ran, kept } = state;
  const current = results && ran === kept.text ? results.answer.before.headroom : undefined;
  const { keys: found, keysLeftOut } = current ?? analysis.headroom;
  const open = found.filter(({ harmless }) => harmless === undefined);
  const listedKeys = open.slice(0, KEYS);
  const more = open.length - listedKeys.length + keysLeftOut;
  if (open.length === 0) return nothing;
  return html`<section>
    <h2>Hot keys</h2>
    <table class="keys">
      <thead>
        <tr>
          <th>Key</th>
          <th>Why</th>
          <th>Load</th>
          <th class="n">Hot from</th>
          <th>Fix</th>
        </tr>
      </thead>
      <tbody>
        ${listedKeys.map(
          (key) => html`<tr>
            <td><div><code>${key.object}</code></div></td>
            <td><div>${key.cause}</div></td>
            <td><div>${againstLimit(key.load)}</div></td>
            <td class="n">
              ${key.hotFromPerSecond === undefined ? "" : `${rounded(key.hotFromPerSecond)}/s`}
            </td>
            <td><div>${fixOf(state, key)}</div></td>
          </tr>`,
        )}
      </tbody>
    </table>
    ${more > 0 ? html`<p class="quiet">${count(more, "more key")}.</p>` : nothing}
  </section>`;
}

/** The fix that the second run has for a key or, where it has none, the recommended one. */
function fixOf({ shown, recommended, analysis }: State, key: HotKey): unknown {
  const known = recommended?.keys.find(({ object }) => object === key.object);
  const chosen = shown.find(({ finding }) => finding === key.finding);
  const finding = analysis?.findings.find(({ key: one }) => one === key.finding);
  const isOther = chosen && known && chosen.fix !== known.fix && chosen.fix !== known.short;
  const title = chosen && finding?.fixes.find(({ id }) => id === chosen.fix)?.title;
  const said = (isOther ? title : known?.title) ?? title;
  return said === undefined ? html`<span class="quiet">none</span>` : words(said);
}

/** What could not be read. */
function unread({ syntaxErrors }: Analysis): TemplateResult {
  return html`<ul>
    ${syntaxErrors
      .slice(0, LINES)
      .map((one) => html`<li>Line ${one.range.line}: ${words(one.message)}</li>`)}
  </ul>`;
}

/** Reads that take more with the fixes. */
function costs({ reads }: Rewrite): TemplateResult {
  const worse = reads.filter((one) => judge(one) === "worse");
  const more = worse.length - COSTS;
  return html`<section>
    <h2>What it costs</h2>
    ${
      worse.length === 0
        ? html`<p>No read takes more scans than before.</p>`
        : html`<table class="costs">
            <thead>
              <tr>
                <th>Reading</th>
                <th>Before</th>
                <th>After</th>
              </tr>
            </thead>
            <tbody>
              ${worse.slice(0, COSTS).map(
                (one) => html`<tr>
                  <td><div><code>${one.object}</code>: ${words(one.label)}</div></td>
                  <td><div>${words(one.before.words)}</div></td>
                  <td><div>${words(one.after.words)}</div></td>
                </tr>`,
              )}
            </tbody>
          </table>`
    }
    ${more > 0 ? html`<p class="quiet">${count(more, "more read")}.</p>` : nothing}
  </section>`;
}

/** Who does the steps of a plan. */
const OWNERS: { readonly [owner: string]: string } = {
  dba: "DBA",
  application: "application",
  job: "job",
};

/** The plan in short: what is done, by whom, how long it takes. */
function plan({ live, steps }: Rollout): TemplateResult {
  const more = steps.length - STEPS;
  return html`<section>
    <h2>Plan for a ${live ? "live" : "new"} database</h2>
    <ol>
      ${steps.slice(0, STEPS).map(
        ({ title, owner, duration, reversible }) => html`<li>
          ${words(title)}
          <span class="quiet"
            >${OWNERS[owner] ?? owner}, ${duration.class}${reversible ? "" : ", cannot be undone"}</span
          >
        </li>`,
      )}
    </ol>
    ${more > 0 ? html`<p class="quiet">${count(more, "more step")}.</p>` : nothing}
  </section>`;
}

function list(title: string, lines: readonly string[]): TemplateResult | typeof nothing {
  if (lines.length === 0) return nothing;
  const more = lines.length - LINES;
  return html`<section>
    <h2>${title}</h2>
    <ul>
      ${lines.slice(0, LINES).map((line) => html`<li>${words(line)}</li>`)}
      ${more > 0 ? html`<li class="quiet">${count(more, "more line")} on the page.</li>` : nothing}
    </ul>
  </section>`;
}
