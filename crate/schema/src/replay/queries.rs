//! Resolves the tables, columns and indexes of queries, when every table has its last name. A query
//! that names anything else is left out.

use crate::catalog::Catalog;
use crate::ids::{ColumnId, IndexId, TableId};
use crate::problem::ProblemKind;
use crate::queries::{
    Forced, QUERIES_MAX, QueriedTable, Query, SortPart, TABLES_MAX, USES_MAX, Use,
};
use crate::syntax::tree::{
    Name, Query as Written, Statement, StatementKind, TokenKind, Tree, Usage,
};
use crate::text::Span;

/// A table of a query on the way, with what the query may call it.
struct Called {
    queried: QueriedTable,
    /// Its alias, or its name with and without its schema, lower-cased.
    names: Vec<String>,
}

/// Looks up what the queries of the text name.
pub(crate) fn finish_queries(catalog: &mut Catalog<'_>, tree: &Tree) {
    let asked = |statement: &Statement| matches!(statement.kind, StatementKind::Query(_));
    if !tree.statements.iter().any(asked) {
        return;
    }
    let mut full = false;
    for statement in &tree.statements {
        match &statement.kind {
            StatementKind::Query(_) if catalog.schema.queries.len() >= QUERIES_MAX => {
                if !full {
                    let message = format!("only the first {QUERIES_MAX} queries are analysed");
                    catalog.report_problem(ProblemKind::Outside, message, statement.span);
                }
                full = true;
                note_words(catalog, tree, statement.span);
            }
            StatementKind::Query(written) => match resolve_query(catalog, statement, written) {
                Some(query) => catalog.schema.queries.push(query),
                None => note_words(catalog, tree, statement.span),
            },
            StatementKind::Skipped => note_words(catalog, tree, statement.span),
            StatementKind::CreateView(view) => note_words(catalog, tree, view.body),
            _ => {}
        }
    }
}

fn note_words(catalog: &mut Catalog<'_>, tree: &Tree, span: Span) {
    for token in tree.tokens.starting_in(span) {
        if matches!(token.kind, TokenKind::Word | TokenKind::QuotedName) {
            let said = token.span.of(catalog.text).trim_matches(['`', '"']);
            catalog.schema.named_elsewhere.insert(said.to_lowercase());
        }
    }
}

fn resolve_query(catalog: &Catalog<'_>, statement: &Statement, written: &Written) -> Option<Query> {
    if written.columns.len() > USES_MAX || written.tables.len() > TABLES_MAX {
        return None;
    }
    let mut tables = Vec::with_capacity(written.tables.len());
    for of in &written.tables {
        let table = catalog.last_named(&of.name)?;
        let forced = match &of.index {
            Some(name) if name.text.eq_ignore_ascii_case("_BASE_TABLE") => Some(Forced::Base),
            Some(name) => Some(Forced::Index(index_of_query(catalog, table, name)?)),
            None => None,
        };
        let names = match &of.alias {
            Some(alias) => vec![alias.text.to_lowercase()],
            None => {
                let whole = of.name.text.to_lowercase();
                let bare = whole.rsplit('.').next().unwrap_or_default().to_owned();
                vec![whole, bare]
            }
        };
        let queried = QueriedTable { table, span: of.name.span, all_columns: false, forced };
        tables.push(Called { queried, names });
    }
    for star in &written.stars {
        let named = star.as_ref().map(|name| name.text.to_lowercase());
        for called in &mut tables {
            let meant = named.as_ref().is_none_or(|name| called.names.contains(name));
            called.queried.all_columns |= meant;
        }
    }
    let mut uses = Vec::new();
    for column in &written.columns {
        let found = columns_meant(catalog, &tables, &column.name);
        // What is only read may be a field, a part of a date or a name given in the query.
        if found.is_empty() && column.usage != Usage::Read {
            return None;
        }
        let (usage, span) = (column.usage, column.name.span);
        uses.extend(found.into_iter().map(|(at, column)| Use { at, column, usage, span }));
    }
    let mut order_by = Vec::with_capacity(written.order_by.len());
    for part in &written.order_by {
        let (at, column) = columns_meant(catalog, &tables, &part.name).first().copied()?;
        order_by.push(SortPart { at, column, desc: part.desc, span: part.span });
    }
    Some(Query {
        span: statement.span,
        tables: tables.into_iter().map(|called| called.queried).collect(),
        uses,
        order_by,
        limited: written.limited,
    })
}

/// The index of a name, if it is one of the table.
fn index_of_query(catalog: &Catalog<'_>, table: TableId, name: &Name) -> Option<IndexId> {
    let index = catalog.indexes.get(&catalog.folded(name)).copied()?;
    (catalog.schema.index(index).table == table).then_some(index)
}

/// What a name in a query means: `c`, `t.c`, or a field of either. Without its table's name it
/// can be a column of several tables only in `USING`, where it is one of each.
fn columns_meant(catalog: &Catalog<'_>, tables: &[Called], name: &Name) -> Vec<(usize, ColumnId)> {
    let said = name.text.to_lowercase();
    for (at, called) in tables.iter().enumerate() {
        let rest = called.names.iter().find_map(|its| said.strip_prefix(its.as_str()));
        if let Some(rest) = rest.and_then(|rest| rest.strip_prefix('.')) {
            let table = catalog.schema.table(called.queried.table);
            let column = rest.split('.').next().and_then(|column| table.find_column(column));
            return column.map(|column| (at, column)).into_iter().collect();
        }
    }
    let first = said.split('.').next().unwrap_or_default();
    let tables = tables.iter().enumerate();
    let found = tables.filter_map(|(at, called)| {
        Some((at, catalog.schema.table(called.queried.table).find_column(first)?))
    });
    found.collect()
}
