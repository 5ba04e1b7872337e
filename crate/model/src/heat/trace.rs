//! Where the rows of one picture are in another: [`crate::trace`], row by row.

use super::drawn::Drawn;
use super::grid::Band;
use super::held::for_each_row;
use crate::load::{Keys, ObjectId};
use crate::trace;

/// Shares below this are dropped, and the rest made up to 1.
const SHARE_MIN: f64 = 1e-9;

/// Where the rows of one picture are in another.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Traced {
    /// Rows of the other picture, each with its share; the shares add up to 1. Empty where the
    /// other picture does not have the object.
    pub to: Vec<(u32, f64)>,
    /// The rows asked about lie in these rows of the other picture and nowhere else, and these hold
    /// no others but at the ends of the range: the key is the same, or both runs keep the order of
    /// time. How they are shared between shards is chance in any case. Where this is false, the
    /// rows lie among others, and the shares are what is expected of random keys.
    pub exact: bool,
}

/// See [`super::range_went`].
pub(super) fn trace_keys(from: Drawn<'_>, to: Drawn<'_>, object: ObjectId, keys: Keys) -> Traced {
    let seconds = f64::from(to.run.seconds);
    let Some(found) = trace::trace_rows(from.load, to.load, seconds, object, keys) else {
        return Traced::default();
    };
    let same = |band: &&Band| band.folded == 0 && band.object == found.object;
    let Some(band) = to.grid.bands.iter().find(same) else { return Traced::default() };
    let mut shares = vec![0.0; band.rows as usize];
    let edges = to.grid.edges_of(band);
    for (keys, share) in found.to {
        for_each_row(edges, band.keys, keys, |row, part| shares[row] += part * share);
    }
    let total: f64 = shares.iter().sum();
    let to = (band.first_row..).zip(shares);
    let to: Vec<(u32, f64)> =
        to.filter(|(_, share)| total > 0.0 && *share > SHARE_MIN * total).collect();
    let total: f64 = to.iter().map(|(_, share)| share).sum();
    Traced {
        to: to.into_iter().map(|(row, share)| (row, share / total)).collect(),
        exact: found.exact,
    }
}
