//! `CREATE [UNIQUE] [NULL_FILTERED] INDEX`.

use super::clause_comma::{check_comma, trailing_comma};
use super::cursor::Cursor;
use super::interleave::interleave;
use super::key::key_parts;
use super::object_name::refuse_catalog;
use super::options::{option_list, storage_clause};
use crate::reserved::is_reserved;
use crate::text::{Edit, Span};
use crate::tree::{CreateIndex, KeyPart, Name, SpecialIndex, StatementKind, TokenKind};
use smol_str::SmolStr;

/// `CREATE [UNIQUE] [NULL_FILTERED] INDEX [IF NOT EXISTS] i ON t ( … ) …`
pub(super) fn create_index(c: &mut Cursor<'_>) -> Option<StatementKind> {
    let start = c.place();
    c.eat(&["CREATE"])?;
    let unique = c.eat(&["UNIQUE"]).is_some();
    let null_filtered = c.eat(&["NULL_FILTERED"]);
    if c.eat(&["INDEX"]).is_none() {
        c.back_to(start);
        return None;
    }
    let Some(mut index) = head(c) else {
        c.skip_until(Cursor::at_end);
        return Some(StatementKind::Skipped);
    };
    (index.unique, index.null_filtered) = (unique, null_filtered);
    let mut reached = 0;
    while in_order(c, &mut reached) && clause(c, &mut index) {}
    Some(StatementKind::CreateIndex(Box::new(index)))
}

/// How each dialect orders the clauses behind the keys, by the words that open them.
const ORDER: &[&[&str]] =
    &[&["STORING"], &["PARTITION"], &["ORDER"], &["WHERE"], &["INTERLEAVE"], &["OPTIONS"]];

const PG_ORDER: &[&[&str]] = &[
    &["INCLUDE"],
    &["PARTITION"],
    &["ORDER"],
    &["WITH"],
    &["LOCALITY"],
    &["COLUMNAR"],
    &["INTERLEAVE"],
    &["WHERE"],
];

/// Says so where the next clause stands behind one that must follow it; always true. A search index
/// of PostgreSQL has its options at the end.
fn in_order(c: &mut Cursor<'_>, reached: &mut usize) -> bool {
    let place = c.place();
    let _ = c.eat_mark(",");
    let order = if c.googlesql() { ORDER } else { PG_ORDER };
    if c.googlesql() || !c.at_word("WITH") {
        c.check_order(order, reached);
    }
    c.back_to(place);
    true
}

/// `CREATE { SEARCH | VECTOR } INDEX [IF NOT EXISTS] i ON t ( … ) …`
pub(super) fn create_special(c: &mut Cursor<'_>) -> Option<StatementKind> {
    let span = c.rest_span();
    c.eat(&["CREATE"])?;
    let search = c.eat(&["SEARCH"]).is_some();
    if !search {
        c.eat(&["VECTOR"])?;
    }
    c.expect(&["INDEX"])?;
    let Some(index) = head(c) else {
        c.skip_until(Cursor::at_end);
        return Some(StatementKind::Skipped);
    };
    if index.keys.is_empty() && !index.name.text.is_empty() {
        c.expected_at("a column", index.keys_list, "");
    }
    let words = if search { "SEARCH" } else { "VECTOR" };
    c.note(format!("kept as is, not analysed: CREATE {words} INDEX `{}`", index.name.text), span);
    let mut special = SpecialIndex { index, partition_by: Vec::new(), order_by: Vec::new() };
    let mut reached = 0;
    loop {
        in_order(c, &mut reached);
        if c.eat(&["PARTITION", "BY"]).is_some() {
            special.partition_by.extend(c.names("a column").unwrap_or_default());
        } else if c.eat(&["ORDER", "BY"]).is_some() {
            special.order_by.extend(order_by(c));
        } else if !clause(c, &mut special.index) {
            break;
        }
    }
    Some(if search {
        StatementKind::CreateSearchIndex(Box::new(special))
    } else {
        StatementKind::CreateVectorIndex(Box::new(special))
    })
}

/// `c [ASC|DESC], …`
fn order_by(c: &mut Cursor<'_>) -> Vec<KeyPart> {
    let mut parts = Vec::new();
    loop {
        let Some(name) = c.expect_name("a column") else { return parts };
        let start = name.span;
        let desc = c.eat(&["DESC"]).is_some();
        if !desc {
            let _ = c.eat(&["ASC"]);
        }
        parts.push(KeyPart { name, desc, nulls_moved: false, span: start.to(c.last_span()) });
        // A comma may also lead to `INTERLEAVE IN`.
        if !c.at_mark(",") || (c.is_word(1, "INTERLEAVE") && c.is_word(2, "IN")) {
            return parts;
        }
        c.bump();
    }
}

/// What all indexes begin with: `[IF NOT EXISTS] i ON t ( … )`.
fn head(c: &mut Cursor<'_>) -> Option<CreateIndex> {
    if c.at_word("CONCURRENTLY") && !c.is_word(1, "ON") {
        let cure = ": Spanner builds every index online; leave this out";
        c.expected_at("a name for the index", c.span(), cure);
        c.bump();
    }
    c.if_not_exists();
    let name = index_name(c)?;
    refuse_catalog(c, &name);
    if !c.googlesql() && name.text.contains('.') {
        let cure = ": an index is in the schema of its table";
        c.expected_at("a name without its schema", name.span, cure);
    }
    let table = on_table(c)?;
    refuse_catalog(c, &table);
    if !c.googlesql() {
        let _ = c.eat_mark("*");
    }
    if c.eat(&["USING"]).is_some() {
        let method = c.expect_name("`scann`, or no `USING`")?;
        if !method.text.eq_ignore_ascii_case("scann") && !method.text.eq_ignore_ascii_case("btree")
        {
            let cure = ": Spanner has its own indexes; for words `CREATE SEARCH INDEX`, for \
                        vectors `USING scann`";
            c.expected_at("`scann`, or no `USING`", method.span, cure);
        }
    }
    let (keys, keys_list) = key_parts(c);
    Some(CreateIndex {
        name,
        unique: false,
        null_filtered: None,
        table,
        keys,
        keys_list,
        storing: Vec::new(),
        where_not_null: Vec::new(),
        interleave: None,
        options: Vec::new(),
        comments: Vec::new(),
    })
}

