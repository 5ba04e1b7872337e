//! Severity from writes and tails.
