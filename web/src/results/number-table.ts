/**
 * `<hotsplit-number-table>`: all numbers of both runs, before and after, with their ranges. A
 * number's name is a button: it says what the number is and what it rests on.
 */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import type { RunAnswer } from "../../../pkg/hotsplit.js";
import { type Ranges, ranged } from "../ui/ranges.js";
import { gain, RUN_NUMBERS, type RunNumber } from "../ui/run-numbers.js";
import { controls } from "../ui/style/controls.js";
import { Explanation } from "./explanation.js";

class NumberTableElement extends LitElement {
  static override properties = {
    first: { attribute: false },
    second: { attribute: false },
    ranges: { attribute: false },
  };

  declare first: RunAnswer;
  declare second: RunAnswer | undefined;
  /** The ranges of the numbers, once they are known. */
  declare ranges: Ranges;

  readonly #explanation = new Explanation(this);

  static override styles = [
    controls,
    css`
      table {
        width: min(100%, 640px);
      }
      tbody tr:not(.about) {
        border-bottom: 1px solid var(--line);
      }
      th,
      td {
        padding-block: 2px;
      }
      td.n,
      th.n {
        padding: 2px 0 2px 16px;
        white-space: nowrap;
      }
      th button {
        min-height: 24px;
        padding: 0;
        border: 0;
        background: none;
        font-weight: 400;
        text-decoration: underline dotted;
        text-underline-offset: 3px;
      }
      th button:hover {
        background: none;
        text-decoration-style: solid;
      }
      .better,
      .worse {
        font-weight: 600;
      }
      .about td {
        padding: 8px 0 12px;
      }
      .about p {
        max-width: 64ch;
      }
      @container (max-width: 620px) {
        td.n,
        th.n {
          padding-left: 8px;
          white-space: normal;
        }
        th button {
          text-align: left;
          white-space: normal;
        }
      }
    `,
  ];

  constructor() {
    super();
    this.ranges = { before: undefined, after: undefined };
  }

  override render(): TemplateResult {
    const { first, second } = this;
    const numbers = RUN_NUMBERS.filter(
      ({ of }) => !of || of(first) || (second !== undefined && of(second)),
    );
    return html`<table>
      <thead>
        <tr>
          <th scope="col"><span class="unseen">Number</span></th>
          <th scope="col" class="n">Before</th>
          ${second ? html`<th scope="col" class="n">After</th>` : nothing}
        </tr>
      </thead>
      <tbody>
        ${numbers.map((one) => this.#row(one))}
      </tbody>
    </table>`;
  }

  #row(one: RunNumber): TemplateResult {
    const { first, second, ranges } = this;
    const { id, name, show } = one;
    const value = (run: RunAnswer) => run[id];
    const better = second ? gain(one, first, second) : 0;
    const now = second && ranged(second, ranges.after, value, show);
    const was = ranged(first, ranges.before, value, show);
    const word = now === was ? "" : better > 0 ? "better" : better < 0 ? "worse" : "";
    const texts = this.#explanation.textsOf(id);
    return html`<tr id=${`all-${id}`}>
        <th scope="row">
          ${this.#explanation.drawName(one)}
        </th>
        <td class="n">${was}</td>
        ${
          now === undefined
            ? nothing
            : html`<td class=${`n ${word}`}>
                ${now}${word === "" ? nothing : html`<span class="unseen">, ${word}</span>`}
              </td>`
        }
      </tr>
      ${
        texts
          ? html`<tr class="about">
              <td colspan="3" role="group" aria-label=${`About ${name}`}>
                <p>${texts.about}</p>
                <p class="quiet">${texts.rests}</p>
              </td>
            </tr>`
          : nothing
      }`;
  }
}

customElements.define("hotsplit-number-table", NumberTableElement);
