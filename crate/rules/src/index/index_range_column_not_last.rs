//! An index with a column that queries look at a range of before columns they fix.

use crate::facts::Dist;
use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::schema::{IndexId, KeyPart};
use crate::shared::reads::{self, Path, Read};

/// The rule.
pub static RULE: Rule = Rule {
    id: "index-range-column-not-last",
    severity: Severity::Hint,
    reach: Reach::Database,
    page: page!("index_range_column_not_last.md"),
    fixes: &["accept"],
    replaces: &[],
    check,
};

/// Confidence where no query says how the index is used (assumption of ours).
const GUESSED: f64 = 0.5;

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    let all = reads::all(context);
    for id in context.schema.index_ids() {
        let index = context.schema.index(id);
        if index.managed || index.keys.len() < 2 {
            continue;
        }
        let Some(reads) = all.get(&index.table) else {
            out.extend(by_name(context, id));
            continue;
        };
        let by_it = reads.iter().filter(|read| read.path == Some(Path::Index(id)));
        let mut found = by_it.filter_map(|read| by_query(context, id, read));
        out.extend(found.next());
    }
}

/// A query looks at a range of one part and fixes a later one.
fn by_query(context: &Context<'_>, id: IndexId, read: &Read<'_>) -> Option<Finding> {
    let index = context.schema.index(id);
    let at = index.keys.iter().position(|part| !read.fixes(context, part.column))?;
    let range = &index.keys[at];
    if !read.ranges(range.column) {
        return None;
    }
    let later = index.keys[at + 1..].iter().find(|part| read.fixes(context, part.column))?;
    let mut finding = finding(context, id, range, later);
    for part in [range, later] {
        let used = read.query.uses_of(read.at).find(|used| used.column == part.column);
        let name = &context.schema.table(index.table).column(part.column).name;
        let how = if part.column == range.column { "range of" } else { "one value of" };
        finding.evidence.extend(
            used.map(|used| reads::evidence(format!("a query's {how} `{name}`"), used.span)),
        );
    }
    finding.confidence = read.confidence();
    Some(finding)
}

/// Without a query: the time of arrival leads, and behind it stands what one asks for by value.
fn by_name(context: &Context<'_>, id: IndexId) -> Option<Finding> {
    let index = context.schema.index(id);
    let (table, facts) = (context.schema.table(index.table), context.facts.table(index.table));
    let lead = &index.keys[0];
    let dist = |part: &KeyPart| &context.facts.column(index.table, part.column).dist;
    let by_time = facts.reads.iter().any(|how| how != "by-entity" && how != "point");
    let time = matches!(dist(lead), Dist::TimeArrival | Dist::TimeBucket);
    if index.unique || by_time || !time || table.is_key(lead.column) {
        return None;
    }
    let later = index.keys[1..].iter().find(|part| {
        matches!(dist(part), Dist::Entity { .. } | Dist::LowCard { .. })
            && !table.is_key(part.column)
    })?;
    let fact = context.facts.column(index.table, lead.column);
    Some(Finding {
        evidence: fact.evidence.clone(),
        confidence: fact.confidence.min(GUESSED),
        ..finding(context, id, lead, later)
    })
}

fn finding(context: &Context<'_>, id: IndexId, range: &KeyPart, later: &KeyPart) -> Finding {
    let index = context.schema.index(id);
    let table = context.schema.table(index.table);
    let name = |part: &KeyPart| &table.column(part.column).name;
    let (first, second) = (name(range), name(later));
    Finding {
        title: format!("`{}` has `{first}` before `{second}`", index.name),
        why: format!(
            "A search for one `{second}` within a range of `{first}` reads every entry of the \
             range, including those with another `{second}`."
        )
        .into(),
        help: format!("Put `{second}` before `{first}` if queries filter it by equality").into(),
        column: Some((index.table, range.column)),
        ..RULE.finding(Object::Index(id), range.span)
    }
}
