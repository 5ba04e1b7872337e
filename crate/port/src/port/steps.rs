//! The way to a database with the port: what to decide, to create, to copy and to change in the
//! application, in order.

use std::collections::BTreeMap;

use super::Port;
use super::report::{Loss, What};
use super::severity::Severity;
use crate::source::Source;
use crate::text::order;

/// A step, with what is to be done in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// What it is.
    pub title: &'static str,
    /// What is to be done, each a sentence in Markdown.
    pub items: Vec<String>,
}

/// Decisions in the order in which people are asked: those that change most first.
const ASKED: &[&str] = &[
    "ids",
    "pk",
    "ci",
    "unsigned",
    "as",
    "zone",
    "zero-date",
    "uuid",
    "views",
    "level",
    "client",
    "enum",
    "ranges",
];

/// Objects that an item names at most.
const NAMED_MAX: usize = 5;

/// The steps of a port. A step without anything to do is left out.
#[must_use]
pub fn steps(source: &Source<'_>, port: &Port) -> Vec<Step> {
    let all = [
        Step { title: "Settle what would lose or refuse data", items: unsettled(port) },
        Step { title: "Decide", items: decisions(port) },
        Step { title: "State rates", items: rates(port) },
        Step { title: "Create the schema", items: schema(port) },
        Step { title: "Copy the rows", items: rows(source, port) },
        Step { title: "Check the generators before the cut-over", items: generators(port) },
        Step { title: "Change the application", items: application(port) },
        Step { title: "Replace what is left out", items: left_out(port) },
    ];
    all.into_iter().filter(|step| !step.items.is_empty()).collect()
}

fn object(loss: &Loss) -> String {
    match &loss.column {
        Some(column) => format!("`{}.{column}`", loss.object),
        None if loss.object.is_empty() => String::new(),
        None => format!("`{}`", loss.object),
    }
}

/// `a`, `b` and 3 more.
fn named<'l>(losses: impl Iterator<Item = &'l Loss>) -> String {
    let mut names: Vec<String> = losses.map(object).filter(|it| !it.is_empty()).collect();
    names.dedup();
    let more = names.len().saturating_sub(NAMED_MAX);
    names.truncate(NAMED_MAX);
    let first = names.join(", ");
    if more > 0 { format!("{first} and {more} more") } else { first }
}

fn unsettled(port: &Port) -> Vec<String> {
    let severe = |loss: &&Loss| matches!(loss.severity, Severity::Error | Severity::Ask);
    let said = |loss: &Loss| format!("{}: {} ({})", object(loss), loss.message, loss.rule);
    port.losses.iter().filter(severe).map(said).collect()
}

fn decisions(port: &Port) -> Vec<String> {
    let mut items = Vec::new();
    for name in ASKED {
        let of = |loss: &&Loss| loss.decision.as_ref().is_some_and(|it| it.name == *name);
        let Some(decision) = port.losses.iter().find(of).and_then(|it| it.decision.as_ref()) else {
            continue;
        };
        items.push(format!(
            "`{name}` is {}; it can be {}: {}",
            decision.chosen,
            decision.choices.join(" or "),
            named(port.losses.iter().filter(of))
        ));
    }
    items
}

/// What rows show of rates, for whoever states them.
fn rates(port: &Port) -> Vec<String> {
    let mut items = Vec::new();
    for table in port.tables.iter().filter(|table| table.rows > 0) {
        let name = &table.source;
        let states = |fact: &str| port.text.contains(&format!("table {} {fact}", table.target));
        if let Some(average) = table.average.as_ref().filter(|_| !states("writes=")) {
            items.push(format!(
                "`{name}` got {} on average from {} to {}, by `{}`. The peak is higher: state it as \
                 `-- hotsplit: table {name} writes=…`",
                average.words(),
                average.from.day(),
                average.to.day(),
                average.column
            ));
        }
        let limited = states("children-per-parent<=");
        for children in table.children.iter().filter(|_| !limited) {
            let (whole, tenth) = children.average();
            items.push(format!(
                "`{name}` has {whole}.{tenth} rows for each row of `{}` on average. If there is a \
                 most, state it as `-- hotsplit: table {name} children-per-parent<=…`",
                children.parent
            ));
        }
    }
    items
}

fn schema(port: &Port) -> Vec<String> {
    let is = |words: &str| {
        let statements = port.statements.iter();
        statements.filter(|span| span.of(&port.text).starts_with(words)).count()
    };
    let all = port.statements.len();
    if all == 0 {
        return Vec::new();
    }
    let foreign = is("ALTER TABLE");
    let mut items = vec![format!(
        "Run the {} in their order, in one batch: {}, their indexes, {}. No table holds rows yet, so \
         that nothing is backfilled",
        counted(all, "statement"),
        counted(is("CREATE TABLE"), "table"),
        counted(foreign, "foreign key")
    )];
    if foreign > 0 {
        items.push("Foreign keys come last, because tables name each other".to_owned());
    }
    items
}

