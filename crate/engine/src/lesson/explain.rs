//! Explains the value of a term by what the engine knows: the rule that speaks of it with its
//! evidence, the split that is hot, the line that could not be read, or another fact.

use std::collections::BTreeMap;

use crate::lesson::because::{Because, Found};
use crate::lesson::hot;
use crate::lesson::objects;
use crate::lesson::scene::Scene;
use crate::rules::severity::number;
use crate::rules::{Finding, Severity};
use crate::schema::Index;
use crate::sim::Unsplittable;
use crate::sim::answers::NodesNeeded;
use crate::text::{LineIndex, Span};
use crate::workload::load::ObjectId;
use crate::{fixes, order};

/// What is known of the value of a term: of which run, with what in the parentheses, and whether
/// more of it was wanted.
pub(super) type Why = fn(&Scene<'_>, &[String], bool) -> Option<Because>;

/// Columns or objects that a sentence names at most.
const NAMES_MAX: usize = 6;

/// Objects that a sentence gives the share of at most.
const SHARES_MAX: usize = 3;

/// From which utilisation on the servers are said to have no room (our assumption).
const BUSY: f64 = 0.9;

/// The first line that could not be read: everything else may follow from it.
pub(super) fn unread(scene: &Scene<'_>) -> Option<Because> {
    let error = scene.side().reading.syntax_errors().next()?;
    let line = line(scene, error.span);
    let at = place(line);
    Some(Because::Syntax { words: format!("{}{at} could not be read.", error.message), line })
}

/// Nothing more than the values is known.
pub(super) fn nothing(_: &Scene<'_>, _: &[String], _: bool) -> Option<Because> {
    None
}

/// Too little is served, or it takes too long: the split that is stuck, or full servers.
pub(super) fn slow(scene: &Scene<'_>, _: &[String], _: bool) -> Option<Because> {
    let side = scene.side();
    if let Some(split) = side.run.unsplittable.first() {
        return Some(stuck(scene, split));
    }
    let summary = &side.run.summary;
    if summary.utilisation_max < BUSY {
        return None;
    }
    let cure = if summary.utilisation_mean < BUSY {
        "the load is not spread over all of them"
    } else {
        "this is more work than the nodes can do"
    };
    let words = format!(
        "No split is stuck, but the busiest of {} servers is at {:.0} % and all together are at \
         {:.0} %: {cure}.",
        side.run.servers,
        100.0 * summary.utilisation_max,
        100.0 * summary.utilisation_mean
    );
    Some(fact(words, None))
}

/// The servers do too much: what for.
pub(super) fn work(scene: &Scene<'_>, _: &[String], _: bool) -> Option<Because> {
    let side = scene.side();
    let columns = (side.run.columns as usize).max(1);
    let mut of: BTreeMap<ObjectId, f64> = BTreeMap::new();
    let asked = side.run.stream_wanted.chunks(columns);
    for ((stream, wanted), cost) in side.load.streams.iter().zip(asked).zip(&side.run.stream_cost) {
        let touches: f64 = wanted.iter().map(|&touches| f64::from(touches)).sum();
        *of.entry(stream.object).or_default() += touches * cost;
    }
    let all: f64 = of.values().sum();
    let mut shares: Vec<(ObjectId, f64)> = of.into_iter().collect();
    order::by(&mut shares, |one, other| other.1.total_cmp(&one.1));
    let (busiest, _) = *shares.first().filter(|_| all > 0.0)?;
    let name = |id: ObjectId| side.load.object(id).name.clone();
    let shown: Vec<String> = shares
        .iter()
        .take(SHARES_MAX)
        .map(|(id, work)| format!("{:.0} % for `{}`", 100.0 * work / all, name(*id)))
        .collect();
    let words = format!("Of all the work of the servers, {}.", shown.join(", "));
    Some(fact(words, Some(name(busiest))))
}

/// A split that is hot and cannot be split, with the finding that says why.
fn stuck(scene: &Scene<'_>, split: &Unsplittable) -> Because {
    let side = scene.side();
    let object = side.load.object(split.object).name.clone();
    let reason = split.reason.as_str();
    let found = blamed(scene, &object, reason);
    let rest = found.map_or_else(
        || "all of its load goes to one key or one moving point".to_owned(),
        |found| title_with_evidence(scene, found),
    );
    Because::Split {
        words: format!("`{object}` has a split that cannot be divided ({reason}): {rest}."),
        object,
        reason,
        before: scene.before,
        finding: found.map(|found| seen(scene, found)),
    }
}

/// The finding that explains a hot split: on its object, with its reason if one has it.
fn blamed<'a>(scene: &Scene<'a>, object: &str, reason: &str) -> Option<&'a Finding> {
    let reading = &scene.side().reading;
    let own = || {
        let on = |found: &&Finding| fixes::object_name(&reading.schema, found.object) == object;
        reading.standing().filter(on)
    };
    own()
        .find(|found| found.reason.is_some_and(|it| it.as_str() == reason))
        .or_else(|| own().find(|found| found.severity >= Severity::Warn))
}

