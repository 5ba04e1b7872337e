/**
 * `<hotsplit-editor>`: the text and its rewrite.
 *
 * It stands in a shadow root for a reason: there CodeMirror mounts its styles as constructed
 * sheets, which the page's policy allows, and not as `<style>` tags, which it refuses.
 */
import {
  defaultKeymap,
  history,
  historyKeymap,
  isolateHistory,
  undoDepth,
} from "@codemirror/commands";
import { bracketMatching, indentUnit } from "@codemirror/language";
import {
  type Diagnostic,
  forEachDiagnostic,
  lintGutter,
  lintKeymap,
  setDiagnostics,
} from "@codemirror/lint";
import { search, searchKeymap } from "@codemirror/search";
import { EditorState, Transaction } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  placeholder,
} from "@codemirror/view";
import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import type { Analysis, Reference, Rewrite, Rollout } from "../../../pkg/hotsplit.js";
import { send } from "../actions.js";
import { completion } from "../editor/complete.js";
import { type Asks, diagnostics, fitted } from "../editor/diagnostics.js";
import { spanner } from "../editor/language.js";
import { theme } from "../editor/theme.js";
import type { Place, Tab, Task } from "../state.js";
import { controls } from "../style/controls.js";
import { placed } from "./placed.js";
import { count } from "./words.js";
import "./plan.js";

/** The tabs in their order. */
const TABS: readonly (readonly [Tab, string])[] = [
  ["yours", "Your schema"],
  ["rewritten", "Rewritten"],
  ["plan", "Plan"],
];

/** Quick fixes shown at a point of the editor. */
interface Menu {
  readonly x: number;
  readonly y: number;
  readonly items: readonly { readonly label: string; readonly run: () => void }[];
}

/** The editor. */
class EditorElement extends LitElement {
  static override properties = {
    text: { attribute: false },
    analysis: { attribute: false },
    analysed: { attribute: false },
    rewrite: { attribute: false },
    tab: { attribute: false },
    rollout: { attribute: false },
    deployed: { attribute: false },
    copied: { attribute: false },
    task: { attribute: false },
    place: { attribute: false },
    reference: { attribute: false },
    menu: { state: true },
  };

  declare text: string;
  declare analysis: Analysis | undefined;
  declare analysed: string;
  declare rewrite: Rewrite | undefined;
  declare tab: Tab;
  declare rollout: Rollout | undefined;
  declare deployed: boolean;
  declare copied: string | undefined;
  declare task: Task | undefined;
  declare place: Place | undefined;
  /** What completion offers. */
  declare reference: Reference | undefined;
  declare menu: Menu | undefined;

  #view: EditorView | undefined;
  #diff: EditorView | undefined;
  #diffOf: { readonly text: string; readonly rewrite: Rewrite } | undefined;

  static override styles = [
    controls,
    css`
      :host {
        display: grid;
        grid-template: auto minmax(0, 1fr) / minmax(0, 1fr);
        position: relative;
      }
      .bar {
        display: flex;
        align-items: center;
        gap: 4px;
        padding: 4px 8px;
        border-bottom: 1px solid var(--line);
      }
      [role="tab"] {
        border-color: transparent;
        background: none;
        color: var(--quiet);
      }
      [role="tab"][aria-selected="true"] {
        background: var(--accent-ground);
        color: var(--text);
      }
      .bar .room {
        flex: 1;
      }
      .pane {
        min-height: 0;
        display: grid;
        grid-template: auto minmax(0, 1fr) / minmax(0, 1fr);
      }
      .pane[hidden] {
        display: none;
      }
      .hold {
        min-height: 0;
        grid-row: 2;
      }
      .hunks {
        grid-row: 1;
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 4px;
        padding: 6px 10px;
        border-bottom: 1px solid var(--line);
        background: var(--raised);
        max-height: 84px;
        overflow: auto;
      }
      .hunks li {
        display: contents;
      }
      .hunks button {
        min-height: 24px;
        padding: 1px 8px;
        font-size: var(--small);
      }
      .empty {
        padding: 24px;
        color: var(--quiet);
        max-width: 46ch;
      }
      .menu {
        position: absolute;
        z-index: 1000;
        left: var(--x);
        top: var(--y);
        display: grid;
        max-width: calc(100% - var(--x) - 8px);
        padding: 4px;
        border: 1px solid var(--line);
        border-radius: var(--radius);
        background: var(--panel);
        box-shadow: 0 6px 24px rgb(0 0 0 / 0.22);
      }
      .menu button {
        border: 0;
        background: none;
        text-align: left;
        white-space: normal;
      }
      .menu button:focus {
        background: var(--accent-ground);
      }
    `,
  ];

