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
  redo,
  undo,
  undoDepth,
} from "@codemirror/commands";
import { bracketMatching, indentUnit } from "@codemirror/language";
import { Compartment, EditorState, StateEffect, type Text, Transaction } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  placeholder,
  type ViewUpdate,
} from "@codemirror/view";
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import type {
  Analysis,
  DialectChoice,
  Reference,
  Rewrite,
  Rollout,
  SourceDatabase,
} from "../../../pkg/hotsplit.js";
import { bytes } from "../session/bytes.js";
import { missing, send } from "../state/actions.js";
import type { Place, Tab, Task } from "../state/state.js";
import { theme } from "../ui/code-theme.js";
import { icon } from "../ui/icons.js";
import { spanner } from "../ui/language.js";
import { ranked } from "../ui/ranked.js";
import { specials } from "../ui/specials.js";
import { controls } from "../ui/style/controls.js";
import { count, shown } from "../ui/words.js";
import { dialectMenu, fileMenu } from "./bar.js";
import { beside, turned } from "./beside.js";
import { type Asks, diagnostics, fitted } from "./diagnostics.js";
import { ACCEPTED, openFile } from "./files.js";
import { found, type Stand, setFound } from "./found.js";
import { gutter } from "./gutter.js";
import { type Change, changes, nextOf } from "./hunks.js";
import { type Menu, quickMenu } from "./quick-menu.js";
import { type ReadingDump, readingDump, withoutRows } from "./reading.js";
import { still } from "./still.js";
import { editor } from "./style.js";
import { standAt, stands, standsOfLine, step, type Walk } from "./walk.js";
import { LINE_MAX, textOf } from "./whole.js";

/** The tabs in their order. */
const TABS: readonly (readonly [Tab, string])[] = [
  ["yours", "Schema"],
  ["rewritten", "Diff"],
  ["plan", "Plan"],
];

/** Says what to do with the field, and that nothing leaves the browser. */
const INVITATION = "Paste your own DDL here. It stays in this browser.";

/** Keys of use in the text, for those who have written something. */
const COMPLETION = "Ctrl-Space: completion.";
const HINTS = `F8: next problem. Ctrl-.: fixes. ${COMPLETION}`;

/** Keys that search is loaded for, and that it takes over once it is there. */
const FIND_KEYS = ["Mod-f", "F3", "Shift-F3", "Mod-g", "Shift-Mod-g", "Mod-Alt-g", "Mod-d"];

/** Letters from which on a text is long. Ours: a megabyte is told of within the step that changed it. */
const LONG = 2_000_000;

/** What is loaded after the editor itself. */
type Aid = Pick<typeof import("./find.js"), "COMMANDS"> &
  Pick<typeof import("./help.js"), "helpAt">;

/** What stands at the cursor, for the line below the text. */
interface Here {
  readonly text: string;
  /** Key of the problem that it is about. */
  readonly problem?: string | undefined;
}

/** The editor. */
export class EditorElement extends LitElement {
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
    open: { attribute: false },
    sheet: { attribute: false },
    compact: { type: Boolean },
    dialect: { attribute: false },
    paged: { type: Boolean },
    bare: { attribute: false },
    comparing: { type: Boolean },
    level: { attribute: false },
    menu: { state: true },
    here: { state: true },
    said: { state: true },
    reading: { state: true },
    dragging: { state: true },
    change: { state: true },
    edited: { state: true },
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
  /** The problem that is open in the list. */
  declare open: string | undefined;
  /** Names the text: one of another name has a history of its own. */
  declare sheet: string | undefined;
  /** It stands among other things: what the page around offers is left out. */
  declare compact: boolean;
  /** The dialect that is set. */
  declare dialect: DialectChoice;
  /** The plan is a page of its own, and the changes are a tab only while somebody compares. */
  declare paged: boolean;
  /** An exam is taken: nothing of fixes is shown, and no other schema is asked for. */
  declare bare: boolean;
  /** A key is open or a fix is chosen. */
  declare comparing: boolean;
  declare menu: Menu | undefined;
  declare here: Here | undefined;
  /** What is said to a screen reader. */
  declare said: string;
  /** A dump that is being read. */
  declare reading: ReadingDump | undefined;
  /** A file is held over the editor. */
  declare dragging: boolean;
  /** Number of the change that was gone to, in `#changes`. */
  declare change: number | undefined;
  /** The person wrote something here. */
  declare edited: boolean;
  /** Level of its first heading, where that is not 2: see `ranked`. */
  declare level: number | undefined;

