/**
 * The report that is printed in place of the page: what is on the screen, with nothing cut off.
 *
 * It is made when printing begins and taken away after. Browsers wait for no promise there, so the
 * maps are copied as they stand on the screen.
 */
import { html, nothing, render, type TemplateResult } from "lit";
import type { Analysis, Finding, RunAnswer, Which } from "../../pkg/hotsplit.js";
import { harmlessOf, SEVERITY_WORDS } from "./elements/order.js";
import { placed } from "./elements/placed.js";
import { roomFacts } from "./elements/room.js";
import { looks as listed, served } from "./elements/served.js";
import { amount, clock, count, number, percent, words } from "./elements/words.js";
import { measures, shown } from "./export.js";
import type { Results } from "./protocol.js";
import { headlineOf, type Ranges, rangesOf } from "./ranges.js";
import type { Frame, State, Store } from "./state.js";
import looks from "./style/report.css?inline";

const NAMES: { readonly [W in Which]: string } = { before: "Before", after: "After" };

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
    for (const which of ["before", "after"] as const) copyMap(root, which);
  });
  addEventListener("afterprint", () => render(nothing, root));
}

/** Prints the report. The maps have to be on the screen. */
export function toPaper(store: Store): void {
  store.change({ shared: undefined, part: "results" });
  // Two frames: one to lay the maps out, one to paint them.
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => print(), 100)));
}

function report(state: State): TemplateResult {
  const { analysis, results, answers, rewrite, kept, version } = state;
  return html`
    <h1>hotsplit</h1>
    ${
      results
        ? html`<p class="headline">${words(headlineOf(results.answer, answers))}</p>
            ${workload(results)} ${numbers(results, rangesOf(answers))} ${maps(state, results)}`
        : html`<p class="headline">Nothing has been simulated.</p>`
    }
    ${analysis ? findings(analysis, state) : nothing}
    ${rewrite ? code("Rewritten schema", rewrite.text) : nothing} ${code("Schema", kept.text)}
    ${results ? assumptions(results) : nothing}
    <footer>Made with hotsplit, engine ${version}. The numbers are a model's, not measurements.</footer>
  `;
}

function workload({ answer }: Results): TemplateResult {
  const { nodes, writesPerSecond, minutes, seed } = answer.used;
  return html`<p class="quiet">
    Workload: ${number(writesPerSecond)} writes/s${
      answer.rateStated ? "" : " (assumed: the recommended load of these nodes)"
    },
    ${count(nodes, "node")}, ${minutes} minutes, seed ${seed}.
  </p>`;
}

function numbers(results: Results, ranges: Ranges): TemplateResult {
  const { before, after } = results.answer;
  return html`<section>
    <h2>Numbers</h2>
    <table>
      <thead>
        <tr>
          <th></th>
          <th class="n">Before</th>
          ${after ? html`<th class="n">After</th>` : nothing}
        </tr>
      </thead>
      <tbody>
        ${measures(results).map(
          (measure) => html`<tr>
            <td>${measure.name}</td>
            <td class="n">${shown(measure, before, ranges.before)}</td>
            ${after ? html`<td class="n">${shown(measure, after, ranges.after)}</td>` : nothing}
          </tr>`,
        )}
      </tbody>
    </table>
  </section>`;
}

function maps({ frames, kept }: State, { answer }: Results): TemplateResult {
  return html`<section>
    <h2>Load by key range over time</h2>
    <p class="quiet">
      Keys from top to bottom, time from left to right. Brighter is hotter, on
      ${kept.log ? "a logarithmic" : "a linear"} scale of ${scaleOf(kept, answer.before)}, the same
      for both.
    </p>
    ${
      kept.palette === "servers"
        ? served(Math.max(answer.before.servers, answer.after?.servers ?? 0))
        : nothing
    }
    <div class="maps">
      ${map("before", answer.before, frames.before)}
      ${answer.after ? map("after", answer.after, frames.after) : nothing}
    </div>
  </section>`;
}

/** What brightness stands for, in words. */
function scaleOf({ metric }: State["kept"], run: RunAnswer): string {
  const scale = run.metrics.find((one) => one.metric === metric);
  if (!scale || metric === "cpu") return "what one split can take";
  return `${scale.name.toLowerCase()}, full at ${amount(scale.full, scale.unit)} (${scale.fullInWords})`;
}

