/** `<hotsplit-verdict>`: what the schema comes to in one sentence, and the load it rests on. */
import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { keyed } from "lit/directives/keyed.js";
import type { Analysis, Finding, Remark } from "../../../pkg/hotsplit.js";
import { send } from "../state/actions.js";
import { answersTo } from "../ui/asides.js";
import { controls } from "../ui/style/controls.js";
import { briefly, number, withoutCode } from "../ui/words.js";
import { type Accepted, newlyAccepted, perSecondOf } from "./accepted.js";
import { type ShownVerdict, saysNotice } from "./shown-verdict.js";

/** Lines of syntax errors that are linked. */
const LINES = 3;

class VerdictElement extends LitElement {
  static override properties = {
    verdict: { attribute: false },
    analysis: { attribute: false },
    busy: { attribute: false },
    progress: { attribute: false },
    loadOpen: { attribute: false },
    accepted: { state: true },
  };

  declare verdict: ShownVerdict;
  declare analysis: Analysis | undefined;
  /** A run is under way. */
  declare busy: boolean;
  /** Part of the run that is done, below 1 where it takes long. */
  declare progress: number | undefined;
  /** The settings of the load are open. */
  declare loadOpen: boolean;
  /** A finding that was accepted just now, and the table whose rate nobody has stated. */
  declare accepted: Accepted | undefined;

  /** The schema can be changed: answers to questions are written into it. */
  readonly fixed = false;
  /** What had been accepted before. */
  #before: readonly Finding[] | undefined;

  static override styles = [
    controls,
    css`
      /* What says that a run is under way lies over it, so that nothing moves. */
      :host {
        position: relative;
      }
      h2 {
        font-size: var(--headline);
        font-weight: 650;
        line-height: 1.25;
        letter-spacing: -0.012em;
        text-wrap: balance;
        overflow-wrap: anywhere;
      }
      .detail {
        max-width: 76ch;
        margin-top: 8px;
        text-wrap: pretty;
        overflow-wrap: anywhere;
      }
      .answers,
      .acts,
      form {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 8px;
        margin-top: 12px;
      }
      .answers button {
        white-space: normal;
        text-align: left;
      }
      form {
        padding: 8px 12px;
        border-radius: var(--radius);
        background: var(--accent-ground);
      }
      form p {
        flex: 1 1 24ch;
      }
      form input {
        width: 88px;
      }
      .assumed {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 0 8px;
        min-height: 24px;
        margin-top: 4px;
        color: var(--quiet);
        font-size: var(--small);
      }
      .running {
        position: absolute;
        right: 0;
        bottom: 0;
        display: flex;
        align-items: center;
        gap: 8px;
        min-height: 24px;
        padding-left: 8px;
        background: var(--panel);
      }
      progress {
        width: 80px;
        height: 6px;
        accent-color: var(--accent);
      }
      .cancel {
        animation: appear 120ms 400ms both;
      }
      @keyframes appear {
        from {
          opacity: 0;
        }
      }
      @media (pointer: coarse) {
        .answers button,
        .acts button {
          min-height: 44px;
        }
      }
    `,
  ];

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has("analysis") || !this.analysis) return;
    const { accepted } = this.analysis;
    this.accepted = newlyAccepted(this.analysis, this.#before, this.accepted);
    this.#before = accepted;
  }

  override render(): TemplateResult {
    const { kind, title, detail, errors = [] } = this.verdict;
    return html`<div role=${saysNotice(this.verdict) ? "alert" : "status"} data-kind=${kind}>
        <h2>${briefly(title)}</h2>
        ${detail === "" ? nothing : html`<p class="detail">${briefly(detail)}</p>`}
        ${this.#acts()}
      </div>
      ${errors.length > 0 ? this.#unread(errors) : nothing} ${this.#question()} ${this.#rate()}
      ${this.#assumed()}`;
  }

  /** What can be done where there is no verdict. */
  #acts(): TemplateResult | typeof nothing {
    const { kind } = this.verdict;
    if (kind === "unavailable") {
      return html`<p class="acts">
        <button class="main" @click=${() => send(this, { do: "restart" })}>
          Start the engine again
        </button>
      </p>`;
    }
    if (kind !== "held") return nothing;
    return html`<p class="acts">
      <button @click=${() => send(this, { do: "run" })}>Run it anyway</button>
    </p>`;
  }

  /** Leads to what could not be read. */
  #unread(errors: readonly Remark[]): TemplateResult {
    const lines = new Map(errors.map((one) => [one.range.line, one]));
    const linked = [...lines.values()].slice(0, LINES);
    const more = lines.size - linked.length;
    return html`<p class="detail quiet">
      Syntax errors:
      ${linked.map(
        ({ range, message }, at) => html`${at > 0 ? ", " : ""}<button
            class="link"
            title=${withoutCode(message)}
            @click=${() => send(this, { do: "show", tab: "yours", range })}
          >
            line ${range.line}</button
          >`,
      )}${more > 0 ? ` and ${more} more` : ""}.
    </p>`;
  }

  /** The question that decides the verdict, with its answers. */
  #question(): TemplateResult | typeof nothing {
    const { question } = this.verdict;
    if (!question) return nothing;
    // The next question's buttons are others: none of them is to have the focus of the last.
    return html`${keyed(question.key, html`${answersTo(this, question)}`)}`;
  }

  /** After a finding was accepted: its table is still simulated at a rate that was only assumed. */
  #rate(): TemplateResult | typeof nothing {
    const { accepted } = this;
    if (!accepted) return nothing;
    const { table, perSecond, reason } = accepted;
    const state = (event: SubmitEvent) => {
      event.preventDefault();
      if (!(event.target instanceof HTMLFormElement)) return;
      const value = event.target.querySelector("input")?.value.trim() ?? "";
      if (value === "") return;
      this.accepted = undefined;
      const rate = value.includes("/") ? value : `${value}/s`;
      send(this, { do: "state", table, name: "writes", value: rate });
    };
    return html`<form novalidate @submit=${state}>
      <p>
        Accepted. <code>${withoutCode(table)}</code> is still simulated at
        ${number(Number(perSecond.toPrecision(2)))} rows/s, which is assumed.
      </p>
      <label>
        Real rate
        <input
          type="text"
          inputmode="decimal"
          autocomplete="off"
          aria-label=${`Real inserts/s of ${withoutCode(table)}`}
          .value=${perSecondOf(reason) ?? ""}
        />
        /s
      </label>
      <button>Set it</button>
      <button
        type="button"
        class="plain"
        @click=${() => {
          this.accepted = undefined;
        }}
      >
        Keep
      </button>
    </form>`;
  }

  /** The load that it rests on, and how far a long run is. */
  #assumed(): TemplateResult {
    const { assumed } = this.verdict;
    const running = this.busy && this.progress !== undefined && this.progress < 1;
    return html`<p class="assumed">
      ${briefly(assumed)}
      ${
        assumed === ""
          ? nothing
          : html`<button
              class="link"
              aria-expanded=${this.loadOpen ? "true" : "false"}
              @click=${() => send(this, { do: "over", over: this.loadOpen ? undefined : "load" })}
            >
              ${this.loadOpen ? "Close" : "Change"}
            </button>`
      }
      ${
        running
          ? html`<span class="running cancel">
              <progress
                max="1"
                .value=${this.progress ?? 0}
                aria-label="Part of the run that is done"
              ></progress>
              <button class="link" @click=${() => send(this, { do: "cancel" })}>Cancel run</button>
            </span>`
          : nothing
      }
    </p>`;
  }
}

customElements.define("hotsplit-verdict", VerdictElement);
