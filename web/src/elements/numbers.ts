/** `<hotsplit-numbers>`: the key numbers of both runs, before and after. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import type { RunAnswer } from "../../../pkg/hotsplit.js";
import { controls } from "../style/controls.js";
import { clock, number, percent, rate } from "./words.js";

/** A number, how it is read, and whether less of it is better. */
interface Fact {
  readonly id: string;
  readonly name: string;
  readonly about: string;
  readonly show: (run: RunAnswer) => string;
  /** Negative when the second is better. */
  readonly judge?: (before: RunAnswer, after: RunAnswer) => number;
}

const FACTS: readonly Fact[] = [
  {
    id: "served",
    name: "Writes served",
    about: "Rows written per second, mean of the second half of the run.",
    show: (run) => `${rate(run.servedWritesPerSecond)}/s`,
    judge: (a, b) => a.servedWritesPerSecond - b.servedWritesPerSecond,
  },
  {
    id: "sustainable",
    name: "Can sustain",
    about: "Rows/s the layout reached at the end can take with no server above 100 %.",
    show: (run) => `${rate(run.sustainableWritesPerSecond)}/s`,
    judge: (a, b) => a.sustainableWritesPerSecond - b.sustainableWritesPerSecond,
  },
  {
    id: "p99",
    name: "Commit p99",
    about: "99th percentile of commit latency as the server sees it.",
    show: (run) => `${number(run.p99Ms)} ms`,
    judge: (a, b) => b.p99Ms - a.p99Ms,
  },
  {
    id: "hottest",
    name: "Hottest server",
    about: "Highest utilisation of a server, mean of the second half of the run.",
    show: (run) => percent(run.serverUtilisationMax),
    judge: (a, b) => b.serverUtilisationMax - a.serverUtilisationMax,
  },
  {
    id: "mean",
    name: "Mean server",
    about: "Mean utilisation of all servers: what the instance as a whole is doing.",
    show: (run) => percent(run.serverUtilisationMean),
  },
  {
    id: "splits",
    name: "Splits",
    about: "Splits at the end of the run.",
    show: (run) => number(run.splits),
  },
  {
    id: "balance",
    name: "Balanced after",
    about: "Time until no server is above its capacity for the rest of the run.",
    show: (run) => (run.secondsToBalance === undefined ? "never" : clock(run.secondsToBalance)),
  },
];

class NumbersElement extends LitElement {
  static override properties = { first: { attribute: false }, second: { attribute: false } };

  declare first: RunAnswer;
  declare second: RunAnswer | undefined;

  static override styles = [
    controls,
    css`
      dl {
        display: flex;
        flex-wrap: wrap;
        gap: 6px 20px;
        /* Room for the line of before, so that the maps stay where they are when it comes. */
        min-height: 53px;
      }
      div {
        display: grid;
      }
      dt {
        color: var(--quiet);
        font-size: var(--tiny);
        white-space: nowrap;
      }
      dd {
        font-size: 15px;
        font-weight: 600;
        font-variant-numeric: tabular-nums;
        white-space: nowrap;
      }
      dd .was {
        display: block;
        color: var(--quiet);
        font: 450 var(--tiny) / 1.2 var(--font);
      }
      dd .better {
        color: var(--good);
      }
      dd .worse {
        color: var(--error);
      }
      .reason dd {
        font: 600 var(--small) / 22px var(--mono);
      }
    `,
  ];

  override render(): TemplateResult {
    return html`<dl>
      ${FACTS.map((fact) => this.#fact(fact))} ${this.#reason()}
    </dl>`;
  }

  #fact(fact: Fact): TemplateResult {
    const { first: before, second: after } = this;
    const was = fact.show(before);
    const verdict = after ? (fact.judge?.(before, after) ?? 0) : 0;
    const now = after ? fact.show(after) : undefined;
    const word = verdict < 0 ? "better" : verdict > 0 ? "worse" : "";
    return html`<div id=${fact.id} title=${fact.about}>
      <dt>${fact.name}</dt>
      <dd>
        ${
          now === undefined
            ? was
            : html`<span class=${word}>${now}</span> <span class="was">was ${was}</span>`
        }
      </dd>
    </div>`;
  }

  /** Spanner's own word for what cannot be split. */
  #reason(): TemplateResult | typeof nothing {
    const reasons = (run: RunAnswer) => [...new Set(run.unsplittable.map((one) => one.reason))];
    const was = reasons(this.first).join(", ");
    const now = this.second ? reasons(this.second).join(", ") || "none" : undefined;
    if (was === "" && (now === undefined || now === "none")) return nothing;
    return html`<div class="reason" title="Spanner's word for why a hot split cannot be split">
      <dt>Cannot split</dt>
      <dd>
        ${now === undefined ? was : html`${now} <span class="was">was ${was || "none"}</span>`}
      </dd>
    </div>`;
  }
}

customElements.define("hotsplit-numbers", NumbersElement);
