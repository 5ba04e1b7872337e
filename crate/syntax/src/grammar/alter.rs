//! `ALTER TABLE`, `ALTER INDEX`, `ALTER SEQUENCE` and `ALTER DATABASE`.

use super::column::column;
use super::constraint::{constraint, constraint_name};
use super::cursor::Cursor;
use super::expr::{bare, bracketed};
use super::interleave::interleave;
use super::object_name::refuse_catalog;
use super::objects::database_name;
use super::options::{option_list, option_value, storage_clause};
use super::sequence::{by_options, counter_with, skipped};
use super::ttl::ttl;
use super::types::column_type;
use crate::reserved::is_reserved;
use crate::text::Span;
use crate::tree::{
    AlterAction, AlterIndex, AlterSequence, AlterTable, ColumnChange, Counter, Element,
    ElementKind, Expr, IndexAction, Name, ObjectKind, OptionItem, Rename, StatementKind, TokenKind,
};

/// `ALTER TABLE [IF EXISTS] [ONLY] t …`
pub(super) fn alter_table(c: &mut Cursor<'_>) -> Option<StatementKind> {
    let start = c.eat(&["ALTER", "TABLE"])?;
    let if_exists = c.if_exists();
    if c.at_word("ONLY") && c.is_name(1) {
        let cure = ": Spanner has no inheritance between tables; leave this out";
        c.expected_at("a table name", c.span(), cure);
        c.bump();
    }
    let Some(name) = c.expect_name("a table name") else {
        c.skip_until(Cursor::at_end);
        return Some(StatementKind::Skipped);
    };
    let place = c.place();
    let said = c.errors.len();
    let action = action(c, &name);
    let Some(action) = action else {
        // What was begun and not finished has been said; a strange action gets one remark.
        let reported = c.errors.len() > said;
        c.back_to(place);
        let span = c.rest_span();
        if !reported {
            let words = leading_words(c);
            let whole = start.to(span);
            c.note(format!("kept as is, not analysed: ALTER TABLE `{}` {words}", name.text), whole);
        }
        c.skip_until(Cursor::at_end);
        let action = AlterAction::Other(span.of(c.text).to_owned());
        let more = Vec::new();
        return Some(StatementKind::AlterTable(Box::new(AlterTable {
            name,
            if_exists,
            action,
            more,
        })));
    };
    if let AlterAction::RenameTo { to, synonym: None } = &action
        && c.at_mark(",")
        && c.is_word(1, "ALTER")
    {
        let first = Rename { from: name, to: to.clone() };
        return Some(rename_chain(c, first));
    }
    let mut more = Vec::new();
    while !c.googlesql() && c.at_mark(",") {
        let comma = c.bump();
        let from = c.span();
        let Some(next) = self::action(c, &name) else {
            c.expected("another action");
            c.skip_until(Cursor::at_end);
            break;
        };
        if !more.is_empty() || !is_pair(&action, &next) {
            let cure = ": Spanner allows one action per statement, except `TYPE` and `NOT NULL` of \
                        one column in this order; write another ALTER TABLE";
            c.expected_at("the end of the statement", comma.to(from), cure);
        }
        more.push(next);
    }
    Some(StatementKind::AlterTable(Box::new(AlterTable { name, if_exists, action, more })))
}

/// A new type and whether it takes NULL, of one column: the two actions that may stand together.
fn is_pair(first: &AlterAction, second: &AlterAction) -> bool {
    match (first, second) {
        (
            AlterAction::AlterColumn { name: one, change: ColumnChange::Type(_) },
            AlterAction::AlterColumn { name: other, change: ColumnChange::NotNull(_) },
        ) => one.text == other.text,
        _ => false,
    }
}

/// `, ALTER TABLE c RENAME TO d …` behind a first renaming (PostgreSQL).
fn rename_chain(c: &mut Cursor<'_>, first: Rename) -> StatementKind {
    let mut renames = vec![first];
    while c.eat_mark(",").is_some() {
        if c.eat(&["ALTER", "TABLE"]).is_none() {
            c.expected("`ALTER TABLE`");
            break;
        }
        c.if_exists();
        let Some(from) = c.expect_name("a table name") else { break };
        if c.eat(&["RENAME", "TO"]).is_none() {
            c.expected("`RENAME TO`");
            break;
        }
        let Some(to) = c.expect_name("a new name for the table") else { break };
        renames.push(Rename { from, to });
    }
    StatementKind::RenameTables(renames)
}