fn counted(number: usize, one: &str) -> String {
    if number == 1 { format!("1 {one}") } else { format!("{number} {one}s") }
}

/// Tables in an order in which the targets of foreign keys come first, as far as there is one.
fn rows(source: &Source<'_>, port: &Port) -> Vec<String> {
    let numbers: BTreeMap<String, usize> =
        source.tables.iter().enumerate().map(|(at, it)| (it.name.shown(), at)).collect();
    let mut by_source: BTreeMap<&str, &super::Ported> = BTreeMap::new();
    for table in &port.tables {
        by_source.entry(&table.source).or_insert(table);
    }
    let ported = |at: usize| by_source.get(source.tables[at].name.shown().as_str()).copied();
    let mut done = vec![false; source.tables.len()];
    let (mut order, mut circle) = (Vec::new(), Vec::new());
    for first in 0..source.tables.len() {
        // Depth first, without recursion: a chain of foreign keys may be long.
        let mut stack = vec![(first, false)];
        let mut open = vec![false; source.tables.len()];
        while let Some((at, targets_done)) = stack.pop() {
            if targets_done {
                if !std::mem::replace(&mut done[at], true) {
                    order.push(at);
                }
                continue;
            }
            if done[at] {
                continue;
            }
            if std::mem::replace(&mut open[at], true) {
                continue;
            }
            stack.push((at, true));
            for key in &source.tables[at].foreign_keys {
                let Some(&target) = numbers.get(&key.target.shown()) else { continue };
                if target != at && open[target] && !done[target] {
                    circle.push(format!(
                        "`{}` and `{}`",
                        source.tables[at].name.shown(),
                        source.tables[target].name.shown()
                    ));
                } else if target != at {
                    stack.push((target, false));
                }
            }
        }
    }
    let named = order.iter().filter_map(|&at| ported(at)).map(|table| match table.rows {
        0 => format!("`{}`", table.target),
        rows => format!("`{}` ({rows} rows in the dump)", table.target),
    });
    let named: Vec<String> = named.collect();
    if named.is_empty() {
        return Vec::new();
    }
    let mut items = vec![format!("In this order: {}", named.join(", "))];
    order::ascending(&mut circle);
    circle.dedup();
    items.extend(circle.into_iter().map(|pair| {
        format!("{pair} name each other: insert with NULL first, and set the column afterwards")
    }));
    for (rule, what) in [
        ("migrate-datetime-zone", "Convert times without a zone to UTC"),
        ("migrate-zero-date", "Replace zero dates"),
        ("migrate-char-padding", "Cut off the blanks behind CHAR"),
        ("migrate-rows-refute", "Look at rows that do not fit"),
    ] {
        let of = |loss: &&Loss| loss.rule == rule;
        if port.losses.iter().any(|loss| of(&loss)) {
            items.push(format!("{what}: {}", self::named(port.losses.iter().filter(of))));
        }
    }
    items
}

fn generators(port: &Port) -> Vec<String> {
    let rules = ["migrate-auto-increment", "migrate-serial"];
    let of = |loss: &&Loss| rules.contains(&loss.rule) && loss.message.contains("skips");
    let said = |loss: &Loss| format!("{}: {}", object(loss), loss.message);
    port.losses.iter().filter(of).map(said).collect()
}

fn application(port: &Port) -> Vec<String> {
    let mut rules: Vec<&'static str> = Vec::new();
    let of =
        |loss: &&Loss| loss.severity == Severity::Warn && loss.rule != "migrate-object-dropped";
    for loss in port.losses.iter().filter(of) {
        if !rules.contains(&loss.rule) {
            rules.push(loss.rule);
        }
    }
    rules
        .into_iter()
        .map(|rule| {
            let alike = port.losses.iter().filter(|loss| of(loss) && loss.rule == rule);
            let line = super::find_rule(rule).map_or("", |it| it.line);
            format!("{line} {} ({rule})", named(alike))
        })
        .collect()
}

fn left_out(port: &Port) -> Vec<String> {
    let of = |loss: &&Loss| loss.rule == "migrate-object-dropped" && loss.what == What::Dropped;
    let said = |loss: &Loss| format!("{} {}", object(loss), loss.message);
    let all = port.losses.iter().filter(of).filter(|loss| loss.severity == Severity::Warn);
    all.map(|loss| said(loss).trim().to_owned()).collect()
}
