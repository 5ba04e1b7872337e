/**
 * `<hotsplit-port>`: a dump on the left, its port on the right, and between them what is lost, what is
 * changed and what is to be decided. A narrow page shows one of the three at a time.
 */
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import type { PortReport } from "../../../pkg/hotsplit_port.js";
import { send } from "../state/actions.js";
import type { Ported } from "../state/port.js";
import { icon } from "../ui/icons.js";
import { segmented, segments } from "../ui/segmented.js";
import { controls } from "../ui/style/controls.js";
import { pills } from "../ui/style/pills.js";
import { count, number, shown } from "../ui/words.js";
import { badgeStyle } from "./badge-style.js";
import { lineAt, startsOf } from "./lines.js";
import { lossList } from "./loss-list.js";
import { Panes } from "./panes.js";
import { DIALECTS, databaseName, dialectName, heatSentence } from "./sentences.js";
import { type Judged, judged } from "./statements.js";
import type { Part } from "./ties.js";
import { viewStyle } from "./view-style.js";

/** What a narrow page shows. */
type Shown = "source" | "losses" | "target";

class PortElement extends LitElement {
  static override properties = {
    port: { attribute: false },
    text: { attribute: false },
    shown: { state: true },
    opened: { state: true },
    only: { state: true },
  };

  declare port: Ported | undefined;
  /** The text as it stands: newer than the port while that is on its way. */
  declare text: string;
  declare private shown: Shown;
  /** Rules of losses whose places are listed. */
  declare private opened: ReadonlySet<string>;
  /** The number of the statement whose losses are listed; those of all where there is none. */
  declare private only: number | undefined;

  #panes: Panes | undefined;
  /** Where the lines of the dump start. */
  #starts: readonly number[] = [];
  #statements: readonly Judged[] = [];
  /** The decision that was made last, until the report with it is shown. */
  #decided: string | undefined;

  constructor() {
    super();
    this.text = "";
    this.shown = "losses";
    this.opened = new Set();
  }

