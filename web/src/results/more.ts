/**
 * `<hotsplit-more>`: what is known of the runs beside three numbers and two maps: what more nodes
 * buy, the course over time, the other answers, all numbers, what is assumed. A chunk of its own.
 */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import type { AnswersSoFar, RunAnswer } from "../../../pkg/hotsplit.js";
import type { Results, Series } from "../engine/protocol.js";
import { missing } from "../state/actions.js";
import type { Frame } from "../state/state.js";
import { rangesOf } from "../ui/ranges.js";
import { ranked } from "../ui/ranked.js";
import { controls } from "../ui/style/controls.js";
import { windowed } from "../ui/windowed.js";
import { count, rate, words } from "../ui/words.js";
import type { Line } from "./chart.js";
import "./answers.js";
import "./chart.js";
import "./number-table.js";

type Tables = typeof import("./tables.js");

class MoreElement extends LitElement {
  static override properties = {
    results: { attribute: false },
    answers: { attribute: false },
    level: { attribute: false },
    frame: { attribute: false },
    column: { attribute: false },
    unfolded: { state: true },
    tables: { state: true },
  };

  declare results: Results;
  declare answers: AnswersSoFar | undefined;
  /** Level of its first heading, where that is not 2: see `ranked`. */
  declare level: number | undefined;
  /** The part of the maps in view: charts show the same time. */
  declare frame: Frame;
  /** The column of the maps that the charts mark. */
  declare column: number | undefined;
  /** Tables that are open. */
  declare unfolded: ReadonlySet<string>;
  /** What draws them, once one was opened. */
  declare tables: Tables | undefined;

  static override styles = [
    controls,
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
      .before {
        --colour: var(--before);
      }
      .after {
        --colour: var(--after);
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
      .meter {
        width: 160px;
      }
      .meter svg {
        display: block;
        width: 100%;
        height: 8px;
        margin-top: 4px;
        background: var(--sunken);
      }
      .meter rect {
        fill: var(--colour);
      }
      .scroll {
        max-height: 260px;
        overflow: auto;
      }
      .lines {
        display: grid;
        gap: 4px;
        max-width: 80ch;
        padding-left: 1em;
        list-style: disc;
      }
      @container (max-width: 620px) {
        .charts {
          grid-template: 144px 144px / minmax(0, 1fr);
        }
      }
    `,
  ];

  constructor() {
    super();
    this.unfolded = new Set();
  }

  override render(): TemplateResult {
    const { results, answers } = this;
    const { answer } = results;
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
        <div class="charts">${this.#charts(results)}</div>
      </section>
      ${parts("others")}
      <section class="tables">
        <h3 ${ranked(this.level)}>Servers, key ranges, events</h3>
        ${this.#fold("Mean utilisation of each server", ({ servers }) => servers(results))}
        ${this.#fold("The maps as a table", ({ peaks }) => peaks(results))}
        ${this.#fold(eventsOf(answer), ({ events }) => events(results), "events")}
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

  #charts({ answer, before, after }: Results): TemplateResult {
    const lines = (pick: (series: Series) => Float32Array): Line[] => [
      { name: "before", kind: "before", values: pick(before) },
      ...(after ? [{ name: "after", kind: "after" as const, values: pick(after) }] : []),
    ];
    const asked = answer.rateStated ? "asked for" : "assumed";
    const throughput: Line[] = [
      { name: asked, kind: "offered", values: before.offered },
      ...lines((series) => series.served),
    ];
    const both = (pick: (run: RunAnswer) => string) =>
      `${pick(answer.before)} before${answer.after ? `, ${pick(answer.after)} after` : ""}.`;
    const { left, right } = this.frame;
    return html`<hotsplit-chart
        .label=${"Writes/s"}
        .summary=${`${rate(answer.before.offeredWritesPerSecond)}/s ${asked}; served ${both((run) => `${rate(run.servedWritesPerSecond)}/s`)}`}
        .lines=${throughput}
        .format=${rate}
        .left=${left}
        .right=${right}
        .column=${this.column}
      ></hotsplit-chart>
      <hotsplit-chart
        .label=${"p99 at the client, ms"}
        .summary=${both((run) => `${rate(run.clientP99Ms)} ms`)}
        .lines=${lines((series) => series.clientP99)}
        .log=${true}
        .format=${rate}
        .left=${left}
        .right=${right}
        .column=${this.column}
      ></hotsplit-chart>`;
  }

  /** A table that is drawn once it is opened: before, each run would draw it for nobody. */
  #fold(summary: string, draw: (tables: Tables) => TemplateResult, name = summary): TemplateResult {
    const { tables } = this;
    return html`<details @toggle=${(event: Event) => void this.#unfold(event, name)}>
      <summary>${summary}</summary>
      ${tables && this.unfolded.has(name) ? draw(tables) : nothing}
    </details>`;
  }

  async #unfold({ currentTarget }: Event, name: string): Promise<void> {
    const open = currentTarget instanceof HTMLDetailsElement && currentTarget.open;
    const others = [...this.unfolded].filter((one) => one !== name);
    this.unfolded = new Set(open ? [...others, name] : others);
    if (!open || this.tables) return;
    const tables = await import("./tables.js").catch(() => missing(this));
    if (tables) this.tables = tables;
  }

  #list(title: string, lines: readonly string[]): TemplateResult {
    return html`<section>
      <h3 ${ranked(this.level)}>${title}</h3>
      <ul class="lines">
        ${windowed({
          items: lines,
          key: (_, at) => at,
          draw: (line) => html`<li>${words(line)}</li>`,
          as: "li",
        })}
      </ul>
    </section>`;
  }
}

/** How many times splits were cut and moved. */
function eventsOf({ before, after }: Results["answer"]): string {
  const many = before.events.length + (after?.events.length ?? 0);
  return count(many, "split and move", "splits and moves");
}

customElements.define("hotsplit-more", MoreElement);
