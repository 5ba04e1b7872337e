/** All kinds of figures, by the name that `<hotsplit-figure kind="…">` takes. */
import type { Kind } from "../kind.js";
import { bits } from "./bits.js";
import { family } from "./family.js";
import { hidden } from "./hidden.js";
import { keys } from "./keys.js";
import { knife } from "./knife.js";
import { moved } from "./moved.js";
import { nodes } from "./nodes.js";
import { queue } from "./queue.js";
import { servers } from "./servers.js";
import { shards } from "./shards.js";
import { tail } from "./tail.js";
import { whale } from "./whale.js";

/** The kinds. */
export const KINDS: Readonly<Record<string, Kind>> = {
  bits,
  family,
  hidden,
  keys,
  knife,
  moved,
  nodes,
  queue,
  servers,
  shards,
  tail,
  whale,
};
