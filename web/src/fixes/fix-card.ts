/** `<hotsplit-fix-card>`: one fix, what it gives, what it costs, and what one may choose of it. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import type { Change, FixAsk, FixCard, ReadCost } from "../../../pkg/hotsplit.js";
import { send } from "../state/actions.js";
import { between } from "../ui/ranges.js";
import { ranked } from "../ui/ranked.js";
import { byObject, verdict } from "../ui/reads.js";
import { controls } from "../ui/style/controls.js";
import { tags } from "../ui/style/pills.js";
import { count, number, rate, words } from "../ui/words.js";

/** Changes on the way that are named before the rest folds. Ours: more than a glance takes in. */
const CASCADE_SHOWN = 4;

/** Notes that stand under a field as they are. Ours: more would push the button out of sight. */
const NOTES_SHOWN = 1;

/** Reads that stay as they are and are named. Ours: what gets worse should stand out. */
const SAME_SHOWN = 4;

/** What its result can take at most, as a range where that is not known. */
function most({ ceilingWritesPerSecond: most, ceilingBetween: ends }: FixCard): string {
  return ends ? between(rate(ends.low), rate(ends.high)) : rate(most ?? 0);
}

class FixCardElement extends LitElement {
  static override properties = {
    card: { attribute: false },
    finding: { attribute: false },
    chosen: { attribute: false },
    suggested: { attribute: false },
    set: { attribute: false },
    refused: { attribute: false },
    level: { attribute: false },
    more: { state: true },
    unfolded: { state: true },
    invalid: { state: true },
  };

  declare card: FixCard;
  declare finding: string;
  /** It is the fix in use. */
  declare chosen: boolean;
  /** It is the first that can be used: what we would take. */
  declare suggested: boolean;
  /** What the person set of it. */
  declare set: Readonly<Record<string, string>> | undefined;
  /** Why it is chosen and yet not applied. */
  declare refused: string | undefined;
  /** Whether a person wants to see the rest; absent while it is as we think. */
  declare more: boolean | undefined;
  /** All of what changes on the way is shown. */
  declare unfolded: boolean;
  /** The field whose value fits nothing, and what it should be. */
  declare invalid: { readonly name: string; readonly why: string } | undefined;
  /** Level of its first heading, where that is not 2: see `ranked`. */
  declare level: number | undefined;

  static override styles = [
    controls,
    tags,
    css`
      :host {
        container-type: inline-size;
      }
      article {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        gap: 8px;
        padding: 10px 12px;
        border: 1px solid var(--line);
        border-radius: var(--radius);
        background: var(--panel);
      }
      article.chosen {
        border-color: var(--accent);
        box-shadow: inset 3px 0 0 var(--accent);
      }
      article.refused {
        background: none;
        border-style: dashed;
      }
      article.asking {
        border-color: var(--ask);
      }
      header {
        display: flex;
        flex-wrap: wrap;
        align-items: baseline;
        gap: 2px 8px;
      }
      h5 {
        margin: 0;
        flex: 1 1 200px;
        font-size: var(--size);
        font-weight: 600;
      }
      h5 .tag {
        margin: 0 2px;
        vertical-align: 1px;
      }
      .key {
        font-weight: 500;
      }
      .ceiling {
        white-space: nowrap;
        font-variant-numeric: tabular-nums;
        color: var(--good);
        font-weight: 600;
      }
      dl {
        display: grid;
        grid-template-columns: max-content minmax(0, 1fr);
        gap: 4px 12px;
        font-size: var(--small);
      }
      dt {
        color: var(--quiet);
      }
      dd,
      dd ul {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        gap: 3px;
      }
      dd button {
        justify-self: start;
        margin-top: 2px;
      }
      table {
        width: 100%;
        font-size: var(--small);
      }
      thead th:nth-child(1) {
        width: 31%;
      }
      thead th:nth-child(2) {
        width: 29%;
      }
      td,
      th {
        padding-right: 10px;
      }
      tr > :last-child {
        padding-right: 0;
      }
      tbody tr + tr > * {
        border-top: 1px solid var(--line);
      }
      details {
        font-size: var(--small);
      }
      summary {
        padding-block: 3px;
        color: var(--quiet);
      }
      [hidden] {
        display: none !important;
      }
      .fold {
        color: var(--quiet);
        font-size: var(--small);
        font-weight: 400;
        text-align: left;
        white-space: normal;
        padding-inline: 4px;
      }
      .fold .mark {
        display: inline-block;
      }
      .fold[aria-expanded="true"] .mark {
        rotate: 90deg;
      }
      .asks > button {
        justify-self: start;
      }
      .said {
        display: grid;
        gap: 4px;
        padding: 2px 0 4px 14px;
        max-width: 66ch;
        list-style: disc;
      }
      .asks {
        display: grid;
        gap: 8px;
        padding: 8px 10px;
        border-radius: var(--radius);
        background: var(--raised);
      }
      .ask {
        display: grid;
        grid-template-columns: minmax(90px, max-content) minmax(0, 1fr);
        align-items: center;
        gap: 2px 10px;
      }
      .ask > :not(label, input, select) {
        grid-column: 2;
      }
      .ask label {
        font-weight: 500;
      }
      .ask input[type="number"] {
        width: 92px;
      }
      .ask :is(input[type="text"], select) {
        width: 100%;
        max-width: 340px;
      }
      .note {
        color: var(--quiet);
        font-size: var(--small);
      }
      .invalid {
        color: var(--error);
        font-size: var(--small);
      }
      .why {
        max-width: 68ch;
      }
      .foot {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 8px;
      }
      .foot > :is(dl, .asks) {
        flex: 1 0 100%;
      }
      .act {
        margin-inline-start: auto;
      }
      @media (max-width: 899px) {
        button,
        .ask :is(input, select) {
          min-height: 36px;
        }
        summary {
          padding-block: 9px;
        }
      }
      @media (pointer: coarse) {
        button,
        .ask :is(input, select),
        summary {
          min-height: 44px;
        }
        h5 a {
          display: inline-grid;
          place-items: center;
          min-width: 44px;
          min-height: 44px;
        }
      }
      @media (forced-colors: active) {
        article.chosen {
          border: 2px solid Highlight;
        }
      }
      @container (max-width: 380px) {
        dl:not(.short) {
          grid-template-columns: minmax(0, 1fr);
          gap: 2px;
        }
        dd + dt {
          margin-top: 4px;
        }
        .ask {
          grid-template-columns: minmax(0, 1fr);
        }
        .ask > :not(label, input, select) {
          grid-column: 1;
        }
        thead th {
          width: auto;
        }
      }
    `,
  ];

