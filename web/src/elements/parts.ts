/** The elements that show answers: one chunk, loaded while the engine is. */
import "./chosen.js";
import "./problems.js";
import "./results.js";
import "./workload.js";
