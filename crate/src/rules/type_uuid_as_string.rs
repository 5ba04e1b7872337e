//! A key of UUIDs kept as text: 36 bytes for 16, in every index entry and every child.

use super::keys::{called, own_parts, refers, type_word};
use super::tail::list;
use super::{Context, Finding, Object, Reach, Rule, Severity};
use crate::facts::lexicon::{any, words};
use crate::facts::{Evidence, Source, TimeId};
use crate::schema::{ColumnId, KeyPart, TableId};
use crate::syntax::tree::{Dialect, Type};

/// The rule.
pub static RULE: Rule = Rule {
    id: "type-uuid-as-string",
    severity: Severity::Hint,
    reach: Reach::Family,
    page: include_str!("type_uuid_as_string.md"),
    fixes: &["T18", "T25"],
    replaces: &[],
    check,
};

/// Characters of a UUID with its dashes, and without.
const LENGTHS: [u32; 2] = [36, 32];

fn check(context: &Context<'_>, out: &mut Vec<Finding>) {
    for id in context.tables() {
        let found: Vec<(&KeyPart, Evidence)> = own_parts(context, id)
            .iter()
            .filter(|part| !refers(context, id, part.column))
            .filter_map(|part| Some((part, evidence(context, id, part.column)?)))
            .collect();
        let Some((first, _)) = found.first() else { continue };
        let table = context.schema.table(id);
        let names: Vec<&str> =
            found.iter().map(|(part, _)| table.column(part.column).name.as_str()).collect();
        let column = table.column(first.column);
        let dialect = context.schema.dialect;
        let word = column.ty.as_ref().map_or(String::new(), |ty| type_word(ty, dialect));
        let entries = context.schema.indexes_of(id).count();
        let children = context.schema.children_of(id).count();
        let why = match entries + children {
            0 => "A UUID takes 16 bytes as a number and 36 as text, in every row.".to_owned(),
            more => format!(
                "A UUID takes 16 bytes as a number and 36 as text, in every row and again in {more} \
                 {} below it.",
                if more == 1 { "index or table" } else { "indexes and tables" }
            ),
        };
        out.push(Finding {
            column: Some((id, first.column)),
            title: format!("{} of `{}` keeps UUIDs in a {word}", list(&names), table.name),
            why,
            help: match dialect {
                Dialect::GoogleSql => "Give a new table the type UUID with NEW_UUID()".to_owned(),
                Dialect::PostgreSql => {
                    "Give a new table the type uuid with gen_random_uuid()".to_owned()
                }
            },
            evidence: found.iter().map(|(_, evidence)| evidence.clone()).collect(),
            ..Finding::new(&RULE, Object::Table(id), column.type_span)
        });
    }
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
    if let (Some("GENERATE_UUID"), Some(default)) = (called(of.default.as_ref()), &of.default) {
        let what = "the default GENERATE_UUID".to_owned();
        return Some(Evidence { what, span: default.span, source: Source::Expression });
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
        Evidence { what, span: of.name_span, source: Source::Name }
    })
}
