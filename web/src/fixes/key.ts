/**
 * `<hotsplit-key>`: one finding: why it is there, on what evidence, and the fixes as a table of
 * options of which one is shown.
 */
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import type {
  Analysis,
  Chosen,
  Finding,
  FixAsk,
  FixCard,
  HotKey,
  Rewrite,
} from "../../../pkg/hotsplit.js";
import { send } from "../state/actions.js";
import { ACCEPT, type Tuned } from "../state/state.js";
import { ruleLink } from "../ui/asides.js";
import { icon } from "../ui/icons.js";
import { drawReason, findReason, readReason } from "../ui/reason.js";
import { realRate } from "../ui/room.js";
import { controls } from "../ui/style/controls.js";
import { againstLimit, count, number, rounded, shown, withoutCode, words } from "../ui/words.js";
import { keyStyle } from "./key-style.js";
import {
  asksOf,
  isAsNow,
  numbersOf,
  optionsOf,
  type ReadCell,
  type ReadColumn,
  readCell,
  readColumns,
} from "./options.js";
import "../ui/menu.js";

class KeyElement extends LitElement {
  static override properties = {
    finding: { attribute: false },
    hotKey: { attribute: false },
    cards: { attribute: false },
    shown: { attribute: false },
    chosen: { attribute: false },
    tuned: { attribute: false },
    analysis: { attribute: false },
    rewrite: { attribute: false },
    copied: { attribute: false },
    several: { type: Boolean },
    fixed: { type: Boolean },
    picked: { state: true },
    unfolded: { state: true },
    reasonless: { state: true },
    invalid: { state: true },
  };

  declare finding: Finding;
  /** What is known of its load; absent for a finding that is not about load. */
  declare hotKey: HotKey | undefined;
  /** The fixes there are; absent until they are worked out. */
  declare cards: readonly FixCard[] | undefined;
  /** Fixes that the second run shows. */
  declare shown: readonly Chosen[];
  declare chosen: readonly Chosen[];
  /** Parameters that the person set. */
  declare tuned: Tuned;
  declare analysis: Analysis | undefined;
  declare rewrite: Rewrite | undefined;
  /** What was copied last. */
  declare copied: string | undefined;
  /** There is a list of hot keys to go back to. */
  declare several: boolean;
  /** The schema cannot be changed. */
  declare fixed: boolean;
  /** An option that is selected and cannot be shown yet: it asks for something first. */
  declare picked: string | undefined;
  /** What the selected option costs is shown. */
  declare unfolded: boolean;
  /** A reason was asked for and none was given. */
  declare reasonless: boolean;
  /** The parameter whose value does not fit, and what it should be. */
  declare invalid: { readonly name: string; readonly why: string } | undefined;

  /** Options that asked for something first: what is filled in moves none from its place. */
  readonly #asked = new Set<string>();

  static override styles = [controls, keyStyle];

  constructor() {
    super();
    this.shown = [];
    this.chosen = [];
    this.tuned = new Map();
    this.several = false;
    this.fixed = false;
    this.unfolded = false;
    this.reasonless = false;
  }

  override willUpdate(changed: PropertyValues<this>): void {
    this.#settle(changed);
    const before = changed.get("finding");
    if (!before || before.key === this.finding.key) return;
    this.picked = undefined;
    this.unfolded = false;
    this.invalid = undefined;
    this.#asked.clear();
  }