/// One action; `None` for what this version does not read.
fn action(c: &mut Cursor<'_>, table: &Name) -> Option<AlterAction> {
    if c.at_word("ADD") {
        add(c)
    } else if c.eat(&["REPLACE"]).is_some() || c.looking_at(&["ALTER", "TTL", "INTERVAL"]) {
        let _ = c.eat(&["ALTER"]);
        if !(c.looking_at(&["ROW", "DELETION"]) || c.at_word("TTL")) {
            c.expected("`ROW DELETION POLICY`");
            return None;
        }
        ttl(c).map(|ttl| AlterAction::SetTtl { ttl, replace: true })
    } else if c.at_word("DROP") {
        drop(c)
    } else if c.eat(&["ALTER"]).is_some() {
        alter_column(c)
    } else if c.eat(&["SET"]).is_some() {
        set(c)
    } else if c.eat(&["RENAME"]).is_some() {
        rename(c, table)
    } else {
        c.expected("`ADD`, `ALTER`, `DROP`, `RENAME`, `REPLACE` or `SET`");
        None
    }
}

/// `ADD …`; `None` for what this version does not read.
fn add(c: &mut Cursor<'_>) -> Option<AlterAction> {
    c.eat(&["ADD"])?;
    if c.looking_at(&["ROW", "DELETION", "POLICY"]) || c.looking_at(&["TTL", "INTERVAL"]) {
        return ttl(c).map(|ttl| AlterAction::SetTtl { ttl, replace: false });
    }
    // A column may be called so; then its type follows.
    if c.at_word("SYNONYM") && c.is_name(1) {
        c.bump();
        return c.expect_name("a synonym").map(AlterAction::AddSynonym);
    }
    let start = c.span();
    let name = constraint_name(c);
    let named = name.is_some();
    match constraint(c, start, name) {
        Some(ElementKind::ForeignKey(key)) => return Some(AlterAction::AddForeignKey(key)),
        Some(ElementKind::Check(check)) => return Some(AlterAction::AddCheck(check)),
        Some(_) => return None,
        // `CONSTRAINT FOREIGN` and no more is a column of a type called so.
        None if named
            || (c.at_word("CONSTRAINT") && c.kind_ahead(2).is_some())
            || c.looking_at(&["PRIMARY", "KEY"])
            || (c.at_any(&["UNIQUE", "EXCLUDE"])
                && (c.is_mark(1, "(") || c.is_word(1, "USING"))) =>
        {
            no_such_constraint(c);
            return None;
        }
        None => {}
    }
    let _ = c.eat(&["COLUMN"]);
    c.if_not_exists();
    let element = column_element(c);
    if let ElementKind::Column(column) = &element.kind {
        let constraint = column.references.as_ref().map(|key| key.span);
        let constraint = constraint.or(column.checks.first().map(|check| check.span));
        if let Some(span) = constraint {
            let cure = ": Spanner adds a constraint with a separate statement";
            c.expected_at("the end of the statement", span, cure);
        }
    }
    Some(AlterAction::AddColumn(Box::new(element)))
}

/// A constraint that can only stand in `CREATE TABLE`, or that Spanner does not have.
fn no_such_constraint(c: &mut Cursor<'_>) {
    let cure = if c.at_word("PRIMARY") {
        ": in Spanner the primary key of a table cannot change"
    } else if c.at_word("UNIQUE") {
        ": Spanner has CREATE UNIQUE INDEX instead"
    } else if c.at_word("EXCLUDE") {
        ": Spanner has no exclusion constraints; check in the transaction that writes"
    } else {
        ""
    };
    c.expected_at("`FOREIGN KEY` or `CHECK`", c.span(), cure);
}

/// A column of a table that exists cannot become its key.
fn no_primary_key(c: &mut Cursor<'_>, element: &Element) {
    if let ElementKind::Column(column) = &element.kind
        && let Some(span) = column.primary_key
    {
        let cure = ": in Spanner the primary key of a table cannot change";
        c.expected_at("the end of the statement", span, cure);
    }
}

/// `CASCADE` or `RESTRICT` behind a `DROP` (PostgreSQL), of which Spanner takes the second.
pub(super) fn drop_behaviour(c: &mut Cursor<'_>) {
    if c.googlesql() || c.eat(&["RESTRICT"]).is_some() {
        return;
    }
    if c.at_word("CASCADE") {
        let cure = ": Spanner drops only what nothing depends on; drop dependants first";
        c.expected_at("the end of the statement", c.span(), cure);
        c.bump();
    }
}

