//! `CREATE TABLE`: its list of elements and the clauses after it.

use super::column::column;
use super::cursor::Cursor;
use super::expr::bracketed;
use super::index::{refuse_catalog, refuse_prefix};
use super::options::option_list;
use crate::check::{CONSTRAINT_REFUSED, ELEMENT_REFUSED, KEY_REFUSED, TABLE_REFUSED};
use crate::few::Few;
use crate::text::{Edit, Span};
use crate::tree::{
    CheckDef, CreateTable, Element, ElementKind, ForeignClause, ForeignKeyDef, Interleave, KeyPart,
    Name, OptionItem, PrimaryKey, StatementKind, TokenKind, Ttl,
};
use smol_str::StrExt;

/// How GoogleSQL orders the clauses behind the list, by the words that open them.
const ORDER: &[&[&str]] = &[&["PRIMARY"], &["INTERLEAVE"], &["ROW"], &["OPTIONS"]];

/// How PostgreSQL orders them.
const PG_ORDER: &[&[&str]] = &[&["WITH"], &["LOCALITY"], &["COLUMNAR"], &["INTERLEAVE"], &["TTL"]];

/// `CREATE TABLE [IF NOT EXISTS] t ( … ) …`
pub(super) fn create_table(c: &mut Cursor<'_>) -> Option<StatementKind> {
    c.eat(&["CREATE"])?;
    if !c.at_word("TABLE") {
        let cure = ": Spanner has no temporary tables; delete rows with `TTL`";
        c.expected_at("`TABLE`", c.span(), cure);
        c.bump();
    }
    c.eat(&["TABLE"])?;
    let if_not_exists = c.if_not_exists();
    let Some(name) = c.expect_name("a table name") else {
        c.skip_until(Cursor::at_end);
        return Some(StatementKind::Skipped);
    };
    refuse_catalog(c, &name);
    refuse_prefix(c, &name, "table");
    c.refuse(TABLE_REFUSED);
    let mut table = CreateTable {
        name,
        if_not_exists,
        body: Span::empty(c.span().start),
        elements: Vec::new(),
        primary_key: None,
        interleave: None,
        ttl: None,
        options: Few::default(),
    };
    elements(c, &mut table);
    let mut reached = 0;
    let order = if c.googlesql() { ORDER } else { PG_ORDER };
    loop {
        if c.at_mark(",") {
            let place = c.place();
            c.bump();
            c.check_order(order, &mut reached);
            c.back_to(place);
        } else {
            c.check_order(order, &mut reached);
        }
        if !clause(c, &mut table) {
            break;
        }
    }
    Some(StatementKind::CreateTable(table))
}

/// Elements that room is made for at once; an assumption of ours, wider than nearly any table. A
/// list of more commas than that may be nothing but commas.
const ROOM_MAX: usize = 1024;

/// How many things the list in the bracket here may hold: what a list grows to by itself has room
/// for up to twice as many, and a text has as many lists as tables and indexes.
fn room_inside(c: &Cursor<'_>) -> usize {
    c.items_inside().min(ROOM_MAX)
}

/// The list in parentheses.
fn elements(c: &mut Cursor<'_>, table: &mut CreateTable) {
    table.elements.reserve_exact(room_inside(c));
    elements_inside(c, table);
    if table.elements.len() > ROOM_MAX {
        table.elements.shrink_to_fit();
    }
}

