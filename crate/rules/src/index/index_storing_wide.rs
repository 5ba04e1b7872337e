//! An index that stores so much that it is a second copy of its table.

use crate::cause::Cause;
use crate::facts::columns::bulky;
use crate::facts::sizes::column_bytes;
use crate::facts::{Evidence, Source, evidence_text};
use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::schema::{Column, IndexId};
use crate::severity::number;
use crate::shared::{reads, tail};

/// The rule.
pub static RULE: Rule = Rule {
    id: "index-storing-wide",
    severity: Severity::Warn,
    reach: Reach::Family,
    page: page!("index_storing_wide.md"),
    fixes: &["storing", "accept"],
    replaces: &[],
    check,
};

/// Stored columns that are as good as a copy of the table (the catalogue's threshold).
pub(crate) const COLUMNS_MAX: usize = 8;

/// Share of a row that an index may store (the catalogue's threshold).
const SHARE_MAX: f64 = 0.5;

/// Bytes below which the share does not matter: half of a small row is little
/// (assumption of ours).
const BYTES_MIN: f64 = 500.0;

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    for id in context.indexes() {
        let index = context.schema.index(id);
        let facts = context.facts.table(index.table);
        if index.storing.is_empty() || facts.low_write.is_some() {
            continue;
        }
        let table = context.schema.table(index.table);
        let stored: Vec<&Column> =
            index.storing.iter().map(|&column| table.column(column)).collect();
        let bytes: f64 = stored.iter().map(|column| column_bytes(column.ty.as_ref())).sum();
        let long: Vec<(usize, Evidence)> = stored
            .iter()
            .enumerate()
            .filter_map(|(at, column)| Some((at, bulky(column)?)))
            .collect();
        let row = facts.row_bytes;
        if let Some((first, _)) = long.first() {
            let names: Vec<&str> = long.iter().map(|(at, _)| stored[*at].name.as_str()).collect();
            let span = index.storing_spans[*first];
            out.push(Finding {
                title: format!("`{}` stores {}, which can be long", index.name, tail::list(&names)),
                help: format!("Remove {} from the index", tail::list(&names)).into(),
                column: Some((index.table, index.storing[*first])),
                evidence: long.into_iter().map(|(_, evidence)| evidence).collect(),
                confidence: 0.8,
                ..finding(context, id, span)
            });
        } else if stored.len() > COLUMNS_MAX || (bytes >= BYTES_MIN && bytes > SHARE_MAX * row) {
            let span = index.storing_spans[0].to(index.storing_spans[stored.len() - 1]);
            let share = (100.0 * bytes / row.max(bytes)).round();
            let of_row = format!(
                "{} of {} columns, about {} % of a row's bytes by their types",
                stored.len(),
                table.columns.len(),
                number(share)
            );
            out.push(Finding {
                title: format!("`{}` stores {of_row}", index.name),
                help: "Store only what the queries that use the index read".into(),
                evidence: vec![Evidence {
                    what: evidence_text(format!("the types of {of_row}")),
                    span,
                    source: Source::Type,
                }],
                confidence: 0.8,
                ..finding(context, id, span)
            });
        }
    }
}

fn finding(context: &Context<'_>, id: IndexId, span: crate::text::Span) -> Finding {
    let index = context.schema.index(id);
    let writes = context.facts.table(index.table).writes_per_second;
    let rate =
        writes.map_or(String::new(), |writes| format!(", {} times a second", number(writes)));
    let word = reads::storing(context);
    Finding {
        cause: Some(Cause::WideColumnsStored),
        why: format!(
            "The {word} columns are written a second time with every row{rate}: they add to \
             storage, commit size and every update of these columns."
        )
        .into(),
        ..RULE.finding(Object::Index(id), span)
    }
}