/// A column to the end of the statement.
fn column_element(c: &mut Cursor<'_>) -> Element {
    let start = c.span();
    let kind = column(c, "the end of the statement");
    let span = start.to(c.last_span());
    Element { span, comma: None, comments: Vec::new(), kind }
}

/// `DROP …`
fn drop(c: &mut Cursor<'_>) -> Option<AlterAction> {
    let start = c.eat(&["DROP"])?;
    if c.eat(&["ROW", "DELETION", "POLICY"]).is_some() || (c.at_word("TTL") && !c.is_name(1)) {
        let _ = c.eat(&["TTL"]);
        return Some(AlterAction::DropTtl(start.to(c.last_span())));
    }
    if c.at_word("SYNONYM") && (c.is_name(1) || !c.googlesql()) {
        c.bump();
        return c.expect_name("a synonym").map(AlterAction::DropSynonym);
    }
    let constraint = c.at_word("CONSTRAINT") && c.is_name(1);
    if constraint {
        c.bump();
    } else if c.is_name(1) {
        let _ = c.eat(&["COLUMN"]);
    }
    let said = c.span();
    let if_exists = c.eat(&["IF", "EXISTS"]).is_some();
    if if_exists {
        let what = if constraint { "a constraint" } else { "a column" };
        c.expected_at(what, said, ": Spanner allows `IF EXISTS` only after `ALTER TABLE`");
    }
    if constraint {
        let name = c.expect_name("a constraint")?;
        drop_behaviour(c);
        return Some(AlterAction::DropConstraint { name, if_exists });
    }
    let name = c.expect_name("a column")?;
    drop_behaviour(c);
    Some(AlterAction::DropColumn { name, if_exists })
}

/// What follows `SET`.
fn set(c: &mut Cursor<'_>) -> Option<AlterAction> {
    let start = c.last_span();
    if c.looking_at(&["INTERLEAVE", "IN"]) {
        return interleave(c).map(AlterAction::SetInterleave);
    }
    if c.eat(&["ON", "DELETE"]).is_some() {
        let cascade = c.eat(&["CASCADE"]).is_some();
        if !cascade && c.eat(&["NO", "ACTION"]).is_none() {
            c.expected("`CASCADE` or `NO ACTION`");
            return None;
        }
        return Some(AlterAction::SetOnDelete { cascade, span: start.to(c.last_span()) });
    }
    if c.eat(&["OPTIONS"]).is_some() {
        return Some(AlterAction::SetOptions(option_list(c)));
    }
    if let Some(item) = storage_clause(c) {
        return Some(AlterAction::SetOptions(vec![item]));
    }
    c.expected(if c.googlesql() {
        "`INTERLEAVE IN`, `ON DELETE` or `OPTIONS`"
    } else {
        "`INTERLEAVE IN`, `ON DELETE`, `LOCALITY GROUP` or `COLUMNAR POLICY`"
    });
    None
}

/// What follows `RENAME`: `TO t [, ADD SYNONYM s]`, `WITH SYNONYM TO t`.
fn rename(c: &mut Cursor<'_>, table: &Name) -> Option<AlterAction> {
    if c.looking_at(&["COLUMN"]) || c.looking_at(&["CONSTRAINT"]) {
        let what = "`TO`";
        c.expected_at(what, c.span(), ": Spanner renames tables, not columns or constraints");
        return None;
    }
    let kept = c.eat(&["WITH", "SYNONYM"]).is_some();
    if c.eat(&["TO"]).is_none() {
        c.expected("`TO`");
        return None;
    }
    let to = c.expect_name("a new name for the table")?;
    let mut synonym = kept.then(|| table.clone());
    if c.at_mark(",") && c.is_word(1, "ADD") && c.is_word(2, "SYNONYM") {
        c.bump();
        let _ = c.eat(&["ADD", "SYNONYM"]);
        synonym = Some(c.expect_name("a synonym")?);
    }
    Some(AlterAction::RenameTo { to, synonym })
}