fn elements_inside(c: &mut Cursor<'_>, table: &mut CreateTable) {
    let Some(open) = c.expect_mark("(") else { return };
    loop {
        table.body = Span::new(open.end, c.span().start.max(open.end));
        if c.at_mark(")") && table.elements.is_empty() && !c.googlesql() {
            c.expected("a column or a constraint");
        }
        if c.eat_mark(")").is_some() {
            return;
        }
        if c.at_end() {
            c.expected("`)`");
            return;
        }
        if c.at_mark(",") {
            // Around an elision a comma is as good as none.
            let after_elision = table.elements.last().is_some_and(is_elision);
            if !after_elision {
                c.expected("a column or a constraint");
            }
            c.bump();
            continue;
        }
        let start = c.span();
        let kind = element(c, &mut table.primary_key);
        let span = start.to(c.last_span());
        let broken = !at_element_end(c);
        if broken {
            c.expected("`,` or `)`");
            c.skip_until(at_element_end);
        }
        let comma = c.eat_mark(",");
        if comma.is_none() && !broken && starts_element(c) && !is_left_out(&kind) {
            let edits = vec![Edit::insert(span.end, ",")];
            c.curable("`,`", c.span(), "", "Put a comma before it", edits);
        }
        if let Some(comma) = comma
            && !c.googlesql()
            && c.at_mark(")")
        {
            let edits = vec![Edit::delete(comma)];
            let cure = ": in the PostgreSQL dialect no `,` follows the last column";
            c.curable("a column or a constraint", c.span(), cure, "Take the comma out", edits);
        }
        table.elements.push(Element { span, comma, comments: Few::default(), kind });
    }
}

fn is_elision(element: &Element) -> bool {
    is_left_out(&element.kind)
}

fn is_left_out(kind: &ElementKind) -> bool {
    matches!(kind, ElementKind::Elision)
}

/// Whether the element read so far is over, be it for want of a comma.
pub(super) fn at_element_end(c: &Cursor<'_>) -> bool {
    c.at_end() || c.at_mark(",") || c.at_mark(")") || c.at_elision() || starts_element(c)
}

/// Whether another element plainly starts here, so that only its comma was forgotten.
pub(super) fn starts_element(c: &Cursor<'_>) -> bool {
    if at_primary_key(c) || c.looking_at(&["FOREIGN", "KEY"]) {
        return true;
    }
    // `Name STRING(…)` on a line of its own.
    c.on_new_line() && c.at_name() && c.kind_ahead(1) == Some(TokenKind::Word) && !at_clause(c)
}

/// Whether a clause of a column or of a constraint is next.
pub(super) fn at_clause(c: &Cursor<'_>) -> bool {
    const CLAUSES: &[&str] = &[
        "NOT",
        "NULL",
        "DEFAULT",
        "ON",
        "AS",
        "GENERATED",
        "PRIMARY",
        "PLACEMENT",
        "HIDDEN",
        "CHECK",
        "REFERENCES",
        "CONSTRAINT",
        "OPTIONS",
        "STORED",
        "VIRTUAL",
        "VECTOR",
        "LOCALITY",
        "UNIQUE",
        "ENFORCED",
        "AUTO_INCREMENT",
        "COLLATE",
        "INTERLEAVE",
        "MATCH",
        "DEFERRABLE",
        "INITIALLY",
    ];
    c.at_any(CLAUSES)
}

/// `PRIMARY KEY (`: of the table, not of a column.
fn at_primary_key(c: &Cursor<'_>) -> bool {
    c.looking_at(&["PRIMARY", "KEY"]) && c.is_mark(2, "(")
}

/// One element of the list.
fn element(c: &mut Cursor<'_>, key: &mut Option<PrimaryKey>) -> ElementKind {
    if c.elision() {
        return ElementKind::Elision;
    }
    let start = c.span();
    let name = constraint_name(c);
    if at_primary_key(c) {
        if let Some(name) = name {
            let cure = ": Spanner names no primary key; leave `CONSTRAINT` and its name out";
            c.expected_at("`PRIMARY KEY`", start.to(name.span), cure);
        }
        set_key(c, key);
        while c.refuse(CONSTRAINT_REFUSED) {}
        return ElementKind::PrimaryKey;
    }
    if let Some(constraint) = constraint(c, start, name) {
        return constraint;
    }
    if c.at_word("SYNONYM") && c.is_mark(1, "(") {
        c.note("kept, not looked into: SYNONYM".to_owned(), c.span());
        c.bump();
        c.bump();
        let _ = c.expect_name("a name");
        c.expect_mark(")");
        return ElementKind::Other;
    }
    let refused = c.is_mark(1, "(") || c.at_word("EXCLUDE") || c.is_word(1, "USING");
    if (refused || (c.at_word("LIKE") && c.is_name(1) && !c.googlesql()))
        && c.refuse(ELEMENT_REFUSED)
    {
        return ElementKind::Other;
    }
    column(c, "`,` or `)`")
}

