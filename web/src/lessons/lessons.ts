/** `<hotsplit-lessons>`: the list of lessons, or how the exam went, in place of the workspace. */
import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { send } from "../state/actions.js";
import {
  type Certificate,
  CLOSED,
  type Handed,
  isPassed,
  learn,
  type Play,
} from "../state/play.js";
import type { State } from "../state/state.js";
import { icon } from "../ui/icons.js";
import { controls } from "../ui/style/controls.js";
import { readingPage } from "../ui/style/reading-page.js";
import { READS } from "../ui/to-read.js";
import { typing } from "../ui/typing.js";
import { count, words } from "../ui/words.js";
import { LESSONS, type Listed, teaching } from "./catalog.js";
import { PAGES } from "./pages.js";
import type { Entry } from "./progress.js";

class LessonsElement extends LitElement {
  static override properties = { state: { attribute: false }, seed: { state: true } };

  declare state: State;
  /** The number of the exam that may be opened. */
  declare seed: number;

  static override styles = [
    controls,
    readingPage,
    css`
      .read h3 {
        padding: 24px 8px 4px;
        font-size: var(--figure);
        font-weight: 600;
      }
      .column.wide {
        max-width: 1080px;
      }
      .foot {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 8px;
        margin-top: 32px;
        padding: 16px 8px 0;
        border-top: 1px solid var(--line);
      }
      .foot p {
        flex: 1 1 240px;
      }
      .say {
        padding: 8px;
        max-width: 72ch;
      }
      .one {
        display: grid;
        grid-template-columns: 2em minmax(0, 1fr) auto;
        align-items: baseline;
        gap: 2px 8px;
        padding: 8px;
        border-radius: var(--radius);
        color: inherit;
        text-decoration: none;
      }
      a.one:hover {
        background: var(--raised);
      }
      .one .number {
        color: var(--quiet);
        font-variant-numeric: tabular-nums;
        text-align: right;
      }
      .one b {
        font-weight: 600;
      }
      .one small {
        grid-column: 2;
        color: var(--quiet);
        font-size: var(--small);
      }
      .how {
        font-size: var(--small);
        color: var(--quiet);
        white-space: nowrap;
      }
      .how.done {
        color: var(--good);
        font-weight: 600;
      }
      .part {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        gap: 4px;
        padding: 12px 8px;
        border-top: 1px solid var(--line);
      }
      .part:first-of-type {
        border-top: 0;
      }
      .part h3 {
        padding: 0;
      }
      .part h3 a {
        display: inline-block;
        min-height: 24px;
      }
      .part pre {
        overflow: auto;
      }
      .missed {
        display: grid;
        gap: 3px;
        padding-left: 1.1em;
        list-style: disc;
      }
    `,
  ];

