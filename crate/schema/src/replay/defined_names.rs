//! Records the names that statements define.

use crate::base::room;
use crate::catalog::Catalog;
use crate::catalog::spelling::is_quoted;
use crate::name::{NameOf, WrittenName};
use crate::replay::new_names::created_object;
use crate::syntax::tree::{
    AlterAction, CreateTable, ElementKind, Name, ObjectKind, Statement, StatementKind,
};

/// Records the names that a statement defines.
pub(crate) fn record_names(catalog: &mut Catalog<'_>, statement: &Statement) {
    match &statement.kind {
        StatementKind::CreateTable(made) => {
            record_name(catalog, &made.name, NameOf::Object(ObjectKind::Table));
            record_constraint_names(catalog, made);
        }
        StatementKind::AlterTable(alter) => {
            for action in std::iter::once(&alter.action).chain(&alter.more) {
                match action {
                    AlterAction::AddForeignKey(key) => {
                        record_constraint_name(catalog, key.name.as_ref());
                    }
                    AlterAction::AddCheck(check) => {
                        record_constraint_name(catalog, check.name.as_ref());
                    }
                    AlterAction::RenameTo { to, .. } | AlterAction::AddSynonym(to) => {
                        record_name(catalog, to, NameOf::Object(ObjectKind::Table));
                    }
                    _ => {}
                }
            }
        }
        StatementKind::RenameTables(renames) => {
            for rename in renames {
                record_name(catalog, &rename.to, NameOf::Object(ObjectKind::Table));
            }
        }
        _ => {
            if let Some((kind, name)) = created_object(statement) {
                record_name(catalog, name, NameOf::Object(kind));
            }
        }
    }
}

fn record_constraint_names(catalog: &mut Catalog<'_>, made: &CreateTable) {
    for element in &made.elements {
        match &element.kind {
            ElementKind::ForeignKey(key) => record_constraint_name(catalog, key.name.as_ref()),
            ElementKind::Check(check) => record_constraint_name(catalog, check.name.as_ref()),
            ElementKind::Column(column) => {
                for check in &column.checks {
                    record_constraint_name(catalog, check.name.as_ref());
                }
            }
            _ => {}
        }
    }
}

fn record_constraint_name(catalog: &mut Catalog<'_>, name: Option<&Name>) {
    if let Some(name) = name {
        record_name(catalog, name, NameOf::Constraint);
    }
}

fn record_name(catalog: &mut Catalog<'_>, name: &Name, of: NameOf) {
    if name.text.is_empty() {
        return;
    }
    let quoted = is_quoted(name.span.of(catalog.text));
    let (text, span) = (name.text.clone(), name.span);
    room::push(&mut catalog.schema.names, WrittenName { text, span, of, quoted });
}

/// Sorts what was found into the order of the text.
pub(crate) fn sort_names(catalog: &mut Catalog<'_>) {
    catalog.schema.other_dialect.sort_by_key(|other| other.span);
    catalog.schema.duplicates.sort_by_key(|duplicate| duplicate.span);
}
