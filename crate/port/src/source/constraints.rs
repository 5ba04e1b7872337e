//! Constraints and indexes of a table by name. One without a name in the dump has the name that its
//! database gives it, which later statements use.

use std::collections::{BTreeMap, BTreeSet};

use super::Database;
use super::expr::Expr;
use super::name::Name;
use super::schema::{Index, PartOf, Table};
use crate::text::Span;

/// Constraints and indexes of a table whose names are looked for: ten times the indexes that a table
/// of Spanner has (docs: quotas, read 2026-11).
const NAMED_MAX: usize = 1_280;
/// Those to which names are given as the database does: it takes all names that there are. Ours.
const IMPLIED_MAX: usize = 256;

/// A constraint or an index of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Which {
    Key,
    ForeignKey(usize),
    Check(usize),
    Index(usize),
}

/// Names of the indexes of a table from a number on, and of its key: those that are stated, else those
/// that PostgreSQL gives, before their numbers.
pub(super) fn index_names(table: &Table, from: usize) -> Vec<String> {
    let indexes = (from..table.indexes.len()).map(Which::Index);
    let all = indexes.chain(table.key.is_some().then_some(Which::Key));
    let name = |which| match name_of(table, which) {
        Some(name) => Some(name.name.clone()),
        None => implied(table, which, false).map(|(base, _)| base),
    };
    all.filter_map(name).collect()
}

fn name_of(table: &Table, which: Which) -> Option<&Name> {
    match which {
        Which::Key => table.key.as_ref()?.name.as_ref(),
        Which::ForeignKey(at) => table.foreign_keys[at].name.as_ref(),
        Which::Check(at) => table.checks[at].name.as_ref(),
        Which::Index(at) => table.indexes[at].name.as_ref(),
    }
}

/// What has this name among those that DROP or RENAME of a kind, such as `foreign key`, may mean.
pub(super) fn find(table: &mut Table, database: Database, kind: &str, name: &str) -> Option<Which> {
    let mysql = database == Database::MySql;
    if mysql && name.eq_ignore_ascii_case("primary") {
        return table.key.is_some().then_some(Which::Key);
    }
    let many = table.foreign_keys.len() + table.checks.len() + table.indexes.len();
    if many > NAMED_MAX {
        return None;
    }
    named(table, mysql, kind, name).or_else(|| {
        if many > IMPLIED_MAX {
            return None;
        }
        name_all(table, mysql);
        named(table, mysql, kind, name)
    })
}

fn named(table: &Table, mysql: bool, kind: &str, name: &str) -> Option<Which> {
    let any = kind == "constraint";
    let takes = |which: &Which| match which {
        Which::Key => any || !mysql && kind == "index",
        Which::ForeignKey(_) => any || kind == "foreign key",
        Which::Check(_) => any || kind == "check",
        Which::Index(at) => {
            let index = &table.indexes[*at];
            matches!(kind, "index" | "key") || any && (index.constraint || mysql && index.unique)
        }
    };
    let is = |which: &Which| {
        takes(which)
            && name_of(table, *which).is_some_and(|own| own.name.eq_ignore_ascii_case(name))
    };
    all(table).find(is)
}

fn all(table: &Table) -> impl Iterator<Item = Which> + use<> {
    let keys = (0..table.foreign_keys.len()).map(Which::ForeignKey);
    let checks = (0..table.checks.len()).map(Which::Check);
    let indexes = (0..table.indexes.len()).map(Which::Index);
    keys.chain(checks).chain(table.key.is_some().then_some(Which::Key)).chain(indexes)
}

/// Gives a constraint or an index a name; returns where it is.
pub(super) fn set_name(table: &mut Table, which: Which, name: String) -> Span {
    let (own, span) = match which {
        Which::Key => {
            let it = table.key.get_or_insert_default();
            (&mut it.name, it.span)
        }
        Which::ForeignKey(at) => {
            let it = &mut table.foreign_keys[at];
            (&mut it.name, it.span)
        }
        Which::Check(at) => {
            let it = &mut table.checks[at];
            (&mut it.name, it.span)
        }
        Which::Index(at) => {
            let it = &mut table.indexes[at];
            (&mut it.name, it.span)
        }
    };
    match own {
        Some(own) => own.name = name,
        None => *own = Some(Name { schema: None, name, span }),
    }
    span
}

/// Takes a constraint or an index out of a table; returns where it is.
pub(super) fn remove(table: &mut Table, which: Which) -> Option<Span> {
    Some(match which {
        Which::Key => table.key.take()?.span,
        Which::ForeignKey(at) => table.foreign_keys.remove(at).span,
        Which::Check(at) => table.checks.remove(at).span,
        Which::Index(at) => table.indexes.remove(at).span,
    })
}

