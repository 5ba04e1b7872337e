//! A diagonal in the band of an index whose table is not hot.

use super::look::Look;
use super::moving;
use super::scene::{Found, Scene, Shape};

pub(super) static SHAPE: Shape = Shape { id: "moving-index", find };

fn find(scene: &Scene<'_>, look: &Look) -> Option<Found> {
    if !scene.index_of_quiet_table(look) {
        return None;
    }
    let points = look.points().filter(|points| points.count == 1)?;
    let found = moving::diagonal(scene, look, &points)?;
    Some(Found {
        say: format!(
            "The index {} is the hotspot, not its table: entries are sorted by {}, which increases \
             with time. Shard the index, drop it, or read in another way.",
            scene.name(look),
            scene.part(look)
        ),
        ..found
    })
}
