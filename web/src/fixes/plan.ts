/** `<hotsplit-plan>`: how to get to the rewritten schema, step by step, and the queries after it. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import type {
  ReadCost,
  ReadScans,
  Rewrite,
  Rollout,
  RolloutBack,
  RolloutCheck,
  RolloutCode,
  RolloutPass,
  RolloutPlaceholder,
  RolloutRange,
  RolloutRows,
  RolloutRule,
  RolloutShape,
  RolloutStep,
} from "../../../pkg/hotsplit.js";
import { pieces } from "../editor/highlight.js";
import { send } from "../state/actions.js";
import { ranked } from "../ui/ranked.js";
import { byObject, remark, verdict } from "../ui/reads.js";
import { controls } from "../ui/style/controls.js";
import { tags } from "../ui/style/pills.js";
import { words } from "../ui/words.js";
import {
  brief,
  expected,
  groupOf,
  isSql,
  keyWords,
  kindName,
  languageName,
  listed,
  PASSES,
  passName,
  passWords,
  textOf,
} from "./runbook.js";

/** Name of the file of split points, as the plan's commands call it. */
const SPLITS = "splits.txt";

/** Writes a block of code: what it is, its text, its kind, and what is said below it. */
type Block = (name: string, text: string, kind: string, foot?: string) => TemplateResult;

class PlanElement extends LitElement {
  static override properties = {
    rollout: { attribute: false },
    rewrite: { attribute: false },
    deployed: { attribute: false },
    copied: { attribute: false },
    level: { attribute: false },
    language: { state: true },
  };

  /** Absent until it is known. */
  declare rollout: Rollout | undefined;
  declare rewrite: Rewrite | undefined;
  declare deployed: boolean;
  declare copied: string | undefined;
  /** Level of its first heading, where that is not 2: see `ranked`. */
  declare level: number | undefined;
  /** The language of application code, for all rules alike. */
  declare private language: string;

