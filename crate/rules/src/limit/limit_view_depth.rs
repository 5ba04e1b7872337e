//! Views on views, deeper than Spanner takes.

use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::schema::limits::VIEW_DEPTH_MAX;
use crate::schema::{Schema, ViewId};

/// The rule.
pub static RULE: Rule = Rule {
    id: "limit-view-depth",
    severity: Severity::Error,
    reach: Reach::Database,
    page: page!("limit_view_depth.md"),
    fixes: &[],
    replaces: &[],
    check,
};

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    let schema = context.schema;
    let depths = depths(schema);
    // The first that is too deep; those on it go with it.
    let beyond = schema.view_ids().find(|id| depths[id.0 as usize] == VIEW_DEPTH_MAX + 1);
    let Some(id) = beyond else { return };
    let deepest = depths.iter().max().copied().unwrap_or_default();
    let view = schema.view(id);
    out.push(Finding {
        severity: Severity::Error,
        title: format!(
            "`{}` is {} views deep; Spanner allows {VIEW_DEPTH_MAX}",
            view.name, depths[id.0 as usize]
        ),
        why: match deepest - VIEW_DEPTH_MAX {
            1 => "Spanner rejects the statement.".into(),
            more => format!("Spanner rejects the statement; the deepest view is {more} too deep.")
                .into(),
        },
        help: "Read from the tables directly".into(),
        ..RULE.finding(Object::View(id), view.name_span)
    });
}

/// How many views stand below each; a view that reads none has depth 0. A circle, which Spanner
/// refuses for its own reasons, is walked once around.
fn depths(schema: &Schema) -> Vec<usize> {
    let mut depths = vec![0; schema.views.len()];
    // Each round settles at least one more view, whatever their order.
    for _ in 0..=VIEW_DEPTH_MAX + 1 {
        let mut changed = false;
        for id in schema.view_ids() {
            let below = schema.view(id).reads.iter().filter(|&&read| read != id);
            let deepest = below.map(|&ViewId(read)| depths[read as usize] + 1).max();
            let deepest = deepest.unwrap_or_default();
            changed |= deepest != depths[id.0 as usize];
            depths[id.0 as usize] = deepest;
        }
        if !changed {
            break;
        }
    }
    depths
}
