//! A foreign key with an action, a match or a deferral that Spanner lacks.

use crate::facts::{Evidence, Source, evidence_text};
use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::schema::{ForeignKey, TableId};
use crate::syntax::tree::{Dialect, ForeignClause};

/// The rule.
pub static RULE: Rule = Rule {
    id: "fk-action-unsupported",
    severity: Severity::Error,
    reach: Reach::Family,
    page: page!("fk_action_unsupported.md"),
    fixes: &[],
    replaces: &[],
    check,
};

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    let schema = context.schema;
    for id in context.tables() {
        for key in &schema.table(id).foreign_keys {
            for clause in &key.foreign {
                let verdict = verdict(schema.dialect, &clause.said);
                let found =
                    verdict.map(|(fate, help)| finding(context, id, key, clause, fate, help));
                out.extend(found);
            }
        }
    }
}

/// What becomes of a clause.
enum Fate {
    /// The statement is rejected.
    Refused,
    /// It is taken and nothing is done about it.
    Ignored,
}

/// What becomes of a clause, and what to do instead.
fn verdict(dialect: Dialect, said: &str) -> Option<(Fate, &'static str)> {
    const LEAVE: &str = "Leave it out, and do it in the application";
    let google = dialect == Dialect::GoogleSql;
    Some(match said {
        "ON DELETE SET NULL" | "ON DELETE SET DEFAULT" => (
            Fate::Refused,
            "Write ON DELETE NO ACTION, and set the column in the transaction that deletes",
        ),
        "ON DELETE RESTRICT" => {
            (Fate::Refused, "Write ON DELETE NO ACTION, which rejects the delete on commit")
        }
        "DEFERRABLE" | "INITIALLY DEFERRED" => {
            (Fate::Refused, "Leave it out: Spanner checks constraints when the transaction commits")
        }
        // GoogleSQL has none of these words, the PostgreSQL dialect takes the default ones.
        "MATCH SIMPLE" | "ON UPDATE NO ACTION" if google => {
            (Fate::Refused, "Leave it out: this is the default")
        }
        "MATCH SIMPLE" | "ON UPDATE NO ACTION" => return None,
        // It takes these as well, and then does what the default says.
        "ON UPDATE CASCADE" if !google => (Fate::Ignored, LEAVE),
        "MATCH FULL" if !google => {
            (Fate::Ignored, "Leave it out, and make the columns NOT NULL if that is meant")
        }
        _ => (Fate::Refused, LEAVE),
    })
}

fn finding(
    context: &Context<'_>,
    id: TableId,
    key: &ForeignKey,
    clause: &ForeignClause,
    fate: Fate,
    help: &'static str,
) -> Finding {
    let table = &context.schema.table(id).name;
    let said = &clause.said;
    let (severity, title, why) = match fate {
        Fate::Refused => (
            Severity::Error,
            format!("`{said}` on the foreign key of `{table}` is not supported"),
            "Spanner rejects the statement: a foreign key is checked when the transaction commits, \
             and its only actions are ON DELETE CASCADE and ON DELETE NO ACTION.",
        ),
        Fate::Ignored => (
            Severity::Warn,
            format!("`{said}` on the foreign key of `{table}` has no effect"),
            "Spanner accepts the clause and ignores it, so rows stay unchanged where PostgreSQL \
             would act or raise an error.",
        ),
    };
    Finding {
        severity,
        title,
        why: why.into(),
        help: help.into(),
        evidence: vec![Evidence {
            what: evidence_text(format!("the foreign key to `{}`", key.table_name)),
            span: key.span,
            source: Source::Expression,
        }],
        ..RULE.finding(Object::Table(id), clause.span)
    }
}
