/** The elements that show answers: one chunk, loaded while the engine is. */
import "../fixes/chosen.js";
import "../problems/problems.js";
import "../results/results.js";
import "../workload/workload.js";
