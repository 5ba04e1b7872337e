/** `<hotsplit-results>`: the headline, both maps on one scale, the charts, the numbers. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import type { AnswersSoFar } from "../../../pkg/hotsplit.js";
import type { Results } from "../engine/protocol.js";
import type { MapInput } from "../session/maps-of.js";
import { missing, send } from "../state/actions.js";
import type { State } from "../state/state.js";
import { headlineOf, rangesOf } from "../ui/ranges.js";
import { ranked } from "../ui/ranked.js";
import { spread } from "../ui/spread.js";
import { controls } from "../ui/style/controls.js";
import { percent, words } from "../ui/words.js";
import { type ChartView, drawLatency, drawThroughput } from "./charts.js";
import { drawList, Folds } from "./folds.js";
import { runColours, tableStyle } from "./style.js";
import "./numbers.js";

/** Says whether the maps are given anything else. */
function differs(next: MapInput, before: MapInput | undefined): boolean {
  const parts: Readonly<Record<string, unknown>> = before ?? {};
  return Object.entries(next).some(([name, value]) => value !== parts[name]) || !before;
}

export class ResultsElement extends LitElement {
  static override properties = {
    maps: { attribute: false, hasChanged: differs },
    change: { attribute: false },
    busy: { attribute: false },
    engine: { attribute: false },
    answers: { attribute: false },
    bare: { type: Boolean },
    fixed: { type: Boolean },
    client: { state: true },
  };

  /** What the maps are given; the charts are drawn of the same. */
  declare maps: MapInput;
  /** What is changed after, where no fixes say it. */
  declare change: string | undefined;
  declare busy: boolean;
  declare engine: State["engine"];
  declare answers: AnswersSoFar | undefined;
  /** Only the maps: an exam is open. */
  declare bare: boolean;
  /** The text is only to be read. */
  declare fixed: boolean;
  /** The chart of latency shows what clients see. */
  declare client: boolean;

  readonly #folds = new Folds(this);

  static override styles = [
    controls,
    runColours,
    tableStyle,
    css`
      :host {
        --gutter: 104px;
        container-type: inline-size;
      }
      .screen {
        display: grid;
        grid-template: auto auto minmax(280px, 1fr) 116px / minmax(0, 1fr);
        gap: 8px;
        height: 100%;
        min-height: var(--screen, 560px);
        padding: 10px 14px 8px;
      }
      .screen.bare {
        grid-template: auto minmax(280px, 1fr) / minmax(0, 1fr);
      }
      .screen.bare > hotsplit-maps {
        grid-row: 2;
      }
      .headline {
        display: flex;
        align-items: start;
        position: relative;
        /* Three lines: what is told as a number first is a range a moment later. */
        min-height: 4.3em;
      }
      /* Over the sentence and after a while, so that a short run moves and hides nothing. */
      .cancel {
        position: absolute;
        top: 0;
        right: 0;
        animation: appear 120ms 400ms both;
      }
      @keyframes appear {
        from {
          opacity: 0;
        }
      }
      .headline p {
        flex: 1;
        /* It grows with the room: on a large screen it is read from afar. */
        font-size: clamp(var(--size) + 1px, 1.25cqi, 36px);
        font-weight: 550;
        line-height: 1.35;
        letter-spacing: -0.005em;
        text-wrap: pretty;
        /* A name may have thousands of letters. */
        display: -webkit-box;
        -webkit-box-orient: vertical;
        -webkit-line-clamp: 6;
        overflow: hidden;
        overflow-wrap: anywhere;
      }
      .charts {
        display: grid;
        grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
        gap: 14px;
        min-height: 0;
      }
      .latency {
        position: relative;
        display: grid;
        min-width: 0;
        min-height: 0;
      }
      .seen {
        position: absolute;
        z-index: 1;
        top: -5px;
        right: 0;
        min-height: 24px;
        padding: 0 6px;
        border: 1px solid var(--line);
        font-size: var(--tiny);
      }
      .change {
        color: var(--quiet);
        font-size: var(--small);
      }
      .outcome {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
      }
      .outcome > :not(.change) {
        grid-area: 2 / 1;
      }
      /* Numbers come at the end of a run. Their place is kept, so that nothing below moves. */
      .waiting {
        visibility: hidden;
      }
      progress {
        width: 100%;
        height: 6px;
        accent-color: var(--accent);
      }
      .calm {
        padding: 32px;
        color: var(--quiet);
      }
      .more {
        display: grid;
        gap: 10px;
        padding: 4px 14px 20px;
        border-top: 1px solid var(--line);
      }
      details {
        padding-top: 6px;
      }
      summary {
        font-weight: 500;
      }
      details > :not(summary) {
        margin: 6px 0 0 16px;
      }
      details > hotsplit-number-table {
        margin-top: 10px;
      }
      @container (max-width: 700px) {
        .screen {
          height: auto;
          grid-template-rows: none;
        }
        .charts {
          grid-template: 120px 120px / minmax(0, 1fr);
        }
      }
      @container (max-width: 620px) {
        .screen {
          --gutter: 0px;
        }
        .charts {
          --gutter: 40px;
        }
      }
      @container (max-width: 460px) {
        /* What the change buys stands at its end, and lines are short here. */
        .headline p {
          -webkit-line-clamp: 12;
        }
      }
      @container (min-width: 1400px) {
        .screen {
          --gutter: 130px;
        }
      }
      @container (min-width: 2000px) {
        .screen {
          --gutter: 180px;
          grid-template-rows: auto auto minmax(280px, 1fr) 190px;
        }
      }
    `,
  ];

