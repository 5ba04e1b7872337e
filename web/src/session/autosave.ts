/** Keeps the draft, a moment after the last change. */
import type { Kept, Store } from "../state/state.js";
import type { Address } from "./address.js";
import * as draft from "./draft.js";

/** Quiet after the last change before the draft is written, ms. Ours. */
const QUIET = 300;

/** The draft of this page. */
export class Autosave {
  /** This browser has no room for the draft: it would be gone with the page. */
  lost = false;
  #saving: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly store: Store,
    readonly address: Pick<Address, "hasText" | "isUntouchedLink" | "unlink" | "isLinked">,
    /** Keeps a learner's text; says whether it was one. */
    readonly keepLesson: (now: Kept) => boolean,
  ) {}

  /** Keeps the draft soon. */
  soon(): void {
    clearTimeout(this.#saving);
    this.#saving = setTimeout(() => this.now(), QUIET);
  }

  /** Keeps the draft now. A link that is only looked at leaves one's own draft alone. */
  now({ leaving = false } = {}): void {
    clearTimeout(this.#saving);
    const { kept, version } = this.store.state;
    if (!this.address.hasText || kept.text === "" || this.keepLesson(kept)) return;
    // Also on the way back from it, when its address is left already.
    if (this.address.isUntouchedLink(kept)) return;
    if (this.address.isLinked) this.address.unlink();
    void draft.writeDraft({ ...kept, version }, leaving).then((kept) => this.#sayIfLost(kept));
  }

  /** Says once that a text cannot be kept, while there is time to take it elsewhere. */
  #sayIfLost(kept: boolean): void {
    const message = "This browser can't save a draft of this schema. Download it before you leave.";
    if (!kept && !this.lost) this.store.change({ notice: { message, again: false } });
    this.lost = !kept;
  }
}
