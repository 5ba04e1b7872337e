/**
 * `<hotsplit-trust>`: what the model rests on, over the page. A chunk of its own.
 *
 * How it stands to published figures and what it misses, its constants with fields for those that
 * matter, what it leaves out.
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
import { send } from "../actions.js";
import { controls } from "../style/controls.js";
import { dialog } from "../style/dialog.js";
import { framed, put } from "./framed.js";
import { number, words } from "./words.js";

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
  calibrated: "a constant was set on it",
  claim: "a claim, not checked",
  "other-database": "another database",
  guidance: "guidance, no measurement",
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
      "Nothing in the model was set on these. Those measured on Spanner are counted above, and had their bands before they were first run; those of other databases and rules without a measurement show shapes.",
    kinds: ["independent", "other-database", "guidance"],
  },
  {
    title: "Constants were set on these",
    about:
      "Or what is open of the set-up was chosen to give them, where nobody has checked the claim: that they come out says nothing.",
    kinds: ["calibrated", "claim"],
  },
  {
    title: "These must hold by construction",
    about: "They say that the program does what the model says, and nothing of Spanner.",
    kinds: ["by-construction"],
  },
];

/** A value as people write it; small ones with two digits that count. */
function amount(value: number): string {
  return value > 0 && value < 0.01 ? String(Number(value.toPrecision(2))) : number(value);
}

class TrustElement extends LitElement {
  static override properties = {
    open: { attribute: false },
    trust: { attribute: false },
    run: { attribute: false },
    failed: { attribute: false },
  };

  declare open: boolean;
  declare trust: Trust | undefined;
  declare run: RunKnobs;
  /** The engine did not start, so there is nothing to show. */
  declare failed: boolean;

  static override styles = [
    controls,
    dialog,
    css`
      dialog[open] {
        display: grid;
        grid-template: auto minmax(0, 1fr) / minmax(0, 1fr);
      }
      .page:focus-visible {
        outline-offset: -3px;
      }
      .bar {
        padding-left: 24px;
      }
      .page {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        grid-auto-rows: max-content;
        gap: 10px;
        overflow: auto;
        padding: 18px 24px 32px;
      }
      h3 {
        margin-top: 12px;
        font-size: 16px;
      }
      h3:focus {
        outline: none;
      }
      p,
      li {
        max-width: 80ch;
      }
      ul {
        display: grid;
        gap: 3px;
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
        font-weight: 550;
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
      @media (max-width: 759px) {
        .bar,
        .page {
          padding-inline: 14px;
        }
        .fields {
          grid-template-columns: minmax(0, 1fr);
        }
        button,
        input {
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
  }

  override render(): TemplateResult {
    return framed({
      heading: "Can I trust this?",
      open: this.open,
      page: () => (this.trust ? this.#page(this.trust) : this.#nothingYet()),
      close: () => this.#close(),
    });
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
      <p>
        The model is a sketch of Spanner, made from what is published. ${trust.sentence} Trust the
        ratios and shapes, not the absolute milliseconds.
      </p>
      <h3>What it misses</h3>
      <ul>
        ${missed.map(
          ({ story, figure }) => html`<li>
            <b>${story.id}</b>, ${figure.what}: ${figure.published} was published, the model gives
            ${figure.ours}.
          </li>`,
        )}
      </ul>
      ${LISTS.map(
        ({ title, about, kinds }) => html`
          <h3>${title}</h3>
          <p>${about}</p>
          ${this.#stories(title, trust.validation, kinds)}
        `,
      )}
      <h3>Try other constants</h3>
      ${this.#fields(trust.constants.filter((one) => one.important))}
      <details>
        <summary>All constants, each with its source</summary>
        ${this.#constants(trust.constants)}
      </details>
      <h3>What the model leaves out</h3>
      <ul>
        ${trust.leftOut.map((line) => html`<li>${words(line)}</li>`)}
      </ul>
    `;
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
            <th scope="col">Held to</th>
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
                  for (const { name } of set) {
                    send(this, { do: "constant", name, value: undefined });
                  }
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

  #field(one: ConstantEntry): TemplateResult | typeof nothing {
    const { name, value: usual } = one;
    if (name === undefined) return nothing;
    const set = this.run.constants?.find((constant) => constant.name === name)?.value;
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
          const sound = Number.isFinite(value) && value > 0 && value !== usual;
          send(this, { do: "constant", name, value: sound ? value : undefined });
          this.requestUpdate();
        }}
      />
      <button
        ?disabled=${set === undefined}
        aria-label=${`Reset ${one.label}`}
        @click=${() => send(this, { do: "constant", name, value: undefined })}
      >
        Reset
      </button>
      <small id=${`${name}-about`}>
        ${usual === undefined ? "" : `Usually ${amount(usual)} `}${one.unit}; ${one.kind}: ${words(one.source)}
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
              <td>${one.unit}</td>
              <td>${one.kind}</td>
              <td>${words(one.source)}</td>
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
    if (changed.has("open")) put(this.renderRoot, this.open);
  }
}

customElements.define("hotsplit-trust", TrustElement);