/// Takes a column out of a table, and what goes with it: in PostgreSQL each key, index and check that
/// uses it, in MySQL its place in them. Returns where they are.
pub(super) fn drop_column(table: &mut Table, name: &str, mysql: bool) -> Vec<Span> {
    let Some(number) = table.column(name) else { return Vec::new() };
    let mut gone = Vec::new();
    let is = |of: &PartOf| match of {
        PartOf::Column(own) => own.eq_ignore_ascii_case(name),
        PartOf::Expr(expr) => reads(expr, name),
    };
    for which in all(table).collect::<Vec<_>>().into_iter().rev() {
        let uses = match which {
            Which::ForeignKey(at) => {
                let columns = &table.foreign_keys[at].columns;
                !mysql && columns.iter().any(|own| own.eq_ignore_ascii_case(name))
            }
            Which::Check(at) => {
                let expr = &table.checks[at].expr;
                reads(expr, name) && (!mysql || only_column(table, expr).is_some())
            }
            Which::Key => {
                let Some(key) = &mut table.key else { continue };
                let before = key.parts.len();
                key.parts.retain(|part| !is(&part.of));
                key.parts.is_empty() || !mysql && key.parts.len() < before
            }
            Which::Index(at) => {
                let index = &mut table.indexes[at];
                let before = index.parts.len();
                index.parts.retain(|part| !is(&part.of));
                let filter = index.filter.as_ref().is_some_and(|it| reads(&it.expr, name));
                let included = index.include.iter().any(|(own, _)| own.eq_ignore_ascii_case(name));
                let fewer = index.parts.len() < before;
                fewer && index.parts.is_empty() || !mysql && (fewer || filter || included)
            }
        };
        if uses {
            gone.extend(remove(table, which));
        }
    }
    gone.push(table.columns.remove(number).span);
    gone
}

fn reads(expr: &Expr, column: &str) -> bool {
    expr.node.as_ref().is_some_and(|node| node.reads(column))
}

/// Names what has no name as the database does.
pub(super) fn name_all(table: &mut Table, mysql: bool) {
    let names = all(table).filter_map(|which| name_of(table, which));
    let mut taken: BTreeSet<String> = names.map(|it| it.name.to_lowercase()).collect();
    // The next number of a name, so that many of one are not tried from the first on.
    let mut numbers: BTreeMap<String, usize> = BTreeMap::new();
    for which in all(table) {
        let Some((base, numbered)) = implied(table, which, mysql) else { continue };
        let gap = if mysql { "_" } else { "" };
        let number = numbers.entry(base.clone()).or_insert(0);
        loop {
            let name = match *number {
                0 if !numbered => base.clone(),
                number => format!("{base}{gap}{}", number + usize::from(mysql)),
            };
            *number += 1;
            if taken.insert(name.to_lowercase()) {
                set_name(table, which, name);
                break;
            }
        }
    }
}

/// The name that a database gives to what has none, before its number; whether it always has one.
fn implied(table: &Table, which: Which, mysql: bool) -> Option<(String, bool)> {
    let own = &table.name.name;
    let unnamed = |name: &Option<Name>| name.is_none().then_some(());
    Some(match which {
        Which::Key => {
            unnamed(&table.key.as_ref()?.name)?;
            (!mysql).then(|| (format!("{own}_pkey"), false))?
        }
        Which::ForeignKey(at) => {
            let key = &table.foreign_keys[at];
            unnamed(&key.name)?;
            match mysql {
                true => (format!("{own}_ibfk"), true),
                false => (format!("{own}_{}_fkey", key.columns.join("_")), false),
            }
        }
        Which::Check(at) => {
            let check = &table.checks[at];
            unnamed(&check.name)?;
            match (mysql, only_column(table, &check.expr)) {
                (true, _) => (format!("{own}_chk"), true),
                (false, Some(column)) => (format!("{own}_{column}_check"), false),
                (false, None) => (format!("{own}_check"), false),
            }
        }
        Which::Index(at) => {
            let index = &table.indexes[at];
            unnamed(&index.name)?;
            let columns = columns_of(index);
            match mysql {
                true => (columns.into_iter().next()?.to_owned(), false),
                false => {
                    let end = if index.constraint { "key" } else { "idx" };
                    (format!("{own}_{}_{end}", columns.join("_")), false)
                }
            }
        }
    })
}

fn columns_of(index: &Index) -> Vec<&str> {
    let parts = index.parts.iter().map(|part| match &part.of {
        PartOf::Column(name) => name.as_str(),
        PartOf::Expr(_) => "expr",
    });
    parts.chain(index.include.iter().map(|(name, _)| name.as_str())).collect()
}

/// The column that an expression reads, if it reads one alone.
fn only_column<'t>(table: &'t Table, expr: &Expr) -> Option<&'t str> {
    let node = expr.node.as_ref()?;
    let mut read = table.columns.iter().map(|it| it.name.name.as_str()).filter(|it| node.reads(it));
    read.next().filter(|_| read.next().is_none())
}
