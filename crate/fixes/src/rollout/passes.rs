//! Work over the rows of a table, one range of its key after another: copying, repairing, deleting
//! what should not be there.

use super::follow::{fill, upsert};
use super::image::{Image, Images, KeyColumn, Of, Stands, comparable, equal};
use super::plan::{Parameter, Pass, Purpose, RangeCode};
use crate::schema::limits::{COMMIT_BYTES_MAX, MUTATIONS_PER_COMMIT};

/// The part of a commit's limits that a range may take: the rest is for rows that grow and for
/// entries of indexes that come (design of ours).
pub(super) const PART_OF_COMMIT: f64 = 0.5;

/// Copies rows.
pub(super) fn copy(images: &Images<'_, '_>, image: &Image<'_, '_>) -> Pass {
    pass(image, Purpose::Copy, &image.from, &|range| (None, fill(images, image, &[range("o")])))
}

/// Finds rows whose image is missing or differs, and writes it anew.
pub(super) fn repair(images: &Images<'_, '_>, image: &Image<'_, '_>) -> Pass {
    let of: Of<'_> = &|name| format!("o.{name}");
    pass(image, Purpose::Repair, &image.from, &|range| {
        let mut conditions = vec![range("o")];
        conditions.extend(Images::filter(image, of));
        let find = unlike(images, image, &conditions);
        (Some(find), upsert(images, image, &[range("o")]))
    })
}

/// A query of all rows whose image is missing or differs.
pub(super) fn differing(images: &Images<'_, '_>, image: &Image<'_, '_>) -> String {
    let of: Of<'_> = &|name| format!("o.{name}");
    let conditions: Vec<String> = Images::filter(image, of).into_iter().collect();
    format!("{}\nLIMIT 100", unlike(images, image, &conditions))
}

/// A query of the last key of a table.
pub(super) fn last_key(table: &Stands<'_, '_>) -> String {
    let key = table.key();
    let (list, order) = (names(&key, "r"), order(&key, "r", true));
    format!("SELECT {list}\nFROM {} AS r\nORDER BY {order}\nLIMIT 1", table.name)
}

/// The keys of rows whose image is missing or differs.
fn unlike(images: &Images<'_, '_>, image: &Image<'_, '_>, conditions: &[String]) -> String {
    let of: Of<'_> = &|name| format!("o.{name}");
    let same = alike(images, image);
    let missing = image.to.is_missing("n");
    let wrong = if same.is_empty() {
        missing
    } else {
        format!("({missing} OR NOT ({}))", same.join(" AND "))
    };
    let mut conditions = conditions.to_vec();
    conditions.push(wrong);
    format!(
        "SELECT {}\nFROM {} AS o\nLEFT JOIN {} AS n ON {}\nWHERE {}",
        names(&image.from.key(), "o"),
        image.from.name,
        image.to.name,
        images.matches(image, "n", of).join(" AND "),
        conditions.join("\n  AND ")
    )
}

/// Finds images without a row, and deletes them.
pub(super) fn surplus(images: &Images<'_, '_>, image: &Image<'_, '_>) -> Pass {
    pass(image, Purpose::Surplus, &image.to, &|range| {
        let own = image.to.qualifier();
        let delete = format!(
            "DELETE FROM {}\nWHERE {}\n  AND NOT EXISTS (SELECT 1 FROM {} AS o WHERE {})",
            image.to.name,
            range(own),
            image.from.name,
            row_of(images, image, own)
        );
        (Some(without_row(images, image, Some(range("n")))), vec![delete])
    })
}

/// A query of all images without a row.
pub(super) fn extra(images: &Images<'_, '_>, image: &Image<'_, '_>) -> String {
    format!("{}\nLIMIT 100", without_row(images, image, None))
}

/// The keys of images without a row.
fn without_row(images: &Images<'_, '_>, image: &Image<'_, '_>, range: Option<String>) -> String {
    let conditions: Vec<String> = range.into_iter().chain([image.from.is_missing("o")]).collect();
    format!(
        "SELECT {}\nFROM {} AS n\nLEFT JOIN {} AS o ON {}\nWHERE {}",
        names(&image.to.key(), "n"),
        image.to.name,
        image.from.name,
        row_of(images, image, "n"),
        conditions.join("\n  AND ")
    )
}

