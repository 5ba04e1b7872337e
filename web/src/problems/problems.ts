/** `<hotsplit-problems>`: what was found, object by object, and the fixes as cards. */
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { guard } from "lit/directives/guard.js";
import { repeat } from "lit/directives/repeat.js";
import type {
  Analysis,
  Chosen,
  Finding,
  FixCard,
  Rewrite,
  SchemaObject,
  Severity,
} from "../../../pkg/hotsplit.js";
import { send } from "../state/actions.js";
import { ACCEPT, type Caret, type Tuned } from "../state/state.js";
import { acceptedOf, questionBox, remarks, ruleLink } from "../ui/asides.js";
import { aboutOf, counted, type Group, grouped, harmlessOf, SEVERITY_WORDS } from "../ui/order.js";
import { ranked } from "../ui/ranked.js";
import { drawReason, findReason, readReason } from "../ui/reason.js";
import { roomOf } from "../ui/room.js";
import { controls } from "../ui/style/controls.js";
import { pills } from "../ui/style/pills.js";
import { windowed } from "../ui/windowed.js";
import { againstLimit, count, rounded, shown, withoutCode, words } from "../ui/words.js";
import {
  type Filter,
  type Filtered,
  filtered,
  type Listed,
  narrows,
  OPEN,
  type Standing,
} from "./filter.js";
import { problems } from "./style.js";
import "../ui/menu.js";

/** Where a card stands in the list. */
type Place = "possible" | "asking" | "out";

/** Tables and indexes shown at once in a page of others. Ours: more is more than one reads there. */
const GROUPS_SHOWN = 40;

/** Problems from which on a list is narrowed by more than a word. Ours: fewer fit in sight. */
const MANY = 4;

/** Objects up to which they are listed to choose from. Ours: more are found by searching. */
const NAMES_LISTED = 200;

/** An empty list. */
const NOTHING: Listed = { groups: [], harmless: [], accepted: [] };

/** Facts from this confidence on give a warning: as in the engine's `severity.rs`. */
const LIKELY = 0.5;

/** What the list can be narrowed to. */
const STANDINGS: readonly (readonly [Standing, string])[] = [
  ["any", "All"],
  ["open", "Open"],
  ["question", "Questions"],
  ["harmless", "Low load"],
  ["accepted", "Accepted"],
];

export class ProblemsElement extends LitElement {
  static override properties = {
    analysis: { attribute: false },
    open: { attribute: false },
    cards: { attribute: false },
    chosen: { attribute: false },
    rewrite: { attribute: false },
    tuned: { attribute: false },
    caret: { attribute: false },
    copied: { attribute: false },
    held: { attribute: false },
    fixed: { type: Boolean },
    compact: { type: Boolean },
    index: { type: Boolean },
    level: { attribute: false },
    accepting: { state: true },
    reasonless: { state: true },
    refusedOf: { state: true },
    filter: { state: true },
    most: { state: true },
  };

  declare analysis: Analysis | undefined;
  declare open: string | undefined;
  declare cards: ReadonlyMap<string, readonly FixCard[]>;
  declare chosen: readonly Chosen[];
  declare rewrite: Rewrite | undefined;
  declare tuned: Tuned;
  /** Where the person is in the text. */
  declare caret: Caret | undefined;
  /** What was copied last. */
  declare copied: string | undefined;
  /** The text as it stands was not read. */
  declare held: boolean;
  /** The text is only to be read: nothing is offered that would change it. */
  declare fixed: boolean;
  /**
   * It stands in a page of others, and not alone: keys and landmarks there are theirs, and a short
   * list is not searched.
   */
  declare compact: boolean;
  /** A problem has a page of its own, and does not unfold in the list. */
  declare index: boolean;
  /** Level of its first heading, where that is not 2: see `ranked`. */
  declare level: number | undefined;
  /** The finding whose reason is being typed. */
  declare accepting: string | undefined;
  /** A reason was asked for and none was given. */
  declare reasonless: boolean;
  /** What the list is narrowed to. */
  declare filter: Filter;
  /** Objects shown at most in a page of others. */
  declare most: number;
  /** The finding whose fixes that cannot be used are shown too. */
  declare refusedOf: string | undefined;
  /** Fixes that asked for something first: what is filled in moves no card from its place. */
  readonly #asked = new Set<string>();
  readonly #about = new Map<string, SchemaObject | undefined>();
  #listed: Listed = NOTHING;
  /** Names of all that has a problem, open, harmless or accepted. */
  #names: readonly string[] = [];
  #filtered: Filtered = { ...NOTHING, shown: 0, of: 0 };
  /** Number of the item that had the focus before something was drawn anew. */
  #focused: number | undefined;

