/** `<hotsplit-problems>`: what was found, object by object, and the fixes as cards. */
import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import type {
  Analysis,
  Chosen,
  Finding,
  FixCard,
  Question,
  Remark,
  Rewrite,
} from "../../../pkg/hotsplit.js";
import { send } from "../actions.js";
import { ACCEPT, type Tuned } from "../state.js";
import { controls } from "../style/controls.js";
import { pills } from "../style/pills.js";
import { counted, type Group, grouped, SEVERITY_WORDS } from "./order.js";
import { count, number, percent, plain, words } from "./words.js";
import "./fix-card.js";

/** Where a card stands in the list. */
type Place = "possible" | "asking" | "out";

class ProblemsElement extends LitElement {
  static override properties = {
    analysis: { attribute: false },
    open: { attribute: false },
    cards: { attribute: false },
    chosen: { attribute: false },
    rewrite: { attribute: false },
    tuned: { attribute: false },
    accepting: { state: true },
    refusedOf: { state: true },
  };

  declare analysis: Analysis | undefined;
  declare open: string | undefined;
  declare cards: ReadonlyMap<string, readonly FixCard[]>;
  declare chosen: readonly Chosen[];
  declare rewrite: Rewrite | undefined;
  declare tuned: Tuned;
  /** The finding whose reason is being typed. */
  declare accepting: string | undefined;
  /** The finding whose fixes that cannot be used are shown too. */
  declare refusedOf: string | undefined;
  /** Fixes that asked for something first: what is filled in moves no card from its place. */
  readonly #asked = new Set<string>();

  static override styles = [
    controls,
    pills,
    css`
      .bar {
        position: sticky;
        top: 0;
        z-index: 2;
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 6px;
        min-height: 37px;
        padding: 4px 12px;
        border-bottom: 1px solid var(--line);
        background: var(--panel);
      }
      h2 {
        font-size: var(--size);
        font-weight: 600;
        margin-right: 4px;
      }
      section > h3 {
        display: flex;
        align-items: baseline;
        gap: 8px;
        padding: 10px 12px 4px;
        font-size: var(--size);
        font-weight: 600;
      }
      section > h3 .quiet {
        font-weight: 400;
        font-size: var(--small);
        overflow: hidden;
        text-overflow: ellipsis;
        white-space: nowrap;
      }
      .row {
        display: grid;
        grid-template-columns: 14px auto minmax(0, 1fr) auto;
        align-items: start;
        gap: 8px;
        width: 100%;
        padding: 6px 12px;
        border: 0;
        border-radius: 0;
        background: none;
        font-weight: 400;
        text-align: left;
        white-space: normal;
      }
      .row {
        scroll-margin-top: 40px;
      }
      .row:focus-visible {
        outline-offset: -2px;
      }
      .row[aria-expanded="true"] {
        background: var(--raised);
        font-weight: 500;
      }
      .mark {
        display: inline-block;
        color: var(--quiet);
        transition: rotate 120ms;
      }
      [aria-expanded="true"] > .mark {
        rotate: 90deg;
      }
      .row .line {
        color: var(--quiet);
        font-size: var(--small);
        font-variant-numeric: tabular-nums;
      }
      .region {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        gap: 10px;
        padding: 4px 14px 16px 34px;
        background: var(--raised);
        border-bottom: 1px solid var(--line);
      }
      .region[hidden] {
        display: none;
      }
      .region h4,
      .aside h3 {
        color: var(--quiet);
        font-size: var(--small);
        font-weight: 500;
      }
      .facts {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 4px 16px;
        font-size: var(--small);
        color: var(--quiet);
      }
      .why {
        max-width: 68ch;
      }
      pre {
        margin: 4px 0 0;
        padding: 8px 10px;
        overflow: auto;
        border: 1px solid var(--line);
        border-radius: var(--radius);
        background: var(--panel);
      }
      .cards {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        gap: 8px;
        margin-top: 4px;
      }
      .fold {
        justify-self: start;
      }
      .ask-box {
        display: grid;
        gap: 6px;
        margin: 4px 12px;
        padding: 8px 10px;
        border: 1px solid var(--line);
        border-left: 3px solid var(--ask);
        border-radius: var(--radius);
      }
      .answers,
      form {
        display: flex;
        flex-wrap: wrap;
        gap: 6px;
      }
      form input {
        flex: 1;
        min-width: 140px;
      }
      .aside {
        display: grid;
        gap: 4px;
        padding: 10px 12px;
      }
      section.aside > h3 {
        padding: 0;
      }
      .accepted {
        margin-top: 4px;
      }
      .calm {
        padding: 20px 14px;
        color: var(--quiet);
        max-width: 52ch;
      }
      @media (max-width: 899px) {
        .region {
          padding-inline: 12px;
        }
        .row {
          padding-block: 10px;
        }
        button {
          min-height: 36px;
        }
      }
      @media (prefers-reduced-motion: reduce) {
        .mark {
          transition: none;
        }
      }
    `,
  ];

