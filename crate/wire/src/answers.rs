//! What a pair of runs leaves open, for the page: numbers, each with a sentence.

use serde::{Deserialize, Serialize};
#[cfg(target_arch = "wasm32")]
use tsify::Tsify;

use crate::ranges;
use crate::ranges::Between;
use crate::rewrites::Chosen;
use crate::run_answer::{RunRanges, run_ranges};
use crate::workload::Workload;
use hotsplit_engine::Choice;
use hotsplit_engine::answers::{
    Answers, Drawn, Gain, Neighbour, SideAnswers, SmallTest, SplitPoints,
};
use hotsplit_engine::rules::severity::number;
use hotsplit_engine::schema::limits::{SPLIT_POINT_DAYS, SPLIT_POINTS_PER_REQUEST};
use hotsplit_engine::sim::answers::{Basis, NodesNeeded, Throughput};
use hotsplit_engine::sim::model::{NODES_MAX, SPLIT_POINTS_PER_MINUTE};
use hotsplit_engine::sim::ranges::Range;
use hotsplit_engine::workload::load::{Load, ObjectId};

/// "Work out what these runs leave open."
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct AnswersAsk {
    /// The choices that made the second text of the runs.
    pub chosen: Vec<Chosen>,
    /// What they were made with.
    pub workload: Workload,
    /// Only the ranges of what is told of the runs, and no answers beside.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ranges_only: bool,
}

/// Answers as far as they are known.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct AnswersSoFar {
    /// How much of all is known, 0 to 1; at 1 there is nothing more to ask for.
    pub progress: f64,
    /// The sentences on what happens, with the ranges of their numbers; absent until these are known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub headline: Option<String>,
    /// Rows/s that the schema sustains as it is.
    pub sustainable_writes_per_second: f64,
    /// Rows/s served as it is.
    pub served_writes_per_second: f64,
    /// What the chosen fixes bought: keys, then interleaving, then indexes and foreign keys, then
    /// all else, each on top of those before it. The points add up to the whole gain.
    pub gains: Vec<GainStep>,
    /// What each chosen fix would have bought by itself, in the order of choice, where they are
    /// few. These do not add up.
    pub alone: Vec<GainStep>,
    /// Of the schema as it is.
    pub before: SideReport,
    /// Of the schema with fixes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<SideReport>,
}

/// What some fixes bought.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct GainStep {
    /// `keys`, `interleaving`, `indexes and foreign keys`, `all else`.
    pub family: String,
    /// The fixes.
    pub fixes: Vec<GainFix>,
    /// Those of them that cannot be applied without later ones, whose gain is told there.
    pub waiting: u32,
    /// Rows/s sustained with them.
    pub sustainable_writes_per_second: f64,
    /// Rows/s served with them.
    pub served_writes_per_second: f64,
    /// What they add to the sustainable rate, in percentage points of the rate without fixes.
    pub sustainable_points: f64,
    /// The least and the most of these points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sustainable_points_between: Option<Between>,
    /// The same of the served rate.
    pub served_points: f64,
}

/// A fix with what it was chosen for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct GainFix {
    /// As in `hash-shard-prefix`.
    pub fix: String,
    /// A short form of it for people, as in `T5`.
    pub short: String,
    /// The finding's key.
    pub finding: String,
}

/// Answers about one of the two schemas; what is not known yet is absent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct SideReport {
    /// The ranges of the numbers of its run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ranges: Option<RunRanges>,
    /// What so many nodes take, ascending.
    pub throughput: Vec<NodesPoint>,
    /// How many nodes the offered rate needs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub needed: Option<NeededReport>,
    /// What split points before the run would do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub split_points: Option<SplitPointsReport>,
    /// What a small test would show.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub small_test: Option<SmallTestReport>,
    /// A cool table that suffers from a hot neighbour.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub neighbour: Option<NeighbourReport>,
}