  constructor() {
    super();
    this.text = "";
    this.analysed = "";
    this.tab = "yours";
  }

  override render(): TemplateResult {
    const hunks = this.rewrite?.hunks ?? [];
    return html`
      <div class="bar">
        <div role="tablist" aria-label="Texts" @keydown=${this.#arrows}>
          ${TABS.map(([tab, label]) => this.#tab(tab, label))}
        </div>
        <span class="room"></span>
        ${
          this.rewrite && this.tab === "rewritten"
            ? html`<button class="main" @click=${() => send(this, { do: "adopt" })}>
                Adopt
              </button>`
            : nothing
        }
      </div>
      <div
        class="pane"
        id="yours"
        role="tabpanel"
        aria-labelledby="tab-yours"
        ?hidden=${this.tab !== "yours"}
      >
        <div class="hold" id="own"></div>
      </div>
      <div
        class="pane"
        id="rewritten"
        role="tabpanel"
        aria-labelledby="tab-rewritten"
        ?hidden=${this.tab !== "rewritten"}
      >
        ${
          this.rewrite
            ? html`<ul class="hunks" aria-label="Changes by fix">
                <li class="quiet">
                  <span class="quiet">${count(hunks.length, "change")}</span>
                </li>
                ${hunks.map(
                  (hunk) => html`<li>
                    <button
                      title=${`${hunk.fix.title}, for ${hunk.finding}`}
                      @click=${() => send(this, { do: "show", tab: "rewritten", range: hunk.range })}
                    >
                      ${hunk.fix.id}, line ${hunk.range.line}
                    </button>
                  </li>`,
                )}
              </ul>`
            : html`<p class="empty">
                Choose a fix under Problems: the rewritten schema appears here, as changes to yours.
              </p>`
        }
        <div class="hold" id="diff"></div>
      </div>
      <div
        class="pane"
        id="plan"
        role="tabpanel"
        aria-labelledby="tab-plan"
        ?hidden=${this.tab !== "plan"}
      >
        <hotsplit-plan
          class="hold"
          .rollout=${this.rollout}
          .rewrite=${this.rewrite}
          .deployed=${this.deployed}
          .copied=${this.copied}
        ></hotsplit-plan>
      </div>
      ${this.menu ? this.#menu(this.menu) : nothing}
    `;
  }

