/**
 * What the model rests on, as data of the site: `virtual:trust`. The engine compares the published
 * figures of `content/validation` with its own while the site is built.
 */
import type { Trust } from "../pkg/hotsplit.js";
import { dataOf, type Engine, textsOf } from "./vite.content.js";

/** Everything. */
export const trustOf = ({ trust }: Pick<Engine, "trust">): Trust => trust(textsOf("validation"));

/** Gives it to whoever imports it. */
export const trusted = dataOf("trust", "validation", trustOf);