/// `CONSTRAINT n`, where a constraint of the table follows.
pub(super) fn constraint_name(c: &mut Cursor<'_>) -> Option<Name> {
    let follows = ["FOREIGN", "CHECK", "PRIMARY", "UNIQUE", "EXCLUDE"];
    if c.at_word("CONSTRAINT") && c.is_name(1) && follows.iter().any(|word| c.is_word(2, word)) {
        c.bump();
        return c.expect_name("a name for the constraint");
    }
    None
}

/// `FOREIGN KEY …` or `CHECK (…)`, whose name is read already.
pub(super) fn constraint(
    c: &mut Cursor<'_>,
    start: Span,
    name: Option<Name>,
) -> Option<ElementKind> {
    if c.eat(&["FOREIGN", "KEY"]).is_some() {
        let (columns, columns_list) = c.some_names("a column");
        return Some(match references(c, start) {
            Some(key) => ElementKind::ForeignKey(Box::new(ForeignKeyDef {
                name,
                columns,
                columns_list,
                ..key
            })),
            None => ElementKind::Other,
        });
    }
    if c.at_word("CHECK") && c.is_mark(1, "(") {
        c.bump();
        return Some(match bracketed(c) {
            Some(expr) => ElementKind::Check(CheckDef {
                span: start.to(c.last_span()),
                name,
                expr: expr.into(),
            }),
            None => ElementKind::Other,
        });
    }
    None
}

/// `REFERENCES t [(…)] …`: a foreign key without its own columns.
pub(super) fn references(c: &mut Cursor<'_>, start: Span) -> Option<ForeignKeyDef> {
    if c.eat(&["REFERENCES"]).is_none() {
        c.expected("`REFERENCES`");
        return None;
    }
    let table = c.expect_name("a table name")?;
    let (referenced, referenced_list) = if c.at_mark("(") {
        c.some_names("a column")
    } else {
        // In PostgreSQL a rule says so.
        if c.googlesql() {
            c.expected("`(` and the columns that are referred to");
        }
        (Vec::new(), Span::empty(c.last_span().end))
    };
    let mut key = ForeignKeyDef {
        span: start,
        name: None,
        columns: Vec::new(),
        columns_list: Span::empty(start.start),
        table,
        referenced,
        referenced_list,
        on_delete_cascade: false,
        enforced: true,
        foreign: Vec::new(),
    };
    loop {
        if c.looking_at(&["ON", "DELETE"]) {
            let action = on_delete(c);
            key.on_delete_cascade = action.cascade;
            key.foreign.extend(action.foreign);
        } else if c.eat(&["NOT", "ENFORCED"]).is_some() {
            key.enforced = false;
        } else if c.looking_at(&["ON", "UPDATE"]) && foreign_action(c) {
            key.foreign.push(on_update(c));
        } else if let Some(clause) = match_kind(c).or_else(|| deferred(c)) {
            key.foreign.push(clause);
        } else if c.eat(&["ENFORCED"]).is_none()
            && !checked_at_once(c)
            && !c.refuse(CONSTRAINT_REFUSED)
        {
            break;
        }
    }
    if key.on_delete_cascade && !key.enforced {
        let what = "`ON DELETE CASCADE` on an enforced foreign key only";
        c.expected_at(what, c.last_span(), "");
    }
    key.span = start.to(c.last_span());
    Some(key)
}

/// `NOT DEFERRABLE`, `INITIALLY IMMEDIATE`: how Spanner checks constraints anyway (PostgreSQL).
pub(super) fn checked_at_once(c: &mut Cursor<'_>) -> bool {
    !c.googlesql()
        && (c.eat(&["NOT", "DEFERRABLE"]).is_some() || c.eat(&["INITIALLY", "IMMEDIATE"]).is_some())
}

/// What `ON DELETE` says.
#[derive(Default)]
struct OnDelete {
    /// It is written.
    said: bool,
    /// `CASCADE`.
    cascade: bool,
    /// An action that Spanner lacks.
    foreign: Option<ForeignClause>,
}

