/** `<hotsplit-plan>`: how to get to the rewritten schema, step by step, and the queries after it. */
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import type {
  Analysis,
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
import { send } from "../state/actions.js";
import { pieces } from "../ui/highlight.js";
import { icon } from "../ui/icons.js";
import type { MenuItem } from "../ui/menu.js";
import { ranked } from "../ui/ranked.js";
import { byObject, remark, verdict } from "../ui/reads.js";
import { controls } from "../ui/style/controls.js";
import { tags } from "../ui/style/pills.js";
import { withoutCode, words } from "../ui/words.js";
import { planStyle } from "./plan-style.js";
import {
  expected,
  groupOf,
  isSql,
  keyWords,
  kindName,
  languageName,
  listed,
  ownerName,
  PASSES,
  passName,
  passWords,
  planObjects,
  planSummary,
  textOf,
  wayBack,
} from "./runbook.js";
import "../ui/menu.js";

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
    analysis: { attribute: false },
    paged: { type: Boolean },
    language: { state: true },
    opened: { state: true },
  };

  /** Absent until it is known. */
  declare rollout: Rollout | undefined;
  declare rewrite: Rewrite | undefined;
  declare deployed: boolean;
  declare copied: string | undefined;
  /** Level of its first heading, where that is not 2: see `ranked`. */
  declare level: number | undefined;
  /** What was found in the schema as it is. */
  declare analysis: Analysis | undefined;
  /** It is a page of its own, which is left again. */
  declare paged: boolean;
  /** The language of application code, for all rules alike. */
  declare private language: string;
  /** Numbers of the steps that are open, from 0. */
  declare private opened: ReadonlySet<number>;

  constructor() {
    super();
    this.paged = false;
    this.language = "go";
    this.opened = new Set();
  }

  override willUpdate(changed: PropertyValues<this>): void {
    const before = changed.get("rollout");
    if (!changed.has("rollout") || !this.rollout) return;
    const { steps } = this.rollout;
    if (before?.steps.length === steps.length) return;
    // A plan of one step is read at once, a list of them first.
    this.opened = new Set(steps.length === 1 ? [0] : []);
  }

  override firstUpdated(): void {
    if (this.paged) this.renderRoot.querySelector<HTMLElement>("h2")?.focus();
  }

  static override styles = [controls, tags, planStyle];

  override render(): TemplateResult {
    const { rollout, rewrite } = this;
    return html`<div
      class="page"
      @keydown=${(event: KeyboardEvent) => {
        if (event.key !== "Escape" || !this.paged || event.defaultPrevented) return;
        event.preventDefault();
        this.#leave();
      }}
    >
      ${
        this.paged
          ? html`<button class="plain leave" @click=${() => this.#leave()}>
              ${icon("chevronLeft")} Back
            </button>`
          : nothing
      }
      ${
        rewrite
          ? this.#page(rewrite, rollout)
          : html`<h2 ${ranked(this.level)} tabindex="-1">Migration plan</h2>
              <p class="calm">
                Choose a fix: the steps that lead to the new schema appear here.
              </p>`
      }
    </div>`;
  }

  #leave(): void {
    send(this, { do: "tab", tab: "yours" });
  }

  #page(rewrite: Rewrite, rollout: Rollout | undefined): TemplateResult {
    const objects = planObjects(rewrite, this.analysis);
    const summary = rollout ? planSummary(rollout) : "";
    return html`<header>
        <h2 ${ranked(this.level)} tabindex="-1">
          Migration plan${objects === "" ? nothing : html`: ${words(objects)}`}
        </h2>
        ${this.#state()}
      </header>
      ${
        rollout
          ? html`<div class="summary">
                <p>${summary}</p>
                ${this.#take(rollout, rewrite)}
              </div>
              ${
                rollout.steps.length === 0
                  ? html`<p class="quiet">No schema change is needed for the selected fixes.</p>`
                  : html`${this.#placeholders(rollout.placeholders)} ${this.#steps(rollout)}`
              }
              ${rollout.reads.length > 0 ? this.#queries(rollout.reads) : nothing}`
          : html`<p class="calm" role="status">Working out the steps…</p>`
      }`;
  }

  #state(): TemplateResult {
    const choice = (deployed: boolean, label: string) => html`<label>
      <input
        type="radio"
        name="deployed"
        class="unseen"
        .checked=${this.deployed === deployed}
        @change=${() => send(this, { do: "deployed", deployed })}
      />
      <span>${label}</span>
    </label>`;
    // A form of their own: Chromium keeps the radio buttons of a shadow root, with all that they
    // stood in, as long as the root is there.
    return html`<form @submit=${(event: Event) => event.preventDefault()}>
      <fieldset>
        <legend class="unseen">The database</legend>
        ${choice(false, "New database")} ${choice(true, "Live database")}
      </fieldset>
    </form>`;
  }

  /** Menus of what can be copied and taken as a file. */
  #take({ markdown, steps }: Rollout, { text }: Rewrite): TemplateResult {
    const files = steps.flatMap((step) => step.code.filter((code) => code.kind === "file"));
    const copy = (id: string, label: string, text: string): MenuItem => ({
      label,
      act: () => send(this, { do: "copy", id: `plan ${id}`, text }),
    });
    const download = (name: string, text: string): MenuItem => ({
      label: name,
      act: () => send(this, { do: "download", name, text }),
    });
    const splits = files.map((file, at) => {
      const name = files.length > 1 ? SPLITS.replace(".", `-${at + 1}.`) : SPLITS;
      return download(name, textOf(file.kind, file.statements));
    });
    const copied = this.copied === "plan all" || this.copied === "plan schema";
    return html`<div class="take" role="group" aria-label="Export the plan">
      <hotsplit-menu
        end
        .label=${copied ? "Copied" : "Copy"}
        .items=${[copy("all", "Plan as Markdown", markdown), copy("schema", "New schema", text)]}
      ></hotsplit-menu>
      <hotsplit-menu
        end
        .label=${"Download"}
        .items=${[download("plan.md", markdown), download("schema.sql", text), ...splits]}
      ></hotsplit-menu>
      <p class="unseen" role="status">${copied ? "Copied" : ""}</p>
    </div>`;
  }

  #copy(id: string, text: string, label: string, name: string): TemplateResult {
    const done = this.copied === `plan ${id}`;
    return html`<button
      aria-label=${withoutCode(done ? `${name}: copied` : name)}
      @click=${() => send(this, { do: "copy", id: `plan ${id}`, text })}
    >
      ${done ? "Copied" : label}
    </button>`;
  }

  /** What a person has to fill in, before the first step. */
  #placeholders(placeholders: readonly RolloutPlaceholder[]): TemplateResult | typeof nothing {
    if (placeholders.length === 0) return nothing;
    return html`<details class="placeholders">
      <summary>
        Replace ${placeholders.map(({ name }, at) => html`${at > 0 ? ", " : ""}<code>${name}</code>`)} first
      </summary>
      <dl>
        ${placeholders.map(
          ({ name, means }) => html`<dt><code>${name}</code></dt>
            <dd>${words(means)}</dd>`,
        )}
      </dl>
    </details>`;
  }

  /** The steps as a list; each is opened in its place. */
  #steps(rollout: Rollout): TemplateResult {
    const { steps } = rollout;
    const all = this.opened.size === steps.length;
    return html`<div class="table">
      <div class="heads">
        <span class="title">Step</span>
        <span class="who">Who</span>
        <span class="long">How long</span>
        <span class="way">Rollback</span>
        ${
          steps.length > 1
            ? html`<button
                class="link all"
                @click=${() => {
                  this.opened = new Set(all ? [] : steps.keys());
                }}
              >
                ${all ? "Close all" : "Open all"}
              </button>`
            : nothing
        }
      </div>
      <ol>
        ${steps.map((step, at) => this.#step(step, at, rollout))}
      </ol>
    </div>`;
  }

  #turn(at: number): void {
    const opened = new Set(this.opened);
    if (!opened.delete(at)) opened.add(at);
    this.opened = opened;
  }

  #step(step: RolloutStep, at: number, rollout: Rollout): TemplateResult {
    const open = this.opened.has(at);
    const group = groupOf(step, rollout);
    return html`<li class=${open ? "open" : ""}>
      <div class="row">
        <span class="number" aria-hidden="true">${at + 1}</span>
        <h3 ${ranked(this.level)}>
          <button
            aria-expanded=${open ? "true" : "false"}
            aria-controls=${`step-${at}`}
            @click=${() => this.#turn(at)}
          >
            ${words(step.title)}
            ${group === undefined ? nothing : html`<span class="quiet">${group}</span>`}
          </button>
        </h3>
        <span class="who">${ownerName(step)}</span>
        <span class="long">${step.duration.class}</span>
        <span class=${step.reversible ? "way" : "way final"} title=${withoutCode(step.back?.words ?? "")}>
          ${words(wayBack(step))}
        </span>
        ${icon("chevronRight")}
      </div>
      <div class="step" id=${`step-${at}`} ?hidden=${!open}>
        ${open ? this.#opened(step, at) : nothing}
      </div>
    </li>`;
  }

  #opened(step: RolloutStep, at: number): TemplateResult {
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
    return html`${this.#facts(step)}
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
      ${step.back === undefined ? nothing : this.#back(step.back, block)}`;
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
                  ? html`<p>For each of those rows, run the statements of its table's rule before a DELETE.</p>`
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
      <b>Rollback</b>
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
      <pre tabindex="0" role="region" aria-label=${withoutCode(`${name}, ${where}`)}>${sql ? coloured(text) : text}</pre>
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
