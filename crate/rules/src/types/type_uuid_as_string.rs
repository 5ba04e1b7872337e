//! A key of UUIDs kept as text: 36 bytes for 16, in every index entry and every child.

use crate::cause::Cause;
use crate::facts::lexicon::{any, words};
use crate::facts::{Evidence, Source, TimeId, evidence_text};
use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::schema::{ColumnId, Place, TableId};
use crate::shared::keys::{called, own_parts, refers, type_word};
use crate::syntax::tree::{Dialect, Type};

/// The rule.
pub static RULE: Rule = Rule {
    id: "type-uuid-as-string",
    severity: Severity::Hint,
    reach: Reach::Database,
    page: page!("type_uuid_as_string.md"),
    fixes: &["native-uuid", "accept"],
    replaces: &[],
    check,
};

/// Characters of a UUID with its dashes, and without.
const LENGTHS: [u32; 2] = [36, 32];

/// Keys of one table.
struct Found {
    table: TableId,
    columns: Vec<(ColumnId, Evidence)>,
}

/// One finding for the whole text, at the first table: a schema that keeps its keys so keeps all of
/// them so. Tables where it is accepted are listed for themselves.
fn check(context: &Context<'_>, out: &mut Report<'_>) {
    let mut open: Vec<Found> = Vec::new();
    for id in context.tables() {
        let columns: Vec<(ColumnId, Evidence)> = own_parts(context, id)
            .iter()
            .filter(|part| !refers(context, id, part.column))
            .filter_map(|part| Some((part.column, evidence(context, id, part.column)?)))
            .collect();
        if columns.is_empty() {
            continue;
        }
        let found = Found { table: id, columns };
        let here = context.facts.suppressed(Place::Object(Object::Table(id)));
        let accepted = here.accepted.iter().any(|accepted| accepted.rule == RULE.id);
        if accepted || here.off.iter().any(|rule| rule == RULE.id) {
            out.extend(finding(context, &[found]));
        } else {
            open.push(found);
        }
    }
    out.extend(finding(context, &open));
}

fn finding(context: &Context<'_>, all: &[Found]) -> Option<Finding> {
    let first = all.first()?;
    let (id, (key, _)) = (first.table, first.columns.first()?);
    let table = context.schema.table(id);
    let column = table.column(*key);
    let dialect = context.schema.dialect;
    let word = type_word(column.ty.as_ref()?, dialect);
    let entries: usize = all
        .iter()
        .map(|found| {
            let indexes = context.schema.indexes_of(found.table).count();
            indexes + context.schema.children_of(found.table).count()
        })
        .sum();
    let (others, verb) = match all.len() - 1 {
        0 => (String::new(), "keeps"),
        1 => (" and the key of 1 more table".to_owned(), "keep"),
        n => (format!(" and the keys of {n} more tables"), "keep"),
    };
    let again = match entries {
        0 => String::new(),
        1 => " and in the index or table that repeats it".to_owned(),
        n => format!(" and in {n} indexes and tables that repeat it"),
    };
    Some(Finding {
        cause: Some(Cause::UuidAsText),
        column: Some((id, *key)),
        title: format!("`{}.{}`{others} {verb} UUIDs in a {word}", table.name, column.name),
        why: format!("A UUID takes 16 bytes as UUID and 36 as text, in every row{again}.").into(),
        help: match dialect {
            Dialect::GoogleSql => "Use the type UUID with NEW_UUID() for new tables".into(),
            Dialect::PostgreSql => "Use the type uuid with gen_random_uuid() for new tables".into(),
        },
        evidence: all.iter().flat_map(|found| &found.columns).map(|(_, e)| e.clone()).collect(),
        ..RULE.finding(Object::Table(id), column.type_span)
    })
}

/// Why a text column is believed to hold UUIDs: more than its length is needed, for 36 characters
/// may hold anything.
fn evidence(context: &Context<'_>, id: TableId, column: ColumnId) -> Option<Evidence> {
    let of = context.schema.table(id).column(column);
    let fits = match of.ty {
        Some(Type::String(Some(length))) => LENGTHS.contains(&length),
        Some(Type::String(None)) => true,
        _ => return None,
    };
    if let (Some("GENERATE_UUID"), Some(default)) = (called(of.default.as_deref()), &of.default) {
        let what = "the default GENERATE_UUID".to_owned();
        return Some(Evidence {
            what: evidence_text(what),
            span: default.span,
            source: Source::Expression,
        });
    }
    if !fits {
        return None;
    }
    let fact = context.facts.column(id, column);
    let version = matches!(fact.time_id, Some(TimeId::UuidV1 | TimeId::UuidV6 | TimeId::UuidV7));
    let said = |evidence: &&Evidence| {
        let strong = matches!(evidence.source, Source::Directive | Source::Comment);
        strong && (version || evidence.what.to_lowercase().contains("uuid"))
    };
    if let Some(said) = fact.evidence.iter().find(said) {
        return Some(said.clone());
    }
    let named = any(&words(&of.name), &["uuid", "guid"]);
    named.then(|| {
        let what = format!("the name `{}`", of.name);
        Evidence { what: evidence_text(what), span: of.name_span, source: Source::Name }
    })
}
