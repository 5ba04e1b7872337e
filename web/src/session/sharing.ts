/** What the share menu needs. A chunk of its own. */
import { unusual } from "../state/map.js";
import { here } from "../state/route.js";
import type { Store } from "../state/state.js";
import { toFragment } from "./links.js";

/** Works out the link before it is wanted: a browser copies only while a person clicks. */
export async function share(store: Store, embed = false): Promise<void> {
  const { kept, version, tab, part, open, frames, map } = store.state;
  const view = { tab, part, open, frames, map: unusual(map) };
  const fragment = await toFragment(kept, version, view);
  const shared = fragment === undefined ? "" : here() + fragment;
  store.change({ shared, uncopied: undefined, ...(embed ? { over: "embed" } : {}) });
}
