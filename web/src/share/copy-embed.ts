/** `<hotsplit-copy-embed>`: writes what to paste into another page. A chunk of its own. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import type { AnswersSoFar } from "../../../pkg/hotsplit.js";
import type { Results } from "../engine/protocol.js";
import type { MapQueries } from "../session/queries.js";
import { missing, send } from "../state/actions.js";
import type { Stage } from "../state/play.js";
import { EMPTY, type Kept } from "../state/state.js";
import { headlineOf } from "../ui/ranges.js";
import { controls } from "../ui/style/controls.js";
import { withoutCode } from "../ui/words.js";
import type { Hideable, Shade, Showable, View } from "./options.js";
import { HOSTS, type Host, snippet, type Wanted, type WantedLesson } from "./snippet.js";
import type { Still } from "./still.js";

/** Kinds of hosts in words, and what each needs to know. */
const HOST_WORDS: { readonly [H in Host]: readonly [string, string] } = {
  html: ["HTML page", "The DDL stays readable if scripts do not run."],
  mdbook: ["mdBook", "For a chapter. Without the script, readers see the code block."],
  mkdocs: ["MkDocs", "For a page; no extension is needed."],
  iframe: ["Frame", "For wikis and pages that allow frames but not scripts."],
  link: ["Link and picture", "For places that allow neither. Save the picture next to the page."],
};

/** What each view shows. */
const VIEW_WORDS: readonly (readonly [View, string])[] = [
  ["compare", "Schema and both maps"],
  ["map", "Schema and its map"],
  ["problems", "Schema and problems"],
  ["results", "Schema and all results"],
  ["editor", "Schema alone"],
];

/** What can be left out, in words. */
const HIDE_WORDS: readonly (readonly [Hideable, string])[] = [
  ["text", "schema"],
  ["headline", "sentence"],
  ["numbers", "numbers"],
  ["tools", "tools of the map"],
  ["legend", "colours"],
  ["open", "link to this page"],
];

/** What is shown only where it is asked for, in words. */
const SHOW_WORDS: readonly (readonly [Showable, string])[] = [
  ["fixes", "fixes in use"],
  ["numbers", "numbers"],
  ["tools", "tools of the map"],
];

const THEME_WORDS: readonly (readonly [Shade, string])[] = [
  ["auto", "Match page theme"],
  ["light", "Light"],
  ["dark", "Dark"],
];

class CopyEmbedElement extends LitElement {
  static override properties = {
    still: { attribute: false },
    kept: { attribute: false },
    results: { attribute: false },
    answers: { attribute: false },
    link: { attribute: false },
    stage: { attribute: false },
    queries: { attribute: false },
    version: { attribute: false },
    learning: { state: true },
    host: { state: true },
    view: { state: true },
    shade: { state: true },
    locked: { state: true },
    extra: { state: true },
    absent: { state: true },
    said: { state: true },
  };

  declare kept: Kept;
  /** Loads what makes one picture of both maps. */
  declare still: () => Promise<Still>;
  declare results: Results | undefined;
  /** What is known of the ranges of the numbers. */
  declare answers: AnswersSoFar | undefined;
  /** The page's link with all that was set. */
  declare link: string;
  /** The lesson that is played. */
  declare stage: Stage | undefined;
  /** What is asked about the runs. */
  declare queries: MapQueries;
  /** The engine's version. */
  declare version: string;
  /** It is what is to be embedded, not the schema. */
  declare learning: boolean;
  declare host: Host;
  declare view: View;
  declare shade: Shade;
  declare locked: boolean;
  /** What is added to what every playground shows. */
  declare extra: ReadonlySet<Showable>;
  declare absent: ReadonlySet<Hideable>;
  /** What came of copying. */
  declare said: string;

