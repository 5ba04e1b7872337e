/**
 * The dump and its port beside each other, read only: lines that belong together are lit on both
 * sides, and one side scrolls with the other. A chunk of its own, as the editor.
 *
 * They cannot be typed in, so nothing here needs what the editor does about the browser's own edits:
 * what it would write into `style` attributes the page's policy refuses.
 */
import { defaultKeymap } from "@codemirror/commands";
import {
  EditorState,
  type Extension,
  type Range,
  StateEffect,
  StateField,
} from "@codemirror/state";
import {
  Decoration,
  type DecorationSet,
  drawSelection,
  EditorView,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import { theme } from "../ui/code-theme.js";
import { spanner } from "../ui/language.js";
import { specials } from "../ui/specials.js";
import { badges, setBadges } from "./badges.js";
import type { Judged } from "./statements.js";
import { type Lit, otherOf, type Part, placeOf, type Side, tied, UNLIT } from "./ties.js";

type Ties = Parameters<typeof tied>[0];

/** What a pane shows. */
export interface PaneText {
  readonly text: string;
  readonly name: string;
}

/** What became of the statements of a text. */
export interface Badged {
  readonly statements: readonly Judged[];
}

/** Lines that are lit at most: those of a long table are not worth more. Ours. */
const LIT_MAX = 2_000;

const setLit = StateEffect.define<readonly Part[]>();

const line = Decoration.line({ class: "hs-tied" });

const lit = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (before, { docChanged, effects, state }) => {
    const next = effects.find((one) => one.is(setLit));
    if (!next) return docChanged ? Decoration.none : before;
    const starts = new Set<number>();
    for (const { from, to } of next.value as readonly Part[]) {
      const { length } = state.doc;
      const last = state.doc.lineAt(Math.min(Math.max(from, to - 1), length)).number;
      for (let at = state.doc.lineAt(Math.min(from, length)).number; at <= last; at++) {
        if (starts.size < LIT_MAX) starts.add(state.doc.line(at).from);
      }
    }
    const lines: Range<Decoration>[] = [...starts].map((from) => line.range(from));
    return Decoration.set(lines, true);
  },
  provide: (field) => EditorView.decorations.from(field),
});

const look = EditorView.theme({
  ".hs-tied": { backgroundColor: "var(--mark)" },
  // They can be read by keyboard, so it is seen where that is.
  "&.cm-focused": { outline: "2px solid var(--focus)", outlineOffset: "-2px" },
});

/** Both panes. */
export class Panes {
  readonly #views: { readonly [S in Side]: EditorView };
  #map: Ties = [];
  /** What stays lit while the pointer is nowhere: the line that the cursor is in. */
  #chosen: Lit = UNLIT;
  /** The side that a person scrolls; the other follows. None while both are brought into view. */
  #leader: Side | undefined = "source";
  #hovered: string | undefined;

