//! An error inside one clause of a column loses that clause alone: no second error follows, every
//! column and key is still there, and findings on all other columns are as they were.

use std::collections::BTreeSet;

use hotsplit_engine::Reading;
use hotsplit_engine::facts::Settings;
use hotsplit_engine::syntax::tree::{ColumnDef, Dialect, ElementKind, StatementKind};
use hotsplit_engine::text::Span;

use crate::corpus::{cases, exceptions};
use crate::random_rows::Random;
use crate::shared;

/// Clauses that are broken in each file.
const TIMES: usize = 6;

/// Out of a thousand breaks, how many may change a finding on another column: one finding may speak of
/// several columns, and what is said of a table may follow from the type of the broken one.
const CHANGED_MAX: usize = 5;

/// Larger files would take most of the time and hold little that is new.
const TEXT_BYTES_MAX: usize = 16 * 1024;

/// What stands behind the name of a type.
const LENGTHS: &[&str] = &["(4, c INT64)", "(MAXX)", "(3, 4)", "(-1)", "()", "(9 9)"];

/// What stands in place of an expression, its brackets included.
const EXPRESSIONS: &[&str] =
    &["(1 +)", "(a b c)", "(f(1,,2))", "(CASE WHEN a THEN 1)", "(+ AND 2)"];

/// What stands between the brackets of options.
const OPTIONS: &[&str] = &["allow_commit_timestamp", "= true", "a = b c", "a = true, = 3", "1 = 2"];

/// Something of a column to break: where, and with what.
struct Break {
    column: String,
    span: Span,
    with: &'static str,
}

fn read(text: &str, dialect: Dialect) -> Reading {
    hotsplit_engine::read(text, Some(dialect), &Settings::default())
}

/// A clause of some column, broken in some way.
fn broken(reading: &Reading, random: &mut Random) -> Option<Break> {
    let mut columns: Vec<&ColumnDef> = Vec::new();
    let tree = hotsplit_engine::syntax::parse(&reading.text, Some(reading.tree.dialect));
    for statement in &tree.statements {
        if let StatementKind::CreateTable(table) = &statement.kind {
            columns.extend(table.elements.iter().filter_map(|element| match &element.kind {
                ElementKind::Column(column) => Some(column),
                _ => None,
            }));
        }
    }
    if columns.is_empty() {
        return None;
    }
    let column = columns[random.below(columns.len())];
    let mut all: Vec<(Span, &'static [&'static str])> = Vec::new();
    if let Some(ty) = &column.ty {
        // Behind its name, in place of its length.
        let said = ty.span.of(&reading.text);
        if !said.contains(['<', '[', ' ']) {
            let name = said.find('(').unwrap_or(said.len());
            let start = ty.span.start + u32::try_from(name).unwrap();
            all.push((Span::new(start, ty.span.end), LENGTHS));
        }
    }
    // The brackets stand around the expression.
    let around = |span: Span| {
        let text = &reading.text;
        let bytes = text.as_bytes();
        let (start, end) = (span.start as usize, span.end as usize);
        let whole =
            bytes.get(start.wrapping_sub(1)) == Some(&b'(') && bytes.get(end) == Some(&b')');
        whole.then(|| Span::new(span.start - 1, span.end + 1))
    };
    let generated = column.generated.as_ref().and_then(|it| around(it.expr.span));
    let default = column.default.as_ref().and_then(|it| around(it.span));
    all.extend(generated.into_iter().chain(default).map(|span| (span, EXPRESSIONS)));
    if let Some(first) = column.options.first() {
        let span = column.options.iter().fold(first.span, |span, option| span.to(option.span));
        all.push((span, OPTIONS));
    }
    if all.is_empty() {
        return None;
    }
    let (span, ways) = all[random.below(all.len())];
    let with = ways[random.below(ways.len())];
    Some(Break { column: column.name.text.to_string(), span, with })
}

