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

/**
 * Letters of a long text that the field shows. Ours: a browser lays out all lines of a plain field,
 * in view or not; 316,000 of them took 9 s. Schemas of twenty tables have 5,000 to 20,000 letters.
 */
const SHOWN = 30_000;

class InitialField {
  readonly #field = document.createElement("textarea");
  /** The text before anything was typed. */
  #before = "";
  /** What was typed here last. */
  #own = "";
  #asked = false;
  /** The editor does not come: the field has all of the text, however long it takes. */
  #alone = false;

  constructor(
    readonly session: Session,
    readonly host: EditorElement,
  ) {
    const field = this.#field;
    field.ariaLabel = "Your schema";
    field.spellcheck = false;
    field.addEventListener("focus", () => this.#edit());
    field.addEventListener("paste", (event) => this.#pasted(event));
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
    const field = this.#field;
    const { text } = state.kept;
    // A browser reports text that is inserted in one go line by line: cut between two of these events,
    // the rest of it would be lost.
    const shown = this.#alone || field.value === text ? text : text.slice(0, SHOWN);
    field.readOnly = shown.length < text.length;
    if (field.value !== shown) {
      field.value = shown;
      if (text !== this.#own) this.#before = text;
    }
    if (isDue(state)) this.#edit();
  }

  #typed(): void {
    this.#own = this.#field.value;
    this.session.act({ do: "type", text: this.#own });
  }

  /** Takes a long text that is pasted before the field lays it out. */
  #pasted(event: ClipboardEvent): void {
    const { value, selectionStart, selectionEnd, readOnly } = this.#field;
    const pasted = event.clipboardData?.getData("text/plain") ?? "";
    if (readOnly || pasted.length <= SHOWN) return;
    event.preventDefault();
    this.#own = value.slice(0, selectionStart) + pasted + value.slice(selectionEnd);
    this.session.act({ do: "type", text: this.#own });
  }

  #edit(): void {
    if (this.#asked) return;
    this.#asked = true;
    this.#replace().catch(() => {
      this.#alone = true;
      if (this.#field.isConnected) this.#draw(this.session.store.state);
      this.session.missing();
    });
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
    if (!field.readOnly && field.value !== this.session.store.state.kept.text) this.#typed();
    const focused = document.activeElement === field;
    await this.host.updateComplete;
    const { text } = this.session.store.state.kept;
    if (focused || text !== this.#before) this.host.resume(field, this.#before, focused);
    field.remove();
  }
}

/** Whether the editor is loaded before the first map: none comes soon, or where nobody sees it. */
function isDue({ kept, engine }: State): boolean {
  const own = kept.text !== "" && kept.text !== examples[0]?.text;
  return own || engine === "failed";
}
