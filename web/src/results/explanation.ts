/** The name of a number as a button that opens what the number says and what it rests on. */
import { html, type LitElement, nothing, type ReactiveController, type TemplateResult } from "lit";
import { missing } from "../state/actions.js";

type Explanations = typeof import("./explanations.js")["EXPLANATIONS"];
type Explained = keyof Explanations;

/** Which number of its element is explained; the texts come with the first that is opened. */
export class Explanation implements ReactiveController {
  readonly #host: LitElement;
  #texts: Explanations | undefined;
  #open: Explained | "" = "";

  constructor(host: LitElement) {
    this.#host = host;
    host.addController(this);
  }

  /** Id of the number that is explained; empty if none is. */
  get open(): Explained | "" {
    return this.#open;
  }

  hostConnected(): void {
    this.#host.addEventListener("keydown", this.#onKeydown);
  }

  hostDisconnected(): void {
    this.#host.removeEventListener("keydown", this.#onKeydown);
  }

  /** Returns the texts of a number if it is open and they are loaded. */
  textsOf(id: Explained | ""): Explanations[Explained] {
    return id !== "" && this.#open === id ? this.#texts?.[id] : undefined;
  }

  /** Draws the name of a number; `region` is the id of what it opens, where that has one. */
  drawName(
    { id, name }: { readonly id: Explained; readonly name: string },
    region?: string,
  ): TemplateResult {
    const isOpen = this.#open === id;
    return html`<button
      data-of=${id}
      aria-expanded=${isOpen ? "true" : "false"}
      aria-controls=${isOpen && region !== undefined ? region : nothing}
      @click=${() => (isOpen ? this.close() : this.#explain(id))}
    >
      ${name}
    </button>`;
  }

  /** Closes the explanation, and returns the focus to the name of its number. */
  close(): void {
    const open = this.#open;
    this.hide();
    this.#host.renderRoot.querySelector<HTMLElement>(`[data-of="${open}"]`)?.focus();
  }

  /** Closes the explanation, and leaves the focus where it is. */
  hide(): void {
    this.#open = "";
    this.#host.requestUpdate();
  }

  #explain(id: Explained): void {
    this.#open = id;
    this.#host.requestUpdate();
    if (!this.#texts) void this.#load();
  }

  async #load(): Promise<void> {
    const part = await import("./explanations.js").catch(() => missing(this.#host));
    if (!part) return;
    this.#texts = part.EXPLANATIONS;
    this.#host.requestUpdate();
  }

  readonly #onKeydown = (event: KeyboardEvent): void => {
    if (event.key === "Escape" && this.#open !== "") this.close();
  };
}