/// What follows `ALTER`: `[COLUMN] c …`
fn alter_column(c: &mut Cursor<'_>) -> Option<AlterAction> {
    if c.at_word("CONSTRAINT") && c.is_name(1) && !c.is_word(1, "SET") && c.kind_ahead(2).is_some()
    {
        c.expected_at("a column", c.span(), ": drop the constraint and add it again");
        return None;
    }
    if c.is_name(1) {
        let _ = c.eat(&["COLUMN"]);
    }
    let place = c.place();
    let name = c.expect_name("a column")?;
    let start = c.span();
    // `DROP` alone can only be the name of a type.
    let is_type = c.googlesql() && c.kind_ahead(1).is_none() && !c.at_end();
    let change = if !is_type && c.eat(&["SET"]).is_some() {
        set_column(c, start)?
    } else if !is_type && c.eat(&["DROP"]).is_some() {
        drop_column_part(c, start)?
    } else if c.googlesql() && !is_type && c.eat(&["ALTER"]).is_some() {
        c.expect(&["IDENTITY"])?;
        // `SET` stands before the range alone.
        if c.eat(&["SET"]).is_none() && !c.at_word("RESTART") {
            c.expected("`SET` or `RESTART COUNTER WITH`");
            return None;
        }
        identity(c, start)?
    } else if !c.googlesql() && c.at_word("RESTART") {
        identity(c, start)?
    } else if c.googlesql() {
        if c.at_end() {
            c.expected("a type, `SET` or `DROP`");
            return None;
        }
        c.back_to(place);
        let element = column_element(c);
        no_primary_key(c, &element);
        ColumnChange::Redefine(Box::new(element))
    } else if c.eat(&["TYPE"]).is_some() {
        let ty = column_type(c)?;
        if c.at_word("USING") {
            let cure = ": Spanner converts values automatically and allows few type changes; for \
                        any other, add a column, set it with UPDATE, and drop this one";
            c.expected_at("the end of the statement", c.span(), cure);
            c.skip_until(Cursor::at_end);
        }
        ColumnChange::Type(ty)
    } else {
        c.expected("`TYPE`, `SET` or `DROP`");
        return None;
    };
    Some(AlterAction::AlterColumn { name, change })
}

/// What follows `ALTER COLUMN c SET`.
fn set_column(c: &mut Cursor<'_>, start: Span) -> Option<ColumnChange> {
    if c.eat(&["OPTIONS"]).is_some() {
        return Some(ColumnChange::Options(option_list(c)));
    }
    if c.eat(&["DEFAULT"]).is_some() {
        return value(c).map(ColumnChange::Default);
    }
    if c.eat(&["ON", "UPDATE"]).is_some() {
        return value(c).map(ColumnChange::OnUpdate);
    }
    if c.eat(&["PLACEMENT", "KEY"]).is_some() || storage_clause(c).is_some() {
        return Some(ColumnChange::Other(start.to(c.last_span())));
    }
    if c.looking_at(&["NOT", "NULL"]) {
        return not_null(c, true);
    }
    if c.eat(&["DATA", "TYPE"]).is_some() {
        return column_type(c).map(ColumnChange::Type);
    }
    identity(c, start)
}

/// What follows `ALTER COLUMN c DROP`.
fn drop_column_part(c: &mut Cursor<'_>, start: Span) -> Option<ColumnChange> {
    if c.eat(&["DEFAULT"]).is_some() {
        Some(ColumnChange::DropDefault)
    } else if c.eat(&["ON", "UPDATE"]).is_some() {
        Some(ColumnChange::DropOnUpdate)
    } else if c.eat(&["PLACEMENT", "KEY"]).is_some() {
        Some(ColumnChange::Other(start.to(c.last_span())))
    } else if c.looking_at(&["NOT", "NULL"]) {
        not_null(c, false)
    } else {
        c.expected("`DEFAULT` or `ON UPDATE`");
        None
    }
}

/// `NOT NULL` behind `SET` or `DROP`: GoogleSQL wants the type said again.
fn not_null(c: &mut Cursor<'_>, set: bool) -> Option<ColumnChange> {
    if c.googlesql() {
        let cure = if set {
            ": write ALTER COLUMN with the column's type and NOT NULL"
        } else {
            ": write ALTER COLUMN with the column's type, without NOT NULL"
        };
        c.expected_at("`DEFAULT`, `ON UPDATE` or `OPTIONS`", c.span(), cure);
        return None;
    }
    let _ = c.eat(&["NOT", "NULL"]);
    Some(ColumnChange::NotNull(set))
}

/// The counter of an identity column or of a sequence, one clause.
fn identity(c: &mut Cursor<'_>, start: Span) -> Option<ColumnChange> {
    let mut changed = Counter::default();
    if !counter(c, &mut changed) {
        c.expected("`DEFAULT`, `ON UPDATE`, `OPTIONS` or a change of the counter");
        return None;
    }
    let span = start.to(c.last_span());
    Some(ColumnChange::Identity { span, counter: Box::new(changed) })
}

