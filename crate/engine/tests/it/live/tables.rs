//! The tables of a schema as the application of a proof knows them: columns with their types, keys,
//! and what hangs on what.

use hotsplit_engine::facts::Settings;
use hotsplit_engine::schema::{ColumnId, TableId};
use hotsplit_engine::syntax::tree::{Dialect, ExprKind, Type};
use serde_json::{Value, json};

/// The tables of a schema.
#[derive(Clone, Debug)]
pub(crate) struct Tables {
    pub(crate) dialect: Dialect,
    pub(crate) all: Vec<Table>,
}

/// A table.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    pub(crate) name: String,
    pub(crate) columns: Vec<Column>,
    /// Columns of the primary key.
    pub(crate) key: Vec<usize>,
    /// Columns that no two rows have in common, the key not among them; NULLs do not count.
    pub(crate) uniques: Vec<Vec<usize>>,
    /// The parent and the foreign keys.
    pub(crate) ties: Vec<Tie>,
}

/// A column.
#[derive(Clone, Debug)]
pub(crate) struct Column {
    pub(crate) name: String,
    pub(crate) ty: Type,
    pub(crate) not_null: bool,
    pub(crate) generated: bool,
    pub(crate) commit_timestamp: bool,
    /// Values that a check lists.
    pub(crate) listed: Vec<Value>,
}

/// Rows of a table need a row of another.
#[derive(Clone, Debug)]
pub(crate) struct Tie {
    pub(crate) columns: Vec<usize>,
    pub(crate) to: usize,
    pub(crate) referenced: Vec<usize>,
    /// The rows go with it.
    pub(crate) cascades: bool,
    /// They are interleaved in it.
    pub(crate) parent: bool,
}

impl Tables {
    /// The tables that statements create.
    pub(crate) fn read(ddl: &str, dialect: Dialect) -> Self {
        let reading = hotsplit_engine::read(ddl, Some(dialect), &Settings::default());
        let schema = &reading.schema;
        let at = |id: TableId| schema.table_ids().position(|it| it == id).expect("it is listed");
        let all = schema.table_ids().map(|id| {
            let table = schema.table(id);
            let place = |column: ColumnId| {
                table.column_ids().position(|it| it == column).expect("it is listed")
            };
            let columns = table.column_ids().map(|it| column(table, it)).collect();
            let key: Vec<usize> = table.key.iter().map(|part| place(part.column)).collect();
            let indexes = schema.indexes_of(id).map(|index| schema.index(index));
            let uniques = indexes
                .filter(|index| index.unique && !index.managed)
                .map(|index| index.keys.iter().map(|part| place(part.column)).collect())
                .collect();
            let parent = table.parent.as_ref().filter(|it| it.enforced).and_then(|parent| {
                let to = parent.table?;
                let other = schema.table(to);
                let theirs = |column| other.column_ids().position(|it| it == column);
                let referenced: Vec<usize> =
                    other.key.iter().filter_map(|part| theirs(part.column)).collect();
                let columns = key[..referenced.len()].to_vec();
                Some(Tie {
                    columns,
                    to: at(to),
                    referenced,
                    cascades: parent.on_delete_cascade,
                    parent: true,
                })
            });
            let foreign = table.foreign_keys.iter().filter(|it| it.enforced).filter_map(|key| {
                let to = key.table?;
                let other = schema.table(to);
                let theirs = |column| other.column_ids().position(|it| it == column);
                Some(Tie {
                    columns: key.columns.iter().map(|&it| place(it)).collect(),
                    to: at(to),
                    referenced: key.referenced.iter().filter_map(|&it| theirs(it)).collect(),
                    cascades: key.on_delete_cascade,
                    parent: false,
                })
            });
            let ties = parent.into_iter().chain(foreign).collect();
            Table { name: table.name.to_string(), columns, key, uniques, ties }
        });
        Self { dialect, all: all.collect() }
    }

    /// A table by its name.
    pub(crate) fn find(&self, name: &str) -> Option<&Table> {
        self.all.iter().find(|table| table.name.eq_ignore_ascii_case(&bare(name)))
    }
}

impl Table {
    /// A column by its name.
    pub(crate) fn column(&self, name: &str) -> Option<&Column> {
        self.columns.iter().find(|column| column.name.eq_ignore_ascii_case(&bare(name)))
    }

    /// Names of the columns of the key.
    pub(crate) fn key_names(&self) -> Vec<String> {
        self.key.iter().map(|&at| self.columns[at].name.clone()).collect()
    }

    /// Names of the columns that statements may write.
    pub(crate) fn written(&self) -> impl Iterator<Item = &Column> {
        self.columns.iter().filter(|column| !column.generated)
    }
}

