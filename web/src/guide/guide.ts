/** `<hotsplit-guide>`: every rule and fix with its page, in place of the workspace. A chunk of its own. */
import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { keyed } from "lit/directives/keyed.js";
import type {
  Analysis,
  Block,
  Finding,
  FixName,
  Reference,
  Severity,
} from "../../../pkg/hotsplit.js";
import { send } from "../state/actions.js";
import { here, type Route } from "../state/route.js";
import { icon } from "../ui/icons.js";
import { SEVERITIES, SEVERITY_WORDS } from "../ui/order.js";
import { controls } from "../ui/style/controls.js";
import { pills } from "../ui/style/pills.js";
import { reading } from "../ui/style/reading.js";
import { readingPage } from "../ui/style/reading-page.js";
import { count, words } from "../ui/words.js";
import { type Entry, type Found, lookup } from "./lookup.js";

/** A rule or fix, as the guide shows it. */
interface Shown extends Entry {
  /** Fixes that may help. */
  readonly fixes: readonly FixName[];
  /** How bad a rule usually is; absent for a fix. */
  readonly severity?: Severity;
  /** It reports what a port of another database's schema cannot carry over. */
  readonly ofPort?: boolean;
}

/** The pages, by the ids of rules and of fixes. */
type Pages = typeof import("virtual:pages").default;

/** What code on a page is an example of. */
const CODE_WORDS: ReadonlyMap<string, string> = new Map([
  ["bad", "Fires"],
  ["good", "Stays quiet"],
  ["before", "Before"],
  ["after", "After"],
]);

/** Other databases that code on a page is of, by the word that says so. */
const SOURCES: readonly (readonly [string, string])[] = [
  ["source-mysql", "MySQL"],
  ["source-postgresql", "PostgreSQL itself"],
];

/** What the severities mean. The workload decides which of them a finding gets. */
const SEVERITY_LINES: { readonly [S in Severity]: string } = {
  error: "Spanner rejects it",
  high: "one split gets more load than it can take, and more nodes do not help",
  warn: "may become a hotspot as the load grows",
  ask: "the DDL does not say; your answer is written into the schema",
  info: "informational, harmless at this load",
  hint: "an opportunity",
};

class GuideElement extends LitElement {
  static override properties = {
    route: { attribute: false },
    reference: { attribute: false },
    analysis: { attribute: false },
    failed: { attribute: false },
    playground: { attribute: false },
    query: { state: true },
    pages: { state: true },
    missed: { state: true },
  };

  declare route: Route | undefined;
  declare reference: Reference | undefined;
  declare analysis: Analysis | undefined;
  /** The engine did not start, so there is nothing to show. */
  declare failed: boolean;
  /** Loads what examples are played in. */
  declare playground: (() => Promise<unknown>) | undefined;
  declare query: string;
  /** Files of the site, asked for as the guide is opened. */
  declare pages: Pages | undefined;
  /** They could not be had. */
  declare missed: boolean;

  #of: readonly [Reference | undefined, Pages | undefined] = [undefined, undefined];
  #entries: readonly Shown[] = [];

