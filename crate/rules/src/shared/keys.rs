//! What the rules on types and limits share: which key parts are an object's own, and words for
//! types.

use crate::facts::{Evidence, Source, evidence_text};
use crate::finding::Object;
use crate::rule::Context;
use crate::schema::{Column, ColumnId, IndexId, KeyPart, Schema, TableId};
use crate::syntax::tree::{Dialect, Expr, ExprKind, Type};

/// The parts of a table's key that its parent does not hold already.
pub(crate) fn own_parts<'a>(context: &Context<'a>, id: TableId) -> &'a [KeyPart] {
    let table = context.schema.table(id);
    let parent = table.parent.as_ref().filter(|parent| parent.table != Some(id));
    let above = match parent.map(|parent| parent.table) {
        Some(Some(parent)) => context.schema.table(parent).key.len(),
        // A fragment: at least the first part is the missing parent's.
        Some(None) => 1,
        None => 0,
    };
    table.key.get(above..).unwrap_or_default()
}

/// Indexes that the user wrote.
pub(crate) fn own_indexes<'a>(context: &Context<'a>) -> impl Iterator<Item = IndexId> + use<'a> {
    let schema = context.schema;
    context.indexes().filter(move |&id| !schema.index(id).managed)
}

/// A key as the user wrote it.
pub(crate) struct OwnKey<'a> {
    /// The table or index.
    pub(crate) object: Object,
    /// Whose columns they are.
    pub(crate) table: TableId,
    /// The parts.
    pub(crate) parts: &'a [KeyPart],
    /// The index is unique; a table's key always is.
    pub(crate) unique: bool,
}

impl OwnKey<'_> {
    /// As a title names it: the key of `T`, the index `I`.
    pub(crate) fn words(&self, schema: &Schema) -> String {
        let name = self.object.name(schema);
        match self.object {
            Object::Table(_) => format!("the key of `{name}`"),
            _ => format!("the index `{name}`"),
        }
    }
}

/// Keys of tables, less what their parents hold already, and of the user's own indexes.
pub(crate) fn own_keys<'a>(context: &Context<'a>) -> impl Iterator<Item = OwnKey<'a>> + use<'a> {
    let schema = context.schema;
    let of_tables: Vec<OwnKey<'a>> = context
        .tables()
        .map(|table| OwnKey {
            object: Object::Table(table),
            table,
            parts: own_parts(context, table),
            unique: true,
        })
        .collect();
    let of_indexes = own_indexes(context).map(move |id| {
        let index = schema.index(id);
        let (object, unique) = (Object::Index(id), index.unique);
        OwnKey { object, table: index.table, parts: &index.keys, unique }
    });
    of_tables.into_iter().chain(of_indexes)
}

/// The name of a column, as evidence.
pub(crate) fn by_name(column: &Column) -> Evidence {
    let what = format!("the name `{}`", column.name);
    Evidence { what: evidence_text(what), span: column.name_span, source: Source::Name }
}

/// Whether a foreign key of the table leads from this column elsewhere.
pub(crate) fn refers(context: &Context<'_>, table: TableId, column: ColumnId) -> bool {
    context.schema.table(table).foreign_keys.iter().any(|key| key.columns.contains(&column))
}

/// A type as the dialect writes it, lengths left out.
pub(crate) fn type_word(ty: &Type, dialect: Dialect) -> String {
    let google = dialect == Dialect::GoogleSql;
    let word = match ty {
        Type::Bool => "BOOL",
        Type::Int64 if google => "INT64",
        Type::Int64 => "bigint",
        Type::Float32 if google => "FLOAT32",
        Type::Float32 => "float4",
        Type::Float64 if google => "FLOAT64",
        Type::Float64 => "float8",
        Type::Numeric if google => "NUMERIC",
        Type::Numeric => "numeric",
        Type::String(_) if google => "STRING",
        Type::String(_) => "varchar",
        Type::Bytes(_) if google => "BYTES",
        Type::Bytes(_) => "bytea",
        Type::Date => "DATE",
        Type::Timestamp if google => "TIMESTAMP",
        Type::Timestamp => "timestamptz",
        Type::CommitTimestamp => "spanner.commit_timestamp",
        Type::Uuid => "UUID",
        Type::Json if google => "JSON",
        Type::Json => "jsonb",
        Type::Array(_) => "ARRAY",
        Type::Other(name) => return name.split('<').next().unwrap_or(name).to_owned(),
    };
    word.to_owned()
}

/// The function that a default calls, without casts around it.
pub(crate) fn called(default: Option<&Expr>) -> Option<&str> {
    match &default?.kind {
        ExprKind::Call(name, _) => Some(name.strip_prefix("SPANNER.").unwrap_or(name)),
        _ => None,
    }
}
