/**
 * `<hotsplit-outcome>`: the schema as it is beside the schema with fixes: three numbers, both maps,
 * what the fixes cost, and below them what else is known of the runs.
 */
import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import type {
  AnswersSoFar,
  Recommended,
  Rewrite,
  RunAnswer,
  SimulationAnswer,
  Which,
} from "../../../pkg/hotsplit.js";
import type { MapInput } from "../session/maps-of.js";
import { missing, send } from "../state/actions.js";
import { hotKeysOf } from "../state/selectors.js";
import type { Applied, State } from "../state/state.js";
import { MAIN_NUMBERS, type MainNumber, shownOf } from "../ui/main-numbers.js";
import { rangesOf } from "../ui/ranges.js";
import { beforeName, nowName } from "../ui/sides.js";
import { spread } from "../ui/spread.js";
import { controls } from "../ui/style/controls.js";
import { briefly, count, unbroken, withoutCode, words } from "../ui/words.js";
import { alone, unread, withoutGain } from "./alone.js";
import { costWords } from "./cost.js";

class OutcomeElement extends LitElement {
  static override properties = {
    maps: { attribute: false },
    answers: { attribute: false },
    rewrite: { attribute: false },
    applied: { attribute: false },
    preview: { attribute: false },
    picked: { attribute: false },
    recommended: { attribute: false },
    change: { attribute: false },
    options: { attribute: false },
    single: { attribute: false },
    engine: { attribute: false },
    busy: { attribute: false },
    unfolded: { state: true },
    drawn: { state: true },
    tag: { state: true },
  };

  declare maps: MapInput;
  declare answers: AnswersSoFar | undefined;
  declare rewrite: Rewrite | undefined;
  declare applied: Applied | undefined;
  /** Nobody has chosen the fixes that are shown. */
  declare preview: boolean;
  /** The option that is selected for the open finding cannot be shown. */
  declare picked: boolean;
  declare recommended: readonly Recommended[];
  /** What a workload changes, where no fixes say it. */
  declare change: string | undefined;
  /** Fixes for the only hot key, that one among them; 0 where there are several keys. */
  declare options: number;
  /** Key of the finding about the only hot key. */
  declare single: string | undefined;
  declare engine: State["engine"];
  declare busy: boolean;
  /** What lies below is open. */
  declare unfolded: boolean;
  /** What draws it is there. */
  declare drawn: boolean;

  /** What names a load that is tried, once there is one. */
  declare tag: typeof import("./scenario-tag.js").scenarioTag | undefined;

  /** The schema can be changed: answers to questions are written into it. */
  readonly fixed = false;
  /** The last run that came to its end: its numbers stay while another is under way. */
  #whole: SimulationAnswer | undefined;