/// `RESTART COUNTER [WITH] n`, `SKIP RANGE a[,] b`, `NO SKIP RANGE`, …; false if none is next.
fn counter(c: &mut Cursor<'_>, changed: &mut Counter) -> bool {
    if c.at_word("RESTART") && !c.is_word(1, "WITH") && c.kind_ahead(1).is_some() {
        let Some(span) = c.expect(&["RESTART", "COUNTER"]) else { return true };
        counter_with(c);
        changed.start = Some(span.to(c.last_span()));
    } else if c.at_word("SKIP") {
        let Some(span) = c.expect(&["SKIP", "RANGE"]) else { return true };
        skipped(c);
        changed.skip_range = Some(span.to(c.last_span()));
    } else if c.eat(&["NO", "SKIP", "RANGE"]).is_some() {
        changed.no_skip_range = true;
    } else {
        let bounds = ["MINVALUE", "MAXVALUE", "CYCLE"];
        return bounds.iter().any(|word| c.eat(&["NO", word]).is_some());
    }
    true
}

/// The value of `DEFAULT` or `ON UPDATE`: in parentheses, which PostgreSQL does not ask for.
fn value(c: &mut Cursor<'_>) -> Option<Expr> {
    if c.googlesql() {
        if c.at_mark("(") {
            return bracketed(c);
        }
        c.expected("`(`");
    }
    bare(c)
}

/// The keywords an unread action opens with: `OWNER TO`, `ADD CONSTRAINT`.
fn leading_words(c: &Cursor<'_>) -> String {
    const WORDS: &[&str] = &[
        "ADD",
        "ALTER",
        "DROP",
        "SET",
        "COLUMN",
        "CONSTRAINT",
        "TO",
        "WITH",
        "UNIQUE",
        "PRIMARY",
        "KEY",
        "OWNER",
    ];
    let mut words = Vec::new();
    while let Some(word) = WORDS.iter().find(|word| c.is_word(words.len(), word)) {
        words.push(*word);
    }
    words.join(" ")
}

/// `ALTER [SEARCH | VECTOR] INDEX …`, `ALTER SEQUENCE …`; `None` for other kinds, most of which
/// `objects` reads.
pub(super) fn alter_other(c: &mut Cursor<'_>) -> Option<StatementKind> {
    if c.eat(&["ALTER", "SEQUENCE"]).is_some() {
        return Some(alter_sequence(c));
    }
    let kinds: [(&[&str], ObjectKind); 3] = [
        (&["ALTER", "INDEX"], ObjectKind::Index),
        (&["ALTER", "SEARCH", "INDEX"], ObjectKind::SearchIndex),
        (&["ALTER", "VECTOR", "INDEX"], ObjectKind::VectorIndex),
    ];
    let (_, kind) = kinds.into_iter().find(|(words, _)| c.eat(words).is_some())?;
    c.if_exists();
    let Some(name) = c.expect_name("the name of the index") else {
        c.skip_until(Cursor::at_end);
        return Some(StatementKind::Skipped);
    };
    refuse_catalog(c, &name);
    let span = c.rest_span();
    let action = index_action(c, kind).unwrap_or_else(|| {
        c.skip_until(Cursor::at_end);
        IndexAction::Other(span)
    });
    Some(StatementKind::AlterIndex(Box::new(AlterIndex { kind, name, action })))
}