  #tab(tab: Tab, label: string): TemplateResult {
    const on = this.tab === tab;
    return html`<button
      role="tab"
      id=${`tab-${tab}`}
      aria-selected=${on ? "true" : "false"}
      aria-controls=${tab}
      tabindex=${on ? 0 : -1}
      @click=${() => send(this, { do: "tab", tab })}
    >
      ${label}
    </button>`;
  }

  #arrows(event: KeyboardEvent): void {
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
    event.preventDefault();
    const at = TABS.findIndex(([tab]) => tab === this.tab);
    const step = event.key === "ArrowRight" ? 1 : -1;
    const [tab] = TABS.at((at + step) % TABS.length) ?? ["yours"];
    send(this, { do: "tab", tab });
    this.renderRoot.querySelector<HTMLElement>(`#tab-${tab}`)?.focus();
  }

  #menu(menu: Menu): TemplateResult {
    const done = () => {
      this.menu = undefined;
      this.#view?.focus();
    };
    const keys = (event: KeyboardEvent) => {
      if (!(event.currentTarget instanceof HTMLElement)) return;
      const buttons = [...event.currentTarget.querySelectorAll("button")];
      const at = buttons.findIndex((button) => button.matches(":focus"));
      const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
      if (event.key === "Escape") done();
      else if (step !== 0) buttons.at((at + step) % buttons.length)?.focus();
      else return;
      event.preventDefault();
    };
    return html`<div
      class="menu"
      role="menu"
      aria-label="Quick fixes"
      ${placed({ "--x": `${menu.x}px`, "--y": `${menu.y}px` })}
      @keydown=${keys}
      @focusout=${(event: FocusEvent) => {
        if (!event.relatedTarget) this.menu = undefined;
      }}
    >
      ${menu.items.map(
        (item) => html`<button
          role="menuitem"
          @click=${() => {
            done();
            item.run();
          }}
        >
          ${item.label}
        </button>`,
      )}
    </div>`;
  }

  override firstUpdated(): void {
    const parent = this.renderRoot.querySelector("#own");
    if (!(parent instanceof HTMLElement)) return;
    this.#view = new EditorView({
      parent,
      state: EditorState.create({ doc: this.text, extensions: this.#extensions() }),
    });
  }

  #extensions() {
    return [
      lineNumbers(),
      lintGutter(),
      history(),
      drawSelection(),
      highlightActiveLine(),
      highlightActiveLineGutter(),
      bracketMatching(),
      indentUnit.of("  "),
      spanner,
      theme,
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({ "aria-label": "Your schema", spellcheck: "false" }),
      placeholder("Paste CREATE TABLE statements, GoogleSQL or PostgreSQL"),
      completion(() => ({
        facts: this.reference?.facts ?? [],
        rules: this.reference?.rules ?? [],
        objects: this.analysis?.objects ?? [],
        found: new Set(this.analysis?.findings.map((one) => one.rule)),
      })),
      search({ top: true }),
      // Shorter, so that they stand in one line.
      EditorState.phrases.of({ "match case": "case", "by word": "word" }),
      keymap.of([
        { key: "Mod-.", run: (view) => this.#quickFix(view) },
        ...lintKeymap,
        ...searchKeymap,
        ...historyKeymap,
        ...defaultKeymap,
        // No `indentWithTab`: Tab has to leave the editor.
      ]),
      EditorView.domEventHandlers({ beforeinput: typedOver }),
      EditorView.updateListener.of((update) => {
        if (!update.docChanged) return;
        const text = update.state.doc.toString();
        if (text !== this.text) send(this, { do: "type", text });
      }),
    ];
  }

  override updated(changed: PropertyValues<this>): void {
    const view = this.#view;
    if (!view) return;
    if (changed.has("text")) this.#take(view);
    if (changed.has("task") && this.task) this.#make(view, this.task);
    if (changed.has("analysis")) this.#mark(view);
    if (this.tab === "rewritten") void this.#compare();
    if (changed.has("place") && this.place) void this.#go(this.place);
    if (changed.has("menu") && this.menu) {
      this.renderRoot.querySelector<HTMLElement>(".menu button")?.focus();
    }
  }

  /** Takes over a text that came from elsewhere: an example, a link. */
  #take(view: EditorView): void {
    const { doc } = view.state;
    if (doc.toString() === this.text) return;
    // The first text is where undo ends; each later one is a step of its own.
    const first = doc.length === 0 && undoDepth(view.state) === 0;
    view.dispatch({
      changes: { from: 0, to: doc.length, insert: this.text },
      annotations: first ? Transaction.addToHistory.of(false) : isolateHistory.of("full"),
    });
    // The editor reads CRLF as LF; the state has to speak of the text as it stands here.
    const text = view.state.doc.toString();
    if (text !== this.text) send(this, { do: "type", text });
  }

  /** Makes edits as one step that one undo takes back. */
  #make(view: EditorView, task: Task): void {
    if (view.state.doc.toString() !== task.text) return;
    const edits = [...task.edits].sort((a, b) => a.from - b.from);
    const [first] = edits;
    view.dispatch({
      changes: edits,
      userEvent: "input.fix",
      ...(first ? { selection: { anchor: first.from }, scrollIntoView: true } : {}),
    });
    view.focus();
  }

  #mark(view: EditorView): void {
    if (!this.analysis || view.state.doc.toString() !== this.analysed) return;
    const found: Diagnostic[] = diagnostics(this.analysis, view.state.doc.length, this.#asks);
    view.dispatch(setDiagnostics(view.state, found));
  }

  readonly #asks: Asks = {
    fix: (finding, fix) => send(this, { do: "fix-here", finding, fix }),
    open: (finding) => {
      send(this, { do: "open", finding });
      send(this, { do: "part", part: "problems" });
    },
    cure: (edits) => send(this, { do: "cure", edits }),
    answer: (key, at) => {
      const question = this.analysis?.questions.find((one) => one.key === key);
      const edit = question?.choices[at]?.edit;
      if (edit) send(this, { do: "answer", edit });
    },
  };

  /** Opens the fixes of the line the cursor is in. */
  #quickFix(view: EditorView): boolean {
    const { head } = view.state.selection.main;
    const line = view.state.doc.lineAt(head);
    const items: Menu["items"][number][] = [];
    forEachDiagnostic(view.state, (one, from, to) => {
      if (to < line.from || from > line.to) return;
      for (const action of one.actions ?? []) {
        items.push({ label: action.name, run: () => action.apply(view, from, to) });
      }
    });
    const at = view.coordsAtPos(head);
    if (items.length === 0 || !at) return true;
    const box = this.getBoundingClientRect();
    const x = Math.max(8, Math.min(at.left - box.left, box.width - 280));
    this.menu = { x, y: at.bottom - box.top + 4, items };
    return true;
  }

  /** Builds the comparison anew when either of its sides changed. */
  async #compare(): Promise<void> {
    const { rewrite, text } = this;
    if (this.#diffOf?.rewrite === rewrite && this.#diffOf?.text === text) return;
    this.#diff?.destroy();
    this.#diff = undefined;
    this.#diffOf = rewrite && { rewrite, text };
    if (!rewrite) return;
    const asked = this.#diffOf;
    const { compare } = await import("../editor/compare.js");
    const parent = this.renderRoot.querySelector("#diff");
    // Meanwhile another rewrite may have come.
    if (asked !== this.#diffOf || !(parent instanceof HTMLElement)) return;
    this.#diff = compare(parent, text, rewrite.text);
  }

  async #go(place: Place): Promise<void> {
    if (place.tab === "plan") return;
    if (place.tab === "rewritten") await this.#compare();
    const view = place.tab === "yours" ? this.#view : this.#diff;
    if (!view) return;
    const { from, to } = fitted(place.range, view.state.doc.length);
    view.dispatch({
      selection: { anchor: from, head: to },
      effects: EditorView.scrollIntoView(from, { y: "center" }),
    });
    view.focus();
  }
}

/**
 * Types over a selection of several lines without the browser's help.
 *
 * The browser keeps the looks of what it joins in `style` attributes, which the policy refuses.
 */
function typedOver(event: InputEvent, view: EditorView): boolean {
  const { data, inputType } = event;
  // Not `getTargetRanges`: it is empty for what stands in a shadow root.
  const { from, to } = view.state.selection.main;
  if (inputType !== "insertText" || data === null || view.composing) return false;
  if (view.state.doc.lineAt(from).to >= to) return false;
  event.preventDefault();
  view.dispatch(view.state.replaceSelection(data), { userEvent: "input.type" });
  return true;
}

customElements.define("hotsplit-editor", EditorElement);
