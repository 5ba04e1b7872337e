/**
 * `<hotsplit-author>`: where a lesson is written: its Markdown, what is wrong with it, and beside
 * it the player. A chunk of its own.
 */
import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import type { Complaint } from "../../../pkg/hotsplit.js";
import { send } from "../state/actions.js";
import { type Author, learn } from "../state/play.js";
import type { State } from "../state/state.js";
import { controls } from "../ui/style/controls.js";
import { count, words } from "../ui/words.js";
import { canWatch, Disk, LONGEST } from "./disk.js";

/** What a new lesson begins with: it can be played. */
export const TEMPLATE = `# A key that is a clock
minutes: 5
topic: the moving tail
goal: Recognise a key that is a clock, and spread its rows.
teaches: S1.2
nodes: 10
writes: 12000
for: 60
seed: 1

Say in two sentences what this is about, and show it in a figure.

\`\`\`figure
servers
writes: 12000
\`\`\`

Then say whom it happens to.

## Schema
\`\`\`sql
CREATE TABLE Events (
  CreatedAt TIMESTAMP NOT NULL,
  EventId STRING(36) NOT NULL,
) PRIMARY KEY (CreatedAt, EventId);
\`\`\`

## Step: Where do new rows go?
Each row is inserted at the time it is created.

### Predict: Which range of keys gets the writes?
- [ ] The first
  Reply: The first keys are the oldest: nothing is inserted before them.
- [x] The last
- [ ] All of them
  Reply: Rows are stored in the order of their keys, and these come in that order.

The time only increases, so every new key comes after all others.
Of [12,000](set:writes=1000..20000) writes a second [about 3,500](run:served) are served on [ten nodes](set:nodes=2..30): in the map there is [a diagonal](run:pattern(moving-hot-spot,Events)).

### Look: map

## Step: Spread them
Change the key so that all servers share the load.

### Check
- \`after.served >= 11000/s\` One range of keys still gets every insert.

### Hint
Which column is different for each row, and not in order?

### Hint
Start the key with it.

## Solution
The key starts with a random column, and all [12,000](run:solution.served) writes a second are served. Reading by time now needs a separate index.
\`\`\`sql
CREATE TABLE Events (
  EventId STRING(36) NOT NULL,
  CreatedAt TIMESTAMP NOT NULL,
) PRIMARY KEY (EventId);
\`\`\`

## On a real database
Look at the Key Visualizer of the table: the bright line at its end is gone.

\`\`\`sql
SELECT INTERVAL_END, SPLIT_START, CPU_USAGE_SCORE
FROM SPANNER_SYS.SPLIT_STATS_TOP_10MINUTE
ORDER BY CPU_USAGE_SCORE DESC;
\`\`\`
`;

class AuthorElement extends LitElement {
  static override properties = {
    state: { attribute: false },
    over: { state: true },
  };

  declare state: State;
  /** A file is held over the field. */
  declare over: boolean;