  constructor() {
    super();
    this.bare = false;
    this.fixed = false;
    this.client = false;
  }

  /** What answers the rest comes after the maps. */
  protected override firstUpdated(): void {
    import("./answers.js").catch(() => missing(this));
  }

  override render(): TemplateResult {
    const { results } = this.maps;
    if (!results) {
      return html`<p class="calm" role="status">${this.#nothingYet()}</p>`;
    }
    const { answer } = results;
    const running = answer.progress < 1;
    const waiting = running ? "waiting" : "";
    if (this.bare) return this.#bare(answer.progress);
    return html`
      <div class="screen">
        <div class="headline">
          <h2 ${ranked(this.maps.level)} class="unseen">Results</h2>
          <p role="status">
            ${
              running
                ? `Running: ${percent(answer.progress)} is done. Numbers come at the end.`
                : words(headlineOf(answer, this.answers))
            }
          </p>
          ${
            this.busy
              ? html`<button class="cancel" @click=${() => send(this, { do: "cancel" })}>
                  Cancel run
                </button>`
              : nothing
          }
        </div>
        <div class="outcome">
          ${
            this.change === undefined || !answer.after
              ? nothing
              : html`<p class="change">
                  After: ${words(this.change)}. It comes with this workload; a fix that you choose
                  takes its place.
                </p>`
          }
          <hotsplit-numbers
            class=${waiting}
            .level=${this.maps.level}
            .first=${answer.before}
            .second=${answer.after}
            .ranges=${rangesOf(this.answers)}
          ></hotsplit-numbers>
          ${
            running
              ? html`<progress max="1" .value=${answer.progress} aria-label="Part of the run that is done"></progress>`
              : nothing
          }
        </div>
        <hotsplit-maps named ?fixed=${this.fixed} ${spread(this.maps)}></hotsplit-maps>
        <div class="charts">${this.#charts(results)}</div>
      </div>
      <div class="more">
        <hotsplit-answers
          class=${waiting}
          .level=${this.maps.level}
          .answers=${this.answers}
          .nodes=${answer.used.nodes}
          .offered=${answer.before.offeredWritesPerSecond}
          .rateStated=${answer.rateStated}
          .roomBefore=${answer.before.headroom}
          .roomAfter=${answer.after?.headroom}
        ></hotsplit-answers>
        ${this.#folds.draw(
          "All numbers",
          () => html`<hotsplit-number-table
            .first=${answer.before}
            .second=${answer.after}
            .ranges=${rangesOf(this.answers)}
          ></hotsplit-number-table>`,
        )}
        ${this.#folds.drawServers(results)}
        ${this.#assumptions(answer)}
        ${this.#folds.drawPeaks(results)} ${this.#folds.drawEvents(results)}
      </div>
    `;
  }

  /** The maps and how far their run is. */
  #bare(progress: number): TemplateResult {
    return html`<div class="screen bare">
      <h2 ${ranked(this.maps.level)} class="unseen">Maps</h2>
      ${progress < 1 ? html`<p role="status">Running: ${percent(progress)} is done.</p>` : nothing}
      <hotsplit-maps named ?fixed=${this.fixed} ${spread(this.maps)}></hotsplit-maps>
    </div>`;
  }

  #nothingYet(): string {
    if (this.engine === "loading") return "Loading the engine…";
    if (this.engine === "failed") return "The engine could not be started.";
    const { analysis } = this.maps;
    if (this.busy) return "Running…";
    if (!analysis) return this.bare ? "Nothing has been run." : "Reading…";
    if (analysis.objects.length === 0) return "The schema has no table to simulate.";
    return "Nothing has been run.";
  }

  #charts(results: Results): TemplateResult {
    const { cursor, frames, settings } = this.maps;
    const { moment } = settings;
    const shown =
      moment === undefined ? undefined : Math.floor(moment * results.answer.before.columns);
    const view: ChartView = { results, frame: frames.before, column: cursor?.column ?? shown };
    return html`
      ${drawThroughput(view)}
      <div class="latency">
        <button
          class="seen"
          aria-pressed=${this.client ? "true" : "false"}
          title="Including the wait before a request is sent"
          @click=${() => {
            this.client = !this.client;
          }}
        >
          At the client
        </button>
        ${drawLatency(view, this.client ? "client" : "server")}
      </div>
    `;
  }

  #assumptions({ assumptions, leftOut }: Results["answer"]): TemplateResult {
    return html`<details open>
        <summary>What is assumed</summary>
        ${drawList(assumptions)}
      </details>
      <details open>
        <summary>What the model leaves out</summary>
        ${drawList(leftOut)}
        <p><a href="#trust">How far to trust this</a></p>
      </details>`;
  }
}

customElements.define("hotsplit-results", ResultsElement);
