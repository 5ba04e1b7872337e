//! Names for what a fix adds: in the house style of the table, free, and no reserved word.

use crate::schema::{Schema, Table, TableId};
use crate::syntax::tree::Dialect;

/// How the names of a table are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    /// `ShardId`.
    Pascal,
    /// `shardId`.
    Camel,
    /// `shard_id`.
    Snake,
    /// `SHARD_ID`.
    UpperSnake,
    /// `shardid`.
    Lower,
}

/// Reserved words of GoogleSQL and PostgreSQL that a short name could run into, lower-cased.
/// Both lists in one: a name that is free in both dialects survives a change of dialect.
const RESERVED: &[&str] = &[
    "all",
    "and",
    "any",
    "array",
    "as",
    "asc",
    "at",
    "between",
    "by",
    "case",
    "cast",
    "check",
    "collate",
    "column",
    "constraint",
    "create",
    "cross",
    "current",
    "default",
    "define",
    "desc",
    "distinct",
    "else",
    "end",
    "enum",
    "except",
    "exists",
    "extract",
    "false",
    "fetch",
    "for",
    "foreign",
    "from",
    "full",
    "group",
    "grouping",
    "groups",
    "hash",
    "having",
    "if",
    "in",
    "inner",
    "intersect",
    "interval",
    "into",
    "is",
    "join",
    "lateral",
    "left",
    "like",
    "limit",
    "lookup",
    "merge",
    "natural",
    "new",
    "no",
    "not",
    "null",
    "nulls",
    "of",
    "offset",
    "on",
    "only",
    "or",
    "order",
    "outer",
    "over",
    "partition",
    "placing",
    "primary",
    "proto",
    "range",
    "references",
    "returning",
    "right",
    "rollup",
    "rows",
    "select",
    "set",
    "some",
    "struct",
    "table",
    "then",
    "to",
    "true",
    "union",
    "unique",
    "unnest",
    "user",
    "using",
    "when",
    "where",
    "window",
    "with",
    "within",
];

/// The style of a table: what most of its columns are written in, else its own name's.
pub(super) fn style_of(table: &Table) -> Style {
    let mut votes = [0_usize; 4];
    for column in &table.columns {
        if let Some(style) = style_of_name(&column.name) {
            votes[style as usize] += 1;
        }
    }
    let styles = [Style::Pascal, Style::Camel, Style::Snake, Style::UpperSnake];
    let most = votes.iter().copied().max().unwrap_or(0);
    if most > 0 {
        let at = votes.iter().position(|&v| v == most).unwrap_or(0);
        return styles[at];
    }
    // Every column is one lower-case word. `txnid` says that words are run together here,
    // `id` and `name` alone say nothing.
    if table.columns.iter().any(|c| c.name.len() > 2 && c.name.ends_with("id")) {
        return Style::Lower;
    }
    match style_of_name(last_part(&table.name)) {
        Some(Style::Camel) | None => Style::Snake,
        Some(style) => style,
    }
}

/// The style of one name; `None` when it is a single lower-case word, which fits several.
fn style_of_name(name: &str) -> Option<Style> {
    let lower = name.chars().any(|c| c.is_ascii_lowercase());
    let upper = name.chars().any(|c| c.is_ascii_uppercase());
    match (name.trim_matches('_').contains('_'), upper, lower) {
        (true, true, false) => Some(Style::UpperSnake),
        (true, _, _) => Some(Style::Snake),
        (false, true, true) if name.starts_with(|c: char| c.is_ascii_lowercase()) => {
            Some(Style::Camel)
        }
        (false, true, true) => Some(Style::Pascal),
        (false, true, false) => {
            Some(if name.len() > 2 { Style::UpperSnake } else { Style::Pascal })
        }
        (false, false, _) => None,
    }
}

/// `words` as one name.
pub(super) fn join(words: &[&str], style: Style) -> String {
    let mut out = String::new();
    for (i, word) in words.iter().enumerate() {
        if i > 0 && matches!(style, Style::Snake | Style::UpperSnake) {
            out.push('_');
        }
        match style {
            Style::Pascal => capitalise(word, &mut out),
            Style::Camel if i > 0 => capitalise(word, &mut out),
            Style::UpperSnake => out.push_str(&word.to_ascii_uppercase()),
            Style::Camel | Style::Snake | Style::Lower => {
                out.push_str(&word.to_ascii_lowercase());
            }
        }
    }
    out
}

fn capitalise(word: &str, out: &mut String) {
    let mut chars = word.chars();
    if let Some(first) = chars.next() {
        out.push(first.to_ascii_uppercase());
        out.push_str(chars.as_str());
    }
}