  #view: EditorView | undefined;
  readonly #walk: Walk = { last: undefined };
  #changes: readonly Change[] = [];
  /** What `#changes` are of. */
  #changesOf: Rewrite | undefined;
  /** Line and object of the cursor that were told last. */
  #caret: string | undefined;
  #aiding: Promise<Aid> | undefined;
  /** A long text that is about to be told of. */
  #telling: ReturnType<typeof setTimeout> | undefined;
  /** What undo goes back to. */
  readonly #past = new Compartment();
  #aid: Aid | undefined;
  #diff: EditorView | undefined;
  #diffOf: { readonly text: string; readonly rewrite: Rewrite } | undefined;

  static override styles = [controls, editor];

  constructor() {
    super();
    this.text = "";
    this.analysed = "";
    this.tab = "yours";
    this.compact = false;
    this.dialect = "auto";
    this.paged = false;
    this.bare = false;
    this.comparing = false;
    this.edited = false;
    this.said = "";
    this.dragging = false;
    this.addEventListener("dragover", this.#dragged);
    this.addEventListener("dragleave", (event) => {
      if (!(event.relatedTarget instanceof Node) || !this.contains(event.relatedTarget)) {
        this.dragging = false;
      }
    });
    // Before CodeMirror, which would write a file's text at the cursor.
    this.addEventListener("drop", this.#dropped, { capture: true });
  }

  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener("keydown", this.#undo);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener("keydown", this.#undo);
    this.reading?.stop();
  }

  /** An answer or a fix that was taken elsewhere on the page is undone from there. */
  readonly #undo = (event: KeyboardEvent): void => {
    const { key, ctrlKey, metaKey, shiftKey, altKey, defaultPrevented } = event;
    if (!this.#view || defaultPrevented || altKey || !(ctrlKey || metaKey)) return;
    const letter = key.toLowerCase();
    if (letter !== "z" && letter !== "y") return;
    const typing = 'input, textarea, dialog, [contenteditable="true"]';
    const path = event.composedPath();
    const root = this.getRootNode();
    if (this.compact && !(root instanceof ShadowRoot && path.includes(root))) return;
    if (path.some((one) => one instanceof Element && one.matches(typing))) return;
    event.preventDefault();
    if (letter === "z" && !shiftKey) undo(this.#view);
    else redo(this.#view);
  };

  override render(): TemplateResult {
    const tab = this.#pane;
    return html`
      <div class="bar" ?hidden=${this.compact && !this.rewrite}>
        ${this.#title()} ${tab === "rewritten" ? this.#ways() : nothing}
        <span class="room"></span>
        ${this.#tools()}
      </div>
      <p class="unseen" role="status">${this.said}</p>
      <div
        class="pane"
        id="yours"
        role=${this.#tabs.length > 1 ? "tabpanel" : nothing}
        aria-labelledby=${this.#tabs.length > 1 ? "tab-yours" : nothing}
        ?hidden=${tab !== "yours"}
      >
        <div class="hold" id="own"></div>
        ${this.#foot()}
      </div>
      <div
        class="pane"
        id="rewritten"
        role="tabpanel"
        aria-labelledby="tab-rewritten"
        ?hidden=${tab !== "rewritten"}
      >
        ${
          this.rewrite
            ? nothing
            : html`<p class="empty">
                Choose a fix: the new schema appears here, as changes to yours.
              </p>`
        }
        <div class="hold" id="diff"></div>
        ${this.rewrite ? this.#diffFoot() : nothing}
      </div>
      ${
        this.paged || this.bare
          ? nothing
          : html`<div
              class="pane"
              id="plan"
              role="tabpanel"
              aria-labelledby="tab-plan"
              ?hidden=${tab !== "plan"}
            >
              <hotsplit-plan
                .level=${this.level}
                class="hold"
                .rollout=${this.rollout}
                .rewrite=${this.rewrite}
                .analysis=${this.analysis}
                .deployed=${this.deployed}
                .copied=${this.copied}
              ></hotsplit-plan>
            </div>`
      }
      ${this.menu ? quickMenu(this.menu, (back) => this.#closeMenu(back)) : nothing}
      ${this.reading ? readingDump(this.reading) : nothing}
      ${this.dragging ? html`<div class="drop">Drop a .sql file to open it</div>` : nothing}
    `;
  }

  /** The pane in view: a plan or a port on a page of its own lies over all of them. */
  get #pane(): Tab {
    const apart = this.tab === "port" || (this.paged && this.tab === "plan");
    return apart || this.bare ? "yours" : this.tab;
  }

  /** The tabs there are. */
  get #tabs(): typeof TABS {
    if (this.bare) return TABS.slice(0, 1);
    if (!this.paged) return TABS;
    const compares = this.rewrite && (this.comparing || this.tab === "rewritten");
    return TABS.slice(0, compares ? 2 : 1);
  }

  /** What is shown, and how it is read. */
  #title(): TemplateResult {
    const tabs = this.#tabs;
    const name =
      tabs.length > 1
        ? html`<div role="tablist" aria-label="Texts" @keydown=${this.#arrows}>
            ${tabs.map(([tab, label]) => this.#tab(tab, label))}
          </div>`
        : html`<h2 ${ranked(this.level)}>Schema</h2>`;
    const choose = (dialect: DialectChoice) => send(this, { do: "dialect", dialect });
    const dialects = this.paged && this.#pane === "yours";
    return html`${name}
    ${dialects ? dialectMenu(this.dialect, this.analysis, choose, (from) => this.#port(from)) : nothing}`;
  }

  /** Says in the text that it is a dump of another database, which is then ported. */
  #port(from: SourceDatabase): void {
    send(this, { do: "dialect", dialect: "auto" });
    if (this.analysis?.source === from || this.analysed !== this.text) return;
    const insert = `-- hotsplit: file source=${from}\n`;
    send(this, { do: "edits", edits: [{ from: 0, to: 0, insert }] });
  }