  static override styles = [
    controls,
    css`
      :host {
        --gutter: 104px;
        container-type: inline-size;
        display: grid;
        gap: 12px;
      }
      .both {
        display: grid;
        grid-template: auto auto / minmax(0, 1fr) minmax(0, 1fr);
        gap: 8px 16px;
      }
      .both > hotsplit-maps {
        --least: clamp(240px, calc(100dvh - 540px), 560px);
        grid-column: 1 / -1;
      }
      /* A list of keys stands above. */
      .both.long > hotsplit-maps {
        --least: clamp(200px, calc(100dvh - 700px), 480px);
      }
      .both:not(.wide) > hotsplit-maps[alone] {
        grid-column: 1;
      }
      .side {
        display: grid;
        align-content: start;
        gap: 4px;
        min-width: 0;
      }
      h3 {
        display: flex;
        align-items: center;
        gap: 8px;
        min-width: 0;
        min-height: 24px;
        font-size: var(--size);
        font-weight: 600;
      }
      h3 > span:first-child {
        min-width: 0;
        overflow: hidden;
        text-overflow: ellipsis;
        white-space: nowrap;
      }
      .tag {
        flex: none;
        padding: 0 8px;
        border: 1px solid var(--line-strong);
        border-radius: 99px;
        color: var(--quiet);
        font-size: var(--small);
        font-weight: 400;
        line-height: 18px;
      }
      button.tag {
        min-height: 24px;
        color: var(--accent);
      }
      /* Columns as wide as a range, so that nothing moves when ranges come. */
      dl {
        display: grid;
        grid-template-columns: 1.3fr 1fr 1fr;
        gap: 0 8px;
        transition: color 120ms;
      }
      /* A short run dims nothing, and what is dim can be read. */
      .stale,
      .stale * {
        color: var(--quiet);
        transition: color 120ms 240ms;
      }
      dl > div {
        display: grid;
        align-content: start;
        min-width: 0;
      }
      dt {
        order: 1;
        color: var(--quiet);
        font-size: var(--small);
        line-height: 16px;
      }
      dd {
        font-size: var(--figure);
        font-weight: 600;
        line-height: 24px;
        font-variant-numeric: tabular-nums;
        white-space: nowrap;
      }
      dd small {
        font-size: var(--small);
        font-weight: 400;
      }
      dd.change {
        order: 2;
        min-height: 16px;
        color: var(--quiet);
        font-size: var(--small);
        font-weight: 400;
        line-height: 16px;
      }
      dd.better {
        color: var(--cool);
      }
      dd.worse {
        color: var(--hot);
      }
      .acts {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 8px 12px;
      }
      /* Below a list the maps are high: what can be done stays in view. */
      .bar.stays {
        position: sticky;
        z-index: 3;
        /* A box that scrolls keeps its own padding free. */
        bottom: calc(-1 * var(--padding-below, 0px));
        padding-block: 12px;
        border-top: 1px solid var(--line);
        background: var(--panel);
      }
      .cost {
        max-width: 76ch;
        color: var(--quiet);
        text-wrap: pretty;
      }
      .none {
        grid-area: 1 / 2 / 3 / 3;
        display: grid;
        align-content: start;
        justify-items: start;
        gap: 8px;
        padding: 24px;
        border: 1px solid var(--line);
        border-radius: var(--radius);
        background: var(--raised);
      }
      /* Why stands beside the numbers, and the map has the whole width. */
      .wide .none {
        grid-row: 1;
        padding: 0;
        border: 0;
        background: none;
      }
      .none p {
        max-width: 56ch;
        text-wrap: pretty;
      }
      .none .asked {
        font-weight: 600;
      }
      .answers {
        display: flex;
        flex-wrap: wrap;
        gap: 8px;
      }
      .answers button {
        white-space: normal;
        text-align: left;
      }
      .empty {
        height: calc(clamp(240px, 100dvh - 540px, 560px) + 98px);
        grid-column: 1 / -1;
        border-radius: var(--radius);
        background: var(--raised);
      }
      .unread {
        display: grid;
        gap: 4px;
      }
      .unread li {
        display: flex;
        gap: 12px;
      }
      .unread button {
        flex: none;
      }
      details > summary {
        width: fit-content;
        color: var(--quiet);
      }
      hotsplit-more {
        margin-top: 16px;
      }
      @media (min-width: 2400px) {
        :host {
          --gutter: 136px;
        }
      }
      @media (min-width: 3400px) {
        :host {
          --gutter: 168px;
        }
      }
      @media (pointer: coarse) {
        button.tag {
          min-height: 44px;
        }
      }
      @container (max-width: 400px) {
        dd.change {
          /* What it says may take two lines, and has their room before it is known. */
          min-height: 32px;
          white-space: normal;
        }
      }
      @container (max-width: 330px) {
        dd small {
          display: block;
        }
      }
      @container (max-width: 620px) {
        :host {
          --gutter: 0px;
        }
        .both {
          grid-template: none / minmax(0, 1fr);
        }
        .none {
          grid-area: auto;
        }
        .acts > * {
          min-height: 44px;
        }
        .acts button.main {
          width: 100%;
        }
      }
    `,
  ];

