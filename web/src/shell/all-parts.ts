/**
 * Every element that shows answers: for lessons and for pages of others, and on the page itself once
 * a verdict can be read.
 */
import "./parts.js";
import "../fixes/acts.js";
import "../fixes/chosen.js";
import "../fixes/fix-card.js";
import "../fixes/key.js";
import "../problems/problems.js";
import "../results/results.js";
import "../workload/workload.js";
