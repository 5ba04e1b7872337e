/**
 * `<hotsplit-trust>`: what the model rests on, in place of the workspace. A chunk of its own.
 *
 * One paragraph; what is documented, calibrated and guessed; how it stands to published figures and
 * what it misses; its constants with fields for those that matter; what it leaves out.
 */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import type {
  ConstantEntry,
  FigureKind,
  RunKnobs,
  Story,
  Trust,
  Verdict,
} from "../../../pkg/hotsplit.js";
import { send } from "../state/actions.js";
import { icon } from "../ui/icons.js";
import { controls } from "../ui/style/controls.js";
import { readingPage } from "../ui/style/reading-page.js";
import { count, number, words } from "../ui/words.js";

/** How a figure stands, in a word. */
const VERDICTS: { readonly [V in Verdict]: string } = {
  met: "as published",
  missed: "missed",
  "not-compared": "not compared",
  "not-reproduced": "not reproduced",
};

/** What a figure says of the model, in a word or two. */
const KINDS: { readonly [E in FigureKind]: string } = {
  "by-construction": "by construction",
  calibrated: "used for calibration",
  claim: "a claim, not checked",
  "other-database": "another database",
  guidance: "guidance, not a measurement",
  independent: "measured on Spanner",
};

/** The lists, each with the kinds in it in their order; those that are evidence come first. */
const LISTS: readonly {
  readonly title: string;
  readonly about: string;
  readonly kinds: readonly FigureKind[];
}[] = [
  {
    title: "Independent evidence",
    about:
      "None of these was used to calibrate the model. Those measured on Spanner are counted above, and their tolerances were set before the first run; those of other databases and rules without a measurement show shapes.",
    kinds: ["independent", "other-database", "guidance"],
  },
  {
    title: "Used for calibration",
    about:
      "Or unknown parts of the set-up were chosen to reproduce them, and nobody has verified the claim: a match is not evidence.",
    kinds: ["calibrated", "claim"],
  },
  {
    title: "These must hold by construction",
    about: "They show that the program implements the model, but nothing about Spanner.",
    kinds: ["by-construction"],
  },
];

/** What is known how well: the kinds of constants in each list, the surest first. */
const KNOWN: readonly {
  readonly title: string;
  readonly about: string;
  readonly kinds: readonly string[];
}[] = [
  {
    title: "What is documented",
    about: "Published by Google, or measured on Spanner and published.",
    kinds: ["documented", "measured"],
  },
  {
    title: "What is calibrated",
    about: "Set so that a published figure is reproduced, so a match is not evidence.",
    kinds: ["calibrated"],
  },
  {
    title: "What is guessed",
    about:
      "Our assumptions, or values from a similar database. Most have a range, which every number shows.",
    kinds: ["as in a similar database", "assumption of ours"],
  },
];

/** Constants of a list that are shown before it is opened. Ours: three lists fit on a screen. */
const SHOWN = 5;

/** The unit of a number: one node, two nodes. */
function unitOf(value: number | undefined, unit: string): string {
  return value === 1 ? unit.replace(/^(node|minute|second|row|split|byte|server)s\b/, "$1") : unit;
}

/** A value as people write it; small ones with two digits that count. */
function amount(value: number): string {
  return value > 0 && value < 0.01 ? String(Number(value.toPrecision(2))) : number(value);
}

/** Headings of the page, in their order. */
const SECTIONS: readonly string[] = [
  ...KNOWN.map(({ title }) => title),
  ...LISTS.map(({ title }) => title),
  "What it misses",
  "Ranges",
  "What you measured",
  "Try other constants",
  "What the model leaves out",
];

class TrustElement extends LitElement {
  static override properties = {
    open: { attribute: false },
    trust: { attribute: false },
    run: { attribute: false },
    failed: { attribute: false },
    messages: { attribute: false },
  };

  declare open: boolean;
  declare trust: Trust | undefined;
  declare run: RunKnobs;
  /** The engine did not start, so there is nothing to show. */
  declare failed: boolean;
  /** One for each measured constant that was read, and for each line that was not understood. */
  declare messages: readonly string[];

