/** `<hotsplit-share>`: what can be exported, as a menu under "Share". A chunk of its own. */
import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import type { Analysis, AnswersSoFar, Rewrite, Rollout } from "../../../pkg/hotsplit.js";
import type { Results } from "../engine/protocol.js";
import type { MapQueries } from "../session/queries.js";
import { missing, send } from "../state/actions.js";
import type { Stage } from "../state/play.js";
import type { Kept } from "../state/state.js";
import { controls } from "../ui/style/controls.js";
import { entry, floatingBox } from "../ui/style/parts.js";
import { number } from "../ui/words.js";
import { csv, findingsJson, markdown, markdownLink } from "./export.js";
import { findingsSarif } from "./sarif.js";
import type { Still } from "./still.js";

/**
 * Links longer than the first are cut by some programs, longer than the second refused by most.
 * Ours: mail programs and chats publish no limits; 2,000 is what old browsers took.
 */
const [LONG, TOO_LONG] = [2_000, 16_000];

class ShareElement extends LitElement {
  static override properties = {
    still: { attribute: false },
    link: { attribute: false },
    kept: { attribute: false },
    analysis: { attribute: false },
    analysed: { attribute: false },
    results: { attribute: false },
    answers: { attribute: false },
    rewrite: { attribute: false },
    rollout: { attribute: false },
    version: { attribute: false },
    copied: { attribute: false },
    uncopied: { attribute: false },
    stage: { attribute: false },
    queries: { attribute: false },
    embed: { type: Boolean, reflect: true },
    embedding: { type: Boolean, reflect: true },
  };

  declare link: string;
  /** Loads what makes one picture of both maps. */
  declare still: () => Promise<Still>;
  declare kept: Kept;
  declare analysis: Analysis | undefined;
  /** The text that `analysis` speaks of. */
  declare analysed: string;
  declare results: Results | undefined;
  /** What is known of the ranges of the numbers. */
  declare answers: AnswersSoFar | undefined;
  declare rewrite: Rewrite | undefined;
  declare rollout: Rollout | undefined;
  declare version: string;
  /** What was copied last. */
  declare copied: string | undefined;
  /** What the browser would not copy. */
  declare uncopied: string | undefined;
  /** The lesson that is played. */
  declare stage: Stage | undefined;
  /** What is asked about the runs. */
  declare queries: MapQueries;
  /** What to paste into another page is being written. The menu is not shown. */
  declare embedding: boolean;
  /** The same, asked for without the menu. */
  declare embed: boolean;

  static override styles = [
    controls,
    css`
      :host {
        position: absolute;
        right: 0;
        top: calc(100% + 4px);
        width: min(340px, calc(100vw - 24px));
        max-height: min(78vh, calc(100dvh - 110px));
        overflow: auto;
        padding: 4px;
        ${floatingBox}
      }
      @media (max-width: 640px) {
        :host {
          right: 12px;
          left: 12px;
          width: auto;
          max-height: min(78vh, calc(100dvh - 150px));
        }
      }
      :host(:is([embed], [embedding])) {
        width: 0;
        overflow: visible;
        box-shadow: none;
        padding: 0;
        border: 0;
      }
      h2 {
        padding: 8px 10px 2px;
        color: var(--quiet);
        font-size: var(--small);
        font-weight: 600;
      }
      button {
        display: flex;
        align-items: center;
        justify-content: space-between;
        gap: 12px;
        min-height: 30px;
        padding: 5px 10px;
        ${entry}
      }
      button small {
        color: var(--quiet);
        font: 400 var(--small) / 1.6 var(--mono);
      }
      .meter {
        padding: 2px 10px 6px;
        font-size: var(--small);
        color: var(--quiet);
      }
      .warn {
        color: var(--warn);
      }
      meter {
        display: block;
        width: 100%;
        height: 8px;
      }
      .hand {
        display: grid;
        gap: 6px;
        padding: 8px 10px;
        border-radius: var(--radius);
        background: var(--warn-ground);
      }
      textarea {
        width: 100%;
        min-height: 84px;
        resize: vertical;
        border: 1px solid var(--line-strong);
        border-radius: var(--radius);
        background: var(--panel);
        color: inherit;
        font: 12px / 1.4 var(--mono);
      }
      .none {
        padding: 2px 10px 6px;
        color: var(--quiet);
        font-size: var(--small);
      }
      @media (max-width: 899px) {
        button {
          min-height: 40px;
        }
      }
    `,
  ];

  constructor() {
    super();
    this.embedding = false;
    this.embed = false;
  }

  /** What the arrows walk through. */
  get stops(): HTMLElement[] {
    return [...this.renderRoot.querySelectorAll("button")];
  }