  readonly #disk = new Disk({
    text: (markdown, name, watched) =>
      learn(this, { do: "write", markdown, watching: watched ? name : undefined }),
    failed: (message) => send(this, { do: "tell", message }),
  });

  static override styles = [
    controls,
    css`
      :host {
        display: contents;
      }
      .panel {
        grid-area: author;
        display: grid;
        grid-template-rows: auto minmax(0, 1fr) auto;
        min-width: 0;
        min-height: 0;
        background: var(--panel);
      }
      .panel.over {
        outline: 2px dashed var(--focus);
        outline-offset: -4px;
      }
      .bar {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 6px;
        padding: 8px 14px;
        border-bottom: 1px solid var(--line);
      }
      h2 {
        flex: 1;
        font-size: 1.15em;
      }
      .field {
        display: grid;
        grid-template-columns: auto minmax(0, 1fr);
        min-height: 0;
        overflow: hidden;
      }
      .numbers,
      textarea {
        margin: 0;
        padding: 10px 8px;
        border: 0;
        font: 12.5px / 20px var(--mono);
        tab-size: 2;
      }
      .numbers {
        overflow: hidden;
        min-width: 3.6em;
        background: var(--raised);
        color: var(--quiet);
        text-align: right;
        white-space: pre;
        user-select: none;
      }
      .numbers b {
        color: var(--error);
      }
      textarea {
        width: 100%;
        height: 100%;
        resize: none;
        background: none;
        color: var(--text);
        white-space: pre;
        overflow: auto;
      }
      textarea:read-only {
        background: var(--raised);
      }
      textarea:focus-visible {
        outline-offset: -2px;
      }
      .said {
        display: grid;
        gap: 4px;
        max-height: 34vh;
        overflow: auto;
        padding: 8px 14px;
        border-top: 1px solid var(--line);
      }
      .said li {
        display: flex;
        align-items: baseline;
        gap: 8px;
        padding: 2px 0;
      }
      .said button.link {
        flex: 0 0 auto;
      }
      .good {
        color: var(--good);
      }
      .bad {
        color: var(--error);
      }
      @media (max-width: 899px) {
        .panel {
          grid-area: main;
        }
        .panel:not(.front) {
          display: none;
        }
        button:not(.link) {
          min-height: 36px;
        }
      }
    `,
  ];

  constructor() {
    super();
    this.over = false;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#disk.stop();
  }

  override render(): TemplateResult | typeof nothing {
    const author = this.state.play?.author;
    if (!author) return nothing;
    const front = this.state.part === "author" ? "front" : "";
    return html`<section
      class=${`panel ${front} ${this.over ? "over" : ""}`}
      aria-label="Lesson file"
      @dragover=${(event: DragEvent) => {
        event.preventDefault();
        this.over = true;
      }}
      @dragleave=${() => {
        this.over = false;
      }}
      @drop=${(event: DragEvent) => {
        event.preventDefault();
        this.over = false;
        const [item] = [...(event.dataTransfer?.items ?? [])].filter(({ kind }) => kind === "file");
        if (item) void this.#disk.drop(item);
      }}
    >
      ${this.#bar(author)} ${this.#field(author)} ${this.#said(author)}
    </section>`;
  }

  #bar({ markdown, watching, behind, proving }: Author): TemplateResult {
    return html`<div class="bar">
      <h2>Write a lesson</h2>
      ${
        watching === undefined
          ? nothing
          : html`<span class="quiet">Follows <code>${watching}</code></span>
              <button
                @click=${() => {
                  this.#disk.stop();
                  learn(this, { do: "write", markdown, watching: undefined });
                }}
              >
                Edit here
              </button>`
      }
      <button @click=${() => this.#pick()} title="Opens a file here; you can also drop one">
        Open a file
      </button>
      <button @click=${() => send(this, { do: "download", name: "01-lesson.md", text: markdown })}>
        Download
      </button>
      <button
        class="main"
        title="Runs the starter, the solution and the wrong answers through every check"
        ?disabled=${behind || proving}
        @click=${() => learn(this, { do: "prove" })}
      >
        ${proving ? "Playing…" : "Test the lesson"}
      </button>
    </div>`;
  }

  #field({ markdown, watching, complaints, proof }: Author): TemplateResult {
    const wrong = new Set([...complaints, ...(proof ?? [])].map(({ line }) => line));
    const lines = markdown.split("\n").length;
    return html`<div class="field">
      <div class="numbers" aria-hidden="true">${Array.from({ length: lines }, (_, at) => {
        const line = at + 1;
        return wrong.has(line) ? html`<b>● ${line}</b>${"\n"}` : `${line}\n`;
      })}</div>
      <textarea
        aria-label="Markdown of the lesson"
        spellcheck="false"
        autocapitalize="off"
        maxlength=${LONGEST}
        ?readonly=${watching !== undefined}
        .value=${markdown}
        @scroll=${(event: Event) => {
          const numbers = this.renderRoot.querySelector(".numbers");
          if (numbers && event.target instanceof HTMLTextAreaElement) {
            numbers.scrollTop = event.target.scrollTop;
          }
        }}
        @input=${(event: Event) => {
          if (event.target instanceof HTMLTextAreaElement) {
            learn(this, { do: "write", markdown: event.target.value, watching: undefined });
          }
        }}
      ></textarea>
    </div>`;
  }

  #said({ complaints, proof, behind, proving }: Author): TemplateResult {
    const sound =
      proof === undefined
        ? "The file can be read. Test it to see whether its checks pass and fail as intended."
        : "Sound: each step's checks fail on the starter and pass on the solution.";
    const all = [...complaints, ...(proof ?? [])];
    return html`<div class="said" tabindex="0" role="region" aria-label="What is wrong with the lesson">
      <p role="status">
        ${
          proving
            ? "Playing the lesson…"
            : all.length === 0
              ? html`<span class="good">${sound}</span>`
              : html`<span class="bad">${count(all.length, "thing")} to mend.</span>`
        }
        ${behind ? "Shown beside is the lesson as it could last be read." : nothing}
      </p>
      <ul>
        ${all.map((one) => this.#complaint(one))}
      </ul>
    </div>`;
  }

  #complaint({ line, message }: Complaint): TemplateResult {
    return html`<li>
      <button class="link" @click=${() => this.#goTo(line)}>line ${line}</button>
      <span>${words(message)}</span>
    </li>`;
  }

  /** Selects a line of the field. */
  #goTo(line: number): void {
    const field = this.renderRoot.querySelector("textarea");
    if (!field) return;
    const lines = field.value.split("\n");
    const from = lines.slice(0, line - 1).reduce((all, one) => all + one.length + 1, 0);
    field.focus();
    field.setSelectionRange(from, from + (lines[line - 1]?.length ?? 0));
    // Lines are 20 px high, and none is broken.
    field.scrollTop = Math.max(0, (line - 1) * 20 - field.clientHeight / 2);
    field.scrollLeft = 0;
  }

  #pick(): void {
    if (canWatch()) {
      void this.#disk.pick();
      return;
    }
    const input = document.createElement("input");
    input.type = "file";
    input.accept = ".md,text/markdown";
    input.addEventListener("change", () => {
      const [file] = input.files ?? [];
      if (file) void this.#disk.read(file);
    });
    input.click();
  }

  override updated(changed: PropertyValues<this>): void {
    const before = changed.get("state");
    if (changed.has("state") && before?.play?.author === undefined && this.state.play?.author) {
      const field = this.renderRoot.querySelector("textarea");
      field?.setSelectionRange(0, 0);
      field?.focus();
      field?.scrollTo(0, 0);
    }
  }
}

customElements.define("hotsplit-author", AuthorElement);