  static override styles = [
    controls,
    readingPage,
    css`
      nav {
        min-height: 0;
        overflow: auto;
        padding: 24px 16px;
        border-right: 1px solid var(--line);
      }
      nav button {
        width: 100%;
        min-height: 32px;
        border-color: transparent;
        background: none;
        font-weight: 400;
        text-align: left;
        white-space: normal;
      }
      .column {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        gap: 12px;
        max-width: 880px;
        line-height: 1.6;
      }
      p.lead {
        max-width: none;
        font-size: var(--figure);
        font-weight: 400;
        line-height: 1.5;
      }
      .column h3 {
        margin-top: 24px;
        font-size: var(--figure);
        font-weight: 600;
      }
      .known li {
        overflow-wrap: anywhere;
      }
      .known small {
        display: block;
        line-height: 1.45;
        color: var(--quiet);
        font-size: var(--small);
      }
      p,
      li {
        max-width: 72ch;
      }
      ul:not(.sections) {
        display: grid;
        gap: 4px;
        padding-left: 1.2em;
        list-style: disc;
      }
      .wide {
        overflow-x: auto;
      }
      .wide table {
        min-width: 720px;
        width: 100%;
      }
      tbody.story {
        border-top: 1px solid var(--line);
      }
      tbody.story th {
        padding-top: 8px;
      }
      tbody.story h4 {
        font-size: var(--size);
      }
      .source {
        color: var(--quiet);
        font-size: var(--small);
      }
      td {
        max-width: 34ch;
      }
      .met {
        color: var(--good);
      }
      .missed {
        color: var(--error);
      }
      .verdict {
        font-weight: 600;
        white-space: nowrap;
      }
      details > :not(summary) {
        margin: 4px 0 8px;
      }
      .fields {
        display: grid;
        grid-template-columns: repeat(auto-fill, minmax(300px, 1fr));
        gap: 12px 28px;
      }
      .field {
        display: grid;
        grid-template-columns: minmax(0, 1fr) auto auto;
        align-content: start;
        align-items: center;
        gap: 2px 8px;
      }
      .field label {
        font-weight: 600;
      }
      .measured {
        grid-column: 1 / -1;
        display: flex;
        align-items: center;
        gap: 6px;
        font-size: var(--small);
      }
      .field .measured {
        font-weight: 400;
      }
      .field .measured input {
        width: auto;
        min-height: 0;
      }
      textarea {
        width: 100%;
        max-width: 80ch;
        padding: 8px 10px;
        font: 400 var(--small) / 1.6 var(--mono);
      }
      .act {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 4px 12px;
      }
      .range {
        white-space: nowrap;
      }
      .field small {
        grid-column: 1 / -1;
        color: var(--quiet);
        font-size: var(--small);
      }
      .field input {
        width: 104px;
      }
      .changed input {
        border-color: var(--accent);
        background: var(--accent-ground);
      }
      @media (max-width: 899px) {
        nav {
          display: none;
        }
        .fields {
          grid-template-columns: minmax(0, 1fr);
        }
        .column :is(button, input) {
          min-height: 36px;
        }
      }
    `,
  ];

  constructor() {
    super();
    this.open = false;
    this.run = {};
    this.failed = false;
    this.messages = [];
  }

  override render(): TemplateResult {
    if (!this.open) return html``;
    return html`<main
      class="listed"
      aria-labelledby="heading"
      @keydown=${(event: KeyboardEvent) => {
        if (event.key === "Escape" && !event.defaultPrevented) this.#close();
      }}
    >
      <div class="bar">
        <button class="back plain" @click=${() => this.#close()}>
          ${icon("chevronLeft")} Back
        </button>
        <h2 id="heading" tabindex="-1">How far to trust this</h2>
      </div>
      <nav aria-label="Sections">
        <ul class="sections">
          ${this.trust ? SECTIONS.map((title, at) => this.#section(title, at)) : nothing}
        </ul>
      </nav>
      <div class="read" tabindex="0" role="region" aria-labelledby="heading">
        <div class="column">${this.trust ? this.#page(this.trust) : this.#nothingYet()}</div>
      </div>
    </main>`;
  }

