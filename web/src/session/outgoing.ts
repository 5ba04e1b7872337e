/** Copies; what else leaves the page is in `download.ts` and `report.ts`. */
import type { Store } from "../state/state.js";

/** How long a button says that it copied, ms. Ours: long enough to be read. */
const SAID = 2_000;

/** Copies, and says in the state how that went. */
export class Outgoing {
  readonly #store: Store;
  #copying: ReturnType<typeof setTimeout> | undefined;

  constructor(store: Store) {
    this.#store = store;
  }

  /** Copies a text; the button of this id says so for a while. */
  async copy(id: string, text: string): Promise<void> {
    const store = this.#store;
    try {
      await navigator.clipboard.writeText(text);
      store.change({ copied: id });
      clearTimeout(this.#copying);
      this.#copying = setTimeout(() => store.change({ copied: undefined }), SAID);
    } catch {
      // The share menu shows it to be copied by hand; elsewhere it stands on the page.
      if (store.state.shared !== undefined) store.change({ uncopied: text });
      else {
        const message =
          "The browser does not allow this page to copy. Select the text and copy it.";
        store.change({ notice: { message, again: false } });
      }
    }
  }
}
