//! Constants by name: reading them, and giving them another value.

use super::assumptions::Constant;
use super::knobs::Knobs;

/// Where a constant that may be changed is kept.
enum Place<'a> {
    Number(&'a mut f64),
    Whole(&'a mut u32),
    OrUsual(&'a mut Option<f64>),
}

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
    match place(knobs, name) {
        Some(Place::Number(place)) => *place = value,
        Some(Place::Whole(place)) => {
            let whole = crate::load::whole(value.round());
            *place = u32::try_from(whole).unwrap_or(u32::MAX);
        }
        Some(Place::OrUsual(place)) => *place = Some(value),
        None => return false,
    }
    true
}

/// The value of a constant, if there is one of this name that has one of its own.
#[must_use]
pub fn constant(knobs: &Knobs, name: &str) -> Option<f64> {
    match place(&mut knobs.clone(), name)? {
        Place::Number(value) => Some(*value),
        Place::Whole(value) => Some(f64::from(*value)),
        Place::OrUsual(value) => *value,
    }
}

fn place<'a>(knobs: &'a mut Knobs, name: &str) -> Option<Place<'a>> {
    let constants = &mut knobs.constants;
    Some(match name.replace('-', "_").as_str() {
        "writes_per_node" => Place::Number(&mut knobs.writes_per_node),
        "in_flight_max" => Place::Number(&mut knobs.in_flight_max),
        "leader_share" => Place::Number(&mut knobs.leader_share),
        "split_ceiling" => Place::Number(&mut constants.split_ceiling),
        "participant_logs" => Place::Number(&mut constants.participant_logs),
        "hot_load_min" => Place::Number(&mut constants.hot_load_min),
        "hot_server" => Place::OrUsual(&mut constants.hot_server),
        "hot_load" => Place::Number(&mut constants.hot_load),
        "learn_seconds" => Place::Whole(&mut constants.learn_seconds),
        "side_share_min" => Place::Number(&mut constants.side_share_min),
        "side_load_min" => Place::Number(&mut constants.side_load_min),
        "split_bytes_max" => Place::Number(&mut constants.split_bytes_max),
        "balance_tolerance" => Place::Number(&mut constants.balance_tolerance),
        "move_seconds" => Place::Number(&mut constants.move_seconds),
        "merge_load_max" => Place::Number(&mut constants.merge_load_max),
        "merge_seconds" => Place::Whole(&mut constants.merge_seconds),
        "commit_median_ms" => Place::Number(&mut constants.commit_median_ms),
        "commit_p99_ms" => Place::Number(&mut constants.commit_p99_ms),
        "read_p99_ms" => Place::Number(&mut constants.read_p99_ms),
        "scan_row_seconds" => Place::Number(&mut constants.scan_row_seconds),
        "read_median_ms" => Place::Number(&mut constants.read_median_ms),
        "row_changes_per_second" => Place::Number(&mut constants.row_changes_per_second),
        "burstiness" => Place::Number(&mut constants.burstiness),
        "client_wait_seconds" => Place::Number(&mut constants.client_wait_seconds),
        _ => return None,
    })
}
