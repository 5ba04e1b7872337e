//! Rules about data survive the port: every unique rule with the same rule for NULL, every NOT NULL,
//! and generators that meet no id that the dump knows. What does not survive has a loss with its name.

use hotsplit_port::port::{Options, Port, Severity, Target, port};
use hotsplit_port::source::schema::{Generator, PartOf};
use hotsplit_port::source::{Column, Index, Source, Table, read};
use hotsplit_port::text::Span;

use crate::corpus;

/// Unique indexes that PostgreSQL refuses too: one names a column that its table does not have, one
/// has a prefix as in MySQL.
const REFUSED: &[&str] = &["uniq_kid_lid", "idx_error_regex"];

const TARGETS: [Target; 2] = [Target::GoogleSql, Target::PostgreSql];

/// What a part of the source is in the port.
fn written(port: &Port, source: Span) -> Vec<&str> {
    let all = port.map.iter().filter(|(from, _)| *from == source);
    all.filter_map(|(_, to)| to.map(|to| to.of(&port.text))).collect()
}

/// Whether a loss says that a part of the source is not as it was.
fn is_named(port: &Port, source: Span, rules: &[&str]) -> bool {
    port.losses.iter().any(|loss| {
        rules.contains(&loss.rule) && (loss.source.contains(source) || source.contains(loss.source))
    })
}