  static override styles = [
    controls,
    css`
      dialog {
        width: min(760px, calc(100vw - 24px));
        max-height: calc(100dvh - 32px);
        padding: 0;
        border: 1px solid var(--line);
        border-radius: 10px;
        background: var(--panel);
        color: var(--text);
      }
      dialog[open] {
        display: grid;
        grid-template: auto minmax(0, 1fr) / minmax(0, 1fr);
      }
      dialog::backdrop {
        background: rgb(0 0 0 / 0.45);
      }
      .bar {
        display: flex;
        align-items: center;
        padding: 10px 12px 10px 20px;
        border-bottom: 1px solid var(--line);
      }
      h2 {
        flex: 1;
        font-size: 1.15em;
      }
      .body {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        gap: 12px;
        padding: 14px 20px 18px;
        overflow: auto;
      }
      fieldset {
        display: flex;
        flex-wrap: wrap;
        gap: 4px 16px;
        margin: 0;
        padding: 0;
        border: 0;
        min-width: 0;
      }
      legend {
        padding: 0 0 2px;
        color: var(--quiet);
        font-size: var(--small);
      }
      label {
        display: inline-flex;
        align-items: center;
        gap: 6px;
        min-height: 28px;
      }
      label[hidden] {
        display: none;
      }
      .row {
        display: flex;
        flex-wrap: wrap;
        gap: 8px 20px;
      }
      textarea {
        width: 100%;
        min-height: 210px;
        resize: vertical;
        padding: 8px 10px;
        border: 1px solid var(--line-strong);
        border-radius: var(--radius);
        background: var(--raised);
        color: inherit;
        font: 12px / 1.5 var(--mono);
        white-space: pre;
      }
      .foot {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 6px 12px;
      }
      .foot p {
        flex: 1 1 200px;
        color: var(--quiet);
        font-size: var(--small);
      }
      @media (pointer: coarse), (max-width: 640px) {
        label,
        button,
        select {
          min-height: 44px;
        }
      }
    `,
  ];

  constructor() {
    super();
    this.host = "html";
    this.view = "compare";
    this.shade = "auto";
    this.locked = false;
    this.extra = new Set();
    this.absent = new Set();
    this.said = "";
    this.learning = true;
  }

