/** The elements that a verdict is read with: one chunk, loaded while the engine is. */
import "../map/elements/maps.js";
import "../problems/hot-keys.js";
import "../results/outcome.js";
