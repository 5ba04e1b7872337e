/** All kinds of figures, by the name that `<hotsplit-figure kind="…">` takes. */
import type { Kind } from "../kind.js";
import { bits } from "./bits.js";
import { hidden } from "./hidden.js";
import { knife } from "./knife.js";
import { moved } from "./moved.js";
import { nodes } from "./nodes.js";
import { queue } from "./queue.js";
import { servers } from "./servers.js";
import { shards } from "./shards.js";
import { tail } from "./tail.js";

/** The kinds. */
export const KINDS: Readonly<Record<string, Kind>> = {
  bits,
  hidden,
  knife,
  moved,
  nodes,
  queue,
  servers,
  shards,
  tail,
};