  static override styles = [controls, segments, pills, viewStyle, badgeStyle];

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#panes?.destroy();
    this.#panes = undefined;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    // Where it was taken out and put in again its panes are made anew.
    this.requestUpdate();
  }

  override firstUpdated(): void {
    this.renderRoot.querySelector<HTMLElement>("h2")?.focus();
  }

  override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has("port")) return;
    const before = changed.get("port");
    const report = this.port?.report;
    if (before?.report !== report) {
      this.#statements = report ? judged(report) : [];
      // A decision adds a comment and no statement, so the numbers stay.
      if (before?.report?.definitions.length !== this.#statements.length) this.only = undefined;
    }
    if (before?.text !== this.port?.text) this.#starts = startsOf(this.port?.text ?? "");
  }

  override updated(changed: PropertyValues<this>): void {
    const report = this.port?.report;
    if (!this.port || !report) {
      this.#panes?.destroy();
      this.#panes = undefined;
      return;
    }
    const made = this.#panes === undefined;
    this.#panes ??= this.#make();
    if (!made && !changed.has("port")) return;
    this.#panes?.show(
      {
        text: this.port.text,
        name: `${databaseName(this.port.from)} source, read only`,
        statements: this.#statements,
      },
      { text: report.text, name: `${dialectName(report.to)} port, read only` },
      report.map,
    );
    if (changed.get("port")?.report !== report) this.#keepFocus();
  }

  /** A decision may take its row away or move it to another group, where it has the focus as before. */
  #keepFocus(): void {
    const name = this.#decided;
    this.#decided = undefined;
    if (name === undefined || this.shadowRoot?.activeElement) return;
    const checked = [...this.renderRoot.querySelectorAll<HTMLInputElement>("input:checked")];
    const next = checked.find((input) => input.name === `decide-${name}`);
    (next ?? this.renderRoot.querySelector<HTMLElement>(".losses"))?.focus();
  }

  #make(): Panes | undefined {
    const source = this.renderRoot.querySelector<HTMLElement>("#source");
    const target = this.renderRoot.querySelector<HTMLElement>("#target");
    return source && target
      ? new Panes({ source, target }, (statement) => this.#showOnly(statement))
      : undefined;
  }

  override render(): TemplateResult {
    const { port } = this;
    const report = port?.report;
    return html`<header
        @keydown=${(event: KeyboardEvent) => {
          if (event.key !== "Escape" || event.defaultPrevented) return;
          event.preventDefault();
          this.#leave();
        }}
      >
        <button class="plain leave" @click=${() => this.#leave()}>
          ${icon("chevronLeft")} Back
        </button>
        <h2 tabindex="-1">Source → Spanner</h2>
        <p class="heat" role="status">${heatSentence(port?.hot)}</p>
        ${report ? this.#acts(report) : nothing}
      </header>
      ${port && report ? this.#sides(port, report) : this.#waiting()}`;
  }

  #leave(): void {
    send(this, { do: "tab", tab: "yours" });
  }

  #waiting(): TemplateResult {
    return html`<p class="waiting" role="status">${shown(this.port?.failed ?? "Reading it…")}</p>`;
  }

  #acts({ to }: PortReport): TemplateResult {
    // A form of their own: Chromium keeps the radio buttons of a shadow root, with all that they
    // stood in, as long as the root is there.
    return html`<form @submit=${(event: Event) => event.preventDefault()}>
        ${segmented({
          name: "to",
          legend: "Dialect",
          options: DIALECTS,
          value: to,
          choose: (choice) => send(this, { do: "port", step: "decide", name: "to", choice }),
        })}
      </form>
      <button
        class="main"
        ?disabled=${this.port?.text !== this.text}
        @click=${() => send(this, { do: "port", step: "use" })}
      >
        Use this schema
      </button>
      <form class="narrow" @submit=${(event: Event) => event.preventDefault()}>
        ${segmented<Shown>({
          name: "shown",
          legend: "Shown",
          options: [
            ["source", "Source"],
            ["losses", "Losses"],
            ["target", "Spanner"],
          ],
          value: this.shown,
          choose: (shown) => {
            this.shown = shown;
          },
        })}
      </form>`;
  }

  #sides({ from }: Ported, report: PortReport): TemplateResult {
    const name = databaseName(from);
    const dialect = dialectName(report.to);
    const only = this.only === undefined ? undefined : this.#statements[this.only];
    const { length } = report.losses;
    const sharedIds = report.losses.filter(({ decision }) => decision?.name === "ids").length;
    return html`<div class="sides" data-side=${this.shown}>
      <section data-side="source" aria-label=${`Source: ${name}`}>
        <h3>${name} <span class="quiet">${count(this.#starts.length, "line")}</span></h3>
        <div class="pane" id="source"></div>
      </section>
      <section data-side="losses" aria-label="Losses and decisions">
        <h3>Losses <span class="quiet">${only ? `${number(only.losses.length)} of ${number(length)}` : number(length)}</span></h3>
        ${lossList(report, only, {
          line: (at) => lineAt(this.#starts, at),
          isOpen: (key) => this.opened.has(key),
          turn: (key) => this.#turn(key),
          reveal: (source, target) => this.#reveal(source, target),
          decide: (name, choice) => {
            this.#decided = name;
            send(this, { do: "port", step: "decide", name, choice });
          },
          types: (columns, type) => {
            this.#decided = "as";
            send(this, { do: "port", step: "types", columns, type });
          },
          sharedIds,
          ids: (table, choice) => {
            this.#decided = choice === undefined ? "ids" : `key-${table}`;
            send(this, { do: "port", step: "ids", table, choice });
          },
          key: (table, columns) => send(this, { do: "port", step: "key", table, columns }),
          all: () => this.#showOnly(undefined),
        })}
      </section>
      <section data-side="target" aria-label=${`Port: ${dialect}`}>
        <h3>${dialect} <span class="quiet">${count(startsOf(report.text).length, "line")}</span></h3>
        <div class="pane" id="target"></div>
      </section>
    </div>`;
  }

  #turn(key: string): void {
    const opened = new Set(this.opened);
    if (!opened.delete(key)) opened.add(key);
    this.opened = opened;
  }

  /** Lists the losses of one statement, or of all, with the focus on what then is at their top. */
  async #showOnly(statement: number | undefined): Promise<void> {
    this.only = statement;
    this.shown = "losses";
    await this.updateComplete;
    const list = this.renderRoot.querySelector<HTMLElement>(".losses");
    if (list) list.scrollTop = 0;
    (list?.querySelector<HTMLElement>(".only p") ?? list)?.focus();
  }

  /** Lights a loss on both sides; on a narrow page the source is shown. */
  async #reveal(source: Part, target: Part | undefined): Promise<void> {
    this.shown = "source";
    await this.updateComplete;
    this.#panes?.reveal({ source, target });
  }
}

customElements.define("hotsplit-port", PortElement);

declare global {
  interface HTMLElementTagNameMap {
    "hotsplit-port": PortElement;
  }
}
