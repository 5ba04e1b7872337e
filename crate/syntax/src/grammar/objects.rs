//! Statements about objects beside tables and indexes: most are checked and kept by name alone.

use super::cursor::Cursor;
use super::object_name::refuse_prefix;
use super::options::option_list;
use super::types::stored_type;
use crate::check;
use crate::text::{Edit, Span};
use crate::tree::{AlterChangeStream, Name, StatementKind, StreamAction, TokenKind};

/// `CREATE …` of one of these; `None`, with the cursor where it was, for anything else.
pub(super) fn create(c: &mut Cursor<'_>) -> Option<StatementKind> {
    let place = c.place();
    let start = c.rest_span();
    c.eat(&["CREATE"])?;
    let or_replace = c.eat(&["OR", "REPLACE"]).is_some();
    if (c.at_word("TEMP") || c.at_word("TEMPORARY")) && c.is_word(1, "VIEW") {
        let cure = ": Spanner has no temporary views; create one and drop it";
        c.expected_at("`VIEW`", c.span(), cure);
        c.bump();
    }
    let Some(words) = kind(c) else {
        if or_replace && c.googlesql() {
            c.expected("`VIEW`, `FUNCTION`, `MODEL`, `PROPERTY GRAPH` or `SCHEMA`");
        }
        c.back_to(place);
        return None;
    };
    if or_replace && !REPLACEABLE.contains(&words) {
        c.expected("`VIEW`, `FUNCTION`, `MODEL`, `PROPERTY GRAPH` or `SCHEMA`");
    }
    let split: Vec<&str> = words.split(' ').collect();
    c.eat(&split)?;
    let read = body(c, words, or_replace);
    if read.is_none() {
        c.skip_until(Cursor::at_end);
    }
    let (kind, object) = match read {
        Some(Read::Kind(kind)) => (Some(*kind), None),
        Some(Read::Name(name)) => (None, name),
        None => (None, None),
    };
    let replace = if or_replace { "OR REPLACE " } else { "" };
    let words = format!("CREATE {replace}{words}");
    let kind = kind.unwrap_or_else(|| StatementKind::other(words.clone(), object));
    let shown = named(&kind).map_or(String::new(), |name| format!(" `{}`", name.text));
    let read = matches!(
        kind,
        StatementKind::CreateChangeStream(_) | StatementKind::CreatePropertyGraph(_)
    );
    if !read {
        c.note(format!("kept as is, not analysed: {words}{shown}"), start);
    }
    Some(kind)
}

fn named(kind: &StatementKind) -> Option<&Name> {
    match kind {
        StatementKind::CreateSchema(name) => Some(name),
        StatementKind::CreateView(view) => Some(&view.name),
        StatementKind::CreateChangeStream(stream) => Some(&stream.name),
        StatementKind::CreatePropertyGraph(graph) => Some(&graph.name),
        StatementKind::Other(other) => other.object.as_ref(),
        _ => None,
    }
}

/// What the words behind `CREATE` may be.
const KINDS: &[&str] = &[
    "DATABASE",
    "SCHEMA",
    "VIEW",
    "CHANGE STREAM",
    "ROLE",
    "PLACEMENT",
    "LOCALITY GROUP",
    "FUNCTION",
    "PROTO BUNDLE",
    "MODEL",
    "PROPERTY GRAPH",
];

/// How many of them, the last, are GoogleSQL's alone.
const GOOGLESQL_KINDS: usize = 4;

/// Those that `OR REPLACE` may stand before.
const REPLACEABLE: &[&str] = &["VIEW", "FUNCTION", "MODEL", "PROPERTY GRAPH", "SCHEMA"];

