/**
 * `<hotsplit-class>`: the certificates of a class, pasted as links or opened from a file, and who got
 * where. Each is marked again by this page; nothing is kept.
 */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { send } from "../state/actions.js";
import { CLOSED, type ClassRow, learn } from "../state/play.js";
import type { State } from "../state/state.js";
import { segmented, segments } from "../ui/segmented.js";
import { controls } from "../ui/style/controls.js";
import { words } from "../ui/words.js";
import {
  csvOf,
  isOpen,
  nameOf,
  notesOf,
  type Order,
  ordered,
  resultOf,
  summaryOf,
  TEXT_MAX,
} from "./roster.js";

/** Orders of the table. */
const ORDERS: readonly (readonly [Order, string])[] = [
  ["line", "Line"],
  ["name", "Name"],
  ["result", "Result, best first"],
];

class ClassElement extends LitElement {
  static override properties = {
    state: { attribute: false },
    over: { state: true },
    order: { state: true },
    problem: { state: true },
  };

  declare state: State;
  /** A file is held over the page. */
  declare over: boolean;
  declare order: Order;
  /** Why a file could not be opened; empty where it could. */
  declare problem: string;

  static override styles = [
    controls,
    segments,
    css`
      .drop {
        display: grid;
        gap: 12px;
        padding: 8px;
        border: 2px dashed transparent;
        border-radius: var(--radius);
      }
      .drop.over {
        border-color: var(--accent);
      }
      label.field {
        display: grid;
        gap: 4px;
        font-weight: 600;
      }
      textarea {
        width: 100%;
        min-height: 132px;
        padding: 8px;
        border: 1px solid var(--line-strong);
        border-radius: var(--radius);
        background: var(--panel);
        color: inherit;
        font: var(--code) / 1.5 var(--mono);
        resize: vertical;
        white-space: pre;
      }
      .row {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 8px;
      }
      .row .space {
        flex: 1;
      }
      [role="status"] {
        min-height: 1.45em;
      }
      .bad {
        color: var(--error);
      }
      table {
        width: 100%;
      }
      th,
      td {
        padding: 8px 12px 8px 0;
        border-top: 1px solid var(--line);
        overflow-wrap: anywhere;
      }
      thead th {
        border-top: 0;
        white-space: nowrap;
      }
      tbody th {
        font-weight: 600;
      }
      .result {
        white-space: nowrap;
      }
      .result.passed {
        color: var(--good);
        font-weight: 600;
      }
      .result.not-read {
        color: var(--error);
        font-weight: 600;
      }
      @media (max-width: 899px) {
        button {
          min-height: 36px;
        }
        thead {
          position: absolute;
          width: 1px;
          height: 1px;
          overflow: hidden;
          clip-path: inset(50%);
        }
        table,
        tbody {
          display: block;
        }
        tbody tr {
          display: grid;
          gap: 2px;
          padding: 10px 0;
          border-top: 1px solid var(--line);
        }
        tbody :is(th, td) {
          display: grid;
          grid-template-columns: 7.5em minmax(0, 1fr);
          padding: 0;
          border: 0;
        }
        tbody :is(th, td)::before {
          content: attr(data-label);
          color: var(--quiet);
          font-weight: 400;
        }
        tbody :is(th, td).none {
          display: none;
        }
      }
    `,
  ];

  constructor() {
    super();
    this.over = false;
    this.order = "line";
    this.problem = "";
  }