  static override styles = [controls, pills, problems];

  constructor() {
    super();
    this.cards = new Map();
    this.chosen = [];
    this.tuned = new Map();
    this.held = false;
    this.fixed = false;
    this.compact = false;
    this.index = false;
    this.reasonless = false;
    this.filter = OPEN;
    this.most = GROUPS_SHOWN;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener("keydown", this.#slash);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener("keydown", this.#slash);
  }

  override render(): TemplateResult {
    const { analysis, held } = this;
    const unread = analysis
      ? "Couldn't parse your latest edit; showing the previous findings."
      : "The schema was not analysed.";
    return html`
      ${this.#bar(analysis)}
      ${held ? html`<p class="calm">${unread}</p>` : nothing}
      ${
        analysis
          ? html`<div @keydown=${this.#arrows}>${this.#body(analysis)}</div>`
          : held
            ? nothing
            : html`<p class="calm">Analysing the schema…</p>`
      }
    `;
  }

  override willUpdate(changed: PropertyValues<this>): void {
    const { analysis } = this;
    this.#focused = this.#itemOf(this.shadowRoot?.activeElement);
    if (changed.has("analysis")) {
      // Another text asks for other things.
      this.#asked.clear();
      this.#about.clear();
      this.#listed = analysis
        ? {
            groups: grouped(analysis),
            harmless: harmlessOf(analysis),
            accepted: analysis.accepted,
          }
        : NOTHING;
      const { object } = this.filter;
      const { groups, harmless, accepted } = this.#listed;
      const all = [...groups, ...harmless, ...accepted];
      this.#names = [...new Set(all.map((one) => one.object))];
      if (object !== "" && !this.#names.includes(object))
        this.filter = { ...this.filter, object: "" };
    }
    this.#filtered = filtered(this.#listed, this.filter);
    if (changed.has("open") && this.open !== undefined && !this.#has(this.open)) {
      // What is gone to has to be there.
      this.filter = OPEN;
      this.#filtered = filtered(this.#listed, OPEN);
    }
  }

  override updated(changed: PropertyValues<this>): void {
    const before = changed.get("caret");
    if (changed.has("open") && this.open !== undefined) {
      // Opened from elsewhere it may be out of sight.
      this.#scrollTo('.row[aria-expanded="true"], .ask-box.open');
    } else if (changed.has("caret") && before?.object !== this.caret?.object) {
      if (!this.shadowRoot?.activeElement) this.#scrollTo("section.here");
    }
    // An answered question goes, and the focus with it: the next one takes it.
    if (this.#focused === undefined || this.shadowRoot?.activeElement) return;
    const items = this.#items();
    items[Math.min(this.#focused, items.length - 1)]?.focus();
  }

  #scrollTo(what: string): void {
    this.renderRoot.querySelector(what)?.scrollIntoView({ block: "nearest" });
  }

  /** Says whether the list shows a problem or question. */
  #has(key: string): boolean {
    const { groups, harmless } = this.#filtered;
    const grouped = groups.flatMap(({ findings, questions }) => [...findings, ...questions]);
    return [...grouped, ...harmless].some((one) => one.key === key);
  }

  /** What the arrows walk over: problems, questions, what is harmless, and what is accepted. */
  #items(): HTMLElement[] {
    return [...this.renderRoot.querySelectorAll<HTMLElement>("[data-item]")];
  }

  /** The number of the item that something belongs to. */
  #itemOf(element: Element | null | undefined): number | undefined {
    const box = element?.closest("li, .ask-box");
    if (!box) return undefined;
    const at = this.#items().findIndex((one) => box.contains(one));
    return at < 0 ? undefined : at;
  }

  /** Up and down among problems, to the first and the last. */
  #arrows(event: KeyboardEvent): void {
    const { target, key } = event;
    if (!(target instanceof HTMLElement) || target.dataset.item === undefined) return;
    const items = this.#items();
    const at = items.indexOf(target);
    const to = new Map([
      ["ArrowDown", at + 1],
      ["ArrowUp", at - 1],
      ["Home", 0],
      ["End", items.length - 1],
    ]).get(key);
    if (to === undefined) return;
    event.preventDefault();
    if (to < 0) this.renderRoot.querySelector<HTMLElement>("#search")?.focus();
    else items[to]?.focus();
  }

  /** `/` goes to the search box from wherever nothing is typed. */
  readonly #slash = (event: KeyboardEvent): void => {
    if (event.key !== "/" || event.defaultPrevented || this.compact) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const elsewhere =
      'input, select, textarea, dialog, [contenteditable="true"], [role="application"]';
    const path = event.composedPath();
    if (path.some((one) => one instanceof Element && one.matches(elsewhere))) return;
    event.preventDefault();
    send(this, { do: "part", part: "problems" });
    // The part may have to be shown first.
    requestAnimationFrame(() => this.renderRoot.querySelector<HTMLElement>("#search")?.focus());
  };

  #narrow(part: Partial<Filter>): void {
    this.filter = { ...this.filter, ...part };
    this.most = GROUPS_SHOWN;
  }

  /** Counts, which narrow the list, and the ways to narrow it further. */
  #bar(analysis: Analysis | undefined): TemplateResult {
    const { filter } = this;
    const { shown: some, of } = this.#filtered;
    const errors = analysis?.syntaxErrors.length ?? 0;
    const counts = counted(analysis?.findings ?? []).filter((one) => one.severity !== "ask");
    const asks =
      (analysis?.questions.length ?? 0) +
      (analysis?.findings.filter((one) => one.severity === "ask").length ?? 0);
    const pill = (severity: Severity, text: string) => html`<button
      class=${`pill ${severity}`}
      aria-pressed=${filter.severities.has(severity) ? "true" : "false"}
      title="Show only these"
      @click=${() => {
        const severities = new Set(filter.severities);
        if (!severities.delete(severity)) severities.add(severity);
        this.#narrow({ severities });
      }}
    >
      ${text}
    </button>`;
    const least = this.compact ? MANY : 1;
    const shown = narrows(filter) ? `${some} of ${of} shown` : "";
    const said = shown || (analysis ? this.#counts(analysis) : "");
    return html`<div class="bar">
      <h2 ${ranked(this.level)}>Problems</h2>
      ${
        errors > 0
          ? html`<span class="pill error">${count(errors, "syntax error")}</span>`
          : nothing
      }
      ${counts.map((one) => pill(one.severity, count(one.count, SEVERITY_WORDS[one.severity])))}
      ${asks > 0 ? pill("ask", count(asks, "question")) : nothing}
      ${of < least && !narrows(filter) ? nothing : this.#ways(of >= MANY)}
      ${
        narrows(filter)
          ? html`<span class="shown">${shown}</span>
              <button class="plain" @click=${() => this.#narrow(OPEN)}>Show all</button>`
          : nothing
      }
      <p class="unseen" role="status">${said}</p>
    </div>`;
  }

  #counts({ findings, questions }: Analysis): string {
    const harmless = findings.filter((one) => one.harmless !== undefined).length;
    const shown = `${count(findings.length - harmless, "problem")}, ${count(questions.length, "question")}`;
    return harmless > 0 ? `${shown}, ${harmless} at low load` : shown;
  }

  /** The search box, and where there are many the choices of state and object. */
  #ways(many: boolean): TemplateResult {
    const whole = many || narrows(this.filter);
    return html`<div class=${whole ? "narrow whole" : "narrow"}>
      ${this.#search()} ${whole ? this.#selects() : nothing}
    </div>`;
  }

  #search(): TemplateResult {
    const keys = (event: KeyboardEvent) => {
      if (event.key === "Escape" && this.filter.query !== "") this.#narrow({ query: "" });
      else if (event.key === "ArrowDown") this.#items()[0]?.focus();
      else return;
      event.preventDefault();
    };
    return html`<input
      type="search"
      id="search"
      aria-label="Search problems"
      placeholder="Search ( / )"
      autocomplete="off"
      spellcheck="false"
      .value=${this.filter.query}
      @input=${(event: Event) => {
        if (event.target instanceof HTMLInputElement) this.#narrow({ query: event.target.value });
      }}
      @keydown=${keys}
    />`;
  }

  #selects(): TemplateResult {
    const { standing, object } = this.filter;
    const names = this.#names;
    return html`<hotsplit-menu
        .name=${"State"}
        .label=${STANDINGS.find(([one]) => one === standing)?.[1] ?? ""}
        .items=${STANDINGS.map(([value, label]) => ({
          label,
          checked: value === standing,
          act: () => this.#narrow({ standing: value }),
        }))}
      ></hotsplit-menu>
      ${
        names.length > 1 && names.length <= NAMES_LISTED
          ? html`<hotsplit-menu
              .name=${"Object"}
              .label=${object === "" ? "Any object" : shortened(shown(object))}
              .items=${guard([names, object], () =>
                ["", ...names].map((one) => ({
                  label: one === "" ? "Any object" : shortened(shown(one)),
                  checked: one === object,
                  act: () => this.#narrow({ object: one }),
                })),
              )}
            ></hotsplit-menu>`
          : nothing
      }`;
  }

  #body(analysis: Analysis): TemplateResult {
    const { groups, harmless, accepted, of } = this.#filtered;
    const narrow = narrows(this.filter);
    const empty = analysis.objects.length === 0 && analysis.syntaxErrors.length === 0;
    return html`
      ${narrow ? nothing : remarks(this, "Syntax errors", analysis.syntaxErrors)}
      ${this.#objects(groups)}
      ${
        narrow
          ? groups.length + harmless.length + accepted.length > 0
            ? nothing
            : html`<p class="calm">None of ${count(of, "problem")} matches.</p>`
          : empty
            ? html`<p class="calm">
              No table or index yet. Paste the DDL of a Spanner database, or open an example.
            </p>`
            : groups.length === 0 && analysis.objects.length > 0
              ? html`<p class="calm">
                ${harmless.length + accepted.length > 0 ? "No other" : "No"} hotspot found in ${count(analysis.objects.length, "table or index", "tables and indexes")}.
              </p>`
              : nothing
      }
      ${this.#harmless(harmless, false)} ${this.#harmless(harmless, true)}
      ${acceptedOf(this, accepted)} ${narrow ? nothing : remarks(this, "Notes", analysis.notes)}
    `;
  }

  /** Objects with their problems; those that are looked at are there wherever they stand. */
  #objects(groups: readonly Group[]): unknown {
    const { open, caret, most } = this;
    const looked = groups.flatMap(({ object, findings, questions }, at) =>
      object === caret?.object || [...findings, ...questions].some((one) => one.key === open)
        ? [at]
        : [],
    );
    if (groups.length === 0) return nothing;
    if (!this.compact) return this.#groups(groups, looked);
    // In a page of others a list that has no end would push all else down.
    const left = groups.length - most;
    const more = Math.min(left, GROUPS_SHOWN);
    const apart = looked.filter((at) => at >= most);
    return html`${this.#groups(groups.slice(0, most), looked)}
      ${
        left <= 0
          ? nothing
          : html`<p class="gap">
                <button
                  @click=${() => {
                    this.most += GROUPS_SHOWN;
                  }}
                >
                  Show ${more} more
                </button>
                of ${count(left, "other table or index", "other tables and indexes")}
              </p>
              ${apart.map((at) => groups[at] && this.#group(groups[at], at))}`
      }`;
  }

  #groups(items: readonly Group[], keep: readonly number[]): TemplateResult {
    return html`<ul class="objects" aria-label="Tables and indexes">
      ${windowed({
        items,
        keep,
        key: ({ object }) => object,
        draw: (group, at) => html`<li>${this.#group(group, at)}</li>`,
        as: "li",
      })}
    </ul>`;
  }

  #group(group: Group, at: number): TemplateResult {
    const { object } = group;
    const about = this.#aboutOf(object);
    const here = this.caret?.object === object;
    const key = about && `${about.kind}${about.of ? ` of ${about.of}` : ""}, key ${about.key}`;
    return html`<section
      class=${here ? "here" : ""}
      role=${this.compact ? "group" : nothing}
      aria-label=${shown(object)}
      aria-current=${here ? "location" : nothing}
    >
      <h3 ${ranked(this.level)}>
        <code title=${object.length > 40 ? shown(object).slice(0, 600) : nothing}
          >${shown(object)}</code
        >
        ${key ? html`<span class="quiet"><bdi>${shown(key).slice(0, 300)}</bdi></span>` : nothing}
      </h3>
      ${this.#list(group.findings, `region-${at}`)}
      ${
        group.questions.length === 0
          ? nothing
          : html`<div>
              ${windowed({
                items: group.questions,
                keep: this.#looked(group.questions),
                key: ({ key }) => key,
                draw: (one) =>
                  questionBox(this, one, {
                    open: this.open === one.key,
                    at: this.caret?.line === one.range.line,
                  }),
                as: "div",
              })}
            </div>`
      }
    </section>`;
  }

  /** What the text says of an object, looked for once. */
  #aboutOf(object: string): SchemaObject | undefined {
    if (!this.#about.has(object) && this.analysis) {
      this.#about.set(object, aboutOf(this.analysis, object));
    }
    return this.#about.get(object);
  }

  /** Findings, the open one wherever it stands. */
  #list(items: readonly Finding[], id: string): TemplateResult | typeof nothing {
    if (items.length === 0) return nothing;
    return html`<ul>
      ${windowed({
        items,
        keep: this.#looked(items),
        key: ({ key }) => key,
        draw: (one, at) => this.#finding(one, `${id}-${at}`),
        as: "li",
      })}
    </ul>`;
  }

  /** Number of the one that is open. */
  #looked(all: readonly { readonly key: string }[]): number[] {
    const at = this.open === undefined ? -1 : all.findIndex((one) => one.key === this.open);
    return at < 0 ? [] : [at];
  }

  /** Findings that do no harm at a rate that is assumed, or at one that is stated. */
  #harmless(all: readonly Finding[], stated: boolean): TemplateResult | typeof nothing {
    const some = all.filter(({ rateStated }) => (rateStated === true) === stated);
    if (some.length === 0) return nothing;
    const title = `Hot by design, low load at the ${stated ? "stated" : "assumed"} rate`;
    return html`<section
      class="harmless"
      role=${this.compact ? "group" : nothing}
      aria-label=${title}
    >
      <h3 ${ranked(this.level)}>${title}</h3>
      ${this.#list(some, `harmless-${stated ? "stated" : "assumed"}`)}
    </section>`;
  }

  #finding(finding: Finding, id: string): TemplateResult {
    const open = this.open === finding.key;
    const at = this.caret?.line === finding.range.line;
    return html`<li>
      <button
        class=${at ? "row at" : "row"}
        data-item
        aria-expanded=${this.index ? nothing : open ? "true" : "false"}
        aria-controls=${this.index ? nothing : id}
        @click=${() => send(this, { do: "open", finding: open ? undefined : finding.key })}
      >
        <span class="mark" aria-hidden="true">▸</span>
        <span class=${`pill ${finding.severity}`}>${SEVERITY_WORDS[finding.severity]}</span>
        <span class="title">${words(finding.title)}</span>
        <span class="line">line ${finding.range.line}</span>
      </button>
      ${
        finding.harmless === undefined
          ? nothing
          : html`<p class="because">
              ${words(sentence(finding.harmless))} ${this.#hotFrom(finding)}
            </p>`
      }
      ${this.index ? nothing : this.#region(finding, id, open)}
    </li>`;
  }

  #region(finding: Finding, id: string, open: boolean): TemplateResult {
    return html`<div
      id=${id}
      class="region"
      role="region"
      aria-label=${withoutCode(finding.title)}
      ?hidden=${!open}
    >
      ${open ? this.#opened(finding) : nothing}
    </div>`;
  }

  /** The rate at which it gets hot, where the reason does not say it. */
  #hotFrom({ key, object, harmless }: Finding): TemplateResult | typeof nothing {
    const hot = this.analysis?.headroom.keys.find(({ finding }) => finding === key);
    if (hot?.hotFromPerSecond === undefined || harmless?.includes("it is full")) return nothing;
    return html`Gets hot from ${rounded(hot.hotFromPerSecond)} rows/s to
      <code>${shown(object)}</code> (now ${rounded(hot.writesPerSecond)}).`;
  }

  #opened(finding: Finding): TemplateResult {
    return html`
      <p class="why">${words(finding.why)}</p>
      <div class="facts">
        <button
          class="link"
          @click=${() => send(this, { do: "show", tab: "yours", range: finding.range })}
        >
          show line ${finding.range.line}
        </button>
        ${ruleLink(finding.rule)}
        <span>confidence: ${confidence(finding.confidence)}</span>
        ${
          finding.utilisation === undefined
            ? nothing
            : html`<span>load: ${againstLimit(finding.utilisation)}</span>`
        }
      </div>
      ${roomOf(this, finding)}
      ${
        finding.evidence.length > 0
          ? html`<div>
              <h4 ${ranked(this.level)}>Evidence</h4>
              <ul>
                ${finding.evidence.map(
                  (one) => html`<li>
                    <button
                      class="link"
                      @click=${() => send(this, { do: "show", tab: "yours", range: one.range })}
                    >
                      <span>${words(one.what)}, line ${one.range.line}</span>
                    </button>
                  </li>`,
                )}
              </ul>
            </div>`
          : nothing
      }
      ${
        finding.reason === undefined && finding.query === undefined
          ? nothing
          : html`<div>
              <h4 ${ranked(this.level)}>
                ${
                  finding.reason === undefined
                    ? "Check your live database"
                    : html`Check your live database (Spanner reports
                        <code>${finding.reason}</code>)`
                }
              </h4>
              ${finding.query === undefined ? nothing : this.#query(finding.key, finding.query)}
            </div>`
      }
      ${
        finding.attached.length > 0
          ? html`<p class="facts">
              See also
              ${finding.attached.map(ruleLink)}
            </p>`
          : nothing
      }
      ${this.#cardsOf(finding)} ${this.#accept(finding)}
    `;
  }

  #query(key: string, text: string): TemplateResult {
    const id = `query ${key}`;
    return html`<div class="query">
      <pre tabindex="0" role="group" aria-label="Query for production">${text}</pre>
      <button @click=${() => send(this, { do: "copy", id, text })}>
        ${this.copied === id ? "Copied" : "Copy query"}
      </button>
    </div>`;
  }

  #cardsOf(finding: Finding): TemplateResult {
    const cards = this.cards.get(finding.key)?.filter((card) => card.id !== ACCEPT);
    const { key } = finding;
    const sorted = cards && this.#sorted(key, cards);
    return html`<div>
      <h4 ${ranked(this.level)}>Fixes</h4>
      <p>${words(finding.help)}</p>
      <div class="cards">
        ${
          sorted
            ? this.#inOrder(finding, [...sorted.possible, ...sorted.asking], sorted.possible[0])
            : html`<p class="quiet">Working out the fixes…</p>`
        }
        ${
          sorted && sorted.possible.length + sorted.asking.length === 0
            ? html`<p class="quiet">
                ${cards.length === 0 ? "No fix is known for this." : "No fix applies to this schema."}
              </p>`
            : nothing
        }
        ${sorted && sorted.out.length > 0 ? this.#out(finding, sorted.out) : nothing}
      </div>
    </div>`;
  }

  /**
   * Cards in their order: those that can be used, those that ask for something first, and those
   * that cannot be used. One that is set or in use is in sight whatever came of it.
   */
  #sorted(finding: string, cards: readonly FixCard[]): Record<Place, FixCard[]> {
    const set = this.tuned.get(finding) ?? {};
    const places: Record<Place, FixCard[]> = { possible: [], asking: [], out: [] };
    for (const card of cards) {
      const { id, refused, asks } = card;
      if (refused !== undefined && asks.length > 0 && !set[id]) this.#asked.add(`${finding} ${id}`);
      const held = set[id] !== undefined || this.#uses(finding, id);
      const place = refused === undefined || held ? "possible" : asks.length > 0 ? "asking" : "out";
      places[this.#asked.has(`${finding} ${id}`) ? "asking" : place].push(card);
    }
    return places;
  }

  #inOrder(finding: Finding, cards: readonly FixCard[], first?: FixCard): unknown {
    const set = this.tuned.get(finding.key) ?? {};
    return repeat(
      cards,
      (card) => `${finding.key} ${card.id}`,
      (card) => this.#card(finding, card, set[card.id], card === first),
    );
  }

  /** One line for all that cannot be used here; why not, behind it. */
  #out(finding: Finding, cards: readonly FixCard[]): TemplateResult {
    const shown = this.refusedOf === finding.key;
    return html`<button
        class="fold"
        aria-expanded=${shown ? "true" : "false"}
        @click=${() => {
          this.refusedOf = shown ? undefined : finding.key;
        }}
      >
        <span class="mark" aria-hidden="true">▸</span>
        ${count(cards.length, "more", "more")} that cannot be used here
      </button>
      ${shown ? this.#inOrder(finding, cards) : nothing}`;
  }

  #uses(finding: string, fix: string): boolean {
    return this.chosen.some((one) => one.finding === finding && one.fix === fix);
  }

  #card(
    { key }: Finding,
    card: FixCard,
    set: Readonly<Record<string, string>> | undefined,
    suggested: boolean,
  ): TemplateResult {
    const chosen = this.#uses(key, card.id);
    const refused = this.rewrite?.refused.find((one) => one.finding === key && one.fix === card.id);
    return html`<hotsplit-fix-card
      .level=${this.level}
      .card=${card}
      .finding=${key}
      .chosen=${chosen}
      .suggested=${suggested}
      .set=${set}
      .refused=${chosen ? refused?.why : undefined}
    ></hotsplit-fix-card>`;
  }

  #accept(finding: Finding): TemplateResult | typeof nothing {
    if (this.fixed) return nothing;
    if (this.accepting !== finding.key) {
      return html`<div>
        <button
          @click=${() => {
            this.accepting = finding.key;
            this.reasonless = false;
            this.updateComplete.then(() => findReason(this.renderRoot)?.focus());
          }}
        >
          Accept this problem…
        </button>
      </div>`;
    }
    const accept = (event: SubmitEvent) => {
      event.preventDefault();
      const reason = readReason(this.renderRoot);
      this.reasonless = reason === "";
      if (this.reasonless) return;
      this.accepting = undefined;
      send(this, { do: "accept", finding: finding.key, reason });
    };
    return html`<form novalidate @submit=${accept}>
      ${drawReason({
        isMissing: this.reasonless,
        isQuiet: false,
        cancel: () => {
          this.accepting = undefined;
        },
      })}
    </form>`;
  }
}

/** How sure a finding is, in a word. */
function confidence(share: number): string {
  if (share >= 1) return "certain";
  return share >= LIKELY ? "likely" : "guess";
}

/** The engine's words as a sentence. */
function sentence(words: string): string {
  const text = words.charAt(0).toUpperCase() + words.slice(1);
  return text.endsWith(".") ? text : `${text}.`;
}

/** A name as a list of choices can show it. */
function shortened(name: string): string {
  return name.length <= 60 ? name : `${name.slice(0, 40)}…${name.slice(-16)}`;
}

customElements.define("hotsplit-problems", ProblemsElement);