  static override styles = [
    controls,
    pills,
    reading,
    readingPage,
    css`
      .bar a.back.all {
        display: none;
      }
      nav {
        min-height: 0;
        display: grid;
        grid-template: auto auto minmax(0, 1fr) / minmax(0, 1fr);
        border-right: 1px solid var(--line);
      }
      .search {
        padding: 12px 12px 4px;
      }
      .search input {
        width: 100%;
        min-height: 32px;
      }
      .many {
        padding: 0 12px 8px;
        color: var(--quiet);
        font-size: var(--small);
      }
      .list {
        overflow: auto;
        padding: 0 8px 12px;
      }
      .list a {
        display: grid;
        gap: 1px;
        padding: 8px 12px;
        border-radius: var(--radius);
        color: inherit;
        text-decoration: none;
      }
      .list a:hover {
        background: var(--raised);
      }
      .list a[aria-current] {
        background: var(--accent-ground);
      }
      .list a:focus-visible {
        outline-offset: -2px;
      }
      .list .name {
        display: flex;
        flex-wrap: wrap;
        align-items: baseline;
        gap: 2px 8px;
        font-weight: 600;
      }
      .list small {
        font-size: var(--small);
        color: var(--quiet);
      }
      .list .place {
        font-style: italic;
      }
      .list h3 {
        padding: 12px 12px 4px;
        color: var(--quiet);
        font-size: var(--small);
        font-weight: 600;
      }
      .pill {
        padding: 0 7px;
        font-size: var(--small);
        font-weight: 400;
      }
      .here {
        color: var(--accent);
        box-shadow: inset 0 0 0 1px var(--accent);
      }
      .page {
        gap: 12px;
        line-height: 1.6;
      }
      .page h4 {
        margin-top: 12px;
        font-size: var(--figure);
        font-weight: 600;
      }
      .item {
        display: list-item;
        margin-left: 1.2em;
        list-style: disc;
      }
      pre {
        border-left: 3px solid var(--line-strong);
        font-size: var(--code);
      }
      pre.bad {
        border-left-color: var(--error);
      }
      pre.good {
        border-left-color: var(--good);
      }
      .tag {
        margin-bottom: 3px;
        color: var(--quiet);
        font-size: var(--small);
      }
      .calm {
        max-width: 62ch;
        color: var(--quiet);
      }
      dl div {
        display: flex;
        align-items: baseline;
        gap: 10px;
        padding: 3px 0;
      }
      dt {
        flex: 0 0 76px;
      }
      .box {
        display: grid;
        gap: 4px;
        padding: 10px 12px;
        border: 1px solid var(--line);
        border-radius: var(--radius);
        font-size: var(--size);
      }
      .page .box h4 {
        margin: 0;
        color: var(--quiet);
        font-size: var(--small);
        font-weight: 400;
      }
      @media (max-width: 899px) {
        .one nav,
        .all article {
          display: none;
        }
        nav {
          border-right: 0;
        }
        .one .bar a.back.all {
          display: inline-flex;
        }
        .one .bar button.out {
          display: none;
        }
        /* Its word stands in the link already; as a heading it stays, for those who are read to. */
        .one .bar h2 {
          position: absolute;
          width: 1px;
          height: 1px;
          overflow: hidden;
          clip-path: inset(50%);
        }
        .list a {
          padding-block: 12px;
        }
      }
    `,
  ];

  constructor() {
    super();
    this.query = "";
    this.failed = false;
    this.missed = false;
  }

  override render(): TemplateResult {
    const { route } = this;
    if (!route) return html``;
    return html`<main
      aria-labelledby="heading"
      class=${route.kind === "rules" ? "listed all" : "listed one"}
      @keydown=${(event: KeyboardEvent) => {
        if (event.key === "Escape" && !event.defaultPrevented) this.#close();
      }}
    >
      <div class="bar">
        <a class="back all button plain" href="#rules">${icon("chevronLeft")} All rules</a>
        <button class="back out plain" @click=${() => this.#close()}>
          ${icon("chevronLeft")} Back
        </button>
        <h2 id="heading">Rules</h2>
      </div>
      ${this.#list(route)}
      <article class="read" tabindex="0" aria-label="Page">
        <div class="column">${this.#article(route)}</div>
      </article>
    </main>`;
  }