/// What an instance of some size takes.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct NodesPoint {
    /// Nodes.
    pub nodes: u32,
    /// Rows/s with no server above 100 %.
    pub sustainable: f64,
    /// The least and the most of that.
    pub sustainable_between: Between,
    /// Rows/s with no server above the recommended maximum.
    pub recommended: f64,
    /// From arithmetic; otherwise from a short run with more load than the instance takes.
    pub exact: bool,
}

/// How many nodes a rate needs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct NeededReport {
    /// Nodes; absent where no number of them is enough.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u32>,
    /// The object whose load does not spread, where none is enough.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub object: Option<String>,
    /// In words.
    pub words: String,
}

/// A run without split points and one with as many as are worth having.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct SplitPointsReport {
    /// Split points added.
    pub points: u32,
    /// Seconds until the rate settles, without.
    pub without_seconds: f64,
    /// The same with.
    pub with_seconds: f64,
    /// Rows/s served without, mean of the second half of the run.
    pub without_served: f64,
    /// The same with.
    pub with_served: f64,
    /// In words, with what the quotas make of it.
    pub words: String,
}

/// A test on few nodes with the same share of the load.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct SmallTestReport {
    /// Nodes of the test.
    pub nodes: f64,
    /// Rows/s that the test serves.
    pub small_served: f64,
    /// Its 99th percentile at the server, ms.
    pub small_p99_ms: f64,
    /// Rows/s that it leads one to expect of the instance.
    pub expected: f64,
    /// Rows/s that the instance serves.
    pub served: f64,
    /// Its 99th percentile at the server, ms.
    pub p99_ms: f64,
    /// In words.
    pub words: String,
}

/// A table that is cool itself and has a hot split for a neighbour.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct NeighbourReport {
    /// The table.
    pub table: String,
    /// What its neighbour is a split of.
    pub hot: String,
    /// 99th percentile of the table's own commits beside it, ms.
    pub with_ms: f64,
    /// The same without the hot object's commits, ms.
    pub without_ms: f64,
    /// In words.
    pub words: String,
}

/// The choices of a question.
#[must_use]
pub fn choices(ask: &AnswersAsk) -> Vec<Choice> {
    crate::rewrites::chosen(&ask.chosen, &ask.workload)
}

/// Answers, for the page.
#[must_use]
pub fn so_far(answers: &Answers) -> AnswersSoFar {
    let first = answers.before.summary();
    let before = side(&answers.before);
    let after = answers.after.as_ref().map(side);
    let known = before.ranges.is_some() && after.as_ref().is_none_or(|it| it.ranges.is_some());
    let sides = (&answers.before.side, answers.after.as_ref().map(|after| &after.side));
    AnswersSoFar {
        progress: answers.progress(),
        headline: known.then(|| crate::headline::of_sides(sides.0, sides.1)),
        sustainable_writes_per_second: first.sustainable,
        served_writes_per_second: first.served,
        gains: answers.gains.iter().map(gain).collect(),
        alone: answers.alone.iter().map(gain).collect(),
        before,
        after,
    }
}

fn gain(gain: &Gain) -> GainStep {
    GainStep {
        family: gain.family.as_str().to_owned(),
        fixes: gain
            .fixes
            .iter()
            .map(|choice| GainFix {
                fix: choice.fix.clone(),
                short: choice.short().to_owned(),
                finding: choice.finding.clone(),
            })
            .collect(),
        waiting: gain.waiting,
        sustainable_writes_per_second: gain.sustainable,
        served_writes_per_second: gain.served,
        sustainable_points: gain.sustainable_points,
        sustainable_points_between: gain.points_range.map(Into::into),
        served_points: gain.served_points,
    }
}

fn side(side: &SideAnswers) -> SideReport {
    let throughput = side.throughput.iter().map(|Drawn { usual, drawn }| NodesPoint {
        nodes: usual.nodes,
        sustainable: usual.sustainable,
        sustainable_between: Range::over(
            usual.sustainable,
            drawn.iter().map(|it: &Throughput| it.sustainable),
        )
        .into(),
        recommended: usual.recommended,
        exact: usual.basis == Basis::Exact,
    });
    let load = &side.side.load;
    SideReport {
        ranges: run_ranges(&side.side),
        throughput: throughput.collect(),
        needed: side.needed.as_ref().map(|needed| needed_report(load, needed)),
        split_points: side.split_points.as_ref().map(split_points),
        small_test: side.small_test.as_ref().map(small_test),
        neighbour: side.neighbour.as_ref().map(|found| neighbour(load, found)),
    }
}