  constructor() {
    super();
    this.recommended = [];
    this.options = 0;
    this.unfolded = false;
    this.drawn = false;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has("maps")) return;
    const { pace, added } = this.maps.set;
    if (!this.tag && (pace || added)) void this.#loadTag();
    const answer = this.maps.results?.answer;
    if (!answer) this.#whole = undefined;
    else if (answer.progress >= 1) this.#whole = answer;
  }

  override render(): TemplateResult {
    const { results, analysis } = this.maps;
    // Of another database's language only some is read: what that comes to says nothing.
    if (analysis?.verdict.kind === "foreign") return html`${unread(this, analysis)}<slot></slot>`;
    if (!results) return this.#withoutRun();
    const { answer } = results;
    const shown = this.#whole ?? answer;
    return html`
      <div class=${`both ${this.#isLong ? "long" : ""} ${answer.after || this.maps.open !== undefined ? "" : "wide"}`}>
        ${this.#side("before", shown.before)} ${answer.after ? this.#side("after", shown.after) : nothing}
        <hotsplit-maps grows .now=${beforeName(this.applied)} ?alone=${!answer.after} ${spread(this.maps)}></hotsplit-maps>
        ${
          answer.after || !analysis
            ? nothing
            : html`<section class="none" aria-label="No second run">
                ${this.picked ? html`<p>The selected option has no preview.</p>` : alone(this, this.maps, answer)}
              </section>`
        }
      </div>
      <div class=${this.#isLong ? "bar stays" : "bar"}><slot name="acts">${this.#acts()}</slot></div>
      ${this.rewrite && this.maps.open === undefined ? this.#cost(this.rewrite) : nothing}
      <slot></slot>
      <details @toggle=${(event: Event) => void this.#unfold(event)}>
        <summary>All numbers, more nodes, split points</summary>
        ${
          this.unfolded && this.drawn
            ? html`<hotsplit-more
                .results=${results}
                .answers=${this.answers}
                .level=${this.maps.level}
                .frame=${this.maps.frames.before}
                .column=${this.#columnOf(answer.before)}
              ></hotsplit-more>`
            : nothing
        }
      </details>
    `;
  }

  async #loadTag(): Promise<void> {
    const part = await import("./scenario-tag.js").catch(() => missing(this));
    if (part) this.tag = part.scenarioTag;
  }

  /** Nothing has been run: the place of numbers and maps while they are on their way, or why not. */
  #withoutRun(): TemplateResult {
    const { analysis } = this.maps;
    if (analysis && analysis.objects.length === 0) {
      const errors = analysis.syntaxErrors.length > 0 ? unread(this, analysis) : nothing;
      return html`${errors}<slot></slot>`;
    }
    if (this.engine === "failed" || (analysis && !this.busy)) return html`<slot></slot>`;
    return html`<div class="both" aria-hidden="true">
      ${this.#side("before", undefined)} ${this.#side("after", undefined)}
      <div class="empty"></div>
    </div>`;
  }

  /** Whether a list of several keys or the page of one stands above. */
  get #isLong(): boolean {
    if (this.maps.open !== undefined) return true;
    return hotKeysOf(this.maps.results?.answer.before.headroom).length > 1;
  }

  /** The column of the maps that the charts mark. */
  #columnOf({ columns }: RunAnswer): number | undefined {
    const { cursor, settings } = this.maps;
    const { moment } = settings;
    return cursor?.column ?? (moment === undefined ? undefined : Math.floor(moment * columns));
  }

  #side(which: Which, run: RunAnswer | undefined): TemplateResult {
    const stale = run && (this.busy || this.maps.results?.answer.progress !== 1);
    return html`<section class=${`side ${which}`} aria-label=${`Numbers ${which}`}>
      <h3>
        ${which === "after" ? this.#afterName() : html`<span>${beforeName(this.applied)}</span>${this.tag?.(this, this.maps)}`}
      </h3>
      <dl class=${stale ? "stale" : ""} aria-busy=${stale && this.busy ? "true" : "false"}>
        ${MAIN_NUMBERS.map((one) => this.#mainNumber(which, one, run))}
      </dl>
    </section>`;
  }

  #mainNumber(which: Which, one: MainNumber, run: RunAnswer | undefined): TemplateResult {
    const { id, name, value, change } = one;
    const { value: said, unit } = run
      ? shownOf(one, run, rangesOf(this.answers)[which])
      : { value: "–", unit: "" };
    const first = this.#whole?.before;
    const differs =
      run && first && which === "after" ? change(value(first), value(run)) : undefined;
    const kind = differs ? (differs.better ? "better" : "worse") : "";
    return html`<div>
      <dt>${name}</dt>
      <dd data-figure=${id}>${said}<small>${unit}</small></dd>
      ${
        which === "after"
          ? html`<dd class=${`change ${kind}`} data-change=${id}>
              ${run && first ? unbroken(differs?.words ?? "unchanged") : nothing}
            </dd>`
          : nothing
      }
    </div>`;
  }

  /** A main number of the second run is better than in the first. */
  get #gains(): boolean {
    const { before, after } = this.#whole ?? {};
    if (!before || !after) return true;
    return MAIN_NUMBERS.some(({ value, change }) => change(value(before), value(after))?.better);
  }

  /** What the second run is. */
  #afterName(): TemplateResult | typeof nothing {
    const { rewrite, applied, preview, change } = this;
    const tag = preview && rewrite ? html`<span class="tag">preview</span>` : nothing;
    const name = applied && !rewrite ? nowName(applied) : rewrite ? this.#fixesOf(rewrite) : change;
    if (name === undefined) return this.maps.results ? html`<span>With the change</span>` : nothing;
    return html`<span title=${withoutCode(name)}>${words(name)}</span>${tag}`;
  }

  /** The fixes of a rewrite in words. */
  #fixesOf({ hunks }: Rewrite): string {
    const fixes = new Set(hunks.map(({ finding }) => finding));
    const [only] = fixes;
    if (fixes.size !== 1) return `With ${count(fixes.size, "fix", "fixes")}`;
    const fix = hunks.find(({ finding }) => finding === only)?.fix;
    const known = this.recommended.find((one) => one.finding === only && one.fix === fix?.id);
    return known?.title ?? fix?.title ?? "With this fix";
  }

  #acts(): TemplateResult | typeof nothing {
    const { rewrite, single, options, preview } = this;
    if (!rewrite || rewrite.hunks.length === 0) return this.#ofChange();
    const fixes = new Set(rewrite.hunks.map(({ finding }) => finding)).size;
    const these = fixes === 1 ? "this fix" : `these ${fixes} fixes`;
    const gains = !preview || this.#gains;
    return html`${gains ? nothing : withoutGain(this, this.maps.analysis, fixes)}<div class="acts">
        <button class=${gains ? "main" : ""} @click=${() => send(this, { do: "adopt" })}>
          ${preview ? `Use ${these}` : "Apply to schema"}
        </button>
        ${
          preview && single !== undefined
            ? nothing
            : html`<button @click=${() => send(this, { do: "tab", tab: "plan" })}>
                Migration plan
              </button>`
        }
        ${
          single === undefined
            ? nothing
            : html`<button
                class="plain"
                @click=${() => send(this, { do: "open", finding: single })}
              >
                ${options > 1 ? `Why, and ${count(options - 1, "other option")}` : "Why is it hot?"}
              </button>`
        }
        ${
          preview
            ? nothing
            : html`<button class="plain" @click=${() => send(this, { do: "drop-all" })}>
                Clear
              </button>`
        }
      </div>`;
  }

  /** Beside a workload's own change, fixes of the hot key are offered too. */
  #ofChange(): TemplateResult | typeof nothing {
    const { change, single, options } = this;
    if (change === undefined || single === undefined) return nothing;
    return html`<div class="acts">
      <button class="plain" @click=${() => send(this, { do: "open", finding: single })}>
        ${options > 0 ? `Why, and ${count(options, "option")}` : "Why is it hot?"}
      </button>
    </div>`;
  }

  /** The read that loses most by the fixes. */
  #cost({ reads }: Rewrite): TemplateResult | typeof nothing {
    const cost = costWords(reads);
    return cost === undefined ? nothing : html`<p class="cost">${briefly(cost)}</p>`;
  }

  async #unfold({ currentTarget }: Event): Promise<void> {
    this.unfolded = currentTarget instanceof HTMLDetailsElement && currentTarget.open;
    if (!this.unfolded || this.drawn) return;
    const part = await import("./more.js").catch(() => missing(this));
    if (part) this.drawn = true;
  }
}

customElements.define("hotsplit-outcome", OutcomeElement);