function map(which: Which, run: RunAnswer, { left, right, top, bottom }: Frame): TemplateResult {
  const seconds = run.columns * run.secondsPerColumn;
  const rows = (bottom - top) * run.rows;
  const bands = run.bands.flatMap((band) => {
    const from = Math.max(0, (band.firstRow - top * run.rows) / rows);
    const to = Math.min(1, (band.firstRow + band.rows - top * run.rows) / rows);
    return to - from > 0.03 ? [{ ...band, from, height: to - from }] : [];
  });
  return html`<figure>
    <figcaption>
      ${NAMES[which]}: hottest range ${percent(run.peakShare)} of a split.
      ${run.patterns.map((one) => html`${words(`${one.object}: ${one.label}. `)}`)}
    </figcaption>
    <div class="map">
      <div class="bands">
        ${bands.map(
          (band) =>
            html`<span ${placed({ "--top": band.from, "--height": band.height })}
              >${band.object}</span
            >`,
        )}
      </div>
      <div class="picture" data-which=${which}></div>
    </div>
    <p class="axis"><span>${clock(left * seconds)}</span><span>${clock(right * seconds)}</span></p>
  </figure>`;
}

/** Copies a map from the screen; on a narrow page that never showed it there is nothing to copy. */
function copyMap(root: HTMLElement, which: Which): void {
  const place = root.querySelector(`[data-which="${which}"]`);
  if (!place) return;
  const results = document.querySelector("hotsplit-results")?.shadowRoot;
  const maps = results?.querySelector("hotsplit-maps")?.shadowRoot;
  const map = maps?.querySelector(`section.${which} hotsplit-heatmap`)?.shadowRoot;
  const source = map?.querySelector<HTMLCanvasElement>("canvas#keys");
  const copy = document.createElement("canvas");
  const context = copy.getContext("2d");
  if (!source || !context || source.clientWidth === 0) {
    place.textContent = "Open the results before printing to have the map here.";
    return;
  }
  copy.width = source.width;
  copy.height = source.height;
  context.drawImage(source, 0, 0);
  place.append(copy);
}

function findings(analysis: Analysis, { kept }: State): TemplateResult {
  const { findings, accepted, questions, syntaxErrors } = analysis;
  const harmless = harmlessOf(analysis);
  return html`<section>
    <h2>${count(findings.length - harmless.length, "finding")}</h2>
    ${findings
      .filter((one) => one.harmless === undefined)
      .map((one) => finding(one, kept.chosen.find(({ finding }) => finding === one.key)?.fix))}
    ${harmless.map(
      (one) => html`<div class="finding">
        <h3>
          Harmless at the ${one.rateStated ? "stated" : "assumed"} load, line ${one.range.line}:
          ${words(one.title)}
        </h3>
        <p>${words(one.harmless ?? "")}.</p>
      </div>`,
    )}
    ${accepted.map(
      (one) => html`<div class="finding">
        <h3>Accepted, line ${one.range.line}: ${words(one.title)}</h3>
        <p>${one.accepted ?? ""}</p>
      </div>`,
    )}
    ${questions.map(
      (one) => html`<div class="finding">
        <h3>Question, line ${one.range.line}: ${words(one.question)}</h3>
        <p>${words(one.why)}</p>
      </div>`,
    )}
    ${syntaxErrors.map(
      (one) => html`<p>Not read, line ${one.range.line}: ${words(one.message)}</p>`,
    )}
  </section>`;
}

function finding(one: Finding, fix: string | undefined): TemplateResult {
  const used = one.fixes.find(({ id }) => id === fix);
  const others = one.fixes.filter(({ id }) => id !== fix);
  const facts = roomFacts(one);
  return html`<div class="finding">
    <h3>${SEVERITY_WORDS[one.severity]}, line ${one.range.line}: ${words(one.title)}</h3>
    <p>${words(one.why)}</p>
    ${facts.length > 0 ? html`<p class="quiet">${facts.join("; ")}.</p>` : nothing}
    <p>${words(one.help)}.</p>
    ${one.reason === undefined ? nothing : html`<p>Spanner's word for it: <code>${one.reason}</code></p>`}
    ${used ? html`<p><strong>Fix in use: ${used.short}, ${words(used.title)}</strong></p>` : nothing}
    ${
      others.length > 0
        ? html`<p class="quiet">
            ${used ? "Others" : "Fixes"} that may help:
            ${others.map(({ short, title }, at) => html`${at > 0 ? "; " : ""}${short}, ${words(title)}`)}
          </p>`
        : nothing
    }
  </div>`;
}

function code(heading: string, text: string): TemplateResult {
  return html`<section class="code">
    <h2>${heading}</h2>
    <pre>${text}</pre>
  </section>`;
}

function assumptions({ answer }: Results): TemplateResult {
  return html`<section>
    <h2>What the model leaves out</h2>
    <ul>
      ${answer.assumptions.map((line) => html`<li>${words(line)}</li>`)}
    </ul>
  </section>`;
}
