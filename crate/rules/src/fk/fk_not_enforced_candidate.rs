//! Enforced foreign keys on a table of very many inserts.

use crate::facts::{Evidence, Source, evidence_text};
use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::schema::ForeignKey;
use crate::severity::number;
use crate::shared::tail;
use crate::syntax::tree::Dialect;

/// The rule.
pub static RULE: Rule = Rule {
    id: "fk-not-enforced-candidate",
    severity: Severity::Hint,
    reach: Reach::Family,
    page: page!("fk_not_enforced_candidate.md"),
    fixes: &["foreign-key", "accept"],
    replaces: &[],
    check,
};

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    let schema = context.schema;
    if schema.dialect != Dialect::GoogleSql {
        return;
    }
    for id in context.tables() {
        let table = schema.table(id);
        let facts = context.facts.table(id);
        let stated = facts.writes_per_second.filter(|_| facts.writes_stated);
        let Some(writes) = stated.filter(|&writes| writes >= context.facts.file.ceiling) else {
            continue;
        };
        // A cascade needs an enforced foreign key.
        let keys: Vec<&ForeignKey> = table
            .foreign_keys
            .iter()
            .filter(|key| key.enforced && !key.on_delete_cascade)
            .collect();
        let Some(first) = keys.first() else { continue };
        let names: Vec<&str> = keys.iter().map(|key| key.table_name.as_str()).collect();
        out.push(Finding {
            title: format!(
                "Every insert into `{}` is checked against {}",
                table.name,
                tail::list(&names)
            ),
            why: format!(
                "Each of {} inserts/s reads {} more row{}, mostly on other servers, and writes to \
                 their hidden indexes.",
                number(writes),
                keys.len(),
                if keys.len() == 1 { "" } else { "s" }
            )
            .into(),
            help: "Declare them NOT ENFORCED if the application guarantees them: queries rely on \
                   them and return wrong rows if they are violated"
                .into(),
            evidence: keys
                .iter()
                .map(|key| Evidence {
                    what: evidence_text(format!(
                        "the foreign key to `{}` is enforced",
                        key.table_name
                    )),
                    span: key.span,
                    source: Source::Expression,
                })
                .collect(),
            confidence: 0.6,
            ..RULE.finding(Object::Table(id), first.span)
        });
    }
}
