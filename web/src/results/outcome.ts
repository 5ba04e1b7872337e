/**
 * `<hotsplit-outcome>`: the schema as it is beside the schema with fixes: three numbers, both maps,
 * what the fixes cost, and below them what else is known of the runs.
 */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import type {
  AnswersSoFar,
  Recommended,
  Rewrite,
  RunAnswer,
  RunRanges,
} from "../../../pkg/hotsplit.js";
import type { MapsGiven } from "../session/bindings.js";
import { missing, send } from "../state/actions.js";
import type { Applied, State } from "../state/state.js";
import { given } from "../ui/given.js";
import { verdict as judge } from "../ui/reads.js";
import { controls } from "../ui/style/controls.js";
import { count, plain, words } from "../ui/words.js";
import { FIGURES } from "./figures.js";
import { type Ranges, ranged, rangesOf } from "./ranges.js";
import "../map/elements/maps.js";

class OutcomeElement extends LitElement {
  static override properties = {
    maps: { attribute: false },
    answers: { attribute: false },
    rewrite: { attribute: false },
    applied: { attribute: false },
    preview: { attribute: false },
    recommended: { attribute: false },
    change: { attribute: false },
    options: { attribute: false },
    single: { attribute: false },
    engine: { attribute: false },
    busy: { attribute: false },
    more: { state: true },
  };

  declare maps: MapsGiven;
  declare answers: AnswersSoFar | undefined;
  declare rewrite: Rewrite | undefined;
  declare applied: Applied | undefined;
  /** Nobody has chosen the fixes that are shown. */
  declare preview: boolean;
  declare recommended: readonly Recommended[];
  /** What a workload changes, where no fixes say it. */
  declare change: string | undefined;
  /** Fixes for the only hot key, that one among them; 0 where there are several keys. */
  declare options: number;
  /** Key of the finding about the only hot key. */
  declare single: string | undefined;
  declare engine: State["engine"];
  declare busy: boolean;
  /** What is drawn below, once it was opened. */
  declare more: typeof import("./more.js") | undefined;

  static override styles = [
    controls,
    css`
      :host {
        --gutter: 104px;
        container-type: inline-size;
        display: grid;
        gap: 12px;
      }
      .sides {
        display: grid;
        grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
        gap: 4px 14px;
      }
      .side {
        padding-left: calc(var(--gutter) + 6px);
        min-width: 0;
      }
      h3 {
        display: flex;
        align-items: baseline;
        gap: 8px;
        font-size: var(--size);
        font-weight: 600;
        min-width: 0;
      }
      .tag {
        flex: none;
        padding: 0 6px;
        border: 1px solid var(--line-strong);
        border-radius: 99px;
        color: var(--quiet);
        font-size: var(--small);
        font-weight: 400;
      }
      dl {
        display: flex;
        flex-wrap: wrap;
        gap: 0 20px;
      }
      dl > div {
        display: grid;
      }
      dt {
        order: 2;
        color: var(--quiet);
        font-size: var(--small);
      }
      dd {
        font-size: var(--figure);
        font-weight: 600;
        font-variant-numeric: tabular-nums;
        white-space: nowrap;
      }
      hotsplit-maps {
        height: var(--maps, 380px);
      }
      .acts {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 8px 12px;
      }
      .cost {
        color: var(--quiet);
      }
      .calm {
        display: grid;
        place-content: center;
        min-height: var(--maps, 380px);
        border: 1px solid var(--line);
        border-radius: var(--radius);
        background: var(--raised);
        color: var(--quiet);
      }
      details > :not(summary) {
        margin-top: 12px;
      }
      summary {
        width: fit-content;
        color: var(--quiet);
      }
      @container (max-width: 620px) {
        :host {
          --gutter: 0px;
        }
        .sides {
          grid-template-columns: minmax(0, 1fr);
        }
        .acts button.main {
          width: 100%;
          min-height: 44px;
        }
      }
    `,
  ];

  constructor() {
    super();
    this.recommended = [];
    this.options = 0;
  }