  get #play(): Play {
    return this.state.play ?? CLOSED;
  }

  override render(): TemplateResult {
    const { over, notice } = this.#play;
    return html`<main
      aria-labelledby="heading"
      @keydown=${(event: KeyboardEvent) => {
        if (event.key === "Escape" && !event.defaultPrevented && !typing(event)) this.#close();
      }}
    >
      <div class="bar">
        <button class="back plain" @click=${() => this.#close()}>
          ${icon("chevronLeft")} Back
        </button>
        <h2 id="heading" tabindex="-1">${NAMES[over ?? "lessons"].heading}</h2>
        ${
          over === "exam" || over === "class"
            ? html`<a class="button" href="#lessons">All lessons</a>`
            : nothing
        }
      </div>
      <div
        class="read"
        tabindex="0"
        role="region"
        aria-label=${NAMES[over ?? "lessons"].region}
      >
        <div class=${`column ${over === "class" ? "wide" : ""}`}>
          <p class="say" role="status" ?hidden=${notice === ""}>${notice}</p>
          ${
            over === "class"
              ? html`<hotsplit-class .state=${this.state}></hotsplit-class>`
              : over === "certificate"
                ? certified(this.#play.certificate)
                : html`${over === "exam" ? this.#exam() : this.#list()} ${this.#foot()}`
          }
        </div>
      </div>
    </main>`;
  }

  #close(): void {
    if (this.#play.over) learn(this, { do: "close" });
  }

  #list(): TemplateResult {
    const lessons = LESSONS.filter((one) => !one.exam);
    const exam = LESSONS.filter((one) => one.exam);
    const minutes = lessons.reduce((all, one) => all + one.minutes, 0);
    const each = lessons.map((one) => one.minutes);
    const done = lessons.filter((one) => this.#play.progress.get(one.slug)?.done).length;
    return html`
      <p class="say">
        ${
          lessons.length === 0
            ? "There are no lessons in this build."
            : `${count(lessons.length, "lesson")} of ${Math.min(...each)} to ${Math.max(...each)} minutes, ${minutes} minutes in all; ${done} done.`
        }
        Your schema is saved while you learn.
        ${PAGES === undefined ? nothing : html`Each is also <a href=${PAGES}>a page of its own</a>.`}
        ${READS.map(({ href, about }) => html`<a href=${href}>${about}</a>. `)}
      </p>
      <ol>
        ${lessons.map((one, at) => this.#one(one, String(at + 1)))}
      </ol>
      ${
        exam.length > 0
          ? html`<h3>Exam</h3>
              <p class="say">
                ${count(exam.length, "schema")} you have not seen, to diagnose and cure within a
                budget of shards and scans, one after the other. <a href="#exam">How it went</a>
              </p>
              <ol>
                ${exam.map((one, at) => this.#one(one, String(at + 1)))}
              </ol>
              ${this.#seeded()}`
          : nothing
      }
    `;
  }

  constructor() {
    super();
    this.seed = 1;
  }

  #one(one: Listed, number: string): TemplateResult {
    const entry = this.#play.progress.get(one.slug);
    const how = progressOf(one, entry);
    const inside = html`<span class="number" aria-hidden="true">${number}</span>
      <b>${words(one.title)}</b>
      <span class=${`how ${entry?.done ? "done" : ""}`}>${how}</span>
      <small>${one.minutes} min</small>
      ${one.goal === "" ? nothing : html`<small class="goal">${words(one.goal)}</small>`}`;
    const locked = this.#locked(one);
    if (locked !== undefined) {
      return html`<li><div class="one">${inside}<small>Opens after "${locked.title}".</small></div></li>`;
    }
    return html`<li><a class="one" href=${`#lesson/${one.slug}`}>${inside}</a></li>`;
  }

  /** An exam of any seed: the same number gives everyone the same schema. */
  #seeded(): TemplateResult {
    return html`<p class="say">
      Exams without end: each number is another schema of the same kind, and the same number gives everyone the same schema.
      <label>
        Number
        <input
          type="number"
          min="0"
          max="4294967295"
          step="1"
          .value=${String(this.seed)}
          @input=${(event: Event) => {
            if (event.target instanceof HTMLInputElement && event.target.validity.valid)
              this.seed = event.target.valueAsNumber;
          }}
        />
      </label>
      <a class="button" href=${`#lesson/exam-${this.seed}`}>Open exam no. ${this.seed}</a>
    </p>`;
  }

  /** The part of the exam that is to be handed in before this one. */
  #locked(one: Listed): Listed | undefined {
    const parts = LESSONS.filter((other) => other.exam);
    const before = one.exam ? parts[parts.indexOf(one) - 1] : undefined;
    return before && !this.#play.progress.get(before.slug)?.handed ? before : undefined;
  }

  #exam(): TemplateResult {
    const parts = LESSONS.filter((one) => one.exam);
    const handed = parts.flatMap((one) => this.#play.progress.get(one.slug)?.handed ?? []);
    const [held, of] = [
      handed.reduce((all, one) => all + one.passed.length, 0),
      handed.reduce((all, one) => all + one.passed.length + one.missed.length, 0),
    ];
    return html`<p class="say">
        ${handed.length} of ${parts.length} handed in${of > 0 ? `; ${held} of ${of} checks held` : ""}.
      </p>
      ${parts.map((one) => this.#part(one))}`;
  }

  #part(one: Listed): TemplateResult {
    const handed = this.#play.progress.get(one.slug)?.handed;
    const locked = this.#locked(one);
    const { passed = [], missed = [] } = handed ?? {};
    const wrong = handed ? handed.asked - handed.right : 0;
    return html`<section class="part" aria-label=${one.title}>
      <h3>
        ${locked ? words(one.title) : html`<a href=${`#lesson/${one.slug}`}>${words(one.title)}</a>`}
      </h3>
      ${
        handed
          ? html`<p>
              ${handed.passed.length} of ${count(passed.length + missed.length, "check")} passed${
                handed.asked > 0 ? `, ${handed.right} of ${handed.asked} answers were right` : ""
              }.
            </p>`
          : html`<p class="quiet">${locked ? `Opens after "${locked.title}".` : "Not handed in yet."}</p>`
      }
      <ul class="missed">
        ${outcomes({ passed, missed })}
      </ul>
      ${
        missed.length > 0 || wrong > 0
          ? html`<p>
              Look at
              ${teaching(one).map(
                (lesson, at) =>
                  html`${at > 0 ? ", " : ""}<a href=${`#lesson/${lesson.slug}`}>${words(lesson.title)}</a>`,
              )}
              for the rest.
            </p>`
          : nothing
      }
    </section>`;
  }

  #foot(): TemplateResult {
    const { link, kept, progress } = this.#play;
    const { copied } = this.state;
    return html`<div class="foot">
      <p class="quiet">
        ${
          kept
            ? "What you have done stays in this browser."
            : "This browser keeps nothing of it: copy the link before you go."
        }
      </p>
      <a class="button" href="#class" title="Marks the certificates of a class">For a class</a>
      <a class="button" href="#author">Write a lesson</a>
      <button
        ?disabled=${link === undefined || progress.size === 0}
        title="Open it in another browser to merge the progress of both"
        @click=${() => {
          if (link !== undefined) send(this, { do: "copy", id: "progress", text: link });
        }}
      >
        ${copied === "progress" ? "Copied" : "Copy progress as a link"}
      </button>
    </div>`;
  }

  override updated(changed: PropertyValues<this>): void {
    const before = changed.get("state");
    if (changed.has("state") && before?.play?.over !== this.#play.over) {
      this.renderRoot.querySelector<HTMLElement>("#heading")?.focus();
    }
  }
}

/** What each view is called. */
const NAMES = {
  lessons: { heading: "Lessons", region: "List of lessons" },
  exam: { heading: "Exam", region: "How the exam went" },
  class: { heading: "Class", region: "Certificates of a class" },
  certificate: { heading: "Certificate", region: "What the certificate comes to" },
} as const;

/** Checks that were missed, and those that held. What else was wrong is a sentence. */
function outcomes({ passed, missed }: Pick<Handed, "passed" | "missed">): TemplateResult {
  const shown = (text: string) => (text.endsWith(".") ? words(text) : html`<code>${text}</code>`);
  return html`${missed.map((text) => html`<li>Missed: ${shown(text)}</li>`)}
  ${passed.map((text) => html`<li>Held: ${shown(text)}</li>`)}`;
}

/** A certificate as this page has marked it. */
function certified(certificate: Certificate | undefined): TemplateResult {
  if (!certificate) return html`<p class="say" role="status">Marking…</p>`;
  const { title, name, handed } = certificate;
  const of = count(handed.passed.length + handed.missed.length, "check");
  return html`<section class="part" aria-label=${title}>
    <h3>${words(title)}</h3>
    <p>
      <b>${isPassed(handed) ? "Passed" : "Not passed"}</b>${name === "" ? nothing : html`, by ${name}`}:
      ${handed.passed.length} of ${of} passed${
        handed.asked > 0 ? `, ${handed.right} of ${handed.asked} answers were right` : ""
      }.
    </p>
    <p class="quiet">
      This page has marked it just now, from the schema and the answers in the link. The name is what
      its holder wrote.
    </p>
    <ul class="missed">
      ${outcomes(handed)}
    </ul>
    <details>
      <summary>The schema that was handed in</summary>
      <pre tabindex="0" role="region" aria-label="DDL that was handed in">${handed.text}</pre>
    </details>
  </section>`;
}

/** How far a lesson is. */
function progressOf(one: Listed, entry: Entry | undefined): string {
  if (entry?.handed)
    return `${entry.handed.passed.length} of ${entry.handed.passed.length + entry.handed.missed.length} passed`;
  if (entry?.done) return "Done";
  if (!entry || (entry.steps === 0 && entry.answers.size === 0)) return "";
  return `${entry.steps} of ${count(one.steps, "step")}`;
}

customElements.define("hotsplit-lessons", LessonsElement);
