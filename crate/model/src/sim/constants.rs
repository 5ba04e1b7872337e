//! Constants by name: reading them, and giving them another value.

use super::knobs::Knobs;
use super::table::{Constant, Place};

/// The name under which a constant may be changed, if it may: that of its knob, where the knob is
/// the constant itself and not something that it follows from.
#[must_use]
pub fn name_of(constant: &Constant) -> Option<&'static str> {
    let name = constant.knob.strip_prefix("constants.").unwrap_or(constant.knob);
    (name.eq_ignore_ascii_case(constant.name)).then_some(name)
}

/// Gives a constant another value; says whether there is one of this name that takes it.
pub fn set_constant(knobs: &mut Knobs, name: &str, value: f64) -> bool {
    if !value.is_finite() || value < 0.0 {
        return false;
    }
    // Links made before 2026-11-25 say what each of two participants costs in overheads of a commit.
    if name == "participant_cost" {
        return set_constant(knobs, "participant_logs", (2.0 * value - 1.0).max(1.0));
    }
    match place(knobs, &name.replace('-', "_")) {
        Some(Place::Number(place)) => *place = value,
        Some(Place::Whole(place)) => {
            let whole = crate::load::whole(value.round());
            *place = u32::try_from(whole).unwrap_or(u32::MAX);
        }
        Some(Place::OfRegion(place)) => *place = Some(value),
        None => return false,
    }
    true
}

/// The value of a constant, if there is one of this name that has one of its own.
#[must_use]
pub fn constant(knobs: &Knobs, name: &str) -> Option<f64> {
    match place(&mut knobs.clone(), &name.replace('-', "_"))? {
        Place::Number(value) => Some(*value),
        Place::Whole(value) => Some(f64::from(*value)),
        Place::OfRegion(value) => *value,
    }
}

/// The field that holds a constant, of the knobs or of their constants.
pub(super) fn place<'a>(knobs: &'a mut Knobs, name: &str) -> Option<Place<'a>> {
    match name {
        "writes_per_node" => Some(Place::Number(&mut knobs.writes_per_node)),
        "in_flight_max" => Some(Place::Number(&mut knobs.in_flight_max)),
        "leader_share" => Some(Place::Number(&mut knobs.leader_share)),
        name => knobs.constants.place(name),
    }
}
