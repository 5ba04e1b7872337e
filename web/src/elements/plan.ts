/** `<hotsplit-plan>`: how to get to the rewritten schema, step by step, and the queries after it. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import type {
  ReadCost,
  ReadScans,
  Rewrite,
  Rollout,
  RolloutCode,
  RolloutStep,
} from "../../../pkg/hotsplit.js";
import { send } from "../actions.js";
import { pieces } from "../editor/highlight.js";
import { controls } from "../style/controls.js";
import { tags } from "../style/pills.js";
import { ranked } from "./ranked.js";
import { byObject, remark, verdict } from "./reads.js";
import { words } from "./words.js";

/** What a block of code is, and how it is run. */
const KINDS: ReadonlyMap<string, string> = new Map([
  ["ddl", "DDL, one call of the schema API"],
  ["dml", "DML"],
  ["partitioned", "Partitioned DML"],
  ["query", "Query"],
  ["shell", "Shell"],
  ["file", "File of split points"],
]);

/** Name of the file of split points, as the plan's commands call it. */
const SPLITS = "splits.txt";

class PlanElement extends LitElement {
  static override properties = {
    rollout: { attribute: false },
    rewrite: { attribute: false },
    deployed: { attribute: false },
    copied: { attribute: false },
    level: { attribute: false },
  };

  /** Absent until it is known. */
  declare rollout: Rollout | undefined;
  declare rewrite: Rewrite | undefined;
  declare deployed: boolean;
  declare copied: string | undefined;
  /** Level of its first heading, where that is not 2: see `ranked`. */
  declare level: number | undefined;

  static override styles = [
    controls,
    tags,
    css`
      :host {
        container-type: inline-size;
        overflow: auto;
      }
      .bar {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 6px 12px;
        padding: 6px 12px;
        border-bottom: 1px solid var(--line);
        background: var(--raised);
      }
      fieldset {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 2px 12px;
        min-width: 0;
        margin: 0;
        padding: 0;
        border: 0;
      }
      legend {
        float: left;
        padding: 0;
        color: var(--quiet);
      }
      fieldset label {
        display: inline-flex;
        align-items: center;
        gap: 5px;
        min-height: 28px;
        cursor: pointer;
      }
      input[type="radio"] {
        width: 16px;
        height: 16px;
        margin: 0;
        accent-color: var(--accent);
      }
      .take {
        display: flex;
        flex-wrap: wrap;
        gap: 4px;
      }
      .body {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        gap: 18px;
        max-width: 92ch;
        padding: 12px 14px 24px;
      }
      ol {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        gap: 18px;
      }
      ol > li {
        display: grid;
        grid-template-columns: 22px minmax(0, 1fr);
        gap: 0 8px;
      }
      .number {
        display: grid;
        place-content: center;
        width: 22px;
        height: 22px;
        border-radius: 50%;
        background: var(--accent-ground);
        font-size: var(--small);
        font-weight: 600;
      }
      .step {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        gap: 6px;
      }
      h3 {
        font-size: 14px;
        font-weight: 600;
        line-height: 22px;
      }
      .notes {
        display: grid;
        gap: 3px;
        max-width: 72ch;
        padding-left: 1em;
        list-style: disc;
      }
      .back {
        max-width: 72ch;
        padding-left: 10px;
        border-left: 3px solid var(--line);
        color: var(--quiet);
      }
      .back b {
        display: block;
        font-size: var(--small);
        font-weight: 600;
      }
      .code {
        border: 1px solid var(--line);
        border-radius: var(--radius);
        background: var(--panel);
        overflow: hidden;
      }
      .head {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        justify-content: space-between;
        gap: 4px;
        padding: 2px 4px 2px 10px;
        border-bottom: 1px solid var(--line);
        background: var(--raised);
        color: var(--quiet);
        font-size: var(--small);
      }
      .head button {
        min-height: 24px;
        padding: 0 8px;
        color: var(--text);
        font-size: var(--small);
      }
      pre {
        margin: 0;
        padding: 8px 10px;
        overflow: auto;
        font-size: calc(var(--size) - 0.5px);
        line-height: 1.5;
        tab-size: 2;
      }
      /* As many lines as there are points; nobody reads them all. */
      .file pre {
        max-height: 220px;
      }
      pre:focus-visible {
        outline-offset: -2px;
      }
      .keyword {
        color: var(--code-keyword);
      }
      .type {
        color: var(--code-type);
      }
      .string {
        color: var(--code-string);
      }
      .number-literal {
        color: var(--code-number);
      }
      .comment {
        color: var(--code-comment);
        font-style: italic;
      }
      .directive {
        color: var(--code-directive);
        font-weight: 600;
      }
      section {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        gap: 10px;
      }
      .queries {
        padding-top: 14px;
        border-top: 1px solid var(--line);
      }
      h4 {
        font-size: var(--size);
        font-weight: 600;
      }
      .read {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        gap: 6px;
      }
      .pair {
        display: grid;
        grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
        gap: 8px;
      }
      .none {
        display: grid;
        align-content: start;
        gap: 4px;
        padding: 6px 10px;
        border: 1px dashed var(--line);
        border-radius: var(--radius);
        font-size: var(--small);
      }
      .pair.one {
        grid-template-columns: minmax(0, 1fr);
      }
      .calm {
        padding: 24px;
        max-width: 48ch;
        color: var(--quiet);
      }
      @container (max-width: 620px) {
        .pair {
          grid-template-columns: minmax(0, 1fr);
        }
      }
      @media (max-width: 899px) {
        button,
        .head button,
        fieldset label {
          min-height: 36px;
        }
      }
    `,
  ];

