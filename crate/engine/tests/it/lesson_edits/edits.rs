//! All changes of one place of a lesson's schema that a learner may try instead of a cure.

use hotsplit_engine::facts::{Outcome, TableFacts};
use hotsplit_engine::lesson::Lesson;
use hotsplit_engine::schema::Schema;
use hotsplit_engine::{Reading, read};

/// A changed schema.
pub(super) struct Edit {
    /// What was changed.
    pub(super) what: String,
    /// The text.
    pub(super) text: String,
    /// A table or column with its new name: old, then new.
    pub(super) renamed: Option<[String; 2]>,
}

/// Facts that a directive at a column may state.
const OF_COLUMN: &[&str] =
    &["random", "uuidv4", "entity(1e6)", "lowcard(500)", "shard(32)", "immutable", "sparse(0.99)"];

/// Facts that a directive of a table may state.
const OF_TABLE: &[&str] = &[
    "writes=1/s",
    "updates=0/s",
    "deletes=0/s",
    "rows=1",
    "low-write",
    "role=lookup",
    "append-only",
    "row-bytes=1",
    "accept(key-timestamp-first)",
];

/// Facts that a directive of the file may state.
const OF_FILE: &[&str] =
    &["nodes=100", "max-nodes=100", "ceiling=1000000", "reads-per-write=0", "region=single"];

/// Types to give a column.
const TYPES: &[&str] = &["INT64", "STRING(36)", "TIMESTAMP", "DATE", "BYTES(16)", "BOOL"];
const TYPES_PG: &[&str] = &["bigint", "varchar(36)", "timestamptz", "date", "bytea", "boolean"];

/// Comments to give a column.
const COMMENTS: &[&str] = &["UUID v4", "random", "hash of the id, 64 values", "one of 1e6 users"];

/// Every change of one place of the starter, in a fixed order.
pub(super) fn all(lesson: &Lesson) -> Vec<Edit> {
    let text = &lesson.starter.text;
    let reading = read(text, Some(lesson.dialect), &Default::default());
    let mut out = Vec::new();
    lines(text, &mut out);
    keys(text, &reading.schema, &mut out);
    columns(text, &reading, lesson.dialect == Default::default(), &mut out);
    tables(text, &reading.schema, &mut out);
    out.retain(|edit| edit.text != *text);
    out
}

fn edit(what: String, text: String) -> Edit {
    Edit { what, text, renamed: None }
}

/// Each line dropped, and each written twice.
fn lines(text: &str, out: &mut Vec<Edit>) {
    let lines: Vec<&str> = text.lines().collect();
    for (at, line) in lines.iter().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let mut without = lines.clone();
        without.remove(at);
        out.push(edit(format!("line dropped: {line}"), without.join("\n")));
        let mut twice = lines.clone();
        twice.insert(at, line);
        out.push(edit(format!("line twice: {line}"), twice.join("\n")));
    }
}

/// Keys of tables and indexes: two columns exchanged, one left out, one added, one descending.
fn keys(text: &str, schema: &Schema, out: &mut Vec<Edit>) {
    for (start, end, table) in lists(text, schema) {
        let parts: Vec<&str> = text[start..end].split(',').map(str::trim).collect();
        let mut put = |parts: &[String]| {
            let list = parts.join(", ");
            let what = format!("key of {table}: ({list})");
            out.push(edit(what, format!("{}{list}{}", &text[..start], &text[end..])));
        };
        let own: Vec<String> = parts.iter().map(|&part| part.to_owned()).collect();
        for at in 0..own.len() {
            let mut one = own.clone();
            one[at] = match one[at].strip_suffix(" DESC") {
                Some(rest) => rest.to_owned(),
                None => format!("{} DESC", one[at]),
            };
            put(&one);
            if own.len() > 1 {
                let mut less = own.clone();
                less.remove(at);
                put(&less);
            }
            for other in at + 1..own.len() {
                let mut one = own.clone();
                one.swap(at, other);
                put(&one);
            }
        }
        let Some(id) = schema.find_table(&table) else { continue };
        for column in &schema.table(id).columns {
            if own.iter().any(|part| part.trim_end_matches(" DESC") == column.name) {
                continue;
            }
            let front: Vec<String> =
                std::iter::once(column.name.to_string()).chain(own.clone()).collect();
            put(&front);
            put(&[own.clone(), vec![column.name.to_string()]].concat());
        }
    }
}

/// Where the columns of each key stand, and of which table they are.
fn lists(text: &str, schema: &Schema) -> Vec<(usize, usize, String)> {
    let mut out = Vec::new();
    let mut list = |from: usize, table: &str| {
        let Some(open) = text[from..].find('(') else { return };
        let start = from + open + 1;
        let Some(length) = text[start..].find(')') else { return };
        out.push((start, start + length, table.to_owned()));
    };
    for table in &schema.tables {
        let (start, end) = (table.span.start as usize, table.span.end as usize);
        if let Some(at) = text[start..end].to_uppercase().find("PRIMARY KEY (") {
            list(start + at, &table.name);
        }
    }
    for index in schema.indexes.iter().filter(|index| !index.managed) {
        list(index.span.start as usize, &schema.table(index.table).name);
    }
    out
}

