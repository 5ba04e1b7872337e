/** The address: links that carry a schema, pages of the guide, lessons, and the way back from them. */

import { MAP } from "../state/map.js";
import { ofLessons, type Route, routeOf } from "../state/route.js";
import { EMPTY, type Kept, type Store } from "../state/state.js";
import * as draft from "./draft.js";
import type { Playing } from "./playing.js";
import type { Questions } from "./questions.js";

type Links = typeof import("./links.js");
type Found = import("./links.js").Found;

/** What an address needs of the page that has it. */
export interface Visited {
  readonly store: Store;
  readonly questions: Questions;
  /** Where lessons are played, once one of their addresses was opened. */
  readonly desk: Playing | undefined;
  /** Opens, turns or leaves a lesson, as the address says. */
  openLesson(): Promise<void>;
  /** Loads the page of the guide that is open. */
  loadGuide(kind: Route["kind"]): Promise<unknown>;
  /** Asks for what lies open over the page. */
  lookUp(guide: Route): void;
  /** Keeps the draft now. */
  saveNow(): void;
  /** Begins with what there is. */
  first(): void;
  /** Reads and runs the text. */
  changed(): void;
}

/** The address of a page. */
export class Address {
  /** The text to begin with is known: a link, a draft, or none. */
  hasText: boolean;
  /** The link that was read last, as long as the text is still its. */
  #linked = "";
  /** A link that stopped being what is shown while the guide or a layer lay over its address. */
  #spent = "";
  /** What the link carried, as long as nothing of it was changed. */
  #sent: Kept | undefined;
  /** Counts readings of addresses: the newest is shown. */
  #reading = 0;
  /** Version of the engine that wrote the link, until ours is known. */
  #writtenBy = "";
  /** Entries of the history since the guide was opened; 0 if the tab began with it. */
  #steps = 0;

  constructor(
    readonly page: Visited,
    /** It stands in a page of someone else's, whose address is not ours. */
    readonly isGuest: boolean,
  ) {
    this.hasText = isGuest;
  }

  /** The text came with a link and is as it was there. */
  get isLinked(): boolean {
    return this.#linked !== "";
  }

  /** Whether this is what a link carried, unchanged. */
  isUntouchedLink(kept: Kept): boolean {
    return kept === this.#sent;
  }

  /** The engine's version is known: says so where the link was made with another one. */
  compareVersions(): void {
    this.#sayIfOlder(this.#writtenBy);
    this.#writtenBy = "";
  }

