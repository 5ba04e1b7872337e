/**
 * What became of each statement, behind its first line: words that a screen reader reads as the rest of
 * the line, and a button where there are losses to be led to.
 */
import { type Extension, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, WidgetType } from "@codemirror/view";
import { shown } from "../ui/words.js";
import { type Judged, type Outcome, statementName } from "./statements.js";

/** Letters of a name that a badge says at most. Ours. */
const NAME_MAX = 128;

/** Which pill each outcome looks like. */
const PILLS: Readonly<Record<Outcome, string>> = {
  decide: "ask",
  lost: "error",
  changed: "warn",
  kept: "info",
  dropped: "info",
};

/** Puts the badges of a dump that is shown in place of those before. */
export const setBadges = StateEffect.define<readonly Judged[]>();

/** Badges, and what is done when the one of a statement is pressed: its number. */
export function badges(press: (statement: number) => void): Extension {
  return StateField.define<DecorationSet>({
    create: () => Decoration.none,
    update: (before, { changes, effects, state: { doc } }) => {
      const next = effects.find((one) => one.is(setBadges));
      if (!next) return before.map(changes);
      const all = (next.value as readonly Judged[]).map((judged, number) => {
        const line = doc.lineAt(Math.min(judged.statement.source.start, doc.length));
        const widget = new Badge(judged, number, press);
        return Decoration.widget({ widget, side: 1 }).range(line.to);
      });
      return Decoration.set(all, true);
    },
    provide: (field) => EditorView.decorations.from(field),
  });
}

class Badge extends WidgetType {
  readonly #words: string;
  readonly #about: string;

  constructor(
    readonly judged: Judged,
    readonly number: number,
    readonly press: (statement: number) => void,
  ) {
    super();
    const { words, statement } = judged;
    this.#words = words.charAt(0).toUpperCase() + words.slice(1);
    this.#about = shown(statementName(statement)).slice(0, NAME_MAX);
  }

  override eq(other: Badge): boolean {
    const [one, two] = [this.judged, other.judged];
    const same = this.number === other.number && one.outcome === two.outcome;
    const leads = one.losses.length > 0 === two.losses.length > 0;
    return same && leads && this.#words === other.#words && this.#about === other.#about;
  }

  override toDOM(): HTMLElement {
    const { outcome, losses } = this.judged;
    const leads = losses.length > 0;
    const badge = document.createElement(leads ? "button" : "span");
    badge.className = `badge pill ${PILLS[outcome]}`;
    badge.textContent = this.#words;
    if (leads) {
      badge.setAttribute("aria-label", `${this.#words}: show the losses of ${this.#about}`);
      badge.onclick = () => this.press(this.number);
    }
    return badge;
  }
}