/// Each column: another name, another type, a comment, a directive, a default, and in front of it a
/// new column that leads the key.
fn columns(text: &str, reading: &Reading, googlesql: bool, out: &mut Vec<Edit>) {
    for (id, table) in reading.schema.table_ids().zip(&reading.schema.tables) {
        for column in &table.columns {
            let place = format!("{}.{}", table.name, column.name);
            let new = format!("{}Renamed", column.name);
            out.push(Edit {
                what: format!("{place} renamed"),
                text: words_replaced(text, &column.name, &new),
                renamed: Some([column.name.to_string(), new]),
            });
            let (start, end) = (column.type_span.start as usize, column.type_span.end as usize);
            for ty in if googlesql { TYPES } else { TYPES_PG } {
                let changed = format!("{}{ty}{}", &text[..start], &text[end..]);
                out.push(edit(format!("{place} becomes {ty}"), changed));
            }
            let line = text[column.span.start as usize..].find('\n');
            let Some(line) = line.map(|length| column.span.start as usize + length) else {
                continue;
            };
            let said = |words: String| {
                // One comment for a line: what stands there is exchanged.
                let start = text[..line].rfind('\n').map_or(0, |at| at + 1);
                let code = text[start..line].split("--").next().unwrap_or_default().trim_end();
                format!("{}{code} -- {words}{}", &text[..start], &text[line..])
            };
            for comment in COMMENTS {
                out.push(edit(format!("{place} -- {comment}"), said((*comment).to_owned())));
            }
            for fact in OF_COLUMN {
                out.push(edit(format!("{place} {fact}"), said(format!("hotsplit: {fact}"))));
            }
        }
        let of_hot_row = is_hot_row(reading.facts.table(id));
        new_columns(text, table, googlesql, of_hot_row, out);
    }
}

/// Whether all writes of a table go to few rows.
pub(super) fn is_hot_row(facts: &TableFacts) -> bool {
    matches!(facts.walk.outcome, Outcome::HotRow { .. })
}

/// New columns that lead the key of a table, none of which cures it: nothing fills them, or what
/// fills them does not differ.
fn new_columns(
    text: &str,
    table: &hotsplit_engine::schema::Table,
    googlesql: bool,
    of_hot_row: bool,
    out: &mut Vec<Edit>,
) {
    let Some(first) = table.columns.first() else { return };
    let key = text[table.span.start as usize..].to_uppercase().find("PRIMARY KEY (");
    let Some(key) = key.map(|at| table.span.start as usize + at + "PRIMARY KEY (".len()) else {
        return;
    };
    let at = first.span.start as usize;
    let (int, string) = if googlesql { ("INT64", "STRING(36)") } else { ("bigint", "varchar(36)") };
    for column in [
        format!("Shard {int} NOT NULL,"),
        format!("ShardId {int} NOT NULL, -- hash of the id, 64 shards\n"),
        format!("ShardId {int} NOT NULL, -- hotsplit: shard(64)\n"),
        format!("ShardId {int} NOT NULL DEFAULT (0),"),
        format!("Salt {string} NOT NULL,"),
        format!("Salt {string} NOT NULL, -- UUID v4\n"),
        format!("CustomerId {string} NOT NULL,"),
    ] {
        // A row that everything changes is cured by it: each change draws its part at random.
        if of_hot_row && column.contains("shard(64)") {
            continue;
        }
        let name = column.split(' ').next().unwrap_or_default();
        let text = format!("{}{column}\n{}{name}, {}", &text[..at], &text[at..key], &text[key..]);
        out.push(edit(format!("{}: {}", table.name, column.trim()), text));
    }
}

/// Each table: another name, directives, split points, a table beside it that takes load.
fn tables(text: &str, schema: &Schema, out: &mut Vec<Edit>) {
    for fact in OF_FILE {
        out.push(edit(format!("file {fact}"), format!("-- hotsplit: file {fact}\n{text}")));
    }
    for many in [1, 20] {
        let one =
            |n: u32| format!("\nCREATE TABLE Filler{n} (A STRING(36) NOT NULL) PRIMARY KEY (A);");
        let all: String = (0..many).map(one).collect();
        out.push(edit(format!("{many} tables more"), format!("{text}{all}")));
    }
    for table in &schema.tables {
        let new = format!("{}Renamed", table.name);
        out.push(Edit {
            what: format!("{} renamed", table.name),
            text: words_replaced(text, &table.name, &new),
            renamed: Some([table.name.to_string(), new]),
        });
        for fact in OF_TABLE {
            let said = format!("-- hotsplit: table {} {fact}\n{text}", table.name);
            out.push(edit(format!("{} {fact}", table.name), said));
        }
        let points: String =
            (0..100).map(|n| format!("\n-- TABLE {} ('{n:02}')", table.name)).collect();
        out.push(edit(format!("{} pre-split", table.name), format!("{text}{points}")));
    }
}

/// A text with every whole word of a name exchanged.
fn words_replaced(text: &str, old: &str, new: &str) -> String {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let (mut out, mut rest) = (String::new(), text);
    while let Some(at) = rest.find(old) {
        let alone = !rest[..at].ends_with(is_word) && !rest[at + old.len()..].starts_with(is_word);
        out.push_str(&rest[..at]);
        out.push_str(if alone { new } else { old });
        rest = &rest[at + old.len()..];
    }
    out + rest
}