/// Conditions under which `o` is the row of the image `n`: by the key of the row, so that it is found
/// by a seek, and by that of its image.
fn row_of(images: &Images<'_, '_>, image: &Image<'_, '_>, n: &str) -> String {
    let of: Of<'_> = &|name| format!("o.{name}");
    let turned = images.turned();
    let at = turned.0.iter().find(|it| it.to.id == image.from.id && it.from.id == image.to.id);
    let back: Of<'_> = &|name| format!("{n}.{name}");
    let mut conditions = at.map(|it| turned.matches(it, "o", back)).unwrap_or_default();
    conditions.extend(images.matches(image, n, of));
    conditions.extend(Images::filter(image, of));
    conditions.dedup();
    conditions.join(" AND ")
}

/// Conditions under which the row `n`, which has the key of the image of the row `o`, is all of it.
fn alike(images: &Images<'_, '_>, image: &Image<'_, '_>) -> Vec<String> {
    let of: Of<'_> = &|name| format!("o.{name}");
    let google = image.to.script.google();
    let table = image.to.table();
    let mut conditions = Vec::new();
    for cell in images.cells(image, of) {
        let column = table.column(cell.column);
        if table.is_key(cell.column) {
            continue;
        }
        let value = |value: &str| comparable(column.ty.as_ref(), value, google);
        let (n, o) = (value(&format!("n.{}", cell.name)), value(&cell.value));
        conditions.push(if column.not_null {
            format!("{n} = {o}")
        } else {
            // Never NULL itself, as the other forms of it are.
            format!("COALESCE({n} = {o}, n.{} IS NULL AND {} IS NULL)", cell.name, cell.value)
        });
    }
    conditions
}

/// A condition on the range, on the columns of a table by an alias.
type Range<'r> = &'r dyn Fn(&str) -> String;