/// A name without its quotes.
fn bare(name: &str) -> String {
    name.replace(['"', '`'], "")
}

fn column(table: &hotsplit_engine::schema::Table, id: ColumnId) -> Column {
    let it = table.column(id);
    let listed = table
        .checks
        .iter()
        .filter_map(|check| match &check.expr.kind {
            ExprKind::In(value, list) => {
                matches!(&value.kind, ExprKind::Name(name) if name.eq_ignore_ascii_case(&it.name))
                    .then_some(list)
            }
            _ => None,
        })
        .flatten()
        .filter_map(|expr| match &expr.kind {
            ExprKind::String(text) | ExprKind::Number(text) => Some(json!(text.to_string())),
            _ => None,
        });
    Column {
        name: it.name.to_string(),
        ty: it.ty.clone().expect("a column has a type"),
        // The emulator and Spanner let no NULL into a key of PostgreSQL, said or not.
        not_null: it.not_null,
        generated: it.generated.is_some(),
        commit_timestamp: it.commit_timestamp,
        listed: listed.collect(),
    }
}

/// The type of a parameter as the API takes it.
pub(crate) fn api_type(ty: &Type, dialect: Dialect) -> Value {
    let pg = dialect == Dialect::PostgreSql;
    match ty {
        Type::Bool => json!({ "code": "BOOL" }),
        Type::Int64 => json!({ "code": "INT64" }),
        Type::Float32 => json!({ "code": "FLOAT32" }),
        Type::Float64 => json!({ "code": "FLOAT64" }),
        Type::Numeric if pg => json!({ "code": "NUMERIC", "typeAnnotation": "PG_NUMERIC" }),
        Type::Numeric => json!({ "code": "NUMERIC" }),
        Type::String(_) | Type::Uuid | Type::Other(_) => json!({ "code": "STRING" }),
        Type::Bytes(_) => json!({ "code": "BYTES" }),
        Type::Date => json!({ "code": "DATE" }),
        Type::Timestamp | Type::CommitTimestamp => json!({ "code": "TIMESTAMP" }),
        Type::Json if pg => json!({ "code": "JSON", "typeAnnotation": "PG_JSONB" }),
        Type::Json => json!({ "code": "JSON" }),
        Type::Array(of) => json!({ "code": "ARRAY", "arrayElementType": api_type(of, dialect) }),
    }
}

/// The same for a type that a plan spells.
pub(crate) fn spelled_type(ty: &str, dialect: Dialect) -> Value {
    let said = ty.to_ascii_uppercase();
    let word = said.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default();
    let ty = match word {
        "BOOL" | "BOOLEAN" => Type::Bool,
        "INT64" | "BIGINT" | "INT" | "INT8" | "INTEGER" => Type::Int64,
        "FLOAT64" | "FLOAT8" | "DOUBLE" => Type::Float64,
        "FLOAT32" | "REAL" | "FLOAT4" => Type::Float32,
        "NUMERIC" | "DECIMAL" => Type::Numeric,
        "STRING" | "VARCHAR" | "TEXT" | "CHARACTER" | "UUID" => Type::String(None),
        "BYTES" | "BYTEA" => Type::Bytes(None),
        "DATE" => Type::Date,
        "TIMESTAMP" | "TIMESTAMPTZ" | "SPANNER" => Type::Timestamp,
        _ => panic!("no key has the type {ty}"),
    };
    api_type(&ty, dialect)
}

/// The type as a cast names it.
pub(crate) fn cast_type(ty: &Type) -> &'static str {
    match ty {
        Type::Bool => "BOOL",
        Type::Int64 => "INT64",
        Type::Float32 => "FLOAT32",
        Type::Float64 => "FLOAT64",
        Type::Numeric => "NUMERIC",
        Type::String(_) | Type::Uuid | Type::Other(_) => "STRING",
        Type::Bytes(_) => "BYTES",
        Type::Date => "DATE",
        Type::Timestamp | Type::CommitTimestamp => "TIMESTAMP",
        Type::Json => "JSON",
        Type::Array(_) => "ARRAY<STRING>",
    }
}

/// The type as a cast of PostgreSQL names it.
pub(crate) fn pg_cast_type(ty: &Type) -> &'static str {
    match ty {
        Type::Bool => "boolean",
        Type::Int64 => "bigint",
        Type::Float32 => "real",
        Type::Float64 => "float8",
        Type::Numeric => "numeric",
        Type::String(_) | Type::Uuid | Type::Other(_) => "varchar",
        Type::Bytes(_) => "bytea",
        Type::Date => "date",
        Type::Timestamp | Type::CommitTimestamp => "timestamptz",
        Type::Json => "jsonb",
        Type::Array(_) => "varchar[]",
    }
}
