//! When ids count as ids that arrive in order.

/// Rank correlation with a time that shows an order of arrival, per mille.
pub(super) const ARRIVAL_MIN: u64 = 900;
