//! A watched table that a later statement renames, or drops and makes anew.

use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::schema::{ChangeStream, WatchedChange};

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
    for id in context.schema.stream_ids() {
        let stream = context.schema.stream(id);
        for change in &stream.changes {
            let Some((title, why, help)) = words(context, stream, change) else { continue };
            out.push(Finding {
                title,
                why: why.to_owned(),
                help,
                ..RULE.finding(Object::Stream(id), change.span)
            });
        }
    }
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
                    "`{name}` follows the old table to its name `{to}`: the new `{old}` is not watched"
                ),
                "A change stream follows a table through a rename, so consumers see no change of \
                 the table that took its place.",
                format!("Let `{name}` watch the new `{old}`, and read both until the old is quiet"),
            ));
        }
        return Some((
            format!("`{name}` watches `{old}`, which becomes `{to}`"),
            "The stream goes on, and its records name the table anew, which consumers must expect.",
            "Teach the consumers both names before the rename".to_owned(),
        ));
    }
    if change.by_name {
        return Some((
            format!("`{old}` cannot be dropped while `{name}` watches it by name"),
            "Spanner refuses to drop a table that a change stream lists.",
            format!("Take `{old}` out of `{name}` first, and put the new table in"),
        ));
    }
    // Dropped under `FOR ALL`: that matters where it comes again, with another key.
    follower?;
    Some((
        format!("`{name}` sees `{old}` go and come again"),
        "Its records lose the old rows without a delete and name rows of the new table by another \
         key, which consumers must expect.",
        "Stop the consumers, make the change and let them start anew behind it".to_owned(),
    ))
}