  /** The lesson, where one of the course is played and wanted. */
  get #lesson(): WantedLesson | undefined {
    const { stage } = this;
    if (!stage || !this.learning || stage.slug === "" || stage.exam) return undefined;
    const { slug, file, seed } = stage;
    return {
      slug,
      title: withoutCode(file.title),
      seed: seed === file.run.seed ? undefined : seed,
    };
  }

  override firstUpdated(): void {
    if (this.kept.chosen.length > 0) this.view = "compare";
    this.renderRoot.querySelector("dialog")?.showModal();
  }

  /** The picture of the map, as the host needs it beside the page. */
  get #headline(): string {
    return this.results ? withoutCode(headlineOf(this.results.answer, this.answers)) : "hotsplit";
  }

  get #snippet(): string {
    const { kept, link } = this;
    const { text, knobs } = kept;
    const wanted: Wanted = {
      ...{ view: this.view, theme: this.shade, readonly: this.locked, text },
      hide: [...this.absent],
      show: [...this.extra],
      fragment: new URL(link).hash,
      whole: isSet(kept),
      ...{ nodes: knobs.nodes, writes: knobs.writesPerSecond, seed: knobs.seed },
      home: new URL("./", link).href,
      headline: this.#headline,
      lesson: this.#lesson,
    };
    return snippet(this.host, wanted);
  }

  override render(): TemplateResult {
    const done = () => this.dispatchEvent(new CustomEvent("done"));
    const close = () => this.renderRoot.querySelector("dialog")?.close();
    const text = this.#snippet;
    const set = this.host !== "link";
    return html`<dialog
      aria-labelledby="heading"
      @close=${done}
      @keydown=${(event: KeyboardEvent) => event.stopPropagation()}
      @click=${(event: MouseEvent) => {
        // What lies around the dialog is the dialog itself.
        if (event.target === event.currentTarget) close();
      }}
    >
      <div class="bar">
        <h2 id="heading">Embed</h2>
        <button @click=${close}>Close</button>
      </div>
      <div class="body">
        <fieldset>
          <legend>Host</legend>
          ${HOSTS.map((host) => this.#radio("host", host, HOST_WORDS[host][0]))}
        </fieldset>
        ${this.#what()} ${set ? this.#options() : nothing}
        <textarea readonly spellcheck="false" aria-label="To be pasted" .value=${text}></textarea>
        <div class="foot">
          <p>${HOST_WORDS[this.host][1]} ${this.#local()}</p>
          ${
            set
              ? nothing
              : this.#lesson
                ? nothing
                : html`<button ?disabled=${!this.results} @click=${() => void this.#picture()}>
                  Save the picture
                </button>`
          }
          <button class="main" @click=${() => void this.#copy(text)}>Copy</button>
        </div>
        <p class="quiet" role="status">${this.said}</p>
      </div>
    </dialog>`;
  }

  /** While a lesson is played: that, or the schema as it stands. */
  #what(): TemplateResult | typeof nothing {
    const { stage } = this;
    if (!stage || stage.slug === "" || stage.exam) return nothing;
    const choice = (learning: boolean, name: string) => html`<label
      ><input
        type="radio"
        name="what"
        .checked=${this.learning === learning}
        @change=${() =>
          this.#set(() => {
            this.learning = learning;
          })}
      />${name}</label
    >`;
    return html`<fieldset>
      <legend>What it is</legend>
      ${choice(true, `The lesson "${withoutCode(stage.file.title)}"`)}
      ${choice(false, "The schema as it stands")}
    </fieldset>`;
  }

  /** A lesson shows all, and is nothing without its text. */
  #canHide(one: Hideable): boolean {
    if (this.#lesson) return one !== "text";
    return !SHOW_WORDS.some(([shown]) => shown === one);
  }

  #options(): TemplateResult {
    return html`<div class="row">
        <label ?hidden=${this.#lesson !== undefined}
          >Shows
          <select
            @change=${(event: Event) => {
              const found = VIEW_WORDS.find(([view]) => view === chosenOf(event));
              this.#set(() => {
                this.view = found?.[0] ?? "compare";
              });
            }}
          >
            ${VIEW_WORDS.map(
              ([view, name]) =>
                html`<option value=${view} .selected=${view === this.view}>${name}</option>`,
            )}
          </select></label
        >
        <label
          >Theme
          <select
            @change=${(event: Event) => {
              const found = THEME_WORDS.find(([shade]) => shade === chosenOf(event));
              this.#set(() => {
                this.shade = found?.[0] ?? "auto";
              });
            }}
          >
            ${THEME_WORDS.map(
              ([shade, name]) =>
                html`<option value=${shade} .selected=${shade === this.shade}>${name}</option>`,
            )}
          </select></label
        >
        <label ?hidden=${this.#lesson !== undefined}
          ><input
            type="checkbox"
            .checked=${this.locked}
            @change=${() =>
              this.#set(() => {
                this.locked = !this.locked;
              })}
          />Read-only</label
        >
      </div>
      <fieldset ?hidden=${this.#lesson !== undefined}>
        <legend>Add</legend>
        ${SHOW_WORDS.map(
          ([one, name]) => html`<label
            ><input
              type="checkbox"
              .checked=${this.extra.has(one)}
              @change=${() =>
                this.#set(() => {
                  const next = new Set(this.extra);
                  if (!next.delete(one)) next.add(one);
                  this.extra = next;
                })}
            />${name}</label
          >`,
        )}
      </fieldset>
      <fieldset>
        <legend>Leave out</legend>
        ${HIDE_WORDS.filter(([one]) => this.#canHide(one)).map(
          ([one, name]) => html`<label
            ><input
              type="checkbox"
              .checked=${this.absent.has(one)}
              @change=${() =>
                this.#set(() => {
                  const next = new Set(this.absent);
                  if (!next.delete(one)) next.add(one);
                  this.absent = next;
                })}
            />${name}</label
          >`,
        )}
      </fieldset>`;
  }

  #radio(name: string, host: Host, label: string): TemplateResult {
    return html`<label
      ><input
        type="radio"
        name=${name}
        .checked=${this.host === host}
        @change=${() =>
          this.#set(() => {
            this.host = host;
          })}
      />${label}</label
    >`;
  }

  /** Something else is to be copied now. */
  #set(change: () => void): void {
    change();
    this.said = "";
  }

  #local(): string {
    const { hostname, protocol } = new URL(this.link);
    const local = protocol === "file:" || /^(localhost|127\.|\[::1\])/.test(hostname);
    return local
      ? "It refers to this machine: replace the address with that of your copy of hotsplit."
      : "";
  }

  async #copy(text: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      this.said = "Copied.";
    } catch {
      const field = this.renderRoot.querySelector("textarea");
      field?.focus();
      field?.select();
      this.said =
        "The browser does not allow this page to copy. The snippet is selected: press Ctrl+C or ⌘C.";
    }
  }

  /** Hands both maps over as one picture. */
  async #picture(): Promise<void> {
    if (!this.results) return;
    const part = await this.still().catch(() => missing(this));
    if (!part) return;
    const { results, kept, version, queries } = this;
    const title = withoutCode(results.answer.verdict.title) || this.#headline;
    const said = { title, version, date: new Date() };
    const file = await part.still(results, kept, said, queries);
    send(this, { do: "download", name: file.name, text: file.content });
    this.said = "Saved as hotsplit-map.svg.";
  }
}

/** Says whether something is set that attributes cannot say. */
function isSet({ chosen, run, knobs, dialect, palette, log, rowsBy, metric }: Kept): boolean {
  const usual = EMPTY.kept;
  return (
    chosen.length > 0 ||
    Object.keys(run).length > 0 ||
    knobs.minutes !== usual.knobs.minutes ||
    [dialect, palette, log, rowsBy, metric].join() !==
      [usual.dialect, usual.palette, usual.log, usual.rowsBy, usual.metric].join()
  );
}

function chosenOf(event: Event): string {
  return event.target instanceof HTMLSelectElement ? event.target.value : "";
}

customElements.define("hotsplit-copy-embed", CopyEmbedElement);