/// The name; an empty one where it was forgotten, so that the keys are still looked at.
fn index_name(c: &mut Cursor<'_>) -> Option<Name> {
    if c.at_word("ON") && !c.is_word(1, "ON") {
        let at = c.span().start;
        let edits = vec![Edit::insert(at, format!("{} ", made_up_name(c)))];
        c.curable("a name for the index", c.span(), "", "Give the index a name", edits);
        return Some(Name { text: SmolStr::default(), span: Span::empty(at) });
    }
    c.expect_name("a name for the index")
}

/// A name from the table and the columns that follow: `AlbumsByTitle`.
fn made_up_name(c: &mut Cursor<'_>) -> String {
    let place = c.place();
    c.bump();
    let table = c.name().map_or(SmolStr::new_static("Index"), |name| name.text);
    let mut made_up = format!("{table}By");
    while c.eat_mark("(").is_some() || c.eat_mark(",").is_some() {
        let Some(column) = c.name() else { break };
        made_up.push_str(&column.text);
        let _ = c.eat(&["DESC"]).or_else(|| c.eat(&["ASC"]));
    }
    c.back_to(place);
    made_up
}

/// `ON t`
fn on_table(c: &mut Cursor<'_>) -> Option<Name> {
    if c.eat(&["ON"]).is_none() {
        c.expected("`ON`");
        return None;
    }
    if c.at_word("ONLY") && c.is_name(1) {
        let cure = ": Spanner has no inheritance between tables; leave this out";
        c.expected_at("a table name", c.span(), cure);
        c.bump();
    }
    c.expect_name("a table name")
}

/// One clause after the keys; false when none is next.
fn clause(c: &mut Cursor<'_>, index: &mut CreateIndex) -> bool {
    let comma = c.eat_mark(",");
    if c.elision() {
        return true;
    }
    if c.looking_at(&["INTERLEAVE", "IN"]) {
        check_comma(c, comma, "INTERLEAVE");
        let span = c.span();
        index.interleave = interleave(c);
        if index.interleave.as_ref().is_some_and(|interleave| interleave.enforced) {
            c.expected_at("`INTERLEAVE IN` without `PARENT`", span, "");
        }
        return true;
    }
    if let Some(comma) = comma {
        trailing_comma(c, comma);
    }
    let [own, other] = if c.googlesql() { ["STORING", "INCLUDE"] } else { ["INCLUDE", "STORING"] };
    if c.at_word(other) {
        let cure = format!(": this dialect writes `{own} (…)`");
        c.expected_at("a clause of the index", c.span(), &cure);
    }
    if c.eat(&["STORING"]).is_some() || c.eat(&["INCLUDE"]).is_some() {
        index.storing.extend(c.some_names("a column").0);
    } else if c.at_word("WHERE") && !index.where_not_null.is_empty() {
        c.expected("`AND` between conditions, in one WHERE");
        return false;
    } else if c.eat(&["WHERE"]).is_some() {
        filter(c, &mut index.where_not_null);
    } else if c.at_word("OPTIONS") || (c.at_word("WITH") && c.is_mark(1, "(")) {
        c.bump();
        index.options.extend(option_list(c));
    } else {
        return storage_clause(c).is_some();
    }
    true
}

/// `c IS NOT NULL AND …`; PostgreSQL takes brackets around any of it.
fn filter(c: &mut Cursor<'_>, columns: &mut Vec<Name>) {
    let (from, errors) = (c.place(), c.errors.len());
    if not_nulls(c, columns).is_some() && c.errors.len() == errors {
        return;
    }
    // Any other filter is no DDL of Spanner's; what follows it still may be.
    let ends = ["WITH", "LOCALITY", "COLUMNAR", "INTERLEAVE", "INCLUDE", "STORING", "OPTIONS"];
    if !c.is_unbalanced() {
        c.back_to(from);
        c.skip_until(|c| c.at_mark(",") || ends.iter().any(|word| c.at_word(word)));
    }
}

/// What to write in place of any other filter.
const NO_OTHER_FILTER: &str = ": Spanner can leave out only rows with NULLs; write `column IS NOT \
                               NULL AND …`";

/// One condition or several.
fn not_nulls(c: &mut Cursor<'_>, columns: &mut Vec<Name>) -> Option<()> {
    loop {
        if !c.googlesql() && c.at_mark("(") {
            c.bump();
            c.deeper(|c| not_nulls(c, columns))?;
            c.expect_mark(")")?;
        } else {
            let reserved = c.kind() == Some(TokenKind::Word) && is_reserved(c.dialect, c.word());
            if reserved || !c.is_name(0) {
                c.expected_at("`column IS NOT NULL`", c.span(), NO_OTHER_FILTER);
                return None;
            }
            let name = c.expect_name("a column")?;
            if c.eat(&["IS", "NOT", "NULL"]).is_none() {
                c.expected_at("`IS NOT NULL`", c.span(), NO_OTHER_FILTER);
                return None;
            }
            columns.push(name);
        }
        if c.at_word("OR") {
            c.expected_at("`AND`", c.span(), NO_OTHER_FILTER);
            return None;
        }
        if c.eat(&["AND"]).is_none() {
            return Some(());
        }
    }
}
