//! What the rules on limits say of a thing that is so far past one that it is not analysed.

use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Rule};
use crate::schema::past::Limited;

/// Adds a finding for each thing that is far past a limit.
pub(crate) fn findings(
    context: &Context<'_>,
    rule: &'static Rule,
    of: Limited,
    out: &mut Report<'_>,
) {
    let most = of.most();
    for past in context.schema.past_limits.iter().filter(|past| past.of == of) {
        let (name, count) = (&past.name, past.count);
        let title = match of {
            Limited::KeyColumns | Limited::IndexKeyColumns => {
                format!("The key of `{name}` has {count} columns; Spanner allows {most}")
            }
            Limited::Columns => format!("`{name}` has {count} columns; Spanner allows {most}"),
            Limited::Indexes => format!("`{name}` has {count} indexes; Spanner allows {most}"),
            Limited::Levels => {
                format!("`{name}` is in a tree of {count} levels; Spanner allows {most}")
            }
            // Their rules say it themselves.
            Limited::Streams | Limited::Dependents => continue,
        };
        let left_out = match of {
            Limited::Levels => "the tables from here down are",
            Limited::IndexKeyColumns => "the index is",
            _ => "the table is",
        };
        out.push(Finding {
            severity: Severity::Error,
            title,
            why: format!("Spanner rejects the statement, and {left_out} not analysed further.")
                .into(),
            help: "Check whether it was generated or pasted by mistake".into(),
            ..rule.finding(Object::File, past.span)
        });
    }
}
