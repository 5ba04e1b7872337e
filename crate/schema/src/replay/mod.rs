//! The replay: applies statements in order to one schema.
//!
//! Fragments are normal: a parent or a referenced table that the text does not define is no
//! problem. A key, an index or a foreign key that names a missing column of a known table is.

mod alter_table;
mod column_changes;
mod columns;
mod comments;
mod compact;
mod constraints;
mod defined_names;
mod directives;
mod dropped;
mod drops;
mod foreign_keys;
mod graphs;
mod indexes;
mod interleaving;
mod keys;
mod limits;
mod managed_indexes;
mod new_names;
mod notes;
mod options;
mod other_dialect;
mod pending;
mod queries;
mod renames;
mod schemas;
mod sequence_users;
mod sequences;
mod special_indexes;
mod streams;
mod syntax_errors;
mod tables;
mod views;

use crate::catalog::Catalog;
use crate::catalog::made::Made;
use crate::changes::Touched;
use crate::lookup::links_of;
use crate::refusals::postgresql::postgresql_refusals;
use crate::refusals::special_indexes::check_special_index;
use crate::refusals::streams::{check_watched, stream_option_refusals};
use crate::replay::alter_table::alter_table;
use crate::replay::columns::index_columns;
use crate::replay::compact::compact;
use crate::replay::defined_names::{record_names, sort_names};
use crate::replay::directives::place_directives;
use crate::replay::drops::drop_object;
use crate::replay::foreign_keys::finish_foreign_keys;
use crate::replay::indexes::{alter_index, create_index};
use crate::replay::interleaving::finish_parents;
use crate::replay::limits::{leave_out_past_limits, note_unchecked};
use crate::replay::managed_indexes::add_managed_indexes;
use crate::replay::new_names::{is_new, is_new_special_index};
use crate::replay::notes::{carry_notes, count_comments, count_split_points, note_split_files};
use crate::replay::pending::{finish_pending, keep_for_later};
use crate::replay::queries::finish_queries;
use crate::replay::renames::rename_tables;
use crate::replay::schemas::create_schema;
use crate::replay::sequence_users::finish_sequence_users;
use crate::replay::sequences::{alter_database, alter_sequence, create_sequence, finish_sequences};
use crate::replay::streams::alter_stream;
use crate::replay::syntax_errors::doubt_problems;
use crate::replay::tables::create_table;
use crate::replay::views::finish_views;
use crate::schema::Schema;
use crate::syntax::tree::{Dialect, Note, Statement, StatementKind, Tree};
use crate::syntax::{self, Parsed};

/// Replays the statements of `tree` onto an empty schema.
#[must_use]
pub fn build(tree: &Tree, text: &str) -> Schema {
    let mut catalog = Catalog::new(text, tree.dialect, &tree.statements);
    apply_statements(&mut catalog, &tree.statements, &tree.notes);
    finish_schema(catalog, tree)
}

/// Reads a text, and replays its statements onto an empty schema.
#[must_use]
pub fn read(text: &str, dialect: Option<Dialect>) -> (Parsed, Schema) {
    let parsed = syntax::read(text, dialect);
    let schema = build(&parsed.tree, text);
    (parsed, schema)
}

/// Applies the statements in order.
fn apply_statements<'a>(catalog: &mut Catalog<'a>, statements: &'a [Statement], notes: &[Note]) {
    carry_notes(catalog, notes);
    for (number, statement) in statements.iter().enumerate() {
        catalog.steps.begin(number);
        record_names(catalog, statement);
        let made = apply_statement(catalog, statement);
        catalog.made.push(made);
    }
}

/// The schema, when the whole of `tree` is replayed.
fn finish_schema(mut catalog: Catalog<'_>, tree: &Tree) -> Schema {
    count_comments(&mut catalog, tree);
    finish_parents(&mut catalog);
    leave_out_past_limits(&mut catalog);
    finish_foreign_keys(&mut catalog);
    finish_sequences(&mut catalog);
    compact(&mut catalog);
    index_columns(&mut catalog);
    finish_pending(&mut catalog, tree);
    finish_views(&mut catalog, tree);
    sort_names(&mut catalog);
    finish_queries(&mut catalog, tree);
    add_managed_indexes(&mut catalog);
    finish_sequence_users(&mut catalog.schema, tree, catalog.text);
    catalog.schema.touched = catalog.made.iter().map(|made| touched_by(&catalog, *made)).collect();
    catalog.schema.links = links_of(&catalog.schema);
    note_split_files(&mut catalog, tree);
    place_directives(&mut catalog, tree);
    catalog.schema.links.add_directives(&catalog.schema.directives);
    doubt_problems(&mut catalog, tree);
    note_unchecked(&mut catalog, tree);
    catalog.schema.problems.sort_by_key(|problem| problem.span);
    catalog.schema
}

/// Applies one statement.
fn apply_statement<'a>(catalog: &mut Catalog<'a>, statement: &'a Statement) -> Made {
    catalog.report(postgresql_refusals(catalog, statement));
    match &statement.kind {
        StatementKind::CreateTable(table) => create_table(catalog, statement, table),
        StatementKind::CreateIndex(index) => create_index(catalog, statement, index),
        StatementKind::CreateSequence(sequence) => create_sequence(catalog, statement, sequence),
        StatementKind::AlterTable(alter) => alter_table(catalog, statement, alter),
        StatementKind::AlterDatabase(options) => alter_database(catalog, options),
        StatementKind::AlterIndex(alter) => alter_index(catalog, statement, alter),
        StatementKind::AlterSequence(alter) => alter_sequence(catalog, statement, alter),
        StatementKind::RenameTables(renames) => rename_tables(catalog, renames),
        StatementKind::Drop(dropped) => drop_object(catalog, dropped),
        StatementKind::CreateSearchIndex(made) | StatementKind::CreateVectorIndex(made) => {
            if !is_new_special_index(catalog, statement, &made.index.name) {
                return Made::Nothing;
            }
            let vector = matches!(statement.kind, StatementKind::CreateVectorIndex(_));
            check_special_index(catalog, made, vector);
            keep_for_later(catalog, statement)
        }
        StatementKind::CreateChangeStream(made) => {
            check_watched(catalog, &made.name, &made.watched);
            catalog.report(stream_option_refusals(&made.options));
            keep_if_new(catalog, statement)
        }
        StatementKind::CreateView(_)
        | StatementKind::CreatePropertyGraph(_)
        | StatementKind::Other(_) => keep_if_new(catalog, statement),
        StatementKind::AlterChangeStream(alter) => alter_stream(catalog, statement, alter),
        StatementKind::CreateSchema(name) => {
            create_schema(catalog, statement.span.start, name);
            Made::Nothing
        }
        StatementKind::Query(_) => Made::Nothing,
        StatementKind::Skipped => {
            count_split_points(catalog, statement.span);
            Made::Nothing
        }
    }
}

/// Keeps a statement that creates something new.
fn keep_if_new<'a>(catalog: &mut Catalog<'a>, statement: &'a Statement) -> Made {
    if is_new(catalog, statement) { keep_for_later(catalog, statement) } else { Made::Nothing }
}

/// What a statement touched, for those who edit the text.
fn touched_by(catalog: &Catalog<'_>, made: Made) -> Touched {
    match made {
        Made::Table(table) | Made::Column(table, _) => Touched::Table(table),
        Made::Index(index) => Touched::Table(catalog.schema.index(index).table),
        _ => Touched::Database,
    }
}