/// `ON DELETE CASCADE` or `ON DELETE NO ACTION`, if it is next.
fn on_delete(c: &mut Cursor<'_>) -> OnDelete {
    if c.eat(&["ON", "DELETE"]).is_none() {
        return OnDelete::default();
    }
    let cascade = c.eat(&["CASCADE"]).is_some();
    let mut foreign = None;
    if !cascade && c.eat(&["NO", "ACTION"]).is_none() {
        let known = c.at_word("RESTRICT") || c.at_word("SET");
        let cure = if known { ": Spanner knows no other action" } else { "" };
        let span = c.span();
        c.expected_at("`CASCADE` or `NO ACTION`", span, cure);
        foreign = other_action(c)
            .map(|action| ForeignClause { said: format!("ON DELETE {action}"), span });
    }
    OnDelete { said: true, cascade, foreign }
}

/// `ON UPDATE …`, of which Spanner knows `NO ACTION` alone.
fn on_update(c: &mut Cursor<'_>) -> ForeignClause {
    let span = c.span();
    if c.eat(&["ON", "UPDATE", "NO", "ACTION"]).is_some() {
        return ForeignClause { said: "ON UPDATE NO ACTION".to_owned(), span };
    }
    let cure = ": Spanner does nothing when a key is updated, for keys never are";
    c.expected_at("`ON UPDATE NO ACTION`, or nothing", span, cure);
    c.bump();
    c.bump();
    let said = format!("ON UPDATE {}", other_action(c).unwrap_or_default());
    ForeignClause { said, span }
}

/// `MATCH SIMPLE`: how Spanner compares keys. It refuses `MATCH PARTIAL` later.
fn match_kind(c: &mut Cursor<'_>) -> Option<ForeignClause> {
    ["SIMPLE", "FULL", "PARTIAL"].iter().find_map(|kind| {
        let span = c.eat(&["MATCH", kind])?;
        Some(ForeignClause { said: format!("MATCH {kind}"), span })
    })
}

/// `DEFERRABLE`, `INITIALLY DEFERRED`, which Spanner refuses.
fn deferred(c: &mut Cursor<'_>) -> Option<ForeignClause> {
    let words: &[&str] = if c.at_word("DEFERRABLE") {
        &["DEFERRABLE"]
    } else {
        c.looking_at(&["INITIALLY", "DEFERRED"]).then_some(&["INITIALLY", "DEFERRED"])?
    };
    let start = c.span();
    c.refuse(CONSTRAINT_REFUSED);
    Some(ForeignClause { said: words.join(" "), span: start.to(c.last_span()) })
}

/// Whether `ON UPDATE` here is of a foreign key, not of the column that refers.
fn foreign_action(c: &Cursor<'_>) -> bool {
    ["NO", "CASCADE", "RESTRICT", "SET"].iter().any(|word| c.is_word(2, word))
}

