/** The elements that a verdict is read with: one chunk, loaded while the engine is. */
import "../problems/hot-keys.js";
import "../results/outcome.js";