  constructor() {
    super();
    this.cards = new Map();
    this.chosen = [];
    this.tuned = new Map();
  }

  override render(): TemplateResult {
    const { analysis } = this;
    const findings = analysis?.findings ?? [];
    const questions = analysis?.questions ?? [];
    const errors = analysis?.syntaxErrors ?? [];
    return html`
      <div class="bar">
        <h2>Problems</h2>
        ${counted(findings).map(
          (one) =>
            html`<span class=${`pill ${one.severity}`}
              >${count(one.count, SEVERITY_WORDS[one.severity])}</span
            >`,
        )}
        ${
          questions.length > 0
            ? html`<span class="pill ask">${count(questions.length, "question")}</span>`
            : nothing
        }
        ${
          errors.length > 0
            ? html`<span class="pill error">${count(errors.length, "syntax error")}</span>`
            : nothing
        }
      </div>
      ${analysis ? this.#body(analysis) : html`<p class="calm">Reading the text…</p>`}
    `;
  }

  override willUpdate(changed: PropertyValues<this>): void {
    // Another text asks for other things.
    if (changed.has("analysis")) this.#asked.clear();
  }

  override updated(changed: PropertyValues<this>): void {
    // Opened from elsewhere it may be out of sight.
    if (!changed.has("open") || this.open === undefined) return;
    this.renderRoot
      .querySelector('.row[aria-expanded="true"]')
      ?.scrollIntoView({ block: "nearest" });
  }

