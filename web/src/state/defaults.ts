/**
 * What a run is set to where nobody says anything. The numbers are the engine's
 * (`crate/engine/src/defaults.rs`); a test of the wire compares them.
 */

/** Nodes of the instance. */
export const NODES = 10;

/** Minutes simulated. */
export const MINUTES = 60;

/** Seed of a run. */
export const SEED = 1;
