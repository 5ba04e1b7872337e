//! A table interleaved in another whose key its own does not repeat.

use crate::facts::{Evidence, Source, evidence_text};
use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::schema::{KeyPart, Parent, Schema, Table};
use crate::shared::family::{self, type_words};
use crate::syntax::tree::Dialect;
use crate::text::Span;

/// The rule.
pub static RULE: Rule = Rule {
    id: "interleave-key-mismatch",
    severity: Severity::Error,
    reach: Reach::Database,
    page: page!("interleave_key_mismatch.md"),
    fixes: &[],
    replaces: &[],
    check,
};

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    let schema = context.schema;
    for id in context.tables() {
        let table = schema.table(id);
        let Some(parent) = &table.parent else { continue };
        let Some(above) = parent.table.filter(|&above| above != id) else { continue };
        let above = schema.table(above);
        if unread(schema, table) || unread(schema, above) {
            continue;
        }
        let found = differences(schema.dialect, table, above, parent);
        let Some(first) = found.first() else { continue };
        if !family::defined_once(schema, table) || !family::defined_once(schema, above) {
            continue;
        }
        let refused = found.iter().any(|difference| difference.refused);
        let why = if refused {
            "Spanner rejects the statement: the key of an interleaved table must start with the \
             key of its parent, column by column, with the same names, types, lengths, directions \
             and nullability."
        } else {
            "A row and its parent share this value, and a commit timestamp can be written to only \
             one of them."
        };
        out.push(Finding {
            severity: if refused { Severity::Error } else { Severity::Warn },
            title: first.words.clone(),
            why: why.into(),
            help: format!("Start the key of `{}` with {}", table.name, wanted(schema, above))
                .into(),
            evidence: found.iter().map(|difference| difference.evidence(above)).collect(),
            ..RULE.finding(Object::Table(id), first.span)
        });
    }
}

/// Whether a part of the table or of its key could not be read.
fn unread(schema: &Schema, table: &Table) -> bool {
    let problem_inside = |key: Span| {
        // They are in the order of the text.
        let first = schema.problems.partition_point(|problem| problem.span.start < key.start);
        let of_key = schema.problems[first..].iter().map(|problem| problem.span);
        of_key.take_while(|span| span.start <= key.end).any(|span| span.end <= key.end)
    };
    table.partial
        || table.hidden_rowid
        || table.key_clause.as_ref().is_some_and(|key| problem_inside(key.span))
}

/// One way in which a key differs from its parent's.
struct Difference {
    /// For the title.
    words: String,
    /// The child's part.
    span: Span,
    /// The parent's column.
    parent: Span,
    /// Spanner rejects it.
    refused: bool,
}

impl Difference {
    fn evidence(&self, above: &Table) -> Evidence {
        let what = format!("the key of `{}`: {}", above.name, self.words);
        Evidence { what: evidence_text(what), span: self.parent, source: Source::Expression }
    }
}

fn differences(dialect: Dialect, table: &Table, above: &Table, parent: &Parent) -> Vec<Difference> {
    if table.columns.is_empty() && above.key.is_empty() {
        let words =
            format!("`{}` is interleaved in `{}` and adds no columns", table.name, above.name);
        return vec![Difference { words, span: parent.span, parent: parent.span, refused: true }];
    }
    let mut found = Vec::new();
    for (at, theirs) in above.key.iter().enumerate() {
        let ours = table.key.get(at);
        let pair = Pair { table, ours, above, theirs };
        if let Some((words, refused)) = difference(dialect, pair, at, parent.enforced) {
            let words = format!(
                "The key of `{}` does not repeat that of `{}`: {words}",
                table.name, above.name
            );
            found.push(Difference {
                words,
                span: ours.map_or(parent.span, |part| part.span),
                parent: above.column(theirs.column).name_span,
                refused,
            });
        }
    }
    found
}

/// The parts at one place of two keys.
struct Pair<'a> {
    /// The interleaved table.
    table: &'a Table,
    /// Its part, if its key has so many.
    ours: Option<&'a KeyPart>,
    /// The parent.
    above: &'a Table,
    /// Its part.
    theirs: &'a KeyPart,
}

/// How the part at `at` differs, in words, and whether Spanner rejects that.
fn difference(
    dialect: Dialect,
    pair: Pair<'_>,
    at: usize,
    enforced: bool,
) -> Option<(String, bool)> {
    let Pair { table, ours, above, theirs } = pair;
    let want = above.column(theirs.column);
    let place = at + 1;
    let refused = |words: String| Some((words, true));
    let same = |name: &str| match dialect {
        Dialect::GoogleSql => name == want.name,
        Dialect::PostgreSql => name.eq_ignore_ascii_case(&want.name),
    };
    let Some(ours) = ours.filter(|part| same(&table.column(part.column).name)) else {
        let mut parts = table.key.iter();
        return refused(match parts.position(|part| same(&table.column(part.column).name)) {
            Some(found) => {
                format!("`{}` is at position {}, expected at {place}", want.name, found + 1)
            }
            None => format!("it has no `{}` at position {place}", want.name),
        });
    };
    let have = table.column(ours.column);
    if let (Some(ty), Some(wanted)) = (&have.ty, &want.ty)
        && ty != wanted
    {
        let (ty, wanted) = (type_words(dialect, ty), type_words(dialect, wanted));
        return refused(format!("`{}` is {ty}, expected {wanted}", have.name));
    }
    if ours.desc != theirs.desc {
        let words = |desc| if desc { "descending" } else { "ascending" };
        let (have_it, want_it) = (words(ours.desc), words(theirs.desc));
        return refused(format!("`{}` is {have_it}, expected {want_it}", have.name));
    }
    // Without `PARENT` no parent row is needed, and whether nulls may differ is not documented.
    if have.not_null != want.not_null && enforced {
        let words = |not_null| if not_null { "NOT NULL" } else { "nullable" };
        let (have_it, want_it) = (words(have.not_null), words(want.not_null));
        return refused(format!("`{}` is {have_it}, expected {want_it}", have.name));
    }
    (have.commit_timestamp != want.commit_timestamp).then(|| {
        let with = if want.commit_timestamp { "with" } else { "without" };
        (format!("`{}` is expected {with} `allow_commit_timestamp`", have.name), false)
    })
}

/// The parent's key, as the child must write its columns.
fn wanted(schema: &Schema, above: &Table) -> String {
    let parts = above.key.iter().map(|part| {
        let column = above.column(part.column);
        let ty = column.ty.as_ref().map(|ty| type_words(schema.dialect, ty));
        let null = if column.not_null { " NOT NULL" } else { "" };
        let desc = if part.desc { ", descending" } else { "" };
        format!("`{} {}{null}`{desc}", column.name, ty.unwrap_or_default())
    });
    let list = parts.collect::<Vec<_>>().join(", then ");
    if list.is_empty() { "a column of its own".to_owned() } else { list }
}
