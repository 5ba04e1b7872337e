/** `<hotsplit-step>`: one step of a lesson: its text, prediction, checks, hints, solution. */
import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import type {
  Because,
  Judged,
  JudgedCheck,
  LessonStep,
  Prediction,
  Reference,
} from "../../../pkg/hotsplit.js";
import { isRight, type LessonAction, learn, type Stage, sitting } from "../state/play.js";
import { blocks, type Live, linked } from "../ui/blocks.js";
import { ranked } from "../ui/ranked.js";
import { controls } from "../ui/style/controls.js";
import { reading } from "../ui/style/reading.js";
import { count } from "../ui/words.js";
import { openGoals } from "./causes.js";
import { figures } from "./figures.js";

/** What a part of the page is called. */
const LOOKS = {
  text: "the schema",
  problems: "the problems",
  map: "the map",
  results: "the results",
} as const;

class StepElement extends LitElement {
  static override properties = {
    stage: { attribute: false },
    step: { attribute: false },
    text: { attribute: false },
    reference: { attribute: false },
    live: { attribute: false },
    level: { attribute: false },
    compact: { type: Boolean, reflect: true },
    chosen: { state: true },
  };

  declare stage: Stage;
  /** Which step, counted from 0. */
  declare step: number;
  /** What stands in the editor. */
  declare text: string;
  declare reference: Reference | undefined;
  /** Draws what belongs to the run beside the text. */
  declare live: Live | undefined;
  /** Level of the playground's first heading, where that is not 2: see `ranked`. */
  declare level: number | undefined;
  /** It stands in a page of others, where one part is shown at a time. */
  declare compact: boolean;
  /** Answers that are ticked and not given yet. */
  declare chosen: readonly number[];

  static override styles = [
    controls,
    reading,
    figures,
    css`
      :host {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        gap: 10px;
      }
      h4:focus,
      p:focus {
        outline: none;
      }
      .box {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        gap: 8px;
        padding: 12px 14px;
        border: 1px solid var(--line);
        border-left: 3px solid var(--accent);
        border-radius: var(--radius);
      }
      fieldset {
        display: grid;
        gap: 4px;
        margin: 0;
        padding: 0;
        border: 0;
      }
      legend {
        padding: 0 0 4px;
        font-weight: 600;
      }
      label,
      .choice {
        display: flex;
        align-items: baseline;
        gap: 8px;
        padding: 4px 0;
      }
      label {
        min-height: 28px;
        cursor: pointer;
      }
      .choice b {
        flex: 0 0 auto;
        min-width: 1.2em;
        color: var(--quiet);
      }
      .choice.right b {
        color: var(--good);
      }
      .choice small {
        color: var(--quiet);
        font-size: var(--small);
      }
      .reply {
        display: block;
        padding-top: 2px;
      }
      .do {
        display: flex;
        flex-wrap: wrap;
        gap: 8px;
      }
      .do a {
        display: inline-flex;
        align-items: center;
        min-height: 24px;
      }
      .checks {
        display: grid;
        gap: 8px;
      }
      .checks > li {
        display: grid;
        grid-template-columns: 1.3em minmax(0, 1fr);
        gap: 2px 4px;
      }
      .checks > li > div {
        display: grid;
        gap: 4px;
        min-width: 0;
        overflow-wrap: anywhere;
      }
      .mark {
        font-weight: 700;
        color: var(--quiet);
      }
      .held .mark {
        color: var(--good);
      }
      .missed .mark {
        color: var(--error);
      }
      .because {
        display: grid;
        gap: 4px;
        padding: 6px 10px;
        border-radius: var(--radius);
        background: var(--raised);
        font-size: 0.94em;
      }
      .stale {
        color: var(--warn);
      }
      .hint {
        display: grid;
        gap: 6px;
        padding-left: 12px;
        border-left: 3px solid var(--line-strong);
      }
      .set {
        white-space: nowrap;
      }
      .set b {
        border-bottom: 2px dotted var(--accent);
        font-variant-numeric: tabular-nums;
      }
      .set input {
        width: 96px;
        margin: 0 4px 0 8px;
        accent-color: var(--accent);
        vertical-align: middle;
      }
      .number,
      .try {
        font-variant-numeric: tabular-nums;
      }
      .try {
        display: inline;
        min-height: 0;
        padding: 0 2px;
        border: 0;
        border-bottom: 1px dashed var(--accent);
        border-radius: 0;
        background: none;
        color: inherit;
        font: inherit;
        text-align: inherit;
      }
      .look {
        display: none;
      }
      :host([compact]) .look {
        display: block;
      }
      @media (max-width: 899px) {
        .look {
          display: block;
        }
        button {
          min-height: 36px;
        }
      }
    `,
  ];

