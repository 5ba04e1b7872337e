//! T28: the key of a table that is deployed changes by a copy, as statements below what is there.

use super::evolved;
use super::ranking::ranked;
use super::rollout;
use super::{
    Ask, AskKind, Family, Fix, FixContext, Parameters, Pick, Plan, Refusal, Stage, object_name,
    refuse,
};
use crate::facts::{Facts, Given};
use crate::rules::{self, Context, Finding};
use crate::schema::build;
use crate::syntax;
use crate::syntax::tree::TokenKind;
use crate::text::{Edit, apply_edits, at};

/// The fix.
pub static FIX: Fix = Fix {
    id: "T28",
    name: "live-rekey",
    title: "Change the key of a live table by a copy",
    #[cfg(feature = "pages")]
    page: include_str!("live_rekey.md"),
    changes_key: true,
    stage: Stage::Others,
    family: Family::Key,
    pick: Pick::ByHand,
    plan,
};

/// Another fix of the finding, with its plan.
type Other = (&'static Fix, Plan);

fn plan(cx: &FixContext<'_>, finding: &Finding, p: &Parameters) -> Result<Plan, Refusal> {
    let others = others(cx, finding, p);
    let choices: Vec<(String, String)> = others
        .iter()
        .map(|(fix, _)| (fix.id.to_owned(), format!("{}: {}", fix.id, fix.title)))
        .collect();
    let wanted = match p.text("fix") {
        None => others,
        Some(id) => vec![chosen(others, id)?],
    };
    // The best that serves settles it: as a rule one text is read here, not one for each fix.
    let serves = |(fix, plan): Other| {
        let statements = statements(cx, finding, &plan)?;
        Some((fix, plan, statements))
    };
    let (by, inner, statements) = wanted.into_iter().find_map(serves).ok_or_else(|| {
        refuse(
            "no fix that changes the key here writes a table anew, so there is nothing to copy; \
             take that fix itself",
        )
    })?;
    let mut asks = vec![Ask {
        name: "fix",
        label: "The fix that gives the new key".to_owned(),
        kind: AskKind::Choice(choices),
        value: by.id.to_owned(),
        notes: Vec::new(),
    }];
    asks.extend(inner.asks);
    let mut costs = vec![
        "Rows take their space twice until the old table is dropped.".to_owned(),
        "Every write is written twice while rows are copied.".to_owned(),
    ];
    costs.extend(inner.costs);
    let mut application = vec![
        "Write to both tables before rows are copied: what to run between these statements is in \
         the rollout."
            .to_owned(),
    ];
    application.extend(inner.application);
    Ok(Plan {
        edits: appended(cx, &statements),
        resulting_key: inner.resulting_key,
        tails: inner.tails,
        costs,
        cascade: inner.cascade,
        application,
        shards: inner.shards,
        asks,
    })
}

/// Other fixes of the finding that change a key and have a plan, best first.
fn others(cx: &FixContext<'_>, finding: &Finding, p: &Parameters) -> Vec<Other> {
    let fixes = ranked(cx, finding).into_iter();
    let fixes = fixes.filter(|fix| fix.changes_key && fix.id != FIX.id);
    let planned = |fix: &'static Fix| {
        evolved::check(cx.schema, finding, fix).ok()?;
        Some((fix, (fix.plan)(cx, finding, p).ok()?))
    };
    fixes.filter_map(planned).collect()
}

/// The one that a person names.
fn chosen(others: Vec<Other>, id: &str) -> Result<Other, Refusal> {
    let ids: Vec<&str> = others.iter().map(|(fix, _)| fix.id).collect();
    let why = match ids.as_slice() {
        [] => "no fix that changes the key here has a plan, so there is none to name".to_owned(),
        _ => format!("expected fix to be one of {}, found `{id}`", ids.join(", ")),
    };
    let found = others.into_iter().find(|(fix, _)| fix.id.eq_ignore_ascii_case(id));
    found.ok_or_else(|| refuse(why))
}

/// The statements that make what a plan gives of a live database, if the plan writes a table anew
/// and cures the finding.
fn statements(cx: &FixContext<'_>, finding: &Finding, plan: &Plan) -> Option<Vec<String>> {
    let text = apply_edits(cx.text, &plan.edits)?;
    let (_, schema) = build::read(&text, Some(cx.schema.dialect));
    let given = Given { nodes: cx.facts.file.nodes, ..Given::default() };
    let facts = Facts::of(&schema, &given);
    let after = FixContext { text: &text, schema: &schema, facts: &facts };
    let statements = rollout::live_statements(cx, &after)?;
    let mut found = Vec::new();
    let rule = rules::find(finding.rule)?;
    (rule.check)(&Context::whole(&schema, &facts), &mut found);
    let object = object_name(cx.schema, finding.object);
    let stands = found.iter().any(|it| object_name(&schema, it.object) == object);
    (!stands).then_some(statements)
}

/// The statements below the text; the statement above them ends first.
fn appended(cx: &FixContext<'_>, statements: &[String]) -> Vec<Edit> {
    let text = cx.text;
    let tree = syntax::parse(text, Some(cx.schema.dialect));
    let quiet = |kind| matches!(kind, TokenKind::Blank | TokenKind::Comment);
    let last = tree.tokens.iter().rev().find(|token| !quiet(token.kind));
    let open = last.filter(|token| token.span.of(text) != ";");
    let mut edits: Vec<Edit> =
        open.map(|token| Edit::insert(token.span.end, ";")).into_iter().collect();
    let newline = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let mut below = newline.to_owned();
    for statement in statements {
        let lines: Vec<&str> = statement.lines().collect();
        below.push_str(&format!("{newline}{};", lines.join(newline)));
    }
    edits.push(Edit::insert(at(text.trim_end().len()), below));
    edits
}