  constructor() {
    super();
    this.chosen = false;
    this.suggested = false;
    this.unfolded = false;
  }

  override render(): TemplateResult {
    const { card, chosen } = this;
    const out = card.refused !== undefined;
    const asking = out && card.asks.length > 0;
    const kind = `${chosen ? "chosen" : ""} ${out ? "refused" : ""} ${asking ? "asking" : ""}`;
    const name = asking ? `${card.short}, needs a parameter first` : `${card.short}, not possible`;
    // One template for both: a field that is being set keeps the focus when its card turns.
    return html`<article class=${kind} aria-label=${out ? name : `Fix ${card.short}`}>
      <header>
        <h5 ${ranked(this.level)}>
          <a href=${`#fix/${card.id}`}>${card.short}</a>
          ${words(card.title)}
          ${this.suggested && !out ? html`<span class="tag better">suggested</span>` : nothing}
        </h5>
        ${
          card.ceilingWritesPerSecond === undefined
            ? nothing
            : html`<span class="ceiling" title="maximum writes/s of the result in the model"
                >up to ${most(card)} writes/s</span
              >`
        }
      </header>
      ${out ? this.#out(card.refused ?? "", asking) : this.#facts(card)}
      <div class="foot">
        ${out ? nothing : this.#fold(card)} ${out ? nothing : this.#rest(card)}
        ${card.asks.length > 0 ? this.#asks(card.asks, !out && !this.#open) : nothing}
        ${this.#act(out)}
      </div>
      ${
        this.chosen && !out && this.refused !== undefined
          ? html`<p class="quiet why" role="status">
              Chosen, but not applied beside the other fixes: ${words(this.refused)}.
            </p>`
          : nothing
      }
    </article>`;
  }

  #out(why: string, asking: boolean): TemplateResult {
    const tried = this.set !== undefined;
    const how = tried ? "as set" : asking ? "yet" : "here";
    return html`<p class="quiet why" role=${tried ? "status" : nothing}>
      Not possible ${how}: ${words(why)}.
    </p>`;
  }

  /** What fixes are compared by. */
  #facts(card: FixCard): TemplateResult {
    const { reads, resultingKey } = card;
    const key = html`<code class="key">${resultingKey}</code>`;
    return html`${resultingKey === "" ? nothing : html`<dl class="short">${this.#fact("Key", [key])}</dl>`}
      ${reads.length > 0 ? this.#reads(reads) : nothing}`;
  }

  /** What one reads of a fix before taking it. */
  #rest(card: FixCard): TemplateResult {
    const { bytes } = card;
    const grows =
      bytes &&
      html`${number(bytes.before)} → ${number(bytes.after)}${grown(bytes.after - bytes.before)}`;
    return html`<dl id="rest" ?hidden=${!this.#open}>
      ${this.#fact("Costs", card.costs.map(words))} ${this.#cascade(card.cascade)}
      ${this.#fact("Application", card.application.map(words))}
      ${grows ? this.#fact("Row size (bytes)", [grows]) : nothing}
    </dl>`;
  }

  /** The rest is shown: of the fix that is suggested, set or in use, unless one folds it. */
  get #open(): boolean {
    return this.more ?? (this.suggested || this.chosen || this.set !== undefined);
  }

  #fact(name: string, lines: readonly unknown[]): TemplateResult | typeof nothing {
    if (lines.length === 0) return nothing;
    return html`<dt>${name}</dt>
      <dd>${lines.map((line) => html`<div>${line}</div>`)}</dd>`;
  }

  /** Each way of reading that the fix changes, as it is and with it; the others in one line. */
  #reads(reads: readonly ReadCost[]): TemplateResult {
    const objects = byObject(reads);
    const one = objects.length === 1;
    const name = (read: ReadCost) =>
      html`${words(read.label)}${one ? nothing : html` <code class="quiet">${read.object}</code>`}`;
    const [other, same] = [
      objects.flatMap(({ reads }) => reads.filter((read) => !asBefore(read))),
      objects.flatMap(({ reads }) => reads.filter(asBefore)),
    ];
    const of = one ? html` of <code>${objects[0]?.object}</code>` : nothing;
    const scans = (read: ReadCost) =>
      read.after.words === read.label ? nothing : html` (${words(read.after.words)})`;
    const kept =
      same.length > SAME_SHOWN
        ? [count(same.length, "other read")]
        : same.map((read, at) => html`${at > 0 ? "; " : ""}${name(read)}${scans(read)}`);
    if (other.length === 0) return html`<p class="note">Reads${of} do not change.</p>`;
    return html`${this.#table(other, name, of)}
      ${same.length === 0 ? nothing : html`<p class="note">As now: ${kept}.</p>`}`;
  }

  #table(
    reads: readonly ReadCost[],
    name: (read: ReadCost) => TemplateResult,
    of: unknown,
  ): TemplateResult {
    return html`<table aria-label=${`What reads take with ${this.card.short}`}>
            <thead>
        <tr>
          <th scope="col">Reads${of}</th>
          <th scope="col">Now</th>
          <th scope="col">With ${this.card.short}</th>
        </tr>
      </thead>
      <tbody>
        ${reads.map((read) => {
          const fares = verdict(read);
          return html`<tr>
            <th scope="row">${name(read)}</th>
            <td>${words(read.before.words)}</td>
            <td>
              ${words(read.after.words)}
              ${fares === "same" ? nothing : html`<span class=${`tag ${fares}`}>${fares}</span>`}
            </td>
          </tr>`;
        })}
      </tbody>
    </table>`;
  }