/// What a pass finds and runs within a range.
type Work<'w> = &'w dyn Fn(Range<'_>) -> (Option<String>, Vec<String>);

fn pass(image: &Image<'_, '_>, purpose: Purpose, walked: &Stands<'_, '_>, work: Work<'_>) -> Pass {
    let rows = rows_per_range(image);
    let key = walked.key();
    let count = key.len();
    let google = walked.script.google();
    let after = walked.parameters(walked.key(), "After", 1);
    let upto = |first| {
        walked.parameters(walked.key(), "Upto", if google || first { 1 } else { count + 1 })
    };
    let code = |first: bool| {
        let end = upto(first);
        let behind = |n: &str| (!first).then(|| beyond(&key, &after, n, google));
        let range = |n: &str| {
            let mut parts: Vec<String> = behind(n).into_iter().collect();
            parts.push(within(&key, &end, n, google));
            parts.extend(bounds(&key, (!first).then_some(&after[..]), &end, n));
            parts.join(" AND ")
        };
        let (find, statements) = work(&range);
        let list = names(&key, "r");
        let bound = bounds(&key, (!first).then_some(&after[..]), &[], "r").into_iter();
        let condition: Vec<String> = behind("r").into_iter().chain(bound).collect();
        let condition = match condition.is_empty() {
            true => String::new(),
            false => format!("\n  WHERE {}", condition.join(" AND ")),
        };
        RangeCode {
            end: format!(
                "SELECT {list}\nFROM (\n  SELECT {list}\n  FROM {} AS r{condition}\n  ORDER BY \
                 {}\n  LIMIT {rows}\n) AS r\nORDER BY {}\nLIMIT 1",
                walked.name,
                order(&key, "r", false),
                order(&key, "r", true),
            ),
            find,
            statements,
        }
    };
    let (first, next) = (code(true), code(false));
    Pass {
        purpose,
        table: walked.name.clone(),
        copy: image.to.name.clone(),
        rows_per_range: rows,
        upto: upto(false),
        after,
        first,
        next,
    }
}

/// Rows of a range: as many as take [`PART_OF_COMMIT`] of a commit's mutations and bytes.
pub(super) fn rows_per_range(image: &Image<'_, '_>) -> u64 {
    let mutations = MUTATIONS_PER_COMMIT * PART_OF_COMMIT / mutations_per_row(&image.to) as f64;
    let bytes = image.to.script.cx.facts.table(image.to.id).row_bytes.max(1.0);
    let room = f64::from(COMMIT_BYTES_MAX) * PART_OF_COMMIT / bytes;
    whole(mutations.min(room)).max(1)
}

/// Mutations of a row: its columns and the entries of its indexes.
pub(super) fn mutations_per_row(table: &Stands<'_, '_>) -> u64 {
    let columns = table.table().columns.len();
    let entries = table.script.cx.schema.indexes_of(table.id).count();
    (columns + entries).max(1) as u64
}

/// The columns of a key by an alias.
fn names(key: &[KeyColumn], n: &str) -> String {
    key.iter().map(|key| format!("{n}.{}", key.name)).collect::<Vec<_>>().join(", ")
}

fn order(key: &[KeyColumn], n: &str, turned: bool) -> String {
    let one = |key: &KeyColumn| {
        let desc = if key.desc == turned { "" } else { " DESC" };
        format!("{n}.{}{desc}", key.name)
    };
    key.iter().map(one).collect::<Vec<_>>().join(", ")
}

/// Bounds of the first part of a key that has several: they follow from the range, and by them the
/// database reads that range alone where it does not see so itself.
fn bounds(
    key: &[KeyColumn],
    after: Option<&[Parameter]>,
    upto: &[Parameter],
    n: &str,
) -> Vec<String> {
    let [first, _, ..] = key else { return Vec::new() };
    if first.nullable {
        return Vec::new();
    }
    let name = format!("{n}.{}", first.name);
    let [least, most] = if first.desc { ["<=", ">="] } else { [">=", "<="] };
    let mut out: Vec<String> = Vec::new();
    if let Some([at, ..]) = after {
        out.push(format!("{name} {least} {}", at.sql));
    }
    if let [at, ..] = upto {
        out.push(format!("{name} {most} {}", at.sql));
    }
    out
}

/// Rows behind the key that parameters say, in the order of the key.
fn beyond(key: &[KeyColumn], at: &[Parameter], n: &str, google: bool) -> String {
    let mut condition = String::new();
    for (key, at) in key.iter().zip(at).rev() {
        let name = format!("{n}.{}", key.name);
        let farther = farther(key, &name, &at.sql, google);
        let same = equal(&name, &at.sql, key.nullable);
        condition = if condition.is_empty() {
            farther
        } else {
            format!("({farther} OR ({same} AND {condition}))")
        };
    }
    condition
}

/// Rows up to the key that parameters say, that key included.
fn within(key: &[KeyColumn], at: &[Parameter], n: &str, google: bool) -> String {
    let mut condition = String::new();
    for (key, at) in key.iter().zip(at).rev() {
        let name = format!("{n}.{}", key.name);
        let same = equal(&name, &at.sql, key.nullable);
        let turned = KeyColumn { desc: !key.desc, ..key.clone() };
        // What comes before is what comes behind where the order is turned, NULLs included.
        let nearer = farther(&turned, &name, &at.sql, google);
        condition = if condition.is_empty() && !key.nullable {
            format!("{name} {}= {}", if key.desc { ">" } else { "<" }, at.sql)
        } else if condition.is_empty() {
            format!("({nearer} OR {same})")
        } else {
            format!("({nearer} OR ({same} AND {condition}))")
        };
    }
    condition
}

/// One column of a row lies behind a value. GoogleSQL has NULLs first and PostgreSQL last; in a
/// descending part it is the other way round.
fn farther(key: &KeyColumn, name: &str, value: &str, google: bool) -> String {
    let sign = if key.desc { "<" } else { ">" };
    match (key.nullable, google != key.desc) {
        (false, _) => format!("{name} {sign} {value}"),
        (true, true) => {
            format!("({name} {sign} {value} OR ({value} IS NULL AND {name} IS NOT NULL))")
        }
        (true, false) => {
            format!("({name} {sign} {value} OR ({name} IS NULL AND {value} IS NOT NULL))")
        }
    }
}

/// A number rounded down.
#[expect(clippy::cast_possible_truncation, reason = "the cast saturates, which is what is wanted")]
#[expect(clippy::cast_sign_loss, reason = "the cast saturates, which is what is wanted")]
fn whole(value: f64) -> u64 {
    value as u64
}