/// Tables with their columns and keys.
fn tables(reading: &Reading) -> Vec<String> {
    let schema = &reading.schema;
    let one = |id| {
        let table = schema.table(id);
        let columns: Vec<&str> = table.columns.iter().map(|it| it.name.as_str()).collect();
        let key: Vec<&str> =
            table.key.iter().map(|part| table.column(part.column).name.as_str()).collect();
        format!("{}: {} by {}", table.name, columns.join(" "), key.join(" "))
    };
    schema.table_ids().map(one).collect()
}

/// Findings that say nothing of a column.
fn elsewhere(reading: &Reading, column: &str) -> BTreeSet<String> {
    let word = |text: &str| {
        text.split(|c: char| !(c.is_alphanumeric() || c == '_'))
            .any(|word| word.eq_ignore_ascii_case(column))
    };
    let findings = reading.findings.iter().filter(|it| !word(&reading.key_of(it)));
    let findings = findings.filter(|it| !word(&it.title) && !word(&it.why));
    findings.map(|it| format!("{}: {}", reading.key_of(it), it.title)).collect()
}

/// What a broken clause took along, in words.
fn harm(before: &Reading, after: &Reading, column: &str) -> Option<String> {
    let errors: Vec<&str> = after.tree.errors.iter().map(|it| it.message.as_str()).collect();
    if errors.len() != 1 {
        return Some(format!("{} errors: {}", errors.len(), errors.join("; ")));
    }
    let (was, is) = (tables(before), tables(after));
    if was != is {
        let lost: Vec<&String> = was.iter().filter(|it| !is.contains(it)).collect();
        return Some(format!("tables are others: {lost:?}"));
    }
    let (was, is) = (elsewhere(before, column), elsewhere(after, column));
    // Beside an error a refusal that depends on names is a note.
    let noted = |finding: &str| {
        let (_, title) = finding.split_once(": ").unwrap_or_default();
        let mut title = title.to_owned();
        title.get_mut(..1).into_iter().for_each(str::make_ascii_lowercase);
        finding.starts_with("meta-refused ") && after.notes().iter().any(|(_, note)| *note == title)
    };
    let changed: Vec<&String> =
        was.symmetric_difference(&is).filter(|finding| !noted(finding)).collect();
    (!changed.is_empty()).then(|| format!("findings changed: {changed:?}"))
}

#[test]
fn a_broken_clause_is_lost_alone() {
    let Some(folder) = shared::needed("recovery::a_broken_clause_is_lost_alone", "corpus") else {
        return;
    };
    let left_out = exceptions(&folder);
    let mut random = Random::new(0x5EC0);
    let (mut all, mut harmed) = (0, Vec::new());
    for case in cases(&folder) {
        if !case.accept || !case.stage.is_empty() || left_out.contains_key(&case.file) {
            continue;
        }
        let Ok(text) = std::fs::read_to_string(folder.join(&case.file)) else { continue };
        let postgresql = case.folder.starts_with("pg");
        let dialect = if postgresql { Dialect::PostgreSql } else { Dialect::GoogleSql };
        if text.len() > TEXT_BYTES_MAX {
            continue;
        }
        let before = read(&text, dialect);
        if !before.tree.errors.is_empty() {
            continue;
        }
        for _ in 0..TIMES {
            let Some(Break { column, span, with }) = broken(&before, &mut random) else { break };
            let mut other = text.clone();
            other.replace_range(span.start as usize..span.end as usize, with);
            let after = read(&other, dialect);
            // Some types are right in one dialect.
            if after.tree.errors.is_empty() {
                continue;
            }
            all += 1;
            if let Some(why) = harm(&before, &after, &column) {
                let place = span.of(&text);
                harmed.push(format!("{}: `{column}`: `{place}` is `{with}`: {why}", case.file));
            }
        }
    }
    shared::say(&format!("recovery: {all} clauses broken, {} took something along", harmed.len()));
    assert!(all > 1000, "{all} clauses broken");
    let findings = harmed.iter().filter(|it| it.contains("findings changed")).count();
    assert!(
        findings == harmed.len() && findings * 1000 <= all * CHANGED_MAX,
        "{findings} of {all} with findings changed\n{}",
        harmed.join("\n")
    );
}
