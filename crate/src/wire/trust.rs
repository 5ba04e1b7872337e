//! What the model rests on: how it stands to published figures, its constants, what it leaves out.

use serde::{Deserialize, Serialize};
#[cfg(target_arch = "wasm32")]
use tsify::Tsify;

use super::knobs;
use crate::sim::Knobs;
use crate::sim::assumptions::{CONSTANTS, Constant, Kind, LEFT_OUT, Value};

/// What one needs to know to trust a run, or not to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Trust {
    /// Published figures, and what the model gives for the same set-up.
    pub validation: Vec<Story>,
    /// Constants of the model.
    pub constants: Vec<ConstantEntry>,
    /// What the model leaves out, one line each.
    pub left_out: Vec<String>,
}

/// A published measurement, tried with the model.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Story {
    /// As in `V1`.
    pub id: String,
    /// What was measured.
    pub title: String,
    /// `published measurement`, `published guidance` and so on.
    pub kind: String,
    /// Who published it, where and when.
    pub source: String,
    /// The set-up and what to know of it, a paragraph each.
    pub about: Vec<String>,
    /// Constants that its runs have other than usual, as in `leader_share=0.273`.
    pub tried_with: Vec<String>,
    /// The figures.
    pub figures: Vec<StoryFigure>,
}

/// A figure of a story.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct StoryFigure {
    /// What it is.
    pub what: String,
    /// As it was published.
    pub published: String,
    /// How near ours must come; `context` is not held against anything.
    pub within: String,
    /// What the model gives; `-` where it gives nothing.
    pub ours: String,
    /// How the two stand to each other.
    pub verdict: Verdict,
}

/// How the model's figure stands to the published one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// As published, within 10 % or the published range.
    Met,
    /// Not as published; within the wider band that its story gives reasons for.
    InBand,
    /// Neither.
    Missed,
    /// The model does not give it.
    NotReproduced,
}

/// A constant of the model.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ConstantEntry {
    /// In words, as in `split ceiling`.
    pub label: String,
    /// As usual; absent for a table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<f64>,
    /// The points of a table, in words; empty for one number.
    pub table: String,
    /// Its unit.
    pub unit: String,
    /// `documented`, `measured`, `calibrated`, `assumption of ours` and so on.
    pub kind: String,
    /// Where it is from, or why it was taken.
    pub source: String,
    /// The name by which a run is given another value; absent where none may be given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// It matters, and nobody has published it: worth trying with other values.
    pub important: bool,
}

/// The stories, as the tests hold the model to them.
const STORIES: [&str; 16] = [
    include_str!("../../validation/v01-nodes-do-not-help.md"),
    include_str!("../../validation/v02-batches.md"),
    include_str!("../../validation/v03-hash-shards.md"),
    include_str!("../../validation/v04-one-index.md"),
    include_str!("../../validation/v05-reads-and-writes.md"),
    include_str!("../../validation/v06-doubling.md"),
    include_str!("../../validation/v07-five-hundred-fifty-five.md"),
    include_str!("../../validation/v08-ulid-ledger.md"),
    include_str!("../../validation/v09-migrated-mix.md"),
    include_str!("../../validation/v10-ledger-and-reporting.md"),
    include_str!("../../validation/v11-one-region.md"),
    include_str!("../../validation/v12-moving-hot-node.md"),
    include_str!("../../validation/v13-write-sharding.md"),
    include_str!("../../validation/v14-tenants.md"),
    include_str!("../../validation/v15-participants.md"),
    include_str!("../../validation/v16-firestore.md"),
];

/// Constants that matter most to what a run shows, by the names they are changed by.
const IMPORTANT: &[&str] = &[
    "split_ceiling",
    "learn_seconds",
    "hot_load",
    "hot_server",
    "burstiness",
    "in_flight_max",
    "participant_cost",
    "leader_share",
    "writes_per_node",
];

/// How near a figure must come to a published number to be called met (assumption of ours: as
/// near as the tests want it where nothing else is said).
const NEAR: f64 = 0.1;

/// Everything.
#[must_use]
pub fn trust() -> Trust {
    Trust {
        validation: STORIES.iter().map(|text| story(text)).collect(),
        constants: CONSTANTS
            .iter()
            .filter(|constant| constant.kind != Kind::Limit)
            .map(entry)
            .collect(),
        left_out: LEFT_OUT.iter().map(|&line| line.to_owned()).collect(),
    }
}