fn name(load: &Load, object: ObjectId) -> String {
    load.object(object).name.clone()
}

fn needed_report(load: &Load, needed: &Drawn<NodesNeeded>) -> NeededReport {
    let asked = number(load.commits_per_second());
    match needed.usual {
        NodesNeeded::Nodes(at) => NeededReport {
            nodes: Some(at.nodes),
            object: None,
            words: format!(
                "{} can serve {asked} writes/s with every server within the recommended \
                 utilisation.{}",
                nodes_between(f64::from(at.nodes), &needed.drawn),
                match needed.drawn.iter().any(|it| matches!(it, NodesNeeded::Never { .. })) {
                    true => " With other plausible constants, no number of nodes can.",
                    false => "",
                }
            ),
        },
        NodesNeeded::Never { most, object } => {
            let most_drawn = needed.drawn.iter().map(|needed| match needed {
                NodesNeeded::Nodes(at) => at.recommended,
                NodesNeeded::Never { most, .. } => most.recommended,
            });
            let enough = needed.drawn.iter().find_map(|needed| match needed {
                NodesNeeded::Nodes(at) => Some(f64::from(at.nodes)),
                NodesNeeded::Never { .. } => None,
            });
            let object = object.map(|object| name(load, object));
            let blame = object.as_ref().map_or_else(String::new, |object| {
                format!(": the load of `{object}` goes to one point and stays on one server")
            });
            NeededReport {
                nodes: None,
                words: format!(
                    "No number of nodes can serve {asked} writes/s with every server within the \
                     recommended utilisation{blame}. {} can serve {}.{}",
                    nodes(NODES_MAX),
                    ranges::words(
                        most.recommended,
                        Some(Range::over(most.recommended, most_drawn)),
                        |rate| number(rate.round())
                    ),
                    match enough {
                        Some(least) =>
                            format!(" With other plausible constants, {} can.", nodes(least)),
                        None => String::new(),
                    }
                ),
                object,
            }
        }
    }
}

/// `10 to 14 nodes`, over the draws in which some number of nodes is enough.
fn nodes_between(usual: f64, drawn: &[NodesNeeded]) -> String {
    let enough = drawn.iter().filter_map(|needed| match needed {
        NodesNeeded::Nodes(at) => Some(f64::from(at.nodes)),
        NodesNeeded::Never { .. } => None,
    });
    let Range { low, high } = Range::over(usual, enough);
    if high > low { format!("{} to {}", number(low), nodes(high)) } else { nodes(usual) }
}

fn split_points(tried: &Drawn<SplitPoints>) -> SplitPointsReport {
    let served = |of: fn(&SplitPoints) -> f64| {
        ranges::words(of(&tried.usual), tried.range(of), |rate| number(rate.round()))
    };
    let settled = |of: fn(&SplitPoints) -> f64| settled(of(&tried.usual), tried.range(of));
    let (settled_without, settled_with) = (
        settled(|it| it.without.seconds_to_saturation),
        settled(|it| it.with.seconds_to_saturation),
    );
    let (served_without, served_with) =
        (served(|it| it.without.served), served(|it| it.with.served));
    let tried = &tried.usual;
    let SplitPoints { without, with, points, .. } = tried;
    let alike = with.served < 1.05 * without.served
        && with.seconds_to_saturation + 60.0 > without.seconds_to_saturation;
    let verdict = if alike { "They change little here" } else { "They avoid the wait" };
    let quotas = if *points == 0 {
        "There is nothing to pre-split".to_owned()
    } else {
        format!(
            "{} split points use {} of at most {} points and, with {} points per minute per node, \
             take {}",
            number(f64::from(*points)),
            plural(tried.requests, "request"),
            SPLIT_POINTS_PER_REQUEST,
            number(SPLIT_POINTS_PER_MINUTE),
            plural(tried.minutes.ceil(), "minute"),
        )
    };
    SplitPointsReport {
        points: *points,
        without_seconds: without.seconds_to_saturation,
        with_seconds: with.seconds_to_saturation,
        without_served: without.served,
        with_served: with.served,
        words: format!(
            "The rate settles {settled_without} without split points and {settled_with} with them; \
             it ends at {served_without} and {served_with} writes/s. {verdict}. {quotas}. They \
             expire after {SPLIT_POINT_DAYS} days by default.",
        ),
    }
}