/// `{ADD | DROP} [STORED | INCLUDE] COLUMN c`, `SET …`
fn index_action(c: &mut Cursor<'_>, kind: ObjectKind) -> Option<IndexAction> {
    let start = c.span();
    let adds = c.eat(&["ADD"]).is_some();
    if adds || c.eat(&["DROP"]).is_some() {
        let stored = c.eat(&["STORED"]).or_else(|| c.eat(&["INCLUDE"])).is_some();
        if !stored && kind != ObjectKind::SearchIndex {
            let cure = ": the key of an index cannot be changed, only what it stores";
            let stored = if c.googlesql() { "`STORED COLUMN`" } else { "`INCLUDE COLUMN`" };
            c.expected_at(stored, c.span(), cure);
            return None;
        }
        if c.eat(&["COLUMN"]).is_none() {
            c.expected("`COLUMN`");
            return None;
        }
        let said = c.span();
        if c.eat(&["IF", "EXISTS"]).or_else(|| c.eat(&["IF", "NOT", "EXISTS"])).is_some() {
            c.expected_at("a column", said, ": Spanner does not allow `IF EXISTS` here");
        }
        let name = c.expect_name("a column")?;
        if c.eat(&["OPTIONS"]).is_some() {
            option_list(c);
        }
        return Some(match (adds, stored) {
            (true, true) => IndexAction::AddStored(name),
            (false, true) => IndexAction::DropStored(name),
            (true, false) => IndexAction::AddColumn(name),
            (false, false) => IndexAction::DropColumn(name),
        });
    }
    if c.eat(&["ALTER", "STORED", "COLUMN"]).is_some() {
        c.expect_name("a column")?;
        if c.eat(&["SET", "OPTIONS"]).is_none() {
            c.expected("`SET OPTIONS`");
            return None;
        }
        option_list(c);
        return Some(IndexAction::Other(start.to(c.last_span())));
    }
    if c.eat(&["SET"]).is_some() {
        if c.eat(&["OPTIONS"]).is_some() {
            return Some(IndexAction::SetOptions(option_list(c)));
        }
        if let Some(item) = storage_clause(c) {
            return Some(IndexAction::SetOptions(vec![item]));
        }
    }
    c.expected("`ADD`, `DROP` or `SET OPTIONS`");
    None
}

/// What follows `ALTER SEQUENCE`.
fn alter_sequence(c: &mut Cursor<'_>) -> StatementKind {
    let if_exists = c.if_exists();
    let Some(name) = c.expect_name("the name of the sequence") else {
        c.skip_until(Cursor::at_end);
        return StatementKind::Skipped;
    };
    let (mut options, mut changed) = (Vec::new(), Counter::default());
    let mut clauses = 0;
    while !c.at_end() {
        if c.eat(&["SET", "OPTIONS"]).is_some() {
            options.extend(option_list(c));
        } else if !counter(c, &mut changed) {
            break;
        }
        clauses += 1;
    }
    if clauses == 0 {
        c.expected("`SET OPTIONS`, `RESTART COUNTER`, `SKIP RANGE` or `NO SKIP RANGE`");
        c.skip_until(Cursor::at_end);
    }
    by_options(&mut changed, &options);
    StatementKind::AlterSequence(Box::new(AlterSequence {
        name,
        if_exists,
        options,
        counter: changed,
    }))
}

/// `ALTER DATABASE d SET OPTIONS (…)`; in PostgreSQL `SET spanner.x = v` and `RESET spanner.x`.
pub(super) fn alter_database(c: &mut Cursor<'_>) -> Option<StatementKind> {
    c.eat(&["ALTER", "DATABASE"])?;
    if database_name(c).is_none() {
        c.skip_until(Cursor::at_end);
        return Some(StatementKind::Skipped);
    }
    let mut items = Vec::new();
    if c.googlesql() {
        if c.expect(&["SET", "OPTIONS"]).is_some() {
            items = option_list(c);
        }
    } else if c.eat(&["RESET"]).is_some() {
        let _ = parameter_name(c);
    } else if c.expect(&["SET"]).is_some() {
        items.extend(parameter(c));
    }
    if c.errors.last().is_some_and(|error| error.span == c.span()) {
        c.skip_until(Cursor::at_end);
    }
    Some(StatementKind::AlterDatabase(items))
}

/// `spanner.x`
fn parameter_name(c: &mut Cursor<'_>) -> Option<Name> {
    let name = c.expect_name("a database option")?;
    if name.text.eq_ignore_ascii_case("spanner") {
        c.expected("`.` and an option");
    } else if !name.text.to_ascii_lowercase().starts_with("spanner.") {
        c.expected_at("an option that begins with `spanner.`", name.span, "");
    }
    Some(name)
}

/// `spanner.x { = | TO } v`: the same as the option `x`.
fn parameter(c: &mut Cursor<'_>) -> Option<OptionItem> {
    const VALUES: &[&str] = &["TRUE", "FALSE", "NULL", "DEFAULT", "ON"];
    let name = parameter_name(c)?;
    if c.eat_mark("=").is_none() && c.eat(&["TO"]).is_none() {
        c.expected("`=` or `TO`");
        return None;
    }
    let reserved = c.kind() == Some(TokenKind::Word) && is_reserved(c.dialect, c.word());
    if reserved && !c.at_any(VALUES) {
        c.expected("a value");
        return None;
    }
    let value = option_value(c)?;
    let key = name.text.to_ascii_lowercase();
    let key = key.strip_prefix("spanner.").unwrap_or(&key).into();
    Some(OptionItem { key, value, span: name.span.to(c.last_span()) })
}
