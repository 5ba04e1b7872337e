//! A query that reads a key from its end.

use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::schema::KeyPart;
use crate::shared::reads::{self, Path, Read};

/// The rule.
pub static RULE: Rule = Rule {
    id: "index-reverse-scan",
    severity: Severity::Hint,
    reach: Reach::Database,
    page: page!("index_reverse_scan.md"),
    fixes: &["descending-time", "accept"],
    replaces: &["key-history-asc"],
    check,
};

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    for reads in reads::all(context).values() {
        let mut found: Vec<Finding> = Vec::new();
        for finding in reads.iter().filter_map(|read| finding(context, read, reads)) {
            match found.iter_mut().find(|seen| seen.object == finding.object) {
                Some(seen) => seen.evidence.extend(finding.evidence),
                None => found.push(finding),
            }
        }
        out.extend(found);
    }
}

fn finding(context: &Context<'_>, read: &Read<'_>, all: &[Read<'_>]) -> Option<Finding> {
    // Without LIMIT all is read in any case, and to sort it costs little beside that.
    let path = read.path.filter(|_| read.query.limited)?;
    let part = follows(context, read, path, false)?;
    // Another query has it the way it is.
    if all
        .iter()
        .any(|other| other.path == Some(path) && follows(context, other, path, true).is_some())
    {
        return None;
    }
    let schema = context.schema;
    let id = read.query.tables[read.at].table;
    let object = match path {
        Path::Key => Object::Table(id),
        Path::Index(index) => Object::Index(index),
    };
    let name = object.name(schema);
    let column = &schema.table(id).column(part.column).name;
    let (asked, kept) = if part.desc { ("ASC", "DESC") } else { ("DESC", "ASC") };
    let sort = read.sorts_by(context).first()?.span;
    let help = match path {
        Path::Key => format!("Add an index with `{column} {asked}` in its place"),
        Path::Index(_) => format!("Write `{column} {asked}` in the index"),
    };
    Some(Finding {
        title: format!("A query sorts by `{column} {asked}`, but `{name}` stores it {kept}"),
        why: "The stored order is not the requested one, so Spanner reads and sorts all matching \
              rows before it can return the first."
            .into(),
        help: help.into(),
        evidence: vec![reads::evidence(format!("a query's ORDER BY `{column} {asked}`"), sort)],
        confidence: read.confidence(),
        column: Some((id, part.column)),
        ..RULE.finding(object, part.span)
    })
}

/// The first part, behind those that the query fixes, of a key whose order is asked for: as it is
/// kept, or backwards.
fn follows(context: &Context<'_>, read: &Read<'_>, path: Path, as_kept: bool) -> Option<KeyPart> {
    let sort = read.sorts_by(context);
    let parts = reads::parts(context, read, path);
    let open: Vec<&KeyPart> =
        parts.iter().filter(|part| !read.fixes(context, part.column)).collect();
    let found = !sort.is_empty()
        && sort.len() <= open.len()
        && sort
            .iter()
            .zip(&open)
            .all(|(s, p)| s.column == p.column && (s.desc == p.desc) == as_kept);
    found.then(|| open[0].clone())
}
