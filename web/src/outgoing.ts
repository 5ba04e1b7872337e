/** What leaves the page: copies, files, a print. */
import type { Store } from "./state.js";

/** How long a button says that it copied, ms. Ours: long enough to be read. */
const SAID = 2_000;

/** Copies and prints, and says in the state how that went. */
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
        const message = "The browser does not let this page copy. Select the text and copy it.";
        store.change({ notice: { message, again: false } });
      }
    }
  }

  /** Prints; `report.ts` puts a report in place of the page. The maps have to be on the screen. */
  print(): void {
    this.#store.change({ shared: undefined, part: "results" });
    // Two frames: one to lay the maps out, one to paint them.
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => print(), 100)));
  }
}

/** Hands a text or a picture to the browser as a file. */
export function download(name: string, text: string | Blob): void {
  const blob = text instanceof Blob ? text : new Blob([text], { type: "text/plain" });
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken it by the end of this turn, and needs the address a moment longer.
  setTimeout(() => URL.revokeObjectURL(url), 1_000);
}