  /** Reads the link's state, or the draft's, or none; `first` when the page opens. */
  async read(first: boolean): Promise<void> {
    const { store, questions } = this.page;
    const turn = ++this.#reading;
    // A page of the guide lies over the draft, and so does a lesson.
    const over = this.openGuide();
    const here = over ? "" : location.hash;
    const linked = here !== "" && here !== "#";
    const stood = first ? undefined : this.#ownText();
    this.#linked = here;
    try {
      const links = await import("./links.js");
      if (first) store.change({ earlier: links.tried(await draft.readEarlier())?.kept });
      const own = stood ?? links.tried(await draft.readDraft()) ?? this.#earlierDraft();
      const found = linked ? await this.#openLink(links, here) : undefined;
      // Meanwhile another address may have been gone to.
      if (turn !== this.#reading) return;
      // Back from a link that was looked at, one's own is there again.
      const shown = found ?? (first || !linked ? own : undefined);
      if (shown) this.#show(links, shown, own, found !== undefined);
    } catch {
      questions.missing();
    }
    if (first && ofLessons(location.hash)) await this.page.openLesson();
    this.hasText = true;
    this.page.first();
  }

  /** Opens another link in the same tab, or a page of the guide. */
  change(): void {
    // Back from the guide the address is the old one, and its link was read then.
    if (this.openGuide() || location.hash === this.#linked) return;
    const spent = this.#spent;
    this.#spent = "";
    if (location.hash !== "" && location.hash === spent) this.unlink();
    else if (location.hash || (this.#linked !== "" && !this.page.desk))
      void this.read(false).then(() => this.page.changed());
  }

  /** The text is no longer the link's, so the address must not say so. */
  unlink(): void {
    const { store } = this.page;
    if (this.isGuest) return;
    // Under the guide and under a layer lies the link's address still: it is cleared on the way back.
    const guide = routeOf(location.hash) !== undefined;
    if (this.#linked !== "" && (guide || history.state)) this.#spent = this.#linked;
    if (location.hash && !guide && !ofLessons(location.hash))
      history.replaceState(history.state, "", location.pathname + location.search);
    this.#linked = "";
    // Nor are the runs to come those it sets pins on.
    if (store.state.mapFromLink) store.change({ mapFromLink: false });
  }

  /** Sets a draft aside, so that it can be gone back to. */
  setAside(kept: Kept): void {
    const { store } = this.page;
    draft.writeEarlier({ ...kept, version: store.state.version });
    store.change({ earlier: kept });
  }

  /** Opens or closes the guide, as the address says; says whether it or a lesson is open. */
  openGuide(): boolean {
    const { store, questions } = this.page;
    const guide = routeOf(location.hash);
    const lesson = ofLessons(location.hash);
    if (this.hasText && !guide && (lesson || this.page.desk)) void this.page.openLesson();
    if (guide) {
      // What lies under it is hidden once it is there.
      questions.load(this.page.loadGuide(guide.kind).then(() => store.change({})));
      this.page.lookUp(guide);
      const open = store.state.guide !== undefined;
      const next = open ? this.#steps && this.#steps + 1 : this.hasText ? 1 : 0;
      // An entry of the history that was here before knows its number. It is not written again: that
      // would call off a step through the history that is under way.
      const known: unknown = history.state;
      this.#steps = typeof known === "number" ? known : next;
      if (known !== this.#steps) history.replaceState(this.#steps, "");
    }
    store.change({ guide });
    return lesson || guide !== undefined;
  }

  /** Goes back to where the guide was opened, or, if the tab began with it, takes it off. */
  leaveGuide(): void {
    this.page.store.change({ guide: undefined });
    if (this.#steps > 0) history.go(-this.#steps);
    else history.replaceState(undefined, "", location.pathname + location.search);
  }

  /**
   * What stands there, if it is one's own and neither a lesson's nor a link's that is looked at.
   * It is kept now: what takes its place comes before the moment after which it would be.
   */
  #ownText(): Found | undefined {
    const { kept, version, play } = this.page.store.state;
    if (!this.hasText || kept.text === "" || this.#linked !== "" || play?.stage) return undefined;
    this.page.saveNow();
    return { kept, version };
  }

  /** What was set aside for a link, where the browser keeps no draft. */
  #earlierDraft(): Found | undefined {
    const { earlier } = this.page.store.state;
    return earlier && { kept: earlier, version: "" };
  }

  /** What the link carries. A damaged one is reported, and one's own draft is shown instead. */
  async #openLink(links: Links, fragment: string): Promise<Found | undefined> {
    const found = await links.opened(fragment);
    if (typeof found !== "string") return found;
    // By now it may be no more the address.
    if (this.#linked !== fragment) return undefined;
    this.page.store.change({ notice: { message: found, again: false, link: true } });
    // The next reload should not say it again.
    history.replaceState(undefined, "", location.pathname + location.search);
    this.#linked = "";
    return undefined;
  }

  /** Takes over a link or a draft. What stopped the engine last time is not run by itself. */
  #show(links: Links, found: Found, own: Found | undefined, linked: boolean): void {
    const { kept, version, view, said } = found;
    const { store } = this.page;
    const other = linked && own && own.kept.text !== kept.text ? own.kept : undefined;
    if (other) this.setAside(other);
    const { tuned, frames, open, tab } = EMPTY;
    const map = { map: { ...MAP, ...view?.map }, mapFromLink: view?.map !== undefined };
    store.change({ kept, tuned, frames, open, tab, picked: undefined, ...view, ...map });
    if (linked && store.state.notice?.link) store.change({ notice: undefined });
    if (said !== undefined) store.change({ notice: { message: said, again: false } });
    this.#sent = linked ? kept : undefined;
    if (draft.wasTrying(kept.text)) {
      store.change({ held: kept.text, notice: { message: links.HELD, again: true } });
    } else if (linked && store.state.version !== "") this.#sayIfOlder(version);
    else this.#writtenBy = linked ? version : "";
  }

  /** Says that a link was made with another engine, whose numbers may differ. */
  #sayIfOlder(version: string): void {
    if (version === "") return;
    const { store, questions } = this.page;
    questions.load(import("./links.js").then(({ older }) => older(store, version)));
  }
}