  /** Whether all that is shown has come. */
  #complete(): boolean {
    return this.reference !== undefined && this.pages !== undefined;
  }

  /** What stands in place of the list until then. */
  #waiting(): string {
    if (this.failed) return "The engine did not start.";
    if (this.missed) return "The pages could not be loaded: open them again when you are online.";
    return "Reading the rules…";
  }

  /** Asks for the pages, again if they did not come the last time. */
  #load(): void {
    this.missed = false;
    import("virtual:pages").then(
      ({ default: pages }) => {
        this.pages = pages;
      },
      () => {
        this.missed = true;
      },
    );
  }

  #close(): void {
    if (this.route) send(this, { do: "guide-close" });
  }

  /** Rules and fixes as one list. */
  #shown(): readonly Shown[] {
    const { reference, pages } = this;
    if (reference !== this.#of[0] || pages !== this.#of[1]) {
      this.#of = [reference, pages];
      const rules = (reference?.rules ?? []).flatMap((one) => {
        const page = pages?.rules[one.id];
        return page ? { ...one, kind: "rule" as const, page } : [];
      });
      const fixes = (reference?.fixes ?? []).flatMap(({ id, short, title }) => {
        const page = pages?.fixes[id];
        return page ? { kind: "fix" as const, id, short, line: title, page, fixes: [] } : [];
      });
      const losses = (pages?.losses ?? []).map((loss) => {
        return { ...loss, kind: "rule" as const, fixes: [], ofPort: true };
      });
      this.#entries = reference ? [...rules, ...losses, ...fixes] : [];
    }
    return this.#entries;
  }

  #list(route: Route): TemplateResult {
    const found = lookup(this.#shown(), this.query);
    const of = (kind: Entry["kind"]) => found.filter(({ entry }) => entry.kind === kind);
    const [all, fixes] = [of("rule"), of("fix")];
    const rules = all.filter(({ entry }) => entry.ofPort !== true);
    const losses = all.filter(({ entry }) => entry.ofPort === true);
    const many = `${count(all.length, "rule")}, ${count(fixes.length, "fix", "fixes")}`;
    return html`<nav aria-label="Rules and fixes" @keydown=${this.#keys}>
      <form
        class="search"
        role="search"
        @submit=${(event: SubmitEvent) => {
          event.preventDefault();
          const [first] = found;
          if (first) location.hash = addressOf(first.entry);
        }}
      >
        <input
          type="text"
          aria-label="Search rules"
          placeholder="Search by name or words"
          autocomplete="off"
          spellcheck="false"
          .value=${this.query}
          @input=${(event: InputEvent) => {
            if (event.target instanceof HTMLInputElement) this.query = event.target.value;
          }}
        />
      </form>
      <p class="many" role="status">
        ${this.#complete() ? many : this.#waiting()}
      </p>
      <div class="list">
        ${this.#group("", rules, route)} ${this.#group("Porting from MySQL and PostgreSQL", losses, route)}
        ${this.#group("Fixes", fixes, route)}
      </div>
    </nav>`;
  }

  #group(heading: string, found: readonly Found<Shown>[], route: Route): unknown {
    if (found.length === 0) return nothing;
    return html`${heading === "" ? nothing : html`<h3>${heading}</h3>`}
      <ul>
        ${found.map(({ entry, place }) => {
          const on = leadsTo(route, entry);
          const here = this.#here(entry).length;
          return html`<li>
            <a href=${addressOf(entry)} aria-current=${on ? "page" : nothing}>
              <span class="name"
                >${entry.short ?? entry.id} ${this.#pill(entry)}
                ${here > 0 ? html`<span class="pill here">${here} here</span>` : nothing}</span
              >
              <small>${words(entry.line)}</small>
              ${place === undefined ? nothing : html`<small class="place">${place}</small>`}
            </a>
          </li>`;
        })}
      </ul>`;
  }

  #pill({ severity }: Shown): TemplateResult | typeof nothing {
    if (!severity) return nothing;
    return html`<span class=${`pill ${severity}`}>${SEVERITY_WORDS[severity]}</span>`;
  }

  /** What a rule finds in the text. */
  #here(entry: Shown): readonly Finding[] {
    if (entry.kind === "fix") return [];
    return this.analysis?.findings.filter((one) => one.rule === entry.id) ?? [];
  }

  #article(route: Route): TemplateResult {
    const entry = this.#shown().find((one) => leadsTo(route, one));
    if (entry) return this.#page(entry);
    if (route.kind === "rules" || !this.#complete()) {
      return html`<div class="page calm">
        <p>
          Each rule looks for one pattern in the schema. Its page says what the pattern costs, when it is reported and when not, what to do, and how to confirm it on a live database.
        </p>
        <p>
          The word next to a rule is its usual severity. The workload that you set and state decides the severity in your schema.
        </p>
        <dl>
          ${SEVERITIES.map(
            (severity) => html`<div>
              <dt><span class=${`pill ${severity}`}>${SEVERITY_WORDS[severity]}</span></dt>
              <dd>${SEVERITY_LINES[severity]}</dd>
            </div>`,
          )}
        </dl>
      </div>`;
    }
    return html`<div class="page">
      <h3 tabindex="-1">Not found</h3>
      <p class="calm">There is no ${route.kind} named <code>${route.id}</code>.</p>
    </div>`;
  }

  #page(entry: Shown): TemplateResult {
    const here = this.#here(entry);
    const { page, short } = entry;
    const heading = short === undefined ? page.title : `${short}: ${page.title}`;
    return html`<div class="page">
      <h3 tabindex="-1">${words(heading)}</h3>
      ${entry.severity ? html`<p>${this.#pill(entry)}</p>` : nothing}
      ${
        here.length > 0
          ? html`<div class="box">
              <h4>In your schema</h4>
              <ul>
                ${here.map(
                  (one) => html`<li>
                    <button class="link" @click=${() => this.#show(one)}>
                      ${words(one.title)}
                    </button>
                  </li>`,
                )}
              </ul>
            </div>`
          : nothing
      }
      ${entry.page.blocks.map((one) => this.#block(one))}
      ${
        entry.fixes.length > 0
          ? html`<h4>Fixes that may help</h4>
              <ul>
                ${entry.fixes.map(
                  ({ id, short, title }) =>
                    html`<li class="item"><a href=${`#fix/${id}`}>${short}</a> ${words(title)}</li>`,
                )}
              </ul>`
          : nothing
      }
    </div>`;
  }

  #show(finding: Finding): void {
    this.#close();
    send(this, { do: "open", finding: finding.key });
    send(this, { do: "part", part: "problems" });
  }

  /** One block of a page. */
  #block(one: Block): TemplateResult {
    switch (one.kind) {
      case "heading":
        return html`<h4>${words(one.text)}</h4>`;
      case "item":
        return html`<p class="item">${this.#linked(one.text)}</p>`;
      case "code": {
        const info = one.info.split(/\s+/);
        const kind = info.find((word) => CODE_WORDS.has(word));
        const source = SOURCES.find(([word]) => info.includes(word))?.[1];
        const spanner = info.includes("pg") ? "PostgreSQL" : "GoogleSQL";
        const dialect = source ?? (info[0] === "sql" ? spanner : "");
        return html`<div>
          <p class="tag">${[CODE_WORDS.get(kind ?? ""), dialect].filter(Boolean).join(", ")}</p>
          ${
            kind && source === undefined
              ? live(one.text, kind, dialect)
              : html`<pre class=${kind ?? ""} tabindex="0">${one.text}</pre>`
          }
        </div>`;
      }
      default:
        return html`<p>${this.#linked(one.text)}</p>`;
    }
  }

  /** Words in which names of rules and fixes lead to their pages. */
  #linked(text: string): unknown[] {
    return text.split("`").map((part, at) => {
      if (at % 2 === 0) return part;
      const entry = this.#shown().find((one) => isCalled(one, part));
      const code = html`<code>${part}</code>`;
      return entry ? html`<a href=${addressOf(entry)}>${code}</a>` : code;
    });
  }

  /** The arrows walk from the search through the list. */
  readonly #keys = (event: KeyboardEvent): void => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step === 0) return;
    const stops = [...this.renderRoot.querySelectorAll<HTMLElement>(".search input, .list a")];
    const at = stops.findIndex((stop) => stop.matches(":focus"));
    const next = stops[at + step];
    if (at < 0 || !next) return;
    event.preventDefault();
    next.focus();
  };

  override updated(changed: PropertyValues<this>): void {
    const { route } = this;
    if (!route) return;
    // Examples can be read until then, and without.
    void this.playground?.().catch(() => {});
    const opens = changed.has("route") && !changed.get("route");
    if (opens && !this.pages) this.#load();
    const before = changed.get("route");
    const other = before?.kind !== route.kind || before?.id !== route.id;
    // The page may come after its address, while the engine and the pages are loaded.
    const late = [changed.has("reference") && !changed.get("reference"), changed.has("pages")];
    const came = late.includes(true) && this.#complete();
    if (!opens && !(changed.has("route") && other) && !came) return;
    this.renderRoot.querySelector("article")?.scrollTo(0, 0);
    this.renderRoot.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
    const start = route.kind === "rules" ? ".search input" : ".page h3";
    this.renderRoot.querySelector<HTMLElement>(start)?.focus();
  }
}

/** An example as a small playground, with the example in it; another text is another playground. */
function live(text: string, kind: string, dialect: string): unknown {
  const read = dialect === "" ? "auto" : dialect.toLowerCase();
  return keyed(
    text,
    html`<hotsplit-playground view="problems" level="0" dialect=${read} page-url=${here()}
      ><pre class=${kind} tabindex="0">${text}</pre></hotsplit-playground
    >`,
  );
}

/** Where a rule or fix stands. */
/** Whether a rule or fix has this name; that of a fix may be its short form. */
function isCalled({ id, short }: Entry, name: string): boolean {
  return id === name || short === name;
}

/** Whether an address is that of an entry. */
function leadsTo(route: Route, entry: Entry): boolean {
  return route.kind === entry.kind && isCalled(entry, route.id);
}

function addressOf({ kind, id }: Pick<Entry, "kind" | "id">): string {
  return `#${kind}/${id}`;
}

customElements.define("hotsplit-guide", GuideElement);
