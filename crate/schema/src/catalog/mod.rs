//! The state of the replay: the schema so far, and what finds its parts by name.
//!
//! `refusals` reads it, `replay` changes it. It knows neither.

pub(crate) mod columns;
pub(crate) mod dependency_lists;
pub(crate) mod dependents;
pub(crate) mod expression_words;
pub(crate) mod lookup;
pub(crate) mod made;
pub(crate) mod name_filter;
pub(crate) mod pending;
pub(crate) mod removed;
pub(crate) mod skip_range;
pub(crate) mod spelling;

use crate::catalog::dependency_lists::DependencyLists;
use crate::catalog::made::Made;
use crate::catalog::name_filter::NameFilter;
use crate::catalog::pending::{Pending, PendingForeignKey};
use crate::catalog::removed::Removed;
use crate::catalog::skip_range::SkipRange;
use crate::ids::{ColumnId, IndexId, TableId};
use crate::name_map::NameMap;
use crate::problem::{ProblemKind, SchemaProblem};
use crate::schema::Schema;
use crate::syntax::tree::{Dialect, ObjectKind};
use crate::table::Table;
use crate::text::{Span, at};
use smol_str::SmolStr;
use std::collections::{BTreeMap, BTreeSet};

pub(crate) struct Catalog<'a> {
    pub(crate) text: &'a str,
    pub(crate) schema: Schema,
    /// Tables by folded name and synonym.
    pub(crate) tables: NameMap<TableId>,
    /// Indexes by folded name.
    pub(crate) indexes: NameMap<IndexId>,
    /// Sequences by folded name.
    pub(crate) sequences: BTreeMap<SmolStr, usize>,
    /// What the counter of each sequence skips.
    pub(crate) skip_ranges: Vec<SkipRange>,
    /// Columns by name, for each wide table.
    pub(crate) wide_tables: WideTables,
    /// Names that may be taken.
    pub(crate) name_filter: NameFilter,
    /// Some parent was not known when it was named.
    pub(crate) parent_is_absent: bool,
    pub(crate) foreign_keys: Vec<PendingForeignKey>,
    /// What stands on each table.
    pub(crate) dependents: DependencyLists,
    /// What each statement made.
    pub(crate) made: Vec<Made>,
    /// Names that tables had, lower-cased; `None` where the table is dropped.
    pub(crate) former_names: BTreeMap<SmolStr, Option<TableId>>,
    /// Folded names of indexes that are not in the schema: of kinds this version keeps without
    /// looking inside, or on tables outside the text.
    pub(crate) other_indexes: BTreeSet<SmolStr>,
    /// Change streams, views, graphs and such, looked at when every table has its last name.
    pub(crate) pending: Vec<Pending>,
    /// By kind and folded name: what is pending and not dropped, by its place.
    pub(crate) pending_by_name: BTreeMap<(ObjectKind, SmolStr), Vec<usize>>,
    /// Where the schema's `other_dialect` starts.
    pub(crate) other_dialect_starts: BTreeSet<u32>,
    /// Tables whose name a later one took over, be it in another case.
    pub(crate) replaced_tables: Vec<TableId>,
    pub(crate) removed: Removed,
    /// Folded names of what has no map of its own, each with the table whose constraint it is.
    /// Kinds that do not share their names with tables have their keyword in front.
    pub(crate) names_in_use: NameMap<Option<TableId>>,
    /// By table: folded names of its constraints.
    pub(crate) constraint_names: BTreeMap<TableId, Vec<SmolStr>>,
    /// By table: its generated columns, dropped ones included.
    pub(crate) generated_columns: BTreeMap<TableId, Vec<ColumnId>>,
    /// The text makes functions of its own; `None` before anybody asked.
    pub(crate) makes_functions: Option<bool>,
    /// Functions that are not known and were told of.
    pub(crate) unknown_functions: BTreeSet<String>,
}

/// Columns by folded name, for each wide table.
pub(crate) type WideTables = BTreeMap<TableId, BTreeMap<SmolStr, ColumnId>>;

impl<'a> Catalog<'a> {
    /// Nothing is replayed yet; `room` is about how many statements will be.
    pub(crate) fn new(text: &'a str, dialect: Dialect, room: usize) -> Self {
        let span = Span::new(0, at(text.len()));
        let mut schema = Schema { dialect, crlf: ends_crlf(text), span, ..Schema::default() };
        // Doubled one by one, the tables of a long text would be copied again and again. Most
        // statements make one, and room that is never written to costs next to nothing.
        schema.tables.reserve_exact(room);
        Self {
            text,
            schema,
            tables: NameMap::default(),
            indexes: NameMap::default(),
            sequences: BTreeMap::new(),
            skip_ranges: Vec::new(),
            wide_tables: WideTables::new(),
            name_filter: NameFilter::with_room_for(room),
            parent_is_absent: false,
            foreign_keys: Vec::new(),
            dependents: DependencyLists::default(),
            made: Vec::with_capacity(room),
            former_names: BTreeMap::new(),
            other_indexes: BTreeSet::new(),
            other_dialect_starts: BTreeSet::new(),
            replaced_tables: Vec::new(),
            pending: Vec::new(),
            pending_by_name: BTreeMap::new(),
            removed: Removed::default(),
            names_in_use: NameMap::default(),
            constraint_names: BTreeMap::new(),
            generated_columns: BTreeMap::new(),
            makes_functions: None,
            unknown_functions: BTreeSet::new(),
        }
    }

    pub(crate) fn problem(&mut self, kind: ProblemKind, message: String, span: Span) {
        self.schema.problems.push(SchemaProblem { message, span, kind, table: None });
    }

    /// A problem that speaks of a table.
    pub(crate) fn problem_of(
        &mut self,
        table: TableId,
        kind: ProblemKind,
        message: String,
        span: Span,
    ) {
        let table = Some(table);
        self.schema.problems.push(SchemaProblem { message, span, kind, table });
    }

    /// Whether a folded name is one of a table, an index or a sequence: they share their names.
    pub(crate) fn is_name_in_use(&self, folded: &str) -> bool {
        self.name_filter.may_be(folded)
            && (self.tables.contains_key(folded)
                || self.indexes.contains_key(folded)
                || self.sequences.contains_key(folded)
                || self.other_indexes.contains(folded)
                || self.names_in_use.contains_key(folded))
    }

    pub(crate) fn table_mut(&mut self, id: TableId) -> &mut Table {
        &mut self.schema.tables[id.0 as usize]
    }
}

/// Whether the first line of a text ends with `\r\n`.
fn ends_crlf(text: &str) -> bool {
    let first = text.find('\n');
    first.is_some_and(|at| text[..at].ends_with('\r'))
}
