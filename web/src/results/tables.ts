/** Tables of the runs below the maps, drawn once somebody opens one. A chunk of its own. */
import { html, svg, type TemplateResult } from "lit";
import type { RunAnswer } from "../../../pkg/hotsplit.js";
import type { Results, Series } from "../engine/protocol.js";
import { windowed } from "../ui/windowed.js";
import { againstLimit, clock, percent } from "../ui/words.js";
import "./number-table.js";

/** Mean utilisation of each server. */
export function servers({ answer }: Results): TemplateResult {
  const runs = [
    { kind: "before", means: answer.before.serverMeans },
    ...(answer.after ? [{ kind: "after", means: answer.after.serverMeans }] : []),
  ];
  const many = Math.max(...runs.map(({ means }) => means.length));
  const bar = (kind: string, mean: number | undefined) =>
    mean === undefined
      ? html`<td></td><td></td>`
      : html`<td class="n">${percent(mean)}</td>
          <td class=${`meter ${kind}`}>
            <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
              ${svg`<rect width=${100 * mean} height="10"></rect>`}
            </svg>
          </td>`;
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Mean utilisation of each server">
      <table aria-rowcount=${many + 1}>
        <thead>
          <tr>
            <th scope="col" class="n">Server</th>
            ${runs.map(({ kind }) => html`<th scope="col" colspan="2">${kind === "before" ? "Before" : "After"}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${windowed({
            items: Array.from({ length: many }, (_, server) => server),
            key: (server) => server,
            as: "tr",
            draw: (server) => html`<tr>
              <th scope="row" class="n">${server}</th>
              ${runs.map(({ kind, means }) => bar(kind, means[server]))}
            </tr>`,
          })}
        </tbody>
      </table>
    </div>`;
}

/** The hottest range of each table and index. */
export function peaks({ answer, before, after }: Results): TemplateResult {
  const rows = (name: string, run: RunAnswer | undefined, series: Series | undefined) =>
    (series?.peaks ?? []).map((peak) => ({ name, peak, seconds: run?.secondsPerColumn ?? 0 }));
  const all = [...rows("before", answer.before, before), ...rows("after", answer.after, after)];
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Hottest range of each table and index">
      <table aria-rowcount=${all.length + 1}>
        <thead>
          <tr>
            <th scope="col">Run</th>
            <th scope="col">Table or index</th>
            <th scope="col" class="n">Hottest range</th>
            <th scope="col" class="n">At</th>
            <th scope="col" class="n">Mean of its ranges</th>
          </tr>
        </thead>
        <tbody>
          ${windowed({
            items: all,
            key: (_, at) => at,
            as: "tr",
            draw: ({ name, peak, seconds }) => html`<tr>
              <td>${name}</td>
              <td><code>${peak.object}</code></td>
              <td class="n">${againstLimit(peak.share)}</td>
              <td class="n">${clock(peak.column * seconds)}</td>
              <td class="n">${percent(peak.mean)} of the limit</td>
            </tr>`,
          })}
        </tbody>
      </table>
    </div>`;
}

/** Splits and moves. */
export function events({ answer }: Results): TemplateResult {
  const rows = (name: string, run: RunAnswer) => run.events.map((event) => ({ name, event }));
  const all = [
    ...rows("before", answer.before),
    ...(answer.after ? rows("after", answer.after) : []),
  ];
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Splits and moves">
      <table aria-rowcount=${all.length + 1}>
        <thead>
          <tr>
            <th scope="col" class="n">At</th>
            <th scope="col">Run</th>
            <th scope="col">What</th>
            <th scope="col">Table or index</th>
            <th scope="col" class="n">To</th>
          </tr>
        </thead>
        <tbody>
          ${windowed({
            items: all,
            key: (_, at) => at,
            as: "tr",
            draw: ({ name, event }) => html`<tr>
              <td class="n">${clock(event.seconds)}</td>
              <td>${name}</td>
              <td>${event.kind}</td>
              <td><code>${event.object}</code></td>
              <td class="n">server ${event.server}</td>
            </tr>`,
          })}
        </tbody>
      </table>
    </div>`;
}