  constructor() {
    super();
    this.chosen = [];
  }

  #do(action: LessonAction): void {
    learn(this, action);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const before = changed.get("stage");
    const other = before?.slug !== this.stage.slug || before.at !== this.stage.at;
    if (changed.has("stage") && other) this.chosen = [];
  }

  override render(): unknown {
    const step = this.stage.file.steps[this.step];
    if (!step) return nothing;
    const { predict, checks } = step;
    const answered = predict === undefined || this.stage.entry.answers.has(this.step);
    return html`
      ${blocks(step.blocks, this.reference, this.level, this.live)}
      ${predict ? (answered ? this.#answered(predict) : this.#asked(predict)) : nothing}
      ${answered && step.look ? this.#look(step.look) : nothing}
      ${answered && checks.length > 0 ? this.#checks(step) : nothing}
      ${answered ? this.#help(step) : nothing}
    `;
  }

  /** The question, before it is answered. */
  #asked({ question, choices }: Prediction): TemplateResult {
    const several = choices.filter(({ right }) => right).length > 1;
    const tick = (at: number, on: boolean) => {
      const others = several ? this.chosen.filter((one) => one !== at) : [];
      this.chosen = on ? [...others, at].sort((a, b) => a - b) : others;
    };
    return html`<form
      class="box"
      @submit=${(event: SubmitEvent) => {
        event.preventDefault();
        if (this.chosen.length > 0) this.#do({ do: "predict", chosen: this.chosen });
      }}
    >
      <fieldset>
        <legend>${linked(question, this.reference)}</legend>
        ${choices.map(
          ({ text }, at) => html`<label>
            <input
              type=${several ? "checkbox" : "radio"}
              name="answer"
              .checked=${this.chosen.includes(at)}
              @change=${(event: Event) => {
                if (event.target instanceof HTMLInputElement) tick(at, event.target.checked);
              }}
            />
            <span>${linked(text, undefined)}</span>
          </label>`,
        )}
      </fieldset>
      <div class="do">
        <button class="main" type="submit" aria-disabled=${this.chosen.length > 0 ? "false" : "true"}>
          Answer
        </button>
        ${
          sitting(this.stage)
            ? nothing
            : html`<button type="button" @click=${() => this.#do({ do: "predict", chosen: [] })}>
                Show me
              </button>`
        }
      </div>
    </form>`;
  }

  /** The question with its answer and why; in an exam only with what was said. */
  #answered({ question, choices, why }: Prediction): TemplateResult {
    const { stage, step } = this;
    const chosen = stage.entry.answers.get(step) ?? [];
    const open = sitting(stage);
    const said =
      chosen.length === 0
        ? "Here is the answer."
        : isRight(stage, step)
          ? "That is right."
          : "Not quite.";
    return html`<div class="box">
      <h4 ${ranked(this.level)}>${linked(question, this.reference)}</h4>
      <p id="verdict" tabindex="-1"><b>${open ? "Noted." : said}</b></p>
      <ul>
        ${choices.map(({ text, right, reply }, at) => {
          const mine = chosen.includes(at);
          const mark = open ? (mine ? "•" : "") : right ? "✓" : mine ? "✗" : "";
          const words = [!open && right ? "right" : "", mine ? "your answer" : ""].filter(Boolean);
          return html`<li class=${`choice ${right && !open ? "right" : ""}`}>
            <b aria-hidden="true">${mark}</b>
            <span
              >${linked(text, undefined)}
              ${words.length > 0 ? html`<small>(${words.join(", ")})</small>` : nothing}
              ${!open && mine && reply !== undefined ? html`<span class="reply">${linked(reply, this.reference, this.live)}</span>` : nothing}</span
            >
          </li>`;
        })}
      </ul>
      ${open ? nothing : blocks(why, this.reference, this.level, this.live)}
    </div>`;
  }

  /** On a phone what a step looks at is another part. */
  #look(look: keyof typeof LOOKS): TemplateResult {
    return html`<p class="look">
      <button @click=${() => this.#do({ do: "look" })}>Look at ${LOOKS[look]}</button>
    </p>`;
  }

  #checks({ checks: all }: LessonStep): TemplateResult {
    const { stage, step, text } = this;
    const checks = sitting(stage) ? openGoals(all) : all;
    const kept = stage.judged.get(step);
    const stale = kept !== undefined && kept.text !== text;
    const done = step < stage.entry.steps && !stage.exam;
    const open = sitting(stage);
    return html`<div class="box">
      <h4 ${ranked(this.level)}>${open ? "Goals when you hand in" : "Goals"}</h4>
      <ul class="checks" aria-busy=${stage.judging ? "true" : "false"}>
        ${checks.map(({ words }, at) => {
          const judged = kept?.judged.checks[at];
          return html`<li class=${judged ? (judged.passed ? "held" : "missed") : ""}>
            <span class="mark" aria-hidden="true"
              >${judged ? (judged.passed ? "✓" : "✗") : "○"}</span
            >
            <div>
              <span
                >${judged ? html`<span class="unseen">${judged.passed ? "Done: " : "Not yet: "}</span>` : nothing}${linked(words, undefined)}</span
              >
              ${judged && !judged.passed ? this.#missed(judged) : nothing}
            </div>
          </li>`;
        })}
      </ul>
      ${kept && !stale ? this.#beside(kept.judged) : nothing}
      ${stale ? html`<p class="stale">The schema has changed since: check again.</p>` : nothing}
      ${kept && !stale ? this.#said(kept.judged) : nothing}
      ${done && !kept ? html`<p class="quiet">This step was done before.</p>` : nothing}
      ${
        open
          ? nothing
          : html`<div class="do">
              <button
                id="check"
                class=${kept?.judged.passed && !stale ? "" : "main"}
                aria-disabled=${stage.judging ? "true" : "false"}
                @click=${() => this.#do({ do: "check" })}
              >
                ${stage.judging ? "Checking…" : kept ? "Check again" : "Check"}
              </button>
            </div>`
      }
    </div>`;
  }

  /** What else keeps the step from passing, and directives that do not count. */
  #beside({ objections, ignored }: Judged): TemplateResult {
    return html`${objections.map((one) => this.#because(one))}
    ${ignored.map((sentence) => html`<p class="stale">${linked(sentence, undefined)}</p>`)}`;
  }

  #said({ passed, checks, objections }: Judged): TemplateResult {
    const held = checks.filter((one) => one.passed).length;
    return html`<p>
      <b>${passed ? "All goals met: continue with Next." : held === checks.length ? objected(objections.length) : `${held} of ${count(checks.length, "check")} ${held === 1 ? "passes" : "pass"}.`}</b>
    </p>`;
  }

  /** Why a check failed: the author's words, the values, and what the engine knows of it. */
  #missed({ message, measured, wanted, because }: JudgedCheck): TemplateResult {
    return html`<p>${linked(message, this.reference)}</p>
      <p class="quiet">Measured: ${measured}. Goal: ${wanted}.</p>
      ${because ? this.#because(because) : nothing}`;
  }

  #because(because: Because): TemplateResult {
    return html`<div class="because">
      <p>${linked(because.words, this.reference)}</p>
      <div class="do">${this.#ways(because)}</div>
    </div>`;
  }

  /** Where to look next. */
  #ways(because: Because): unknown {
    const problem = (finding: string) =>
      html`<button class="link" @click=${() => this.#do({ do: "problem", finding })}>
        Show the problem
      </button>`;
    const band = (object: string, which: "before" | "after") =>
      html`<button class="link" @click=${() => this.#do({ do: "band", which, object })}>
        Show <code>${object}</code> on the map
      </button>`;
    const line = (at: number | undefined) =>
      at === undefined
        ? nothing
        : html`<button class="link" @click=${() => this.#do({ do: "line", line: at })}>
            Line ${at}
          </button>`;
    switch (because.kind) {
      case "rule":
        // What stands in the hidden text has no problem in the list.
        return html`${because.line === undefined ? nothing : problem(because.finding)}
          <a href=${`#rule/${because.rule}`}>${because.rule}</a> ${line(because.line)}`;
      case "split":
        return html`${band(because.object, because.side === "before" ? "before" : "after")}
          ${because.finding !== undefined && because.line !== undefined ? problem(because.finding) : nothing}`;
      case "syntax":
        return line(because.line);
      default:
        return because.object === undefined ? nothing : band(because.object, "after");
    }
  }

  /** Hints one at a time, and after the last of them the solution. */
  #help(step: LessonStep): unknown {
    const { stage } = this;
    if (sitting(stage)) return nothing;
    const { hints } = step;
    const taken = Math.min(hints.length, stage.entry.hints.get(this.step) ?? 0);
    const tabindex = this.level === 0 ? nothing : -1;
    const solvable = step.checks.length > 0 && taken === hints.length;
    return html`
      ${hints.slice(0, taken).map(
        (hint, at) => html`<div class="hint">
          <h4 ${ranked(this.level)} id=${`hint-${at}`} tabindex=${tabindex}>Hint ${at + 1} of ${hints.length}</h4>
          ${blocks(hint.blocks, this.reference, this.level)}
        </div>`,
      )}
      ${solvable && stage.entry.solution ? this.#solution() : nothing}
      <div class="do">
        ${
          taken < hints.length
            ? html`<button @click=${() => this.#do({ do: "hint" })}>
                ${taken === 0 ? `Give me a hint (${hints.length})` : "Another hint"}
              </button>`
            : nothing
        }
        ${
          solvable && !stage.entry.solution
            ? html`<button @click=${() => this.#do({ do: "solution" })}>Show the solution</button>`
            : nothing
        }
      </div>
    `;
  }

  #solution(): TemplateResult {
    const { solution, solutionText } = this.stage.file;
    return html`<div class="hint">
      <h4 ${ranked(this.level)} id="solution" tabindex=${this.level === 0 ? nothing : -1}>One solution</h4>
      ${blocks(solution, this.reference, this.level)}
      <pre tabindex="0" role="region" aria-label="DDL of the solution">${solutionText}</pre>
      <div class="do">
        <button @click=${() => this.#do({ do: "take" })}>Copy it to the editor</button>
      </div>
    </div>`;
  }

  /** The focus goes to what has just come, where the button that was pressed is gone. */
  override updated(changed: PropertyValues<this>): void {
    const before = changed.get("stage");
    const { stage, step } = this;
    if (before?.slug !== stage.slug || before.at !== stage.at) return;
    const [was, is] = [before.entry, stage.entry];
    if (!was.answers.has(step) && is.answers.has(step)) this.#focus("#verdict");
    const many = is.hints.get(step) ?? 0;
    if (many > (was.hints.get(step) ?? 0)) this.#focus(`#hint-${many - 1}`);
    if (!was.solution && is.solution) this.#focus("#solution");
  }

  #focus(what: string): void {
    this.renderRoot.querySelector<HTMLElement>(what)?.focus();
  }
}

/** All checks pass, and yet the step does not. */
function objected(many: number): string {
  return `All checks pass, but ${many === 1 ? "one thing is" : `${many} things are`} still wrong.`;
}

customElements.define("hotsplit-step", StepElement);
