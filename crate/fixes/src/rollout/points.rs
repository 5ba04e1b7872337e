//! Split points of a rollout: where the key of a copy is uniform, points divide it before the first
//! row is copied; and points of what is dropped are expired before the drop.

use super::diff::{Diff, written_name};
use super::group::Group;
use super::plan::{Back, Check, Code, CodeKind, Duration, DurationClass, Step, StepKind};
use super::script::{Renames, literal};
use crate::facts::Dist;
use crate::schema::limits::{SPLIT_POINT_DAYS, SPLIT_POINTS_PER_NODE, SPLIT_POINTS_PER_REQUEST};
use crate::schema::{KeyPart, TableId};
use crate::syntax::tree::Type;

/// Pieces that a uniform key is cut into (assumption of ours: more than a small instance has
/// nodes, and few of what an instance may have).
const PIECES: u32 = 16;

/// Characters of a UUID as text.
const UUID_CHARS: u32 = 36;

/// The step that adds split points, if a copy has a key for it.
pub(super) fn step(diff: &Diff<'_>, renames: &Renames, group: &Group<'_, '_>) -> Option<Step> {
    let mut lines = Vec::new();
    for id in group.images.0.iter().map(|image| image.to.id) {
        // An interleaved table is split with its parent.
        if diff.after.cx.schema.table(id).parent.is_none() {
            let name = renames.tables.get(&id).cloned();
            let name = name.unwrap_or_else(|| written_name(&diff.after, id));
            let points = points(diff, id).unwrap_or_default();
            lines.extend(points.into_iter().map(|point| format!("TABLE {name} ({point})")));
        }
    }
    if lines.is_empty() {
        return None;
    }
    let per_request = SPLIT_POINTS_PER_REQUEST as usize;
    let count = lines.len();
    let files: Vec<String> = lines.chunks(per_request).map(|lines| lines.join("\n")).collect();
    let mut step = Step::new(
        format!("split-{}", group.slug()),
        StepKind::Create,
        "Pre-split the new table (optional, for fast copying)",
    );
    step.safe = "Split points do not move rows of tables in use.".to_owned();
    step.duration = Duration::new(
        DurationClass::Hours,
        "Split points take effect after minutes; Spanner's documentation asks to add them at least \
         12 hours and at most 7 days before a load (pre-splitting page, read 2026-08-22).",
    );
    step.notes = vec![
        LEAD_TIME.to_owned(),
        format!(
            "{count} points, saved as splits.txt. The limit is {SPLIT_POINTS_PER_REQUEST} per \
             request and {SPLIT_POINTS_PER_NODE} per node of the instance (quotas page, read \
             2026-08-22)."
        ),
        format!(
            "They expire at the time in the command, at most 30 days ahead, or after \
             {SPLIT_POINT_DAYS} days by default (pre-splitting page, read 2026-08-22). After that, \
             the load keeps the splits separate."
        ),
        "Without them the copying starts in one split and Spanner splits it over time: slower, \
         with the same result. Small instances need none, and points may increase the latency of \
         reads and writes permanently (pre-splitting page, read 2026-08-22)."
            .to_owned(),
    ];
    step.code = vec![
        Code::new(CodeKind::File, files),
        Code::new(
            CodeKind::Shell,
            vec![
                "gcloud spanner databases splits add DATABASE --instance=INSTANCE \
                 --splits-file=splits.txt --split-expiration-date=EXPIRY"
                    .to_owned(),
            ],
        ),
    ];
    step.back = Some(Back {
        words:
            "Expire the points: run the same command with `--split-expiration-date` set to a time \
             in the past."
                .to_owned(),
        code: Vec::new(),
    });
    Some(step)
}

/// How long ahead points are added.
const LEAD_TIME: &str = "Add the points 7 days to 12 hours before the application refreshes the \
                         copies (pre-splitting page, read 2026-08-22).";

/// Puts the expiry of split points before the statements of a step that drops `dropped`, tables or
/// indexes: their quota is not given back by the drop (pre-splitting page, read 2026-08-22).
pub(super) fn expire_before(step: &mut Step, dropped: &[String], google: bool) {
    if dropped.is_empty() {
        return;
    }
    let names: Vec<String> = dropped.iter().map(|name| format!("`{name}`")).collect();
    step.notes.insert(
        0,
        format!(
            "First expire the split points of {}, if any were added: a drop does not return their \
             quota (pre-splitting page, read 2026-08-22). The query lists them; add \
             each one again with `--split-expiration-date` set to a time in the past.",
            names.join(", ")
        ),
    );
    let list: Vec<String> = dropped.iter().map(|name| literal(name, google)).collect();
    let list = list.join(", ");
    let query = format!(
        "SELECT TABLE_NAME, INDEX_NAME, SPLIT_KEY, EXPIRE_TIME\nFROM \
         SPANNER_SYS.USER_SPLIT_POINTS\nWHERE TABLE_NAME IN ({list}) OR INDEX_NAME IN ({list})"
    );
    step.checks.push(Check {
        query,
        expected: "The split points to expire; no rows if none were added.".to_owned(),
        before: true,
    });
}

/// The keys to split at, each a whole key; `None` where the key is not uniform.
fn points(diff: &Diff<'_>, id: TableId) -> Option<Vec<String>> {
    let schema = diff.after.cx.schema;
    let table = schema.table(id);
    let (first, rest) = table.key.split_first()?;
    let column = table.column(first.column);
    let cuts: Vec<String> = match (&diff.after.cx.facts.column(id, first.column).dist, &column.ty) {
        (Dist::Shard { n, signed: false, .. }, _) => {
            (1..(*n).min(SPLIT_POINTS_PER_REQUEST)).map(|shard| format!("'{shard}'")).collect()
        }
        (Dist::Uniform, Some(Type::Uuid)) => uuids(),
        (Dist::Uniform, Some(Type::String(Some(UUID_CHARS)))) => uuids(),
        // Bit-reversed positive numbers fill the upper half of the range of INT64.
        (Dist::Uniform, Some(Type::Int64)) => {
            let piece = (1_u64 << 63) / u64::from(PIECES);
            (1..PIECES).map(|n| format!("'{}'", piece * u64::from(n))).collect()
        }
        _ => return None,
    };
    let mut least = Vec::new();
    for part in rest {
        least.push(least_of(diff, id, part)?);
    }
    let whole = |cut: String| {
        let mut parts = vec![cut];
        parts.extend(least.iter().cloned());
        parts.join(",")
    };
    (!first.desc).then(|| cuts.into_iter().map(whole).collect())
}

/// UUIDs that cut their space into equal pieces.
fn uuids() -> Vec<String> {
    (1..PIECES).map(|n| format!("'{n:x}0000000-0000-0000-0000-000000000000'")).collect()
}

/// The least value of a key part: a point names a whole key.
fn least_of(diff: &Diff<'_>, id: TableId, part: &KeyPart) -> Option<String> {
    if part.desc {
        return None;
    }
    let value = match diff.after.cx.schema.table(id).column(part.column).ty {
        Some(Type::Int64) => i64::MIN.to_string(),
        Some(Type::String(_)) => String::new(),
        Some(Type::Uuid) => "00000000-0000-0000-0000-000000000000".to_owned(),
        Some(Type::Timestamp | Type::CommitTimestamp) => "0001-01-01T00:00:00Z".to_owned(),
        Some(Type::Date) => "0001-01-01".to_owned(),
        _ => return None,
    };
    Some(format!("'{value}'"))
}
