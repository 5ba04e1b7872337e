//! What the model rests on: how it stands to published figures, its constants, what it leaves out.

use serde::{Deserialize, Serialize};
#[cfg(target_arch = "wasm32")]
use tsify::Tsify;

use crate::ranges::Between;
use hotsplit_engine::page::{self, Block, Row};
use hotsplit_engine::sim::assumptions::{CONSTANTS, Constant, Kind, LEFT_OUT, SET_ON, Value};
use hotsplit_engine::sim::{Knobs, constants, ranges};

/// What one needs to know to trust a run, or not to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Trust {
    /// How the model stands to figures that it owes nothing to, in a sentence or two.
    pub sentence: String,
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
    /// What it says of the model.
    pub kind: FigureKind,
    /// What the model gives; `-` where it gives nothing.
    pub ours: String,
    /// How the two stand to each other.
    pub verdict: Verdict,
}

/// What a figure says of the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum FigureKind {
    /// Nothing: it has to come out, by how the model is made.
    ByConstruction,
    /// Nothing: a constant was set on it.
    Calibrated,
    /// Little: nobody has checked it, and what is open of its set-up was chosen to give it.
    Claim,
    /// A shape: it was measured or estimated on another database.
    OtherDatabase,
    /// A shape: it is a rule to go by, and no measurement.
    Guidance,
    /// It was measured on Spanner, and nothing in the model was set on it.
    Independent,
}

/// How the model's figure stands to the published one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Within the band, which its source's precision gives.
    Met,
    /// Outside of it.
    Missed,
    /// It is told as context: the set-up of the source is not known.
    NotCompared,
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
    /// `documented`, `measured`, `calibrated`, `our assumption` and so on.
    pub kind: String,
    /// Where it is from, or why it was taken.
    pub source: String,
    /// The name by which a run is given another value; absent where none may be given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// What it may be, where it is not known; numbers of runs have ranges because of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub between: Option<Between>,
    /// Why it is taken to lie there; empty where it is known.
    pub between_why: String,
    /// It matters, and nobody has published it: worth trying with other values.
    pub important: bool,
}

/// Constants that matter most to what a run shows, by the names they are changed by.
const IMPORTANT: &[&str] = &[
    "split_ceiling",
    "learn_seconds",
    "hot_load",
    "hot_server",
    "burstiness",
    "in_flight_max",
    "participant_logs",
    "leader_share",
    "writes_per_node",
];

/// Everything. The files of `web/content/validation` are data of the site, in their order.
#[must_use]
pub fn trust(files: &[String]) -> Trust {
    let validation: Vec<Story> = files.iter().map(|text| story(text)).collect();
    Trust {
        sentence: sentence(&validation),
        validation,
        constants: CONSTANTS
            .iter()
            .filter(|constant| constant.kind != Kind::Limit)
            .map(entry)
            .collect(),
        left_out: LEFT_OUT.iter().map(|&line| line.to_owned()).collect(),
    }
}

fn entry(constant: &Constant) -> ConstantEntry {
    let name = constants::name_of(constant);
    let usual = name.and_then(|name| constants::constant(&Knobs::default(), name));
    let (value, table) = match constant.value {
        Value::One(value) => (Some(usual.unwrap_or(value)), String::new()),
        Value::Table(points) => {
            let points: Vec<String> = points.iter().map(|(x, y)| format!("{x}: {y}")).collect();
            (None, points.join(", "))
        }
    };
    let range = ranges::of(&constant.name.to_lowercase());
    ConstantEntry {
        label: constant.name.to_lowercase().replace('_', " "),
        value,
        table,
        unit: constant.unit.to_owned(),
        kind: constant.kind.as_str().to_owned(),
        source: constant.source.to_owned(),
        name: name.map(str::to_owned),
        between: range.map(|range| Between { low: range.low, high: range.high }),
        between_why: range.map_or("", |range| range.why).to_owned(),
        important: name.is_some_and(|name| IMPORTANT.contains(&name)),
    }
}

/// What the independent figures say.
fn sentence(stories: &[Story]) -> String {
    let figures = stories.iter().flat_map(|story| &story.figures);
    let independent: Vec<&StoryFigure> =
        figures.filter(|figure| figure.kind == FigureKind::Independent).collect();
    let met = independent.iter().filter(|figure| figure.verdict == Verdict::Met).count();
    let errors: Vec<f64> = independent.iter().filter_map(|figure| figure.error()).collect();
    let mean = errors.iter().sum::<f64>() / errors.len().max(1) as f64;
    format!(
        "Of {} figures that were measured on Spanner and not used to calibrate the model, {met} \
         are reproduced within the precision of their source; on average the model is off by a \
         factor of {:.2}.",
        errors.len(),
        libm::exp(mean)
    )
}

