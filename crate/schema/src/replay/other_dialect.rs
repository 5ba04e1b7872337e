//! Notes what is written in the other dialect.

use crate::catalog::Catalog;
use crate::ids::TableId;
use crate::remarks::OtherDialect;
use crate::syntax::tree::Dialect;
use crate::text::Span;

/// Types that the PostgreSQL dialect has and GoogleSQL has not.
const POSTGRESQL_TYPES: &[&str] = &[
    "bigint",
    "bigserial",
    "bytea",
    "character",
    "float4",
    "float8",
    "int",
    "int4",
    "int8",
    "integer",
    "jsonb",
    "serial",
    "smallint",
    "text",
    "timestamptz",
    "varchar",
];

/// Types that GoogleSQL has and the PostgreSQL dialect has not.
const GOOGLESQL_TYPES: &[&str] =
    &["int64", "string", "bytes", "float64", "float32", "array<", "tokenlist"];

/// Records a type that only the other dialect has.
pub(crate) fn note_foreign_type(catalog: &mut Catalog<'_>, table: TableId, said: &str, span: Span) {
    let others = match catalog.schema.dialect {
        Dialect::GoogleSql => POSTGRESQL_TYPES,
        Dialect::PostgreSql => GOOGLESQL_TYPES,
    };
    let end = said.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(said.len());
    let end = if said[end..].starts_with('<') { end + 1 } else { end };
    if !others.iter().any(|other| other.eq_ignore_ascii_case(&said[..end])) {
        return;
    }
    let owner = catalog.schema.table(table).span;
    // A statement that was read in the other dialect is noted as a whole.
    if catalog.other_dialect_starts.range(owner.start..owner.end).next().is_some() {
        return;
    }
    let said = said.to_owned();
    note_other_dialect(catalog, OtherDialect { said, span, statement: false });
}

/// Records something written in the other dialect.
pub(crate) fn note_other_dialect(catalog: &mut Catalog<'_>, other: OtherDialect) {
    catalog.other_dialect_starts.insert(other.span.start);
    catalog.schema.other_dialect.push(other);
}
