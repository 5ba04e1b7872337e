/** All kinds of figures, by the name that `<hotsplit-figure kind="…">` takes. */
import type { Kind } from "../kind.js";
import { bits } from "./bits.js";
import { knife } from "./knife.js";
import { shards } from "./shards.js";

export const KINDS: Readonly<Record<string, Kind>> = { bits, knife, shards };
