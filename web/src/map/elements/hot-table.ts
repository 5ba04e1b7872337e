/** The hottest ranges of the maps as a table, for those who do not see the maps. */
import { html, type TemplateResult } from "lit";
import type { RunAnswer, SimulationAnswer, Which } from "../../../../pkg/hotsplit.js";
import { clock, percent } from "../../ui/words.js";
import type { Hot } from "../hot.js";

/** Draws the table of both runs. */
export function drawHotTable(
  hot: { readonly [W in Which]: readonly Hot[] },
  { before, after }: SimulationAnswer,
): TemplateResult {
  const rows = (which: Which, run: RunAnswer | undefined) =>
    hot[which].map(
      ({ object, at, column, share }) => html`<tr>
        <td>${which}</td>
        <th scope="row">${object}</th>
        <td>${percent(at)}</td>
        <td>${clock(column * (run?.secondsPerColumn ?? 0))}</td>
        <td>${percent(share)}</td>
      </tr>`,
    );
  // A table does not clip what is in it: the box around it does.
  return html`<div class="unseen"><table>
    <caption>
      The hottest key ranges; the maps as a table, below, has every table and index
    </caption>
    <thead>
      <tr>
        <th scope="col">Run</th>
        <th scope="col">Table or index</th>
        <th scope="col">Position in key range</th>
        <th scope="col">At</th>
        <th scope="col">Of a split</th>
      </tr>
    </thead>
    <tbody>
      ${rows("before", before)} ${rows("after", after)}
    </tbody>
  </table></div>`;
}