  #cascade(cascade: readonly Change[]): TemplateResult | typeof nothing {
    if (cascade.length === 0) return nothing;
    const shown = this.unfolded ? cascade : cascade.slice(0, CASCADE_SHOWN);
    const more = cascade.length - CASCADE_SHOWN;
    return html`<dt>Also changes</dt>
      <dd>
        <ul>
          ${shown.map(
            (one) => html`<li>${one.kind} <code>${one.object}</code>: ${words(one.what)}</li>`,
          )}
        </ul>
        ${
          more > 0
            ? html`<button
                aria-expanded=${this.unfolded ? "true" : "false"}
                @click=${() => {
                  this.unfolded = !this.unfolded;
                }}
              >
                ${this.unfolded ? "Show fewer" : `Show ${more} more`}
              </button>`
            : nothing
        }
      </dd>`;
  }

  #asks(asks: readonly FixAsk[], hidden: boolean): TemplateResult {
    const { card, finding } = this;
    const back = html`<button
      @click=${() => {
        this.invalid = undefined;
        send(this, { do: "tune", finding, fix: card.id, set: undefined });
      }}
    >
      Back to what is suggested
    </button>`;
    const asking = card.refused !== undefined && this.set === undefined;
    return html`<div
      class="asks"
      role="group"
      aria-label=${`Choices of ${card.short}`}
      ?hidden=${hidden}
    >
      ${asks.map((ask) => this.#ask(ask))}
      ${
        this.set !== undefined
          ? back
          : asking
            ? html`<button @click=${() => this.#fill()}>Work it out</button>`
            : nothing
      }
    </div>`;
  }

  #ask(ask: FixAsk): TemplateResult {
    const id = `ask-${ask.name}`;
    const invalid = this.invalid?.name === ask.name ? this.invalid.why : undefined;
    const shards = ask.name === "shards";
    const folded = ask.notes.length > (shards ? 0 : NOTES_SHOWN);
    const said = [
      ...(invalid === undefined ? [] : [`${id}-invalid`]),
      ...(folded || ask.notes.length === 0 ? [] : [`${id}-notes`]),
    ];
    return html`<div class="ask">
      <label for=${id}>${words(ask.label)}</label>
      ${this.#field(ask, id, said.length > 0 ? said.join(" ") : nothing, invalid !== undefined)}
      ${
        invalid === undefined
          ? nothing
          : html`<p class="invalid" id=${`${id}-invalid`} role="alert">${invalid}</p>`
      }
      ${
        folded
          ? html`<details>
              <summary>${shards ? "How many? What the sources recommend" : "What to know"}</summary>
              <ul class="said">
                ${ask.notes.map((note) => html`<li>${words(note)}</li>`)}
              </ul>
            </details>`
          : ask.notes.length > 0
            ? html`<div class="note" id=${`${id}-notes`}>
                ${ask.notes.map((note) => html`<p>${words(note)}</p>`)}
              </div>`
            : nothing
      }
    </div>`;
  }

  #field(ask: FixAsk, id: string, said: string | typeof nothing, wrong: boolean): TemplateResult {
    const change = (event: Event) => this.#change(ask, event.target);
    if (ask.kind === "choice") {
      return html`<select id=${id} aria-describedby=${said} @change=${change}>
        ${ask.choices.map(
          (one) =>
            html`<option .value=${one.value} ?selected=${one.value === ask.value}>
              ${one.label}
            </option>`,
        )}
      </select>`;
    }
    if (ask.kind === "number") {
      return html`<input
        type="number"
        id=${id}
        required
        step="1"
        min=${ask.least ?? nothing}
        max=${ask.most ?? nothing}
        aria-describedby=${said}
        aria-invalid=${wrong ? "true" : nothing}
        .value=${ask.value}
        @change=${change}
      />`;
    }
    return html`<input
      type="text"
      id=${id}
      spellcheck="false"
      autocomplete="off"
      aria-describedby=${said}
      .value=${ask.value}
      @change=${change}
    />`;
  }

  #change(ask: FixAsk, field: EventTarget | null): void {
    if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) return;
    this.invalid = undefined;
    if (!field.checkValidity()) {
      const { least = 0, most } = ask;
      const within = most === undefined ? `from ${least} on` : `from ${least} to ${most}`;
      this.invalid = { name: ask.name, why: `Expected a whole number ${within}.` };
      return;
    }
    const { finding, card } = this;
    const value = field.value.trim();
    // What was set last may still be on its way.
    if (value === (this.set?.[ask.name] ?? ask.value)) return;
    send(this, { do: "tune", finding, fix: card.id, set: { [ask.name]: value } });
  }

  /** To the first field that is empty. One that was filled in has been told on leaving it. */
  #fill(): void {
    const fields = this.renderRoot.querySelectorAll<HTMLElement>(".ask :is(input, select)");
    const empty = this.card.asks.findIndex((ask) => ask.value === "");
    fields[Math.max(empty, 0)]?.focus();
  }

  #act(out: boolean): TemplateResult | typeof nothing {
    const { card, chosen, finding } = this;
    if (out && !chosen) return nothing;
    // One button, so that the focus stays on it.
    return html`<button
      class=${chosen ? "act" : "act main"}
      @click=${() =>
        send(this, chosen ? { do: "drop", finding } : { do: "choose", finding, fix: card.id })}
    >
      ${chosen ? "In use: remove" : "Use this fix"}
    </button>`;
  }

  #fold(card: FixCard): TemplateResult | typeof nothing {
    const rest = restOf(card);
    if (rest === "") return nothing;
    return html`<button
      class="plain fold"
      aria-expanded=${this.#open ? "true" : "false"}
      @click=${() => {
        this.more = !this.#open;
      }}
    >
      <span class="mark" aria-hidden="true">▸</span>
      ${rest}
    </button>`;
  }
}

/** Takes what it took, in number and in words. */
function asBefore(read: ReadCost): boolean {
  return verdict(read) === "same" && read.before.words === read.after.words;
}

/** What is folded, in numbers: `3 costs, 1 other change`. */
function restOf(card: FixCard): string {
  const parts = [
    [card.costs.length, "cost", "costs"],
    [card.cascade.length, "other change", "other changes"],
    [card.application.length, "change of the application", "changes of the application"],
    [card.asks.length, "choice", "choices"],
  ] as const;
  return parts
    .filter(([of]) => of > 0)
    .map(([of, one, many]) => count(of, one, many))
    .join(", ");
}

/** By how much: ` (+8)`. */
function grown(by: number): string {
  if (by === 0) return ", the same";
  return ` (${by > 0 ? "+" : "−"}${number(Math.abs(by))})`;
}

customElements.define("hotsplit-fix-card", FixCardElement);
