/**
 * `<hotsplit-lesson>`: the lesson that is played, beside the playground. With the list of lessons
 * and the author's desk it is a chunk of its own.
 */
import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { missing, send } from "../state/actions.js";
import {
  CLOSED,
  coverText,
  isCovered,
  type LessonAction,
  learn,
  mayGoOn,
  type Play,
  type Stage,
  sitting,
  stepOf,
  unanswered,
} from "../state/play.js";
import type { State } from "../state/state.js";
import { blocks, linked } from "../ui/blocks.js";
import { ranked } from "../ui/ranked.js";
import { controls } from "../ui/style/controls.js";
import { reading } from "../ui/style/reading.js";
import { count, number, rate } from "../ui/words.js";
import { following, isSeeded } from "./catalog.js";
import { causesOf, openGoals } from "./causes.js";
import { NAME_MAX } from "./certificate.js";
import { figures } from "./figures.js";
import "./lessons.js";
import { liveOf } from "./live.js";
import "./step.js";

class LessonElement extends LitElement {
  static override properties = {
    state: { attribute: false },
    level: { attribute: false },
    compact: { type: Boolean, reflect: true },
    asking: { state: true },
    name: { state: true },
  };

  declare state: State;
  /** Level of its first heading, where that is not 2: see `ranked`. */
  declare level: number | undefined;
  /** It stands in a page of others: as high as its text, with nothing that leads elsewhere. */
  declare compact: boolean;
  /** Beginning anew was asked for, and is to be confirmed. */
  declare asking: boolean;
  /** The name on a certificate. */
  declare name: string;

  static override styles = [
    controls,
    reading,
    figures,
    css`
      :host {
        display: contents;
      }
      :host([compact]) {
        display: block;
        position: relative;
      }
      .panel {
        grid-area: lesson;
        position: relative;
        display: grid;
        grid-template-rows: auto minmax(0, 1fr) auto;
        min-width: 0;
        min-height: 0;
        background: var(--panel);
      }
      .top {
        display: grid;
        gap: 6px;
        padding: 8px 14px;
        border-bottom: 1px solid var(--line);
      }
      .row {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 4px 8px;
      }
      .row > :first-child {
        flex: 1;
      }
      .row > span > a {
        display: inline-flex;
        align-items: center;
        min-height: 28px;
      }
      h2 {
        font-size: 1.15em;
        line-height: 1.3;
        overflow-wrap: anywhere;
      }
      .set {
        color: var(--quiet);
        font-size: var(--small);
      }
      .pages {
        display: flex;
        gap: 3px;
      }
      .pages li {
        flex: 1;
      }
      .pages button {
        display: block;
        width: 100%;
        min-height: 24px;
        padding: 0;
        border: 0;
        border-radius: 3px;
        background: none;
      }
      .pages i {
        display: block;
        height: 6px;
        border-radius: 3px;
        background: var(--sunken);
        box-shadow: inset 0 0 0 1px var(--line-strong);
      }
      .pages .done i {
        background: var(--good);
        box-shadow: none;
      }
      .pages [aria-current] i {
        background: var(--accent);
        box-shadow: none;
      }
      .pages button:disabled {
        cursor: default;
        background: none;
      }
      .body {
        min-height: 0;
        overflow: auto;
        padding: 14px 16px 20px;
      }
      .page {
        max-width: 68ch;
        font-size: 1.07em;
      }
      .page > h3 {
        font-size: 1.3em;
        line-height: 1.25;
      }
      h4 {
        margin-top: 4px;
      }
      .result {
        display: grid;
        gap: 6px;
        padding: 10px 12px;
        border: 1px solid var(--line);
        border-radius: var(--radius);
      }
      .foot {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 6px;
        padding: 8px 14px;
        border-top: 1px solid var(--line);
      }
      .foot .space {
        flex: 1;
      }
      .more {
        display: flex;
        flex-wrap: wrap;
        gap: 4px 12px;
        font-size: var(--small);
      }
      .why {
        flex: 1 0 100%;
        color: var(--quiet);
        font-size: var(--small);
      }
      .cover {
        grid-area: results;
        display: grid;
        place-content: center;
        justify-items: center;
        gap: 10px;
        z-index: 1;
        padding: 24px;
        background: var(--sunken);
        text-align: center;
      }
      .cover p {
        max-width: 40ch;
        text-wrap: pretty;
      }
      .cover.second {
        grid-area: problems;
      }
      /* The introduction has their room. */
      @media (min-width: 900px) {
        .cover.opening {
          display: none;
        }
      }
      /* With no room between top and foot, as where one zooms in, all of it scrolls. */
      @media (max-height: 499px) {
        .panel {
          grid-template-rows: repeat(3, max-content);
          align-content: start;
          overflow: auto;
        }
        .body {
          overflow: visible;
        }
      }
      @media (max-width: 899px) {
        .panel,
        .cover {
          grid-area: main;
        }
        .panel:not(.front),
        .cover:not(.front) {
          display: none;
        }
        button,
        a.button,
        .row > span > a {
          min-height: 36px;
        }
      }
    `,
  ];

