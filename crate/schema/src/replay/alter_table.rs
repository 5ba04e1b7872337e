//! Applies `ALTER TABLE`.
//!
//! A statement that Spanner would reject is a problem, and changes nothing here either.

use crate::catalog::Catalog;
use crate::catalog::made::Made;
use crate::ids::TableId;
use crate::refusals::checks::check_constraint;
use crate::refusals::columns::{added_column_refused, key_is_fixed};
use crate::refusals::expressions::check_values;
use crate::refusals::generated_columns::generated_circle_refused;
use crate::refusals::interleaving::{interleave_refused, on_delete_refused};
use crate::refusals::names::{
    check_parent_case, check_table_case, expect_column, expect_column_in_any_case, report_missing,
};
use crate::refusals::row_deletion::{drop_ttl_refused, set_ttl_refused};
use crate::replay::column_changes::change_column;
use crate::replay::columns::{add_column, drop_column};
use crate::replay::comments::comments_around;
use crate::replay::constraints::{add_check, drop_constraint};
use crate::replay::foreign_keys::add_foreign_key;
use crate::replay::interleaving::{record_left_parent, resolve_parent};
use crate::replay::options::merge_options;
use crate::replay::renames::{add_synonym, drop_synonym, rename_table};
use crate::syntax::tree::{AlterAction, AlterTable, ElementKind, Statement, Ttl};

/// Applies the actions of an `ALTER TABLE` in order.
pub(crate) fn alter_table<'a>(
    catalog: &mut Catalog<'a>,
    statement: &Statement,
    alter: &'a AlterTable,
) -> Made {
    let Some(table) = catalog.find_table(&alter.name) else {
        if !alter.if_exists {
            report_missing(catalog, "a table", &alter.name);
        }
        return Made::Nothing;
    };
    if !check_table_case(catalog, table, &alter.name) {
        return Made::Nothing;
    }
    catalog.update_dependents();
    let made = apply_action(catalog, statement, table, &alter.action);
    for action in &alter.more {
        catalog.update_dependents();
        apply_action(catalog, statement, table, action);
    }
    made
}

fn apply_action<'a>(
    catalog: &mut Catalog<'a>,
    statement: &Statement,
    table: TableId,
    action: &'a AlterAction,
) -> Made {
    match action {
        AlterAction::AddColumn(element) => {
            let ElementKind::Column(written) = &element.kind else {
                return Made::Table(table);
            };
            catalog.report(written.primary_key.map(key_is_fixed));
            catalog.report(added_column_refused(catalog, table, written));
            let known = catalog.schema.table(table).columns.len();
            let id = add_column(catalog, table, element, written);
            if written.generated.is_some() {
                catalog.report(generated_circle_refused(catalog, table));
            }
            check_values(catalog, table, written);
            for check in &written.checks {
                check_constraint(catalog, table, check);
            }
            if let Some(column) = catalog.table_mut(table).columns[known..].last_mut() {
                column.added_later = Some(statement.span);
                column.inline_key = None;
                column.comments.extend(comments_around(statement).cloned());
            }
            return Made::Column(table, id);
        }
        AlterAction::AlterColumn { name, change } => {
            let Some(id) = expect_column(catalog, table, name) else { return Made::Table(table) };
            change_column(catalog, statement, table, id, name, change);
            return Made::Column(table, id);
        }
        AlterAction::AddForeignKey(key) => add_foreign_key(catalog, table, key),
        AlterAction::AddCheck(check) => {
            check_constraint(catalog, table, check);
            add_check(catalog, table, check);
        }
        AlterAction::SetTtl { ttl, replace } => set_ttl(catalog, table, ttl, *replace),
        AlterAction::DropTtl(span) => {
            catalog.report(drop_ttl_refused(catalog, table, *span));
            catalog.table_mut(table).ttl = None;
        }
        AlterAction::DropColumn { name, if_exists } => {
            drop_column(catalog, table, name, *if_exists);
        }
        AlterAction::DropConstraint { name, if_exists } => {
            drop_constraint(catalog, table, name, *if_exists);
        }
        AlterAction::SetOnDelete { cascade, span } => {
            if let Some(refusal) = on_delete_refused(catalog, table, *span) {
                catalog.report([refusal]);
            } else if let Some(parent) = &mut catalog.table_mut(table).parent {
                parent.on_delete_cascade = *cascade;
                parent.on_delete_said = true;
            }
        }
        AlterAction::SetInterleave(clause) => {
            if let Some(refusal) = interleave_refused(catalog, table, clause) {
                catalog.report([refusal]);
                return Made::Table(table);
            }
            check_parent_case(catalog, Some(clause));
            let parent = resolve_parent(catalog, clause);
            if let Some(above) = parent.table {
                catalog.note_child(above, table);
            }
            let old = catalog.table_mut(table).parent.replace(parent);
            record_left_parent(catalog, table, old);
        }
        AlterAction::AddSynonym(name) => add_synonym(catalog, table, name),
        AlterAction::DropSynonym(name) => drop_synonym(catalog, table, name),
        AlterAction::RenameTo { to, synonym } => {
            let folded = synonym.as_ref().map(|name| catalog.folded(name));
            rename_table(catalog, table, to);
            if let Some(folded) = folded
                && catalog.schema.table(table).renamed.last() == Some(&to.span)
            {
                catalog.tables.insert(folded.clone(), table);
                catalog.table_mut(table).synonyms.push(folded);
            }
        }
        AlterAction::SetOptions(options) => {
            merge_options(&mut catalog.table_mut(table).options, options);
        }
        AlterAction::Other(_) => {}
    }
    Made::Table(table)
}

/// Adds or replaces the row deletion policy; a second one that is added is rejected, and counts.
fn set_ttl(catalog: &mut Catalog<'_>, table: TableId, ttl: &Ttl, replace: bool) {
    let twice = catalog.schema.table(table).ttl.is_some() && !replace;
    catalog.report(set_ttl_refused(catalog, table, ttl, replace));
    if expect_column_in_any_case(catalog, table, &ttl.column).is_some() {
        let owner = catalog.table_mut(table);
        owner.ttl_refused.extend(twice.then_some(ttl.span));
        owner.ttl = Some(ttl.clone());
    }
}