  constructor() {
    super();
    this.language = "go";
  }

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
      form {
        display: contents;
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
      .brief {
        display: flex;
        flex-wrap: wrap;
        color: var(--quiet);
        font-size: var(--small);
      }
      .brief span + span::before {
        content: "·";
        margin: 0 6px;
        color: var(--quiet);
        font-weight: 400;
      }
      .brief .final {
        color: var(--warn);
        font-weight: 600;
      }
      dl {
        display: grid;
        grid-template-columns: 9em minmax(0, 72ch);
        gap: 4px 10px;
      }
      dt {
        color: var(--quiet);
        font-weight: 500;
      }
      dd ul {
        display: grid;
        gap: 2px;
      }
      .back,
      .rule,
      .pass {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        gap: 6px;
        padding-left: 10px;
        border-left: 3px solid var(--line);
      }
      .back > p,
      .back > b {
        color: var(--quiet);
      }
      :is(.rule, .pass, .code) + :is(.rule, .pass, .back) {
        margin-top: 8px;
      }
      .back > p,
      .rule > p,
      .pass > p {
        max-width: 72ch;
      }
      .back > b,
      h5 {
        margin: 0;
        font-size: var(--small);
        font-weight: 600;
      }
      .rule h5,
      .range + .range h5 {
        margin-top: 4px;
      }
      .how {
        max-width: 72ch;
      }
      .range {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        align-content: start;
        gap: 6px;
      }
      .foot {
        padding: 4px 10px;
        border-top: 1px solid var(--line);
        background: var(--raised);
        color: var(--text);
        font-size: var(--small);
      }
      summary {
        min-height: 24px;
        padding: 3px 0;
        cursor: pointer;
        font-size: var(--small);
        font-weight: 600;
      }
      details[open] > summary {
        margin-bottom: 4px;
      }
      [role="tablist"] {
        display: flex;
        flex-wrap: wrap;
        gap: 2px;
        margin-bottom: 6px;
      }
      [role="tab"] {
        min-height: 24px;
        padding: 0 10px;
        border-color: transparent;
        background: none;
        font-size: var(--small);
      }
      [role="tab"][aria-selected="true"] {
        border-color: var(--accent);
        background: var(--accent-ground);
      }
      .placeholders {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        gap: 6px;
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
      .application pre {
        max-height: 420px;
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
        .pair,
        dl {
          grid-template-columns: minmax(0, 1fr);
        }
        dl {
          gap: 0;
        }
        dd {
          margin-bottom: 6px;
        }
      }
      @media (max-width: 899px) {
        button,
        .head button,
        [role="tab"],
        summary,
        fieldset label {
          min-height: 36px;
        }
        summary {
          padding: 8px 0;
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
                  : html`${this.#placeholders(rollout.placeholders)}
                      <ol>
                        ${rollout.steps.map((step, at) => this.#step(step, at, rollout))}
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
    // A form of their own: Chromium keeps the radio buttons of a shadow root, with all that they
    // stood in, as long as the root is there.
    return html`<form @submit=${(event: Event) => event.preventDefault()}>
      <fieldset>
        <legend class="unseen">The database</legend>
        ${choice(false, "Not deployed yet")} ${choice(true, "Holds data already")}
      </fieldset>
    </form>`;
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
    const text = textOf(file.kind, file.statements);
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

  /** What a person has to fill in, before the first step. */
  #placeholders(placeholders: readonly RolloutPlaceholder[]): TemplateResult | typeof nothing {
    if (placeholders.length === 0) return nothing;
    return html`<div class="placeholders">
      <h3 ${ranked(this.level)}>Replace these names first</h3>
      <dl>
        ${placeholders.map(
          ({ name, means }) => html`<dt><code>${name}</code></dt>
            <dd>${words(means)}</dd>`,
        )}
      </dl>
    </div>`;
  }

  #step(step: RolloutStep, at: number, rollout: Rollout): TemplateResult {
    // Blocks are numbered through the step, so that each has a name of its own.
    let blocks = 0;
    const block: Block = (name, text, kind, foot) => {
      blocks += 1;
      return this.#code(
        { id: `${at}.${blocks}`, name, where: `step ${at + 1}, block ${blocks}`, kind, foot },
        text,
      );
    };
    const checks = (when: string) =>
      step.checks.filter((check) => check.when === when).map((check) => this.#check(check, block));
    return html`<li>
      <span class="number" aria-hidden="true">${at + 1}</span>
      <div class="step">
        <h3 ${ranked(this.level)}>${words(step.title)}</h3>
        ${this.#brief(step, rollout)} ${this.#facts(step)}
        ${
          step.notes.length > 0
            ? html`<ul class="notes">
                ${step.notes.map((note) => html`<li>${words(note)}</li>`)}
              </ul>`
            : nothing
        }
        ${checks("before")} ${(step.rules ?? []).map((rule, of) => this.#rule(rule, `${at}.${of}`, block))}
        ${this.#blocks(step.code, block)}
        ${this.#passes(step.passes, block)} ${checks("after")}
        ${step.back === undefined ? nothing : this.#back(step.back, block)}
      </div>
    </li>`;
  }

  #brief(step: RolloutStep, rollout: Rollout): TemplateResult | typeof nothing {
    const parts = brief(step);
    if (parts.length === 0) return nothing;
    const group = groupOf(step, rollout);
    const final = (at: number) => at === parts.length - 1 && !step.reversible;
    return html`<p class="brief">
      ${parts.map((part, at) => html`<span class=${final(at) ? "final" : ""}>${part}</span>`)}
      ${group === undefined ? nothing : html`<span>${group}</span>`}
    </p>`;
  }

  /** What to know before the step is begun. */
  #facts({ safe, duration, watch, stop }: RolloutStep): TemplateResult | typeof nothing {
    const one = (name: string, text: string) =>
      text === ""
        ? nothing
        : html`<dt>${name}</dt>
            <dd>${words(text)}</dd>`;
    const many = (name: string, lines: readonly string[]) =>
      lines.length === 0
        ? nothing
        : html`<dt>${name}</dt>
            <dd>
              <ul>
                ${lines.map((line) => html`<li>${words(line)}</li>`)}
              </ul>
            </dd>`;
    if (safe === "" && duration.why === "" && watch.length === 0 && stop.length === 0) {
      return nothing;
    }
    return html`<dl>
      ${one("Why it is safe", safe)} ${one("How long", duration.why)} ${many("Watch", watch)}
      ${many("Stop when", stop)}
    </dl>`;
  }

  #check(check: RolloutCheck, block: Block): TemplateResult {
    const name = check.when === "before" ? "Check before this step" : "Check after this step";
    return block(name, textOf("query", [check.query]), "query", expected(check));
  }

  #blocks(code: readonly RolloutCode[], block: Block): TemplateResult[] {
    return code.map(({ kind, statements, limit }) =>
      block(kindName(kind), textOf(kind, statements), kind, limit),
    );
  }

  #rule(rule: RolloutRule, id: string, block: Block): TemplateResult {
    const { table, copies, key, afterWrite, moves, commitTimestamps, supplied } = rule;
    return html`<div class="rule" role="group" aria-label=${`Rule for ${table}, step ${Number.parseInt(id, 10) + 1}`}>
      <h4 ${ranked(this.level)}>In every transaction that writes <code>${table}</code></h4>
      ${
        copies.length > 0
          ? html`<p>Its rows are kept in ${words(listed(copies))} as well, in the same transaction.</p>`
          : nothing
      }
      ${key.length > 0 ? html`<p class="quiet">The key as parameters: ${words(keyWords(key))}.</p>` : nothing}
      ${
        supplied.length > 0
          ? html`<p>An INSERT, and an UPDATE of what the value is made of, also sets ${words(
              supplied.map((one) => `\`${one.column}\` to \`${one.expression}\``).join(", "),
            )}, where <code>o</code> is the row. Where that is NULL and nothing it is made of is, end the
              transaction with an error.</p>`
          : nothing
      }
      ${
        afterWrite.length > 0
          ? html`<h5 ${ranked(this.level)}>After each INSERT or UPDATE of a row</h5>
              ${block("DML", textOf("dml", afterWrite), "dml")}`
          : nothing
      }
      ${this.#beforeDelete(rule, block)}
      ${
        moves === undefined
          ? nothing
          : html`<h5 ${ranked(this.level)}>Around an UPDATE that sets ${words(listed(moves.columns))}</h5>
              ${this.#rowsBelow(moves.rows, "Rows that move with it", block)}
              ${
                moves.rows.length > 0
                  ? html`<p>For each of those rows, run the statements that the rule of its table has before a DELETE.</p>`
                  : nothing
              }
              ${
                moves.before.length > 0
                  ? block("DML before the UPDATE", textOf("dml", moves.before), "dml")
                  : nothing
              }
              <p>After the UPDATE, run what follows each UPDATE: for the row${moves.rows.length > 0 ? ", then for each of those rows" : ""}.</p>`
      }
      ${
        commitTimestamps === undefined
          ? nothing
          : html`<h5 ${ranked(this.level)}>Commit timestamps: ${words(listed(commitTimestamps.columns))}</h5>
              <p>
                A transaction cannot read a column after it wrote a pending commit timestamp to it.
                Change the row without ${words(listed(commitTimestamps.columns))}, run the statements
                above, then run these for every row that was changed, and set
                ${words(listed(commitTimestamps.columns))} last.
              </p>
              ${block("DML", textOf("dml", commitTimestamps.after), "dml")}`
      }
      ${this.#shapes(rule, id)}
    </div>`;
  }

  #beforeDelete({ beforeDelete }: RolloutRule, block: Block): TemplateResult | typeof nothing {
    const { first, rows, statements } = beforeDelete;
    if (first.length + rows.length + statements.length === 0) return nothing;
    return html`<h5 ${ranked(this.level)}>Before the DELETE of a row</h5>
      ${first.length > 0 ? block("DML, first of all", textOf("dml", first), "dml") : nothing}
      ${this.#rowsBelow(rows, "Rows that the DELETE takes with it", block)}
      ${
        rows.length > 0
          ? html`<p>
              Do the same for each of those rows, by the rule of its table, and for each row
              only once.
            </p>`
          : nothing
      }
      ${statements.length > 0 ? block("DML", textOf("dml", statements), "dml") : nothing}`;
  }

  #rowsBelow(rows: readonly RolloutRows[], name: string, block: Block): TemplateResult[] {
    return rows.map(({ table, query }) =>
      block(`${name}: ${table}`, textOf("query", [query]), "query"),
    );
  }

  /** The rule as code: one language at a time, the same for all rules. */
  #shapes({ table, shapes }: RolloutRule, id: string): TemplateResult | typeof nothing {
    const shown = shapes.find(({ language }) => language === this.language) ?? shapes[0];
    if (shown === undefined) return nothing;
    const named = languageName(shown.language);
    const tab = ({ language }: RolloutShape) => html`<button
      role="tab"
      id=${`tab-${id}-${language}`}
      aria-selected=${language === shown.language}
      aria-controls=${`code-${id}`}
      tabindex=${language === shown.language ? 0 : -1}
      @click=${() => {
        this.language = language;
      }}
    >
      ${languageName(language)}
    </button>`;
    return html`<details>
      <summary>As application code: ${shapes.map((one) => languageName(one.language)).join(", ")}</summary>
      <div role="tablist" aria-label=${`Language of the code for ${table}`} @keydown=${this.#arrows}>
        ${shapes.map(tab)}
      </div>
      <div role="tabpanel" id=${`code-${id}`} aria-labelledby=${`tab-${id}-${shown.language}`}>
        ${this.#code(
          {
            id: `${id}.${shown.language}`,
            name: named,
            where: `${table}, step ${Number.parseInt(id, 10) + 1}`,
            kind: "application",
            foot: undefined,
          },
          shown.code,
        )}
      </div>
    </details>`;
  }

  /** The arrow keys choose among the tabs of a list, and move the focus with the choice. */
  #arrows(event: KeyboardEvent): void {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (step === 0 || !(event.currentTarget instanceof HTMLElement)) return;
    event.preventDefault();
    const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>("[role=tab]")];
    const at = tabs.findIndex((tab) => tab.ariaSelected === "true");
    const next = tabs[(at + step + tabs.length) % tabs.length];
    next?.click();
    next?.focus();
  }

  #passes(passes: readonly RolloutPass[], block: Block): TemplateResult | typeof nothing {
    if (passes.length === 0) return nothing;
    return html`<p class="how">${PASSES}</p>
      ${passes.map((pass) => this.#pass(pass, block))}`;
  }

  #pass(pass: RolloutPass, block: Block): TemplateResult {
    const range = (
      name: string,
      { end, find, statements }: RolloutRange,
    ) => html`<div class="range">
      <h5 ${ranked(this.level)}>${name}</h5>
      ${block("Last key of the range", textOf("query", [end]), "query")}
      ${
        find === undefined
          ? nothing
          : block(
              "What is wrong in the range",
              textOf("query", [find]),
              "query",
              "The tables agree when no range returns a row here.",
            )
      }
      ${statements.length > 0 ? block("DML", textOf("dml", statements), "dml") : nothing}
    </div>`;
    return html`<div class="pass">
      <h4 ${ranked(this.level)}>${words(passName(pass))}</h4>
      <p>${words(passWords(pass))}</p>
      ${range("First range", pass.first)} ${range("Each later range", pass.next)}
    </div>`;
  }

  #back({ words: said, code }: RolloutBack, block: Block): TemplateResult {
    return html`<div class="back">
      <b>Way back</b>
      <p>${words(said)}</p>
      ${this.#blocks(code, block)}
    </div>`;
  }

