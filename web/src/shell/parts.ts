/** The elements that show answers: one chunk, loaded while the engine is. */
import "../fixes/chosen.js";
import "../fixes/acts.js";
import "../fixes/key.js";
import "../problems/hot-keys.js";
import "../problems/problems.js";
import "../results/outcome.js";
import "../results/results.js";
import "../workload/workload.js";