/// Calls `see` with each dump of the corpus and its port to both dialects.
fn each_port(test: &str, mut see: impl FnMut(&str, Target, &Source<'_>, &Port)) {
    for dump in corpus::dumps(test) {
        let source = read(&dump.text, dump.database);
        for target in TARGETS {
            see(&dump.name(), target, &source, &port(&source, &Options::to(target)));
        }
    }
}

/// Columns of an index that may be NULL in the source; `None` where a part is an expression.
fn takes_null(table: &Table, index: &Index) -> Option<bool> {
    let mut any = false;
    for part in &index.parts {
        let PartOf::Column(name) = &part.of else { return None };
        any |= !table.columns[table.column(name)?].not_null;
    }
    Some(any)
}

#[test]
fn unique_rules_keep_their_rule_for_null() {
    let (mut kept, mut refused, mut wrong) = (0, 0, Vec::new());
    each_port("unique_rules_keep_their_rule_for_null", |file, target, source, port| {
        for table in &source.tables {
            for index in table.indexes.iter().filter(|index| index.unique) {
                let statements = written(port, index.span);
                let said = statements.iter().find(|it| it.starts_with("CREATE UNIQUE"));
                let Some(said) = said else {
                    let loss = port
                        .losses
                        .iter()
                        .find(|loss| loss.source == index.span && loss.severity == Severity::Error);
                    let name = index.name.as_ref().map_or("", |it| it.name.as_str());
                    match loss {
                        Some(_) if REFUSED.contains(&name) => refused += 1,
                        _ => wrong.push(format!("{file}: {} is lost", table.name.shown())),
                    }
                    continue;
                };
                kept += 1;
                let Some(null) = takes_null(table, index).filter(|_| index.filter.is_none()) else {
                    continue;
                };
                let leaves_out = said.contains("NULL_FILTERED") || said.contains("IS NOT NULL");
                let expected = null && target == Target::GoogleSql && !index.nulls_not_distinct;
                // A zero date that becomes NULL makes its column take NULL.
                if leaves_out != expected && !(leaves_out && has_zero_date(port, table)) {
                    wrong.push(format!("{file} to {target:?}: {said}"));
                }
            }
        }
    });
    println!("{kept} unique rules are kept; {refused} are errors that the source refuses too");
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

fn has_zero_date(port: &Port, table: &Table) -> bool {
    let object = table.name.shown();
    port.losses.iter().any(|it| it.rule == "migrate-zero-date" && it.object == object)
}

#[test]
fn columns_stay_not_null() {
    let (mut kept, mut named, mut divided, mut wrong) = (0, 0, 0, Vec::new());
    each_port("columns_stay_not_null", |file, _, source, port| {
        for table in &source.tables {
            for column in table.columns.iter().filter(|column| column.not_null) {
                let said = written(port, column.name.span);
                if said.iter().any(|it| it.contains("NOT NULL")) {
                    kept += 1;
                } else if is_named(port, column.span, &["migrate-zero-date"]) {
                    named += 1;
                } else if said.len() == 2 && is_named(port, column.span, &["migrate-type-unmapped"])
                {
                    // The two bounds of a range, of which NULL says that there is none.
                    divided += 1;
                } else {
                    wrong.push(format!("{file}: {}: {said:?}", column.name.name));
                }
            }
        }
    });
    println!(
        "{kept} columns stay NOT NULL, {named} take NULL in place of a zero date, {divided} are ranges"
    );
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// The largest id of a column that the dump knows: of its rows, its options and its sequence.
fn largest(source: &Source<'_>, table: &Table, at: usize, column: &Column) -> u64 {
    let rows = table.columns[at].values.range.map_or(0, |(_, high)| high);
    let rows = u64::try_from(rows).unwrap_or(0);
    let next = match column.generator {
        Some(Generator::AutoIncrement(_)) => table.next_id.saturating_sub(1),
        _ => 0,
    };
    let own = format!("{}_{}_seq", table.name.name, column.name.name);
    let sequences = source.sequences.iter().filter(|it| it.name.name == own);
    let set = sequences.map(|it| it.last).max().unwrap_or(0);
    let stated = source.set_values.get(&own).copied().unwrap_or(0);
    rows.max(next).max(set).max(stated)
}

/// The skipped range behind a column of the port.
fn skipped(port: &Port, column: &Column) -> Option<u64> {
    let target = port.map.iter().find(|(from, _)| *from == column.name.span)?.1?;
    let line = port.text[target.end as usize..].lines().next()?;
    let (_, range) = line.split_once("SKIP RANGE 1")?;
    let digits: String = range.chars().skip_while(|c| !c.is_ascii_digit()).collect();
    digits.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

#[test]
fn generators_meet_no_known_id() {
    let (mut generators, mut with_ids, mut wrong) = (0, 0, Vec::new());
    each_port("generators_meet_no_known_id", |file, _, source, port| {
        for table in &source.tables {
            for (at, column) in table.columns.iter().enumerate() {
                let Some(skip) = skipped(port, column) else { continue };
                let largest = largest(source, table, at, column);
                generators += 1;
                with_ids += usize::from(largest > 0);
                let name = format!("{file}: {}.{}", table.name.shown(), column.name.name);
                // The last id of all is in use: there is no range, and an error says so.
                let exhausted = port.losses.iter().any(|loss| {
                    loss.rule == "migrate-skip-range"
                        && loss.severity == Severity::Error
                        && loss.object == table.name.shown()
                });
                if skip < largest || skip >= i64::MAX as u64 && !exhausted {
                    wrong.push(format!("{name} skips {skip}, and {largest} is in use"));
                }
                let rules = ["migrate-auto-increment", "migrate-serial"];
                let said = port.losses.iter().find(|loss| {
                    rules.contains(&loss.rule)
                        && loss.object == table.name.shown()
                        && loss.column.as_deref() == Some(&column.name.name)
                });
                // Ids of b bits are first met after 2^(63 - b) values.
                let said = said.map_or("", |it| it.message.as_str());
                let numbers = said.split_once("the largest known id, ").and_then(|(_, it)| {
                    let (known, rest) = it.split_once(", would first be met after ")?;
                    let met = rest.split_once(" insert")?.0.replace(',', "");
                    Some((known.parse::<u64>().ok()?, met.parse::<u64>().ok()?))
                });
                let right = match numbers {
                    Some((known, met)) => {
                        known >= largest && met == 1 << known.leading_zeros().saturating_sub(1)
                    }
                    None => largest == 0 && said.ends_with("no id of its rows is known"),
                };
                if !right {
                    wrong.push(format!("{name}: {said}"));
                }
            }
        }
    });
    println!("{generators} generators, {with_ids} of them with ids in the dump");
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}