fn kind(c: &Cursor<'_>) -> Option<&'static str> {
    let next = |kind: &&&str| kind.split(' ').enumerate().all(|(i, word)| c.is_word(i, word));
    // The PostgreSQL dialect has no functions, models and graphs of its own.
    let last = if c.googlesql() { KINDS.len() } else { KINDS.len() - GOOGLESQL_KINDS };
    KINDS[..last].iter().find(next).copied()
}

/// What was read.
enum Read {
    /// A statement with a kind of its own.
    Kind(Box<StatementKind>),
    /// Any other; its name, if it has one.
    Name(Option<Name>),
}

fn kept(kind: StatementKind) -> Read {
    Read::Kind(Box::new(kind))
}

fn body(c: &mut Cursor<'_>, words: &str, or_replace: bool) -> Option<Read> {
    let name = match words {
        "VIEW" => return super::view::create_view(c, or_replace).map(kept),
        "CHANGE STREAM" => return super::stream::create(c).map(kept),
        "SCHEMA" => return schema(c).map(|name| kept(StatementKind::CreateSchema(name))),
        "PROTO BUNDLE" => return proto_bundle(c).map(|()| Read::Name(None)),
        "FUNCTION" => super::view::create_function(c),
        "DATABASE" => database(c),
        "ROLE" => c.expect_name("a name for the role"),
        "PLACEMENT" => placement(c),
        "LOCALITY GROUP" => locality_group(c),
        "MODEL" => model(c, or_replace),
        _ => return super::graph::create(c, or_replace).map(kept),
    };
    name.map(|name| Read::Name(Some(name)))
}

/// `d [OPTIONS (…)]`
fn database(c: &mut Cursor<'_>) -> Option<Name> {
    let name = database_name(c)?;
    checked_options(c, check::DATABASE);
    Some(name)
}

/// The name of a database; hyphens, legal in it, must be quoted.
pub(super) fn database_name(c: &mut Cursor<'_>) -> Option<Name> {
    let mut name = c.expect_name("a database name")?;
    let mut span: Span = name.span;
    while c.at_mark("-") && (c.is_name(1) || c.kind_ahead(1) == Some(TokenKind::Number)) {
        c.bump();
        if c.at_word("SET") {
            break;
        }
        span = span.to(c.bump());
    }
    if span != name.span {
        name = Name { text: span.of(c.text).into(), span };
        let quote = if c.googlesql() { "`" } else { "\"" };
        let edits = vec![Edit::insert(span.start, quote), Edit::insert(span.end, quote)];
        c.curable("quotes around a name with hyphens", span, "", "Quote the name", edits);
    }
    Some(name)
}

/// `[IF NOT EXISTS] s [OPTIONS (…)]`
fn schema(c: &mut Cursor<'_>) -> Option<Name> {
    c.if_not_exists();
    let name = c.expect_name("a name for the schema")?;
    refuse_prefix(c, &name, "schema");
    if c.eat(&["OPTIONS"]).is_some() {
        option_list(c);
    }
    Some(name)
}

/// `OPTIONS (…)`, if it is next.
fn checked_options(c: &mut Cursor<'_>, known: check::Known) {
    if c.eat(&["OPTIONS"]).is_some() {
        let items = option_list(c);
        c.errors.extend(check::options(c.text, known, &items));
    }
}

/// `[IF NOT EXISTS] p [OPTIONS (…)]`, in PostgreSQL `WITH (…)`
fn placement(c: &mut Cursor<'_>) -> Option<Name> {
    c.if_not_exists();
    let name = c.expect_name("a name for the placement")?;
    if !c.googlesql() && c.eat(&["WITH"]).is_some() {
        let items = option_list(c);
        c.errors.extend(check::options(c.text, check::PLACEMENT, &items));
    } else {
        checked_options(c, check::PLACEMENT);
    }
    Some(name)
}

/// `[IF NOT EXISTS] g [OPTIONS (…)]`, in PostgreSQL `[STORAGE '…'] [SSD_TO_HDD_… '…']`
fn locality_group(c: &mut Cursor<'_>) -> Option<Name> {
    c.if_not_exists();
    let name = group_name(c, "a name for the locality group")?;
    checked_options(c, check::LOCALITY_GROUP);
    if !c.googlesql() {
        storage(c)?;
    }
    Some(name)
}

/// The name of a locality group; the one that every database has is named by a reserved word.
fn group_name(c: &mut Cursor<'_>, what: &str) -> Option<Name> {
    if c.at_word("DEFAULT") { c.name() } else { c.expect_name(what) }
}

/// `[STORAGE '…'] [SSD_TO_HDD_SPILL_TIMESPAN '…']`
fn storage(c: &mut Cursor<'_>) -> Option<()> {
    if c.eat(&["STORAGE"]).is_some() {
        c.expect_string("`'ssd'` or `'hdd'`")?;
    }
    if c.eat(&["SSD_TO_HDD_SPILL_TIMESPAN"]).is_some() {
        c.expect_string("a time such as `'10d'`")?;
    }
    Some(())
}

/// `( path, … [,] )`, at least one.
fn proto_bundle(c: &mut Cursor<'_>) -> Option<()> {
    c.expect_mark("(")?;
    loop {
        c.expect_name("a message or an enum")?;
        if c.eat_mark(",").is_none() {
            c.expect_mark(")")?;
            return Some(());
        }
        if c.eat_mark(")").is_some() {
            return Some(());
        }
    }
}

/// `[IF NOT EXISTS] m [INPUT (…) OUTPUT (…)] [REMOTE] [OPTIONS (…)]`
fn model(c: &mut Cursor<'_>, or_replace: bool) -> Option<Name> {
    if or_replace && c.at_word("IF") {
        c.expected("a name for the model: `OR REPLACE` is already given");
    }
    c.if_not_exists();
    let name = c.expect_name("a name for the model")?;
    if c.eat(&["INPUT"]).is_some() {
        model_columns(c)?;
        c.expect(&["OUTPUT"])?;
        model_columns(c)?;
    }
    let _ = c.eat(&["REMOTE"]);
    checked_options(c, check::MODEL);
    Some(name)
}

/// `( name type [OPTIONS (…)], … )`
fn model_columns(c: &mut Cursor<'_>) -> Option<()> {
    c.expect_mark("(")?;
    loop {
        c.expect_name("a column")?;
        if stored_type(c).is_none() {
            c.expected("a type");
            return None;
        }
        // Any of these parses and is rejected by the schema.
        let _ = c.eat(&["NOT", "NULL"]);
        let _ = c.eat(&["HIDDEN"]);
        if c.eat(&["AS"]).is_some() || c.eat(&["DEFAULT"]).is_some() {
            c.brackets()?;
            let _ = c.eat(&["STORED"]);
        }
        checked_options(c, check::MODEL_COLUMN);
        if c.eat_mark(",").is_none() {
            if c.at_word("PRIMARY") {
                c.expected("`,` or `)`: a model has no key");
                return None;
            }
            c.expect_mark(")")?;
            return Some(());
        }
        if c.eat_mark(")").is_some() {
            return Some(());
        }
    }
}

/// Kinds of things that `ALTER` names, apart from those of the schema.
const ALTERED: &[&str] = &[
    "CHANGE STREAM",
    "MODEL",
    "PROTO BUNDLE",
    "LOCALITY GROUP",
    "PLACEMENT",
    "SCHEMA",
    "STATISTICS",
];

/// `ALTER …` of one of these; `None`, with the cursor where it was, for anything else.
pub(super) fn alter(c: &mut Cursor<'_>) -> Option<StatementKind> {
    let place = c.place();
    let span = c.rest_span();
    c.eat(&["ALTER"])?;
    if c.at_word("VIEW") {
        let cure = ": Spanner cannot alter views; use `CREATE OR REPLACE VIEW`";
        c.expected_at("`TABLE`, `INDEX`, `SEQUENCE` or another kind of object", c.span(), cure);
        c.back_to(place);
        return None;
    }
    let next = |kind: &&&str| kind.split(' ').enumerate().all(|(i, word)| c.is_word(i, word));
    let Some(&words) = ALTERED.iter().find(next) else {
        c.back_to(place);
        return None;
    };
    let split: Vec<&str> = words.split(' ').collect();
    c.eat(&split)?;
    let mut action = StreamAction::Other;
    let object = if words == "PROTO BUNDLE" {
        if alter_bundle(c).is_none() {
            c.skip_until(Cursor::at_end);
        }
        None
    } else {
        c.if_exists();
        let what = "the name of the object";
        let group = words == "LOCALITY GROUP";
        let name = if group { group_name(c, what) } else { c.expect_name(what) };
        if name.is_none() || alteration(c, words, &mut action).is_none() {
            c.skip_until(Cursor::at_end);
        }
        name
    };
    if words == "CHANGE STREAM"
        && let Some(name) = object
    {
        return Some(StatementKind::AlterChangeStream(Box::new(AlterChangeStream {
            name,
            action,
        })));
    }
    let shown = object.as_ref().map_or(String::new(), |name| format!(" `{}`", name.text));
    c.note(format!("kept as is, not analysed: ALTER {words}{shown}"), span);
    Some(StatementKind::other(format!("ALTER {words}"), object))
}

/// What follows the name.
fn alteration(c: &mut Cursor<'_>, words: &str, action: &mut StreamAction) -> Option<()> {
    match words {
        "CHANGE STREAM" => {
            *action = super::stream::alter(c)?;
            Some(())
        }
        "MODEL" => altered_options(c, Some(check::MODEL), false),
        "LOCALITY GROUP" => locality_options(c),
        "PLACEMENT" => altered_options(c, Some(check::PLACEMENT), false),
        "SCHEMA" => altered_options(c, None, false),
        _ => altered_options(c, Some(check::STATISTICS), true),
    }
}

/// `[SET OPTIONS (…)]`
fn altered_options(c: &mut Cursor<'_>, known: Option<check::Known>, must: bool) -> Option<()> {
    if c.at_end() && !must {
        return Some(());
    }
    c.expect(&["SET", "OPTIONS"])?;
    let items = option_list(c);
    if let Some(known) = known {
        c.errors.extend(check::options(c.text, known, &items));
    }
    Some(())
}

/// `SET OPTIONS (…)`, in PostgreSQL `[STORAGE '…'] [SSD_TO_HDD_… '…']`
fn locality_options(c: &mut Cursor<'_>) -> Option<()> {
    if c.googlesql() {
        let _ = c.eat(&["SET"]);
        checked_options(c, check::LOCALITY_GROUP);
        return Some(());
    }
    let _ = c.eat(&["SET"]);
    storage(c)
}

/// `[INSERT (…)] [UPDATE (…)] [DELETE (…)]`
fn alter_bundle(c: &mut Cursor<'_>) -> Option<()> {
    for verb in ["INSERT", "UPDATE", "DELETE"] {
        if c.eat(&[verb]).is_some() {
            proto_bundle(c)?;
        }
    }
    Some(())
}