  /** What was picked is no longer apart once it is shown, or once the choice is taken back. */
  #settle(changed: PropertyValues<this>): void {
    const { picked } = this;
    if (picked === undefined || picked === ACCEPT) return;
    const has = (all: readonly Chosen[] = []) =>
      all.some(({ finding, fix }) => finding === this.finding.key && fix === picked);
    const dropped = has(changed.get("chosen")) && !has(this.chosen);
    if (has(this.shown) || dropped) this.picked = undefined;
  }

  override updated(changed: PropertyValues<this>): void {
    // What was missing is there now, so the option can be shown.
    const { picked, cards } = this;
    if (!changed.has("cards") || picked === undefined || picked === ACCEPT) return;
    const card = cards?.find(({ id }) => id === picked);
    if (card && card.refused === undefined) this.#choose(card.id);
  }

  override firstUpdated(): void {
    this.renderRoot.querySelector<HTMLElement>("h2")?.focus({ preventScroll: true });
  }

  override render(): TemplateResult {
    const { finding } = this;
    const about = this.analysis?.objects.find(({ name }) => name === finding.object);
    const kind = about && `${about.kind}${about.of ? ` of ${about.of}` : ""}, key ${about.key}`;
    return html`<section aria-label=${withoutCode(finding.title)}>
      <button class="plain back" @click=${() => this.#leave()}>
        ${icon("chevronLeft")} ${this.several ? "All hot keys" : "Overview"}
      </button>
      <h2 tabindex="-1">
        <code>${shown(finding.object)}</code>
        ${kind ? html`<span class="quiet"><bdi>${shown(kind).slice(0, 200)}</bdi></span>` : nothing}
      </h2>
      <p class="what">${words(finding.title)}.</p>
      <p class="why">${words(finding.why)}</p>
      ${this.#evidence()}
      ${finding.harmless === undefined ? nothing : html`<p class="quiet">${words(finding.harmless)}</p>`}
      ${this.#room()} ${this.#options()}
      <div class="folds">${this.#changes()} ${this.#refused()} ${this.#live()}</div>
    </section>`;
  }

  #leave(): void {
    send(this, { do: "open", finding: undefined });
  }

  /** Why it is believed, each with its line, and the page of the rule. */
  #evidence(): TemplateResult {
    const { evidence, rule, range } = this.finding;
    const link = (what: string, at: Finding["range"]) => html`<button
      class="link"
      @click=${() => send(this, { do: "show", tab: "yours", range: at })}
    >
      ${words(what)}${what === "" ? "" : ", "}line ${at.line}</button
    >`;
    return html`<p class="evidence">
      <span class="quiet">Evidence:</span>
      ${evidence.length === 0 ? link("", range) : evidence.map((one) => link(one.what, one.range))}
      <span class="quiet">Rule:</span> ${ruleLink(rule)}
    </p>`;
  }

  /** The fixes, one row each. */
  #options(): TemplateResult {
    const { cards, finding } = this;
    if (!cards) return html`<p class="quiet" role="status">Computing the options…</p>`;
    const { possible, asking } = optionsOf(cards, (card) => this.#isTuned(card));
    for (const { id } of asking) this.#asked.add(id);
    const last = ({ id }: FixCard) => this.#asked.has(id);
    const rows = [...possible.filter((one) => !last(one)), ...cards.filter(last)];
    const columns = readColumns(possible, finding.object);
    const keeps = !this.fixed && cards.some(({ id }) => id === ACCEPT);
    // A form of its own: Chromium keeps the radio buttons of a shadow root as long as the root is there.
    return html`<form novalidate @submit=${(event: SubmitEvent) => this.#accept(event)}>
        <table>
          <caption class="unseen">
            Options for ${withoutCode(finding.object)}
          </caption>
          <thead>
            <tr>
              <th scope="col">Options</th>
              <th scope="col" class="n">writes up to</th>
              ${columns.map(
                ({ label, now }) =>
                  html`<th scope="col" class="read">${words(label)} <small>now ${now}</small></th>`,
              )}
              <th scope="col" class="n app">app changes</th>
            </tr>
          </thead>
          <tbody>
            ${repeat(
              rows,
              ({ id }) => id,
              (card) => this.#option(card, columns),
            )}
            ${keeps ? this.#keep(columns.length + 3) : nothing}
          </tbody>
        </table>
      </form>
      ${
        rows.length === 0
          ? html`<p class="quiet">
              ${cards.length === 0 ? "No fix is known for this." : "No fix fits this schema."}
              ${words(finding.help)}.
            </p>`
          : nothing
      }
      ${this.#refusal()}`;
  }

  /** Options that do not fit, with the reasons. */
  #refused(): TemplateResult | typeof nothing {
    const { refused } = optionsOf(this.cards ?? [], (card) => this.#isTuned(card));
    if (refused.length === 0) return nothing;
    return html`<details>
      <summary>
        ${refused.length} more that ${refused.length === 1 ? "does" : "do"} not fit
      </summary>
      <ul class="refused">
        ${refused.map(
          (card) => html`<li>
            <b>${words(card.title)}</b> <a href=${`#fix/${card.id}`}>${card.short}</a>:
            ${words(card.refused ?? "")}.
          </li>`,
        )}
      </ul>
    </details>`;
  }

  /** The option that is selected. */
  get #selected(): string | undefined {
    const fix = this.shown.find((one) => one.finding === this.finding.key)?.fix;
    // A choice may name a fix by its short form.
    return (
      this.picked ?? this.cards?.find(({ id, short }) => id === fix || short === fix)?.id ?? fix
    );
  }

  /** Whether the person set a parameter of an option: it stays in its place whatever comes of it. */
  #isTuned({ id }: FixCard): boolean {
    return this.tuned.get(this.finding.key)?.[id] !== undefined;
  }

  #option(card: FixCard, columns: readonly ReadColumn[]): TemplateResult {
    const { finding } = this;
    const selected = card.id === this.#selected;
    const cells = columns.map((column) => readCell(card, finding.object, column));
    const out = card.refused !== undefined;
    return html`<tr class=${selected ? "selected" : ""}>
        <th scope="row">
          <div class="option">
            <label>
              <input
                type="radio"
                name="fix"
                .checked=${selected}
                ?disabled=${this.fixed}
                @change=${() => (out ? this.#pick(card.id) : this.#choose(card.id))}
              />
              <span>
                ${words(card.title)}
                ${
                  card.resultingKey === ""
                    ? nothing
                    : html`<code class="quiet">${shown(card.resultingKey)}</code>`
                }
              </span>
            </label>
            ${this.#shards(card)}
          </div>
        </th>
        <td class="n">${this.#most(card)}</td>
        ${cells.map((cell) => html`<td class="read">${cell ? cellOf(cell) : nothing}</td>`)}
        <td class="n app">${this.#application(card)}</td>
      </tr>
      ${selected ? this.#under(card, columns, cells) : nothing}`;
  }

  #most({ ceilingWritesPerSecond: most, ceilingBetween: ends }: FixCard): TemplateResult | string {
    if (most === undefined) return "";
    const between = ends && `${number(ends.low)} to ${number(ends.high)} writes/s`;
    return html`<span title=${between ?? nothing}>${number(most)} /s</span>`;
  }

  /** How many things the application has to change; opens the list of them. */
  #application(card: FixCard): TemplateResult | typeof nothing {
    const { length } = card.application;
    if (card.refused !== undefined) return nothing;
    if (length === 0) return html`none`;
    return html`<button
      class="link"
      type="button"
      aria-label=${count(length, "application change", "application changes")}
      @click=${() => void this.#openChanges(card.id)}
    >
      ${length}
    </button>`;
  }

  /** Shows an option with what it costs, and goes there. */
  async #openChanges(id: string): Promise<void> {
    if (id !== this.#selected) this.#choose(id);
    this.unfolded = true;
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>(".told summary")?.focus();
  }

  /** The number of shards, chosen in the row itself. */
  #shards(card: FixCard): TemplateResult | typeof nothing {
    const ask = card.asks.find(({ name }) => name === "shards");
    if (!ask || this.fixed) return nothing;
    return html`<hotsplit-menu
      .label=${count(Number(ask.value), "shard")}
      .name=${`Shards of ${card.short}`}
      .items=${numbersOf(ask).map((one) => ({
        label: String(one),
        checked: String(one) === ask.value,
        act: () => this.#tune(card, "shards", String(one)),
      }))}
    ></hotsplit-menu>`;
  }

  /** What belongs to the selected option alone: its parameters and, on a phone, what reads cost. */
  #under(
    card: FixCard,
    columns: readonly ReadColumn[],
    cells: readonly (ReadCell | undefined)[],
  ): TemplateResult | typeof nothing {
    const asks = asksOf(card).filter(({ name }) => name !== "shards");
    const why = card.refused;
    return html`<tr class="under">
      <td colspan=${columns.length + 3}>
        ${
          columns.length === 0
            ? nothing
            : html`<ul class="reads">
                ${columns.map(({ label }, at) => {
                  const cell = cells[at];
                  return cell ? html`<li>${words(label)}: ${cellOf(cell)}</li>` : nothing;
                })}
              </ul>`
        }
        ${why === undefined ? nothing : html`<p class="quiet" role="status">Not possible ${this.#isTuned(card) ? "as set" : "yet"}: ${words(why)}.</p>`}
        ${asks.length === 0 || this.fixed ? nothing : html`<div class="asks" role="group" aria-label=${`Parameters of ${card.short}`}>${asks.map((ask) => this.#ask(card, ask))}</div>`}
      </td>
    </tr>`;
  }

  #ask(card: FixCard, ask: FixAsk): TemplateResult {
    const id = `ask-${ask.name}`;
    const invalid = this.invalid?.name === ask.name ? this.invalid.why : undefined;
    const label = ask.choices.find(({ value }) => value === ask.value)?.label ?? ask.value;
    if (ask.kind === "choice") {
      return html`<div class="ask">
        <span>${words(ask.label)}</span>
        <hotsplit-menu
          .label=${label || "choose"}
          .name=${withoutCode(ask.label)}
          .items=${ask.choices.map((one) => ({
            label: one.label,
            checked: one.value === ask.value,
            act: () => this.#tune(card, ask.name, one.value),
          }))}
        ></hotsplit-menu>
      </div>`;
    }
    return html`<div class="ask">
      <label for=${id}>${words(ask.label)}</label>
      <input
        type=${ask.kind === "number" ? "number" : "text"}
        id=${id}
        required
        step="1"
        spellcheck="false"
        autocomplete="off"
        min=${ask.least ?? nothing}
        max=${ask.most ?? nothing}
        aria-invalid=${invalid === undefined ? nothing : "true"}
        aria-describedby=${invalid === undefined ? nothing : `${id}-invalid`}
        .value=${ask.value}
        @change=${(event: Event) => this.#set(card, ask, event.target)}
        @keydown=${(event: KeyboardEvent) => {
          if (event.key !== "Enter") return;
          // The form is for the reason.
          event.preventDefault();
          this.#set(card, ask, event.target);
        }}
      />
      ${
        invalid === undefined
          ? nothing
          : html`<p class="invalid" id=${`${id}-invalid`} role="alert">${invalid}</p>`
      }
    </div>`;
  }

  #set(card: FixCard, ask: FixAsk, field: EventTarget | null): void {
    if (!(field instanceof HTMLInputElement)) return;
    this.invalid = undefined;
    if (field.value.trim() !== "" && !field.checkValidity()) {
      const { least = 0, most } = ask;
      const within = most === undefined ? `from ${least} on` : `from ${least} to ${most}`;
      this.invalid = { name: ask.name, why: `Expected a whole number ${within}.` };
      return;
    }
    const value = field.value.trim();
    const set = this.tuned.get(this.finding.key)?.[card.id];
    if (value !== (set?.[ask.name] ?? ask.value)) this.#tune(card, ask.name, value);
  }

  /** Sets a parameter of an option, which is then shown. */
  #tune(card: FixCard, name: string, value: string): void {
    const { key } = this.finding;
    if (card.refused === undefined) this.#choose(card.id);
    else this.#pick(card.id);
    send(this, { do: "tune", finding: key, fix: card.id, set: { [name]: value } });
  }

  #choose(fix: string): void {
    this.invalid = undefined;
    const { key } = this.finding;
    // It is marked at once, and shown when the run is there.
    const isShown = this.shown.some((one) => one.finding === key && one.fix === fix);
    this.picked = isShown ? undefined : fix;
    if (this.chosen.some((one) => one.finding === key && one.fix === fix))
      send(this, { do: "pick", finding: undefined });
    else send(this, { do: "choose", finding: key, fix });
  }

  #pick(fix: string): void {
    this.picked = fix;
    this.reasonless = false;
    send(this, { do: "pick", finding: this.finding.key });
  }

  /** To leave it as it is, with a reason that is written into the schema. */
  #keep(span: number): TemplateResult {
    const keeping = this.picked === ACCEPT;
    return html`<tr class=${keeping ? "selected" : ""}>
        <th scope="row" colspan=${span}>
          <label>
            <input
              type="radio"
              name="fix"
              .checked=${keeping}
              @change=${() => this.#pick(ACCEPT)}
            />
            <span>Keep it: accept the risk…</span>
          </label>
        </th>
      </tr>
      ${
        keeping
          ? html`<tr class="under">
              <td colspan=${span}>
                <div class="reason">
                  ${drawReason({
                    isMissing: this.reasonless,
                    isQuiet: true,
                    cancel: () => {
                      this.picked = undefined;
                      send(this, { do: "pick", finding: undefined });
                    },
                  })}
                </div>
              </td>
            </tr>`
          : nothing
      }`;
  }

  #accept(event: SubmitEvent): void {
    event.preventDefault();
    if (!findReason(this.renderRoot)) return;
    const reason = readReason(this.renderRoot);
    this.reasonless = reason === "";
    if (this.reasonless) return;
    this.picked = undefined;
    const { key } = this.finding;
    if (this.chosen.some((one) => one.finding === key)) send(this, { do: "drop", finding: key });
    send(this, { do: "accept", finding: key, reason });
    this.#leave();
  }

  /** Why the selected option is not applied beside the others. */
  #refusal(): TemplateResult | typeof nothing {
    const { finding, rewrite } = this;
    const why = rewrite?.refused.find(
      (one) => one.finding === finding.key && one.fix === this.#selected,
    )?.why;
    if (why === undefined) return nothing;
    return html`<p class="invalid" role="status">
      Not applied with the other fixes: ${words(why)}.
    </p>`;
  }

  /** What one reads of the selected option before taking it. */
  #changes(): TemplateResult | typeof nothing {
    const card = this.cards?.find(({ id }) => id === this.#selected);
    if (!card || card.refused !== undefined || card.id === ACCEPT) return nothing;
    const { costs, cascade, application, reads, bytes } = card;
    const facts = (name: string, lines: readonly unknown[]) =>
      lines.length === 0
        ? nothing
        : html`<dt>${name}</dt>
            <dd>${lines.map((line) => html`<p>${line}</p>`)}</dd>`;
    const changed = reads.filter((one) => !isAsNow(one));
    const by = (bytes?.after ?? 0) - (bytes?.before ?? 0);
    const grown = by === 0 ? ", the same" : ` (${by > 0 ? "+" : "−"}${number(Math.abs(by))})`;
    return html`<details
      class="told"
      .open=${this.unfolded}
      @toggle=${({ currentTarget }: Event) => {
        if (currentTarget instanceof HTMLDetailsElement) this.unfolded = currentTarget.open;
      }}
    >
      <summary>${summaryOf(card)}</summary>
      <dl>
        ${facts("It costs", costs.map(words))}
        ${facts("The application must", application.map(words))}
        ${facts(
          "Also changes",
          cascade.map(
            (one) => html`${one.kind} <code>${shown(one.object)}</code>: ${words(one.what)}`,
          ),
        )}
        ${facts(
          "Reads",
          changed.map(
            (one) =>
              html`${words(one.label)} of <code>${shown(one.object)}</code>: ${words(one.before.words)}
                → ${words(one.after.words)}`,
          ),
        )}
        ${facts("Row size (bytes)", bytes ? [`${number(bytes.before)} → ${number(bytes.after)}${grown}`] : [])}
        ${facts(
          "To know",
          asksOf(card).flatMap(({ notes }) => notes.map(words)),
        )}
      </dl>
      <p><a href=${`#fix/${card.id}`}>About this fix (${card.short})</a></p>
    </details>`;
  }

  /** How far it is from full, and the rate that this rests on, to be stated. */
  #room(): TemplateResult | typeof nothing {
    const { hotKey, finding, fixed } = this;
    if (!hotKey) return nothing;
    const { load, hotFromPerSecond: from, writesPerSecond: now, rateStated, object } = hotKey;
    const stated = rateStated || finding.rateStated === true;
    const rates = stated || fixed ? nothing : realRate(this, { object });
    return html`<div class="room">
      <p>
        ${from === undefined ? nothing : html`Hot from ${rounded(from)} rows/s.`} Now
        ${rounded(now)} rows/s${stated ? "" : " (assumed)"}: ${againstLimit(load)}.
      </p>
      ${rates}
    </div>`;
  }

  /** How to see it on a database that runs. */
  #live(): TemplateResult | typeof nothing {
    const { query, reason, key } = this.finding;
    if (query === undefined) return nothing;
    const id = `query ${key}`;
    return html`<details>
      <summary>
        Check your live database${reason === undefined ? "" : html` (Spanner reports <code>${reason}</code>)`}
      </summary>
      <div class="query">
        <pre tabindex="0" role="group" aria-label="Query for production">${query}</pre>
        <button @click=${() => send(this, { do: "copy", id, text: query })}>
          ${this.copied === id ? "Copied" : "Copy query"}
        </button>
      </div>
    </details>`;
  }
}

/** What a read takes with an option; worse and better are said in words, too. */
function cellOf({ words: said, fares }: ReadCell): TemplateResult {
  if (fares === "same")
    return html`<span class=${said === "unchanged" ? "quiet" : ""}>${said}</span>`;
  return html`${said} <small class=${fares}>${fares}</small>`;
}

/** What is folded, in numbers: `3 costs, 4 changes to the application`. */
function summaryOf({ costs, cascade, application }: FixCard): string {
  const parts = [
    ...(costs.length > 0 ? [count(costs.length, "cost")] : []),
    ...(application.length > 0
      ? [count(application.length, "change to the application", "changes to the application")]
      : []),
    ...(cascade.length > 0 ? [count(cascade.length, "other change")] : []),
  ];
  return parts.length > 0 ? parts.join(", ") : "Details";
}

customElements.define("hotsplit-key", KeyElement);