  constructor() {
    super();
    this.name = "";
    this.asking = false;
    this.compact = false;
  }

  get #play(): Play {
    return this.state.play ?? CLOSED;
  }

  override render(): unknown {
    const { stage, over, author } = this.#play;
    return html`
      ${author ? html`<hotsplit-author .state=${this.state}></hotsplit-author>` : nothing}
      ${stage ? this.#panel(stage) : nothing}
      ${stage && isCovered(stage) && !this.compact ? this.#cover(stage) : nothing}
      <p class="unseen" role="status">${stage && !over ? this.#play.notice : ""}</p>
    `;
  }

  #panel(stage: Stage): TemplateResult {
    const { part } = this.state;
    return html`<section
      class=${`panel ${part === "lesson" || this.compact ? "front" : ""}`}
      role=${this.compact ? "group" : nothing}
      aria-label=${stage.exam ? "Exam" : "Lesson"}
    >
      ${this.#top(stage)}
      <div
        class="body"
        tabindex=${this.compact ? nothing : 0}
        role=${this.compact ? nothing : "region"}
        aria-label=${this.compact ? nothing : "Text of the lesson"}
      >
        <div class="page" tabindex=${this.#focusable ? nothing : -1}>${this.#page(stage)}</div>
      </div>
      ${this.#foot(stage)}
    </section>`;
  }

  /** A heading takes the focus when a page is turned; what is none leaves it to the page. */
  get #focusable(): boolean {
    return this.level !== 0;
  }

  /** The heading of a page. */
  #heading(words: unknown): TemplateResult {
    const tabindex = this.#focusable ? -1 : nothing;
    return html`<h3 ${ranked(this.level)} tabindex=${tabindex}>${words}</h3>`;
  }

  #do(action: LessonAction): void {
    learn(this, action);
  }

  #top(stage: Stage): TemplateResult {
    const { file, slug, exam } = stage;
    const { nodes, writesPerSecond, minutes } = file.run;
    const writes = writesPerSecond === undefined ? "" : `${rate(writesPerSecond)} rows/s, `;
    const set = `${number(nodes)} nodes, ${writes}${minutes} min, seed ${stage.seed}`;
    const written = exam && !isSeeded(slug);
    const up = html`<a href=${written ? "#exam" : "#lessons"}>‹ ${written ? "Exam" : "All lessons"}</a>`;
    return html`<div class="top">
      ${
        this.compact
          ? nothing
          : html`<div class="row">
              <span>${slug === "" ? nothing : up}</span>
              <button @click=${() => this.#do({ do: "leave" })}>Leave</button>
              <button
                title="As slides, for a class (P)"
                @click=${() => this.#do({ do: "present", slide: stage.at })}
              >
                Present
              </button>
            </div>`
      }
      <h2 ${ranked(this.level)}>${linked(file.title, undefined)}</h2>
      <p class="set">${count(file.minutes, "minute")}. Runs with ${set}.</p>
      ${this.#pages(stage)}
    </div>`;
  }

  /** One bar a page: done, here, to come. */
  #pages(stage: Stage): TemplateResult {
    const { file, at, entry, slug } = stage;
    const all = ["Introduction", ...file.steps.map((step) => step.title), this.#endName(stage)];
    const free = slug === "" || entry.done;
    return html`<nav aria-label="Pages of the lesson">
      <ol class="pages">
        ${all.map((title, page) => {
          const reachable = free || page <= Math.max(at, entry.steps + 1);
          const past = page === 0 ? at > 0 || entry.steps > 0 : page <= entry.steps;
          const done = past || (entry.done && page === all.length - 1);
          return html`<li>
            <button
              class=${done ? "done" : ""}
              title=${title}
              aria-label=${`${page + 1} of ${all.length}: ${title}${done ? ", done" : ""}`}
              aria-current=${page === at ? "step" : nothing}
              ?disabled=${!reachable}
              @click=${() => this.#do({ do: "page", at: page })}
            >
              <i></i>
            </button>
          </li>`;
        })}
      </ol>
    </nav>`;
  }

  #endName(stage: Stage): string {
    return sitting(stage) ? "Hand in" : "Takeaways";
  }

  #page(stage: Stage): unknown {
    const { file, at } = stage;
    const { reference } = this.state;
    if (at === 0) {
      return html`${this.#heading("Introduction")}
        ${
          sitting(stage)
            ? html`<p>
                A schema you have not seen: say where it gets hot, cure it, keep within the budget.
                There are no hints; the solution comes once you have handed in.
              </p>`
            : nothing
        }
        ${blocks(file.introduction, reference, this.level)} ${sitting(stage) ? this.#budget(stage) : nothing}`;
    }
    const step = stepOf(stage);
    if (step === undefined) return this.#end(stage);
    return html`${this.#heading(linked(file.steps[step]?.title ?? "", reference))}
      <hotsplit-step ?compact=${this.compact} .level=${this.level} .stage=${stage} .step=${step} .text=${this.#text()} .reference=${reference} .live=${liveOf(this, this.state, stage)}>
      </hotsplit-step>`;
  }

  /** What stands in the editor, with the fixes that are chosen. */
  #text(): string {
    const { kept, rewrite } = this.state;
    return kept.chosen.length > 0 ? (rewrite?.text ?? kept.text) : kept.text;
  }

  /** All that has to hold, before one begins. */
  #budget({ file }: Stage): TemplateResult {
    // What a key may be pressed by would tell which key is hot.
    const checks = openGoals(file.steps.flatMap((step) => step.checks));
    return html`<h4 ${ranked(this.level)}>Goals</h4>
      <ul class="items">
        ${checks.map((check) => html`<li>${linked(check.words, undefined)}</li>`)}
      </ul>`;
  }

  #end(stage: Stage): TemplateResult {
    const { file, exam } = stage;
    const { reference } = this.state;
    if (sitting(stage)) return this.#submit(stage);
    // A course system sees to the order of its exams.
    const next = exam && this.compact ? undefined : following(stage.slug);
    return html`${this.#heading(this.#endName(stage))}
      ${exam ? this.#handed(stage) : nothing}
      <h4 ${ranked(this.level)}>On a real database</h4>
      ${blocks(file.real, reference, this.level)}
      <h4 ${ranked(this.level)}>One solution</h4>
      ${blocks(file.solution, reference, this.level)}
      <details>
        <summary>Show the DDL</summary>
        <pre tabindex="0" role="region" aria-label="DDL of the solution">${file.solutionText}</pre>
        <p><button @click=${() => this.#do({ do: "take" })}>Copy it to the editor</button></p>
      </details>
      <div class="row">
        ${next ? html`<p>Next: <a href=${`#lesson/${next.slug}`}>${next.title}</a></p>` : nothing}
        ${
          exam && this.compact
            ? nothing
            : exam && !isSeeded(stage.slug)
              ? html`<a class="button" href="#exam">How the exam went</a>`
              : html`<a class="button" href="#lessons">All lessons</a>`
        }
      </div>`;
  }

  #submit(stage: Stage): TemplateResult {
    const open = stage.file.steps.flatMap(({ predict, title }, step) =>
      predict && !stage.entry.answers.has(step) ? [title] : [],
    );
    return html`${this.#heading("Hand in")}
      <p>
        Submit the schema in the editor. You get one submission; after that you see the results, the hints and a solution, and can continue to edit.
      </p>
      ${open.length > 0 ? html`<p>Not answered yet: ${open.join("; ")}.</p>` : nothing}
      <p>
        <button class="main" ?disabled=${stage.judging} @click=${() => this.#do({ do: "hand-in" })}>
          ${stage.judging ? "Judging…" : "Hand in"}
        </button>
      </p>`;
  }

  #handed({ entry, file }: Stage): TemplateResult | typeof nothing {
    const { handed } = entry;
    if (!handed) return nothing;
    const checks = file.steps.flatMap((step) => step.checks);
    const causes = causesOf(checks.map(({ text }) => text));
    const objections = handed.missed.filter((one) => checks.every(({ text }) => text !== one));
    return html`<div class="result">
      <p>
        <b>${handed.passed.length} of ${count(handed.passed.length + handed.missed.length, "check")} passed</b>${
          handed.asked > 0 ? html`, ${handed.right} of ${handed.asked} answers were right` : nothing
        }.
      </p>
      <ul class="items">
        ${[...causes].map(([cause, texts]) => {
          const held = texts.filter((text) => handed.passed.includes(text)).length;
          return html`<li>
            ${cause === "" ? "The whole schema" : html`<code>${cause}</code>`}: ${held === texts.length ? "solved" : `${held} of ${texts.length}`}
          </li>`;
        })}
      </ul>
      <ul class="items">
        ${checks.map(
          ({ text, words, message }) => html`<li>
            ${handed.passed.includes(text) ? "Held: " : "Missed: "}${linked(words, undefined)}
            ${handed.passed.includes(text) ? nothing : html`<br />${linked(message, this.state.reference)}`}
          </li>`,
        )}
        ${objections.map((words) => html`<li>Also wrong: ${linked(words, undefined)}</li>`)}
      </ul>
      ${this.compact ? nothing : this.#certificate()}
    </div>`;
  }

  /** A link that whoever opens it can have marked. */
  #certificate(): TemplateResult {
    return html`<div class="row">
      <label>
        Name on the certificate
        <input
          type="text"
          autocomplete="name"
          maxlength=${NAME_MAX}
          .value=${this.name}
          @input=${(event: Event) => {
            if (event.target instanceof HTMLInputElement) this.name = event.target.value;
          }}
        />
      </label>
      <button @click=${() => this.#do({ do: "certify", name: this.name.trim() })}>
        ${this.state.copied === "certificate" ? "Copied" : "Copy certificate as a link"}
      </button>
    </div>`;
  }

  #foot(stage: Stage): TemplateResult {
    const { at, file, slug } = stage;
    const last = at > file.steps.length;
    const on = mayGoOn(stage);
    return html`<div class="foot">
      <button ?disabled=${at === 0} @click=${() => this.#do({ do: "page", at: at - 1 })}>Back</button>
      ${
        last
          ? nothing
          : html`<button
              class=${on ? "main" : ""}
              aria-disabled=${on ? "false" : "true"}
              aria-describedby=${on ? nothing : "why"}
              @click=${() => this.#do({ do: "page", at: at + 1 })}
            >
              Next
            </button>`
      }
      <span class="space"></span>
      <div class="more">${this.#more(slug)}</div>
      ${on ? nothing : html`<p class="why" id="why">${this.#whyNot(stage)}</p>`}
    </div>`;
  }

  #more(slug: string): TemplateResult {
    if (this.asking) {
      return html`<span>Reset this lesson? Your answers and edits are discarded.</span>
        <button
          class="link"
          id="anew"
          @click=${() => {
            this.asking = false;
            this.#do({ do: "reset" });
          }}
        >
          Yes, reset
        </button>
        <button
          class="link"
          @click=${() => {
            this.asking = false;
          }}
        >
          No
        </button>`;
    }
    const link = html`<button
      class="link"
      title="With this seed and this engine: everyone who opens it sees the same picture"
      @click=${() => this.#do({ do: "class" })}
    >
      ${this.state.copied === "class" ? "Copied" : "Link for a class"}
    </button>`;
    return html`${slug === "" || this.compact ? nothing : link}
      <button
        class="link"
        @click=${() => {
          this.asking = true;
        }}
      >
        Reset
      </button>`;
  }

  #whyNot(stage: Stage): string {
    if (sitting(stage)) return "Make a prediction first.";
    return unanswered(stage)
      ? "Make a prediction first, or reveal the answer."
      : "Meet all goals to continue. Hints and a solution are available.";
  }

  /** Lies over what would tell the answer. */
  #cover(stage: Stage): TemplateResult {
    const { part } = this.state;
    const asks = unanswered(stage);
    const front = (of: State["part"]) => (part === of ? "front" : "");
    const show = () => {
      this.#do({ do: "predict", chosen: [] });
    };
    const opening = stage.at === 0 && !this.#play.author ? "opening" : "";
    return html`<div class=${`cover ${opening} ${front("results")}`}>
        <p>${coverText(stage)}</p>
        ${
          asks && part !== "lesson"
            ? html`<button class="narrow" @click=${() => send(this, { do: "part", part: "lesson" })}>
                To the question
              </button>`
            : nothing
        }
        ${asks && !sitting(stage) ? html`<button @click=${show}>Show me</button>` : nothing}
      </div>
      ${
        sitting(stage)
          ? nothing
          : html`<div class=${`cover second ${opening} ${front("problems")}`} aria-hidden="true">
              <p>Problems are shown with the picture.</p>
            </div>`
      }`;
  }

  override updated(changed: PropertyValues<this>): void {
    const before = changed.get("state")?.play?.stage;
    const { stage, author, over } = this.#play;
    if (author && !changed.get("state")?.play?.author) {
      import("./author.js").catch(() => missing(this));
    }
    if (changed.has("asking") && this.asking) this.#focus("#anew");
    if (!stage || over || !changed.has("state")) return;
    // The page to hand in becomes the one with the result, and its button is gone.
    const handed = before?.entry.handed === undefined && stage.entry.handed !== undefined;
    const other = before?.slug !== stage.slug || before.at !== stage.at || handed;
    // A playground takes no focus from the page around until someone turns a page of it.
    if (!other || ((author || this.compact) && before === undefined)) return;
    this.asking = false;
    this.renderRoot.querySelector(".body")?.scrollTo(0, 0);
    this.#focus(this.#focusable ? ".page h3" : ".page");
  }

  #focus(what: string): void {
    // What is as high as its text has the heading of the next page far above its button.
    const preventScroll = !this.compact;
    this.renderRoot.querySelector<HTMLElement>(what)?.focus({ preventScroll });
  }
}

customElements.define("hotsplit-lesson", LessonElement);