  override render(): TemplateResult {
    const { rollout, rewrite } = this;
    if (!rewrite) {
      return html`<p class="calm">
        Choose a fix under Problems: the steps that lead to the rewritten schema appear here.
      </p>`;
    }
    return html`<h2 ${ranked(this.level)} class="unseen">Plan</h2>
      <div class="bar">${this.#state()} ${rollout ? this.#take(rollout) : nothing}</div>
      ${
        rollout
          ? html`<div class="body">
              ${
                rollout.steps.length === 0
                  ? html`<p class="quiet">Nothing is to be done: the fixes change no schema.</p>`
                  : html`<ol>
                      ${rollout.steps.map((step, at) => this.#step(step, at))}
                    </ol>`
              }
              ${rewrite.reads.length > 0 ? this.#queries(rewrite.reads) : nothing}
            </div>`
          : html`<p class="calm" role="status">Working out the steps…</p>`
      }`;
  }

  #state(): TemplateResult {
    const choice = (deployed: boolean, label: string) => html`<label>
      <input
        type="radio"
        name="deployed"
        .checked=${this.deployed === deployed}
        @change=${() => send(this, { do: "deployed", deployed })}
      />
      ${label}
    </label>`;
    return html`<fieldset>
      <legend class="unseen">The database</legend>
      ${choice(false, "Not deployed yet")} ${choice(true, "Holds data already")}
    </fieldset>`;
  }

