/** `<hotsplit-verdict>`: what the schema comes to in one sentence, and the load it rests on. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import type { SchemaVerdict, VerdictKind } from "../../../pkg/hotsplit.js";
import { send } from "../state/actions.js";
import type { State } from "../state/state.js";
import { controls } from "../ui/style/controls.js";
import { words } from "../ui/words.js";

/** A verdict of the engine, or why there is none. */
export interface ShownVerdict extends Omit<SchemaVerdict, "kind"> {
  readonly kind: VerdictKind | "waiting" | "unavailable" | "held";
}

/** What is said of the text as it stands. */
export function verdictOf(state: State): ShownVerdict {
  const { engine, kept, analysis, analysed, results, ran, held, notice, applied } = state;
  const none = { detail: "", assumed: "" };
  if (engine === "failed") {
    const detail = "The schema can be edited, shared and kept. Start the engine again to read it.";
    return { ...none, kind: "unavailable", title: "The engine could not be started.", detail };
  }
  if (held !== undefined && held === kept.text) {
    const detail = notice?.message ?? "";
    return { ...none, kind: "held", title: "This text has not been run.", detail };
  }
  if (!analysis) return { ...none, kind: "waiting", title: "Reading the schema…" };
  const run =
    results && ran === kept.text && results.answer.progress >= 1 ? results.answer : undefined;
  if (run && analysed === kept.text) {
    const { verdict, verdictAfter } = run;
    return applied && verdictAfter ? verdictAfter : verdict;
  }
  return analysis.verdict;
}

class VerdictElement extends LitElement {
  static override properties = {
    verdict: { attribute: false },
    busy: { attribute: false },
    progress: { attribute: false },
    loadOpen: { attribute: false },
  };

  declare verdict: ShownVerdict;
  /** A run is under way. */
  declare busy: boolean;
  /** Part of the run that is done, below 1 where it takes long. */
  declare progress: number | undefined;
  /** The settings of the load are open. */
  declare loadOpen: boolean;

  static override styles = [
    controls,
    css`
      h2 {
        font-size: var(--headline);
        font-weight: 650;
        line-height: 1.25;
        letter-spacing: -0.012em;
        text-wrap: balance;
        overflow-wrap: anywhere;
      }
      h2.hot {
        color: var(--text);
      }
      .detail {
        max-width: 76ch;
        margin-top: 8px;
        text-wrap: pretty;
        overflow-wrap: anywhere;
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
      progress {
        width: 160px;
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
    `,
  ];

  override render(): TemplateResult {
    const { kind, title, detail, assumed } = this.verdict;
    const running = this.progress !== undefined && this.progress < 1;
    return html`<div role="status" data-kind=${kind}>
        <h2>${words(title)}</h2>
        ${detail === "" ? nothing : html`<p class="detail">${words(detail)}</p>`}
      </div>
      <p class="assumed">
        ${words(assumed)}
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
            ? html`<progress
                  max="1"
                  .value=${this.progress ?? 0}
                  aria-label="Part of the run that is done"
                ></progress>
                <button class="link cancel" @click=${() => send(this, { do: "cancel" })}>
                  Cancel run
                </button>`
            : nothing
        }
      </p>`;
  }
}

customElements.define("hotsplit-verdict", VerdictElement);