/// The change buys too little.
pub(super) fn gain(scene: &Scene<'_>, args: &[String], more: bool) -> Option<Because> {
    let before = &scene.of(true).side().run.summary;
    slow(&scene.of(false), args, more).or_else(|| {
        let words = format!(
            "The starter writes {} of the {} rows/s that are offered: no change can write more \
             than that.",
            number(before.served),
            number(before.offered)
        );
        more.then(|| fact(words, None))
    })
}

pub(super) fn splits(scene: &Scene<'_>, _: &[String], _: bool) -> Option<Because> {
    let summary = &scene.side().run.summary;
    let words = format!(
        "The run ends with {} splits: {} made because of load, {} because of size, {} moved to \
         another server.",
        summary.splits, summary.load_splits, summary.size_splits, summary.moves
    );
    Some(fact(words, None))
}

pub(super) fn nodes_needed(scene: &Scene<'_>, _: &[String], _: bool) -> Option<Because> {
    let NodesNeeded::Never { most, object } = scene.needed() else { return None };
    let name = |id: ObjectId| scene.side().load.object(id).name.clone();
    let object = object.map(name);
    let of = object.as_ref().map_or_else(String::new, |name| format!(" of `{name}`"));
    let words = format!(
        "No number of nodes is enough: the load{of} does not spread, and even {} nodes can take \
         only {}/s.",
        number(f64::from(most.nodes)),
        number(most.sustainable)
    );
    Some(fact(words, object))
}

/// Too many findings: the first of them. Too few: nothing to show.
pub(super) fn findings(scene: &Scene<'_>, args: &[String], more: bool) -> Option<Because> {
    if more {
        return None;
    }
    let found = scene.findings(args).next()?;
    Some(rule(scene, found))
}

pub(super) fn accepted(scene: &Scene<'_>, _: &[String], more: bool) -> Option<Because> {
    if more {
        return None;
    }
    let found = scene.accepted().next()?;
    let key = scene.side().reading.key_of(found);
    Some(fact(format!("`{key}` is accepted, so the finding is no longer open."), None))
}

pub(super) fn tables(scene: &Scene<'_>, _: &[String], _: bool) -> Option<Because> {
    let names = scene.schema().tables.iter().map(|table| table.name.as_str());
    Some(fact(format!("The tables are {}.", listed(names)?), None))
}

pub(super) fn indexes(scene: &Scene<'_>, _: &[String], _: bool) -> Option<Because> {
    let schema = scene.schema();
    let name = |index: &Index| match index.managed {
        true => format!("that of a foreign key on {}", schema.table(index.table).name),
        false => index.name.to_string(),
    };
    let names: Vec<String> = schema.indexes.iter().map(name).collect();
    Some(fact(format!("The indexes are {}.", listed(names.iter().map(String::as_str))?), None))
}

pub(super) fn has(scene: &Scene<'_>, args: &[String], more: bool) -> Option<Because> {
    let there = objects::has(scene.schema(), &args[0]);
    let words = match (there, more) {
        (false, _) => format!("There is no `{}`.", args[0]),
        (true, false) => format!("`{}` exists.", args[0]),
        (true, true) => return None,
    };
    Some(fact(words, None))
}

/// What the key of an object is, or the rule that finds its shards wanting.
pub(super) fn key(scene: &Scene<'_>, args: &[String], _: bool) -> Option<Because> {
    let reading = &scene.side().reading;
    let schema = &reading.schema;
    let (table, parts) = objects::key_of(schema, &args[0])?;
    let shard = |found: &&Finding| {
        found.rule.contains("-shard-")
            && fixes::object_name(schema, found.object).eq_ignore_ascii_case(&args[0])
    };
    if let Some(found) = reading.standing().find(shard) {
        return Some(rule(scene, found));
    }
    let columns = schema.table(table);
    let names = parts.iter().map(|part| columns.column(part.column).name.as_str());
    let Some(names) = listed(names) else {
        return Some(fact(format!("The key of `{}` has no columns.", args[0]), None));
    };
    let lead = match (objects::shards(reading, table, &parts), parts.first()) {
        (0, Some(first)) => {
            format!("`{}`, its first column, is not a shard", columns.column(first.column).name)
        }
        (n, Some(first)) => {
            format!("`{}`, its first column, has {n} values", columns.column(first.column).name)
        }
        (_, None) => String::new(),
    };
    let words = format!("The key of `{}` is {names}; {lead}.", args[0]);
    Some(fact(words, Some(args[0].clone())))
}