  /** `press` is called with the number of a statement whose badge is pressed. */
  constructor(parents: { readonly [S in Side]: HTMLElement }, press: (statement: number) => void) {
    this.#views = {
      source: this.#pane("source", parents.source, badges(press)),
      target: this.#pane("target", parents.target, []),
    };
  }

  /** Shows a dump and its port. Where neither changed, what is lit stays. */
  show(source: PaneText & Badged, target: PaneText, map: Ties): void {
    this.#map = map;
    const first = this.#views.source.state.doc.length === 0;
    const changed = [this.#set("source", source), this.#set("target", target)].includes(true);
    if (changed) this.#choose(UNLIT);
    this.#views.source.dispatch({ effects: setBadges.of(source.statements) });
    // What a dump begins with says nothing of a table.
    const [from] = map[0] ?? [];
    if (first && from !== undefined) this.#toTop("source", from);
  }

  /** Lights a part of the dump with what it became, and brings both into view. */
  reveal({ source, target }: { readonly source: Part; readonly target: Part | undefined }): void {
    const lit = { source: [source], target: target ? [target] : [] };
    this.#leader = undefined;
    this.#choose(lit);
    for (const side of ["source", "target"] as const) this.#scrollTo(side, lit[side][0]);
  }

  /** Takes both away. */
  destroy(): void {
    this.#views.source.destroy();
    this.#views.target.destroy();
  }

  #pane(side: Side, parent: HTMLElement, more: Extension): EditorView {
    const leads = () => {
      this.#leader = side;
    };
    const view: EditorView = new EditorView({
      parent,
      extensions: [
        lineNumbers(),
        specials(),
        drawSelection(),
        spanner,
        theme,
        look,
        lit,
        more,
        EditorView.lineWrapping,
        EditorState.readOnly.of(true),
        EditorView.editable.of(false),
        keymap.of(defaultKeymap),
        EditorView.domEventHandlers({
          mousemove: (event) => this.#hover(side, event),
          mouseleave: () => this.#unhover(),
          wheel: leads,
          pointerdown: leads,
          touchstart: leads,
          keydown: leads,
        }),
        EditorView.updateListener.of(({ selectionSet, state, docChanged }) => {
          if (selectionSet && !docChanged) this.#pick(side, state.selection.main.head);
        }),
      ],
    });
    view.contentDOM.tabIndex = 0;
    view.scrollDOM.addEventListener("scroll", () => this.#follow(side), { passive: true });
    return view;
  }

  /** Puts a text into a pane, in place of what differs; says whether anything does. */
  #set(side: Side, { text, name }: PaneText): boolean {
    const view = this.#views[side];
    view.contentDOM.ariaLabel = name;
    const before = view.state.doc.toString();
    if (before === text) return false;
    let from = 0;
    while (from < text.length && before[from] === text[from]) from++;
    let tail = 0;
    const most = Math.min(before.length, text.length) - from;
    while (tail < most && before[before.length - 1 - tail] === text[text.length - 1 - tail]) tail++;
    const insert = text.slice(from, text.length - tail);
    view.dispatch({ changes: { from, to: before.length - tail, insert } });
    return true;
  }

  /** The line that a place is in. */
  #lineAt(side: Side, at: number): Part {
    const { doc } = this.#views[side].state;
    return doc.lineAt(Math.min(at, doc.length));
  }

  #pick(side: Side, at: number): void {
    const lit = tied(this.#map, side, this.#lineAt(side, at));
    this.#choose(lit);
    const other = otherOf(side);
    this.#scrollTo(other, lit[other][0]);
  }

  #hover(side: Side, { clientX, clientY }: MouseEvent): void {
    const view = this.#views[side];
    const at = view.posAtCoords({ x: clientX, y: clientY });
    if (at === null) return;
    const line = this.#lineAt(side, at);
    const place = `${side} ${line.from}`;
    if (place === this.#hovered) return;
    this.#hovered = place;
    this.#light(tied(this.#map, side, line));
  }

  #unhover(): void {
    this.#hovered = undefined;
    this.#light(this.#chosen);
  }

  #choose(lit: Lit): void {
    this.#chosen = lit;
    this.#light(lit);
  }

  #light(lit: Lit): void {
    this.#views.source.dispatch({ effects: setLit.of(lit.source) });
    this.#views.target.dispatch({ effects: setLit.of(lit.target) });
  }

  #scrollTo(side: Side, part: Part | undefined): void {
    if (!part) return;
    const view = this.#views[side];
    const at = Math.min(part.from, view.state.doc.length);
    view.dispatch({ effects: EditorView.scrollIntoView(at, { y: "nearest", yMargin: 80 }) });
  }

  #toTop(side: Side, at: number): void {
    const effects = EditorView.scrollIntoView(at, { y: "start", yMargin: 8 });
    this.#views[side].dispatch({ effects });
  }

  /** Brings what belongs to the first line in view of one side to the top of the other. */
  #follow(side: Side): void {
    if (side !== this.#leader) return;
    const view = this.#views[side];
    const top = view.scrollDOM.scrollTop;
    const place = placeOf(this.#map, side, view.lineBlockAtHeight(top).from);
    if (place === undefined) return;
    const other = this.#views[otherOf(side)];
    const at = Math.min(place, other.state.doc.length);
    other.scrollDOM.scrollTop = top === 0 ? 0 : other.lineBlockAt(at).top;
  }
}