/// The words of a name: cut at what is no letter or digit, and where capitals start.
pub(super) fn words(name: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut start = 0;
    let bytes = name.as_bytes();
    for i in 0..bytes.len() {
        let lower = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit();
        let hump = i > start
            && bytes[i].is_ascii_uppercase()
            && (lower(bytes[i - 1]) || bytes.get(i + 1).is_some_and(|&b| b.is_ascii_lowercase()));
        let gap = bytes[i].is_ascii() && !bytes[i].is_ascii_alphanumeric();
        if gap || hump {
            if i > start {
                words.push(&name[start..i]);
            }
            start = if gap { i + 1 } else { i };
        }
    }
    if start < name.len() {
        words.push(&name[start..]);
    }
    words
}

/// The words of an id column without the `Id`: `TxnId` gives `Txn`, `order_ulid` gives `order`.
pub(super) fn stem(name: &str) -> Vec<&str> {
    const TAILS: &[&str] = &["id", "uuid", "ulid", "guid", "key"];
    let mut parts = words(name);
    if parts.len() > 1
        && parts.last().is_some_and(|last| TAILS.iter().any(|t| last.eq_ignore_ascii_case(t)))
    {
        parts.pop();
    } else if let [only] = parts.as_slice()
        && only.len() > 2
        && only.to_ascii_lowercase().ends_with("id")
        && only.is_ascii()
    {
        return vec![&only[..only.len() - 2]];
    }
    parts
}

/// Whether a name ends in `Id`.
pub(super) fn is_id(name: &str) -> bool {
    let parts = words(name);
    let last = parts.last().map(|last| last.to_ascii_lowercase()).unwrap_or_default();
    last == "id" || (parts.len() == 1 && stem(name) != parts)
}

/// One of the things a table holds: `Events` gives `Event`, `Companies` gives `Company`.
pub(super) fn singular(name: &str) -> String {
    let lower = name.to_ascii_lowercase();
    let cut = |n: usize| name[..name.len() - n].to_owned();
    if ["series", "species"].iter().any(|end| lower.ends_with(end)) {
        return name.to_owned();
    }
    if lower.len() > 4 && lower.ends_with("ies") {
        return cut(3) + "y";
    }
    if ["sses", "xes", "ches", "shes"].iter().any(|end| lower.ends_with(end)) {
        return cut(2);
    }
    if lower.len() > 3 && lower.ends_with('s') {
        let kept = ["ss", "us", "is"].iter().any(|end| lower.ends_with(end));
        return if kept { name.to_owned() } else { cut(1) };
    }
    name.to_owned()
}

/// The name after the last dot of a qualified one.
pub(super) fn last_part(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or(name)
}

/// The first of `candidates` that nothing else is called; else the first with a number behind.
#[expect(clippy::maybe_infinite_iter, reason = "a schema has fewer names than there are numbers")]
pub(super) fn free(candidates: &[String], taken: impl Fn(&str) -> bool) -> String {
    let usable =
        |name: &str| !taken(name) && !RESERVED.iter().any(|word| word.eq_ignore_ascii_case(name));
    if let Some(name) = candidates.iter().find(|name| usable(name)) {
        return name.clone();
    }
    let first = candidates.first().map_or("Added", String::as_str);
    (2_u32..)
        .map(|n| format!("{first}{n}"))
        .find(|name| usable(name))
        .expect("a schema has fewer names than there are numbers")
}

/// A name for a shard column that is free in all of `tables`.
pub(super) fn shard_column(schema: &Schema, tables: &[TableId]) -> String {
    let words: [&[&str]; 3] = [&["Shard", "Id"], &["Hash", "Shard"], &["Key", "Shard"]];
    in_all(schema, tables, &words)
}

/// The first of some names, in words, that is free in all of `tables`.
pub(super) fn in_all(schema: &Schema, tables: &[TableId], words: &[&[&str]]) -> String {
    let style = style_of(schema.table(tables[0]));
    let candidates: Vec<String> = words.iter().map(|words| join(words, style)).collect();
    free(&candidates, |name| {
        was_there(schema, name)
            || tables.iter().any(|&t| schema.table(t).find_column(name).is_some())
    })
}

/// A name for a shard column that goes with `column` of `table`: `TxnId` gives `TxnShard`.
pub(super) fn shard_beside(table: &Table, column: &str, taken: impl Fn(&str) -> bool) -> String {
    beside(table, column, "Shard", taken)
}

/// A name for what is derived from `column` of `table` and called `tail`: `TxnId` gives `TxnShard`
/// and `TxnIdHash`, `EventNo` gives `EventKey`.
pub(super) fn beside(
    table: &Table,
    column: &str,
    tail: &str,
    taken: impl Fn(&str) -> bool,
) -> String {
    let style = style_of(table);
    let mut short = derived(column, tail);
    short.push(tail);
    let mut long = words(column);
    long.push(tail);
    long.push("Id");
    let candidates = [join(&short, style), join(&long, style)];
    free(&candidates, |name| table.find_column(name).is_some() || taken(name))
}

