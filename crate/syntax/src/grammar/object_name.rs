//! Names of objects that Spanner rejects: with a catalog, or with the prefix `pg_`.

use super::cursor::Cursor;
use crate::tree::Name;

/// A name of three parts: Spanner has schemas, but no catalogs above them.
pub(super) fn refuse_catalog(c: &mut Cursor<'_>, name: &Name) {
    if name.text.matches('.').count() > 1 {
        let cure = ": Spanner has no catalogs; write `schema.name`";
        c.expected_at("a name of one or two parts", name.span, cure);
    }
}

/// Names that PostgreSQL keeps for itself: of tables and schemas, as the emulator has it.
pub(super) fn refuse_prefix(c: &mut Cursor<'_>, name: &Name, what: &str) {
    let last = name.text.rsplit('.').next().unwrap_or_default();
    let kept = last.get(..3).is_some_and(|start| start.eq_ignore_ascii_case("pg_"));
    if !c.googlesql() && kept {
        let cure = ": names that begin with `pg_` are those of PostgreSQL's own tables";
        c.expected_at(&format!("another name for the {what}"), name.span, cure);
    }
}