/// A file: heading, source, paragraphs, runs, figures.
fn story(text: &str) -> Story {
    let page = page::read(text);
    let (id, title) = page.title.split_once(' ').unwrap_or(("", &page.title));
    let about = page.blocks.iter().filter_map(|block| match block {
        Block::Text(text) => Some(text.clone()),
        Block::Item(text) => Some(format!("- {text}")),
        Block::Heading(_) | Block::Code(..) => None,
    });
    let code =
        |name: &str| page.code().find(|(info, _)| *info == name).map_or("", |(_, code)| code);
    Story {
        id: id.to_owned(),
        title: title.to_owned(),
        source: page.field("source").unwrap_or_default().to_owned(),
        about: about.collect(),
        tried_with: tried_with(code("runs")),
        figures: page::rows(code("figures")).iter().filter_map(|row| figure(id, row)).collect(),
    }
}

/// What a figure of a story says. Where a constant was set on the story no figure of it is
/// evidence, whatever the file calls it.
fn evidence(story: &str, word: &str) -> Option<FigureKind> {
    let said = match word {
        "by construction" => FigureKind::ByConstruction,
        "calibrated" => FigureKind::Calibrated,
        "claim" => FigureKind::Claim,
        "other database" => FigureKind::OtherDatabase,
        "guidance" => FigureKind::Guidance,
        "independent" => FigureKind::Independent,
        _ => return None,
    };
    let set = SET_ON.iter().any(|(_, on)| *on == story);
    let evidence =
        matches!(said, FigureKind::OtherDatabase | FigureKind::Guidance | FigureKind::Independent);
    Some(if set && evidence { FigureKind::Calibrated } else { said })
}

/// Constants with other values in a block of runs, each once.
fn tried_with(runs: &str) -> Vec<String> {
    let mut found = Vec::new();
    for word in runs.split_whitespace() {
        let name = word.split_once('=').map_or("", |(name, _)| name);
        let known = constants::constant(&Knobs::default(), name).is_some();
        if known && !found.iter().any(|one| one == word) {
            found.push(word.to_owned());
        }
    }
    found
}

fn figure(story: &str, row: &Row<'_>) -> Option<StoryFigure> {
    let [what, published, within, kind, ours] =
        ["figure", "published", "within", "kind", "ours"].map(|column| row.cell(column));
    let (published, within, ours) = (published?, within?, ours?);
    Some(StoryFigure {
        what: what?.to_owned(),
        published: published.to_owned(),
        within: within.to_owned(),
        kind: evidence(story, kind?)?,
        ours: ours.to_owned(),
        verdict: verdict(published, within, number(ours)),
    })
}

impl StoryFigure {
    /// How far ours is from the published figure, as |ln(ours / published)|, or from the nearer end
    /// of a published range; none where the two are not compared.
    #[must_use]
    pub fn error(&self) -> Option<f64> {
        if !matches!(self.verdict, Verdict::Met | Verdict::Missed) {
            return None;
        }
        let ours = number(&self.ours)?;
        let (least, most) = published(&self.published).or_else(|| published(&self.within))?;
        let off = if ours < least {
            least / ours
        } else if ours > most {
            ours / most
        } else {
            1.0
        };
        Some(libm::log(off))
    }
}

/// How a figure stands to a published one that it has to lie within some share, or a range, of.
#[must_use]
pub fn verdict(said: &str, within: &str, ours: Option<f64>) -> Verdict {
    let Some(ours) = ours.filter(|ours| ours.is_finite()) else { return Verdict::NotReproduced };
    if within == "context" {
        return Verdict::NotCompared;
    }
    let band = match within.strip_suffix(" %").and_then(number) {
        Some(share) => published(said).map(|(least, most)| {
            let share = share / 100.0;
            (least * (1.0 - share) - 1e-9, most * (1.0 + share) + 1e-9)
        }),
        None => published(within),
    };
    match band {
        Some((least, most)) if (least..=most).contains(&ours) => Verdict::Met,
        _ => Verdict::Missed,
    }
}

/// A number, `a to b`, `at least a` or `at most b`: the least and the most.
fn published(text: &str) -> Option<(f64, f64)> {
    if let Some(least) = text.strip_prefix("at least ") {
        return Some((number(least)?, f64::INFINITY));
    }
    if let Some(most) = text.strip_prefix("at most ") {
        return Some((f64::NEG_INFINITY, number(most)?));
    }
    if let Some((least, most)) = text.split_once(" to ") {
        return Some((number(least)?, number(most)?));
    }
    let one = number(text.split(' ').next()?)?;
    Some((one, one))
}

fn number(word: &str) -> Option<f64> {
    word.replace(',', "").parse().ok()
}