  #body(analysis: Analysis): TemplateResult {
    const groups = grouped(analysis);
    const empty = analysis.objects.length === 0 && analysis.syntaxErrors.length === 0;
    return html`
      ${this.#remarks("Could not be read", analysis.syntaxErrors)}
      ${groups.map((group) => this.#group(group))}
      ${
        empty
          ? html`<p class="calm">
              No table or index in the text yet. Paste the DDL of a Spanner database, or open an
              example.
            </p>`
          : groups.length === 0
            ? html`<p class="calm">
                Nothing ${analysis.accepted.length > 0 ? "else " : ""}found that gets hot in ${count(analysis.objects.length, "table or index", "tables and indexes")}.
              </p>`
            : nothing
      }
      ${this.#accepted(analysis)} ${this.#remarks("Notes", analysis.notes)}
    `;
  }

  #group(group: Group): TemplateResult {
    const { about } = group;
    return html`<section aria-label=${group.object}>
      <h3>
        <code>${group.object}</code>
        ${
          about
            ? html`<span class="quiet"
                >${about.kind}${about.of ? ` of ${about.of}` : ""}, key ${about.key}</span
              >`
            : nothing
        }
      </h3>
      <ul>
        ${group.findings.map((finding) => this.#finding(finding))}
      </ul>
      ${group.questions.map((question) => this.#question(question))}
    </section>`;
  }

  #finding(finding: Finding): TemplateResult {
    const open = this.open === finding.key;
    const id = `region-${finding.key.replaceAll(/\W+/g, "-")}`;
    return html`<li>
      <button
        class="row"
        aria-expanded=${open ? "true" : "false"}
        aria-controls=${id}
        @click=${() => send(this, { do: "open", finding: open ? undefined : finding.key })}
      >
        <span class="mark" aria-hidden="true">▸</span>
        <span class=${`pill ${finding.severity}`}>${SEVERITY_WORDS[finding.severity]}</span>
        <span>${words(finding.title)}</span>
        <span class="line">line ${finding.range.line}</span>
      </button>
      <div id=${id} class="region" role="region" aria-label=${finding.title} ?hidden=${!open}>
        ${open ? this.#opened(finding) : nothing}
      </div>
    </li>`;
  }

  #opened(finding: Finding): TemplateResult {
    return html`
      <p class="why">${words(finding.why)}</p>
      <div class="facts">
        <button
          class="link"
          @click=${() => send(this, { do: "show", tab: "yours", range: finding.range })}
        >
          show line ${finding.range.line}
        </button>
        ${ruleLink(finding.rule)}
        <span>${percent(finding.confidence)} sure</span>
        ${
          finding.utilisation === undefined
            ? nothing
            : html`<span
                >asked to take ${number(finding.utilisation)}× what it can sustain</span
              >`
        }
      </div>
      ${
        finding.evidence.length > 0
          ? html`<div>
              <h4>Why it is believed</h4>
              <ul>
                ${finding.evidence.map(
                  (one) => html`<li>
                    <button
                      class="link"
                      @click=${() => send(this, { do: "show", tab: "yours", range: one.range })}
                    >
                      ${words(one.what)}, line ${one.range.line}
                    </button>
                  </li>`,
                )}
              </ul>
            </div>`
          : nothing
      }
      ${
        finding.reason === undefined && finding.query === undefined
          ? nothing
          : html`<div>
              <h4>
                ${
                  finding.reason === undefined
                    ? "To confirm it on a live database"
                    : html`Spanner calls it <code>${finding.reason}</code>; to confirm it on a live
                        database`
                }
              </h4>
              ${finding.query === undefined ? nothing : html`<pre tabindex="0">${finding.query}</pre>`}
            </div>`
      }
      ${
        finding.attached.length > 0
          ? html`<p class="facts">
              See also
              ${finding.attached.map(ruleLink)}
            </p>`
          : nothing
      }
      ${this.#cardsOf(finding)} ${this.#accept(finding)}
    `;
  }

  #cardsOf(finding: Finding): TemplateResult {
    const cards = this.cards.get(finding.key)?.filter((card) => card.id !== ACCEPT);
    const { key } = finding;
    const sorted = cards && this.#sorted(key, cards);
    return html`<div>
      <h4>Fixes</h4>
      <p>${words(finding.help)}</p>
      <div class="cards">
        ${
          sorted
            ? this.#list(finding, [...sorted.possible, ...sorted.asking], sorted.possible[0])
            : html`<p class="quiet">Working out the fixes…</p>`
        }
        ${
          sorted && sorted.possible.length + sorted.asking.length === 0
            ? html`<p class="quiet">
                ${cards.length === 0 ? "No fix is known for this." : "No fix can be used as the text stands."}
              </p>`
            : nothing
        }
        ${sorted && sorted.out.length > 0 ? this.#out(finding, sorted.out) : nothing}
      </div>
    </div>`;
  }

  /**
   * Cards in their order: those that can be used, those that ask for something first, and those
   * that cannot be used. One that is set or in use is in sight whatever came of it.
   */
  #sorted(finding: string, cards: readonly FixCard[]): Record<Place, FixCard[]> {
    const set = this.tuned.get(finding) ?? {};
    const places: Record<Place, FixCard[]> = { possible: [], asking: [], out: [] };
    for (const card of cards) {
      const { id, refused, asks } = card;
      if (refused !== undefined && asks.length > 0 && !set[id]) this.#asked.add(`${finding} ${id}`);
      const held = set[id] !== undefined || this.#uses(finding, id);
      const place = refused === undefined || held ? "possible" : asks.length > 0 ? "asking" : "out";
      places[this.#asked.has(`${finding} ${id}`) ? "asking" : place].push(card);
    }
    return places;
  }

  #list(finding: Finding, cards: readonly FixCard[], first?: FixCard): unknown {
    const set = this.tuned.get(finding.key) ?? {};
    return repeat(
      cards,
      (card) => `${finding.key} ${card.id}`,
      (card) => this.#card(finding, card, set[card.id], card === first),
    );
  }

  /** One line for all that cannot be used here; why not, behind it. */
  #out(finding: Finding, cards: readonly FixCard[]): TemplateResult {
    const shown = this.refusedOf === finding.key;
    return html`<button
        class="fold"
        aria-expanded=${shown ? "true" : "false"}
        @click=${() => {
          this.refusedOf = shown ? undefined : finding.key;
        }}
      >
        <span class="mark" aria-hidden="true">▸</span>
        ${count(cards.length, "more", "more")} that cannot be used here
      </button>
      ${shown ? this.#list(finding, cards) : nothing}`;
  }

  #uses(finding: string, fix: string): boolean {
    return this.chosen.some((one) => one.finding === finding && one.fix === fix);
  }

  #card(
    { key }: Finding,
    card: FixCard,
    set: Readonly<Record<string, string>> | undefined,
    suggested: boolean,
  ): TemplateResult {
    const chosen = this.#uses(key, card.id);
    const refused = this.rewrite?.refused.find((one) => one.finding === key && one.fix === card.id);
    return html`<hotsplit-fix-card
      .card=${card}
      .finding=${key}
      .chosen=${chosen}
      .suggested=${suggested}
      .set=${set}
      .refused=${chosen ? refused?.why : undefined}
    ></hotsplit-fix-card>`;
  }

  #accept(finding: Finding): TemplateResult {
    if (this.accepting !== finding.key) {
      return html`<div>
        <button
          @click=${() => {
            this.accepting = finding.key;
            this.updateComplete.then(() => this.renderRoot.querySelector("input")?.focus());
          }}
        >
          Accept this problem…
        </button>
      </div>`;
    }
    const accept = (event: SubmitEvent) => {
      event.preventDefault();
      const reason = this.renderRoot.querySelector("input")?.value.trim() ?? "";
      if (reason === "") return;
      this.accepting = undefined;
      send(this, { do: "accept", finding: finding.key, reason });
    };
    return html`<form @submit=${accept}>
      <input
        type="text"
        required
        maxlength="200"
        aria-label="Reason for accepting"
        placeholder="Why it is no problem here, as in: 2 rows a day"
      />
      <button class="main">Accept</button>
      <button
        type="button"
        @click=${() => {
          this.accepting = undefined;
        }}
      >
        Cancel
      </button>
    </form>`;
  }

  #question(question: Question): TemplateResult {
    return html`<div class="ask-box">
      <p>
        <span class="pill ask">question</span> ${words(question.question)}
        <button
          class="link"
          @click=${() => send(this, { do: "show", tab: "yours", range: question.range })}
        >
          line ${question.range.line}
        </button>
        ${ruleLink(question.rule)}
      </p>
      <p class="quiet">${words(question.why)}</p>
      <div class="answers" role="group" aria-label=${question.question}>
        ${question.choices.map(
          (choice) =>
            html`<button
              title=${`writes the directive: ${choice.fact}`}
              @click=${() => send(this, { do: "answer", edit: choice.edit })}
            >
              ${choice.label}
            </button>`,
        )}
      </div>
    </div>`;
  }

  #accepted(analysis: Analysis): TemplateResult | typeof nothing {
    if (analysis.accepted.length === 0) return nothing;
    return html`<section class="aside" aria-label="Accepted">
      <h3>Accepted with a reason</h3>
      <ul>
        ${analysis.accepted.map(
          (one) => html`<li class="accepted">
            <button
              class="link"
              @click=${() => send(this, { do: "show", tab: "yours", range: one.range })}
            >
              ${words(one.title)}
            </button>
            <p class="facts">
              <span>${one.accepted ?? ""}</span> ${ruleLink(one.rule)}
              ${
                one.withdraw.length > 0
                  ? html`<button
                      aria-label=${`Withdraw: ${plain(one.title)}`}
                      @click=${() => send(this, { do: "withdraw", edits: one.withdraw })}
                    >
                      Withdraw
                    </button>`
                  : nothing
              }
            </p>
          </li>`,
        )}
      </ul>
    </section>`;
  }

  #remarks(title: string, remarks: readonly Remark[]): TemplateResult | typeof nothing {
    if (remarks.length === 0) return nothing;
    return html`<section class="aside" aria-label=${title}>
      <h3>${title}</h3>
      <ul>
        ${remarks.map(
          (one) => html`<li>
            <button
              class="link"
              @click=${() => send(this, { do: "show", tab: "yours", range: one.range })}
            >
              line ${one.range.line}
            </button>
            ${words(one.message)} ${this.#cure(one)}
          </li>`,
        )}
      </ul>
    </section>`;
  }

  #cure({ cure }: Remark): TemplateResult | typeof nothing {
    if (!cure) return nothing;
    return html`<button @click=${() => send(this, { do: "cure", edits: cure.edits })}>
      ${words(cure.label)}
    </button>`;
  }
}

/** A rule's name, which leads to its page. */
function ruleLink(rule: string): TemplateResult {
  return html`<a href=${`#rule/${rule}`}>${rule}</a>`;
}

customElements.define("hotsplit-problems", ProblemsElement);