  override render(): TemplateResult {
    const { roster } = this.state.play ?? CLOSED;
    const rows = roster?.rows ?? [];
    return html`<div
      class=${`drop ${this.over ? "over" : ""}`}
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
        const [file] = event.dataTransfer?.files ?? [];
        const text = event.dataTransfer?.getData("text/plain") ?? "";
        if (file) void this.#open(file);
        else if (text !== "") this.#mark(text);
      }}
    >
      <p>
        Paste the links that your class sent you, one per line, or drop a text or CSV file here. This page
        marks every certificate again, from the schema and the answers in its link. Nothing leaves this
        browser, and nothing is stored. Names are what the holders wrote.
      </p>
      <label class="field">
        Certificate links
        <textarea
          spellcheck="false"
          autocapitalize="off"
          maxlength=${TEXT_MAX}
          .value=${roster?.text ?? ""}
        ></textarea>
      </label>
      <div class="row">
        <button class="main" @click=${() => this.#mark(this.#field?.value ?? "")}>Mark</button>
        <button @click=${() => this.#pick()}>Open a file</button>
        ${
          rows.length > 0 || (roster?.text ?? "") !== ""
            ? html`<button class="plain" @click=${() => this.#clear()}>Clear</button>`
            : nothing
        }
      </div>
      <p role="status" class=${this.problem === "" ? "" : "bad"}>${this.#said(rows)}</p>
      ${rows.length > 0 ? this.#table(rows) : nothing}
    </div>`;
  }

  get #field(): HTMLTextAreaElement | null {
    return this.renderRoot.querySelector("textarea");
  }

  #said(rows: readonly ClassRow[]): string {
    const { roster } = this.state.play ?? CLOSED;
    if (this.problem !== "") return this.problem;
    if (rows.length > 0) return summaryOf(rows);
    return roster && roster.text.trim() !== "" ? "There is no link to a certificate in it." : "";
  }

  #mark(text: string): void {
    this.problem = "";
    learn(this, { do: "roster", text });
  }

  #clear(): void {
    const field = this.#field;
    // What is typed after the last marking is not in the state.
    if (field) field.value = "";
    this.#mark("");
    field?.focus();
  }

  #pick(): void {
    const input = document.createElement("input");
    input.type = "file";
    input.accept = ".csv,.txt,text/csv,text/plain";
    input.addEventListener("change", () => {
      const [file] = input.files ?? [];
      if (file) void this.#open(file);
    });
    input.click();
  }

  async #open(file: File): Promise<void> {
    const text = file.size > TEXT_MAX ? undefined : await file.text().catch(() => undefined);
    if (text === undefined) this.problem = `${file.name} cannot be read, or is above 4 MB.`;
    else if (text.includes("\0")) this.problem = `${file.name} is not a text file.`;
    else this.#mark(text);
  }

  #table(rows: readonly ClassRow[]): TemplateResult {
    const notes = notesOf(rows);
    const hasLabels = rows.some(({ label }) => label !== "");
    const heads = [
      ...["Line", ...(hasLabels ? ["In your list"] : []), "Name", "Exam", "Result"],
      ...["Checks", "Answers", "Note"],
    ];
    return html`<div class="row">
        <form @submit=${(event: Event) => event.preventDefault()}>
          ${segmented({
            name: "order",
            legend: "Order",
            options: ORDERS,
            value: this.order,
            choose: (order) => {
              this.order = order;
            },
          })}
        </form>
        <span class="space"></span>
        ${this.#takeaway(rows)}
      </div>
      <table role="table" aria-label="The class">
        <thead role="rowgroup">
          <tr role="row">
            ${heads.map((head) => html`<th role="columnheader" scope="col">${head}</th>`)}
          </tr>
        </thead>
        <tbody role="rowgroup">
          ${ordered(rows, this.order).map((row) => oneRow(row, hasLabels, notes.get(row) ?? ""))}
        </tbody>
      </table>`;
  }

  #takeaway(rows: readonly ClassRow[]): TemplateResult {
    const waits = rows.some(isOpen);
    const { copied } = this.state;
    const text = () => csvOf(ordered(rows, this.order));
    return html`<button
        ?disabled=${waits}
        @click=${() => send(this, { do: "copy", id: "roster", text: text() })}
      >
        ${copied === "roster" ? "Copied" : "Copy as CSV"}
      </button>
      <button
        ?disabled=${waits}
        @click=${() => send(this, { do: "download", name: "class.csv", text: text() })}
      >
        Download CSV
      </button>`;
  }
}

/** A row of the table; where the page is narrow, each cell says what it is. */
function oneRow(row: ClassRow, hasLabels: boolean, note: string): TemplateResult {
  const { line, label, marked } = row;
  const result = resultOf(row);
  const { passed = [], missed = [], right = 0, asked = 0 } = marked?.handed ?? {};
  const cell = (head: string, text: unknown) =>
    html`<td role="cell" data-label=${head} class=${text === "" ? "none" : ""}>${text}</td>`;
  const name = nameOf(row);
  return html`<tr role="row">
    ${cell("Line", String(line))} ${hasLabels ? cell("In your list", label) : nothing}
    <th role="rowheader" scope="row" data-label="Name">
      ${name === "" ? html`<span class="quiet">${marked ? "No name" : "Not known"}</span>` : name}
    </th>
    ${cell("Exam", marked ? words(marked.title) : "")}
    <td role="cell" data-label="Result" class=${`result ${result.toLowerCase().replace(" ", "-")}`}>
      ${result}
    </td>
    ${cell("Checks", marked ? `${passed.length} of ${passed.length + missed.length}` : "")}
    ${cell("Answers", asked > 0 ? `${right} of ${asked}` : "")} ${cell("Note", note === "" ? "" : words(note))}
  </tr>`;
}

customElements.define("hotsplit-class", ClassElement);