  override render(): TemplateResult {
    const { results } = this.maps;
    if (!results) return html`<p class="calm" role="status">${this.#nothingYet()}</p>`;
    const { answer } = results;
    const ranges = rangesOf(this.answers);
    return html`
      <div class="sides">
        ${this.#side("before", this.applied ? "Before" : "Now", answer.before, ranges)}
        ${
          answer.after
            ? this.#side("after", this.#afterName(), answer.after, ranges)
            : html`<div class="side"></div>`
        }
      </div>
      <hotsplit-maps ?alone=${!answer.after} ${given(this.maps)}></hotsplit-maps>
      <slot name="acts">${this.#acts()}</slot>
      <details @toggle=${(event: Event) => void this.#unfold(event)}>
        <summary>All numbers, more nodes, assumptions</summary>
        ${
          this.more?.more({
            results,
            answers: this.answers,
            level: this.maps.level,
            frames: this.maps.frames,
            cursor: this.maps.cursor,
          }) ?? nothing
        }
      </details>
    `;
  }

  #nothingYet(): string {
    if (this.engine === "loading") return "Loading the engine…";
    if (this.engine === "failed") return "";
    if (this.busy) return "Running…";
    return this.maps.analysis?.objects.length === 0 ? "No table to run." : "Nothing has been run.";
  }

  /** What the second run is. */
  #afterName(): TemplateResult {
    const { rewrite, applied, preview, change, recommended } = this;
    if (applied && !rewrite) return html`Now, with ${count(applied.fixes, "fix", "fixes")}`;
    if (!rewrite) return html`${words(change ?? "With the change")}`;
    const fixes = new Set(rewrite.hunks.map(({ finding }) => finding));
    const [only] = fixes;
    const title = recommended.find(({ finding }) => finding === only)?.title;
    const name = fixes.size === 1 ? words(title ?? "With this fix") : `With ${fixes.size} fixes`;
    return html`${name} ${preview ? html`<span class="tag">preview</span>` : nothing}`;
  }

  #side(
    which: "before" | "after",
    name: TemplateResult | string,
    run: RunAnswer,
    ranges: Ranges,
  ): TemplateResult {
    const ends: RunRanges | undefined = ranges[which];
    return html`<section class=${`side ${which}`} aria-label=${which === "before" ? "Before" : "After"}>
      <h3>${name}</h3>
      <dl>
        ${FIGURES.map(
          ({ name, value, show }) => html`<div>
            <dt>${name}</dt>
            <dd>${ranged(run, ends, value, show)}</dd>
          </div>`,
        )}
      </dl>
    </section>`;
  }

  #acts(): TemplateResult | typeof nothing {
    const { rewrite, single, options } = this;
    if (!rewrite || rewrite.hunks.length === 0) return nothing;
    const fixes = new Set(rewrite.hunks.map(({ finding }) => finding)).size;
    return html`<div class="acts">
        <button class="main" @click=${() => send(this, { do: "adopt" })}>
          ${fixes === 1 ? "Use this fix" : `Use these ${fixes} fixes`}
        </button>
        ${
          single === undefined
            ? html`<button @click=${() => send(this, { do: "tab", tab: "plan" })}>
                Migration plan
              </button>`
            : html`<button
                class="plain"
                @click=${() => send(this, { do: "open", finding: single })}
              >
                ${options > 1 ? `Why, and ${count(options - 1, "other option")}` : "Why is it hot?"}
              </button>`
        }
      </div>
      ${this.#cost(rewrite)}`;
  }

  /** The read that loses most by the fixes. */
  #cost({ reads }: Rewrite): TemplateResult | typeof nothing {
    const worse = reads.filter((one) => judge(one) === "worse");
    const [first] = worse;
    if (!first) return nothing;
    const more = worse.length > 1 ? `, and ${count(worse.length - 1, "more read")}` : "";
    return html`<p class="cost">
      What it costs: reading ${words(first.label)} of <code>${plain(first.object)}</code> goes from
      ${first.before.words} to ${first.after.words}${more}.
    </p>`;
  }

  async #unfold({ currentTarget }: Event): Promise<void> {
    const open = currentTarget instanceof HTMLDetailsElement && currentTarget.open;
    if (!open || this.more) return;
    const more = await import("./more.js").catch(() => missing(this));
    if (more) this.more = more;
  }
}

customElements.define("hotsplit-outcome", OutcomeElement);