/// `at once`, `after 12 minutes` or `after 8 to 20 minutes`.
fn settled(seconds: f64, range: Option<Range>) -> String {
    let minutes = |seconds: f64| (seconds / 60.0).round();
    match range.map(|Range { low, high }| (minutes(low), minutes(high))) {
        Some((low, high)) if high > low => {
            format!("after {} to {}", number(low), plural(high, "minute"))
        }
        _ if seconds < 60.0 => "at once".to_owned(),
        _ => format!("after {}", plural(minutes(seconds), "minute")),
    }
}

fn small_test(test: &Drawn<SmallTest>) -> SmallTestReport {
    let shown = |of: fn(&SmallTest) -> f64| {
        ranges::words(of(&test.usual), test.range(of), |value| number(value.round()))
    };
    let small_served = shown(|it| it.small.served);
    let small_p99 = shown(|it| it.small.p99_ms);
    let large_served = shown(|it| it.large.served);
    let large_p99 = shown(|it| it.large.p99_ms);
    let SmallTest { nodes: of, small, large, expected } = &test.usual;
    let reached = large.served / expected.max(f64::MIN_POSITIVE);
    let verdict = if reached < 0.9 {
        format!("so the test predicts {} and hides the hotspot", number(*expected))
    } else {
        format!("as the test predicts ({})", number(*expected))
    };
    SmallTestReport {
        nodes: *of,
        small_served: small.served,
        small_p99_ms: small.p99_ms,
        expected: *expected,
        served: large.served,
        p99_ms: large.p99_ms,
        words: format!(
            "A test on {} with the same share of the load serves {small_served} of {} writes/s \
             with a p99 of {small_p99} ms; at scale it is {large_served} of {} and {large_p99} ms, \
             {verdict}.",
            nodes(*of),
            number(small.offered),
            number(large.offered),
        ),
    }
}

fn neighbour(load: &Load, found: &Drawn<Neighbour>) -> NeighbourReport {
    let shown = |of: fn(&Neighbour) -> f64| {
        ranges::words(of(&found.usual), found.range(of), |ms| number(ms.round()))
    };
    let (with_shown, without_shown) = (shown(|it| it.with_ms), shown(|it| it.without_ms));
    let slower = |it: &Neighbour| it.with_ms / it.without_ms.max(f64::MIN_POSITIVE);
    let times_shown =
        ranges::words(slower(&found.usual), found.range(slower), |times| format!("{times:.1}"));
    let found = &found.usual;
    let (table, hot) = (name(load, found.table), name(load, found.hot));
    let (with, without) = (found.with_ms, found.without_ms);
    let times = slower(found);
    let verdict = if times >= 1.1 {
        format!("{times_shown}× slower, because it shares a server with the hotspot")
    } else {
        "not slower".to_owned()
    };
    NeighbourReport {
        words: format!(
            "`{table}` is not hot but has a split on the server of the hot split of `{hot}`: the \
             p99 of its commits is {with_shown} ms, and {without_shown} ms without the commits to \
             `{hot}`; {verdict}.",
        ),
        table,
        hot,
        with_ms: with,
        without_ms: without,
    }
}

fn nodes(count: f64) -> String {
    plural(count, "node")
}

fn plural(count: f64, one: &str) -> String {
    let s = if count == 1.0 { "" } else { "s" };
    format!("{} {one}{s}", number(count))
}