/// Where the walk along a key ends.
pub(super) fn pressure(scene: &Scene<'_>, args: &[String], _: bool) -> Option<Because> {
    let words = hot::walked(&scene.side().reading, &args[0])?;
    Some(fact(words, Some(args[0].clone())))
}

pub(super) fn depth(scene: &Scene<'_>, args: &[String], _: bool) -> Option<Because> {
    let schema = scene.schema();
    let above = schema.ancestors(schema.find_table(&args[0])?);
    let names = above.iter().map(|&id| schema.table(id).name.as_str());
    let words = match listed(names) {
        Some(names) => format!("`{}` is interleaved in {names}.", args[0]),
        None => format!("`{}` is not interleaved.", args[0]),
    };
    Some(fact(words, Some(args[0].clone())))
}

pub(super) fn scans(scene: &Scene<'_>, args: &[String], _: bool) -> Option<Because> {
    let cost = scene.cost(args)?;
    let words = format!(
        "Reading {} from `{}` takes {}.",
        cost.label,
        cost.object,
        scene.scans(&cost).words
    );
    Some(fact(words, Some(cost.object)))
}

/// Why a way of reading has no cost.
pub(super) fn no_read(scene: &Scene<'_>, args: &[String]) -> String {
    if objects::key_of(scene.schema(), &args[0]).is_none() {
        return format!("none: there is no `{}`", args[0]);
    }
    match args[1].as_str() {
        "newest" | "last-hour" => format!("none: no column of `{}` increases with time", args[0]),
        "entity" => format!("none: `{}` is not read by an entity", args[0]),
        _ => format!("none: `{}` is not read that way", args[0]),
    }
}

/// What the picture shows, and what that means.
pub(super) fn pattern(scene: &Scene<'_>, args: &[String], more: bool) -> Option<Because> {
    let (side, grid) = (scene.side(), scene.grid());
    let name = |band: usize| side.load.object(grid.bands[band].object).name.clone();
    if let Some(shown) = scene.patterns(args).first().filter(|_| !more) {
        let object = name(shown.band);
        return Some(fact(
            format!("`{object}` shows {}: {}", shown.label, shown.say),
            Some(object),
        ));
    }
    let all = crate::heat::patterns(&side.load, &grid);
    let shown: Vec<String> =
        all.iter().map(|it| format!("{} in {}", it.id, name(it.band))).collect();
    let words = match listed(shown.iter().map(String::as_str)) {
        Some(names) => format!("The map shows {names}."),
        None => "The map shows no named pattern.".to_owned(),
    };
    Some(fact(words, None))
}

fn rule(scene: &Scene<'_>, found: &Finding) -> Because {
    let mut words = format!("{}.", title_with_evidence(scene, found));
    if !found.why.is_empty() {
        words.push(' ');
        words.push_str(&found.why);
    }
    Because::Rule {
        words,
        finding: seen(scene, found),
        object: fixes::object_name(scene.schema(), found.object).to_owned(),
    }
}

fn fact(words: String, object: Option<String>) -> Because {
    Because::Fact { words, object }
}

/// The title of a finding, and why it is believed.
fn title_with_evidence(scene: &Scene<'_>, found: &Finding) -> String {
    let evidence = evidence(scene, found);
    if evidence.is_empty() {
        return found.title.clone();
    }
    format!("{} (known from {})", found.title, evidence.join(", "))
}

fn seen(scene: &Scene<'_>, found: &Finding) -> Found {
    Found {
        key: scene.side().reading.key_of(found),
        rule: found.rule,
        line: line(scene, found.span),
        evidence: evidence(scene, found),
    }
}

fn evidence(scene: &Scene<'_>, found: &Finding) -> Vec<String> {
    let one = |evidence: &crate::facts::Evidence| {
        format!("{}{}", evidence.what, place(line(scene, evidence.span)))
    };
    found.evidence.iter().map(one).collect()
}

/// The line of a span; `None` in what the learner does not see.
fn line(scene: &Scene<'_>, span: Span) -> Option<u32> {
    let text = &scene.side().reading.text;
    let shown = text.len() - scene.hidden().min(text.len());
    let here = (span.start as usize) < shown.max(1);
    here.then(|| LineIndex::new(text).line(span.start))
}

fn place(line: Option<u32>) -> String {
    line.map_or_else(|| " in the hidden part".to_owned(), |line| format!(" on line {line}"))
}

/// The first names of several, in backticks; `None` for none.
fn listed<'a>(names: impl Iterator<Item = &'a str>) -> Option<String> {
    let all: Vec<&str> = names.collect();
    let shown: Vec<String> = all.iter().take(NAMES_MAX).map(|name| format!("`{name}`")).collect();
    let more = all.len().saturating_sub(NAMES_MAX);
    match (shown.is_empty(), more) {
        (true, _) => None,
        (false, 0) => Some(shown.join(", ")),
        (false, more) => Some(format!("{} and {more} more", shown.join(", "))),
    }
}
