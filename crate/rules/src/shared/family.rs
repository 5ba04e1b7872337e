//! What the rules on families of tables share: rows that gather under a parent, the indexes that
//! Spanner makes for foreign keys, and how types and columns are called.

use crate::facts::lexicon::{self, last, table_words};
use crate::facts::{Dist, Evidence, Outcome, Source, evidence_text, shape};
use crate::rule::Context;
use crate::schema::{ColumnId, ForeignKey, IndexId, Schema, Table, TableId};
use crate::syntax::tree::{Dialect, Type};
use std::collections::BTreeSet;

/// Rows that gather under one row of another table without end.
pub(crate) struct Gathering {
    /// Why it is believed.
    pub(crate) evidence: Evidence,
    /// The name says so; otherwise only the time in the key.
    pub(crate) named: bool,
}

/// Whether rows of `table` gather without end under each row of the table called `above`: it is
/// a log, nothing deletes its rows, and what is above stays.
pub(crate) fn gathers(context: &Context<'_>, table: TableId, above: &str) -> Option<Gathering> {
    let (schema, facts) = (context.schema, context.facts.table(table));
    let ends = ends(context, table) || facts.children_per_parent.is_some();
    if ends || facts.low_write.is_some() || last(&table_words(above), lexicon::PASSING) {
        return None;
    }
    // What belongs to one entry of a log is bounded as well.
    let entry = schema.find_table(above).map(|above| schema.table(above));
    if is_log(above) || entry.is_some_and(|entry| shape::log_like(entry).is_some()) {
        return None;
    }
    let owner = context.schema.table(table);
    if let Some(evidence) = shape::log_like(owner) {
        return Some(Gathering { evidence, named: true });
    }
    let evidence = counts_in_key(context, table)?;
    Some(Gathering { named: false, evidence })
}

/// The name of a log, of a table that the text need not define.
fn is_log(name: &str) -> bool {
    let words = table_words(name);
    let behind = words.len() > 1 && last(&words, lexicon::LOG_ROWS);
    last(&words[..words.len() - usize::from(behind)], lexicon::LOGS)
}

/// A row deletion policy ends the rows, its own or that of a table above whose deletion cascades.
fn ends(context: &Context<'_>, table: TableId) -> bool {
    let mut at = table;
    for _ in 0..context.schema.tables.len() {
        let owner = context.schema.table(at);
        if owner.ttl.is_some() {
            return true;
        }
        match owner.parent.as_ref().filter(|parent| parent.on_delete_cascade) {
            Some(parent) => match parent.table {
                Some(above) => at = above,
                None => return false,
            },
            None => return false,
        }
    }
    false
}

/// The first part of an interleaved table's own key is the time of arrival.
fn counts_in_key(context: &Context<'_>, table: TableId) -> Option<Evidence> {
    let owner = context.schema.table(table);
    owner.parent.as_ref()?;
    let part = context.facts.table(table).walk.parts.iter().find(|part| !part.inherited)?;
    let fact = context.facts.part(part);
    let column = owner.column(part.column);
    let time = matches!(column.ty, Some(Type::Timestamp | Type::CommitTimestamp));
    (time && fact.dist == Dist::TimeArrival).then(|| Evidence {
        what: evidence_text(format!("the time `{}` in its key", column.name)),
        span: part.span,
        source: Source::Name,
    })
}

/// Every part of a table's own key, behind what it inherits, has few values.
pub(crate) fn has_small_key(context: &Context<'_>, table: TableId) -> bool {
    let parts = &context.facts.table(table).walk.parts;
    parts
        .iter()
        .filter(|part| !part.inherited)
        .all(|part| matches!(context.facts.part(part).dist, Dist::LowCard { .. } | Dist::Constant))
}

/// Inserts into a table follow one point, or few.
pub(crate) fn is_hot(context: &Context<'_>, table: TableId) -> bool {
    matches!(context.facts.table(table).walk.outcome, Outcome::Moving { .. })
}

