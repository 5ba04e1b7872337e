//! Bounds and defaults of what a person may set, shared by directives and the settings of a run.
//! The bounds are assumptions of ours: far beyond any real instance, and small enough that the
//! arithmetic stays finite.

/// Rows or requests per second of a load at most: no instance serves a tenth.
pub const RATE_MAX: f64 = 1e9;

/// Rows or requests per second below which a load counts as none: one in thirty years. Its work would
/// round to zero where it is divided by.
pub const RATE_MIN: f64 = 1e-9;

/// Nodes of an instance at least: one processing unit, the least that can be written of an instance.
pub const NODES_MIN: f64 = 0.001;

/// Nodes of an instance at most; far fewer are simulated.
pub const NODES_MAX: f64 = 1e6;

/// Rows per second that a node takes at most.
pub const WRITES_PER_NODE_MAX: f64 = 1e6;

/// Nodes of an instance where nobody says how many (those of the ledger story).
pub const NODES_DEFAULT: f64 = 10.0;

/// Minutes of a run where nobody says how many.
pub const MINUTES_DEFAULT: u32 = 60;
