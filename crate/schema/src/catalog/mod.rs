//! The state of the replay: the schema so far, and what finds its parts by name.
//!
//! `refusals` reads it, `replay` changes it. It knows neither.

pub(crate) mod columns;
pub(crate) mod dependency_lists;
pub(crate) mod dependents;
pub(crate) mod expression_words;
pub(crate) mod lookup;
pub(crate) mod made;
pub(crate) mod pending;
pub(crate) mod removed;
pub(crate) mod skip_range;
pub(crate) mod spelling;
pub(crate) mod steps;

use crate::base::room;
use crate::catalog::dependency_lists::DependencyLists;
use crate::catalog::made::Made;
use crate::catalog::pending::{Pending, PendingForeignKey};
use crate::catalog::removed::Removed;
use crate::catalog::skip_range::SkipRange;
use crate::catalog::steps::Steps;
use crate::ids::{ColumnId, IndexId, TableId};
use crate::problem::{ProblemKind, SchemaProblem};
use crate::schema::Schema;
use crate::syntax::tree::{Dialect, ObjectKind, Statement, StatementKind};
use crate::table::Table;
use crate::text::{Span, at};
use smol_str::SmolStr;
use std::collections::{BTreeMap, BTreeSet};

/// The schema so far, and what finds its parts by name.
pub(crate) struct Catalog<'a> {
    /// The text of the statements.
    pub(crate) text: &'a str,
    /// What the statements define so far.
    pub(crate) schema: Schema,
    /// Tables by folded name and synonym.
    pub(crate) tables: BTreeMap<SmolStr, TableId>,
    /// Indexes by folded name.
    pub(crate) indexes: BTreeMap<SmolStr, IndexId>,
    /// Sequences by folded name.
    pub(crate) sequences: BTreeMap<SmolStr, usize>,
    /// The range that the counter of each sequence skips.
    pub(crate) skip_ranges: Vec<SkipRange>,
    /// Columns by name, for each wide table.
    pub(crate) wide_tables: WideTables,
    /// Columns whose names the table repeats: as they are, and in another case.
    pub(crate) repeated_columns: [BTreeSet<(TableId, ColumnId)>; 2],
    /// Some parent was not defined when it was named.
    pub(crate) parent_is_absent: bool,
    /// Foreign keys, resolved after the last statement.
    pub(crate) foreign_keys: Vec<PendingForeignKey<'a>>,
    /// What depends on each table.
    pub(crate) dependents: DependencyLists,
    /// What may still be looked through for dependents.
    pub(crate) steps: Steps,
    /// What each statement made.
    pub(crate) made: Vec<Made>,
    /// Names that tables had, lower-cased; `None` where the table is dropped.
    pub(crate) former_names: BTreeMap<SmolStr, Option<TableId>>,
    /// Folded names of indexes that are not in the schema: search and vector indexes, and indexes on
    /// tables outside the text.
    pub(crate) other_indexes: BTreeSet<SmolStr>,
    /// Change streams, views, graphs and such, completed when every table has its last name.
    #[expect(clippy::vec_box, reason = "each is given back as soon as it is completed")]
    pub(crate) pending: Vec<Box<Pending<'a>>>,
    /// By kind and folded name: what is pending and not dropped, by its place.
    pub(crate) pending_by_name: BTreeMap<(ObjectKind, SmolStr), Vec<usize>>,
    /// Which of what is pending are search and vector indexes.
    pub(crate) special_indexes: Vec<usize>,
    /// Which of what is pending are change streams.
    pub(crate) streams: Vec<usize>,
    /// Where the schema's `other_dialect` starts.
    pub(crate) other_dialect_starts: BTreeSet<u32>,
    /// By table: the earlier one whose name it took over, be it in another case.
    pub(crate) replaced: Vec<Option<TableId>>,
    /// What was dropped.
    pub(crate) removed: Removed,
    /// Folded names of what has no map of its own, each with the table whose constraint it is.
    /// Kinds that do not share their names with tables have their keyword in front.
    pub(crate) names_in_use: BTreeMap<SmolStr, Option<TableId>>,
    /// By table: folded names of its constraints.
    pub(crate) constraint_names: BTreeMap<TableId, Vec<SmolStr>>,
    /// By table: its generated columns, dropped ones included.
    pub(crate) generated_columns: BTreeMap<TableId, Vec<ColumnId>>,
    /// The text creates functions of its own; `None` until it is searched for them.
    pub(crate) makes_functions: Option<bool>,
    /// Unknown functions that were reported.
    pub(crate) unknown_functions: BTreeSet<String>,
}

