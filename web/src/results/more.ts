/**
 * `<hotsplit-more>`: what is known of the runs beside three numbers and two maps: what more nodes
 * buy, the course over time, the other answers, all numbers, what is assumed. A chunk of its own.
 */
import { css, html, LitElement, type TemplateResult } from "lit";
import type { AnswersSoFar } from "../../../pkg/hotsplit.js";
import type { Results } from "../engine/protocol.js";
import type { Frame } from "../state/state.js";
import { rangesOf } from "../ui/ranges.js";
import { ranked } from "../ui/ranked.js";
import { controls } from "../ui/style/controls.js";
import { type ChartView, drawLatency, drawThroughput } from "./charts.js";
import { drawList, Folds } from "./folds.js";
import { runColours, tableStyle } from "./style.js";
import "./answers.js";
import "./number-table.js";

class MoreElement extends LitElement {
  static override properties = {
    results: { attribute: false },
    answers: { attribute: false },
    level: { attribute: false },
    frame: { attribute: false },
    column: { attribute: false },
  };

  declare results: Results;
  declare answers: AnswersSoFar | undefined;
  /** Level of its first heading, where that is not 2: see `ranked`. */
  declare level: number | undefined;
  /** The part of the maps in view: charts show the same time. */
  declare frame: Frame;
  /** The column of the maps that the charts mark. */
  declare column: number | undefined;

  readonly #folds = new Folds(this);

  static override styles = [
    controls,
    runColours,
    tableStyle,
    css`
      :host {
        --gutter: 56px;
        container-type: inline-size;
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        gap: 32px;
      }
      section {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        gap: 12px;
      }
      h3 {
        font-size: var(--size);
        font-weight: 600;
      }
      .charts {
        display: grid;
        grid-template: 144px / minmax(0, 1fr) minmax(0, 1fr);
        gap: 16px 24px;
      }
      .tables {
        gap: 0;
      }
      summary {
        width: fit-content;
        min-height: 28px;
      }
      details > :not(summary) {
        margin: 8px 0 16px;
      }
      @container (max-width: 620px) {
        .charts {
          grid-template: 144px 144px / minmax(0, 1fr);
        }
      }
    `,
  ];

  override render(): TemplateResult {
    const { results, answers, frame, column } = this;
    const { answer } = results;
    const view: ChartView = { results, frame, column };
    const parts = (shows: "nodes" | "others") => html`<hotsplit-answers
      shows=${shows}
      .level=${this.level}
      .answers=${answers}
      .nodes=${answer.used.nodes}
      .offered=${answer.before.offeredWritesPerSecond}
      .rateStated=${answer.rateStated}
      .roomBefore=${answer.before.headroom}
      .roomAfter=${answer.after?.headroom}
    ></hotsplit-answers>`;
    return html`
      ${parts("nodes")}
      <section>
        <h3 ${ranked(this.level)}>Throughput and latency over time</h3>
        <div class="charts">${drawThroughput(view)} ${drawLatency(view, "client")}</div>
      </section>
      ${parts("others")}
      <section class="tables">
        <h3 ${ranked(this.level)}>Servers, key ranges, events</h3>
        ${this.#folds.drawServers(results)} ${this.#folds.drawPeaks(results)}
        ${this.#folds.drawEvents(results)}
      </section>
      <section>
        <h3 ${ranked(this.level)}>All numbers</h3>
        <hotsplit-number-table
          .first=${answer.before}
          .second=${answer.after}
          .ranges=${rangesOf(answers)}
        ></hotsplit-number-table>
      </section>
      ${this.#list("What is assumed", answer.assumptions)}
      ${this.#list("What the model leaves out", answer.leftOut)}
      <p><a href="#trust">How far to trust this</a></p>
    `;
  }

  #list(title: string, lines: readonly string[]): TemplateResult {
    return html`<section>
      <h3 ${ranked(this.level)}>${title}</h3>
      ${drawList(lines)}
    </section>`;
  }
}

customElements.define("hotsplit-more", MoreElement);
