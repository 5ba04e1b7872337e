//! T28: the key of a table that is deployed changes by a copy, as statements below what is there.

use super::rollout;
use super::{Ask, AskKind, Fix, FixContext, Parameters, Plan, Refusal, refuse};
use crate::facts::{Facts, Given};
use crate::rules::{self, Finding};
use crate::schema::build::build;
use crate::text::{Edit, apply_edits, at};

/// The fix.
pub static FIX: Fix = Fix {
    id: "T28",
    name: "live-rekey",
    title: "Change the key of a live table by a copy",
    page: include_str!("live_rekey.md"),
    changes_key: true,
    plan,
};

fn plan(cx: &FixContext<'_>, finding: &Finding, p: &Parameters) -> Result<Plan, Refusal> {
    let ways = ways(cx, finding, p);
    let (by, inner, statements) = match p.text("fix") {
        Some(id) => {
            let found = ways.iter().find(|(fix, ..)| fix.id.eq_ignore_ascii_case(id));
            found.ok_or_else(|| {
                let ids: Vec<&str> = ways.iter().map(|(fix, ..)| fix.id).collect();
                refuse(format!("expected fix to be one of {}, found `{id}`", ids.join(", ")))
            })?
        }
        None => ways.first().ok_or_else(|| {
            refuse("no other fix on offer here writes a table anew, so there is nothing to copy")
        })?,
    };
    let choices =
        ways.iter().map(|(fix, ..)| (fix.id.to_owned(), format!("{}: {}", fix.id, fix.title)));
    let mut asks = vec![Ask {
        name: "fix",
        label: "The fix that gives the new key".to_owned(),
        kind: AskKind::Choice(choices.collect()),
        value: by.id.to_owned(),
        notes: Vec::new(),
    }];
    asks.extend(inner.asks.iter().cloned());
    let mut costs = vec![
        "Rows take their space twice until the old table is dropped.".to_owned(),
        "Every write is written twice while rows are copied.".to_owned(),
    ];
    costs.extend(inner.costs.iter().cloned());
    let mut application = vec![
        "Write to both tables before rows are copied; the rollout says the steps between these \
         statements."
            .to_owned(),
    ];
    application.extend(inner.application.iter().cloned());
    Ok(Plan {
        edits: vec![appended(cx.text, statements)],
        resulting_key: inner.resulting_key.clone(),
        tails: inner.tails,
        costs,
        cascade: inner.cascade.clone(),
        application,
        shards: inner.shards,
        asks,
    })
}

/// A fix, its plan and the statements that make a live database of it.
type Way = (&'static Fix, Plan, Vec<String>);

/// Other fixes of the finding that write a table anew, best first.
fn ways(cx: &FixContext<'_>, finding: &Finding, p: &Parameters) -> Vec<Way> {
    let ids = rules::find(finding.rule).map_or(&[][..], |rule| rule.fixes);
    let others = ids.iter().filter_map(|id| super::find(id));
    let others = others.filter(|fix| fix.changes_key && fix.id != FIX.id);
    let way = |fix: &'static Fix| {
        let plan = (fix.plan)(cx, finding, p).ok()?;
        let text = apply_edits(cx.text, &plan.edits)?;
        let schema = build(&crate::syntax::parse(&text, Some(cx.schema.dialect)), &text);
        let given = Given { nodes: cx.facts.file.nodes, ..Given::default() };
        let facts = Facts::of(&schema, &given);
        let after = FixContext { text: &text, schema: &schema, facts: &facts };
        let statements = rollout::live_statements(cx, &after)?;
        Some((fix, plan, statements))
    };
    others.filter_map(way).collect()
}

/// The statements below the text.
fn appended(text: &str, statements: &[String]) -> Edit {
    let newline = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let end = text.trim_end().len();
    let closed = text.trim_end().ends_with(';');
    let mut insert = if closed { String::new() } else { ";".to_owned() };
    insert.push_str(newline);
    for statement in statements {
        let lines: Vec<&str> = statement.lines().collect();
        insert.push_str(newline);
        insert.push_str(&lines.join(newline));
        insert.push(';');
    }
    Edit::insert(at(end), insert)
}