/// PostgreSQL knows more actions; taking them keeps the rest of the clause readable.
fn other_action(c: &mut Cursor<'_>) -> Option<&'static str> {
    let actions: [(&[&str], &str); 4] = [
        (&["RESTRICT"], "RESTRICT"),
        (&["SET", "NULL"], "SET NULL"),
        (&["SET", "DEFAULT"], "SET DEFAULT"),
        (&["CASCADE"], "CASCADE"),
    ];
    actions.iter().find_map(|(words, said)| c.eat(words).map(|_| *said))
}

/// `PRIMARY KEY ( … )`; a second one is an error, and the first counts.
fn set_key(c: &mut Cursor<'_>, key: &mut Option<PrimaryKey>) {
    let Some(start) = c.eat(&["PRIMARY", "KEY"]) else { return };
    if key.is_some() {
        c.expected_at("one primary key", start, ": the first counts");
    }
    let (parts, list) = key_parts(c);
    if !c.googlesql()
        && let Some(part) = parts.iter().find(|part| part.span != part.name.span)
    {
        let order = Span::new(part.name.span.end, part.span.end);
        let start = part.span.end - len(order.of(c.text).trim_start());
        let cure = ": in the PostgreSQL dialect keys ascend; an index may descend";
        c.expected_at("`,` or `)`", Span::new(start, part.span.end), cure);
    }
    let read = PrimaryKey { span: start.to(c.last_span()), list, parts };
    key.get_or_insert(read);
}

fn len(text: &str) -> u32 {
    crate::text::at(text.len())
}

/// `( c [ASC|DESC], … )`
pub(super) fn key_parts(c: &mut Cursor<'_>) -> (Vec<KeyPart>, Span) {
    let mut parts = Vec::with_capacity(room_inside(c));
    if !c.googlesql() && c.at_mark("(") && c.is_mark(1, ")") {
        let open = c.bump();
        c.expected("a column");
        c.bump();
        return (parts, Span::empty(open.end));
    }
    // The emulator takes no comma behind the last part, and other readers of GoogleSQL do.
    let list = c.list_with(c.googlesql(), |c| {
        let place = c.place();
        key_part(c, place, &mut parts);
    });
    (parts, list)
}

/// `[NULLS FIRST|LAST]`: whether it changes where NULLs stand. They are the smallest values in
/// GoogleSQL and the largest in PostgreSQL.
fn nulls_moved(c: &mut Cursor<'_>, desc: bool) -> bool {
    if c.googlesql() && c.at_word("NULLS") {
        let what = "`,` or `)`";
        c.expected_at(what, c.span(), ": in GoogleSQL NULL is the smallest value; leave this out");
    }
    let first_by_default = c.googlesql() != desc;
    if c.eat(&["NULLS", "FIRST"]).is_some() {
        return !first_by_default;
    }
    c.eat(&["NULLS", "LAST"]).is_some() && first_by_default
}

/// `c [ASC|DESC]`, at the place where it starts.
fn key_part(c: &mut Cursor<'_>, place: usize, parts: &mut Vec<KeyPart>) {
    if !c.is_mark(1, "(") {
        c.refuse_reserved("a column");
    }
    match c.name() {
        Some(name) if !c.at_mark("(") => {
            let start = name.span;
            let desc = c.eat(&["DESC"]).is_some();
            if !desc {
                let _ = c.eat(&["ASC"]);
            }
            let nulls_moved = nulls_moved(c, desc);
            parts.push(KeyPart { name, desc, nulls_moved, span: start.to(c.last_span()) });
            if !c.refuse(KEY_REFUSED) && c.at_name() && !c.on_new_line() && !c.googlesql() {
                let cure = ": Spanner has no operator classes; leave this out";
                c.expected_at("`,` or `)`", c.span(), cure);
                c.bump();
            }
        }
        Some(_) => {
            c.back_to(place);
            let cure = ": Spanner indexes columns only; generate one from the expression";
            c.expected_at("a column", c.span(), cure);
            c.skip_until(|c| c.at_mark(",") || c.at_mark(")"));
        }
        None => {
            let span = c.span();
            let cure = if c.at_mark("(") {
                ": Spanner indexes columns only; generate one from the expression"
            } else {
                ""
            };
            c.expected_at("a column", span, cure);
            c.skip_until(|c| c.at_mark(",") || c.at_mark(")"));
        }
    }
}

/// One clause after the list; false when none is next.
fn clause(c: &mut Cursor<'_>, table: &mut CreateTable) -> bool {
    let comma = c.eat_mark(",");
    if c.elision() {
        return true;
    }
    if at_primary_key(c) {
        if let Some(comma) = comma {
            let cure = ": take this comma out";
            let edits = vec![Edit::delete(comma)];
            let what = "`PRIMARY KEY` right after the `)`";
            c.curable(what, comma, cure, "Take the comma out", edits);
        }
        let start = c.span();
        set_key(c, &mut table.primary_key);
        if !c.googlesql() {
            key_inside(c, table, start.to(c.last_span()));
        }
    } else if c.looking_at(&["INTERLEAVE", "IN"]) {
        check_comma(c, comma, "INTERLEAVE");
        table.interleave = interleave(c);
    } else if c.looking_at(&["ROW", "DELETION"]) || c.looking_at(&["TTL"]) {
        let word = if c.at_word("TTL") { "TTL" } else { "ROW DELETION POLICY" };
        check_comma(c, comma, word);
        table.ttl = ttl(c);
    } else if c.at_word("OPTIONS") || (c.at_word("WITH") && c.is_mark(1, "(")) {
        c.bump();
        table.options.extend(option_list(c));
    } else if let Some(item) = storage_clause(c) {
        table.options.push(item);
    } else {
        if let Some(comma) = comma {
            trailing_comma(c, comma);
        }
        return c.refuse(TABLE_REFUSED);
    }
    true
}

/// The PostgreSQL dialect has the key inside the list, where an edit can put it.
fn key_inside(c: &mut Cursor<'_>, table: &CreateTable, key: Span) {
    let from = table.elements.last().map_or(table.body.start, |element| element.span.end);
    let comma = if table.elements.is_empty() { "" } else { ", " };
    let edits = vec![Edit::insert(from, format!("{comma}{}", key.of(c.text))), Edit::delete(key)];
    let what = "the end of the statement";
    let cure = ": in the PostgreSQL dialect the key stands inside the list of columns";
    c.curable(what, key, cure, "Move the key into the list", edits);
}

/// A comma that nothing follows that a comma could introduce.
pub(super) fn trailing_comma(c: &mut Cursor<'_>, comma: Span) {
    if c.at_end() {
        c.expected_at("the end of the statement", comma, "");
    } else {
        c.expected("a clause after the `,`");
    }
}

/// GoogleSQL wants a comma before the clauses of a table, PostgreSQL has none.
pub(super) fn check_comma(c: &mut Cursor<'_>, comma: Option<Span>, word: &str) {
    match comma {
        None if c.googlesql() => {
            let span = c.span();
            let edits = vec![Edit::insert(c.last_span().end, ",")];
            let what = format!("`,` before `{word}`");
            c.curable(&what, span, "", "Put the comma there", edits);
        }
        Some(span) if !c.googlesql() => {
            let what = format!("`{word}` without a `,` before it");
            let edits = vec![Edit::delete(span)];
            c.curable(&what, span, "", "Take the comma out", edits);
        }
        _ => {}
    }
}

/// `LOCALITY GROUP g`, `COLUMNAR POLICY p` (PostgreSQL).
pub(super) fn storage_clause(c: &mut Cursor<'_>) -> Option<OptionItem> {
    let (start, key) = if let Some(start) = c.eat(&["LOCALITY", "GROUP"]) {
        (start, "locality_group")
    } else {
        (c.eat(&["COLUMNAR", "POLICY"])?, "columnar_policy")
    };
    let value = if c.at_word("NULL") { c.name()? } else { c.expect_name("a name")? };
    Some(OptionItem {
        key: key.into(),
        value: value.text.to_ascii_lowercase_smolstr(),
        span: start.to(value.span),
    })
}

/// `INTERLEAVE IN [PARENT] t [ON DELETE …]`
pub(super) fn interleave(c: &mut Cursor<'_>) -> Option<Interleave> {
    let start = c.eat(&["INTERLEAVE", "IN"])?;
    let lone = c.at_word("PARENT") && is_named_parent(c);
    if lone && c.googlesql() {
        // Whether the table is called so or its name is missing, nobody can tell.
        let parent = c.name()?;
        c.expected("a table name; a table called `parent` wants backticks");
        return Some(interleaved(c, start, parent, false));
    }
    let enforced = c.at_word("PARENT") && !lone;
    if enforced {
        c.bump();
    }
    let parent = if c.at_mark("(") { in_brackets(c)? } else { c.expect_name("a table name")? };
    Some(interleaved(c, start, parent, enforced))
}

/// The end of the clause, whose parent is read.
fn interleaved(c: &mut Cursor<'_>, start: Span, parent: Name, enforced: bool) -> Interleave {
    let action = on_delete(c);
    Interleave {
        span: start.to(c.last_span()),
        parent,
        enforced,
        on_delete_cascade: action.cascade,
        on_delete_said: action.said,
    }
}

/// Whether the `PARENT` here is a table of that name: what follows is a clause and no name.
fn is_named_parent(c: &Cursor<'_>) -> bool {
    const CLAUSES: &[[&str; 2]] =
        &[["ON", "DELETE"], ["TTL", "INTERVAL"], ["LOCALITY", "GROUP"], ["COLUMNAR", "POLICY"]];
    let clause = |words: &[&str; 2]| c.is_word(1, words[0]) && c.is_word(2, words[1]);
    !(c.is_name(1) || c.is_mark(1, "(")) || CLAUSES.iter().any(clause)
}

/// `(Singers)`, as a page of Google's writes the parent.
fn in_brackets(c: &mut Cursor<'_>) -> Option<Name> {
    let open = c.bump();
    let place = c.place();
    let name = c.name();
    let mut edits = vec![Edit::delete(open)];
    edits.extend(c.eat_mark(")").map(Edit::delete));
    let end = c.place();
    c.back_to(place);
    let label = "Take the parentheses out";
    c.curable("a table name", open, ": take the parentheses out", label, edits);
    c.back_to(end);
    name
}

/// `ROW DELETION POLICY (OLDER_THAN(c, INTERVAL n DAY))` or `TTL INTERVAL '…' ON c`.
pub(super) fn ttl(c: &mut Cursor<'_>) -> Option<Ttl> {
    if let Some(start) = c.eat(&["TTL"]) {
        if c.eat(&["INTERVAL"]).is_none() {
            c.expected("`INTERVAL`");
            return None;
        }
        let days = interval_days(c);
        if c.eat(&["ON"]).is_none() {
            c.expected("`ON`");
            return None;
        }
        let column = c.expect_name("a column")?;
        return Some(Ttl { span: start.to(c.last_span()), column, days });
    }
    let start = c.eat(&["ROW", "DELETION"])?;
    if c.eat(&["POLICY"]).is_none() {
        c.expected("`POLICY`");
        return None;
    }
    let close = c.closing_place();
    c.expect_mark("(")?;
    let read = older_than(c);
    match close {
        // Whatever stands in the brackets, reading goes on behind them.
        Some(close) => {
            if read.is_some() && c.place() != close {
                c.expected("`)`");
            }
            c.back_to(close + 1);
        }
        None => {
            c.expected("`)`");
            c.skip_until(Cursor::at_end);
        }
    }
    let (column, days) = read?;
    Some(Ttl { span: start.to(c.last_span()), column, days })
}

/// `OLDER_THAN(c, INTERVAL n DAY)`
fn older_than(c: &mut Cursor<'_>) -> Option<(Name, Option<u32>)> {
    if c.eat(&["OLDER_THAN"]).is_none() {
        c.expected("`OLDER_THAN`");
        return None;
    }
    c.expect_mark("(")?;
    let column = c.expect_name("a timestamp column")?;
    c.expect_mark(",")?;
    if c.eat(&["INTERVAL"]).is_none() {
        c.expected("`INTERVAL`");
        return None;
    }
    let said = c.at_whole_number();
    let days = c.number();
    if !said {
        c.expected("a number of days");
    }
    if c.eat(&["DAY"]).is_none() {
        c.expected("`DAY`");
    }
    c.expect_mark(")")?;
    Some((column, days))
}

/// The days of `'30 days'`, `'2 weeks'`; `None` for other units.
fn interval_days(c: &mut Cursor<'_>) -> Option<u32> {
    if c.kind() != Some(TokenKind::String) {
        c.expected("an interval such as `'30 days'`");
        return None;
    }
    let said = c.word().trim_matches('\'').trim().to_ascii_lowercase();
    c.bump();
    let digits = said.len() - said.trim_start_matches(|ch: char| ch.is_ascii_digit()).len();
    let count: u32 = said[..digits].parse().ok()?;
    match said[digits..].trim() {
        "d" | "day" | "days" => Some(count),
        "w" | "week" | "weeks" => count.checked_mul(7),
        _ => None,
    }
}