  #code(
    {
      id,
      name,
      where,
      kind,
      foot,
    }: { id: string; name: string; where: string; kind: string; foot: string | undefined },
    text: string,
  ): TemplateResult {
    const sql = isSql(kind) && kind !== "application";
    return html`<div class=${`code ${kind}`}>
      <div class="head">
        <span>${words(name)}</span>
        ${this.#copy(id, text, "Copy", `Copy ${name}, ${where}`)}
      </div>
      <pre tabindex="0" role="region" aria-label=${`${name}, ${where}`}>${sql ? coloured(text) : text}</pre>
      ${foot === undefined ? nothing : html`<p class="foot">${words(foot)}</p>`}
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
    const query = (id: string, name: string, text: string) =>
      this.#code({ id, name, where: of, kind: "query", foot: undefined }, text);
    const block = (which: string, scans: ReadScans) => {
      const said = remark(scans.query);
      if (said === undefined) {
        return query(id(which), `${which}: ${scans.words}`, scans.query);
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
              ${query(id("both"), `Before and after: ${scansOf(before, after)}`, after.query)}
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

/** SQL in the editor's colours: text in elements, never markup. */
function coloured(text: string): unknown[] {
  return pieces(text).map(({ text, kind }) =>
    kind === ""
      ? text
      : html`<span class=${kind === "number" ? "number-literal" : kind}>${text}</span>`,
  );
}

customElements.define("hotsplit-plan", PlanElement);
