/**
 * Steps of the browser's history for what lies over the verdict: the page of a hot key, the plan, a
 * dump and its port. Back leaves one of them, and closing it goes back to where it was opened.
 */
import { ofLessons, routeOf } from "../state/route.js";
import { isOver } from "../state/selectors.js";
import type { State, Tab } from "../state/state.js";
import type { Session } from "./session.js";

/** What an entry of the history shows. */
interface Shown {
  readonly open: string | undefined;
  readonly tab: Tab;
}

/** An entry that was added here. */
interface Layer extends Shown {
  /** Its number, from 1. */
  readonly layer: number;
}

/** Keeps the history in step with the page. */
export class Layers {
  /** What the page shows without a layer. A link may open it at a hot key. */
  #base: Shown = { open: undefined, tab: "yours" };
  /** How many things lay over the verdict when the page changed last. */
  #depth: number;
  /** A step back of our own is under way. */
  #isLeaving = false;
  /** The guide or a lesson was open since. */
  #wasAway = false;

  constructor(readonly session: Session) {
    const { store } = session;
    const { layer } = this;
    // After a reload it is as it was.
    if (layer && !this.#isElsewhere(store.state) && depthOf(store.state) === 0) this.#show(layer);
    // What was opened before this was there has no entry yet.
    this.#depth = layer ? depthOf(store.state) : 0;
    this.#follow(store.state);
    store.listen((now) => this.#follow(now));
    addEventListener("popstate", () => this.#arrive());
  }

  /** The layer whose entry it is. */
  get layer(): Layer | undefined {
    const state: unknown = history.state;
    return typeof state === "object" && state && "layer" in state ? (state as Layer) : undefined;
  }

  /** The address is not the workspace's. */
  #isElsewhere({ play }: State): boolean {
    const { hash } = location;
    return play?.stage !== undefined || ofLessons(hash) || routeOf(hash) !== undefined;
  }

  /** The page has changed: a layer that was opened gets an entry, one that was closed leaves its own. */
  #follow(state: State): void {
    if (this.#isElsewhere(state)) this.#wasAway = true;
    if (this.#isLeaving || this.#isElsewhere(state)) return;
    const at = this.layer?.layer ?? 0;
    const depth = depthOf(state);
    const shown = shownIn(state);
    if (depth > this.#depth) history.pushState({ ...shown, layer: at + 1 }, "");
    else if (depth < at) {
      this.#isLeaving = true;
      history.go(depth - at);
    } else if (at === 0) this.#base = shown;
    else if (!isSame(this.layer, shown)) history.replaceState({ ...shown, layer: at }, "");
    this.#depth = depth;
  }

  /** The browser is at another entry: the page shows what belongs to it, unless the page led there. */
  #arrive(): void {
    const { state } = this.session.store;
    if (this.#isElsewhere(state)) return;
    const leads = this.#isLeaving || this.#wasAway;
    this.#isLeaving = false;
    this.#wasAway = false;
    if (leads) this.#follow(state);
    else this.#show(this.layer ?? this.#base);
  }

  #show({ open, tab }: Shown): void {
    const { session } = this;
    this.#depth = depthOf({ open, tab });
    if (session.store.state.tab !== tab) session.act({ do: "tab", tab });
    if (session.store.state.open !== open) session.act({ do: "open", finding: open });
  }
}

/** What a page shows. */
function shownIn({ open, tab }: Shown): Shown {
  return { open, tab: isOver({ tab }) ? tab : "yours" };
}

function isSame(one: Shown | undefined, { open, tab }: Shown): boolean {
  return one?.open === open && one?.tab === tab;
}

/** How many things lie over the verdict. */
function depthOf(shown: Shown): number {
  return Number(shown.open !== undefined) + Number(isOver(shown));
}
