/**
 * The text until the editor is there: a plain field in its place, in which it can be read, typed
 * and pasted over. The editor is a hundred kilobytes, and the first map goes before it.
 */
import examples from "virtual:examples";
import type { Session } from "../session/session.js";
import type { State } from "../state/state.js";
import type { EditorElement } from "./editor.js";

/**
 * Offers what there is to begin with, and lets the field stand until the editor takes its place; if
 * that never comes, the field stays.
 */
export function stand(session: Session): void {
  void import("../session/rate.js").then(
    ({ rateAfter }) => {
      session.rate = rateAfter;
    },
    () => session.missing(),
  );
  session.store.change({ examples });
  session.first();
  const host = document.querySelector<EditorElement>("hotsplit-editor");
  if (host && !customElements.get("hotsplit-editor")) new InitialField(session, host);
}

class InitialField {
  readonly #field = document.createElement("textarea");
  /** The text before anything was typed. */
  #before = "";
  #asked = false;

  constructor(
    readonly session: Session,
    readonly host: EditorElement,
  ) {
    const field = this.#field;
    field.ariaLabel = "Your schema";
    field.spellcheck = false;
    field.addEventListener("focus", () => this.#edit());
    field.addEventListener("input", () => this.#typed());
    host.append(field);
    session.painted.add(() => this.#edit());
    session.store.listen((state) => {
      if (field.isConnected) this.#draw(state);
      // A lesson was opened, which has an editor of its own.
      else this.#edit();
    });
    this.#draw(session.store.state);
  }

  #draw(state: State): void {
    const { text } = state.kept;
    if (this.#field.value !== text) {
      this.#field.value = text;
      this.#before = text;
    }
    if (isDue(state)) this.#edit();
  }

  #typed(): void {
    this.session.act({ do: "type", text: this.#field.value });
  }

  #edit(): void {
    if (this.#asked) return;
    this.#asked = true;
    this.#replace().catch(() => this.session.missing());
  }

  /** Puts the editor in the place of the field. */
  async #replace(): Promise<void> {
    const field = this.#field;
    await import("./editor.js");
    // A lesson took the place: what stands in the field is another text.
    if (!field.isConnected) {
      field.remove();
      return;
    }
    // Words that were being composed are ended with the field, which may not have told.
    if (field.value !== this.session.store.state.kept.text) this.#typed();
    const focused = document.activeElement === field;
    await this.host.updateComplete;
    if (focused || field.value !== this.#before) this.host.resume(field, this.#before, focused);
    field.remove();
  }
}

/** Whether the editor is loaded before the first map: none comes soon, or where nobody sees it. */
function isDue({ kept, engine }: State): boolean {
  const own = kept.text !== "" && kept.text !== examples[0]?.text;
  return own || engine === "failed";
}
