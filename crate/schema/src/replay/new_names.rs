//! Decides whether what a statement creates is new.
//!
//! Tables, indexes, sequences, views, change streams, named schemas and constraints share one
//! name space, in which case does not matter in either dialect (tried on the emulator, build of
//! mid-2025). Roles and the kinds that the emulator does not know are kept apart, each for itself.

use crate::catalog::Catalog;
use crate::catalog::spelling::words_before_name;
use crate::refusals::names::report_name_in_use;
use crate::replay::dropped::drop_pending;
use crate::syntax::tree::{Name, ObjectKind, Statement, StatementKind};
use smol_str::{SmolStr, format_smolstr};

/// Whether a statement creates something new. A name that is in use is reported, unless the statement
/// replaces what has it.
pub(crate) fn is_new(catalog: &mut Catalog<'_>, statement: &Statement) -> bool {
    let Some((kind, name)) = created_object(statement) else { return true };
    let place = name_key(kind, &catalog.folded(name));
    let in_use = if is_shared(kind) {
        catalog.is_name_in_use(&place)
    } else {
        catalog.names_in_use.contains_key(&place)
    };
    if in_use {
        if catalog.if_not_exists(statement, name) {
            return false;
        }
        let replaces = words_before_name(catalog.text, statement, name).contains("OR REPLACE");
        let same_kind = drop_pending_for(catalog, replaces, kind, name);
        if !same_kind {
            report_name_in_use(catalog, name);
        }
    }
    catalog.names_in_use.insert(place, None);
    true
}

/// Whether a statement creates a new search or vector index. A name that is in use is reported.
pub(crate) fn is_new_special_index(
    catalog: &mut Catalog<'_>,
    statement: &Statement,
    name: &Name,
) -> bool {
    let folded = catalog.folded(name);
    if catalog.is_name_in_use(&folded) {
        if catalog.if_not_exists(statement, name) {
            return false;
        }
        report_name_in_use(catalog, name);
    }
    catalog.other_indexes.insert(folded);
    true
}

/// Drops the older object of that name and kind, if the statement replaces it.
fn drop_pending_for(
    catalog: &mut Catalog<'_>,
    replaces: bool,
    kind: ObjectKind,
    name: &Name,
) -> bool {
    let kept = matches!(kind, ObjectKind::View | ObjectKind::PropertyGraph);
    replaces && (!kept || drop_pending(catalog, kind, name))
}

/// Frees the name of what is dropped.
pub(crate) fn release_name(catalog: &mut Catalog<'_>, kind: ObjectKind, folded: &str) {
    catalog.names_in_use.remove(&name_key(kind, folded));
}

/// Kinds that share their names with tables.
fn is_shared(kind: ObjectKind) -> bool {
    matches!(
        kind,
        ObjectKind::Table
            | ObjectKind::Index
            | ObjectKind::SearchIndex
            | ObjectKind::VectorIndex
            | ObjectKind::Sequence
            | ObjectKind::View
            | ObjectKind::ChangeStream
            | ObjectKind::Schema
    )
}

/// The key of a name in `Catalog::names_in_use`.
fn name_key(kind: ObjectKind, folded: &str) -> SmolStr {
    if is_shared(kind) { folded.into() } else { format_smolstr!("{} {folded}", kind.words()) }
}

/// What a statement creates, except tables.
pub(crate) fn created_object(statement: &Statement) -> Option<(ObjectKind, &Name)> {
    Some(match &statement.kind {
        StatementKind::CreateIndex(made) => (ObjectKind::Index, &made.name),
        StatementKind::CreateSearchIndex(made) => (ObjectKind::SearchIndex, &made.index.name),
        StatementKind::CreateVectorIndex(made) => (ObjectKind::VectorIndex, &made.index.name),
        StatementKind::CreateSequence(made) => (ObjectKind::Sequence, &made.name),
        StatementKind::CreateView(made) => (ObjectKind::View, &made.name),
        StatementKind::CreateChangeStream(made) => (ObjectKind::ChangeStream, &made.name),
        StatementKind::CreatePropertyGraph(made) => (ObjectKind::PropertyGraph, &made.name),
        StatementKind::CreateSchema(name) => (ObjectKind::Schema, name),
        StatementKind::Other(other) => {
            let name = other.object.as_ref()?;
            let kind = match other.words.strip_prefix("CREATE ")?.trim_start_matches("OR REPLACE ")
            {
                "ROLE" => ObjectKind::Role,
                "FUNCTION" => ObjectKind::Function,
                "MODEL" => ObjectKind::Model,
                "PLACEMENT" => ObjectKind::Placement,
                "LOCALITY GROUP" => ObjectKind::LocalityGroup,
                _ => return None,
            };
            (kind, name)
        }
        _ => return None,
    })
}