/// The words before `tail` in the name of what is derived from `column`.
pub(super) fn derived<'n>(column: &'n str, tail: &str) -> Vec<&'n str> {
    const COUNTERS: &[&str] = &["no", "nr", "num", "number", "seq", "counter"];
    match tail {
        "Hash" | "Text" => words(column),
        "Key" => {
            let mut parts = words(column);
            let last = parts.last().is_some_and(|last| {
                COUNTERS.iter().any(|counter| last.eq_ignore_ascii_case(counter))
            });
            if parts.len() > 1 && last {
                parts.pop();
                return parts;
            }
            stem(column)
        }
        _ => stem(column),
    }
}

/// A name for a new id column of `table`: `Events` gives `EventId`.
pub(super) fn id_column(schema: &Schema, table: &Table) -> String {
    let style = style_of(table);
    let one = singular(last_part(&table.name));
    let mut of_table = words(&one);
    of_table.push("Id");
    let mut row = words(&one);
    row.extend(["Row", "Id"]);
    let candidates = [join(&of_table, style), join(&["Id"], style), join(&row, style)];
    free(&candidates, |name| table.find_column(name).is_some() || was_there(schema, name))
}

/// A name for a new sequence of `table`: `Events` gives `EventsSeq`, its qualifier kept.
pub(super) fn sequence(schema: &Schema, table: &Table) -> String {
    let bare = last_part(&table.name);
    // A table's name says more about the names of objects than its columns do.
    let tails = match style_of_name(bare).unwrap_or_else(|| style_of(table)) {
        Style::Pascal | Style::Camel => ["Seq", "Sequence"],
        Style::Snake => ["_seq", "_sequence"],
        Style::UpperSnake => ["_SEQ", "_SEQUENCE"],
        Style::Lower => ["seq", "sequence"],
    };
    free(&tails.map(|tail| format!("{}{tail}", table.name)), |name| is_object(schema, name))
}

/// A name for an index of the PostgreSQL dialect that holds `table` newest first: `readings` gives
/// `readings_newest`. An index is in the schema of its table and says none.
pub(super) fn newest_index(schema: &Schema, table: &Table) -> String {
    let bare = last_part(&table.name);
    let tails = match style_of_name(bare).unwrap_or_else(|| style_of(table)) {
        Style::Pascal | Style::Camel => ["Newest", "NewestFirst"],
        Style::Snake => ["_newest", "_newest_first"],
        Style::UpperSnake => ["_NEWEST", "_NEWEST_FIRST"],
        Style::Lower => ["newest", "newestfirst"],
    };
    let qualifier = &table.name[..table.name.len() - bare.len()];
    free(&tails.map(|tail| format!("{bare}{tail}")), |name| {
        is_object(schema, name) || is_object(schema, &format!("{qualifier}{name}"))
    })
}

/// The style of an object's own name; words are joined by `_` where it says nothing.
pub(super) fn style_of_object(bare: &str) -> Style {
    match style_of_name(bare) {
        Some(Style::Camel) | None => Style::Snake,
        Some(style) => style,
    }
}

/// Whether a table, an index or a sequence has that name, or had it until a later statement.
fn is_object(schema: &Schema, name: &str) -> bool {
    schema.sequences.iter().any(|s| s.name.eq_ignore_ascii_case(name))
        || schema.tables.iter().any(|t| t.name.eq_ignore_ascii_case(name))
        || schema.indexes.iter().any(|i| i.name.eq_ignore_ascii_case(name))
        || schema.views.iter().any(|v| v.name.eq_ignore_ascii_case(name))
        || was_there(schema, name)
}

/// Whether something had that name which a later statement drops: until then the name is taken.
pub(super) fn was_there(schema: &Schema, name: &str) -> bool {
    schema.dropped.iter().any(|dropped| dropped.name.eq_ignore_ascii_case(name))
}

/// A name, qualified or not, in quotes where a bare word would not be read as it.
pub(super) fn quoted(name: &str, dialect: Dialect) -> String {
    let is_bare = |part: &str| {
        part.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
            && part.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    };
    if name.split('.').all(is_bare) {
        return name.to_owned();
    }
    let quote = if dialect == Dialect::GoogleSql { '`' } else { '"' };
    let parts: Vec<String> = name.split('.').map(|part| format!("{quote}{part}{quote}")).collect();
    parts.join(".")
}

/// `name` as it is written in DDL: in quotes if its neighbour `like` is.
pub(super) fn written(name: &str, like: &str) -> String {
    match like.chars().next().filter(|c| matches!(c, '`' | '"')) {
        Some(quote) => format!("{quote}{name}{quote}"),
        None => name.to_owned(),
    }
}
