//! Every insert checks the same few rows of another table.

use crate::facts::{Dist, Evidence, Skew, Source, evidence_text};
use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::schema::{ColumnId, ForeignKey, TableId};
use crate::severity::number;
use crate::syntax::tree::Dialect;

/// The rule.
pub static RULE: Rule = Rule {
    id: "fk-hot-referenced-row",
    severity: Severity::Warn,
    reach: Reach::Family,
    page: page!("fk_hot_referenced_row.md"),
    fixes: &["foreign-key", "accept"],
    replaces: &["fk-not-enforced-candidate"],
    check,
};

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    for id in context.tables() {
        let facts = context.facts.table(id);
        let Some(writes) = facts.writes_per_second.filter(|_| facts.low_write.is_none()) else {
            continue;
        };
        let keys = context.schema.table(id).foreign_keys.iter().filter(|key| key.enforced);
        let found = keys.filter_map(|key| {
            let &[column] = key.columns.as_slice() else { return None };
            let (rate, evidence) = checks(context, id, column, writes)?;
            (rate >= context.facts.file.ceiling).then_some(Lookups { key, column, rate, evidence })
        });
        if let Some(worst) = found.max_by(|a, b| a.rate.total_cmp(&b.rate)) {
            out.push(finding(context, id, worst));
        }
    }
}

/// Lookups that a foreign key makes in the referenced table.
struct Lookups<'a> {
    key: &'a ForeignKey,
    /// Its only column.
    column: ColumnId,
    /// Those per second that one split answers.
    rate: f64,
    evidence: Vec<Evidence>,
}

/// Checks per second that one split of the referenced table answers: all of them where it has few
/// rows, which lie together, and those of the largest entity where one is known to stand out.
fn checks(
    context: &Context<'_>,
    id: TableId,
    column: ColumnId,
    writes: f64,
) -> Option<(f64, Vec<Evidence>)> {
    let facts = context.facts.table(id);
    let fact = context.facts.column(id, column);
    if matches!(fact.dist, Dist::LowCard { .. } | Dist::Constant) {
        return Some((writes, fact.evidence.clone()));
    }
    let (_, skew) = facts.skew.iter().find(|(of, _)| *of == column)?;
    let Skew::Whale(share) = skew else { return None };
    let name = &context.schema.table(id).column(column).name;
    let evidence = Evidence {
        what: evidence_text(format!(
            "{:.0} % of the rows have one `{name}`, as stated",
            share * 100.0
        )),
        span: context.schema.table(id).column(column).name_span,
        source: Source::Directive,
    };
    Some((writes * share, vec![evidence]))
}

fn finding(context: &Context<'_>, id: TableId, lookups: Lookups<'_>) -> Finding {
    let Lookups { key, column, rate, evidence } = lookups;
    let table = context.schema.table(id);
    let google = context.schema.dialect == Dialect::GoogleSql;
    let name = &table.column(column).name;
    let ceiling = context.facts.file.ceiling;
    Finding {
        title: format!(
            "Every insert into `{}` looks up `{name}` in one of a few rows of `{}`",
            table.name, key.table_name
        ),
        why: format!(
            "{} lookups/s go to the one server that holds the leader of these rows; a split can \
             take about {} writes/s, and adding nodes does not help.",
            number(rate),
            number(ceiling)
        )
        .into(),
        help: if google {
            "Declare the foreign key NOT ENFORCED, or list the values in a CHECK".into()
        } else {
            "List the values in a CHECK, and drop the foreign key".into()
        },
        column: Some((id, column)),
        evidence,
        utilisation: Some(rate / ceiling),
        confidence: 0.7,
        ..RULE.finding(Object::Table(id), key.span)
    }
}