/// Columns by folded name, for each wide table.
type WideTables = BTreeMap<TableId, BTreeMap<SmolStr, ColumnId>>;

impl<'a> Catalog<'a> {
    /// An empty catalog, with room for what the statements make.
    pub(crate) fn new(text: &'a str, dialect: Dialect, statements: &[Statement]) -> Self {
        let span = Span::new(0, at(text.len()));
        let mut schema = Schema { dialect, crlf: ends_crlf(text), span, ..Schema::default() };
        // Doubled one by one, the tables of a long text would be copied again and again.
        let is_table = |it: &&Statement| matches!(it.kind, StatementKind::CreateTable(_));
        schema.tables.reserve_exact(statements.iter().filter(is_table).count());
        Self {
            text,
            schema,
            tables: BTreeMap::new(),
            indexes: BTreeMap::new(),
            sequences: BTreeMap::new(),
            skip_ranges: Vec::new(),
            wide_tables: WideTables::new(),
            repeated_columns: [BTreeSet::new(), BTreeSet::new()],
            parent_is_absent: false,
            foreign_keys: Vec::new(),
            dependents: DependencyLists::default(),
            steps: Steps::default(),
            made: Vec::with_capacity(statements.len()),
            former_names: BTreeMap::new(),
            other_indexes: BTreeSet::new(),
            other_dialect_starts: BTreeSet::new(),
            replaced: Vec::new(),
            pending: Vec::new(),
            pending_by_name: BTreeMap::new(),
            special_indexes: Vec::new(),
            streams: Vec::new(),
            removed: Removed::default(),
            names_in_use: BTreeMap::new(),
            constraint_names: BTreeMap::new(),
            generated_columns: BTreeMap::new(),
            makes_functions: None,
            unknown_functions: BTreeSet::new(),
        }
    }

    /// Adds problems to the schema.
    pub(crate) fn report(&mut self, problems: impl IntoIterator<Item = SchemaProblem>) {
        self.schema.problems.extend(problems);
    }

    /// Adds a problem that concerns no single table.
    pub(crate) fn report_problem(&mut self, kind: ProblemKind, message: String, span: Span) {
        room::push(&mut self.schema.problems, SchemaProblem::new(kind, message, span));
    }

    /// Adds a problem of a table.
    pub(crate) fn report_table_problem(
        &mut self,
        table: TableId,
        kind: ProblemKind,
        message: String,
        span: Span,
    ) {
        let problem = SchemaProblem::new(kind, message, span).of_table(table);
        room::push(&mut self.schema.problems, problem);
    }

    /// Whether a folded name is one of a table, an index or a sequence: they share their names.
    pub(crate) fn is_name_in_use(&self, folded: &str) -> bool {
        self.tables.contains_key(folded)
            || self.indexes.contains_key(folded)
            || self.sequences.contains_key(folded)
            || self.other_indexes.contains(folded)
            || self.names_in_use.contains_key(folded)
    }

    /// The table of an id, to change it.
    pub(crate) fn table_mut(&mut self, id: TableId) -> &mut Table {
        &mut self.schema.tables[id.0 as usize]
    }
}

/// Whether the first line of a text ends with `\r\n`.
fn ends_crlf(text: &str) -> bool {
    let first = text.find('\n');
    first.is_some_and(|at| text[..at].ends_with('\r'))
}