  override render(): TemplateResult {
    if (this.embedding || this.embed) return this.#dialog();
    const { link, results, answers, analysis } = this;
    return html`<div role="group" aria-label="Share and export">
      ${this.uncopied === undefined ? nothing : this.#uncopiedText(this.uncopied)}
      <h2>Copy</h2>
      ${
        link === ""
          ? html`<p class="none">
              The schema is too long for a link (1 MB at most). Download it and send the file.
            </p>`
          : html`${this.#copy("link", "Link", () => link)} ${this.#size()}
            ${this.#copy("markdown link", "Link as Markdown", () => markdownLink(results, link))}`
      }
      ${this.#copy("report", "Report as Markdown", () =>
        markdown({
          analysis,
          results,
          answers,
          chosen: this.kept.chosen,
          link,
          version: this.version,
        }),
      )}
      ${
        // What is on one's own disk is nothing that others could embed.
        link === "" || link.startsWith("file:")
          ? nothing
          : html`<button @click=${() => void this.#embed()}>
              Embed…<small>html, markdown, frame</small>
            </button>`
      }
      <h2>Download</h2>
      ${this.#downloads()}
      <h2>Print</h2>
      <button @click=${() => send(this, { do: "print" })}>Report on two pages</button>
      <span class="unseen" role="status"
        >${this.copied?.startsWith("share ") ? "Copied" : ""}</span
      >
    </div>`;
  }

  #dialog(): TemplateResult {
    return html`<hotsplit-copy-embed
      .still=${this.still}
      .kept=${this.kept}
      .results=${this.results}
      .answers=${this.answers}
      .link=${this.link}
      .stage=${this.stage}
      .queries=${this.queries}
      .version=${this.version}
      @done=${() => send(this, { do: "share-close" })}
    ></hotsplit-copy-embed>`;
  }

  async #embed(): Promise<void> {
    try {
      await import("./copy-embed.js");
      this.embedding = true;
    } catch {
      missing(this);
    }
  }

  #copy(id: string, label: string, text: () => string): TemplateResult {
    const name = `share ${id}`;
    return html`<button @click=${() => send(this, { do: "copy", id: name, text: text() })}>
      ${label}${this.copied === name ? html`<small>copied</small>` : nothing}
    </button>`;
  }

  /** How long the link is, and what that means. */
  #size(): TemplateResult {
    const { length } = this.link;
    const size = `${number(length)} characters`;
    const warning =
      length > TOO_LONG
        ? ": most programs cut a link this long. Send the file instead."
        : length > LONG
          ? ": some mail and chat programs cut links longer than 2,000."
          : ". It carries the schema, the fixes, the workload and the view.";
    return html`<div class="meter">
      <meter
        aria-label="Length of the link"
        min="0"
        max=${TOO_LONG}
        low=${LONG}
        high=${TOO_LONG - 1}
        optimum="0"
        value=${Math.min(length, TOO_LONG)}
      ></meter>
      <p class=${length > LONG ? "warn" : ""}>${size}${warning}</p>
    </div>`;
  }

  #downloads(): unknown[] {
    const { analysis, results, answers, rewrite, rollout, kept } = this;
    const files = rollout?.steps.flatMap((step) => step.code.filter((one) => one.kind === "file"));
    const points = files?.flatMap((file) => file.statements).join("\n");
    const file = (label: string, name: string, text: () => string) =>
      html`<button @click=${() => send(this, { do: "download", name, text: text() })}>
        ${label}<small>${name}</small>
      </button>`;
    return [
      file("Schema", "schema.sql", () => kept.text),
      rewrite ? file("Rewritten schema", "rewritten.sql", () => rewrite.text) : nothing,
      rewrite && rollout ? file("Plan", "plan.md", () => rollout.markdown) : nothing,
      points ? file("Split points", "splits.txt", () => `${points}\n`) : nothing,
      analysis
        ? file("Findings", "findings.json", () => findingsJson(analysis, this.analysed))
        : nothing,
      analysis
        ? file("SARIF of the findings", "findings.sarif", () =>
            findingsSarif(analysis, {
              text: this.analysed,
              uri: "schema.sql",
              version: this.version,
            }),
          )
        : nothing,
      results ? file("Numbers", "numbers.csv", () => csv(results, answers)) : nothing,
      rewrite
        ? nothing
        : html`<p class="none">Select a fix to export the new schema and the migration plan.</p>`,
      rewrite && rollout && !points
        ? html`<p class="none">
            No split points: a plan has them if a table with data is copied to a uniform key.
          </p>`
        : nothing,
    ];
  }

  /** To be copied by hand. */
  #uncopiedText(text: string): TemplateResult {
    return html`<div class="hand" role="alert">
      <p>The browser does not allow this page to copy. The text is selected below: press Ctrl+C or ⌘C.</p>
      <textarea readonly aria-label="Copy this" .value=${text}></textarea>
    </div>`;
  }

  override firstUpdated(): void {
    if (!this.embed) this.stops[0]?.focus();
  }

  override updated(changed: PropertyValues<this>): void {
    if (!changed.has("uncopied") || this.uncopied === undefined) return;
    const field = this.renderRoot.querySelector("textarea");
    field?.focus();
    field?.select();
  }
}

customElements.define("hotsplit-share", ShareElement);
