//! A watched table that a later statement renames, or drops and makes anew.

use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::schema::{ChangeStream, WatchedChange};
use crate::shared::alike::Alike;

/// The rule.
pub static RULE: Rule = Rule {
    id: "stream-key-change",
    severity: Severity::Info,
    reach: Reach::Database,
    page: page!("stream_key_change.md"),
    fixes: &["accept"],
    replaces: &[],
    check,
};

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    let mut found = Alike::default();
    for id in context.schema.stream_ids() {
        let stream = context.schema.stream(id);
        for change in &stream.changes {
            let Some((title, why, help)) = words(context, stream, change) else { continue };
            found.push(Finding {
                title,
                why: why.into(),
                help: help.into(),
                ..RULE.finding(Object::Stream(id), change.span)
            });
        }
    }
    found.tell(out);
}

/// Title, cost and advice.
fn words(
    context: &Context<'_>,
    stream: &ChangeStream,
    change: &WatchedChange,
) -> Option<(String, &'static str, String)> {
    let (name, old) = (&stream.name, &change.name);
    let follower = context.schema.find_table(old);
    if let Some(to) = &change.to {
        if follower.is_some() && change.by_name {
            return Some((
                format!(
                    "`{name}` keeps watching the old table under its new name `{to}`: the new \
                     `{old}` is not watched"
                ),
                "A change stream keeps watching a renamed table, so consumers see no changes of \
                 the table that replaces it.",
                format!(
                    "Add the new `{old}` to `{name}`, and read both until the old one has no more \
                     changes"
                ),
            ));
        }
        return Some((
            format!("`{name}` watches `{old}`, which becomes `{to}`"),
            "The stream continues, and its records use the new table name, which consumers must \
             handle.",
            "Make consumers accept both names before the rename".to_owned(),
        ));
    }
    if change.by_name {
        return Some((
            format!("`{old}` cannot be dropped while `{name}` watches it by name"),
            "Spanner does not drop a table that a change stream lists.",
            format!("Remove `{old}` from `{name}` first, and add the new table"),
        ));
    }
    // Dropped under `FOR ALL`: that matters where it comes again, with another key.
    follower?;
    Some((
        format!("`{name}` sees `{old}` dropped and created again"),
        "Its records contain no deletes for the old rows, and rows of the new table have a \
         different key, which consumers must handle.",
        "Stop the consumers, make the change and restart them after it".to_owned(),
    ))
}