  #take({ markdown, steps }: Rollout): TemplateResult {
    const files = steps.flatMap((step) => step.code.filter((code) => code.kind === "file"));
    return html`<div class="take" role="group" aria-label="Take the plan along">
      ${this.#copy("all", markdown, "Copy as Markdown", "Copy all as Markdown")}
      <button @click=${() => send(this, { do: "download", name: "plan.md", text: markdown })}>
        Download plan.md
      </button>
      ${files.map((file, at) => this.#downloadSplits(file, at, files.length))}
    </div>`;
  }

  #downloadSplits(file: RolloutCode, at: number, of: number): TemplateResult {
    const name = of > 1 ? SPLITS.replace(".", `-${at + 1}.`) : SPLITS;
    const text = textOf(file);
    return html`<button @click=${() => send(this, { do: "download", name, text })}>
      Download ${name}
    </button>`;
  }

  #copy(id: string, text: string, label: string, told: string): TemplateResult {
    const done = this.copied === `plan ${id}`;
    return html`<button
      aria-label=${done ? `${told}: copied` : told}
      @click=${() => send(this, { do: "copy", id: `plan ${id}`, text })}
    >
      ${done ? "Copied" : label}
    </button>`;
  }

  #step(step: RolloutStep, at: number): TemplateResult {
    return html`<li>
      <span class="number" aria-hidden="true">${at + 1}</span>
      <div class="step">
        <h3 ${ranked(this.level)}>${words(step.title)}</h3>
        ${
          step.notes.length > 0
            ? html`<ul class="notes">
                ${step.notes.map((note) => html`<li>${words(note)}</li>`)}
              </ul>`
            : nothing
        }
        ${step.code.map((code, block) => {
          const kind = KINDS.get(code.kind) ?? code.kind;
          const where = `step ${at + 1}${step.code.length > 1 ? `, block ${block + 1}` : ""}`;
          return this.#code(`${at}.${block}`, kind, where, textOf(code), code.kind);
        })}
        ${step.back === undefined ? nothing : html`<p class="back"><b>Way back</b>${words(step.back)}</p>`}
      </div>
    </li>`;
  }

  #code(id: string, name: string, where: string, text: string, kind: string): TemplateResult {
    return html`<div class=${`code ${kind}`}>
      <div class="head">
        <span>${name}</span>
        ${this.#copy(id, text, "Copy", `Copy ${name}, ${where}`)}
      </div>
      <pre tabindex="0" role="region" aria-label=${`${name}, ${where}`}>${isSql(kind) ? coloured(text) : text}</pre>
    </div>`;
  }

  #queries(reads: readonly ReadCost[]): TemplateResult {
    return html`<section class="queries" aria-label="Queries">
      <h3 ${ranked(this.level)}>Queries</h3>
      ${byObject(reads).map(
        ({ object, reads }) => html`<section aria-label=${`Queries of ${object}`}>
          ${reads.map((read) => this.#read(object, read))}
        </section>`,
      )}
    </section>`;
  }

  #read(object: string, read: ReadCost): TemplateResult {
    const { before, after, shape, label } = read;
    const fares = verdict(read);
    const id = (which: string) => `${object}.${shape}.${which}`;
    const of = `${object}: ${label.replaceAll("`", "")}`;
    const block = (which: string, scans: ReadScans) => {
      const said = remark(scans.query);
      if (said === undefined) {
        return this.#code(id(which), `${which}: ${scans.words}`, of, scans.query, "query");
      }
      return html`<div class="none">
        <p>${which}: ${words(scans.words)}</p>
        ${said === "" ? nothing : html`<p class="quiet">${words(said)}</p>`}
      </div>`;
    };
    return html`<div class="read">
      <h4 ${ranked(this.level)}>
        <code>${object}</code>, ${words(label)}
        ${fares === "same" ? nothing : html`<span class=${`tag ${fares}`}>${fares}</span>`}
      </h4>
      ${
        before.query === after.query && remark(after.query) === undefined
          ? html`<div class="pair one">
              ${this.#code(id("both"), `Before and after: ${scansOf(before, after)}`, of, after.query, "query")}
            </div>`
          : html`<div class="pair">${block("Before", before)} ${block("After", after)}</div>`
      }
    </div>`;
  }
}

/** `1 scan`, or both where they differ. */
function scansOf(before: ReadScans, after: ReadScans): string {
  return before.words === after.words ? after.words : `${before.words}, then ${after.words}`;
}

/** A block as it is pasted: statements end with a semicolon, a command and a file are as they are. */
function textOf({ kind, statements }: RolloutCode): string {
  if (!isSql(kind)) return statements.join("\n");
  return statements.map((one) => (one.trimEnd().endsWith(";") ? one : `${one};`)).join("\n\n");
}

function isSql(kind: string): boolean {
  return kind !== "shell" && kind !== "file";
}

/** SQL in the editor's colours: text in elements, never markup. */
function coloured(text: string): unknown[] {
  return pieces(text).map(({ text, kind }) =>
    kind === ""
      ? text
      : html`<span class=${kind === "number" ? "number-literal" : kind}>${text}</span>`,
  );
}

customElements.define("hotsplit-plan", PlanElement);
