//! A log that nothing ever shortens.

use crate::facts::{Evidence, lexicon, shape};
use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::schema::{ColumnId, TableId};
use crate::syntax::tree::Dialect;

/// The rule.
pub static RULE: Rule = Rule {
    id: "ttl-missing-on-log",
    severity: Severity::Info,
    reach: Reach::Family,
    page: page!("ttl_missing_on_log.md"),
    fixes: &["row-deletion-policy", "accept"],
    replaces: &[],
    check,
};

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    let schema = context.schema;
    for id in context.tables() {
        let table = schema.table(id);
        let facts = context.facts.table(id);
        let kept = facts.retention_forever || facts.low_write.is_some() || facts.append_only;
        if table.ttl.is_some() || table.partial || kept || goes_with_parent(context, id) {
            continue;
        }
        let Some((evidence, column)) = log(context, id) else { continue };
        let name = &table.column(column).name;
        let policy = match schema.dialect {
            Dialect::GoogleSql => {
                format!("ROW DELETION POLICY (OLDER_THAN({name}, INTERVAL n DAY))")
            }
            Dialect::PostgreSql => format!("TTL INTERVAL 'n days' ON {name}"),
        };
        out.push(Finding {
            column: Some((id, column)),
            title: format!("`{}` grows without bound: it has no row deletion policy", table.name),
            why: "Storage, backups and scans grow with every event; with a row deletion policy, \
                  Spanner deletes old rows automatically."
                .into(),
            help: format!("Add {policy}, or state retention=forever").into(),
            evidence: vec![evidence],
            confidence: 0.7,
            ..RULE.finding(Object::Table(id), table.name_span)
        });
    }
}

/// A log that nobody is paid or taxed by, and the column that keeps the time of its rows. A table
/// of events may be the business itself: it counts only where its rate is said.
fn log(context: &Context<'_>, id: TableId) -> Option<(Evidence, ColumnId)> {
    let table = context.schema.table(id);
    let evidence = shape::log_like(table)?;
    let words = lexicon::table_words(&table.name);
    let written = lexicon::any(&words, lexicon::LOGS)
        || lexicon::any(&words, &["audit"])
        || words.iter().any(|word| lexicon::is_folded_log(word));
    let kept = lexicon::any(&words, lexicon::RECORDS);
    if kept || !(written || context.facts.table(id).writes_stated) {
        return None;
    }
    let column = table.column_ids().find(|&column| shape::arrives(table.column(column)))?;
    Some((evidence, column))
}

/// Its rows go when its parent's do, or its parent is a log too and speaks for both.
fn goes_with_parent(context: &Context<'_>, id: TableId) -> bool {
    let mut at = id;
    for _ in 0..context.schema.tables.len() {
        let parent = context.schema.table(at).parent.as_ref();
        let Some(above) = parent.and_then(|parent| parent.table).filter(|&above| above != at)
        else {
            return false;
        };
        let table = context.schema.table(above);
        if table.ttl.is_some() || log(context, above).is_some() {
            return true;
        }
        at = above;
    }
    false
}