fn entry(constant: &Constant) -> ConstantEntry {
    let name = knobs::name_of(constant);
    let usual = name.and_then(|name| knobs::constant(&Knobs::default(), name));
    let (value, table) = match constant.value {
        Value::One(value) => (Some(usual.unwrap_or(value)), String::new()),
        Value::Table(points) => {
            let points: Vec<String> = points.iter().map(|(x, y)| format!("{x}: {y}")).collect();
            (None, points.join(", "))
        }
    };
    ConstantEntry {
        label: constant.name.to_lowercase().replace('_', " "),
        value,
        table,
        unit: constant.unit.to_owned(),
        kind: constant.kind.as_str().to_owned(),
        source: constant.source.to_owned(),
        name: name.map(str::to_owned),
        important: name.is_some_and(|name| IMPORTANT.contains(&name)),
    }
}

/// A file of `crate/validation`: heading, kind, source, paragraphs, runs, a table of figures.
fn story(text: &str) -> Story {
    let field = |key: &str| {
        text.lines().find_map(|line| line.strip_prefix(key)).unwrap_or("").trim().to_owned()
    };
    let title = field("# ");
    let (id, title) = title.split_once(' ').unwrap_or(("", &title));
    let (prose, rest) = match text.split_once("```runs\n") {
        Some((prose, rest)) => (prose, rest.split("```").next().unwrap_or("")),
        None => (text, ""),
    };
    let is_prose = |line: &&str| {
        let opens = ["# ", "Kind: ", "Source: ", "| "];
        !line.is_empty() && !opens.iter().any(|opening| line.starts_with(opening))
    };
    let figures = text.lines().filter(|line| line.starts_with("| ")).skip(2);
    Story {
        id: id.to_owned(),
        title: title.to_owned(),
        kind: kind_words(&field("Kind: ")).to_owned(),
        source: field("Source: "),
        about: prose.lines().filter(is_prose).map(str::to_owned).collect(),
        tried_with: tried_with(rest),
        figures: figures.filter_map(figure).collect(),
    }
}

/// What the letters of the files stand for.
fn kind_words(kind: &str) -> &'static str {
    match kind {
        "A" => "published measurement",
        "A-" => "published, set beside a test by its authors",
        "B" => "published guidance or arithmetic",
        "C" => "a claim nobody has checked",
        _ => "a shape without numbers",
    }
}

/// Constants with other values in a block of runs, each once.
fn tried_with(runs: &str) -> Vec<String> {
    let mut found = Vec::new();
    for word in runs.split_whitespace() {
        let name = word.split_once('=').map_or("", |(name, _)| name);
        let known = knobs::constant(&Knobs::default(), name).is_some();
        if known && !found.iter().any(|one| one == word) {
            found.push(word.to_owned());
        }
    }
    found
}

fn figure(line: &str) -> Option<StoryFigure> {
    let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
    let [what, _, published, within, ours] = cells[..] else { return None };
    Some(StoryFigure {
        what: what.to_owned(),
        published: published.to_owned(),
        within: within.to_owned(),
        ours: ours.to_owned(),
        verdict: verdict(published, within, ours),
    })
}

fn verdict(published: &str, within: &str, ours: &str) -> Verdict {
    let Some(ours) = number(ours) else { return Verdict::NotReproduced };
    let as_published = match published.split_once(" to ") {
        Some((from, to)) => number(from).zip(number(to)).map(|(a, b)| (a..=b).contains(&ours)),
        None => number(published.split(' ').next().unwrap_or(""))
            .map(|figure| (ours - figure).abs() <= NEAR * figure.abs()),
    };
    match as_published {
        Some(true) => Verdict::Met,
        // Words alone, as `below 20`: the band says in numbers what they mean.
        None if within != "context" && published != "even" => Verdict::Met,
        None if published == "even" && ours <= 1.0 + NEAR => Verdict::Met,
        _ if within == "context" => Verdict::Missed,
        _ => Verdict::InBand,
    }
}

fn number(word: &str) -> Option<f64> {
    word.replace(',', "").parse().ok()
}