  /** How many changes there are, and the way from one to the next. */
  #ways(): TemplateResult | typeof nothing {
    if (!this.rewrite) return nothing;
    return html`<span class="quiet changes">${count(this.#changes.length, "change")}</span>
      <button
        class="plain"
        aria-label="Previous change"
        title="Previous change (Shift-F8)"
        @click=${() => this.#stepChange(-1)}
      >
        ${icon("chevronLeft")}
      </button>
      <button
        class="plain"
        aria-label="Next change"
        title="Next change (F8)"
        @click=${() => this.#stepChange(1)}
      >
        ${icon("chevronRight")}
      </button>`;
  }

  /** What can be done with the text that is shown. */
  #tools(): TemplateResult | typeof nothing {
    const { rewrite, copied } = this;
    const tab = this.#pane;
    if (tab === "yours") {
      const pick = () => this.renderRoot.querySelector<HTMLInputElement>("#file")?.click();
      const download = () => send(this, { do: "download", name: "schema.sql", text: this.text });
      const find = {
        label: "Find in the schema",
        note: "Ctrl-F",
        act: () => void this.#find("Mod-f"),
      };
      return html`${fileMenu(
        this.compact
          ? [find]
          : [
              { label: "Open a .sql file…", act: pick },
              { label: "Download schema.sql", act: download },
              find,
            ],
      )}
        <input
          type="file"
          id="file"
          hidden
          aria-label="SQL file"
          accept=${ACCEPTED}
          @change=${this.#picked}
        />`;
    }
    if (tab !== "rewritten" || !rewrite) return nothing;
    const { text } = rewrite;
    return html`<button
        class="plain"
        @click=${() => send(this, { do: "copy", id: "rewritten", text })}
      >
        ${copied === "rewritten" ? "Copied" : "Copy"}
      </button>
      <button
        class="plain"
        @click=${() => send(this, { do: "download", name: "schema.sql", text })}
      >
        Download
      </button>
      ${
        this.paged
          ? nothing
          : html`<button class="main" @click=${() => send(this, { do: "adopt" })}>
              Apply to schema
            </button>`
      }`;
  }

  /** The line below the text: what stands at the cursor and, for a problem, what can be done. */
  #foot(): TemplateResult {
    const { here } = this;
    const problem = here?.problem;
    const hints = this.edited || this.compact ? HINTS : INVITATION;
    const idle = this.bare ? COMPLETION : hints;
    return html`<div class="foot">
      <p class=${here ? "" : "quiet"} title=${here?.text.slice(0, 600) ?? nothing}>
        ${here?.text ?? idle}
      </p>
      ${
        problem === undefined
          ? nothing
          : html`<button
                title="Fixes for this line (Ctrl-.)"
                @click=${() => this.#view && this.#quickFix(this.#view)}
              >
                Fixes
              </button>
              <button @click=${() => this.#asks.open(problem)}>Open</button>`
      }
    </div>`;
  }

  /** The line below the comparison: the change that was gone to. */
  #diffFoot(): TemplateResult {
    const one = this.change === undefined ? undefined : this.#changes[this.change];
    return html`<div class="foot">
      <p class=${one ? "" : "quiet"}>
        ${one && this.change !== undefined ? this.#nameOf(one, this.change) : "F8: next change."}
      </p>
      ${
        one && one.finding !== this.open
          ? html`<button @click=${() => this.#asks.open(one.finding)}>Open</button>`
          : nothing
      }
    </div>`;
  }

  #nameOf({ fix, line }: Change, at: number): string {
    const of = this.#changes.length;
    return shown(`Change ${at + 1} of ${of}, line ${line}: ${fix.title} (${fix.short})`);
  }

  #tab(tab: Tab, label: string): TemplateResult {
    const on = this.#pane === tab;
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
    const tabs = this.#tabs;
    const at = tabs.findIndex(([tab]) => tab === this.#pane);
    const step = event.key === "ArrowRight" ? 1 : -1;
    const [tab] = tabs.at((at + step) % tabs.length) ?? ["yours"];
    send(this, { do: "tab", tab });
    this.renderRoot.querySelector<HTMLElement>(`#tab-${tab}`)?.focus();
  }

  #closeMenu(back: boolean): void {
    this.menu = undefined;
    if (back) this.#view?.focus();
  }

  override willUpdate(): void {
    if (this.#changesOf === this.rewrite) return;
    this.#changesOf = this.rewrite;
    this.#changes = this.rewrite ? changes(this.rewrite) : [];
    this.change = undefined;
  }

  override firstUpdated(): void {
    const parent = this.renderRoot.querySelector("#own");
    if (!(parent instanceof HTMLElement)) return;
    this.#view = new EditorView({
      parent,
      state: EditorState.create({ doc: this.text, extensions: this.#extensions() }),
    });
    this.#aiding = this.#load(this.#view);
    this.#aiding.catch(() => {
      // The network went before they came. The text can be read and typed in without them, and
      // whoever asks for search is told.
      this.#aiding = undefined;
    });
  }

  #extensions() {
    return [
      lineNumbers(),
      found,
      gutter((view, one) => this.#opened(view, one)),
      this.#past.of(history()),
      beside((now) => send(this, { do: "beside", ...now })),
      specials(),
      drawSelection(),
      highlightActiveLine(),
      highlightActiveLineGutter(),
      bracketMatching(),
      indentUnit.of("  "),
      spanner,
      theme,
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({
        "aria-label": "Your schema",
        spellcheck: "false",
        tabindex: "0",
      }),
      placeholder(INVITATION),
      still,
      keymap.of([
        { key: "Mod-.", run: (view) => this.#quickFix(view) },
        { key: "F8", run: () => this.#step(1), shift: () => this.#step(-1) },
        // Once search is there its own keys answer.
        ...FIND_KEYS.map((key) => ({ key, run: () => !this.#aid && this.#find(key) })),
        ...historyKeymap,
        ...defaultKeymap,
        // No `indentWithTab`: Tab has to leave the editor.
      ]),
      EditorView.domEventHandlers({ beforeinput: typedOver }),
      EditorView.updateListener.of((update) => this.#heard(update)),
    ];
  }

  get #words() {
    return { facts: this.reference?.facts ?? [], rules: this.reference?.rules ?? [] };
  }

  /** The text or the cursor changed, or other problems were found. */
  #heard(update: ViewUpdate): void {
    const { docChanged, selectionSet, state } = update;
    if (docChanged) {
      clearTimeout(this.#telling);
      // To put a long text together and to send it off is a step of its own.
      if (state.doc.length < LONG) this.#tell(state.doc);
      else this.#telling = setTimeout(() => this.#tell(state.doc));
      // What was said of a step stays until the person goes on.
      const goes = (one: Transaction) => one.isUserEvent("input.type") || one.isUserEvent("delete");
      if (update.transactions.some(goes)) this.said = "";
      if (update.transactions.some((one) => one.isUserEvent("input"))) this.edited = true;
    }
    const other = update.transactions.some((one) =>
      one.effects.some((effect) => effect.is(setFound)),
    );
    if (!docChanged && !selectionSet && !other) return;
    this.#look(update.view);
    if (!docChanged && (selectionSet || this.#caret !== undefined)) this.#tellCaret(update.view);
  }

  /** Tells the page what the text is now. */
  #tell(doc: Text): void {
    const text = textOf(doc);
    if (text !== this.text) send(this, { do: "type", text });
    // The same text was pasted over itself: its marks went with the letters.
    else queueMicrotask(() => this.#view && this.#mark(this.#view));
  }

  /** Looks what stands at the cursor. */
  #look(view: EditorView): void {
    const { head } = view.state.selection.main;
    const line = view.state.doc.lineAt(head);
    const one = standAt(view, head)?.found;
    const word = one ? undefined : this.#aid?.helpAt(line.text, head - line.from, this.#words);
    const text = one?.message ?? (word && `${word.form}: ${word.about}`);
    if (text === this.here?.text && one?.problem === this.here?.problem) return;
    this.here = text === undefined ? undefined : { text, problem: one?.problem };
  }

  #tellCaret(view: EditorView): void {
    const { head } = view.state.selection.main;
    const line = view.state.doc.lineAt(head).number;
    const object = this.analysis?.objects.findLast(
      ({ range }) => range.from <= head && head <= range.to,
    )?.name;
    const place = `${line} ${object}`;
    if (place === this.#caret) return;
    this.#caret = place;
    send(this, { do: "caret", line, object });
  }

  #step(by: 1 | -1): boolean {
    const view = this.#view;
    if (!view) return true;
    const read = this.analysis !== undefined && this.analysed === this.text;
    const none = read ? "No problems in this schema." : "This schema has not been analysed yet.";
    this.said = step(view, this.#walk, by) ?? none;
    return true;
  }

  /** A mark beside a line was clicked. */
  #opened(view: EditorView, { found, from, to }: Stand): void {
    view.dispatch({ selection: { anchor: from, head: to }, userEvent: "select.problem" });
    if (found.problem !== undefined) this.#asks.open(found.problem);
    else view.focus();
  }

  /** Search, completion and help follow once the text can be read and typed in. */
  async #load(view: EditorView): Promise<Aid> {
    const [{ find, COMMANDS }, { help, helpAt }, { completion }] = await Promise.all([
      import("./find.js"),
      import("./help.js"),
      import("./complete.js"),
    ]);
    const offers = completion(() => ({
      ...this.#words,
      objects: this.analysis?.objects ?? [],
      dialect: this.analysis?.dialect ?? "auto",
      found: new Set(this.analysis?.findings.map((one) => one.rule)),
    }));
    const more = [find, help(() => this.#words), offers];
    view.dispatch({ effects: StateEffect.appendConfig.of(more) });
    this.#aid = { COMMANDS, helpAt };
    return this.#aid;
  }

  /** Does what a key of search asks for, once search is there. */
  #find(key: string): boolean {
    const view = this.#view;
    if (!view) return true;
    this.#aiding ??= this.#load(view);
    this.#aiding.then(
      ({ COMMANDS }) => COMMANDS[key]?.(view),
      () => {
        this.#aiding = undefined;
        missing(this);
      },
    );
    return true;
  }

  #dragged(event: DragEvent): void {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = "copy";
    this.dragging = true;
  }

  #dropped(event: DragEvent): void {
    this.dragging = false;
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    event.stopPropagation();
    void this.#openFiles([...event.dataTransfer.files]);
  }

  #picked(event: Event): void {
    if (!(event.target instanceof HTMLInputElement)) return;
    const files = [...(event.target.files ?? [])];
    // The same file may be picked again.
    event.target.value = "";
    if (files.length > 0) void this.#openFiles(files);
  }

  /** A file's text takes the place of what is there, as one step. */
  async #openFiles(files: readonly File[]): Promise<void> {
    this.reading?.stop();
    const opened = await openFile(files, (file) => this.#condense(file));
    if (!opened.ok) {
      send(this, { do: "tell", message: opened.why });
      return;
    }
    send(this, { do: "file", text: opened.text });
    const size = bytes(new TextEncoder().encode(opened.text).length);
    this.said = `Opened ${opened.name}, ${size}. Undo restores the previous schema.`;
  }

  /** Leaves the rows out of a dump, and shows how far it is. */
  #condense(file: File): Promise<string> {
    this.said = `Reading ${file.name}`;
    return withoutRows(file, {
      show: (reading) => {
        this.reading = reading;
      },
      tell: (message) => send(this, { do: "tell", message }),
    });
  }

  override updated(changed: PropertyValues<this>): void {
    const view = this.#view;
    if (!view) return;
    if (changed.has("text") || changed.has("sheet")) this.#take(view, changed.has("sheet"));
    if (changed.has("task") && this.task) this.#make(view, this.task);
    if (changed.has("analysis")) this.#mark(view);
    if (changed.has("open") && this.open !== undefined) this.#soonFollow(view, this.open);
    if (this.tab === "rewritten") void this.#compare();
    if (changed.has("place") && this.place) void this.#go(this.place);
    if (changed.has("menu") && this.menu) {
      this.renderRoot.querySelector<HTMLElement>(".menu button")?.focus();
    }
  }

  /** Takes over a text that came from elsewhere: an example, a link, a lesson. */
  #take(view: EditorView, sheet: boolean): void {
    const { doc } = view.state;
    // Undo does not lead from a lesson into the draft: a history that was away begins anew.
    if (sheet) view.dispatch({ effects: this.#past.reconfigure([]) });
    if (sheet) view.dispatch({ effects: this.#past.reconfigure(history()) });
    if (textOf(doc) === this.text) return;
    // The first text is where undo ends; each later one is a step of its own.
    const first = sheet || (doc.length === 0 && undoDepth(view.state) === 0);
    view.dispatch({
      changes: { from: 0, to: doc.length, insert: this.text },
      annotations: first ? Transaction.addToHistory.of(false) : isolateHistory.of("full"),
    });
    // The editor reads CRLF as LF; the state has to speak of the text as it stands here.
    const text = textOf(view.state.doc);
    if (text !== this.text) send(this, { do: "type", text });
  }

  /** Makes edits as one step that one undo takes back. */
  #make(view: EditorView, task: Task): void {
    if (textOf(view.state.doc) !== task.text) return;
    if (task.undo) {
      undo(view);
      return;
    }
    const edits = [...task.edits].sort((a, b) => a.from - b.from);
    const [first] = edits;
    const { beside } = task;
    if (beside) send(this, { do: "beside", ...beside.after });
    view.dispatch({
      changes: edits,
      userEvent: "input.fix",
      annotations: isolateHistory.of("full"),
      ...(beside ? { effects: turned.of(beside) } : {}),
      ...(first ? { selection: { anchor: first.from }, scrollIntoView: true } : {}),
    });
    // Who answers questions in the list stays there.
    if (this.matches(":focus-within") || document.activeElement === document.body) view.focus();
  }

  /** In a step of its own: the list opens the problem in the same moment. */
  #soonFollow(view: EditorView, problem: string): void {
    setTimeout(() => {
      if (this.open === problem) this.#follow(view, problem);
    });
  }

  /** Shows the place of a problem that was opened in the list; who types is left where they are. */
  #follow(view: EditorView, problem: string): void {
    const one = stands(view).find(({ found }) => found.problem === problem);
    if (!one || view.hasFocus) return;
    view.dispatch({
      selection: { anchor: one.from, head: one.to },
      effects: EditorView.scrollIntoView(one.from, { y: "nearest", yMargin: 40 }),
      userEvent: "select.problem",
    });
  }

  #mark(view: EditorView): void {
    if (!this.analysis || textOf(view.state.doc) !== this.analysed) return;
    const all = diagnostics(this.analysis, view.state.doc.length, this.#asks);
    view.dispatch({ effects: setFound.of(all) });
  }

  readonly #asks: Asks = {
    fix: (finding, fix) => send(this, { do: "fix-here", finding, fix }),
    open: (finding) => {
      send(this, { do: "open", finding });
      // A finding has a page of its own there; a question stands in the list.
      const listed = this.analysis?.questions.some(({ key }) => key === finding);
      if (!this.paged || listed) send(this, { do: "part", part: "problems" });
    },
    cure: (edits) => send(this, { do: "edits", edits }),
    answer: (key, at) => {
      const question = this.analysis?.questions.find((one) => one.key === key);
      const edit = question?.choices[at]?.edit;
      if (edit) send(this, { do: "edits", edits: [edit] });
    },
  };

  /** Opens the fixes of the line the cursor is in. */
  #quickFix(view: EditorView): boolean {
    const { head } = view.state.selection.main;
    const groups = standsOfLine(view, head)
      .map(({ found, from, to }) => ({
        title: found.message,
        items: (found.actions ?? []).map((action) => ({
          label: action.name,
          run: () => action.apply(view, from, to),
        })),
      }))
      .filter(({ items }) => items.length > 0);
    const at = view.coordsAtPos(head);
    if (groups.length === 0 || !at) {
      this.said = "No fix for this line.";
      this.here = { text: this.said };
      return true;
    }
    const box = this.getBoundingClientRect();
    const x = Math.max(8, Math.min(at.left - box.left, box.width - 280));
    const above = at.bottom > innerHeight / 2;
    this.menu = { x, y: (above ? at.top - 4 : at.bottom + 4) - box.top, above, groups };
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
    const part = await import("./compare.js").catch(() => missing(this));
    const parent = this.renderRoot.querySelector("#diff");
    // Meanwhile another rewrite may have come.
    if (asked !== this.#diffOf || !(parent instanceof HTMLElement)) return;
    if (part === undefined) this.#diffOf = undefined;
    this.#diff = part?.compare(parent, text, rewrite.text, this.#changes, {
      step: (by) => this.#stepChange(by),
      open: ({ finding }) => this.#asks.open(finding),
    });
  }

  /** Takes the focus, with the caret at a point of the screen or at the beginning. */
  take(point?: { readonly x: number; readonly y: number }): void {
    const view = this.#view;
    if (!view) return;
    const anchor = point ? view.posAtCoords(point, false) : 0;
    view.dispatch({ selection: { anchor } });
    view.focus();
  }

  /** Takes the focus with the whole schema selected, so that a paste takes its place. */
  selectAll(): void {
    const view = this.#view;
    if (!view) return;
    view.dispatch({ selection: { anchor: 0, head: view.state.doc.length } });
    view.focus();
  }

  /**
   * Goes on where someone was in the text while it stood in a plain field; what was typed there into
   * the previous schema is one step to undo.
   */
  resume(field: HTMLTextAreaElement, before: string, focused: boolean): void {
    const view = this.#view;
    if (!view) return;
    const { doc } = view.state;
    const [from, to] = [field.selectionStart, field.selectionEnd].map((at) =>
      Math.min(at, doc.length),
    );
    const back = field.selectionDirection === "backward";
    const selection = { anchor: (back ? to : from) ?? 0, head: (back ? from : to) ?? 0 };
    if (before === this.text) view.dispatch({ selection });
    else {
      const undone = view.state.update({
        changes: { from: 0, to: doc.length, insert: before },
        annotations: Transaction.addToHistory.of(false),
      });
      const changes = { from: 0, to: undone.newDoc.length, insert: doc };
      const annotations = isolateHistory.of("full");
      view.update([undone, undone.state.update({ changes, selection, annotations })]);
    }
    if (focused) view.focus();
    view.scrollDOM.scrollTop = field.scrollTop;
  }

  #stepChange(by: 1 | -1): void {
    const view = this.#diff;
    if (!view) return;
    const of = this.#changes.length;
    const next =
      this.change === undefined
        ? nextOf(this.#changes, view.state.selection.main.from, by)
        : (this.change + by + of) % of;
    void this.#goChange(next);
  }

  /** Selects a change of the rewritten text, and says which it is. */
  async #goChange(at: number): Promise<void> {
    const one = this.#changes[at];
    await this.#compare();
    const view = this.#diff;
    if (!one || !view) return;
    this.change = at;
    this.said = this.#nameOf(one, at);
    const { from, to } = fitted(one, view.state.doc.length);
    view.dispatch({
      selection: { anchor: from, head: to },
      effects: EditorView.scrollIntoView(from, { y: "center" }),
    });
    view.focus();
  }

  async #go(place: Place): Promise<void> {
    if (place.tab === "plan") return;
    if (this.paged) this.scrollIntoView({ block: "nearest" });
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
 * Types over a selection, and into a long line, without the browser's help.
 *
 * The browser keeps the looks of what it joins or replaces in `style` attributes, which the policy
 * refuses: of several lines, and of one line that is coloured to its end.
 */
function typedOver(event: InputEvent, view: EditorView): boolean {
  const { data, inputType } = event;
  // Not `getTargetRanges`: it is empty for what stands in a shadow root.
  const { from, to } = view.state.selection.main;
  if (inputType !== "insertText" || data === null || view.composing) return false;
  // In a line of ten megabytes the browser takes a tenth of a second to write a letter.
  if (from === to && view.state.doc.lineAt(from).length < LINE_MAX) return false;
  event.preventDefault();
  view.dispatch(view.state.replaceSelection(data), { userEvent: "input.type" });
  return true;
}

declare global {
  interface HTMLElementTagNameMap {
    "hotsplit-editor": EditorElement;
  }
}

customElements.define("hotsplit-editor", EditorElement);