/// The index that Spanner makes on the referencing columns, if it makes one.
pub(crate) fn backing(schema: &Schema, child: TableId, key: &ForeignKey) -> Option<IndexId> {
    schema.indexes_of(child).find(|&id| {
        let index = schema.index(id);
        index.managed && !index.unique && columns_are(schema, id, &key.columns)
    })
}

/// The index that Spanner makes on the referenced columns, if it makes one.
pub(crate) fn referenced(schema: &Schema, key: &ForeignKey) -> Option<IndexId> {
    schema.indexes_of(key.table?).find(|&id| {
        let index = schema.index(id);
        index.managed && index.unique && columns_are(schema, id, &key.referenced)
    })
}

/// Whether an index has exactly these columns as keys, in this order, ascending.
pub(crate) fn columns_are(schema: &Schema, index: IndexId, columns: &[ColumnId]) -> bool {
    let keys = &schema.index(index).keys;
    keys.iter().all(|part| !part.desc)
        && keys.iter().map(|part| part.column).eq(columns.iter().copied())
}

/// Each foreign key whose hidden index `of` finds, with its table and that index; an index that
/// several foreign keys share comes once.
pub(crate) fn each_hidden<'a>(
    context: &Context<'a>,
    of: impl Fn(&'a Schema, TableId, &'a ForeignKey) -> Option<IndexId>,
) -> Vec<(TableId, &'a ForeignKey, IndexId)> {
    let schema = context.schema;
    let mut all: Vec<(TableId, &ForeignKey, IndexId)> = Vec::new();
    let mut seen = BTreeSet::new();
    for id in context.tables() {
        for key in &schema.table(id).foreign_keys {
            if let Some(index) = of(schema, id, key)
                && seen.insert(index)
            {
                all.push((id, key, index));
            }
        }
    }
    all
}

/// Whether the text defines the table once: of several versions nobody knows which is meant.
pub(crate) fn defined_once(schema: &Schema, table: &Table) -> bool {
    !schema.is_repeated(&table.name)
}

/// `Table` (`a`, `b`).
pub(crate) fn with_columns(table: &Table, columns: &[ColumnId]) -> String {
    format!("`{}` ({})", table.name, names(table, columns))
}

/// `a`, `b`.
pub(crate) fn names(table: &Table, columns: &[ColumnId]) -> String {
    let quoted = columns.iter().map(|&id| format!("`{}`", table.column(id).name));
    quoted.collect::<Vec<_>>().join(", ")
}

/// A type as the dialect writes it.
pub(crate) fn type_words(dialect: Dialect, ty: &Type) -> String {
    let google = dialect == Dialect::GoogleSql;
    let pick = |ours: &str, theirs: &str| (if google { ours } else { theirs }).to_owned();
    match ty {
        Type::Bool => pick("BOOL", "boolean"),
        Type::Int64 => pick("INT64", "bigint"),
        Type::Float32 => pick("FLOAT32", "real"),
        Type::Float64 => pick("FLOAT64", "double precision"),
        Type::Numeric => pick("NUMERIC", "numeric"),
        Type::String(None) => pick("STRING(MAX)", "text"),
        Type::String(Some(n)) if google => format!("STRING({n})"),
        Type::String(Some(n)) => format!("varchar({n})"),
        Type::Bytes(Some(n)) if google => format!("BYTES({n})"),
        Type::Bytes(_) => pick("BYTES(MAX)", "bytea"),
        Type::Date => pick("DATE", "date"),
        Type::Timestamp => pick("TIMESTAMP", "timestamptz"),
        Type::CommitTimestamp => "spanner.commit_timestamp".to_owned(),
        Type::Uuid => pick("UUID", "uuid"),
        Type::Json => pick("JSON", "jsonb"),
        Type::Array(of) if google => format!("ARRAY<{}>", type_words(dialect, of)),
        Type::Array(of) => format!("{}[]", type_words(dialect, of)),
        Type::Other(said) => said.to_string(),
    }
}
