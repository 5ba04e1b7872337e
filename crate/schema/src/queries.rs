//! Queries that stand beside the DDL, with their tables, columns and indexes looked up. They are
//! looked at when every table has its last name; one that names anything else is left out.

use super::build::Replay;
use super::{ColumnId, IndexId, ProblemKind, TableId};
use crate::syntax::tree::{
    Name, Query as Written, Statement, StatementKind, TokenKind, Tree, Usage,
};
use crate::text::Span;

/// Queries of a text that are looked at; more are left out and said so (assumption of ours: far
/// more than one pastes beside a schema).
pub const QUERIES_MAX: usize = 1_000;

/// Columns that a query may name; one with more is left out (assumption of ours).
pub const USES_MAX: usize = 1_000;

/// Tables that a query may join; one with more is left out (assumption of ours).
pub const TABLES_MAX: usize = 16;

/// A query of tables of the text.
#[derive(Clone, Debug)]
pub struct Query {
    /// The statement.
    pub span: Span,
    /// Its tables, in order.
    pub tables: Vec<QueriedTable>,
    /// What it does with columns, in the order of the text.
    pub uses: Vec<Use>,
    /// `ORDER BY` columns, in order; empty too where it sorts by something else.
    pub order_by: Vec<SortPart>,
    /// `LIMIT` was said.
    pub limited: bool,
}

/// A table of a query.
#[derive(Clone, Debug)]
pub struct QueriedTable {
    /// The table.
    pub table: TableId,
    /// Where its name stands.
    pub span: Span,
    /// All its columns are selected.
    pub all_columns: bool,
    /// What its hint `FORCE_INDEX` says.
    pub forced: Option<Forced>,
}

/// What a query is told to read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Forced {
    /// `_BASE_TABLE`.
    Base,
    /// An index.
    Index(IndexId),
}

/// A column that a query uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Use {
    /// Position of its table in [`Query::tables`].
    pub at: usize,
    /// The column.
    pub column: ColumnId,
    /// What is done with it.
    pub usage: Usage,
    /// Where it stands.
    pub span: Span,
}

/// A column that a query sorts by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SortPart {
    /// Position of its table in [`Query::tables`].
    pub at: usize,
    /// The column.
    pub column: ColumnId,
    /// Descending.
    pub desc: bool,
    /// Where it stands, with its direction.
    pub span: Span,
}

impl Query {
    /// What it does with columns of the table at a position.
    pub fn uses_of(&self, at: usize) -> impl Iterator<Item = &Use> {
        self.uses.iter().filter(move |used| used.at == at)
    }

    /// Whether it uses a column of the table at a position in one of these ways.
    #[must_use]
    pub fn asks(&self, at: usize, column: ColumnId, usages: &[Usage]) -> bool {
        self.uses_of(at).any(|used| used.column == column && usages.contains(&used.usage))
    }
}

/// A table of a query on the way, with what the query may call it.
struct Called {
    queried: QueriedTable,
    /// Its alias, or its name with and without its schema, lower-cased.
    names: Vec<String>,
}

impl Replay<'_> {
    /// Looks up what the queries of the text name.
    pub(super) fn finish_queries(&mut self, tree: &Tree) {
        let asked = |statement: &Statement| matches!(statement.kind, StatementKind::Query(_));
        if !tree.statements.iter().any(asked) {
            return;
        }
        let mut full = false;
        for statement in &tree.statements {
            match &statement.kind {
                StatementKind::Query(_) if self.schema.queries.len() >= QUERIES_MAX => {
                    if !full {
                        let message = format!("only the first {QUERIES_MAX} queries are looked at");
                        self.problem(ProblemKind::Outside, message, statement.span);
                    }
                    full = true;
                    self.note_words(tree, statement.span);
                }
                StatementKind::Query(written) => match self.query(statement, written) {
                    Some(query) => self.schema.queries.push(query),
                    None => self.note_words(tree, statement.span),
                },
                StatementKind::Skipped => self.note_words(tree, statement.span),
                StatementKind::CreateView(view) => self.note_words(tree, view.body),
                _ => {}
            }
        }
    }

    fn note_words(&mut self, tree: &Tree, span: Span) {
        for token in tree.tokens.starting_in(span) {
            if matches!(token.kind, TokenKind::Word | TokenKind::QuotedName) {
                let said = token.span.of(self.text).trim_matches(['`', '"']);
                self.schema.named_elsewhere.insert(said.to_lowercase());
            }
        }
    }

    fn query(&self, statement: &Statement, written: &Written) -> Option<Query> {
        if written.columns.len() > USES_MAX || written.tables.len() > TABLES_MAX {
            return None;
        }
        let mut tables = Vec::with_capacity(written.tables.len());
        for of in &written.tables {
            let table = self.last_named(&of.name)?;
            let forced = match &of.index {
                Some(name) if name.text.eq_ignore_ascii_case("_BASE_TABLE") => Some(Forced::Base),
                Some(name) => Some(Forced::Index(self.index_on(table, name)?)),
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
            let found = self.columns_meant(&tables, &column.name);
            // What is only read may be a field, a part of a date or a name given in the query.
            if found.is_empty() && column.usage != Usage::Read {
                return None;
            }
            let (usage, span) = (column.usage, column.name.span);
            uses.extend(found.into_iter().map(|(at, column)| Use { at, column, usage, span }));
        }
        let mut order_by = Vec::with_capacity(written.order_by.len());
        for part in &written.order_by {
            let (at, column) = self.columns_meant(&tables, &part.name).first().copied()?;
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
    fn index_on(&self, table: TableId, name: &Name) -> Option<IndexId> {
        let index = self.indexes.get(&self.folded(name)).copied()?;
        (self.schema.index(index).table == table).then_some(index)
    }

    /// What a name in a query means: `c`, `t.c`, or a field of either. Without its table's name it
    /// can be a column of several tables only in `USING`, where it is one of each.
    fn columns_meant(&self, tables: &[Called], name: &Name) -> Vec<(usize, ColumnId)> {
        let said = name.text.to_lowercase();
        for (at, called) in tables.iter().enumerate() {
            let rest = called.names.iter().find_map(|its| said.strip_prefix(its.as_str()));
            if let Some(rest) = rest.and_then(|rest| rest.strip_prefix('.')) {
                let table = self.schema.table(called.queried.table);
                let column = rest.split('.').next().and_then(|column| table.find_column(column));
                return column.map(|column| (at, column)).into_iter().collect();
            }
        }
        let first = said.split('.').next().unwrap_or_default();
        let tables = tables.iter().enumerate();
        let found = tables.filter_map(|(at, called)| {
            Some((at, self.schema.table(called.queried.table).find_column(first)?))
        });
        found.collect()
    }
}
