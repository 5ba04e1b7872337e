//! Two names that differ in case alone.

use crate::finding::{Finding, Severity};
use crate::meta::meta_duplicate_object::finding;
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::schema::Duplicate;
use crate::shared::alike::Alike;

/// The rule.
pub static RULE: Rule = Rule {
    id: "type-name-case-clash",
    severity: Severity::Error,
    reach: Reach::Database,
    page: page!("type_name_case_clash.md"),
    fixes: &[],
    replaces: &[],
    check,
};

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    let mut found = Alike::default();
    let differ = |duplicate: &&Duplicate| duplicate.case;
    for duplicate in context.schema.duplicates.iter().filter(differ) {
        found.push(Finding {
            title: format!(
                "`{}` and `{}` differ only in case, so they are the same name",
                duplicate.first, duplicate.name
            ),
            why: "Spanner rejects the second statement: names are compared without regard to case."
                .into(),
            help: format!("Give `{}` another name", duplicate.name).into(),
            ..finding(context, &RULE, duplicate)
        });
    }
    found.tell(out);
}
