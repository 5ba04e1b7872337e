//! How the queries beside the DDL read a table: what they fix, and by which key they go.
//!
//! Model: Spanner's optimizer weighs statistics. Here a query goes by the key of which it fixes
//! most, and only where that is plain; a hint FORCE_INDEX is certain.

use crate::facts::{Dist, Evidence, Source, evidence_text};
use crate::rule::Context;
use crate::schema::queries::{Forced, Query, SortPart, Use};
use crate::schema::{ColumnId, Index, IndexId, KeyPart, TableId};
use crate::syntax::tree::{Dialect, Usage};
use crate::text::Span;
use std::collections::BTreeMap;

/// What a query goes by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Path {
    /// The table's own key.
    Key,
    /// An index.
    Index(IndexId),
}

/// A query of a table.
#[derive(Clone, Copy)]
pub(crate) struct Read<'a> {
    /// The query.
    pub(crate) query: &'a Query,
    /// Position of the table in it.
    pub(crate) at: usize,
    /// What it goes by; `None` where no key fits.
    pub(crate) path: Option<Path>,
    /// A hint says so.
    pub(crate) certain: bool,
}

/// Confidence where no hint says which key a query goes by (assumption of ours).
const CHOSEN: f64 = 0.7;

impl Read<'_> {
    /// How sure what is said of the path is.
    pub(crate) fn confidence(&self) -> f64 {
        if self.certain { 1.0 } else { CHOSEN }
    }

    /// Whether the query needs the values of a column, or compares it.
    pub(crate) fn names(&self, column: ColumnId) -> bool {
        self.query.uses_of(self.at).any(|used| used.column == column)
    }

    /// Whether the query looks at a range of a column.
    pub(crate) fn ranges(&self, column: ColumnId) -> bool {
        self.query.asks(self.at, column, &[Usage::Range])
    }

    /// Whether each row it asks for has one of the values of a column that it gives. A join gives
    /// them where the table is not the first of the query.
    pub(crate) fn fixes(&self, context: &Context<'_>, column: ColumnId) -> bool {
        let usages: &[Usage] = if self.at > 0 {
            &[Usage::Equal, Usage::In, Usage::Joined]
        } else {
            &[Usage::Equal, Usage::In]
        };
        if self.query.asks(self.at, column, usages) {
            return true;
        }
        // Spanner works out a generated shard itself where its one source is fixed (generated
        // columns page, read 2026-08-22).
        let table = self.query.tables[self.at].table;
        match context.facts.column(table, column).dist {
            Dist::Shard { of: Some(of), derived: true, .. } => self.query.asks(self.at, of, usages),
            _ => false,
        }
    }

    /// What it sorts by, less what it fixes, if all of it is of this table.
    pub(crate) fn sorts_by(&self, context: &Context<'_>) -> Vec<SortPart> {
        let sort = &self.query.order_by;
        if sort.iter().any(|part| part.at != self.at) {
            return Vec::new();
        }
        sort.iter().filter(|part| !self.fixes(context, part.column)).copied().collect()
    }
}

/// Every query, by the tables it reads. A table that is joined with itself is there twice.
pub(crate) fn all<'a>(context: &Context<'a>) -> BTreeMap<TableId, Vec<Read<'a>>> {
    let mut out: BTreeMap<TableId, Vec<Read<'a>>> = BTreeMap::new();
    for query in &context.schema.queries {
        for (at, queried) in query.tables.iter().enumerate() {
            let reads = out.entry(queried.table).or_default();
            // A generator writes one query with other values again and again.
            let same = reads.iter().rev().take(KEPT_SHAPES).find(|it| is_alike(it, query, at));
            let read =
                same.map_or_else(|| of(context, query, at), |&same| Read { query, at, ..same });
            reads.push(read);
        }
    }
    out
}

/// Queries before one that it is compared with (our assumption).
const KEPT_SHAPES: usize = 4;

/// Whether a query reads the table at a position as an earlier one did, but for values.
fn is_alike(earlier: &Read<'_>, query: &Query, at: usize) -> bool {
    let before = earlier.query;
    let use_of = |used: &Use| (used.column, used.usage);
    let sort_of = |part: &SortPart| (part.at, part.column, part.desc);
    earlier.at == at
        && before.tables[at].forced == query.tables[at].forced
        && before.uses_of(at).map(use_of).eq(query.uses_of(at).map(use_of))
        && before.order_by.iter().map(sort_of).eq(query.order_by.iter().map(sort_of))
}