  /** Leads to a section; the address is the page's, so that this is no link. */
  #section(title: string, at: number): TemplateResult {
    return html`<li>
      <button
        class="plain"
        @click=${() => {
          const heading = this.renderRoot.querySelectorAll<HTMLElement>(".read h3")[at];
          heading?.scrollIntoView();
          heading?.focus({ preventScroll: true });
        }}
      >
        ${title}
      </button>
    </li>`;
  }

  #nothingYet(): TemplateResult {
    return html`<p role="status">
      ${this.failed ? "The engine could not be started." : "Loading the engine…"}
    </p>`;
  }

  #page(trust: Trust): TemplateResult {
    const missed = trust.validation.flatMap((story) =>
      story.figures
        .filter(({ kind, verdict }) => kind === "independent" && verdict === "missed")
        .map((figure) => ({ story, figure })),
    );
    return html`
      <p class="lead">
        The model is a simplification of Spanner, based on published information. ${trust.sentence} Trust the
        ratios and shapes, not the absolute milliseconds.
      </p>
      ${KNOWN.map((list) => this.#known(trust.constants, list))}
      ${LISTS.map(
        ({ title, about, kinds }) => html`
          <h3 tabindex="-1">${title}</h3>
          <p>${about}</p>
          ${this.#stories(title, trust.validation, kinds)}
        `,
      )}
      <h3 tabindex="-1">What it misses</h3>
      <ul>
        ${missed.map(
          ({ story, figure }) => html`<li>
            <b>${story.id}</b>, ${figure.what}: ${figure.published} was published, the model gives
            ${figure.ours}.
          </li>`,
        )}
      </ul>
      <h3 tabindex="-1">Ranges</h3>
      <p>
        Constants that are not known exactly have a range. Each pair of runs is repeated with values
        from all these ranges, and numbers show the lowest and highest result. The maps show the
        default values. A constant that you set or measured has no range.
      </p>
      <h3 tabindex="-1">What you measured</h3>
      ${this.#paste()}
      <h3 tabindex="-1">Try other constants</h3>
      ${this.#fields(trust.constants.filter((one) => one.important || this.#set(one)?.measured))}
      <details>
        <summary>All constants, each with its source</summary>
        ${this.#constants(trust.constants)}
      </details>
      <h3 tabindex="-1">What the model leaves out</h3>
      <ul>
        ${trust.leftOut.map((line) => html`<li>${words(line)}</li>`)}
      </ul>
    `;
  }

  /** One of the three lists: what matters first, the others behind it. */
  #known(constants: readonly ConstantEntry[], { title, about, kinds }: (typeof KNOWN)[number]) {
    const known = kinds
      .flatMap((kind) => constants.filter((one) => one.kind === kind))
      .sort((a, b) => Number(b.important) - Number(a.important));
    const others = known.slice(SHOWN);
    const item = ({ label, value, table, unit, source }: ConstantEntry) => html`<li>
      ${label}: ${value === undefined ? table : amount(value)} ${unitOf(value, unit)}
      <small>${words(source)}</small>
    </li>`;
    return html`<section class="known" aria-label=${title}>
      <h3 tabindex="-1">${title}</h3>
      <p class="quiet">${about}</p>
      <ul>
        ${known.slice(0, SHOWN).map(item)}
      </ul>
      ${
        others.length > 0
          ? html`<details>
              <summary>${count(others.length, "more", "more")}</summary>
              <ul>
                ${others.map(item)}
              </ul>
            </details>`
          : nothing
      }
    </section>`;
  }

  #stories(title: string, stories: readonly Story[], kinds: readonly FigureKind[]): TemplateResult {
    const found = kinds.flatMap((kind) =>
      stories
        .map((story) => ({ story, figures: story.figures.filter((one) => one.kind === kind) }))
        .filter(({ figures }) => figures.length > 0),
    );
    return html`<div class="wide" tabindex="0" role="region" aria-label=${title}>
      <table>
        <thead>
          <tr>
            <th scope="col">Figure</th>
            <th scope="col" class="n">Published</th>
            <th scope="col" class="n">Ours</th>
            <th scope="col">Tolerance</th>
            <th scope="col">What it is</th>
            <th scope="col">Verdict</th>
          </tr>
        </thead>
        ${found.map(
          ({ story, figures }) => html`<tbody class="story">
            <tr>
              <th scope="rowgroup" colspan="6">
                <h4>${story.id} ${words(story.title)}</h4>
                <details>
                  <summary class="source">${words(story.source)}</summary>
                  ${story.about.map((line) => html`<p>${words(line)}</p>`)}
                  ${
                    story.triedWith.length > 0
                      ? html`<p>Run with <code>${story.triedWith.join(", ")}</code>.</p>`
                      : nothing
                  }
                </details>
              </th>
            </tr>
            ${figures.map(
              (figure) => html`<tr>
                <td>${words(figure.what)}</td>
                <td class="n">${figure.published}</td>
                <td class="n">${figure.ours}</td>
                <td>${figure.within === "context" ? "nothing, told as context" : figure.within}</td>
                <td>${KINDS[figure.kind]}</td>
                <td class=${`verdict ${figure.verdict}`}>${VERDICTS[figure.verdict]}</td>
              </tr>`,
            )}
          </tbody>`,
        )}
      </table>
    </div>`;
  }

  /** Constants that matter, each with a field that changes it and runs again. */
  #fields(constants: readonly ConstantEntry[]): TemplateResult {
    const set = this.run.constants ?? [];
    return html`
      <p>
        A change runs both schemas again at once, here and in a link that you share.
        ${
          set.length > 0
            ? html`<button
                @click=${() => {
                  const usual = set.map(({ name }) => ({ name, value: undefined }));
                  send(this, { do: "constant", set: usual });
                }}
              >
                Reset all
              </button>`
            : nothing
        }
      </p>
      <div class="fields">${constants.map((one) => this.#field(one))}</div>
    `;
  }

  /** What a person pastes of a database of their own. */
  #paste(): TemplateResult {
    return html`
      <p>
        A name and a number on each line: <code>commit p50</code>, <code>commit p99</code>,
        <code>read p50</code> and <code>read p99</code> at the server in ms;
        <code>split rows per second</code>, the rate of one split at 100 % of its CPU, with
        <code>row bytes</code>; <code>doubling</code>, the time in which the throughput of a new table doubles; <code>cpu with an index</code>, the CPU of a commit with an index that is not interleaved, relative to one without; or the columns and one row of <code>SPANNER_SYS.TXN_STATS_TOP_MINUTE</code>.
      </p>
      <textarea
        id="measured"
        rows="4"
        spellcheck="false"
        aria-label="What you measured"
        placeholder="commit p99: 18 ms"
      ></textarea>
      <p class="act">
        <button @click=${() => this.#measure()}>Use these</button>
        <span role="status">${this.messages.map((line) => html`<span>${words(line)}</span> `)}</span>
      </p>
    `;
  }

  #measure(): void {
    const field = this.renderRoot.querySelector<HTMLTextAreaElement>("#measured");
    if (field) send(this, { do: "measured", text: field.value });
  }

  /** What a person has set of a constant. */
  #set({ name }: ConstantEntry) {
    return this.run.constants?.find((constant) => constant.name === name);
  }

  #field(one: ConstantEntry): TemplateResult | typeof nothing {
    const { name, value: usual } = one;
    if (name === undefined) return nothing;
    const known = this.#set(one);
    const set = known?.value;
    const measured = known?.measured ?? false;
    const change = (value: number | undefined, by: boolean) => {
      send(this, { do: "constant", set: [{ name, value, measured: by }] });
      this.requestUpdate();
    };
    return html`<div class=${set === undefined ? "field" : "field changed"}>
      <label for=${name}>${one.label}</label>
      <input
        id=${name}
        type="number"
        min="0"
        step="any"
        aria-describedby=${`${name}-about`}
        .value=${String(set ?? usual ?? "")}
        @change=${(event: Event) => {
          if (!(event.target instanceof HTMLInputElement)) return;
          const { valueAsNumber: value } = event.target;
          const sound = Number.isFinite(value) && value > 0 && (measured || value !== usual);
          change(sound ? value : undefined, measured);
        }}
      />
      <button
        ?disabled=${set === undefined}
        aria-label=${`Reset ${one.label}`}
        @click=${() => change(undefined, false)}
      >
        Reset
      </button>
      <label class="measured">
        <input
          type="checkbox"
          .checked=${measured}
          @change=${(event: Event) => {
            if (!(event.target instanceof HTMLInputElement)) return;
            const { checked } = event.target;
            const value = set ?? usual;
            change(checked || value !== usual ? value : undefined, checked);
          }}
        />
        Measured on my database
      </label>
      <small id=${`${name}-about`}>
        ${usual === undefined ? "" : `Usually ${amount(usual)} `}${unitOf(usual, one.unit)}${
          one.between
            ? `, taken to lie between ${amount(one.between.low)} and ${amount(one.between.high)}`
            : ""
        };
        ${one.kind}: ${words(one.source)}
      </small>
    </div>`;
  }

  #constants(constants: readonly ConstantEntry[]): TemplateResult {
    return html`<div class="wide" tabindex="0" role="region" aria-label="All constants">
      <table>
        <thead>
          <tr>
            <th scope="col">Constant</th>
            <th scope="col" class="n">Value</th>
            <th scope="col">Range</th>
            <th scope="col">Unit</th>
            <th scope="col">How it is known</th>
            <th scope="col">Source</th>
          </tr>
        </thead>
        <tbody>
          ${constants.map(
            (one) => html`<tr>
              <th scope="row">${one.label}</th>
              <td class="n">${one.value === undefined ? one.table : amount(one.value)}</td>
              <td class="range">
                ${one.between ? `${amount(one.between.low)} to ${amount(one.between.high)}` : ""}
              </td>
              <td>${one.unit}</td>
              <td>${one.kind}</td>
              <td>
                ${words(one.source)}${one.betweenWhy ? html`<br />Range: ${words(one.betweenWhy)}` : nothing}
              </td>
            </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
  }

  #close(): void {
    if (this.open) send(this, { do: "guide-close" });
  }

  override updated(changed: Map<string, unknown>): void {
    if (changed.has("open") && this.open) this.renderRoot.querySelector("h2")?.focus();
  }
}

customElements.define("hotsplit-trust", TrustElement);
