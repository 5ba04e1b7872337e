//! `DROP …` and `RENAME TABLE …`.

use super::alter::drop_behaviour;
use super::cursor::Cursor;
use crate::tree::{DropObject, ObjectKind, Rename, StatementKind};

/// Kinds that `DROP` names, longer words first.
const KINDS: &[(&[&str], ObjectKind)] = &[
    (&["SEARCH", "INDEX"], ObjectKind::SearchIndex),
    (&["VECTOR", "INDEX"], ObjectKind::VectorIndex),
    (&["CHANGE", "STREAM"], ObjectKind::ChangeStream),
    (&["PROPERTY", "GRAPH"], ObjectKind::PropertyGraph),
    (&["LOCALITY", "GROUP"], ObjectKind::LocalityGroup),
    (&["TABLE"], ObjectKind::Table),
    (&["INDEX"], ObjectKind::Index),
    (&["SEQUENCE"], ObjectKind::Sequence),
    (&["VIEW"], ObjectKind::View),
    (&["SCHEMA"], ObjectKind::Schema),
    (&["ROLE"], ObjectKind::Role),
    (&["FUNCTION"], ObjectKind::Function),
    (&["MODEL"], ObjectKind::Model),
    (&["PLACEMENT"], ObjectKind::Placement),
];

/// `DROP <kind> [IF EXISTS] n`; `None` for kinds that Spanner does not drop by name.
pub(super) fn drop_object(c: &mut Cursor<'_>) -> Option<StatementKind> {
    let start = c.place();
    c.eat(&["DROP"])?;
    if c.eat(&["PROTO", "BUNDLE"]).is_some() {
        return Some(StatementKind::other("DROP PROTO BUNDLE", None));
    }
    let found = KINDS.iter().find(|(words, _)| c.looking_at(words));
    let Some((words, kind)) = found else {
        c.back_to(start);
        return None;
    };
    let _ = c.eat(words);
    if matches!(kind, ObjectKind::Role | ObjectKind::Placement) && c.looking_at(&["IF", "EXISTS"]) {
        c.expected_at("a name", c.span(), ": Spanner has no `IF EXISTS` here");
    }
    let if_exists = c.if_exists();
    let group = *kind == ObjectKind::LocalityGroup && c.at_word("DEFAULT");
    let what = format!("the name of the {}", lower(*kind));
    let Some(name) = (if group { c.name() } else { c.expect_name(&what) }) else {
        c.skip_until(Cursor::at_end);
        return Some(StatementKind::Skipped);
    };
    if !matches!(kind, ObjectKind::Role | ObjectKind::Placement) {
        drop_behaviour(c);
    }
    Some(StatementKind::Drop(DropObject { kind: *kind, name, if_exists }))
}

fn lower(kind: ObjectKind) -> String {
    kind.words().to_ascii_lowercase()
}

/// `RENAME TABLE a TO b [, c TO d …]`
pub(super) fn rename_tables(c: &mut Cursor<'_>) -> Option<StatementKind> {
    if c.expect(&["RENAME", "TABLE"]).is_none() {
        c.skip_until(Cursor::at_end);
        return Some(StatementKind::Skipped);
    }
    let mut renames = Vec::new();
    while let Some(from) = c.expect_name("a table name") {
        if c.eat(&["TO"]).is_none() {
            c.expected("`TO`");
            break;
        }
        let Some(to) = c.expect_name("a new name for the table") else { break };
        renames.push(Rename { from, to });
        if c.eat_mark(",").is_none() {
            return Some(StatementKind::RenameTables(renames));
        }
    }
    c.skip_until(Cursor::at_end);
    Some(StatementKind::RenameTables(renames))
}