fn of<'a>(context: &Context<'a>, query: &'a Query, at: usize) -> Read<'a> {
    let table = &query.tables[at];
    let blank = Read { query, at, path: None, certain: false };
    if let Some(forced) = table.forced {
        let path = match forced {
            Forced::Base => Path::Key,
            Forced::Index(id) => Path::Index(id),
        };
        return Read { path: Some(path), certain: true, ..blank };
    }
    let schema = context.schema;
    let own = schema.indexes_of(table.table).filter(|id| !schema.index(*id).managed);
    let usable = own.filter(|id| holds_all_asked(context, &blank, schema.index(*id)));
    let paths = std::iter::once(Path::Key).chain(usable.map(Path::Index));
    let best = paths
        .map(|path| (fit(context, &blank, path), path))
        .filter(|(fit, _)| fit.fixed > 0 || fit.goes_on)
        .reduce(|best, next| if next.0 > best.0 { next } else { best });
    Read { path: best.map(|(_, path)| path), ..blank }
}

/// Rows that an index filters out must be none the query asks for.
fn holds_all_asked(context: &Context<'_>, read: &Read<'_>, index: &Index) -> bool {
    let table = context.schema.table(index.table);
    let all = index.keys.iter().map(|part| part.column).filter(|_| index.null_filtered);
    let mut filtered = all.chain(index.where_not_null.iter().copied());
    let usages = [Usage::Equal, Usage::In, Usage::Range, Usage::Joined, Usage::NotNull];
    filtered
        .all(|column| table.column(column).not_null || read.query.asks(read.at, column, &usages))
}

/// How well a key fits a query; fields in order of weight.
#[derive(PartialEq, PartialOrd)]
struct Fit {
    /// Leading parts that the query fixes.
    fixed: usize,
    /// The next part is what it ranges over or sorts by.
    goes_on: bool,
    /// In the direction it sorts.
    sorted: bool,
    /// All it needs is there.
    covers: bool,
}

fn fit(context: &Context<'_>, read: &Read<'_>, path: Path) -> Fit {
    let parts = parts(context, read, path);
    let fixed = parts.iter().take_while(|part| read.fixes(context, part.column)).count();
    let next = parts.get(fixed);
    let sort = read.sorts_by(context);
    let sorts = next.zip(sort.first()).filter(|(part, sort)| part.column == sort.column);
    let covers = match path {
        Path::Key => true,
        Path::Index(id) => lacking(context, read, id).is_empty(),
    };
    Fit {
        fixed,
        goes_on: sorts.is_some() || next.is_some_and(|part| read.ranges(part.column)),
        sorted: sorts.is_some_and(|(part, sort)| part.desc == sort.desc),
        covers,
    }
}

/// The whole key of a path.
pub(crate) fn parts(context: &Context<'_>, read: &Read<'_>, path: Path) -> Vec<KeyPart> {
    match path {
        Path::Key => context.schema.table(read.query.tables[read.at].table).key.clone(),
        Path::Index(id) => context.schema.effective_key(id),
    }
}

/// Columns that a query needs and an index does not hold, each with where it stands.
pub(crate) fn lacking(
    context: &Context<'_>,
    read: &Read<'_>,
    id: IndexId,
) -> Vec<(ColumnId, Span)> {
    let index = context.schema.index(id);
    let key = context.schema.effective_key(id);
    let mut out: Vec<(ColumnId, Span)> = Vec::new();
    for used in read.query.uses_of(read.at) {
        let held = key.iter().any(|part| part.column == used.column)
            || index.storing.contains(&used.column)
            || out.iter().any(|(column, _)| *column == used.column);
        if !held {
            out.push((used.column, used.span));
        }
    }
    out
}

/// A query as evidence.
pub(crate) fn evidence(what: String, span: Span) -> Evidence {
    Evidence { what: evidence_text(what), span, source: Source::Expression }
}

/// The keyword before stored columns.
pub(crate) fn storing(context: &Context<'_>) -> &'static str {
    match context.schema.dialect {
        Dialect::GoogleSql => "STORING",
        Dialect::PostgreSql => "INCLUDE",
    }
}
